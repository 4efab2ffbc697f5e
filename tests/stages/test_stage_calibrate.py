"""Stage (e): the altitude of the lesson, and what becomes of it beside those that are known."""

import msgspec
import pytest

from reflectgit.model import EvidenceRecord, Reflection, Termination
from reflectgit.policy import Policy
from reflectgit.stages.altitude import altitude
from reflectgit.stages.calibrate import calibrate, dedupe_reflection
from reflectgit.stages.evidence import prepare
from reflectgit.stages.relation import Relations

SHALLOW = (
    "On line 4 call Counter before adding.",
    "merge.py:4 must not call update.",
    "In stock/merge.py use Counter addition for both shelves.",
    "Replace `total.update(right)` with addition of two Counters.",
    "Return dict(Counter(left) + Counter(right)) from the helper.",
    "Add `for key in right:` to merge() and sum there.",
    "Change total.update(right) into a loop over both shelves.",
    "Use `total[key] += n` in merge().",
)
VAGUE = (
    "Be more careful with quantities.",
    "Always think about all edge cases before you submit.",
    "Good code needs patience, humility and an open mind.",
    "Handle errors properly and make the software more robust.",
    "Test more.",
    "Take the time to understand how everything fits together.",
    "Quality matters: pay close attention to every detail of a merge.",
    "Follow best practices for dictionaries.",
    "Never take anything for granted; double-check your work thoroughly.",
    "Treat shelves with the respect that they deserve, and stay alert.",
)
CALIBRATED = (
    "Add quantities key by key when mappings are merged; dict.update overwrites.",
    "I assumed the contract matched the docs; verify assumptions against observed behavior.",
    "Verify optional keys before indexing a parsed payload.",
    "Use monotonic clocks for intervals; wall clocks jump.",
    "Retry only idempotent requests; a POST that timed out may have been applied.",
    "Create the temporary file beside its target (mkstemp with dir), since a rename stays on one volume.",
    "Always flush and fsync before renaming a file that must survive a crash.",
    "Never compare floats with ==; use a tolerance that fits the magnitude.",
)


@pytest.mark.parametrize("statement", SHALLOW)
def test_phase_6_line_level_is_shallow(record: EvidenceRecord, statement: str) -> None:
    assert altitude(statement, "", record) == "shallow"


@pytest.mark.parametrize("statement", VAGUE)
def test_phase_6_virtue_level_is_too_vague(record: EvidenceRecord, statement: str) -> None:
    assert altitude(statement, "", record) == "too_vague"


@pytest.mark.parametrize("statement", CALIBRATED)
def test_a_principle_with_an_action_is_calibrated(record: EvidenceRecord, statement: str) -> None:
    assert altitude(statement, "lang:python", record) == "calibrated"


def test_a_scope_that_is_a_file_and_a_lesson_that_is_code_are_an_edit(record: EvidenceRecord) -> None:
    lesson = "Use sum(amounts) wherever shelves are merged, so that equal articles are added."
    assert altitude(lesson, "mappings", record) == "calibrated"
    assert altitude(lesson, "stock/merge.py", record) == "shallow"


def test_phase_6_dedupe(failed: Termination, record: EvidenceRecord, story: Reflection) -> None:
    new = calibrate(story, record, failed.task, Relations())
    assert msgspec.to_builtins(new) == {
        "deduped": "new",
        "calibration": "calibrated",
        "calibrated_lesson": story.candidate_lesson,
        "episodic_only": False,
    }


@pytest.mark.parametrize(
    ("relations", "deduped"),
    [
        (Relations(same=("same-1",)), "merge"),
        (Relations(opposite=("other-1",)), "flag_contradiction"),
        (Relations(same=("same-1",), opposite=("other-1",)), "merge"),
        (Relations(alternative=("other-1",)), "new"),
        (Relations(retired=("gone-1",)), "new"),
    ],
)
def test_what_dedupe_answers(relations: Relations, deduped: str) -> None:
    assert dedupe_reflection(relations) == deduped


@pytest.mark.parametrize(
    "statement",
    [
        "In Depot/Stock, add quantities key by key when mappings are merged.",
        "Shelves of equal articles are merged by stock/merge.py alone: their quantities add up there, key by key.",
    ],
)
def test_a_lesson_that_names_its_repository_is_episodic(
    failed: Termination, policy: Policy, record: EvidenceRecord, story: Reflection, statement: str
) -> None:
    task = prepare(failed, policy).task
    named = msgspec.structs.replace(story, candidate_lesson=statement)
    assert calibrate(named, record, task, Relations()).episodic_only


BOUND = (
    "Quantities in Depot/Stock add up key by key when mappings are merged.",
    "Every shelf in stock is a mapping of quantities, and quantities add up.",
    "Whoever reads stock.merge finds that quantities of equal articles add up.",
    "Shelves of this company are merged by stock/merge.py alone, which adds the quantities of equal articles up.",
)
FREE = (
    "Where merge() may meet an article twice, its quantities have to be added and never overwritten by either shelf.",
    "Add the quantities of articles in stock key by key; dict.update overwrites.",
    "Use Counter.update where equal keys of mappings have to be summed; dict.update overwrites.",
    "Put fixtures that several tests share into conftest.py, and merge mappings of quantities by adding.",
    "Merge mappings of quantities by adding; the total of left and right is the test.",
)


@pytest.mark.parametrize("statement", BOUND)
def test_names_of_the_repository_hold_a_lesson_at_episodic(
    failed: Termination, policy: Policy, record: EvidenceRecord, story: Reflection, statement: str
) -> None:
    named = msgspec.structs.replace(story, candidate_lesson=statement)
    told = calibrate(named, record, prepare(failed, policy).task, Relations())
    assert (told.calibration, told.episodic_only) == ("calibrated", True)


@pytest.mark.parametrize("statement", FREE)
def test_names_of_the_trade_do_not(
    failed: Termination, policy: Policy, record: EvidenceRecord, story: Reflection, statement: str
) -> None:
    plain = msgspec.structs.replace(story, candidate_lesson=statement)
    told = calibrate(plain, record, prepare(failed, policy).task, Relations())
    assert (told.calibration, told.episodic_only) == ("calibrated", False)


def test_an_edit_is_refused_and_not_held(
    failed: Termination, policy: Policy, record: EvidenceRecord, story: Reflection
) -> None:
    edit = msgspec.structs.replace(story, candidate_lesson="In stock/merge.py use Counter addition.")
    told = calibrate(edit, record, prepare(failed, policy).task, Relations())
    assert (told.calibration, told.episodic_only) == ("shallow", False)
