"""The values that pass between the stages: the spec's schemas, nothing else.

Every class is an immutable `msgspec.Struct`. Members are named as in the build spec (sections 3.1 to 3.9) and
stand in the order in which they are written. A member that may be *absent* from a file has the type
``… | UnsetType``; a *pointer* that may point to nothing has the type ``… | None`` and is written as null.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

Outcome = Literal["resolved", "escalated"]
ItemKind = Literal["plan", "patch", "execution", "instrumentation", "diagnosis", "repair", "trajectory"]
Origin = Literal["observed", "stated"]
Level = Literal["episodic", "procedural", "meta_strategy"]
Grade = Literal["A", "B", "C", "D"]
ClaimField = Literal["failed_assumption", "overlooked_evidence", "strategy_error", "violated_invariant"]
ClaimKind = Literal["observation", "assumption", "mechanism"]
DecisionKind = Literal["admitted", "merged", "rejected", "violation", "abstained"]
RejectedReason = Literal["speculative", "contradicts_store", "shallow", "too_vague", "thin_evidence"]
CompareResult = Literal["found", "missing", "differs", "refuted", "nothing to check"]
CheckVerdict = Literal["supported", "unsupported", "contradicted", "nothing to check"]
TaskOutcome = Literal["resolved", "worse", "unchanged"]
RulingOp = Literal[
    "counterexample", "contradiction", "alternative", "settle", "retire", "amend", "approve", "refuse"
]

LEVELS: tuple[Level, ...] = ("episodic", "procedural", "meta_strategy")
CLAIM_FIELDS: tuple[ClaimField, ...] = (
    "failed_assumption",
    "overlooked_evidence",
    "strategy_error",
    "violated_invariant",
)

#: An input id or name: never used as a path (CONTRACT, "Ids").
NAME_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._/-]{0,199}(?!\n)$"
Name = Annotated[str, Meta(pattern=NAME_PATTERN)]
Text = Annotated[str, Meta(min_length=1)]
Unit = Annotated[float, Meta(ge=0.0, le=1.0)]
Count = Annotated[int, Meta(ge=0)]


class Value(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all values: immutable, keywords only, an unknown member is an error."""


# --- the failure that ended, and its evidence (build spec 3.1) -------------------------------------------


class Task(Value, frozen=True, kw_only=True):
    """What was being done when the failure happened. `repo` is ``owner/name``, compared in lower case."""

    id: Name
    repo: Name
    description: str = ""
    paths: list[str] = field(default_factory=list)
    language: str | None = None


class Failure(Value, frozen=True, kw_only=True):
    """WHAT failed: exception or failure class, its message, and where (``path:function``)."""

    class_: Text = field(name="class")
    message: str = ""
    site: str = ""


class Item(Value, frozen=True, kw_only=True):
    """One piece of evidence, cited by its `id`.

    `component` is the part of the harness it came from (11 execution, 12 instrumentation, 13 diagnosis,
    14 repair). `origin` tells what was *observed* from what an agent only *stated*. `by` and `digest` mark an
    item that reflectgit made itself. `facts` are typed observations parsed from the content.
    """

    id: Name
    component: Annotated[int, Meta(ge=11, le=14)]
    kind: ItemKind
    content: str
    origin: Origin | UnsetType = UNSET
    facts: list[dict[str, object]] | UnsetType = UNSET
    by: Literal["reflectgit"] | UnsetType = UNSET
    digest: str | UnsetType = UNSET


class Diagnosis(Item, frozen=True, kw_only=True):
    """An item of kind ``diagnosis``, which may carry its parts beside its content."""

    symptom: str | UnsetType = UNSET
    root_cause: str | UnsetType = UNSET
    evidence: list[str] | UnsetType = UNSET
    fix_direction: str | UnsetType = UNSET
    ruled_out: str | list[str] | UnsetType = UNSET


class Termination(Value, frozen=True, kw_only=True):
    """One failure that ended: ``resolved`` (a repair passed) or ``escalated`` (a cap was hit).

    `failure_id` is a label given by the caller; the id of the store is computed (`identity.failure_id`).
    """

    failure_id: Name | UnsetType = UNSET
    task: Task
    failure: Failure
    outcome: Outcome
    traces: Annotated[list[Item], Meta(min_length=1)]
    diagnosis: Diagnosis
    repair: Item | None = None
    successful_trajectory: Item | None = None


class EvidenceRecord(Value, frozen=True, kw_only=True):
    """The evidentiary record, exactly the spec's six members (build spec 3.1)."""

    failure_id: str
    outcome: Outcome
    traces: list[Item]
    diagnosis: Diagnosis
    repair_delta: Item | None
    successful_trajectory: Item | None

    def items(self) -> tuple[Item, ...]:
        """All items, in their order: traces, diagnosis, repair, successful trajectory."""
        rest = (self.diagnosis, self.repair_delta, self.successful_trajectory)
        return (*self.traces, *(item for item in rest if item is not None))


# --- the candidate (build spec 3.3) ---------------------------------------------------------------------


class Reflection(Value, frozen=True, kw_only=True):
    """A candidate explanation: exactly the spec's ten members."""

    outcome: Outcome
    failed_assumption: str
    overlooked_evidence: str
    strategy_error: str
    violated_invariant: str
    evidence_ids: list[str]
    counterfactual: str
    candidate_lesson: str
    scope: str
    confidence: Unit

    def claims(self) -> dict[ClaimField, str]:
        """The causal fields that say something, in the spec's order."""
        return {name: text for name in CLAIM_FIELDS if (text := getattr(self, name)).strip()}

    @property
    def abstains(self) -> bool:
        """An abstention: no claim, no lesson, confidence 0 (CONTRACT, "Abstention")."""
        return not self.claims() and not self.candidate_lesson.strip() and self.confidence == 0


