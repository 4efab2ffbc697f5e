"""A thin candidate with the advice of a live lesson: the lesson's own story decides."""

import msgspec
import pytest

from reflectgit.model import Item
from reflectgit.pipeline import judge
from reflectgit.stages.known import NOTHING_KNOWN, known_of
from reflectgit.stages.lifecycle import fold

#: The advice of `story` in words that a record can neither confirm nor refute.
THIN = {
    "failed_assumption": "It was thought that a combination keeps both sides.",
    "overlooked_evidence": "One of them simply went away.",
    "strategy_error": "",
    "violated_invariant": "",
}


@pytest.fixture
def known(failed, story, policy):
    judged = judge(failed, story, NOTHING_KNOWN, policy)
    assert judged.decision.decision == "admitted"
    decided = [judged.decided()]
    return known_of(decided, fold(decided, [], [], policy))


@pytest.fixture
def again(failed):
    """The same failure in another repository, found by another run."""
    task = msgspec.structs.replace(failed.task, id="PANTRY-9", repo="larder/pantry")
    plan = Item(id="plan-1", component=11, kind="plan", content="Let update add up what both shelves hold.")
    return msgspec.structs.replace(failed, task=task, traces=[plan, *failed.traces[1:]])


def test_it_joins_the_lesson_whose_story_this_diagnosis_bears_out(again, story, policy, known):
    thin = msgspec.structs.replace(story, **THIN)
    assert judge(again, thin, NOTHING_KNOWN, policy).decision.rejected_reason == "thin_evidence"
    decision = judge(again, thin, known, policy).decision
    assert (decision.decision, decision.grade) == ("merged", "C")
    assert decision.joins == [known.terminations[0].failure_id]
    assert decision.checks[-1].cited == ["diag-1"]


def test_it_stays_held_where_the_diagnosis_tells_another_cause(again, story, policy, known):
    other = msgspec.structs.replace(
        again.diagnosis,
        content="Two writers hold the ledger open at once; the slower one truncates it after the faster has flushed. "
        "Take an exclusive lock before truncating.",
    )
    elsewhere = msgspec.structs.replace(again, diagnosis=other)
    decision = judge(elsewhere, msgspec.structs.replace(story, **THIN), known, policy).decision
    assert (decision.decision, decision.rejected_reason) == ("rejected", "thin_evidence")


def test_what_is_wrong_is_not_looked_at_again(again, story, policy, known):
    wrong = msgspec.structs.replace(
        story, **THIN | {"overlooked_evidence": "The run printed `zebra` [run-1]."}
    )
    assert judge(again, wrong, known, policy).decision.rejected_reason == "speculative"


def test_a_store_that_asks_for_quotes_holds_it(again, story, policy, known):
    strict = msgspec.structs.replace(policy, gate=msgspec.structs.replace(policy.gate, admit_at="B"))
    decision = judge(again, msgspec.structs.replace(story, **THIN), known, strict).decision
    assert decision.rejected_reason == "thin_evidence"
