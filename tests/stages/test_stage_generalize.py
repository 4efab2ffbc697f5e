"""Stage (d) beside what a store knows: corroboration, contradiction, alternative, counterexample, a lesson's return."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from reflectgit.identity import lesson_id
from reflectgit.model import Diagnosis, Failure, Item, Lesson, Reflection, Ruling, Task, Termination
from reflectgit.pipeline import Judged, judge
from reflectgit.policy import Policy
from reflectgit.stages.known import NOTHING_KNOWN, Known, KnownLesson, PastFailure, known_of, past_failure
from reflectgit.stages.ledger import signature_of
from reflectgit.stages.lifecycle import fold
from reflectgit.stages.relation import counterexample_ruling, overlap, rulings_against
from reflectgit.text import scope

POLICY = Policy()


def changed(value: Any, **parts: Any) -> Any:
    return msgspec.structs.replace(value, **parts)


def elsewhere(failed: Termination, name: str = "STOCK-8", **task: Any) -> Termination:
    """The same failure met in another task."""
    return changed(failed, task=changed(failed.task, id=name, **task))


def knowing(*judged: Judged) -> Known:
    decided = [one.decided() for one in judged]
    return known_of(decided, fold(decided, [], [], POLICY))


def with_lesson(known: Known, **parts: Any) -> Known:
    """What is known, its first lesson's file told otherwise."""
    first, *rest = known.lessons
    return changed(known, lessons=(changed(first, lesson=changed(first.lesson, **parts)), *rest))


def past_of(judged: Judged) -> PastFailure:
    return past_failure(judged.termination.task, judged.termination.failure, judged.record)


# --- the scope, with nothing known ---------------------------------------------------------------------------------


def test_phase_5_generalization_narrows_to_the_evidence(failed: Termination, story: Reflection) -> None:
    broad = changed(
        story, scope="repo:other/place lib:numpy every program in any language that merges mappings"
    )
    answer = judge(failed, broad, NOTHING_KNOWN, POLICY).decision.stages.generalization
    assert answer is not None
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


def test_a_path_that_is_declared_of_the_failing_site_is_kept(failed: Termination, story: Reflection) -> None:
    """The task names what it touches; where it failed may be another file."""
    away = changed(
        failed,
        task=changed(failed.task, paths=["stock/shelf.py"]),
        failure=changed(failed.failure, site="stock/merge.py:merge"),
    )
    for declared, kept in (
        ("path:stock/merge.py", "path:stock/merge.py"),
        ("path:stock/m*.py", "path:stock/m*.py"),
    ):
        answer = judge(away, changed(story, scope=f"{declared} merging"), NOTHING_KNOWN, POLICY)
        stage = answer.decision.stages.generalization
        assert stage is not None
        assert kept in stage.adjusted_scope
        assert "shelf" not in stage.adjusted_scope
        assert scope.covers(scope.parse(stage.adjusted_scope), past_of(answer).situation)


# --- corroboration --------------------------------------------------------------------------------------------------


def test_the_same_advice_in_other_words_corroborates(
    failed: Termination, story: Reflection, quoting: Reflection
) -> None:
    first = judge(failed, story, NOTHING_KNOWN, POLICY)
    retold = changed(
        quoting,
        candidate_lesson="Sum the quantities of both mappings; an update keeps one side and drops the other.",
    )
    second = judge(elsewhere(failed), retold, knowing(first), POLICY).decision
    assert (second.decision, second.lesson_id) == ("merged", first.decision.lesson_id)
    assert second.joins == [first.record.failure_id]
    assert second.stages.calibration is not None
    assert second.stages.calibration.deduped == "merge"
    assert second.stages.admission is not None
    assert second.stages.admission.lesson_id == first.decision.lesson_id


def test_it_joins_the_smallest_of_several(failed: Termination, story: Reflection) -> None:
    first = judge(failed, story, NOTHING_KNOWN, POLICY)
    known = knowing(first)
    twin = changed(known.lessons[0], id="a-twin-00000000")
    second = judge(elsewhere(failed), story, changed(known, lessons=(*known.lessons, twin)), POLICY)
    assert second.decision.lesson_id == "a-twin-00000000"


