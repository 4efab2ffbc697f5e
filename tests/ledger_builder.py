"""Small stores made by plain git: values of the model, written by the canonical writer, committed by hand."""

import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from reflectgit import identity
from reflectgit.formats.emit import to_yaml
from reflectgit.model import (
    Admission,
    Calibration,
    Check,
    Comparison,
    DecidedTermination,
    Decision,
    Diagnosis,
    EvidenceRecord,
    Failure,
    Generalization,
    Grounding,
    Item,
    LedgerLookup,
    Lesson,
    OutcomeEvent,
    Reflection,
    Ruling,
    Stages,
    Task,
    Termination,
)
from reflectgit.policy import Policy, policy_digest, render_policy
from reflectgit.stages.ledger import signature_of
from reflectgit.stages.lifecycle import apply_lifecycle, fold
from reflectgit.stages.thresholds import RULES_VERSION
from reflectgit.store.initialise import ATTRIBUTES

STATEMENT = "Ask whether an optional key is there before a parsed payload is indexed by it."


def termination(
    number: int = 1, *, key: str = "discount", repo: str = "acme/shop", **changes: Any
) -> Termination:
    """One failure that ended; `number` tells tasks apart, `key` signatures."""
    made = Termination(
        failure_id=f"label-{number}",
        task=Task(id=f"task-{number}", repo=repo, description="total a cart", paths=["shop/cart.py"]),
        failure=Failure(class_="KeyError", message=f"KeyError: '{key}'", site="shop/cart.py:total"),
        outcome="resolved",
        traces=[
            Item(
                id="plan-1",
                component=11,
                kind="plan",
                origin="stated",
                content=f"Index the {key} of run {number}.",
            ),
            Item(
                id="exec-1",
                component=11,
                kind="execution",
                origin="observed",
                content=f"Traceback (most recent call last):\n  cart.py\nKeyError: '{key}'\n",
            ),
        ],
        diagnosis=Diagnosis(
            id="diag-1", component=13, kind="diagnosis", origin="stated", content=f"{key} is optional"
        ),
        repair=Item(
            id="repair-1", component=14, kind="repair", origin="observed", content=f"+ cart.get('{key}')"
        ),
    )
    return replace(made, **changes)


def reflection(lesson: str = STATEMENT) -> Reflection:
    return Reflection(
        outcome="resolved",
        failed_assumption="that the key is always there",
        overlooked_evidence="KeyError in the run",
        strategy_error="",
        violated_invariant="",
        evidence_ids=["plan-1", "exec-1"],
        counterfactual="asking first",
        candidate_lesson=lesson,
        scope="lang:python optional keys",
        confidence=0.7,
    )


def checked(field_: str, item: str, verdict: Any = "supported") -> Check:
    compared = [Comparison(what="exception: KeyError", with_=item, result="found")]
    return Check(claim=field_, cited=[item], kind="observation", compared=compared, verdict=verdict)


def decide(ended: Termination, lesson: str = STATEMENT, **changes: Any) -> DecidedTermination:
    """An admission of `lesson` on the failure; `changes` go into the decision."""
    record = EvidenceRecord(
        failure_id=identity.failure_id(ended),
        outcome=ended.outcome,
        traces=ended.traces,
        diagnosis=ended.diagnosis,
        repair_delta=ended.repair,
        successful_trajectory=ended.successful_trajectory,
    )
    decision = admitted(record, signature_of(ended.failure).signature, lesson, changes.get("supersedes"))
    return DecidedTermination(
        label=str(ended.failure_id),
        task=ended.task,
        failure=ended.failure,
        signature=signature_of(ended.failure),
        evidence_record=record,
        decision=replace(decision, **changes),
    )


