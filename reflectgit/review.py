"""What a person says of a lesson that waits (policy `review = "required"`): approved, also in other words, or refused.

An approval puts the lesson through the gate again, on what the store holds today: it may say the same as a lesson that
came meanwhile, and joins that one; or the rules of today do not let it in: nothing is recorded then, and it waits on.
A ruling is final: the ledger is a set, in which a later word cannot take an earlier one back.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import msgspec

from reflectgit.admission import policy_at
from reflectgit.errors import BadInput, BadUsage, NotFound
from reflectgit.formats.inputs import read_as
from reflectgit.identity import lesson_path
from reflectgit.image import Additions, commits, folded, is_lesson
from reflectgit.knowledge import known_near
from reflectgit.model import Check, DecidedTermination, Lesson, Ruling, Value
from reflectgit.pending import (
    approval,
    branches_of,
    in_words,
    lesson_paths,
    proposed,
    reworded,
    settled_branch,
    settling,
    wording_fault,
)
from reflectgit.pipeline import Judged, judge
from reflectgit.policy import Policy
from reflectgit.stages.evidence import prepare
from reflectgit.stages.fold_ledger import statement_of
from reflectgit.stages.known import KnownLesson, past_of, story_of
from reflectgit.stages.relation import counterexample_ruling
from reflectgit.stages.spoken import one_line, reason
from reflectgit.store.branches import Branch
from reflectgit.store.change import Change
from reflectgit.store.index import Index, View
from reflectgit.store.repository import Store
from reflectgit.store.snapshot import Snapshot


class Reviewed(Value, frozen=True, kw_only=True):
    """What `approve` and `refuse` answer.

    Attributes:
        failure_id: the failure that the lesson comes from.
        lesson_id: the lesson that was reviewed; its id keeps the words in which it was admitted first.
        decision: ``approved``; ``merged``, another lesson says the same; ``rejected``, by the gate of today;
            ``refused``, by a person.
        into: the lesson that it was merged into, or that took its place at once: without a failure that came since.
        statement: the lesson in the words that hold, or that were tried.
        reason: why it was rejected or refused.
        recorded: whether a ruling stands in the ledger; false only of what the gate of today rejects.
        path: the file of the lesson, or of the one that it was merged into.
        commit: of this ruling; None where it had been settled before.
        branch: the branch on which it waits or waited, where there is one still.
        already_settled: the opposite was ruled before, and that stands.
        checks: what the gate of today compared, where that rejects it.
    """

    failure_id: str
    lesson_id: str
    decision: Literal["approved", "merged", "rejected", "refused"]
    into: str | None = None
    statement: str
    reason: str | None = None
    recorded: bool
    path: str | None = None
    commit: str | None = None
    branch: str | None = None
    already_settled: bool = False
    checks: tuple[Check, ...] = ()


def approve(store: Store, lesson: str, *, statement: str | None = None) -> Reviewed:
    """Let a lesson in that waits, in its own words or in a reviewer's.

    A reviewer's words are `statement`, or else what was committed as the statement of the lesson's file on its branch.

    Raises:
        BadInput: the words are none, or the file on the branch cannot be read. BadUsage: branches word it differently.
        NotFound: there is no such lesson, or it does not wait. StoreError: the store or git could not do it.
    """
    if statement is not None and not one_line(statement):
        raise BadInput("a wording is needed", "give it with --statement")

    def decide(desk: _Desk) -> _Work:
        if desk.ruling is not None:
            return _Work(_settled_before(desk, "approve", statement))
        desk.require_waiting()
        asked = statement if statement is not None else _worded(store, desk)
        text = reworded(asked, desk.decided) if asked is not None else None
        return _merged_by_hand(desk, text) if desk.stands else _gated(store, desk, text)

    return _reviewed(store, lesson, decide)


def refuse(store: Store, lesson: str, *, because: str) -> Reviewed:
    """Do not let a lesson in that waits. Its failure stays decided; no other story about it is heard.

    Raises:
        BadInput: no reason is given. NotFound: there is no such lesson, or it does not wait.
        StoreError: the store or git could not do it.
    """
    why = reason(because)
    if not why:
        raise BadInput("a reason is needed", "give it with --because")

    def decide(desk: _Desk) -> _Work:
        if desk.ruling is None:
            desk.require_waiting()
        if desk.ruling is not None or desk.stands:
            return _Work(_settled_before(desk, "refuse", None))
        ruling = Ruling(op="refuse", lesson_id=lesson, because=why)
        failure = desk.decided.failure
        where = f"{failure.class_} in {failure.site or desk.decided.task.repo}"
        answer = desk.answer("refused", reason=why, recorded=True)
        told = approval(ruling, desk.decided, why)._replace(subject=f"refuse: {where}")
        return _Work(answer, (told._replace(trailers=[("Reflectgit-Op", "refuse"), *told.trailers[1:]]),))

    return _reviewed(store, lesson, decide)


# --- one review, under the lock ----------------------------------------------------------------------------------


class _Desk(NamedTuple):
    """What lies before the reviewer.

    `stands`: its file is among the lessons already. `ruling`: what settled it.
    """

    view: View
    snapshot: Snapshot
    policy: Policy
    name: str
    decided: DecidedTermination
    stands: bool
    ruling: Ruling | None

    def require_waiting(self) -> None:
        if self.stands and self.policy.review == "none":
            raise NotFound(
                f"{self.name} does not wait for approval: this store asks for none",
                'to have lessons approved, write review = "required" in reflectgit.toml',
            )

    def answer(
        self,
        decision: Literal["approved", "merged", "rejected", "refused"],
        *,
        text: str | None = None,
        reason: str | None = None,
        recorded: bool,
    ) -> Reviewed:
        return Reviewed(
            failure_id=self.decided.evidence_record.failure_id,
            lesson_id=self.name,
            decision=decision,
            statement=text or statement_of(self.decided),
            reason=reason,
            recorded=recorded,
        )


class _Work(NamedTuple):
    answer: Reviewed
    changes: tuple[Change, ...] = ()


_Decide = Callable[[_Desk], _Work]


def _reviewed(store: Store, name: str, decide: _Decide) -> Reviewed:
    works: list[_Work] = []

    def operation(snapshot: Snapshot) -> Sequence[Change]:
        with Index.open(store).at(snapshot) as view:
            works[:] = [decide(_desk(view, snapshot, name))]
        return works[0].changes

    committed = store.transact(operation, beside=lambda snapshot: _ended(store, snapshot, works[0].answer))
    answer = works[0].answer
    there = [tip.name for tip in branches_of(store, answer.failure_id) if tip.is_local]
    return msgspec.structs.replace(
        answer, commit=committed.commits[0] if committed else None, branch=there[0] if there else None
    )


def _desk(view: View, snapshot: Snapshot, name: str) -> _Desk:
    rows = view.founding(name)
    if not rows:
        raise NotFound(
            f"no decision admits a lesson {name[:80]}", "see what waits: reflectgit list --pending"
        )
    decided, stands = view.whole(rows[0]), view.lesson(name) is not None
    return _Desk(view, snapshot, policy_at(snapshot), name, decided, stands, settling(view, name))


def _ended(store: Store, snapshot: Snapshot, answer: Reviewed) -> list[Branch]:
    """The branch of a settled lesson is deleted, unless it holds more than the lesson or is checked out."""
    if not answer.recorded:
        return []
    there = branches_of(store, answer.failure_id)
    with Index.open(store).at(snapshot) as view:
        return [branch for tip in there if (branch := settled_branch(store, view, tip)) is not None]


def _settled_before(desk: _Desk, op: Literal["approve", "refuse"], statement: str | None) -> Reviewed:
    """What was ruled before; the same word again is the same answer, the opposite one changes nothing."""
    ruling = desk.ruling or Ruling(op="approve", lesson_id=desk.name)
    row = desk.view.lesson(ruling.other or desk.name)
    if ruling.op == "refuse":
        answer = desk.answer("refused", reason=ruling.because, recorded=True)
        return msgspec.structs.replace(answer, already_settled=op == "approve")
    text = row.value.statement if row and not ruling.other else ruling.text
    if statement is not None and (reworded(statement, desk.decided) or statement_of(desk.decided)) != text:
        raise BadInput(
            f"{desk.name} is approved already, in other words",
            "word it anew: reflectgit amend LESSON --statement TEXT --because WHY",
        )
    answer = desk.answer("merged" if ruling.other else "approved", text=text, recorded=True)
    return msgspec.structs.replace(
        answer, into=ruling.other, path=row.path if row else None, already_settled=op == "refuse"
    )


# --- the gate of today ---------------------------------------------------------------------------------------------


def _merged_by_hand(desk: _Desk, text: str | None) -> _Work:
    """A person has put it among the lessons: that it may be there is decided, its wording is still judged."""
    fault = wording_fault(desk.decided, text, desk.policy) if text else None
    if fault is not None:
        return _Work(desk.answer("rejected", text=text, reason=fault, recorded=False))
    return _approved(desk, text, (), "merged by hand")


def _gated(store: Store, desk: _Desk, text: str | None) -> _Work:
    """The gate once more, on the evidence of the lesson and on what the store knows by now."""
    story = desk.decided.decision.reflection
    if story is None:
        raise NotFound(
            f"the story that founded {desk.name} was not kept", "offer a new one: reflectgit admit"
        )
    candidate, failed = in_words(story, text), desk.decided.termination()
    prepared = prepare(failed, desk.policy)
    known = known_near(store, desk.snapshot, desk.view, prepared, candidate)
    judged = judge(failed, candidate, known, desk.policy)
    decision = judged.decision
    if decision.decision not in ("admitted", "merged"):
        reason = decision.rejected_reason or decision.violation
        answer = desk.answer("rejected", text=text, reason=reason, recorded=False)
        return _Work(msgspec.structs.replace(answer, checks=tuple(judged.checks)))
    if decision.decision == "merged":
        return _joined(desk, text, decision.lesson_id or "")
    if decision.supersedes not in (None, desk.decided.decision.supersedes):
        reason = f"{decision.supersedes} says the same and was retired since; a new failure may bring it back"
        return _Work(desk.answer("rejected", text=text, reason=reason, recorded=False))
    beside = [
        msgspec.structs.replace(one, lesson_id=desk.name)
        for one in judged.rulings
        if one.lesson_id == decision.lesson_id
    ]
    return _approved(desk, text, (*beside, *_against(desk, judged)), "as it was proposed")


def _against(desk: _Desk, judged: Judged) -> list[Ruling]:
    """The failures that came since and speak against it: it comes in without them."""
    now, then = judged.decision.stages.generalization, desk.decided.decision.stages.generalization
    if now is None:
        return []
    came = set(now.counterexample_ids) - set(then.counterexample_ids if then else ())
    lesson = KnownLesson(
        id=desk.name,
        lesson=proposed(desk.view, desk.policy, desk.name),
        story=story_of([desk.decided]),
        failures=(past_of(desk.decided),),
    )
    rows = [row for failure in sorted(came) for row in desk.view.terminations(failure_id=failure)[:1]]
    return [counterexample_ruling(lesson, past_of(desk.view.whole(row))) for row in rows]


def _approved(desk: _Desk, text: str | None, beside: Sequence[Ruling], reason: str) -> _Work:
    ruling = Ruling(op="approve", lesson_id=desk.name, text=text)
    found = folded(desk.view, desk.policy, Additions(rulings=(ruling, *beside)))
    told = approval(ruling, desk.decided, "reworded by the reviewer" if text else reason, beside)
    changes, _ = commits(desk.view, desk.snapshot, found, told)
    answer = desk.answer("approved", text=text, recorded=True)
    lesson = found.lessons[desk.name]
    into = lesson.superseded_by if is_lesson(lesson.superseded_by) else None
    path = lesson_path(lesson.type, desk.name)
    return _Work(msgspec.structs.replace(answer, path=path, into=into), tuple(changes))


def _joined(desk: _Desk, text: str | None, into: str) -> _Work:
    """Another lesson says the same by now: its words stay, and this failure stands behind it."""
    ruling = Ruling(op="approve", lesson_id=desk.name, other=into)
    found = folded(desk.view, desk.policy, Additions(rulings=(ruling,)))
    told = approval(ruling, desk.decided, f"one lesson with {into}")
    changes, _ = commits(desk.view, desk.snapshot, found, told)
    answer = desk.answer("merged", text=text, recorded=True)
    path = lesson_path(found.lessons[into].type, into) if into in found.lessons else None
    return _Work(msgspec.structs.replace(answer, into=into, path=path), tuple(changes))


# --- a reviewer's words on the branch ------------------------------------------------------------------------------


def _worded(store: Store, desk: _Desk) -> str | None:
    """The statement that a reviewer committed on the branch, here or as it was fetched; None where nobody did."""
    found = {}
    row = desk.view.lesson(desk.name)
    if row is not None and reworded(row.value.statement, desk.decided):
        found[row.value.statement] = row.path
    for tip in [] if desk.stands else branches_of(store, desk.decided.evidence_record.failure_id):
        lesson = _on_branch(store, tip.commit, tip.name, desk.name)
        if lesson is not None and reworded(lesson.statement, desk.decided):
            found[lesson.statement] = tip.name
    if len(found) > 1:
        raise BadUsage(
            f"{desk.name} is worded in several ways on its branches", "Say which: --statement TEXT"
        )
    return next(iter(found), None)


def _on_branch(store: Store, commit: str, branch: str, name: str) -> Lesson | None:
    files = store.at(commit).read_many(lesson_paths(name))
    return next((read_as(Lesson, data, f"{branch}:{path}") for path, data in files.items()), None)
