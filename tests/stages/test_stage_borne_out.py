"""A candidate that is held is looked at again when a well grounded one comes in that says the same."""

from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from reflectgit.model import DecidedTermination, Item, Reflection, Termination
from reflectgit.pipeline import judge
from reflectgit.policy import Policy
from reflectgit.stages.known import NOTHING_KNOWN, Known, known_of, past_of
from reflectgit.stages.lifecycle import fold
from reflectgit.stages.relation import Candidate
from reflectgit.stages.second_look import borne_out
from reflectgit.text.scope import Scope

#: The advice of `story` in words that a record can neither confirm nor refute.
THIN = {
    "failed_assumption": "It was thought that joining two piles keeps both of them.",
    "overlooked_evidence": "Half of it was gone afterwards.",
    "strategy_error": "",
    "violated_invariant": "",
}
Hold = Callable[..., DecidedTermination]


@pytest.fixture
def hold(failed: Termination, story: Reflection, policy: Policy) -> Hold:
    """A failure like `failed` in another repository, decided on a story that nothing carries."""

    def made(diagnosis: str = "", known: Known = NOTHING_KNOWN, **told: str) -> DecidedTermination:
        task = replace(failed.task, id="PANTRY-9", repo="larder/pantry")
        plan = Item(
            id="plan-1", component=11, kind="plan", content="Let update add up what both shelves hold."
        )
        where = replace(failed, task=task, traces=[plan, *failed.traces[1:]])
        if diagnosis:
            where = replace(where, diagnosis=replace(failed.diagnosis, content=diagnosis))
        decided = judge(where, replace(story, **THIN | told), known, policy).decided()
        assert decided.decision.unattached_candidate, decided.decision
        return decided

    return made


def knowing(*decided: DecidedTermination) -> Known:
    return known_of(decided, fold(decided, [], [], Policy()))


def elsewhere(failed: Termination) -> Termination:
    """A third failure of the kind."""
    log = Item(id="log-1", component=12, kind="instrumentation", content="x")
    task = replace(failed.task, id="SHED-3", repo="yard/shed")
    return replace(failed, task=task, traces=[*failed.traces, log])


def test_what_founds_a_lesson_bears_it_out(
    failed: Termination, story: Reflection, policy: Policy, hold: Hold
) -> None:
    waiting = hold()
    judged = judge(failed, story, knowing(waiting), policy)
    assert judged.decision.decision == "admitted"
    assert judged.decision.joins == [waiting.evidence_record.failure_id]
    assert judged.decision == replace(
        judge(failed, story, NOTHING_KNOWN, policy).decision,
        joins=judged.decision.joins,
        stages=judged.decision.stages,
    )
    [lesson] = fold([waiting, judged.decided()], [], [], policy).values()
    held = waiting.evidence_record.failure_id
    assert sorted(lesson.derived_from.failures) == sorted([judged.record.failure_id, held])
    assert [one for one in lesson.evidence if one.startswith(held)] == [f"{held}#diag-1"]
    assert "repo:depot/stock" in lesson.scope
    assert "repo:larder/pantry" in lesson.scope
    assert lesson.statement == story.candidate_lesson


def test_order_does_not_matter_for_the_lesson(
    failed: Termination, story: Reflection, policy: Policy, hold: Hold
) -> None:
    """Told first or last, the thin failure stands behind the lesson on its diagnosis."""
    waiting = hold()
    later = judge(failed, story, knowing(waiting), policy).decided()
    alone = judge(failed, story, NOTHING_KNOWN, policy).decided()
    merged = judge(waiting.termination(), replace(story, **THIN), knowing(alone), policy).decided()
    assert merged.decision.decision == "merged"
    assert fold([waiting, later], [], [], policy) == fold([alone, merged], [], [], policy)


def test_what_is_merged_bears_it_out_for_the_lesson_that_it_joins(
    failed: Termination, story: Reflection, quoting: Reflection, policy: Policy, hold: Hold
) -> None:
    founding = judge(failed, quoting, NOTHING_KNOWN, policy).decided()
    waiting = hold()
    third = elsewhere(failed)
    joining = judge(third, story, knowing(founding, waiting), policy).decision
    assert joining.decision == "merged"
    names = [founding.evidence_record.failure_id, waiting.evidence_record.failure_id]
    assert joining.joins == sorted(names)


def test_it_waits_on_where_its_diagnosis_tells_another_cause(
    failed: Termination, story: Reflection, policy: Policy, hold: Hold
) -> None:
    waiting = hold(
        "Two writers hold the ledger open at once; the slower one truncates it after the faster has flushed. "
        "Take an exclusive lock before truncating."
    )
    assert judge(failed, story, knowing(waiting), policy).decision.joins == []


