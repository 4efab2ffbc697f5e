"""One failure and one reflection, from the files that describe them to a commit, or to a recorded refusal.

The only place where judging (`pipeline`) and keeping (`store`) meet. The rules kept here:

* Lock, read, decide, write: the decision is made on the commit that is read under the lock. A model is asked before,
  so that a slow one holds nobody up, and what it said is judged on what the store holds afterwards.
* Decided once (CONTRACT): a termination that the store has decided is not decided again. The same reflection gets
  the same answer and no commit, another one is shown the earlier decision.
* Files under ``lessons/`` are the fold over the ledger, never edited by themselves.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from reflectgit.formats.emit import to_yaml
from reflectgit.identity import failure_id, lesson_path, ruling_path, termination_path
from reflectgit.image import Additions, commits, folded, lowered
from reflectgit.knowledge import known_near
from reflectgit.model import (
    CLAIM_FIELDS,
    Check,
    CheckVerdict,
    DecidedTermination,
    Decision,
    DecisionKind,
    EvidenceRecord,
    Grade,
    Lesson,
    Reflection,
    RejectedReason,
    Ruling,
    Stages,
    Termination,
    Value,
)
from reflectgit.pending import ReviewState, branch_name, owed, proposal, proposed, state
from reflectgit.pipeline import Judged, judge
from reflectgit.policy import Policy, read_policy
from reflectgit.stages.evidence import collect_evidence, prepare
from reflectgit.stages.known import NOTHING_KNOWN
from reflectgit.stages.ledger import lookup_reflection_signature, signature_of
from reflectgit.stages.reflect import SignatureContext, Violation, check_form, prepare_reflection, reflect
from reflectgit.store.branches import Branch
from reflectgit.store.change import Change, Committed
from reflectgit.store.index import Index, View
from reflectgit.store.layout import POLICY_FILE
from reflectgit.store.repository import Store
from reflectgit.store.snapshot import Snapshot

Proposal = Reflection | Violation


class Answer(Value, frozen=True, kw_only=True):
    """What `admit` and `learn` answer (CONTRACT, "What they print with --json").

    `recorded` tells whether the store holds this decision now, `commit` the commit that this call made (None where
    it made none). `review` is what became of a lesson that a person has to approve, None where nobody is asked; while
    it waits, `branch` is where it can be read, and there is no `path` yet. Two members are not printed as JSON:
    `lesson`, as the store holds it or, after a dry run or before its approval, as it would be; and `already_decided`,
    True where another reflection had been decided before, so that what is told is the earlier decision.
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
    review: ReviewState | None = None
    branch: str | None = None
    lesson: Lesson | None = None
    already_decided: bool = False


class LintReport(Value, frozen=True, kw_only=True):
    """Form and quotes of a reflection, without a judgement.

    `checks`: for each claim the quotes and citations in it, and whether something is cited that can carry it. A
    claim in which there is nothing of that has no comparison and the verdict "nothing to check".
    """

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
    is given as the `Violation` that says so. On a decided failure the form comes first, then the earlier decision.

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
    policy = policy_at(snapshot)
    prepared = prepare(termination, policy)
    with Index.open(store).at(snapshot) as view:
        earlier = _earlier(view, prepared)
        if earlier:
            return _told(earlier[0], view, policy, already_decided=True)
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
    judged = judge(termination, reflection, NOTHING_KNOWN, policy)
    checks = [_form_of(check) for check in judged.checks if check.claim in CLAIM_FIELDS]
    return LintReport(violation=None, checks=checks)


#: What an author can mend without knowing how the story will be judged.
_FORM = ("quote", "citation", "kind")


def _form_of(check: Check) -> Check:
    compared = [one for one in check.compared if one.what.partition(":")[0] in _FORM]
    wrong = any(one.result == "missing" for one in compared)
    verdict: CheckVerdict = "unsupported" if wrong else "supported" if compared else "nothing to check"
    return msgspec.structs.replace(check, compared=compared, verdict=verdict)


# --- deciding under the lock ------------------------------------------------------------------------------


class _Outcome(NamedTuple):
    """What an operation came to: its answer so far, and the commits and branches that it asks for."""

    answer: Answer
    changes: tuple[Change, ...]
    branches: tuple[Branch, ...] = ()


def _settle(
    store: Store, termination: Termination, proposal: Proposal, *, keep_violation: bool, dry_run: bool
) -> Answer:
    outcome: list[_Outcome] = []

    def operation(snapshot: Snapshot) -> Sequence[Change]:
        outcome[:] = [_decide(store, snapshot, termination, proposal, keep_violation)]
        return outcome[0].changes

    if dry_run:
        operation(store.snapshot())
        committed = None
    else:
        committed = store.transact(operation, beside=lambda _: outcome[0].branches)
    return _stamped(outcome[0], committed)


def _stamped(outcome: _Outcome, committed: Committed | None) -> Answer:
    if committed is None:
        return outcome.answer
    return msgspec.structs.replace(outcome.answer, recorded=True, commit=committed.commits[0])


def _decide(
    store: Store, snapshot: Snapshot, termination: Termination, proposal: Proposal, keep_violation: bool
) -> _Outcome:
    policy = policy_at(snapshot)
    with Index.open(store).at(snapshot) as view:
        prepared = prepare(termination, policy)
        reflection = proposal if isinstance(proposal, Reflection) else None
        known = known_near(store, snapshot, view, prepared, reflection)
        judged = judge(termination, proposal, known, policy)
        earlier = _earlier(view, prepared)
        decided = _again(earlier, judged, view, policy) if earlier else None
        at_fault = judged.decision.decision == "violation" and not keep_violation
        if at_fault and (decided is None or decided.already_decided):
            return _Outcome(_fresh(judged, None), ())
        if decided is not None:
            return _Outcome(decided, ())
        return _recorded(view, snapshot, policy, judged)


