"""The stages in their order: (a) → (b) → L → (c) → (d) → (e) → (f) → (g). Wiring, and nothing that judges.

`judge` is pure: a termination and a proposal in, a decision out. It is what the gate is measured by, and what
an admission into a store is made of.
"""

from collections.abc import Mapping

import msgspec

from reflectgit.identity import digest
from reflectgit.model import (
    Check,
    DecidedTermination,
    Decision,
    DecisionKind,
    EvidenceRecord,
    LedgerLookup,
    Lesson,
    Reflection,
    Signature,
    Stages,
    Termination,
    Value,
)
from reflectgit.policy import Policy, policy_digest
from reflectgit.stages.admit import admission_gate
from reflectgit.stages.calibrate import calibrate, same_statement
from reflectgit.stages.evidence import collect_evidence, prepare
from reflectgit.stages.generalize import generalize_check
from reflectgit.stages.ground import ground_reflection
from reflectgit.stages.ledger import lookup_reflection_signature, signature_of
from reflectgit.stages.lifecycle import apply_lifecycle
from reflectgit.stages.reflect import Violation, check_form, prepare_reflection
from reflectgit.stages.thresholds import RULES_VERSION


class Judged(Value, frozen=True, kw_only=True):
    """A decision as it is stored, and beside it what may be shown once and not kept.

    `checks` name what was compared even where the decision may keep no claim text; `reflection` is the
    redacted candidate, None where there was none that could be read.
    """

    termination: Termination
    record: EvidenceRecord
    signature: Signature
    decision: Decision
    checks: list[Check]
    reflection: Reflection | None

    def decided(self) -> DecidedTermination:
        """What goes into the ledger."""
        label = self.termination.failure_id
        return DecidedTermination(
            label=label if isinstance(label, str) else None,
            task=self.termination.task,
            failure=self.termination.failure,
            signature=self.signature,
            evidence_record=self.record,
            decision=self.decision,
        )


def judge(
    termination: Termination, proposal: Reflection | Violation, prior: Mapping[str, Lesson], policy: Policy
) -> Judged:
    """Judge one candidate.

    Args:
        termination: as it came; it is cleaned, redacted and bounded here.
        proposal: the reflection, or the violation that stands in its place.
        prior: the live lessons of this signature, by id.
        policy: the thresholds.

    Raises:
        BadInput: the termination lacks traces or a diagnosis, or uses an item id twice.
    """
    prepared = prepare(termination, policy)
    record = collect_evidence(prepared)
    signature = signature_of(prepared.failure)
    lookup = lookup_reflection_signature(signature, sorted(prior))
    reflection = prepare_reflection(proposal, policy) if isinstance(proposal, Reflection) else None
    fault = check_form(reflection, record) if reflection else proposal
    decision = _undecided(reflection, fault, lookup, policy)
    if reflection is not None and fault is None:
        decision = _decide(decision, reflection, prepared, record, prior, policy)
    return Judged(
        termination=prepared,
        record=record,
        signature=signature,
        decision=decision if policy.keep_rejected else _without_claims(decision),
        checks=decision.checks,
        reflection=reflection,
    )


def _undecided(
    reflection: Reflection | None, fault: Reflection | Violation | None, lookup: LedgerLookup, policy: Policy
) -> Decision:
    """The decision before any judgement: a violation where the form is at fault."""
    violation = fault if isinstance(fault, Violation) else None
    return Decision(
        decision="violation",
        lesson_id=None,
        supersedes=None,
        joins=[],
        rejected_reason=None,
        violation=violation.said if violation else None,
        unattached_candidate=False,
        grade=None,
        reflection=None,
        reflection_digest=violation.digest if violation and reflection is None else digest(reflection),
        checks=[],
        policy_digest=policy_digest(policy),
        rules_version=RULES_VERSION,
        stages=Stages(ledger=lookup),
    )


def _decide(
    bare: Decision,
    reflection: Reflection,
    prepared: Termination,
    record: EvidenceRecord,
    prior: Mapping[str, Lesson],
    policy: Policy,
) -> Decision:
    """Stages (c) to (g) over a candidate of the right form."""
    if reflection.abstains:
        return msgspec.structs.replace(bare, decision="abstained")
    task, failure = prepared.task, prepared.failure
    grounded = ground_reflection(reflection, record, task, failure)
    generalization = generalize_check(reflection, record, task, failure, policy, prior)
    calibration = calibrate(reflection, record, task, prior)
    admission = admission_gate(grounded, generalization, calibration, record, policy)
    joined = same_statement(calibration.calibrated_lesson, prior) if admission.admitted else None
    if joined is not None:
        admission = msgspec.structs.replace(admission, lesson_id=joined)
    kind: DecisionKind = "rejected"
    if admission.admitted:
        kind = "merged" if joined is not None else "admitted"
    return msgspec.structs.replace(
        bare,
        decision=kind,
        lesson_id=admission.lesson_id,
        joins=prior[joined].derived_from.failures if joined is not None else [],
        rejected_reason=admission.rejected_reason,
        unattached_candidate=admission.unattached_candidate,
        grade=grounded.grade,
        reflection=reflection,
        checks=grounded.checks,
        stages=msgspec.structs.replace(
            bare.stages,
            grounding=grounded.grounding,
            generalization=generalization,
            calibration=calibration,
            admission=admission,
            lifecycle=apply_lifecycle(admission, reflection) if admission.admitted else None,
        ),
    )


def _without_claims(decision: Decision) -> Decision:
    """What may be kept of a refused candidate: no word of it (CONTRACT, "stored nowhere")."""
    if decision.decision != "rejected" or decision.unattached_candidate:
        return decision
    checks = [
        msgspec.structs.replace(
            check,
            compared=[
                msgspec.structs.replace(one, what=one.what.partition(":")[0]) for one in check.compared
            ],
        )
        for check in decision.checks
    ]
    stages = decision.stages
    if stages.generalization and stages.calibration:
        stages = msgspec.structs.replace(
            stages,
            generalization=msgspec.structs.replace(stages.generalization, adjusted_scope=""),
            calibration=msgspec.structs.replace(stages.calibration, calibrated_lesson=""),
        )
    return msgspec.structs.replace(decision, reflection=None, checks=checks, stages=stages)
