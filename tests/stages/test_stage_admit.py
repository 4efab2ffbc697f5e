"""Stage (f): the one choke point."""

import msgspec
import pytest

from reflectgit.identity import lesson_id
from reflectgit.model import Calibration, EvidenceRecord, Generalization, Grounding
from reflectgit.policy import Gate, Policy
from reflectgit.stages.admit import admission_gate, reaches
from reflectgit.stages.ground import Grounded

GROUNDED = Grounded(
    grounding=Grounding(grounded=True, verdict="grounded", unresolved_claims=[]),
    checks=[],
    grade="C",
    thin=False,
)
SPECULATIVE = Grounded(
    grounding=Grounding(grounded=False, verdict="speculative", unresolved_claims=["strategy_error"]),
    checks=[],
    grade="D",
    thin=False,
)
THIN = msgspec.structs.replace(SPECULATIVE, thin=True)
GENERAL = Generalization(
    generalized=True, adjusted_scope="lang:python", contradicts_lesson_id=None, counterexample_ids=[]
)
FALSIFIED = msgspec.structs.replace(GENERAL, generalized=False)
CALIBRATED = Calibration(
    deduped="new", calibration="calibrated", calibrated_lesson="Add, do not overwrite.", episodic_only=False
)
SHALLOW = msgspec.structs.replace(CALIBRATED, calibration="shallow")
VAGUE = msgspec.structs.replace(CALIBRATED, calibration="too_vague")


def test_phase_7_admission_gate(record: EvidenceRecord, policy: Policy) -> None:
    admission = admission_gate(GROUNDED, GENERAL, CALIBRATED, record, policy)
    assert msgspec.to_builtins(admission) == {
        "admitted": True,
        "lesson_id": lesson_id("Add, do not overwrite.", record.failure_id),
        "rejected_reason": None,
        "unattached_candidate": False,
    }


@pytest.mark.parametrize(
    ("grounded", "general", "calibration", "reason"),
    [
        (SPECULATIVE, FALSIFIED, SHALLOW, "speculative"),
        (THIN, FALSIFIED, SHALLOW, "contradicts_store"),
        (THIN, GENERAL, SHALLOW, "shallow"),
        (THIN, GENERAL, VAGUE, "too_vague"),
        (THIN, GENERAL, CALIBRATED, "thin_evidence"),
        (msgspec.structs.replace(GROUNDED, grade="D"), GENERAL, CALIBRATED, "thin_evidence"),
    ],
)
def test_the_first_reason_that_applies(
    record: EvidenceRecord,
    policy: Policy,
    grounded: Grounded,
    general: Generalization,
    calibration: Calibration,
    reason: str,
) -> None:
    admission = admission_gate(grounded, general, calibration, record, policy)
    assert (admission.admitted, admission.lesson_id, admission.rejected_reason) == (False, None, reason)
    assert admission.unattached_candidate == (reason == "thin_evidence")


def test_a_policy_may_ask_for_more(record: EvidenceRecord) -> None:
    strict = Policy(gate=Gate(admit_at="B"))
    assert admission_gate(GROUNDED, GENERAL, CALIBRATED, record, strict).rejected_reason == "thin_evidence"
    quoted = msgspec.structs.replace(GROUNDED, grade="B")
    assert admission_gate(quoted, GENERAL, CALIBRATED, record, strict).admitted


def test_grades_are_ordered() -> None:
    assert reaches("A", "B")
    assert reaches("C", "C")
    assert not reaches("D", "C")
