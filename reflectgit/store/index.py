"""The index: what the files of a store say, found by id, signature, label or task (ADR 0005).

A cache. It lies under the repository's common git directory, so that all worktrees share it, and deleting it
changes no answer: whatever is wrong with it (busy, read-only, full, damaged, made by other code, at a
commit that is gone) costs time and is otherwise unseen, for then the same rows are made in memory. A file
that cannot be read takes no other file with it: `View.broken` names it.
"""

import sqlite3
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar, cast

import msgspec

from reflectgit import identity
from reflectgit.errors import StoreError
from reflectgit.model import DecidedTermination, Lesson, OutcomeEvent, Ruling, Signature
from reflectgit.store.index_file import discard
from reflectgit.store.index_rows import (
    TYPES,
    Fact,
    Kind,
    Recorded,
    fact_of,
    kind_of,
    likeness,
    read_stored,
    stem_of,
    telling,
    wording,
)
from reflectgit.store.index_tables import Tables
from reflectgit.store.repository import Store
from reflectgit.store.snapshot import Entry, Snapshot

_TRIES = 5
_CHUNK = 2000
_WAITING = 10
_LAST = "\U0010ffff"
T = TypeVar("T")
Found = tuple[str, str, bytes | None, str | None]


class Row(NamedTuple, Generic[T]):
    """One file at a commit: where it lies, its blob, and what it says."""

    path: str
    blob: str
    value: T

    @property
    def id(self) -> str:
        """The file name without ``.yaml``: of a lesson, its id."""
        return stem_of(self.path)


class Broken(NamedTuple):
    """A file that could not be read, and why: one line, ``path:line: what is wrong``."""

    path: str
    blob: str
    error: str


class Index:
    """The cache of one store."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @classmethod
    def open(cls, store: Store) -> "Index":
        """The index of a store. Nothing is read or written yet."""
        name = f"index-{identity.digest(store.place.root)[:8]}.sqlite"
        return cls(store.place.private / name)

    def at(self, snapshot: Snapshot) -> "View":
        """What the store says at the snapshot's commit; later commits do not change the view."""
        return View(self, snapshot, self._tables_at(snapshot))

    def _tables_at(self, snapshot: Snapshot) -> Tables:
        if snapshot.commit is None:
            return Tables()
        try:
            return self._cached(snapshot)
        except (sqlite3.OperationalError, OSError):
            return self.in_memory(snapshot)
        except sqlite3.DatabaseError:
            self.discard()
            return self.in_memory(snapshot)

    def _cached(self, snapshot: Snapshot) -> Tables:
        """The file's tables, brought to the snapshot's commit and held there."""
        tables = self._open()
        try:
            for _ in range(_TRIES):
                if tables.hold() == snapshot.commit:
                    return tables
                tables.release()
                _catch_up(tables, snapshot)
            return self._copied(tables, snapshot)
        except BaseException:
            tables.close()
            raise

    def _open(self) -> Tables:
        self._file.parent.mkdir(exist_ok=True)
        try:
            return Tables(self._file)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            self.discard()
            return Tables(self._file)

    def discard(self) -> None:
        """Take a damaged file away."""
        discard(self._file)

    def _copied(self, tables: Tables, snapshot: Snapshot) -> Tables:
        """A copy in memory, for when others keep moving the file to commits of theirs."""
        twin = tables.copy()
        tables.close()
        _catch_up(twin, snapshot)
        twin.hold()
        return twin

    def in_memory(self, snapshot: Snapshot) -> Tables:
        """The same rows without the file."""
        tables = Tables()
        _catch_up(tables, snapshot)
        tables.hold()
        return tables


def _catch_up(tables: Tables, snapshot: Snapshot) -> None:
    """Move the tables to the snapshot's commit, unless another process moves them first.

    Files are read and parsed before the write lock is taken, so that nobody waits for it.
    """
    assert snapshot.commit is not None
    start = tables.commit
    gone, now = _difference(start, snapshot)
    unknown = tables.unknown(now)
    for at in range(0, len(unknown), _CHUNK):
        tables.add(list(_facts(snapshot, unknown[at : at + _CHUNK])))
    tables.move(start, snapshot.commit, gone, now)


def _difference(start: str | None, snapshot: Snapshot) -> tuple[list[str] | None, list[Entry]]:
    """The paths that no longer stand as they did at `start` (None: all of them), and what stands anew."""
    try:
        changes = snapshot.changes(start) if start else None
    except StoreError:  # the commit was pruned, or the index came from another clone
        changes = None
    if changes is None:
        return None, [entry for entry in snapshot.entries() if kind_of(entry.path)]
    known = [(path, blob) for path, blob in changes.items() if kind_of(path)]
    return [path for path, _ in known], [Entry(path, blob) for path, blob in known if blob is not None]


