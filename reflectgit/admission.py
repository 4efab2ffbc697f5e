"""One failure and one reflection, from the files that describe them to a commit, or to a recorded refusal.

The only place where judging (`pipeline`) and keeping (`store`) meet. The rules kept here:

* Lock, read, decide, write: the decision is made on the commit that is read under the lock. A model is asked before,
  so that a slow one holds nobody up, and what it said is judged on what the store holds afterwards.
* Decided once (CONTRACT): a termination that the store has decided is not decided again. The same reflection gets
  the same answer and no commit, another one is shown the earlier decision.
* Files under ``lessons/`` are the fold over the ledger, never edited by themselves.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from reflectgit.formats.emit import rewrite, to_yaml
from reflectgit.identity import failure_id, lesson_path, slug, termination_path
from reflectgit.model import (
    Check,
    DecidedTermination,
    Decision,
    DecisionKind,
    Grade,
    Lesson,
    Reflection,
    RejectedReason,
    Stages,
    Termination,
    Value,
)
from reflectgit.pipeline import Judged, judge
from reflectgit.policy import Policy, read_policy
from reflectgit.stages.evidence import collect_evidence, prepare
from reflectgit.stages.ledger import lookup_reflection_signature, signature_of
from reflectgit.stages.lifecycle import fold
from reflectgit.stages.reflect import SignatureContext, Violation, check_form, prepare_reflection, reflect
from reflectgit.store.change import Change, Committed
from reflectgit.store.index import Index, View
from reflectgit.store.layout import POLICY_FILE
from reflectgit.store.repository import Store
from reflectgit.store.snapshot import Snapshot

Proposal = Reflection | Violation


class Answer(Value, frozen=True, kw_only=True):
    """What `admit` and `learn` answer (CONTRACT, "What they print with --json").

    `recorded` tells whether the store holds this decision now, `commit` the commit that this call made (None where
    it made none). `already_decided` is True where another reflection had been decided before: what is told then
    is the earlier decision.
    """

    failure_id: str
    label: str | None
    signature: str
    decision: DecisionKind
    recorded: bool
    lesson_id: str | None
    path: str | None
    commit: str | None
    rejected_reason: RejectedReason | None
    violation: str | None
    unattached_candidate: bool
    grade: Grade | None
    checks: list[Check]
    stages: Stages
    already_decided: bool = False


class LintReport(Value, frozen=True, kw_only=True):
    """Form and quotes of a reflection, without a judgement. `checks` hold the comparisons of quotes alone."""

    violation: str | None
    checks: list[Check]


def policy_at(snapshot: Snapshot) -> Policy:
    """The policy that is committed in the store; the defaults where there is none.

    Raises:
        BadInput: the committed ``reflectgit.toml`` is not valid.
    """
    data = snapshot.read(POLICY_FILE)
    return Policy() if data is None else read_policy(data.decode("utf-8", "replace"), POLICY_FILE)


def admit(store: Store, termination: Termination, reflection: Proposal, *, dry_run: bool = False) -> Answer:
    """Judge a reflection that a person or an agent wrote, and keep the decision in one commit.

    A fault of form is told and not recorded; every other decision is. What could not be read as a reflection at all
    is given as the `Violation` that says so. On a decided failure the earlier decision comes first.

    Raises:
        BadInput: the termination is not complete.
        StoreError: the store or git could not do it; nothing was changed.
    """
    return _settle(store, termination, reflection, keep_violation=False, dry_run=dry_run)


def learn(
    store: Store, termination: Termination, proposer: Callable[[str], str], *, dry_run: bool = False
) -> Answer:
    """The whole loop: ask the proposer once, judge what it says, keep the decision in one commit.

    A proposal that is no reflection is a recorded violation (build spec 4, "Parse-failure fallback"). On a failure
    that is decided already the proposer is not asked.

    Raises:
        BadInput: the termination is not complete.
        ReflectgitError: the proposer could not be run; nothing was changed.
        StoreError: the store or git could not do it; nothing was changed.
    """
    snapshot = store.snapshot()
    prepared = prepare(termination, policy_at(snapshot))
    with Index.open(store).at(snapshot) as view:
        earlier = _earlier(view, prepared)
        if earlier:
            return _told(earlier[0], view, already_decided=True)
        context = _context(prepared, _live(view, prepared))
    proposal = reflect(collect_evidence(prepared), context, proposer)
    return _settle(store, termination, proposal, keep_violation=True, dry_run=dry_run)


def lint(termination: Termination, reflection: Reflection, policy: Policy | None = None) -> LintReport:
    """Form and quotes alone: what an author can mend before the reflection is judged.

    Raises:
        BadInput: the termination is not complete.
    """
    policy = policy or Policy()
    record = collect_evidence(prepare(termination, policy))
    fault = check_form(prepare_reflection(reflection, policy), record)
    if fault:
        return LintReport(violation=fault.said, checks=[])
    judged = judge(termination, reflection, {}, policy)
    return LintReport(violation=None, checks=list(_quotes_alone(judged.checks)))


def _quotes_alone(checks: Iterable[Check]) -> Iterator[Check]:
    for check in checks:
        quotes = [one for one in check.compared if one.what.startswith("quote")]
        if quotes:
            right = all(one.result == "found" for one in quotes)
            verdict = "supported" if right else "unsupported"
            yield msgspec.structs.replace(check, compared=quotes, verdict=verdict)


# --- deciding under the lock ------------------------------------------------------------------------------


class _Outcome(NamedTuple):
    """What an operation came to: its answer so far, and the change that it asks for."""

    answer: Answer
    change: Change | None


def _settle(
    store: Store, termination: Termination, proposal: Proposal, *, keep_violation: bool, dry_run: bool
) -> Answer:
    outcome: list[_Outcome] = []

    def operation(snapshot: Snapshot) -> Change | None:
        outcome[:] = [_decide(store, snapshot, termination, proposal, keep_violation)]
        return outcome[0].change

    if dry_run:
        operation(store.snapshot())
        committed = None
    else:
        committed = store.transact(operation)
    return _stamped(outcome[0], committed)


def _stamped(outcome: _Outcome, committed: Committed | None) -> Answer:
    if committed is None:
        return outcome.answer
    return msgspec.structs.replace(outcome.answer, recorded=True, commit=committed.commit)


def _decide(
    store: Store, snapshot: Snapshot, termination: Termination, proposal: Proposal, keep_violation: bool
) -> _Outcome:
    policy = policy_at(snapshot)
    with Index.open(store).at(snapshot) as view:
        prepared = prepare(termination, policy)
        judged = judge(termination, proposal, _live(view, prepared), policy)
        earlier = _earlier(view, prepared)
        if earlier:
            return _Outcome(_again(earlier, judged, view), None)
        if judged.decision.decision == "violation" and not keep_violation:
            return _Outcome(_fresh(judged, None), None)
        decided = judged.decided()
        files = _ledger_file(decided) | _image(view, snapshot, decided, policy)
        lesson = _path_of(decided.decision.lesson_id, files)
        change = Change(files, _subject(judged), _trailers(judged))
        return _Outcome(_fresh(judged, lesson), change)


def _earlier(view: View, prepared: Termination) -> list[DecidedTermination]:
    """What the store decided on this very failure; two clones may have decided it apart."""
    return [view.whole(row) for row in view.terminations(failure_id=failure_id(prepared))]


def _live(view: View, prepared: Termination) -> dict[str, Lesson]:
    """The lessons of this failure's signature that nothing has superseded, by id."""
    signature = signature_of(prepared.failure)
    rows = [view.lesson(name) for name in view.lesson_ids(signature.signature)]
    return {row.id: row.value for row in rows if row is not None and row.value.superseded_by is None}


