"""Stage (g): what a lesson is worth is a function of the set of ledger files."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.identity import event_id, lesson_id
from reflectgit.model import (
    Admission,
    Calibration,
    Check,
    DecidedTermination,
    Decision,
    Diagnosis,
    EvidenceRecord,
    Failure,
    Generalization,
    Item,
    Lifecycle,
    OutcomeEvent,
    Reflection,
    Ruling,
    Stages,
    Task,
)
from reflectgit.policy import Policy
from reflectgit.stages.ledger import signature_of
from reflectgit.stages.lifecycle import apply_lifecycle, effective_confidence, fold

POLICY = Policy()
ADMITTED = Admission(admitted=True, lesson_id="x-1", rejected_reason=None, unattached_candidate=False)


def decided(
    number: int,
    statement: str = "Add, do not overwrite.",
    *,
    repo: str = "depot/stock",
    merged_into: str | None = None,
    stated: float = 0.9,
    grade: Any = "C",
    flagged: bool = False,
    episodic_only: bool = False,
    outcome: Any = "resolved",
    variant: str = "",
) -> DecidedTermination:
    """A failure that was decided; `number` is its id, `variant` makes another decision of the same failure."""
    name = f"f-{number:016x}"
    record = EvidenceRecord(
        failure_id=name,
        outcome=outcome,
        traces=[Item(id="run-1", component=11, kind="execution", content=f"{number}")],
        diagnosis=Diagnosis(id="diag-1", component=13, kind="diagnosis", content="why"),
        repair_delta=Item(id="repair-1", component=14, kind="repair", content="+"),
        successful_trajectory=None,
    )
    failure = Failure(class_="KeyError", message=f"KeyError: 'k{number}'", site="a.py:f")
    reflection = msgspec.convert(
        {name.name: "" for name in msgspec.structs.fields(Reflection)}
        | {
            "outcome": outcome,
            "evidence_ids": ["run-1"],
            "candidate_lesson": statement,
            "confidence": stated,
        },
        Reflection,
    )
    decision = Decision(
        decision="merged" if merged_into else "admitted",
        lesson_id=merged_into or lesson_id(statement, name),
        supersedes=None,
        joins=["f-0000000000000001"] if merged_into else [],
        rejected_reason=None,
        violation=None,
        unattached_candidate=False,
        grade=grade,
        reflection=reflection,
        reflection_digest=variant,
        checks=[
            Check(
                claim="overlooked_evidence",
                cited=["run-1"],
                kind="observation",
                compared=[],
                verdict="supported",
            )
        ],
        policy_digest="",
        rules_version=1,
        stages=Stages(
            generalization=Generalization(
                generalized=True,
                adjusted_scope=f"repo:{repo} lang:python error:KeyError merging",
                contradicts_lesson_id=None,
                counterexample_ids=[],
            ),
            calibration=Calibration(
                deduped="new",
                calibration="calibrated",
                calibrated_lesson=statement,
                episodic_only=episodic_only,
            ),
            lifecycle=Lifecycle(
                level="episodic",
                action="redflag" if flagged else "admit",
                superseded_by=None,
                red_flag_class=flagged,
                confidence_cap="lowest" if flagged else None,
            ),
        ),
    )
    return DecidedTermination(
        label=None,
        task=Task(id=f"T-{number}", repo=repo),
        failure=failure,
        signature=signature_of(failure),
        evidence_record=record,
        decision=decision,
    )


def event(lesson: str, outcome: Any, repo: str, key: str = "") -> OutcomeEvent:
    name = event_id("T", repo, outcome, [lesson], key)
    return OutcomeEvent(
        event_id=name, task="T", repo=repo, outcome=outcome, applied=[lesson], retrieved=[lesson], key=key
    )


def helped(lesson: str, count: int) -> list[OutcomeEvent]:
    return [event(lesson, "resolved", f"far/away-{number}") for number in range(count)]


ONE = decided(1)
NAME = ONE.decision.lesson_id or ""


def test_an_admission_alone() -> None:
    assert msgspec.to_builtins(fold([ONE], [], [], POLICY)) == {
        NAME: {
            "statement": "Add, do not overwrite.",
            "type": "episodic",
            "scope": "repo:depot/stock lang:python error:KeyError merging",
            "derived_from": {
                "failures": ["f-0000000000000001"],
                "successes": ["f-0000000000000001#repair-1"],
            },
            "evidence": ["f-0000000000000001#run-1"],
            "counterexamples": [],
            "confidence": 0.5,
            "times_applied": 0,
            "times_helped": 0,
            "times_hurt": 0,
            "supersedes": None,
            "superseded_by": None,
        }
    }


def test_what_an_escalation_was_handed_to_is_no_success() -> None:
    one = decided(1, outcome="escalated")
    assert fold([one], [], [], POLICY)[NAME].derived_from.successes == []


def test_phase_8_lifecycle_and_red_flag(story: Reflection) -> None:
    promoted = fold([ONE], helped(NAME, 3), [], POLICY)[NAME]
    assert (promoted.type, promoted.times_helped) == ("procedural", 3)
    assert promoted.scope == "lang:python error:KeyError merging"
    hurt = [event(NAME, "worse", "depot/stock", key=f"{number}") for number in range(3)]
    assert fold([ONE], hurt, [], POLICY)[NAME].superseded_by == "outcomes:3"
    against = Ruling(
        op="counterexample", lesson_id=NAME, failure_id="f-00000000000000ff", rule="inside its scope"
    )
    falsified = fold([ONE], [], [against], POLICY)[NAME]
    assert falsified.superseded_by == "f-00000000000000ff"
    assert falsified.counterexamples == ["f-00000000000000ff"]
    blaming = msgspec.structs.replace(story, overlooked_evidence="The test was wrong to expect 642.")
    assert msgspec.to_builtins(apply_lifecycle(ADMITTED, blaming)) == {
        "level": "episodic",
        "action": "redflag",
        "superseded_by": None,
        "red_flag_class": True,
        "confidence_cap": "lowest",
    }
    assert apply_lifecycle(ADMITTED, story).action == "admit"


@pytest.mark.parametrize(
    ("count", "level"), [(2, "episodic"), (3, "procedural"), (5, "procedural"), (6, "meta_strategy")]
)
def test_levels_count_foreign_repositories(count: int, level: str) -> None:
    at_home = [event(NAME, "resolved", "Depot/Stock", key=f"{number}") for number in range(5)]
    again = [event(NAME, "resolved", "far/away-0", key="again")]
    assert fold([ONE], [*helped(NAME, count), *at_home, *again], [], POLICY)[NAME].type == level


def test_a_lesson_bound_to_its_repository_stays() -> None:
    bound = decided(1, episodic_only=True)
    assert fold([bound], helped(NAME, 6), [], POLICY)[NAME].type == "episodic"


def test_unchanged_counts_as_applied_alone() -> None:
    lesson = fold([ONE], [event(NAME, "unchanged", "far/away")], [], POLICY)[NAME]
    assert (lesson.times_applied, lesson.times_helped, lesson.times_hurt) == (1, 0, 0)


def test_the_same_event_told_twice_counts_once() -> None:
    told = event(NAME, "resolved", "far/away")
    again = msgspec.structs.replace(told, retrieved=[])
    assert fold([ONE], [told, again], [], POLICY)[NAME].times_applied == 1


def test_invariant_4_blame_stays_at_the_lowest_until_three_are_independent() -> None:
    flagged = decided(1, flagged=True, grade="B")
    assert fold([flagged], [], [], POLICY)[NAME].confidence == 0.1
    second, third = (decided(number, merged_into=NAME, grade="B") for number in (2, 3))
    assert fold([flagged, second], [], [], POLICY)[NAME].confidence == 0.1
    assert fold([flagged, second, third], [], [], POLICY)[NAME].confidence == 0.8


def test_a_corroboration_joins_failure_evidence_scope_and_grade() -> None:
    joined = decided(2, merged_into=NAME, repo="far/away", grade="B", stated=0.2)
    lesson = fold([ONE, joined], [], [], POLICY)[NAME]
    assert lesson.derived_from.failures == ["f-0000000000000001", "f-0000000000000002"]
    assert lesson.evidence == ["f-0000000000000001#run-1", "f-0000000000000002#run-1"]
    assert lesson.scope.startswith("repo:depot/stock repo:far/away ")
    assert lesson.confidence == 0.8, "the better grade, and the confidence that was stated first"


def test_byte_equal_statements_are_one_lesson() -> None:
    other = decided(2, repo="far/away")
    lessons = fold([ONE, other], [], [], POLICY)
    first, second = sorted(lessons)
    assert lessons[first].superseded_by is None
    assert lessons[second].superseded_by == first
    assert len(lessons[first].derived_from.failures) == 2


def test_two_admissions_of_one_failure_are_one_lesson() -> None:
    other = decided(1, "Sum key by key.")
    lessons = fold([ONE, other], [], [], POLICY)
    assert sorted(lesson.superseded_by or "" for lesson in lessons.values()) == ["", min(lessons)]


def test_invariant_5_every_lesson_is_tracked() -> None:
    told = [event(NAME, "resolved", "a/a"), event(NAME, "worse", "b/b"), event(NAME, "unchanged", "c/c")]
    lesson = fold([ONE], told, [], POLICY)[NAME]
    assert (lesson.times_applied, lesson.times_helped, lesson.times_hurt) == (3, 1, 1)
    assert (lesson.supersedes, lesson.superseded_by) == (None, None)


def test_invariant_8_what_is_falsified_is_retired_whatever_it_helped_before() -> None:
    against = Ruling(op="counterexample", lesson_id=NAME, failure_id="f-00000000000000ff")
    assert fold([ONE], helped(NAME, 6), [against], POLICY)[NAME].superseded_by == "f-00000000000000ff"


def test_a_persons_word_comes_before_a_rule() -> None:
    rulings = [
        Ruling(op="counterexample", lesson_id=NAME, failure_id="f-00000000000000ff"),
        Ruling(op="retire", lesson_id=NAME, because="moved to another library"),
    ]
    assert fold([ONE], [], rulings, POLICY)[NAME].superseded_by == "person:moved to another library"


@pytest.mark.parametrize(
    ("stated", "grade", "flagged", "right"),
    [
        (0.9, "C", False, 0.5),
        (0.9, "B", False, 0.8),
        (1.0, "A", False, 1.0),
        (0.3, "B", False, 0.3),
        (0.9, "B", True, 0.1),
    ],
)
def test_confidence_is_capped(stated: float, grade: Any, flagged: bool, right: float) -> None:
    assert effective_confidence(stated, grade, flagged, POLICY) == right


LEDGER = [
    ONE,
    decided(1, variant="decided apart"),
    decided(2, repo="far/away"),
    decided(3, "Sum key by key.", flagged=True),
    decided(1, "Sum key by key."),
    decided(4, merged_into=NAME, repo="third/place", grade="B"),
    decided(5, merged_into="gone-00000000"),
]
IDS = sorted({one.decision.lesson_id or "" for one in LEDGER})
EVENTS = [
    event(lesson, outcome, repo)
    for lesson in IDS
    for outcome in ("resolved", "worse", "unchanged")
    for repo in ("depot/stock", "a/a", "b/b", "c/c")
]
RULINGS = [
    Ruling(op="retire", lesson_id=IDS[0], because="old"),
    Ruling(op="retire", lesson_id=IDS[0], because="older"),
    Ruling(op="counterexample", lesson_id=IDS[1], failure_id="f-00000000000000ff"),
    Ruling(op="counterexample", lesson_id=IDS[1], failure_id="f-00000000000000fe", exclusion="-lang:rust"),
]


def shuffled(members: list[Any]) -> st.SearchStrategy[list[Any]]:
    return st.lists(st.sampled_from(members), max_size=2 * len(members))


@given(data=st.data(), parts=st.tuples(shuffled(LEDGER), shuffled(EVENTS), shuffled(RULINGS)))
def test_order_and_repetition_do_not_matter(
    data: st.DataObject, parts: tuple[list[Any], list[Any], list[Any]]
) -> None:
    again = [data.draw(st.permutations([*part, *part[:2]])) for part in parts]
    assert fold(*parts, POLICY) == fold(again[0], again[1], again[2], POLICY)


@given(parts=st.tuples(shuffled(LEDGER), shuffled(EVENTS), shuffled(RULINGS)))
def test_invariant_3_every_lesson_is_cited_and_every_pointer_leads_somewhere(
    parts: tuple[list[Any], list[Any], list[Any]],
) -> None:
    lessons = fold(*parts, POLICY)
    for lesson in lessons.values():
        assert lesson.derived_from.failures
        assert lesson.evidence
        assert lesson.times_helped + lesson.times_hurt <= lesson.times_applied
        pointer = lesson.superseded_by or ""
        assert not pointer or pointer in lessons or pointer.startswith(("f-", "outcomes:", "person:"))