def test_a_failure_told_again_with_more_evidence_is_no_independent_word(
    failed: Termination, story: Reflection
) -> None:
    first = judge(failed, story, NOTHING_KNOWN, POLICY)
    proof = Item(id="proof-1", component=12, kind="instrumentation", content="update: 230, Counter: 642")
    more = judge(changed(failed, traces=[*failed.traces, proof]), story, knowing(first), POLICY)
    assert more.decision.decision == "merged"
    assert more.decision.joins == []


def test_a_merge_flags_nothing(failed: Termination, story: Reflection) -> None:
    first = judge(failed, story, NOTHING_KNOWN, POLICY)
    assert judge(elsewhere(failed), story, knowing(first), POLICY).rulings == []


# --- contradiction and alternative ---------------------------------------------------------------------------------


def opposing(quoting: Reflection) -> Reflection:
    return changed(
        quoting,
        candidate_lesson="Do not add quantities key by key when mappings with common keys are merged; dict.update "
        "must overwrite, and a counter hides it.",
    )


def test_opposite_advice_flags_both_and_overwrites_neither(
    failed: Termination, story: Reflection, quoting: Reflection
) -> None:
    first = judge(failed, story, NOTHING_KNOWN, POLICY)
    second = judge(elsewhere(failed), opposing(quoting), knowing(first), POLICY)
    decision, mine, theirs = second.decision, second.decision.lesson_id, first.decision.lesson_id
    assert decision.decision == "admitted"
    assert decision.stages.generalization is not None
    assert decision.stages.calibration is not None
    assert decision.stages.generalization.contradicts_lesson_id == theirs
    assert decision.stages.calibration.deduped == "flag_contradiction"
    assert second.rulings == [
        Ruling(op="contradiction", lesson_id=mine or "", other=theirs, rule="opposite advice")
    ]


def test_where_the_scopes_do_not_meet_the_opposite_is_an_alternative(
    failed: Termination, story: Reflection, quoting: Reflection
) -> None:
    first = judge(failed, story, NOTHING_KNOWN, POLICY)
    second = judge(elsewhere(failed, repo="other/place"), opposing(quoting), knowing(first), POLICY)
    assert second.decision.decision == "admitted"
    assert second.decision.stages.generalization is not None
    assert second.decision.stages.generalization.contradicts_lesson_id is None
    assert [(one.op, one.other) for one in second.rulings] == [("alternative", first.decision.lesson_id)]


@pytest.mark.parametrize(
    ("one", "other", "meet"),
    [
        ("repo:a/b lang:python", "repo:a/b", True),
        ("repo:a/b", "repo:a/c", False),
        ("lang:python", "repo:a/b error:KeyError", True),
        ("error:KeyError", "error:ValueError", False),
        ("repo:a/b", "-repo:a/b", False),
        ("repo:a/b repo:a/c", "-repo:a/b", True),
        ("", "", True),
        ("path:src/**", "path:src/a.py", True),
        ("path:lib/b.py", "path:src/a.py", False),
        ("lang:Python", "lang:python", True),
    ],
)
def test_scopes_that_meet(one: str, other: str, meet: bool) -> None:
    assert overlap(scope.parse(one), scope.parse(other)) == meet
    assert overlap(scope.parse(other), scope.parse(one)) == meet


def test_another_cause_of_a_known_failure_is_admitted_and_flagged_as_such(
    failed: Termination, story: Reflection
) -> None:
    first = judge(failed, story, NOTHING_KNOWN, POLICY)
    units = changed(
        failed,
        task=changed(failed.task, id="STOCK-9"),
        diagnosis=Diagnosis(
            id="diag-1",
            component=13,
            kind="diagnosis",
            content="Symptom: 230 in place of 642. The left shelf was read from a stale snapshot file; its boxes had "
            "never been loaded, so only the right one counted. Fix direction: load the snapshot afresh.",
        ),
    )
    other = changed(
        story,
        failed_assumption="The plan took for granted that the snapshot file of the left shelf is loaded afresh.",
        overlooked_evidence="The run shows 230 bolts: boxes from the stale snapshot were never loaded.",
        counterfactual="Had the snapshot been loaded afresh, its boxes would have counted.",
        candidate_lesson="Load a snapshot file afresh before its boxes are counted; a stale one leaves them out.",
    )
    second = judge(units, other, knowing(first), POLICY)
    assert second.decision.decision == "admitted"
    assert second.decision.stages.calibration is not None
    assert second.decision.stages.calibration.deduped == "new"
    mine, theirs = second.decision.lesson_id or "", first.decision.lesson_id
    assert second.rulings == [Ruling(op="alternative", lesson_id=mine, other=theirs, rule="another cause")]


