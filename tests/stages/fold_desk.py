"""Small ledgers for the tests of the fold: decisions, outcomes and rulings from few ids, and a store over lists."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from reflectgit.identity import event_id, lesson_id
from reflectgit.model import (
    Calibration,
    Check,
    DecidedTermination,
    Decision,
    Diagnosis,
    EvidenceRecord,
    Failure,
    Generalization,
    Item,
    Lesson,
    Lifecycle,
    OutcomeEvent,
    Reflection,
    Ruling,
    Stages,
    Task,
)
from reflectgit.policy import Policy
from reflectgit.stages.fold_ledger import statement_of
from reflectgit.stages.ledger import signature_of
from reflectgit.stages.lifecycle import Fold, survey

POLICY = Policy()
STATEMENT = "Add, do not overwrite."


def decided(
    number: int,
    statement: str = STATEMENT,
    *,
    repo: str = "depot/stock",
    merged_into: str | None = None,
    supersedes: str | None = None,
    stated: float = 0.9,
    grade: Any = "C",
    flagged: bool = False,
    episodic_only: bool = False,
    outcome: Any = "resolved",
    variant: str = "",
    joins: Sequence[int] = (),
) -> DecidedTermination:
    """A failure that was decided; `number` is its id, `variant` makes another decision of the same failure.

    `joins`: the numbers of the failures that it bears out beside those of the lesson.
    """
    name = f"f-{number:016x}"
    record = EvidenceRecord(
        failure_id=name,
        outcome=outcome,
        traces=[Item(id="run-1", component=11, kind="execution", content=f"{number}")],
        diagnosis=Diagnosis(id="diag-1", component=13, kind="diagnosis", content="why"),
        repair_delta=Item(id="repair-1", component=14, kind="repair", content="+"),
        successful_trajectory=None,
    )
    failure = Failure(class_="KeyError", message=f"KeyError: 'k{number}'", site="a.py:f")
    reflection = msgspec.convert(
        {name.name: "" for name in msgspec.structs.fields(Reflection)}
        | {
            "outcome": outcome,
            "evidence_ids": ["run-1"],
            "candidate_lesson": statement,
            "confidence": stated,
        },
        Reflection,
    )
    decision = Decision(
        decision="merged" if merged_into else "admitted",
        lesson_id=merged_into or lesson_id(statement, name, supersedes),
        supersedes=supersedes,
        joins=[f"f-{one:016x}" for one in sorted({*joins, *([1] if merged_into else [])})],
        rejected_reason=None,
        violation=None,
        unattached_candidate=False,
        grade=grade,
        reflection=reflection,
        reflection_digest=variant,
        checks=[
            Check(
                claim="overlooked_evidence",
                cited=["run-1"],
                kind="observation",
                compared=[],
                verdict="supported",
            )
        ],
        policy_digest="",
        rules_version=1,
        stages=Stages(
            generalization=Generalization(
                generalized=True,
                adjusted_scope=f"repo:{repo} lang:python error:KeyError merging",
                contradicts_lesson_id=None,
                counterexample_ids=[],
            ),
            calibration=Calibration(
                deduped="new",
                calibration="calibrated",
                calibrated_lesson=statement,
                episodic_only=episodic_only,
            ),
            lifecycle=Lifecycle(
                level="episodic",
                action="redflag" if flagged else "admit",
                superseded_by=None,
                red_flag_class=flagged,
                confidence_cap="lowest" if flagged else None,
            ),
        ),
    )
    return DecidedTermination(
        label=None,
        task=Task(id=f"T-{number}", repo=repo),
        failure=failure,
        signature=signature_of(failure),
        evidence_record=record,
        decision=decision,
    )


def held(number: int, statement: str = STATEMENT, **told: Any) -> DecidedTermination:
    """A failure whose candidate waits unattached: nothing of it could be checked but what the run shows."""
    one = decided(number, statement, grade="D", **told)
    thin = Check(
        claim="failed_assumption",
        cited=["plan-1"],
        kind="assumption",
        compared=[],
        verdict="nothing to check",
    )
    decision = msgspec.structs.replace(
        one.decision,
        decision="rejected",
        lesson_id=None,
        rejected_reason="thin_evidence",
        unattached_candidate=True,
        checks=[thin, *one.decision.checks],
    )
    return msgspec.structs.replace(one, decision=decision)


def id_of(one: DecidedTermination) -> str:
    return one.decision.lesson_id or ""


def event(lesson: str, outcome: Any, repo: str, key: str = "") -> OutcomeEvent:
    return OutcomeEvent(
        event_id=event_id("T", repo, outcome, [lesson], key),
        task="T",
        repo=repo,
        outcome=outcome,
        applied=[lesson],
        retrieved=[lesson],
        key=key,
    )


def helped(lesson: str, count: int, kind: str = "far") -> list[OutcomeEvent]:
    return [event(lesson, "resolved", f"{kind}/away-{number}") for number in range(count)]


def hurt(lesson: str, count: int = 3) -> list[OutcomeEvent]:
    return [event(lesson, "worse", "depot/stock", key=f"{number}") for number in range(count)]


def against(lesson: str, exclusion: str | None = None, number: int = 255, **more: Any) -> Ruling:
    """A failure that speaks against the lesson."""
    failure = f"f-{number:016x}"
    return Ruling(op="counterexample", lesson_id=lesson, failure_id=failure, exclusion=exclusion, **more)


def contradiction(one: str, other: str) -> Ruling:
    return Ruling(op="contradiction", lesson_id=one, other=other, rule="opposite advice")


class Files(NamedTuple):
    """The files of a ledger, some perhaps twice; it is a store too, as `fold_closure.Lookup` asks for."""

    terminations: Sequence[DecidedTermination] = ()
    outcomes: Sequence[OutcomeEvent] = ()
    rulings: Sequence[Ruling] = ()

    def survey(self, policy: Policy = POLICY) -> Fold:
        return survey(*self, policy)

    def lessons(self, policy: Policy = POLICY) -> dict[str, Lesson]:
        return self.survey(policy).lessons


class Store:
    """What `fold_closure` asks, answered from files; lessons as a policy gives them."""

    def __init__(self, files: Files, policy: Policy = POLICY) -> None:
        self._files = files
        self._lessons = files.lessons(policy)

    def decided(self, lesson_id: str) -> list[DecidedTermination]:
        decisions = [(one, one.decision) for one in self._files.terminations]
        return [one for one, told in decisions if lesson_id in (told.lesson_id, told.supersedes)]

    def of_failure(self, failure_id: str) -> list[DecidedTermination]:
        return [one for one in self._files.terminations if one.evidence_record.failure_id == failure_id]

    def held(self, failure_id: str) -> list[DecidedTermination]:
        return [one for one in self.of_failure(failure_id) if one.decision.unattached_candidate]

    def saying(self, statement: str) -> Iterator[DecidedTermination]:
        approved = {
            one.lesson_id for one in self._files.rulings if one.op == "approve" and one.text == statement
        }
        return (
            one
            for one in self._files.terminations
            if statement_of(one) == statement or one.decision.lesson_id in approved
        )

    def outcomes(self, lesson_id: str) -> Iterable[OutcomeEvent]:
        return [one for one in self._files.outcomes if lesson_id in one.applied]

    def rulings(self, lesson_id: str) -> Iterable[Ruling]:
        return [one for one in self._files.rulings if lesson_id in (one.lesson_id, one.other)]

    def supersedes(self, lesson_id: str) -> str | None:
        lesson = self._lessons.get(lesson_id)
        return lesson.supersedes if lesson else None
