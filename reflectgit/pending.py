"""Lessons that wait for a person (policy `review = "required"`): which they are, where they can be read, what is owed.

A decision that admits a lesson stands in the ledger at once, so the failure is decided and counted; the lesson is the
one file of a branch ``reflect/<failure_id>`` until a ruling settles it. What stands among the lessons of the
checked-out branch without a ruling was put there by a person who merged that branch: the ruling is owed, and written
by whatever operation meets the lesson next.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from reflectgit.formats.emit import to_yaml
from reflectgit.identity import lesson_path, ruling_path
from reflectgit.image import Additions, commits, folded, lowered
from reflectgit.model import LEVELS, DecidedTermination, Decision, Lesson, Reflection, Ruling
from reflectgit.pipeline import judge
from reflectgit.policy import Policy
from reflectgit.stages.fold_ledger import statement_of
from reflectgit.stages.known import NOTHING_KNOWN
from reflectgit.stages.spoken import one_line
from reflectgit.store.branches import Branch, Tip, changed_paths, tips
from reflectgit.store.change import Change
from reflectgit.store.index import Index, Row, View
from reflectgit.store.index_rows import Recorded
from reflectgit.store.repository import Store
from reflectgit.store.snapshot import Snapshot

ReviewState = Literal["waiting", "approved", "merged", "refused"]
_PREFIX = "reflect/"


def branch_name(failure_id: str) -> str:
    """The branch on which the lesson of a failure waits."""
    return f"{_PREFIX}{failure_id}"


def branches_of(store: Store, failure_id: str) -> list[Tip]:
    """The branch of a failure, here and as it was fetched from others."""
    name = branch_name(failure_id)
    return [tip for tip in tips(store, name) if tip.name == name]


def lesson_paths(name: str) -> list[str]:
    """Where the file of a lesson may lie."""
    return [lesson_path(level, name) for level in LEVELS]


def settling(view: View, name: str) -> Ruling | None:
    """The ruling that settled an admitted lesson, a refusal first; None where it waits, or never had to."""
    rulings = [row.value for row in view.rulings(name) if row.value.lesson_id == name]
    for op in ("refuse", "approve"):
        found = sorted(
            (one for one in rulings if one.op == op),
            key=lambda one: (one.other is not None, one.other or "", one.because or "", one.text or ""),
        )
        if found:
            return found[0]
    return None


def state(view: View, policy: Policy, decision: Decision) -> ReviewState | None:
    """What became of the review of a decision's lesson; None where nobody was asked.

    What stands among the lessons without a ruling was approved by who merged it.
    """
    name = decision.lesson_id
    if decision.decision != "admitted" or name is None:
        return None
    ruling = settling(view, name)
    if ruling is None and policy.review == "none":
        return None
    if ruling is None:
        return "waiting" if view.lesson(name) is None else "approved"
    if ruling.op == "refuse":
        return "refused"
    return "merged" if ruling.other else "approved"


def waits(view: View, name: str) -> bool:
    """Whether an admitted lesson is settled by no ruling and stands on the branch as no file."""
    return view.lesson(name) is None and settling(view, name) is None


def waiting(view: View, policy: Policy) -> list[Row[Recorded]]:
    """The decisions whose lessons wait for a person, in the order of their paths; none where nobody is asked."""
    if policy.review == "none":
        return []
    admitted = [row for row in view.terminations() if row.value.decision.decision == "admitted"]
    return [row for row in admitted if waits(view, row.value.decision.lesson_id or "")]


def proposed(
    view: View,
    policy: Policy,
    name: str,
    decided: DecidedTermination | None = None,
    rulings: Sequence[Ruling] = (),
) -> Lesson:
    """The lesson as it would be if it were approved as it is worded, by a decision in the ledger or one to be added."""
    approved = Ruling(op="approve", lesson_id=name)
    added = Additions(decided=(decided,) if decided else (), rulings=(*rulings, approved))
    return folded(view, policy, added).lessons[name]


def on_its_branch(view: View, policy: Policy, name: str) -> Row[Lesson] | None:
    """A lesson that waits as it would be, with the place where it can be read; None where it does not wait.

    The row has no blob: no file of the checked-out branch holds it.
    """
    rows = view.founding(name)
    if policy.review == "none" or not rows or not waits(view, name):
        return None
    lesson = proposed(view, policy, name)
    path = f"{branch_name(rows[0].value.failure_id)}:{lesson_path(lesson.type, name)}"
    return Row(path, "", lesson)


def proposal(name: str, failure_id: str, lesson: Lesson) -> Branch:
    """The branch for a lesson that waits: its file alone, on top of what the checked-out branch holds."""
    trailers = [
        ("Reflectgit-Op", "propose"),
        ("Reflectgit-Lesson", name),
        ("Reflectgit-Failure", failure_id),
    ]
    files: dict[str, bytes | None] = {lesson_path(lesson.type, name): to_yaml(lesson)}
    return Branch(branch_name(failure_id), Change(files, f"propose: {lowered(lesson.statement)}", trailers))


# --- branches ------------------------------------------------------------------------------------------------


def due(store: Store, snapshot: Snapshot, policy: Policy) -> list[Branch]:
    """What mends the branches: those that are missing are made, those that nothing waits on any more are deleted."""
    there = tips(store, _PREFIX)
    with Index.open(store).at(snapshot) as view:
        missing = {} if policy.review == "none" else _missing(view, policy, {tip.name for tip in there})
        settled = [branch for tip in there if (branch := settled_branch(store, view, tip)) is not None]
    return [*missing.values(), *settled]


def _missing(view: View, policy: Policy, there: set[str]) -> dict[str, Branch]:
    found: dict[str, Branch] = {}
    for row in waiting(view, policy):
        name, failure = row.value.decision.lesson_id or "", row.value.failure_id
        if branch_name(failure) not in {*there, *found}:
            found[branch_name(failure)] = proposal(name, failure, proposed(view, policy, name))
    return found


def settled_branch(store: Store, view: View, tip: Tip) -> Branch | None:
    """The end of a branch whose lesson waits no more; None where it has to stay.

    It stays where it is checked out, and where it holds anything beside the lesson.
    """
    failure = tip.name.removeprefix(_PREFIX)
    names = admitted_for(view, failure)
    if not names or not tip.is_local or tip.is_checked_out or any(waits(view, name) for name in names):
        return None
    changed = changed_paths(store, tip.commit)
    ours = {path for name in names for path in lesson_paths(name)}
    return None if changed is None or changed - ours else Branch(tip.name, None, tip.commit)


def admitted_for(view: View, failure_id: str) -> list[str]:
    """The ids of the lessons that decisions on a failure admitted, live or waiting, sorted."""
    decisions = [row.value.decision for row in view.terminations(failure_id=failure_id)]
    return sorted({one.lesson_id for one in decisions if one.decision == "admitted" and one.lesson_id})


# --- what a merged branch owes ---------------------------------------------------------------------------------


class Owed(NamedTuple):
    """A lesson that a person put on the branch without a ruling: the ruling, or why its wording cannot have one."""

    lesson_id: str
    decided: DecidedTermination
    ruling: Ruling
    fault: str | None


def owed(view: View, policy: Policy, names: Iterable[str] | None = None) -> Iterator[Owed]:
    """The rulings that are owed for these lessons, or for all that there are.

    The wording is that of the file. Where a reviewer changed it, the gate judges it on the evidence of the lesson.
    """
    if policy.review == "none":
        return
    rows = view.lessons() if names is None else [view.lesson(name) for name in sorted(set(names))]
    for row in rows:
        founding = view.founding(row.id) if row and settling(view, row.id) is None else []
        if row and founding:
            decided = view.whole(founding[0])
            yield _owed(row.id, row.value.statement, decided, policy)


def _owed(name: str, words: str, decided: DecidedTermination, policy: Policy) -> Owed:
    text = reworded(words, decided)
    fault = wording_fault(decided, text, policy) if text else None
    return Owed(name, decided, Ruling(op="approve", lesson_id=name, text=text), fault)


def reworded(words: str, decided: DecidedTermination) -> str | None:
    """The words, on one line and without secrets; None where the decision has them."""
    safely = one_line(words)
    return None if statement_of(decided) in (words, safely) else safely


def wording_fault(decided: DecidedTermination, text: str, policy: Policy) -> str | None:
    """Why the gate refuses a wording on the evidence of the lesson; None where it lets it in."""
    story = decided.decision.reflection
    if story is None:
        return "the story that founded it was not kept"
    judged = judge(decided.termination(), in_words(story, text), NOTHING_KNOWN, policy)
    return judged.decision.rejected_reason or judged.decision.violation


def in_words(story: Reflection, text: str | None) -> Reflection:
    """The story with its lesson in other words."""
    return story if text is None else msgspec.structs.replace(story, candidate_lesson=text)


def adopt(
    store: Store, policy: Policy, names: Iterable[str] | None = None, *, dry_run: bool = False
) -> list[tuple[str, str | None]]:
    """Write the rulings that are owed, a commit for each; gives lesson ids with their commits (None in a dry run).

    A wording that the gate does not let in is told; such a lesson gets no ruling.

    Raises:
        StoreError: the store or git could not do it; nothing was changed.
    """
    asked = None if names is None else sorted(set(names))
    if policy.review == "none":
        return []
    with Index.open(store).at(store.snapshot()) as view:
        found = list(owed(view, policy, asked))
    for one in found:
        if one.fault is not None:
            store.tell(f"{one.lesson_id} is not approved: its wording was changed and is {one.fault}")
    if dry_run or all(one.fault is not None for one in found):
        return [(one.lesson_id, None) for one in found if one.fault is None]
    found = []
    committed = store.transact(lambda snapshot: _adoption(store, snapshot, policy, asked, found))
    commits_made = committed.commits if committed else ()
    return [(one.lesson_id, commit) for one, commit in zip(found, commits_made, strict=False)]


def _adoption(
    store: Store, snapshot: Snapshot, policy: Policy, names: Sequence[str] | None, found: list[Owed]
) -> list[Change]:
    """The commits of the rulings that are owed now, each for itself, then what follows; `found` says of what."""
    with Index.open(store).at(snapshot) as view:
        found[:] = [one for one in owed(view, policy, names) if one.fault is None]
        told = [approval(one.ruling, one.decided, "merged by hand") for one in found]
        fold = folded(view, policy, Additions(rulings=tuple(one.ruling for one in found)))
        return [*told[:-1], *commits(view, snapshot, fold, told[-1])[0]] if told else []


def approval(
    ruling: Ruling, decided: DecidedTermination, reason: str, files: Sequence[Ruling] = ()
) -> Change:
    """The commit of an approval, with what else is ruled by it."""
    words = ruling.text or statement_of(decided)
    trailers = [
        ("Reflectgit-Op", "approve"),
        ("Reflectgit-Lesson", ruling.lesson_id),
        *([("Reflectgit-Lesson", ruling.other)] if ruling.other else []),
        ("Reflectgit-Failure", decided.evidence_record.failure_id),
        ("Reflectgit-Signature", decided.signature.signature),
        ("Reflectgit-Reason", reason),
    ]
    return Change(ruling_files((ruling, *files)), f"approve: {lowered(words)}", trailers)


def ruling_files(rulings: Iterable[Ruling]) -> dict[str, bytes | None]:
    """The rulings as files of the ledger."""
    return {ruling_path(ruling): to_yaml(ruling) for ruling in rulings}
