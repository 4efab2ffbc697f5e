"""Stages (d) and (e): the scope that one failure supports, and the altitude of the lesson."""

import msgspec
import pytest

from reflectgit.model import EvidenceRecord, Lesson, Reflection, Termination
from reflectgit.policy import Policy
from reflectgit.stages.altitude import altitude
from reflectgit.stages.calibrate import calibrate
from reflectgit.stages.evidence import prepare
from reflectgit.stages.generalize import generalize_check


def lesson_of(statement: str) -> Lesson:
    return msgspec.convert(
        {
            "statement": statement,
            "type": "episodic",
            "scope": "",
            "derived_from": {"failures": [], "successes": []},
            "evidence": [],
            "counterexamples": [],
            "confidence": 0.5,
            "times_applied": 0,
            "times_helped": 0,
            "times_hurt": 0,
            "supersedes": None,
            "superseded_by": None,
        },
        Lesson,
    )


SHALLOW = (
    "On line 4 call Counter before adding.",
    "merge.py:4 must not call update.",
    "I forgot that update overwrites.",
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
    new = calibrate(story, record, failed.task, {})
    assert msgspec.to_builtins(new) == {
        "deduped": "new",
        "calibration": "calibrated",
        "calibrated_lesson": story.candidate_lesson,
        "episodic_only": False,
    }
    known = {"other-1": lesson_of("Something else."), "same-2": lesson_of(story.candidate_lesson)}
    assert calibrate(story, record, failed.task, known).deduped == "merge"


@pytest.mark.parametrize(
    "statement",
    [
        "In Depot/Stock, add quantities key by key when mappings are merged.",
        "Shelves are merged by stock/merge.py alone: quantities add up there, key by key.",
    ],
)
def test_a_lesson_that_names_its_repository_is_episodic(
    failed: Termination, policy: Policy, record: EvidenceRecord, story: Reflection, statement: str
) -> None:
    task = prepare(failed, policy).task
    named = msgspec.structs.replace(story, candidate_lesson=statement)
    assert calibrate(named, record, task, {}).episodic_only


def test_phase_5_generalization_narrows_to_the_evidence(
    failed: Termination, policy: Policy, record: EvidenceRecord, story: Reflection
) -> None:
    prepared = prepare(failed, policy)
    broad = msgspec.structs.replace(
        story, scope="repo:other/place lib:numpy every program in any language that merges mappings"
    )
    answer = generalize_check(broad, record, prepared.task, prepared.failure, policy, {})
    assert list(msgspec.to_builtins(answer)) == [
        "generalized",
        "adjusted_scope",
        "contradicts_lesson_id",
        "counterexample_ids",
    ]
    assert answer.generalized
    for kept in ("repo:depot/stock", "lang:python", "error:AssertionError", "merges mappings"):
        assert kept in answer.adjusted_scope
    for gone in ("other/place", "numpy", "every", "any"):
        assert gone not in answer.adjusted_scope
