"""The files under ``lessons/`` as the ledger makes them, and the commits that bring them there.

`lessons/` is the image of the ledger (CONTRACT). Whatever adds to the ledger, the fold is computed over all that
concerns the touched lessons, and what it changes is written in the same move of the branch: what was added in the
first commit, then each thing that happened to a lesson in one of its own, so that its history can be read.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from reflectgit.formats.emit import rewrite, to_yaml
from reflectgit.identity import lesson_path
from reflectgit.model import DecidedTermination, Lesson, OutcomeEvent, Ruling
from reflectgit.policy import Policy
from reflectgit.stages.fold import Fold, Standing, survey
from reflectgit.stages.fold_closure import concerning
from reflectgit.stages.lifecycle_actions import Action, actions, born, withdrawn
from reflectgit.store.change import Change
from reflectgit.store.index import Row, View
from reflectgit.store.snapshot import Snapshot


class Additions(NamedTuple):
    """What an operation adds to the ledger."""

    decided: tuple[DecidedTermination, ...] = ()
    outcomes: tuple[OutcomeEvent, ...] = ()
    rulings: tuple[Ruling, ...] = ()

    def lesson_ids(self) -> set[str]:
        """The lessons that are named."""
        named = [one.decision.lesson_id for one in self.decided]
        named += [name for one in self.rulings for name in (one.lesson_id, one.other, one.successor)]
        return {*filter(None, named), *(name for one in self.outcomes for name in one.applied)}


class Told(NamedTuple):
    """Something that happened to a lesson, and the number of the change that tells it."""

    action: Action
    change: int


def folded(view: View, policy: Policy, added: Additions) -> Fold:
    """The fold over all that concerns the lessons that are named, with what is added."""
    concern = concerning(added.lesson_ids(), _Lookup(view), policy, *added.decided, ruled=added.rulings)
    return survey(
        concern.terminations, [*concern.outcomes, *added.outcomes], [*concern.rulings, *added.rulings], policy
    )


def folded_whole(view: View, policy: Policy, added: Additions) -> Fold:
    """The fold over the whole ledger, with what is added."""
    return survey(
        [*(view.whole(row) for row in view.terminations()), *added.decided],
        [*view.all_outcomes(), *added.outcomes],
        [*view.all_rulings(), *added.rulings],
        policy,
    )


def standing(view: View, policy: Policy, name: str) -> Standing | None:
    """What the ledger says about one lesson beside its file; None where the ledger knows no such lesson."""
    concern = concerning({name}, _Lookup(view), policy)
    return survey(concern.terminations, concern.outcomes, concern.rulings, policy).standings.get(name)


def commits(view: View, snapshot: Snapshot, found: Fold, first: Change) -> tuple[list[Change], list[Told]]:
    """The changes that make the files what the fold says: `first` with what it adds, then one for each action.

    Each of them changes something; where `first` would not, it is left out.

    Args:
        view, snapshot: the store as it is.
        found: the fold, over the closure of what is touched or over all.
        first: the ledger files that are added, and how that is told.
    """
    desk = _Desk(view, snapshot, found.lessons)
    about = {name for trailer, name in first.trailers if trailer == "Reflectgit-Lesson"}
    happened = [*actions(desk.before, found, about), *born(desk.before, found, about)]
    moved = {action.lesson_id for action in happened}
    heirs = _successors(found.lessons, desk.before, moved)
    files = {path: data for path, data in first.files.items() if snapshot.read(path) != data}
    for name, lesson in found.lessons.items():
        if name not in moved and name not in heirs:
            files |= desk.put(name, lesson)
        elif name in about and name in desk.before:
            files |= desk.put(name, _counted(desk.before[name], lesson))
    changes = [first._replace(files=files)] if files else []
    told: list[Told] = []
    for number, action in enumerate(happened):
        last = all(later.lesson_id != action.lesson_id for later in happened[number + 1 :])
        after = found.lessons[action.lesson_id]
        step = desk.put(action.lesson_id, after if last else _raised(desk.now[action.lesson_id], after))
        for name in [one for one, parent in heirs.items() if last and parent == action.lesson_id]:
            step |= desk.put(name, found.lessons[name])
        if step:
            changes.append(Change(step, _subject(action, found.lessons), _trailers(action)))
        told.append(Told(action, max(0, len(changes) - 1)))
    gone = withdrawals(_vanished(view, desk.before.values(), found.lessons), len(changes))
    return [*changes, *(change for change, _ in gone)], [*told, *(one for _, one in gone)]


def withdrawals(rows: Iterable[Row[Lesson]], first: int) -> list[tuple[Change, Told]]:
    """For each lesson that the ledger no longer makes, the change that takes its file away, and what is told of it.

    `first` is the number of the first of these changes.
    """
    actions = [(row, withdrawn(row.id, row.value)) for row in rows]
    return [
        (
            Change({row.path: None}, f"withdraw: {lowered(row.value.statement)}", _trailers(action)),
            Told(action, number),
        )
        for number, (row, action) in enumerate(actions, start=first)
    ]


def _vanished(view: View, before: Iterable[Lesson], after: Mapping[str, Lesson]) -> list[Row[Lesson]]:
    """Successors of lessons that were there before, and theirs, which have a file and are in the fold no more."""
    found: dict[str, Row[Lesson]] = {}
    ahead = [lesson.superseded_by for lesson in before]
    while ahead:
        name = ahead.pop()
        if name is None or not is_lesson(name) or name in after or name in found:
            continue
        row = view.lesson(name)
        if row is not None:
            found[name] = row
            ahead.append(row.value.superseded_by)
    return [found[name] for name in sorted(found)]


def _successors(
    after: Mapping[str, Lesson], before: Mapping[str, Lesson], moved: Iterable[str]
) -> dict[str, str]:
    """The lessons that come into being because another one is superseded, each with that one."""
    parents = set(moved)
    return {
        name: lesson.supersedes
        for name, lesson in after.items()
        if name not in before and name not in parents
        if lesson.supersedes in parents and lesson.supersedes is not None
    }


def _counted(before: Lesson, after: Lesson) -> Lesson:
    """What was told of the lesson, before anything comes of it."""
    return msgspec.structs.replace(
        before,
        derived_from=after.derived_from,
        evidence=after.evidence,
        counterexamples=after.counterexamples,
        times_applied=after.times_applied,
        times_helped=after.times_helped,
        times_hurt=after.times_hurt,
    )


def _raised(now: Lesson, after: Lesson) -> Lesson:
    """A lesson at its new level, before anything else comes of it."""
    return msgspec.structs.replace(now, type=after.type, scope=after.scope)


class _Desk:
    """The lesson files while they are rewritten, step by step."""

    def __init__(self, view: View, snapshot: Snapshot, names: Iterable[str]) -> None:
        rows = {name: row for name in names if (row := view.lesson(name)) is not None}
        self.before = {name: row.value for name, row in rows.items()}
        self.now = dict(self.before)
        self._paths = {name: row.path for name, row in rows.items()}
        self._bytes = dict(snapshot.read_many(self._paths.values()))

    def put(self, name: str, lesson: Lesson) -> dict[str, bytes | None]:
        """The files that have to change so that the lesson reads so; a new level is another path."""
        path, old = lesson_path(lesson.type, name), self._paths.get(name)
        data = to_yaml(lesson) if old is None else rewrite(self._bytes[old], lesson)
        if old == path and self._bytes[path] == data:
            return {}
        files: dict[str, bytes | None] = {path: data}
        if old is not None and old != path:
            files[old] = None
            del self._bytes[old]
        self._paths[name], self._bytes[path], self.now[name] = path, data, lesson
        return files


def _subject(action: Action, lessons: Mapping[str, Lesson]) -> str:
    """Other words than those of the commit in which a person asked for it."""
    after = lessons[action.lesson_id]
    successor = lessons.get(after.superseded_by or "")
    if action.action == "amend" and successor is not None:
        return f"amend: now {lowered(successor.statement)}"
    if action.action == "retire":
        return f"retire: out of use, {lowered(after.statement)}"
    return f"{action.action}: {lowered(after.statement)}"


def lowered(statement: str) -> str:
    """The statement as the middle of a sentence; an acronym or a name in capitals keeps its case."""
    return statement[:1].lower() + statement[1:] if statement[1:2].islower() else statement


def _trailers(action: Action) -> Sequence[tuple[str, str]]:
    """A successor is named too: its history begins here."""
    successor = [("Reflectgit-Lesson", action.superseded_by)] if is_lesson(action.superseded_by) else []
    return [
        ("Reflectgit-Op", str(action.action)),
        ("Reflectgit-Lesson", action.lesson_id),
        *[(name, text) for name, text in successor if text],
        ("Reflectgit-Reason", action.reason),
    ]


_FAILURE = re.compile(r"f-[0-9a-f]{16}")


def is_lesson(superseded_by: str | None) -> bool:
    """Whether a lesson took the place, and not a failure, outcomes or a person's word."""
    return superseded_by is not None and ":" not in superseded_by and not _FAILURE.fullmatch(superseded_by)