def admitted(record: EvidenceRecord, signature: str, lesson: str, supersedes: str | None) -> Decision:
    said = reflection(lesson)
    name = identity.lesson_id(lesson, record.failure_id, supersedes)
    admission = Admission(admitted=True, lesson_id=name, rejected_reason=None, unattached_candidate=False)
    stages = Stages(
        ledger=LedgerLookup(signature=signature, reflected_before=False, prior_reflection_id=None),
        grounding=Grounding(grounded=True, verdict="grounded", unresolved_claims=[]),
        generalization=Generalization(
            generalized=True,
            adjusted_scope="repo:acme/shop lang:python error:KeyError optional keys",
            contradicts_lesson_id=None,
            counterexample_ids=[],
        ),
        calibration=Calibration(
            deduped="new", calibration="calibrated", calibrated_lesson=lesson, episodic_only=False
        ),
        admission=admission,
        lifecycle=apply_lifecycle(admission, said),
    )
    return Decision(
        decision="admitted",
        lesson_id=name,
        supersedes=supersedes,
        joins=[],
        rejected_reason=None,
        violation=None,
        unattached_candidate=False,
        grade="C",
        reflection=said,
        reflection_digest=identity.digest(said),
        checks=[checked("failed_assumption", "plan-1"), checked("overlooked_evidence", "exec-1")],
        policy_digest=policy_digest(Policy()),
        rules_version=RULES_VERSION,
        stages=stages,
    )


def merge(ended: Termination, into: DecidedTermination) -> DecidedTermination:
    """A candidate on another failure that joins the lesson of `into`."""
    name = into.decision.lesson_id
    return decide(ended, decision="merged", lesson_id=name, joins=[into.evidence_record.failure_id])


def hold(ended: Termination, lesson: str = STATEMENT) -> DecidedTermination:
    """A candidate that nothing carries, kept unattached."""
    empty = [Comparison(what="agreement: of this claim with anything", with_="", result="nothing to check")]
    grounding = Grounding(grounded=False, verdict="speculative", unresolved_claims=["failed_assumption"])
    return decide(
        ended,
        lesson,
        decision="rejected",
        lesson_id=None,
        rejected_reason="thin_evidence",
        unattached_candidate=True,
        grade="D",
        checks=[replace(checked("failed_assumption", "plan-1", "nothing to check"), compared=empty)],
        stages=Stages(grounding=grounding),
    )


def reject(ended: Termination) -> DecidedTermination:
    """A refusal whose text is not kept."""
    grounding = Grounding(grounded=False, verdict="speculative", unresolved_claims=["failed_assumption"])
    return decide(
        ended,
        decision="rejected",
        lesson_id=None,
        rejected_reason="speculative",
        grade="D",
        reflection=None,
        checks=[checked("failed_assumption", "plan-1", "unsupported")],
        stages=Stages(grounding=grounding),
    )


def outcome(
    lesson: str, task: str = "later-1", *, repo: str = "acme/blog", result: Any = "resolved"
) -> OutcomeEvent:
    name = identity.event_id(task, repo, result, [lesson])
    return OutcomeEvent(
        event_id=name, task=task, repo=repo, outcome=result, applied=[lesson], retrieved=[lesson], key=""
    )


@dataclass
class Ledger:
    """What a store is to hold. `files` gives it as bytes by path."""

    terminations: list[DecidedTermination] = field(default_factory=list)
    outcomes: list[OutcomeEvent] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)

    def lessons(self) -> dict[str, Lesson]:
        return fold(self.terminations, self.outcomes, self.rulings, Policy())

    def files(self) -> dict[str, bytes]:
        made: dict[str, Any] = {identity.termination_path(one): one for one in self.terminations}
        made |= {identity.outcome_path(one): one for one in self.outcomes}
        made |= {identity.ruling_path(one): one for one in self.rulings}
        made |= {identity.lesson_path(one.type, name): one for name, one in self.lessons().items()}
        return {path: to_yaml(value) for path, value in made.items()}


def base_files() -> dict[str, bytes]:
    return {
        "reflectgit.toml": render_policy(Policy()).encode(),
        ".gitattributes": ATTRIBUTES.encode(),
    }


def git(folder: Path, *args: str, **options: Any) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *args], capture_output=True, text=True, check=False, **options
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def commit(folder: Path, files: Mapping[str, bytes | None], message: str = "change the store") -> str:
    """Write (None: delete) the files and commit them with plain git."""
    for path, data in files.items():
        where = folder / path
        if data is None:
            where.unlink()
            continue
        where.parent.mkdir(parents=True, exist_ok=True)
        where.write_bytes(data)
    git(folder, "add", "-A", ".")
    git(folder, "commit", "-q", "--allow-empty", "-F", "-", input=message)
    return git(folder, "rev-parse", "HEAD").strip()


def many(count: int, *, start: int = 1) -> Iterable[DecidedTermination]:
    """Admissions of different lessons on different failures."""
    for number in range(start, start + count):
        yield decide(termination(number, key=f"key_{number}"), f"Lesson {number}: {STATEMENT}")