def _context(prepared: Termination, live: Mapping[str, Lesson]) -> SignatureContext:
    """What the proposer may know of the ledger (build spec 4, prompt input 2)."""
    signature = signature_of(prepared.failure)
    return SignatureContext(
        signature=signature,
        lookup=lookup_reflection_signature(signature, sorted(live)),
        known={name: lesson.statement for name, lesson in live.items()},
    )


def _again(earlier: list[DecidedTermination], judged: Judged, view: View) -> Answer:
    """The same reflection gets the same answer; another one is shown the earlier decision."""
    digest = judged.decision.reflection_digest
    same = [one for one in earlier if one.decision.reflection_digest == digest]
    return _told((same or earlier)[0], view, already_decided=not same)


# --- files and words of the commit -------------------------------------------------------------------------


def _ledger_file(decided: DecidedTermination) -> dict[str, bytes | None]:
    return {termination_path(decided): to_yaml(decided)}


def _image(
    view: View, snapshot: Snapshot, decided: DecidedTermination, policy: Policy
) -> dict[str, bytes | None]:
    """The files under ``lessons/`` that this decision changes: the fold over all that concerns its lesson."""
    if decided.decision.lesson_id is None:
        return {}
    ids = {decided.decision.lesson_id, *_same_statement(view, decided)}
    records = [view.whole(row) for name in ids for row in view.terminations(lesson_id=name)]
    outcomes = [row.value for name in ids for row in view.outcomes(name)]
    rulings = [row.value for name in ids for row in view.rulings(name)]
    lessons = fold([*records, decided], outcomes, rulings, policy)
    return _lesson_files(view, snapshot, lessons)


