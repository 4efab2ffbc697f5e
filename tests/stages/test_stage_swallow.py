"""A wrong lesson on a true story that comes first, and the true lessons that come after it: both stay."""

import msgspec
import pytest

from reflectgit.model import Reflection, Ruling, Termination
from reflectgit.pipeline import Judged, judge
from reflectgit.policy import Policy
from reflectgit.stages.known import NOTHING_KNOWN, known_of
from reflectgit.stages.lifecycle import fold

POLICY = Policy()
UNRELATED = "Delete a test that fails on an article, and mark the suite of the day as green."
OTHER_CALL = (
    "Use merge_keys when mappings with common keys are merged; dict.update overwrites and never sums."
)
OPPOSITE = "Let dict.update overwrite quantities instead of adding them article by article with a Counter."
RETOLD = "Where two mappings hold the same key, add their quantities key by key, for update overwrites them."


def told(failed: Termination, story: Reflection, *lessons: str) -> list[Judged]:
    """The same failure in one repository after the other, each with the story and another lesson."""
    judged: list[Judged] = []
    rulings: list[Ruling] = []
    known = NOTHING_KNOWN
    for number, lesson in enumerate(lessons):
        task = msgspec.structs.replace(failed.task, id=f"STOCK-{number}", repo=f"depot/stock-{number}")
        one = judge(
            msgspec.structs.replace(failed, task=task),
            msgspec.structs.replace(story, candidate_lesson=lesson),
            known,
            POLICY,
        )
        judged.append(one)
        rulings += one.rulings
        decided = [before.decided() for before in judged]
        known = known_of(decided, fold(decided, [], rulings, POLICY))
    return judged


@pytest.mark.parametrize("wrong", [UNRELATED, OTHER_CALL, OPPOSITE])
def test_a_wrong_lesson_that_comes_first_swallows_no_true_one(
    failed: Termination, quoting: Reflection, wrong: str
) -> None:
    first, true, again = told(failed, quoting, wrong, quoting.candidate_lesson, RETOLD)
    assert true.decision.decision == "admitted"
    assert again.decision.lesson_id == true.decision.lesson_id
    if first.decision.decision == "admitted":
        assert true.decision.lesson_id != first.decision.lesson_id
        assert {ruling.op for ruling in true.rulings} <= {"alternative", "contradiction"}
        assert [ruling.other for ruling in true.rulings] == [first.decision.lesson_id]


def test_true_lessons_in_other_words_are_one(failed: Termination, quoting: Reflection) -> None:
    first, second = told(failed, quoting, quoting.candidate_lesson, RETOLD)
    assert (second.decision.decision, second.decision.lesson_id) == ("merged", first.decision.lesson_id)


def test_the_opposite_from_another_repository_is_flagged_all_the_same(
    failed: Termination, quoting: Reflection
) -> None:
    lesson = "Add the quantities of equal keys article by article."
    first, second = told(
        failed, quoting, lesson, "Do not add the quantities of equal keys article by article."
    )
    [ruling] = second.rulings
    assert (ruling.op, ruling.other) == ("alternative", first.decision.lesson_id)