def _facts(snapshot: Snapshot, entries: Sequence[Entry]) -> Iterator[Fact]:
    return (fact_of(entry.path, entry.blob, data) for entry, data in snapshot.read_blobs(entries))


class View:
    """What a store says at one commit. Rows come in the order of their paths; nothing is written."""

    def __init__(self, index: Index, snapshot: Snapshot, tables: Tables) -> None:
        self._index = index
        self._snapshot = snapshot
        self._let_go = weakref.finalize(self, tables.close)
        self._tables = tables

    def __enter__(self) -> "View":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; a view that is dropped lets go by itself."""
        self._let_go()

    @property
    def commit(self) -> str | None:
        """The commit that this view is of; None for a store without one."""
        return self._snapshot.commit

    def terminations(
        self,
        *,
        failure_id: str | None = None,
        label: str | None = None,
        signature: str | None = None,
        task: str | None = None,
        lesson_id: str | None = None,
        supersedes: str | None = None,
        like: Signature | None = None,
        statement: str | None = None,
    ) -> list[Row[Recorded]]:
        """Decided terminations that fit all that is asked; all of them where nothing is.

        Args:
            failure_id: the store's id of the failure; two clones may have decided it apart.
            label: the caller's own id.
            signature: 16 hex of the failure's WHAT.
            task: the id of the task; the repository is for the caller to compare.
            lesson_id: the lesson that the decision admitted, or joined in (`decision.decision` tells which).
            supersedes: the lesson in whose place the decision admitted another.
            like: failures of the same class and message template, wherever they happened.
            statement: the admitted wording, to the letter.
        """
        asked = {
            "failure": failure_id,
            "label": label,
            "signature": signature,
            "task": task,
            "lesson": lesson_id,
            "supersedes": supersedes,
            "likeness": likeness(like) if like else None,
            "wording": wording(statement) if statement is not None else None,
        }
        return self._rows(
            "termination", Recorded, {name: value for name, value in asked.items() if value is not None}
        )

    def founding(self, lesson_id: str) -> list[Row[Recorded]]:
        """The terminations whose decision admitted the lesson."""
        return [
            row for row in self.terminations(lesson_id=lesson_id) if row.value.decision.decision == "admitted"
        ]

    def joined(self, lesson_id: str) -> list[Row[Recorded]]:
        """The terminations whose candidate was merged into the lesson."""
        return [
            row for row in self.terminations(lesson_id=lesson_id) if row.value.decision.decision == "merged"
        ]

    def waiting(self, advice: str) -> list[Row[Recorded]]:
        """The terminations whose candidate waits unattached and shares most of the telling words of an advice.

        Ten at most; one word in common is none.
        """
        words = telling(advice)
        ask = (
            "SELECT p.path FROM keys k JOIN paths p ON p.fact = k.fact WHERE k.name = 'waiting' "
            f"AND k.value IN ({_marks(words)}) AND +p.kind = 'termination' GROUP BY p.path "
            f"HAVING count(*) > 1 ORDER BY count(*) DESC, p.path LIMIT {_WAITING}"
        )
        paths = self._column(ask, words)
        return [
            _row(Recorded, *found)
            for found in self._select("termination", f"p.path IN ({_marks(paths)})", paths)
        ]

    def whole(self, row: Row[Recorded]) -> DecidedTermination:
        """The termination with the text of its evidence, read from git.

        Raises:
            StoreError: the blob is not there (a partial or damaged clone).
        """
        [(_, data)] = self._snapshot.read_blobs([Entry(row.path, row.blob)])
        return cast(DecidedTermination, read_stored("termination", data, row.path))

    def files_of(self, failures: Iterable[str]) -> list[tuple[str, bytes]]:
        """Path and bytes of the decided terminations of these failures, read from git in one go.

        Raises:
            StoreError: a blob is not there (a partial or damaged clone).
        """
        entries = [Entry(*found) for failure in failures for found in self._places(failure)]
        return [(entry.path, data) for entry, data in self._snapshot.read_blobs(entries)]

    def _places(self, failure_id: str) -> list[tuple[str, ...]]:
        ask = (
            "SELECT p.path, f.blob FROM keys k JOIN paths p ON p.fact = k.fact JOIN facts f ON f.id = k.fact "
            "WHERE k.name = 'failure' AND k.value = ? AND +p.kind = 'termination' ORDER BY p.path"
        )
        return self._ask(lambda tables: tables.rows(ask, [failure_id])) if _is_text([failure_id]) else []

    def lesson(self, lesson_id: str) -> Row[Lesson] | None:
        """The lesson of that id, or None. Where two files carry it (`check` tells), the first path counts."""
        rows = self._select("lesson", "p.stem = ?", [lesson_id])
        return next((_row(Lesson, *found) for found in rows if found[2] is not None), None)

    def lessons(self) -> list[Row[Lesson]]:
        """All lessons, retired ones too, in the order of their ids."""
        return sorted(self._rows("lesson", Lesson, {}), key=lambda row: (row.id, row.path))

    def lesson_ids(self, signature: str) -> list[str]:
        """The ids of the lessons that come from failures of that signature, retired ones too, in order."""
        failures = {row.value.failure_id for row in self.terminations(signature=signature)}
        return sorted({name for failure in failures for name in self.lessons_from(failure)})

    def lessons_from(self, failure_id: str) -> list[str]:
        """The ids of the lessons that this failure stands behind, retired ones too, in order."""
        ask = (
            "SELECT p.stem FROM keys k JOIN paths p ON p.fact = k.fact "
            "WHERE k.name = 'failure' AND k.value = ? AND +p.kind = 'lesson'"
        )
        return sorted(set(self._column(ask, [failure_id])))

    def all_outcomes(self) -> list[OutcomeEvent]:
        """Every outcome event of the ledger."""
        return [row.value for row in self._rows("outcome", OutcomeEvent, {})]

    def all_rulings(self) -> list[Ruling]:
        """Every ruling of the ledger."""
        return [row.value for row in self._rows("ruling", Ruling, {})]

    def outcomes(self, lesson_id: str) -> list[Row[OutcomeEvent]]:
        """The outcome events in which the lesson was applied; an event told twice may have two files."""
        return self._rows("outcome", OutcomeEvent, {"lesson": lesson_id})

    def rulings(self, lesson_id: str) -> list[Row[Ruling]]:
        """The rulings about the lesson, and those that name it as the other one."""
        return self._rows("ruling", Ruling, {"lesson": lesson_id})

    def rewordings(self, statement: str) -> list[Row[Ruling]]:
        """The rulings that give a lesson exactly this wording."""
        return self._rows("ruling", Ruling, {"wording": wording(statement)})

    def lessons_beginning(self, text: str) -> list[str]:
        """The ids of lessons that begin with `text`, in order; of a whole id that one alone."""
        ask = "SELECT DISTINCT stem FROM paths WHERE kind = 'lesson' AND stem >= ? AND stem < ?"
        return _narrowed(text, self._column(ask, [text, text + _LAST]))

    def failures_beginning(self, text: str) -> list[str]:
        """The failure ids that begin with `text`, in order; of a whole id that one alone."""
        ask = (
            "SELECT DISTINCT k.value FROM keys k JOIN paths p ON p.fact = k.fact AND p.kind = 'termination' "
            "WHERE k.name = 'failure' AND k.value >= ? AND k.value < ?"
        )
        return _narrowed(text, self._column(ask, [text, text + _LAST]))

    def broken(self) -> list[Broken]:
        """The files that could not be read; all other answers leave them out."""
        return [
            Broken(path, blob, f"{path}{error}")
            for kind in TYPES
            for path, blob, _, error in self._select(kind, "f.error IS NOT NULL", [])
        ]

    def _rows(self, kind: Kind, type_: type[T], keys: Mapping[str, str]) -> list[Row[T]]:
        has = "p.fact IN (SELECT fact FROM keys WHERE name = ? AND value = ?)"
        where = " AND ".join(["f.json IS NOT NULL", *[has] * len(keys)])
        values = [text for pair in keys.items() for text in pair]
        return [_row(type_, *found) for found in self._select(kind, where, values)]

    def _select(self, kind: Kind, where: str, values: Sequence[str]) -> list[Found]:
        if not _is_text(values):
            return []
        return self._ask(lambda tables: list(tables.select(f"{where} AND +p.kind = ?", [*values, kind])))

    def _column(self, ask: str, values: Sequence[str]) -> list[str]:
        if not _is_text(values):
            return []
        return [found for (found,) in self._ask(lambda tables: tables.rows(ask, values))]

    def _ask(self, question: Callable[[Tables], T]) -> T:
        """Put the question; when the file turns out to be damaged, to rows made anew."""
        try:
            return question(self._tables)
        except sqlite3.ProgrammingError:  # a view that was closed: no fault of the file
            raise
        except sqlite3.DatabaseError as fault:
            self.close()
            if not isinstance(fault, sqlite3.OperationalError):
                self._index.discard()
        self._tables = self._index.in_memory(self._snapshot)
        self._let_go = weakref.finalize(self, self._tables.close)
        return question(self._tables)


def _row(type_: type[T], path: str, blob: str, json: bytes | None, _: str | None) -> Row[T]:
    assert json is not None
    return Row(path, blob, msgspec.json.decode(json, type=type_))


def _marks(values: Sequence[str]) -> str:
    return ", ".join("?" * len(values))


def _narrowed(text: str, found: list[str]) -> list[str]:
    return [text] if text in found else sorted(found)


def _is_text(values: Sequence[str]) -> bool:
    """No half surrogate pairs, as an argument that is not UTF-8 has them: nothing in a store is named so."""
    return not any("\ud800" <= char <= "\udfff" for value in values for char in value)