def _recorded(view: View, snapshot: Snapshot, policy: Policy, judged: Judged) -> _Outcome:
    """The decision as it enters the ledger; a lesson that a person has to approve goes to a branch of its own."""
    decided, name = judged.decided(), judged.decision.lesson_id or ""
    taken = owed(view, policy, [name] if judged.decision.decision == "merged" else [])
    approvals = [one.ruling for one in taken if one.fault is None]
    rulings = (*judged.rulings, *approvals)
    found = folded(view, policy, Additions(decided=(decided,), rulings=rulings))
    lesson = found.lessons.get(name)
    trailers = [*_trailers(judged), *[("Reflectgit-Op", "approve") for _ in approvals]]
    if judged.decision.decision != "admitted" or lesson is not None:
        first = Change(_ledger_files(decided, rulings), _subject(judged, lesson), trailers)
        return _Outcome(_fresh(judged, lesson), tuple(commits(view, snapshot, found, first)[0]))
    lesson = proposed(view, policy, name, decided, rulings)
    subject = f"admit for review: {lowered(lesson.statement)}"
    first = Change(_ledger_files(decided, rulings), subject, trailers)
    branch = proposal(name, judged.record.failure_id, lesson)
    answer = _waiting(_fresh(judged, lesson))
    return _Outcome(answer, tuple(commits(view, snapshot, found, first)[0]), (branch,))


def _waiting(answer: Answer) -> Answer:
    return msgspec.structs.replace(answer, review="waiting", branch=branch_name(answer.failure_id), path=None)


def _earlier(view: View, prepared: Termination) -> list[DecidedTermination]:
    """What the store decided on this very failure; two clones may have decided it apart.

    The same task, signature and evidence is the same failure, in whatever spacing and under whatever names of items it
    is told again: new evidence makes another one, other words about the task do not (CONTRACT, "Decided once").
    """
    rows = view.terminations(failure_id=failure_id(prepared))
    if rows:
        return [view.whole(row) for row in rows]
    signature, repo = signature_of(prepared.failure).signature, prepared.task.repo.lower()
    there = view.terminations(signature=signature, task=prepared.task.id)
    of_task = [view.whole(row) for row in there if row.value.task.repo.lower() == repo]
    evidence = _evidence(collect_evidence(prepared))
    return [one for one in of_task if _evidence(one.evidence_record) == evidence]


def _evidence(record: EvidenceRecord) -> list[tuple[str, str]]:
    """What the items of a record say, in one order."""
    return sorted((item.kind, " ".join(item.content.split())) for item in record.items())


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


def _again(earlier: list[DecidedTermination], judged: Judged, view: View, policy: Policy) -> Answer:
    """The same reflection gets the same answer; another one is shown the earlier decision."""
    digest = judged.decision.reflection_digest
    same = [one for one in earlier if one.decision.reflection_digest == digest]
    return _told((same or earlier)[0], view, policy, already_decided=not same)


# --- files and words of the commit -------------------------------------------------------------------------


def _ledger_files(decided: DecidedTermination, rulings: Iterable[Ruling]) -> dict[str, bytes | None]:
    files: dict[str, bytes | None] = {ruling_path(ruling): to_yaml(ruling) for ruling in rulings}
    return {termination_path(decided): to_yaml(decided), **files}


def _subject(judged: Judged, lesson: Lesson | None) -> str:
    """A sentence that tells what was decided; of a candidate that was not let in it repeats no word."""
    decision, failure = judged.decision, judged.termination.failure
    if lesson is not None:
        return f"{'admit' if decision.decision == 'admitted' else 'merge'}: {lowered(lesson.statement)}"
    where = f"{failure.class_} in {failure.site or judged.termination.task.repo}"
    verbs = {"rejected": "reject", "abstained": "abstain"}
    reason = f" ({decision.rejected_reason})" if decision.rejected_reason else ""
    return f"{verbs.get(decision.decision, decision.decision)}: {where}{reason}"


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


def _fresh(judged: Judged, lesson: Lesson | None) -> Answer:
    """The answer before anything is recorded; its checks may still name what the claims said."""
    return _answer(judged.decided(), judged.checks, lesson, recorded=False, already_decided=False)


def _told(decided: DecidedTermination, view: View, policy: Policy, *, already_decided: bool) -> Answer:
    """The answer that the store has given before."""
    decision, name = decided.decision, decided.decision.lesson_id or ""
    row = view.lesson(name)
    review = state(view, policy, decision)
    lesson = row.value if row else proposed(view, policy, name) if review == "waiting" else None
    told = _answer(decided, decision.checks, lesson, recorded=True, already_decided=already_decided)
    return _waiting(told) if review == "waiting" else msgspec.structs.replace(told, review=review)


def _answer(
    decided: DecidedTermination,
    checks: list[Check],
    lesson: Lesson | None,
    *,
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
        path=lesson_path(lesson.type, decision.lesson_id or "") if lesson else None,
        commit=None,
        rejected_reason=decision.rejected_reason,
        violation=decision.violation,
        unattached_candidate=decision.unattached_candidate,
        grade=decision.grade,
        checks=checks,
        stages=decision.stages,
        lesson=lesson,
        already_decided=already_decided,
    )
