"""The stages in their order: (a) → (b) → L → (c) → (d) → (e) → (f) → (g). Wiring, and nothing that judges.

`judge` is pure: a termination and a proposal in, a decision out. It is what the gate is measured by, and what
an admission into a store is made of.
"""

import msgspec

from reflectgit.identity import digest, lesson_id
from reflectgit.model import (
    Admission,
    Check,
    DecidedTermination,
    Decision,
    EvidenceRecord,
    LedgerLookup,
    Reflection,
    Ruling,
    Signature,
    Stages,
    Termination,
    Value,
)
from reflectgit.policy import Policy, policy_digest
from reflectgit.stages.admit import admission_gate
from reflectgit.stages.calibrate import calibrate
from reflectgit.stages.evidence import collect_evidence, prepare, safe_line
from reflectgit.stages.generalize import fitted_scope, generalize_check
from reflectgit.stages.ground import ground_reflection
from reflectgit.stages.known import Known, PastFailure, past_failure
from reflectgit.stages.ledger import lookup_reflection_signature
from reflectgit.stages.lifecycle import apply_lifecycle
from reflectgit.stages.reflect import Violation, check_form, prepare_reflection
from reflectgit.stages.relation import (
    Candidate,
    Relations,
    corroborated,
    relate,
    rulings_against,
    rulings_beside,
)
from reflectgit.stages.second_look import borne_out, second_look
from reflectgit.stages.surroundings import held_alone
from reflectgit.stages.thresholds import RULES_VERSION


class Judged(Value, frozen=True, kw_only=True):
    """A decision as it is stored, and beside it what may be shown once and not kept.

    `checks` name what was compared even where the decision may keep no claim text; `reflection` is the
    redacted candidate, None where there was none that could be read. `rulings` are written with the decision, or with
    none of it: what it flags, and the stored lessons that the termination speaks against.
    """

    termination: Termination
    record: EvidenceRecord
    signature: Signature
    decision: Decision
    checks: list[Check]
    reflection: Reflection | None
    rulings: list[Ruling]

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


def judge(termination: Termination, proposal: Reflection | Violation, known: Known, policy: Policy) -> Judged:
    """Judge one candidate.

    Args:
        termination: as it came; it is cleaned, redacted and bounded here.
        proposal: the reflection, or the violation that stands in its place.
        known: what the store knows near this failure and this candidate (`Known` says what that is).
        policy: the thresholds.

    Raises:
        BadInput: the termination lacks traces or a diagnosis, or uses an item id twice.
    """
    prepared = prepare(termination, policy)
    record = collect_evidence(prepared)
    past = past_failure(prepared.task, prepared.failure, record)
    lookup = lookup_reflection_signature(past.signature, known.live(past.signature))
    reflection = prepare_reflection(proposal, policy) if isinstance(proposal, Reflection) else None
    fault = check_form(reflection, record) if reflection else proposal
    bare = _undecided(reflection, fault, lookup, policy)
    settled = _Settled(decision=bare, relations=Relations())
    if reflection is not None and fault is None:
        settled = _decide(bare, reflection, prepared, record, past, known, policy)
    decision = settled.decision
    return Judged(
        termination=prepared,
        record=record,
        signature=past.signature,
        decision=decision if policy.keep_rejected else _without_claims(decision),
        checks=decision.checks,
        reflection=reflection,
        rulings=_rulings(settled, past, known),
    )


class _Settled(Value, frozen=True, kw_only=True):
    """A decision, and how its candidate stands to the lessons that are known."""

    decision: Decision
    relations: Relations


def _rulings(settled: _Settled, past: PastFailure, known: Known) -> list[Ruling]:
    """What is to be ruled beside the decision. A merge flags nothing: the lesson it joins was compared before."""
    decision, relations = settled.decision, settled.relations
    borne_out = relations.same if decision.decision == "merged" else ()
    against = rulings_against(past, known, spared=borne_out)
    if decision.decision != "admitted" or decision.lesson_id is None:
        return against
    return [*rulings_beside(decision.lesson_id, relations), *against]


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
        violation=safe_line(violation.said, policy) if violation else None,
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
    past: PastFailure,
    known: Known,
    policy: Policy,
) -> _Settled:
    """Stages (c) to (g) over a candidate of the right form."""
    if reflection.abstains:
        return _Settled(decision=msgspec.structs.replace(bare, decision="abstained"), relations=Relations())
    task, failure = prepared.task, prepared.failure
    by_itself = ground_reflection(reflection, record, task, failure)
    fitted = fitted_scope(reflection, record, task, failure, policy)
    candidate = Candidate(reflection=reflection, past=past, scope=fitted)
    relations = relate(candidate, known)
    carried = second_look(by_itself, relations.same, known, record, task)
    grounded = held_alone(carried, candidate, relations, known, record)
    generalization = generalize_check(candidate, relations, known)
    calibration = calibrate(reflection, record, task, relations)
    admission = admission_gate(grounded, generalization, calibration, record, policy)
    placed = _placed(bare, admission, candidate, relations, known)
    told = admission.admitted and not by_itself.thin
    lesson, against = known.lesson(relations.joined or ""), generalization.counterexample_ids
    again = borne_out(candidate, lesson, against, known, policy) if told else []
    admission = msgspec.structs.replace(admission, lesson_id=placed.lesson_id)
    decision = msgspec.structs.replace(
        placed,
        joins=sorted({*placed.joins, *again}),
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
    return _Settled(decision=decision, relations=relations)


def _placed(
    bare: Decision, admission: Admission, candidate: Candidate, relations: Relations, known: Known
) -> Decision:
    """Where an admitted candidate goes: into the live lesson that it bears out, in a retired one's place, or beside."""
    if not admission.admitted:
        return msgspec.structs.replace(bare, decision="rejected")
    lesson = known.lesson(relations.joined or "")
    if lesson is not None:
        joins = corroborated(candidate.past, lesson)
        return msgspec.structs.replace(bare, decision="merged", lesson_id=lesson.id, joins=joins)
    gone = relations.successor_of
    name = lesson_id(candidate.statement, candidate.past.failure_id, gone)
    return msgspec.structs.replace(bare, decision="admitted", lesson_id=name, supersedes=gone)


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