class _Lookup:
    """`fold_closure.Lookup` over the index of a store."""

    def __init__(self, view: View) -> None:
        self._view = view

    def decided(self, lesson_id: str) -> list[DecidedTermination]:
        view = self._view
        rows = [*view.terminations(lesson_id=lesson_id), *view.terminations(supersedes=lesson_id)]
        return [view.whole(row) for row in rows]

    def of_failure(self, failure_id: str) -> list[DecidedTermination]:
        return [self._view.whole(row) for row in self._view.terminations(failure_id=failure_id)]

    def held(self, failure_id: str) -> list[DecidedTermination]:
        rows = self._view.terminations(failure_id=failure_id)
        return [self._view.whole(row) for row in rows if row.value.decision.unattached_candidate]

    def saying(self, statement: str) -> list[DecidedTermination]:
        view = self._view
        rows = list(view.terminations(statement=statement))
        for ruling in view.rewordings(statement):
            rows += view.terminations(lesson_id=ruling.value.lesson_id)
        return [view.whole(row) for row in rows]

    def outcomes(self, lesson_id: str) -> list[OutcomeEvent]:
        return [row.value for row in self._view.outcomes(lesson_id)]

    def rulings(self, lesson_id: str) -> list[Ruling]:
        return [row.value for row in self._view.rulings(lesson_id)]

    def supersedes(self, lesson_id: str) -> str | None:
        row = self._view.lesson(lesson_id)
        return row.value.supersedes if row else None