# --- what each stage answers (build spec 3.2 to 3.7, exact output schemas) ------------------------------


class Signature(Value, frozen=True, kw_only=True):
    """The failure's WHAT: 16 hex over class, message template and site."""

    signature: str
    class_: str = field(name="class")
    template: str
    site: str


class LedgerLookup(Value, frozen=True, kw_only=True):
    """Stage (b)."""

    signature: str
    reflected_before: bool
    prior_reflection_id: str | None


class Grounding(Value, frozen=True, kw_only=True):
    """Stage (c). `unresolved_claims` are field names."""

    grounded: bool
    verdict: Literal["grounded", "speculative"]
    unresolved_claims: list[str]


class Generalization(Value, frozen=True, kw_only=True):
    """Stage (d)."""

    generalized: bool
    adjusted_scope: str
    contradicts_lesson_id: str | None
    counterexample_ids: list[str]


class Calibration(Value, frozen=True, kw_only=True):
    """Stage (e)."""

    deduped: Literal["merge", "flag_contradiction", "new"]
    calibration: Literal["calibrated", "shallow", "too_vague"]
    calibrated_lesson: str
    episodic_only: bool


class Admission(Value, frozen=True, kw_only=True):
    """Stage (f)."""

    admitted: bool
    lesson_id: str | None
    rejected_reason: RejectedReason | None
    unattached_candidate: bool


class Lifecycle(Value, frozen=True, kw_only=True):
    """Stage (g)."""

    level: Level
    action: Literal["admit", "promote", "demote", "retire", "redflag"]
    superseded_by: str | None
    red_flag_class: bool
    confidence_cap: Literal["lowest"] | None


class Stages(Value, frozen=True, kw_only=True):
    """What every stage answered; null where a stage was not reached."""

    ledger: LedgerLookup | None = None
    grounding: Grounding | None = None
    generalization: Generalization | None = None
    calibration: Calibration | None = None
    admission: Admission | None = None
    lifecycle: Lifecycle | None = None


class Comparison(Value, frozen=True, kw_only=True):
    """One thing that a claim asserts, and what looking for it gave.

    `what` is ``kind: text`` (``quote: only read the menu``, ``exception: KeyError``); where claim text may not
    be kept it is the kind alone. `with_` is the id of the item it was compared with, or "" for the whole record.
    """

    what: str
    with_: str = field(name="with")
    result: CompareResult


class Check(Value, frozen=True, kw_only=True):
    """One claim judged: what it cites, what was compared, and how it fell."""

    claim: str
    cited: list[str]
    kind: ClaimKind
    compared: list[Comparison]
    verdict: CheckVerdict


class Decision(Value, frozen=True, kw_only=True):
    """Everything the gate decided about one candidate (CONTRACT, "Decision")."""

    decision: DecisionKind
    lesson_id: str | None
    supersedes: str | None
    joins: list[str]
    rejected_reason: RejectedReason | None
    violation: str | None
    unattached_candidate: bool
    grade: Grade | None
    reflection: Reflection | None
    reflection_digest: str
    checks: list[Check]
    policy_digest: str
    rules_version: int
    stages: Stages


# --- what is stored -------------------------------------------------------------------------------------


class DecidedTermination(Value, frozen=True, kw_only=True):
    """A file under ``ledger/terminations/``: the failure, its evidence and the decision."""

    label: str | None
    task: Task
    failure: Failure
    signature: Signature
    evidence_record: EvidenceRecord
    decision: Decision

    def termination(self) -> Termination:
        """The redacted, bounded termination that was decided, from which its id is made."""
        record = self.evidence_record
        return Termination(
            task=self.task,
            failure=self.failure,
            outcome=record.outcome,
            traces=record.traces,
            diagnosis=record.diagnosis,
            repair=record.repair_delta,
            successful_trajectory=record.successful_trajectory,
        )


class OutcomeEvent(Value, frozen=True, kw_only=True):
    """A file under ``ledger/outcomes/``: lessons were applied to a task, and this came of it."""

    event_id: str
    task: Name
    repo: Name
    outcome: TaskOutcome
    applied: Annotated[list[str], Meta(min_length=1)]
    retrieved: list[str]
    key: str


class Ruling(Value, frozen=True, kw_only=True):
    """A file under ``ledger/rulings/``: what else was settled about a lesson, by a rule or by a person."""

    op: RulingOp
    lesson_id: str
    other: str | None = None
    failure_id: str | None = None
    exclusion: str | None = None
    successor: str | None = None
    text: str | None = None
    rule: str | None = None
    because: str | None = None


class DerivedFrom(Value, frozen=True, kw_only=True):
    """Where a lesson comes from: failure ids, and ``<failure_id>#<item id>`` of what succeeded."""

    failures: list[str]
    successes: list[str]


class Lesson(Value, frozen=True, kw_only=True):
    """An admitted WHY: exactly these members in this order (CONTRACT, "Lesson"; build spec 3.6)."""

    statement: Text
    type: Level
    scope: str
    derived_from: DerivedFrom
    evidence: list[str]
    counterexamples: list[str]
    confidence: Unit
    times_applied: Count
    times_helped: Count
    times_hurt: Count
    supersedes: str | None
    superseded_by: str | None
