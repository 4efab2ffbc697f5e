"""What has nothing to check: a claim that fits any failure, and a story that names nothing that was seen."""

import msgspec
import pytest

from reflectgit.pipeline import judge
from reflectgit.stages.known import NOTHING_KNOWN

EMPTY = [
    "It should have been otherwise.",
    "Something that had to hold did not hold here.",
    "It was assumed that things work.",
    "The approach was wrong from the beginning.",
    "What was believed turned out not to be true.",
]


@pytest.mark.parametrize("claim", EMPTY)
@pytest.mark.parametrize("beside", [True, False], ids=["beside a true claim", "alone"])
def test_a_claim_that_fits_any_failure_is_held_and_not_admitted(failed, story, policy, claim, beside):
    changes = {"violated_invariant": claim}
    if not beside:
        changes |= dict.fromkeys(("failed_assumption", "overlooked_evidence", "strategy_error"), "")
    decision = judge(failed, msgspec.structs.replace(story, **changes), NOTHING_KNOWN, policy).decision
    assert (decision.decision, decision.rejected_reason) == ("rejected", "thin_evidence")
    assert decision.unattached_candidate
    assert "violated_invariant" in decision.stages.grounding.unresolved_claims


def test_a_story_in_the_words_of_the_diagnosis_alone_is_held(failed, story, policy):
    """It agrees, and cites a run; but nothing that it says was looked up in what was observed."""
    told = msgspec.structs.replace(
        story,
        failed_assumption="The plan expected update to sum equal articles, but it overwrites the quantity.",
        overlooked_evidence="The quantity of an article that both hold is overwritten, never added.",
        strategy_error="",
        violated_invariant="",
    )
    decision = judge(failed, told, NOTHING_KNOWN, policy).decision
    assert (decision.decision, decision.rejected_reason) == ("rejected", "thin_evidence")
    named = msgspec.structs.replace(
        told, overlooked_evidence=told.overlooked_evidence + " It printed `{'bolt': 230}` [run-1]."
    )
    assert judge(failed, named, NOTHING_KNOWN, policy).decision.decision == "admitted"


@pytest.mark.parametrize("marks", ["``", '""', "“”"], ids=["backticks", "quotation marks", "curly marks"])
@pytest.mark.parametrize(
    ("quote", "decision"),
    [("update sums equal articles", "admitted"), ("update keeps both articles", "rejected")],
)
def test_a_quote_is_held_to_its_words_whatever_marks_it_has(failed, story, policy, marks, quote, decision):
    quoted = f"The plan says {marks[0]}{quote}{marks[-1]} [plan-1], but it overwrites the quantity."
    said = "It printed `{'bolt': 230}` [run-1] for the article on both shelves."
    told = msgspec.structs.replace(story, failed_assumption=quoted, overlooked_evidence=said)
    assert judge(failed, told, NOTHING_KNOWN, policy).decision.decision == decision