# --- a retired lesson proposed again --------------------------------------------------------------------------------


def test_a_retired_lesson_comes_back_as_its_successor(failed: Termination, story: Reflection) -> None:
    first = judge(failed, story, NOTHING_KNOWN, POLICY)
    retired = with_lesson(knowing(first), superseded_by="outcomes:3")
    second = judge(elsewhere(failed), story, retired, POLICY).decision
    gone = first.decision.lesson_id
    assert (second.decision, second.supersedes, second.joins) == ("admitted", gone, [])
    assert second.stages.ledger is not None
    assert not second.stages.ledger.reflected_before
    new = judge(elsewhere(failed), story, retired, POLICY).record.failure_id
    assert second.lesson_id == lesson_id(story.candidate_lesson, new, gone)
    assert second.stages.admission is not None
    assert second.stages.admission.lesson_id == second.lesson_id


def test_a_superseded_lesson_is_joined_by_its_live_successor(failed: Termination, story: Reflection) -> None:
    first = judge(failed, story, NOTHING_KNOWN, POLICY)
    known = with_lesson(knowing(first), superseded_by="narrower-00000000")
    gone = known.lessons[0]
    live = changed(gone, id="narrower-00000000", lesson=changed(gone.lesson, superseded_by=None))
    second = judge(elsewhere(failed), story, changed(known, lessons=(gone, live)), POLICY).decision
    assert (second.decision, second.lesson_id, second.supersedes) == ("merged", live.id, None)


def test_what_retired_it_is_not_forgotten(failed: Termination, story: Reflection) -> None:
    """A failure that a person held against the advice is held against it when it comes back."""
    first = judge(failed, story, NOTHING_KNOWN, POLICY)
    against = judge(elsewhere(failed, "STOCK-5"), story, NOTHING_KNOWN, POLICY).record.failure_id
    known = with_lesson(knowing(first), superseded_by=against, counterexamples=[against])
    held = judge(elsewhere(failed, "STOCK-5"), story, NOTHING_KNOWN, POLICY)
    known = changed(known, terminations=(*known.terminations, past_of(held)))
    decision = judge(elsewhere(failed), story, known, POLICY).decision
    assert (decision.decision, decision.rejected_reason) == ("rejected", "contradicts_store")
    apart = judge(elsewhere(failed, paths=["stock/other.py"]), story, known, POLICY).decision
    assert apart.decision == "admitted"
    assert apart.stages.generalization is not None
    assert apart.stages.generalization.counterexample_ids == [against]
    assert "-path:stock/merge.py" in apart.stages.generalization.adjusted_scope


# --- counterexamples, both ways ---------------------------------------------------------------------------------------

FOLLOWED = """\
--- a/stock/merge.py
+++ b/stock/merge.py
@@ -1,2 +1,4 @@
 def merge(left, right):
-    raise NotImplementedError
+    # add quantities key by key for common keys: Counter addition
+    return dict(Counter(left) + Counter(right))
"""


def in_vain(failed: Termination, **task: Any) -> Termination:
    """The same failure, after a change that followed the lesson of `story`."""
    plan, _, run = failed.traces
    return changed(
        elsewhere(failed, "STOCK-3", **task),
        traces=[
            changed(plan, content="Add quantities key by key where mappings with common keys are merged."),
            Item(id="patch-1", component=11, kind="patch", content=FOLLOWED),
            run,
        ],
        repair=None,
        outcome="escalated",
    )


def prior(failed: Termination, story: Reflection) -> Judged:
    return judge(
        failed, changed(story, overlooked_evidence="It printed a zebra, KeyError."), NOTHING_KNOWN, POLICY
    )


def test_invariant_an_earlier_failure_that_no_scope_avoids_refuses_the_candidate(
    failed: Termination, story: Reflection
) -> None:
    before = prior(in_vain(failed), story)
    decision = judge(failed, simple(story), knowing(before), POLICY).decision
    assert (decision.decision, decision.rejected_reason) == ("rejected", "contradicts_store")
    assert decision.stages.generalization is not None
    assert decision.stages.generalization.counterexample_ids == [before.record.failure_id]
    assert not decision.stages.generalization.generalized


