"""Stage (f), the admission gate: the one place where a story becomes, or does not become, a belief (build spec 3.6)."""

from reflectgit.identity import lesson_id
from reflectgit.model import Admission, Calibration, EvidenceRecord, Generalization, Grade, RejectedReason
from reflectgit.policy import Policy
from reflectgit.stages.ground import Grounded

_GRADES: tuple[Grade, ...] = ("A", "B", "C", "D")


def admission_gate(
    grounded: Grounded,
    generalization: Generalization,
    calibration: Calibration,
    record: EvidenceRecord,
    policy: Policy,
) -> Admission:
    """Admit only what passed grounding, generalization and calibration; else the first reason that applies.

    An admitted candidate has the id that its lesson would have; a merge takes the id of the lesson it joins,
    which the pipeline knows. What is thin is held as an unattached candidate: evidence to come may yet carry
    it.
    """
    reason = rejected_reason(grounded, generalization, calibration, policy)
    return Admission(
        admitted=reason is None,
        lesson_id=lesson_id(calibration.calibrated_lesson, record.failure_id) if reason is None else None,
        rejected_reason=reason,
        unattached_candidate=reason == "thin_evidence",
    )


def rejected_reason(
    grounded: Grounded, generalization: Generalization, calibration: Calibration, policy: Policy
) -> RejectedReason | None:
    """The first of CONTRACT's reasons that applies ("Decision"), or None."""
    if not grounded.grounding.grounded and not grounded.thin:
        return "speculative"
    if not generalization.generalized:
        return "contradicts_store"
    if calibration.calibration == "shallow":
        return "shallow"
    if calibration.calibration == "too_vague":
        return "too_vague"
    if grounded.thin or not reaches(grounded.grade, policy.gate.admit_at):
        return "thin_evidence"
    return None


def reaches(grade: Grade, least: Grade) -> bool:
    """Whether `grade` is at least as strong as `least`: A is the strongest."""
    return _GRADES.index(grade) <= _GRADES.index(least)