def test_it_waits_on_where_it_advises_something_else(
    failed: Termination, story: Reflection, policy: Policy, hold: Hold
) -> None:
    said = "Use dict.update when mappings with common keys are merged; never add quantities key by key."
    waiting = hold(candidate_lesson=said)
    assert judge(failed, story, knowing(waiting), policy).decision.joins == []


def test_the_same_failure_with_more_evidence_is_no_other_failure(
    failed: Termination, story: Reflection, policy: Policy
) -> None:
    waiting = judge(failed, replace(story, **THIN), NOTHING_KNOWN, policy).decided()
    proof = Item(id="proof-1", component=12, kind="instrumentation", content="update: 230, Counter: 642")
    more = replace(failed, traces=[*failed.traces, proof])
    decision = judge(more, story, knowing(waiting), policy).decision
    assert (decision.decision, decision.joins) == ("admitted", [])


def test_of_one_failure_told_twice_the_fuller_telling_counts(
    failed: Termination, story: Reflection, policy: Policy, hold: Hold
) -> None:
    waiting = hold()
    more = waiting.termination()
    more = replace(
        more, traces=[*more.traces, Item(id="log-1", component=12, kind="instrumentation", content="x")]
    )
    fuller = judge(more, replace(story, **THIN), knowing(waiting), policy).decided()
    assert fuller.decision.unattached_candidate
    decision = judge(failed, story, knowing(waiting, fuller), policy).decision
    assert decision.joins == [fuller.evidence_record.failure_id]


def test_what_stands_behind_a_lesson_already_waits_no_more(
    failed: Termination, story: Reflection, policy: Policy, hold: Hold
) -> None:
    """Also where another telling of the advice founds a lesson of its own: one failure bears out one lesson."""
    waiting = hold()
    first = judge(failed, story, knowing(waiting), policy).decided()
    known = knowing(waiting, first)
    apart = msgspec.structs.replace(
        known,
        lessons=tuple(
            replace(one, lesson=replace(one.lesson, superseded_by="outcomes:3")) for one in known.lessons
        ),
    )
    third = elsewhere(failed)
    decision = judge(third, story, apart, policy).decision
    assert (decision.decision, decision.supersedes) == ("admitted", first.decision.lesson_id)
    assert decision.joins == []


def test_what_speaks_against_it_does_not_bear_it_out(
    failed: Termination, story: Reflection, policy: Policy, hold: Hold
) -> None:
    waiting = hold()
    name = waiting.evidence_record.failure_id
    known = knowing(waiting)
    record = judge(failed, story, NOTHING_KNOWN, policy).decided()
    candidate = Candidate(reflection=story, past=past_of(record), scope=Scope())
    assert borne_out(candidate, None, [], known, policy) == [name]
    assert borne_out(candidate, None, [name], known, policy) == []
    [lesson] = knowing(record).lessons
    refuted = replace(lesson, lesson=replace(lesson.lesson, counterexamples=[name]))
    third = replace(candidate, past=replace(candidate.past, failure_id="f-1", task=elsewhere(failed).task))
    assert borne_out(third, lesson, [], known, policy) == [name]
    assert borne_out(third, refuted, [], known, policy) == []


def test_a_candidate_that_another_story_carries_carries_no_third(
    failed: Termination, story: Reflection, policy: Policy, hold: Hold
) -> None:
    waiting = hold()
    founding = judge(failed, story, NOTHING_KNOWN, policy).decided()
    third = elsewhere(failed)
    decision = judge(third, replace(story, **THIN), knowing(founding, waiting), policy).decision
    assert decision.decision == "merged"
    assert decision.joins == [founding.evidence_record.failure_id]


def test_what_is_refused_bears_nothing_out(
    failed: Termination, story: Reflection, policy: Policy, hold: Hold
) -> None:
    wrong = replace(story, overlooked_evidence="The run printed `zebra` [run-1].")
    decision = judge(failed, wrong, knowing(hold()), policy).decision
    assert (decision.decision, decision.joins) == ("rejected", [])


def test_a_store_that_asks_for_quotes_lets_it_wait(
    failed: Termination, quoting: Reflection, policy: Policy, hold: Hold
) -> None:
    strict = replace(policy, gate=replace(policy.gate, admit_at="B"))
    decision = judge(failed, quoting, knowing(hold()), strict).decision
    assert (decision.decision, decision.joins) == ("admitted", [])