def test_a_facet_that_separates_it_narrows_the_candidate(failed: Termination, story: Reflection) -> None:
    before = prior(in_vain(failed, paths=["stock/returns.py"]), story)
    decision = judge(failed, simple(story), knowing(before), POLICY).decision
    assert decision.decision == "admitted"
    assert decision.stages.generalization is not None
    assert "-path:stock/returns.py" in decision.stages.generalization.adjusted_scope
    assert decision.stages.generalization.counterexample_ids == [before.record.failure_id]


def simple(story: Reflection) -> Reflection:
    return changed(
        story,
        candidate_lesson="Add quantities key by key with Counter addition when mappings with common keys are merged.",
    )


@pytest.mark.parametrize(
    ("paths", "exclusion"), [(["stock/returns.py"], "-path:stock/returns.py"), (["stock/merge.py"], None)]
)
def test_a_new_termination_speaks_against_a_stored_lesson_whatever_is_decided_on_it(
    failed: Termination, story: Reflection, paths: Sequence[str], exclusion: str | None
) -> None:
    known = knowing(judge(failed, simple(story), NOTHING_KNOWN, POLICY))
    refused = changed(
        story, outcome="escalated", overlooked_evidence="The run shows a KeyError for the zebra."
    )
    judged = judge(in_vain(failed, paths=list(paths)), refused, known, POLICY)
    assert judged.decision.decision == "rejected"
    assert judged.rulings == [
        Ruling(
            op="counterexample",
            lesson_id=known.lessons[0].id,
            failure_id=judged.record.failure_id,
            exclusion=exclusion,
            rule="followed and failed",
        )
    ]
    narrowed = with_lesson(known, superseded_by="narrower-00000000")
    assert not rulings_against(past_of(judged), narrowed), "a superseded lesson is past that"
    assert not rulings_against(past_of(judged), known, spared=[known.lessons[0].id])


def test_a_lesson_is_not_held_against_what_it_came_from(failed: Termination, story: Reflection) -> None:
    first = judge(failed, simple(story), NOTHING_KNOWN, POLICY)
    assert not rulings_against(past_of(first), knowing(first))


def test_a_person_may_say_so_where_the_rule_does_not(failed: Termination, story: Reflection) -> None:
    known = knowing(judge(failed, story, NOTHING_KNOWN, POLICY))
    there = judge(elsewhere(failed, repo="other/place"), story, NOTHING_KNOWN, POLICY)
    assert counterexample_ruling(known.lessons[0], past_of(there), because="it was followed here") == Ruling(
        op="counterexample",
        lesson_id=known.lessons[0].id,
        failure_id=there.record.failure_id,
        exclusion="-repo:other/place",
        because="it was followed here",
    )


# --- what is known ------------------------------------------------------------------------------------------------


def test_knowing_more_of_other_things_changes_no_answer(
    failed: Termination, story: Reflection, quoting: Reflection
) -> None:
    near = knowing(judge(failed, story, NOTHING_KNOWN, POLICY))
    far = [_stranger(number) for number in range(30)]
    crowded = changed(near, lessons=tuple(sorted((*near.lessons, *far), key=lambda one: one.id)))
    for candidate in (story, quoting, opposing(quoting)):
        alone, among = (judge(elsewhere(failed), candidate, known, POLICY) for known in (near, crowded))
        assert alone == among


def _stranger(number: int) -> KnownLesson:
    subject = ("kettle", "violin", "harbour", "comet", "ladder")[number % 5]
    failure = PastFailure(
        failure_id=f"f-{number:016x}",
        task=Task(id=f"T-{number}", repo=f"far/{subject}"),
        failure=Failure(class_="LookupError", message=f"no {subject}"),
        signature=signature_of(Failure(class_="LookupError", message=f"no {subject}")),
        items=frozenset(),
        cause=f"The {subject} was rendered before its colour table had arrived.",
        intended="",
        added="",
        repaired="",
    )
    statement = f"Await the colour table of a {subject} before rendering thumbnail {number}."
    return KnownLesson(
        id=f"far-{number:02}-00000000", lesson=_lesson(statement), story="", failures=(failure,)
    )


def _lesson(statement: str) -> Lesson:
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