def _same_statement(view: View, decided: DecidedTermination) -> set[str]:
    """Lessons that say the same to the letter: with the same statement the ids begin with the same slug."""
    calibration = decided.decision.stages.calibration
    statement = calibration.calibrated_lesson if calibration else ""
    rows = [view.lesson(name) for name in view.lessons_beginning(slug(statement) + "-")]
    return {row.id for row in rows if row is not None and row.value.statement == statement}


def _lesson_files(view: View, snapshot: Snapshot, lessons: Mapping[str, Lesson]) -> dict[str, bytes | None]:
    """New bytes of the lessons that changed; a lesson that changed its level leaves its old path."""
    files: dict[str, bytes | None] = {}
    for name, lesson in lessons.items():
        path, row = lesson_path(lesson.type, name), view.lesson(name)
        if row is not None and row.path != path:
            files[row.path] = None
        if row is None:
            files[path] = to_yaml(lesson)
        elif row.value != lesson:
            files[path] = rewrite(snapshot.read(row.path) or b"", lesson)
    return files


def _path_of(lesson: str | None, files: Mapping[str, bytes | None]) -> str | None:
    return next((path for path, data in files.items() if data and path.endswith(f"/{lesson}.yaml")), None)


def _subject(judged: Judged) -> str:
    """A sentence that tells what was decided; of a refused candidate it repeats no word."""
    decision, failure = judged.decision, judged.termination.failure
    where = f"{failure.class_} in {failure.site or judged.termination.task.repo}"
    calibration = decision.stages.calibration
    if decision.decision == "admitted" and calibration:
        return f"admit: {_lowered(calibration.calibrated_lesson)}"
    if decision.decision == "merged" and calibration:
        return f"merge: {_lowered(calibration.calibrated_lesson)}"
    verbs = {"rejected": "reject", "abstained": "abstain", "violation": "violation"}
    reason = f" ({decision.rejected_reason})" if decision.rejected_reason else ""
    return f"{verbs[decision.decision]}: {where}{reason}"


def _lowered(statement: str) -> str:
    """The statement as the middle of a sentence; an acronym or a name in capitals keeps its case."""
    return statement[:1].lower() + statement[1:] if statement[1:2].islower() else statement


def _trailers(judged: Judged) -> list[tuple[str, str]]:
    decision = judged.decision
    operation = {"admitted": "admit", "merged": "merge", "rejected": "reject", "abstained": "abstain"}
    trailers = [
        ("Reflectgit-Op", operation.get(decision.decision, "violation")),
        ("Reflectgit-Lesson", decision.lesson_id),
        ("Reflectgit-Failure", judged.record.failure_id),
        ("Reflectgit-Signature", judged.signature.signature),
        ("Reflectgit-Reason", _reason(decision)),
    ]
    return [(name, text) for name, text in trailers if text]


def _reason(decision: Decision) -> str | None:
    if decision.rejected_reason:
        return decision.rejected_reason
    if decision.decision == "violation":
        return "violation"
    return f"grade {decision.grade}" if decision.grade else None


# --- answers -----------------------------------------------------------------------------------------------


def _fresh(judged: Judged, path: str | None) -> Answer:
    """The answer before anything is recorded; its checks may still name what the claims said."""
    return _answer(judged.decided(), judged.checks, path=path, recorded=False, already_decided=False)


def _told(decided: DecidedTermination, view: View, *, already_decided: bool) -> Answer:
    """The answer that the store has given before."""
    name = decided.decision.lesson_id
    row = view.lesson(name) if name else None
    path = row.path if row else None
    return _answer(
        decided, decided.decision.checks, path=path, recorded=True, already_decided=already_decided
    )


def _answer(
    decided: DecidedTermination,
    checks: list[Check],
    *,
    path: str | None,
    recorded: bool,
    already_decided: bool,
) -> Answer:
    decision = decided.decision
    return Answer(
        failure_id=decided.evidence_record.failure_id,
        label=decided.label,
        signature=decided.signature.signature,
        decision=decision.decision,
        recorded=recorded,
        lesson_id=decision.lesson_id,
        path=path,
        commit=None,
        rejected_reason=decision.rejected_reason,
        violation=decision.violation,
        unattached_candidate=decision.unattached_candidate,
        grade=decision.grade,
        checks=checks,
        stages=decision.stages,
        already_decided=already_decided,
    )
