"""Stage (b): one failure, one signature."""

import msgspec

from reflectgit.model import Termination
from reflectgit.policy import Policy
from reflectgit.stages.evidence import prepare
from reflectgit.stages.ledger import lookup_reflection_signature, signature_of


def test_phase_2_ledger_lookup(failed: Termination, policy: Policy) -> None:
    signature = signature_of(prepare(failed, policy).failure)
    assert signature == signature_of(prepare(failed, policy).failure)
    first = lookup_reflection_signature(signature, [])
    assert msgspec.to_builtins(first) == {
        "signature": signature.signature,
        "reflected_before": False,
        "prior_reflection_id": None,
    }
    known = lookup_reflection_signature(signature, ["b-1", "a-2"])
    assert (known.reflected_before, known.prior_reflection_id) == (True, "a-2")


def test_another_site_is_another_signature(failed: Termination, policy: Policy) -> None:
    elsewhere = msgspec.structs.replace(failed.failure, site="stock/merge.py:split")
    assert signature_of(elsewhere) != signature_of(prepare(failed, policy).failure)
