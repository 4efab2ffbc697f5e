"""A claim that could be made of any failure has nothing to check, however good its neighbours are."""

import msgspec
import pytest

from reflectgit.pipeline import judge

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
    decision = judge(failed, msgspec.structs.replace(story, **changes), {}, policy).decision
    assert (decision.decision, decision.rejected_reason) == ("rejected", "thin_evidence")
    assert decision.unattached_candidate
    assert "violated_invariant" in decision.stages.grounding.unresolved_claims
