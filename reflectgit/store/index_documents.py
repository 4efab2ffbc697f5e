"""The documents of retrieval: every live lesson with its words, in an inverted index (ADR 0006).

A cache beside the other one, with the same manners (ADR 0005): deleting it changes no answer, and whatever is wrong
with the file (busy, read-only, full, damaged, made by other code, of a commit that is gone) the same rows are
made in memory. It is a file of its own, so that a look at either imports nothing of the other. Both `retrieve` and an
admission, which asks for the lessons nearest to its candidate, bring it up to date.

A *part* is what one file says of one lesson: words, and what marks it. Parts stand by path, for the files of one
commit; a lesson's document is its parts put together, and those of the lessons whose place it took: what founded them
founds it too, and their flags follow to it. The postings are an FTS5 table without contents.
"""

import json
import sqlite3
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from reflectgit.errors import StoreError
from reflectgit.store.index_file import CacheFile, discard
from reflectgit.store.snapshot import Entry, Snapshot
from reflectgit.text.fielded import Document, joined, words_of_lesson, words_of_termination

if TYPE_CHECKING:
    from reflectgit.store.repository import Store

_TRIES = 5
_CHUNK = 500
_LAST = "\U0010ffff"
_FOLDERS = ("lessons/", "ledger/terminations/", "ledger/rulings/")
_POLICY = "reflectgit.toml"
#: Under this name stand the files that cannot be read: what they say, and of which lesson, nobody knows.
_NO_LESSON = ""
#: What the rows depend on besides the files.
_CODE = (
    "model.py",
    "identity.py",
    "policy.py",
    "formats/*.py",
    "text/words.py",
    "text/fielded.py",
    "store/index_*.py",
)
_SCHEMA = """
CREATE TABLE stamp (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE parts (lesson TEXT NOT NULL, path TEXT NOT NULL, said BLOB NOT NULL,
                    PRIMARY KEY (lesson, path)) WITHOUT ROWID;
CREATE INDEX places ON parts (path);
CREATE TABLE lines (lesson TEXT PRIMARY KEY, parent TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX children ON lines (parent);
CREATE TABLE documents (number INTEGER PRIMARY KEY, lesson TEXT NOT NULL UNIQUE);
CREATE TABLE words (stem TEXT PRIMARY KEY, documents INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE postings USING fts5 (stems, content = '', detail = none, tokenize = 'ascii');
"""
_TABLES = ("postings", "words", "documents", "lines", "parts", "stamp")

Part = dict[str, Any]
T = TypeVar("T")
Made = tuple[str, str, Part]


class Limits(NamedTuple):
    """What the policy of the commit says of retrieval."""

    cap: int
    floor: float


def ask(store: "Store", snapshot: Snapshot, question: Callable[["Documents"], T]) -> T:
    """Put a question to the documents of the store at the snapshot's commit.

    Where the file cannot be had or turns out to be damaged, it is put to the same rows made in memory.

    Raises:
        BadInput: the policy that is committed there is not valid.
        StoreError: this SQLite has no FTS5.
    """
    file = store.place.private / f"documents-{sha256(store.place.root.encode()).hexdigest()[:8]}.sqlite"
    try:
        return _put(question, _cached(file, snapshot))
    except (sqlite3.OperationalError, OSError):
        pass
    except (sqlite3.DatabaseError, zlib.error):
        discard(file)
    try:
        return _put(question, _in_memory(snapshot))
    except sqlite3.OperationalError as fault:
        hint = "use a Python whose sqlite3 has FTS5, as those of python.org and of the distributions have"
        raise StoreError(
            f"SQLite cannot hold the documents of retrieval: {fault}", hint, code="sqlite"
        ) from fault


def _put(question: Callable[["Documents"], T], rows: "_Rows") -> T:
    try:
        return question(Documents(rows))
    finally:
        rows.close()


class Documents:
    """The live lessons of a store at one commit; `stages.retrieve.Documents` as it lies on disk.

    Holds a read transaction, so that the answer is of one commit whatever others write.
    """

    def __init__(self, rows: "_Rows") -> None:
        self._rows = rows

    @property
    def limits(self) -> Limits:
        """Cap and floor, as the commit's policy has them."""
        return Limits(int(self._rows.get("cap") or 0), float(self._rows.get("floor") or 0))

    def count(self) -> int:
        """How many live lessons there are."""
        return int(self._rows.one("SELECT COUNT(*) FROM documents") or 0)

    def frequencies(self, stems: Sequence[str]) -> dict[str, int]:
        """Of each stem that occurs, the number of lessons that hold it."""
        found: dict[str, int] = {}
        for at in range(0, len(stems), _CHUNK):
            asked = stems[at : at + _CHUNK]
            marks = ", ".join("?" * len(asked))
            found |= self._rows.ask(f"SELECT stem, documents FROM words WHERE stem IN ({marks})", *asked)
        return {stem: found[stem] for stem in stems if found.get(stem)}

    def beginning(self, prefix: str) -> list[str]:
        """The stems that begin so, sorted."""
        ask = "SELECT stem FROM words WHERE stem >= ? AND stem < ? AND documents > 0"
        return sorted(str(row[0]) for row in self._rows.ask(ask, prefix, prefix + _LAST))

    def holding(self, stem: str) -> Iterable[int]:
        """The numbers of the lessons that hold the stem."""
        return [row[0] for row in self._rows.ask(_MATCH, f'"{stem}"')]

    def ids(self, numbers: Iterable[int]) -> dict[int, str]:
        """The lesson ids of these numbers."""
        ask = "SELECT lesson FROM documents WHERE number = ?"
        return {number: str(self._rows.one(ask, number)) for number in numbers}

    def broken(self) -> list[str]:
        """What is wrong with each file that could not be read, ``path:line: reason``, in the order of the paths."""
        return [part["error"] for part in self._rows.parts(_NO_LESSON)]

    def read(self, numbers: Iterable[int]) -> list[Document]:
        """These lessons, whole."""
        names = self.ids(numbers).values()
        return [one for name in names if (one := _document(name, self._rows.line(name)))]


_MATCH = "SELECT rowid FROM postings WHERE postings MATCH ?"


# --- the file -----------------------------------------------------------------------------------------------


class _Rows(CacheFile):
    """One connection to the tables, in a file or in memory."""

    def __init__(self, file: Path | None) -> None:
        super().__init__(file, _SCHEMA, _TABLES, _code_digest())

    def ask(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        return self._db.execute(question, values).fetchall()

    def one(self, question: str, *values: object) -> Any:
        row = self._db.execute(question, values).fetchone()
        return None if row is None else row[0]

    def parts(self, lesson: str) -> list[Part]:
        """What the files say of a lesson, in the order of their paths."""
        rows = self.ask("SELECT said FROM parts WHERE lesson = ? ORDER BY path", lesson)
        return [json.loads(zlib.decompress(said)) for (said,) in rows]

    def line(self, lesson: str) -> list[Part]:
        """What the files say of a lesson, and of those whose place it took."""
        parts, seen = self.parts(lesson), {lesson}
        parent = self.one("SELECT parent FROM lines WHERE lesson = ?", lesson)
        while parent is not None and parent not in seen:
            seen.add(parent)
            parts += [part for part in self.parts(parent) if "lesson" not in part]
            parent = self.one("SELECT parent FROM lines WHERE lesson = ?", parent)
        return parts

    def _with_children(self, lessons: Iterable[str]) -> set[str]:
        """The lessons, and those that took their place: what is said of the one is said of the other."""
        found: set[str] = set()
        waiting = set(lessons)
        while waiting:
            found |= waiting
            ask = "SELECT lesson FROM lines WHERE parent = ?"
            waiting = {str(row[0]) for name in sorted(waiting) for row in self.ask(ask, name)} - found
        return found

    def fill(self, batches: Iterable[Collection[Made]]) -> None:
        """Take everything away, put these parts in, and index them: as `replace` does, but each lesson once."""
        for table in ("parts", "lines", "documents", "words"):
            self._db.execute(f"DELETE FROM {table}")
        self._db.execute("INSERT INTO postings (postings) VALUES ('delete-all')")
        for batch in batches:
            self._put_in(batch)
        change: Counter[str] = Counter()
        for (lesson,) in self.ask("SELECT DISTINCT lesson FROM parts"):
            change.update(self._index(lesson, None, frozenset()))
        self._count(change)

    def replace(self, gone: Collection[str], arrived: Collection[Made]) -> None:
        """Take the parts of these paths away, put new ones in, and index what changed."""
        touched = {lesson for lesson, _, _ in arrived}
        for path in gone:
            touched.update(str(row[0]) for row in self.ask("SELECT lesson FROM parts WHERE path = ?", path))
        before = {lesson: self._indexed(lesson) for lesson in sorted(self._with_children(touched))}
        self._db.executemany("DELETE FROM parts WHERE path = ?", ((path,) for path in gone))
        self._put_in(arrived)
        change: Counter[str] = Counter()
        for lesson, (number, old) in before.items():
            now = self._index(lesson, number, old)
            change.update(now - old)
            change.subtract(old - now)
        self._count(change)

    def _put_in(self, arrived: Collection[Made]) -> None:
        packed = ((lesson, path, _packed(part)) for lesson, path, part in arrived)
        self._db.executemany("INSERT OR REPLACE INTO parts VALUES (?, ?, ?)", packed)
        parents = ((lesson, part["lesson"]["supersedes"]) for lesson, _, part in arrived if "lesson" in part)
        self._db.executemany(
            "INSERT OR REPLACE INTO lines VALUES (?, ?)", ((one, up) for one, up in parents if up is not None)
        )

    def _count(self, change: Mapping[str, int]) -> None:
        """Add to the numbers of lessons that hold these stems."""
        count = (
            "INSERT INTO words VALUES (?1, ?2) ON CONFLICT (stem) DO UPDATE SET documents = documents + ?2"
        )
        self._db.executemany(count, sorted(change.items()))

    def _indexed(self, lesson: str) -> tuple[int | None, frozenset[str]]:
        """The number of a lesson that is live so far, and its stems."""
        number = self.one("SELECT number FROM documents WHERE lesson = ?", lesson)
        if number is None:
            return None, frozenset()
        return int(number), _stems(_document(lesson, self.line(lesson)))

    def _index(self, lesson: str, number: int | None, old: frozenset[str]) -> frozenset[str]:
        """Index the lesson as its parts say now, in place of the `old` stems; its stems now."""
        now = _document(lesson, self.line(lesson))
        stems = _stems(now)
        if number is not None and old:
            remove = "INSERT INTO postings (postings, rowid, stems) VALUES ('delete', ?, ?)"
            self._db.execute(remove, (number, " ".join(sorted(old))))
        if now is None:
            self._db.execute("DELETE FROM documents WHERE lesson = ?", (lesson,))
        else:
            if number is None:
                number = self._db.execute("INSERT INTO documents (lesson) VALUES (?)", (lesson,)).lastrowid
            add = "INSERT INTO postings (rowid, stems) VALUES (?, ?)"
            self._db.execute(add, (number, " ".join(sorted(stems))))
        return stems


def _packed(part: Part) -> bytes:
    return zlib.compress(json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode("utf-8"), 1)


@cache
def _code_digest() -> str:
    package = Path(__file__).resolve().parents[1]
    sources = sorted(source for name in _CODE for source in package.glob(name))
    return sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()


# --- bringing it to a commit --------------------------------------------------------------------------------


def _cached(file: Path, snapshot: Snapshot) -> _Rows:
    """The file's rows, brought to the snapshot's commit and held there.

    Raises:
        sqlite3.DatabaseError: the file cannot be had, or others keep moving it.
    """
    if snapshot.commit is None:
        return _in_memory(snapshot)
    file.parent.mkdir(exist_ok=True)
    rows = _Rows(file)
    try:
        for _ in range(_TRIES):
            if rows.hold() == snapshot.commit:
                return rows
            rows.release()
            _catch_up(rows, snapshot)
        raise sqlite3.OperationalError("other processes keep moving the documents to commits of theirs")
    except BaseException:
        rows.close()
        raise


def _in_memory(snapshot: Snapshot) -> _Rows:
    rows = _Rows(None)
    _catch_up(rows, snapshot)
    rows.hold()
    return rows


def _catch_up(rows: _Rows, snapshot: Snapshot) -> None:
    """Move the rows to the snapshot's commit, unless another process moves them first."""
    start = rows.commit
    changes = _changes(start, snapshot)
    limits = _limits(snapshot) if changes is None or _POLICY in changes else None
    now = _standing(snapshot, changes)
    batches: Iterable[list[Made]] = _batches(snapshot, now)
    if len(now) <= _CHUNK:
        batches = list(batches)  # parsed before the lock is taken
    with rows.writing():
        if rows.commit != start:
            return
        if changes is None:
            rows.fill(batches)
        else:
            gone = list(filter(_speaks, changes))
            for number, batch in enumerate(batches):
                rows.replace(() if number else gone, batch)
        rows.put("commit", snapshot.commit or "")
        if limits is not None:
            rows.put("cap", str(limits.cap))
            rows.put("floor", repr(limits.floor))


def _changes(start: str | None, snapshot: Snapshot) -> Mapping[str, str | None] | None:
    """What no longer stands as it did at `start`, by path; None for everything."""
    try:
        return snapshot.changes(start) if start else None
    except StoreError:  # the commit was pruned, or the file came from another clone
        return None


def _standing(snapshot: Snapshot, changes: Mapping[str, str | None] | None) -> list[Entry]:
    """The files that speak of lessons, as far as they changed."""
    if changes is None:
        return [entry for entry in snapshot.entries() if _speaks(entry.path)]
    return [Entry(path, blob) for path, blob in changes.items() if blob is not None and _speaks(path)]


def _batches(snapshot: Snapshot, entries: Sequence[Entry]) -> Iterator[list[Made]]:
    """What the files say, a batch at a time; one at least."""
    for at in range(0, len(entries) or 1, _CHUNK):
        yield list(_made(snapshot, entries[at : at + _CHUNK]))


def _speaks(path: str) -> bool:
    return path.endswith(".yaml") and path.startswith(_FOLDERS)


def _limits(snapshot: Snapshot) -> Limits:
    # A look at documents that are up to date needs neither TOML nor msgspec.
    from reflectgit.policy import Policy, read_policy

    data = snapshot.read(_POLICY)
    policy = Policy() if data is None else read_policy(data.decode("utf-8", "replace"), _POLICY)
    return Limits(policy.retrieve.cap, policy.retrieve.floor)


# --- what files say of lessons ------------------------------------------------------------------------------


def _made(snapshot: Snapshot, entries: Sequence[Entry]) -> Iterator[Made]:
    """(lesson, path, part) of every file that says something of a lesson, or that cannot be read."""
    from reflectgit.errors import BadInput
    from reflectgit.store.index_rows import kind_of, read_stored

    for entry, data in snapshot.read_blobs(entries):
        kind = kind_of(entry.path)
        if kind is None:
            continue
        try:
            value = read_stored(kind, data, entry.path)
        except BadInput as fault:
            yield _NO_LESSON, entry.path, {"error": fault.message}
            continue
        yield from ((lesson, entry.path, part) for lesson, part in _parts_of(entry.path, value))


def _parts_of(path: str, value: Any) -> Iterator[tuple[str, Part]]:
    from msgspec import to_builtins

    from reflectgit.model import DecidedTermination, Lesson
    from reflectgit.store.index_rows import stem_of

    if isinstance(value, Lesson):
        yield stem_of(path), {"lesson": to_builtins(value), "fields": words_of_lesson(value)}
    elif isinstance(value, DecidedTermination):
        decision, stage = value.decision, value.decision.stages.lifecycle
        if decision.lesson_id is not None and decision.decision in ("admitted", "merged"):
            flagged = decision.decision == "admitted" and stage is not None and stage.red_flag_class
            yield (
                decision.lesson_id,
                {
                    "fields": words_of_termination(value),
                    "repo": value.task.repo.lower(),
                    "grade": decision.grade,
                    "flagged": flagged,
                },
            )
    else:
        for lesson in sorted({value.lesson_id, value.other} - {None}):
            yield lesson, {"op": value.op}


def _document(lesson: str, parts: Sequence[Part]) -> Document | None:
    """A lesson put together from its parts; None where it has no file, or is retired."""
    own = next((part["lesson"] for part in parts if "lesson" in part), None)
    if own is None or own["superseded_by"] is not None:
        return None
    ops = {part["op"] for part in parts if "op" in part}
    return Document(
        id=lesson,
        lesson=own,
        fields=joined(part["fields"] for part in parts if "fields" in part),
        repos=tuple(sorted({part["repo"] for part in parts if "repo" in part})),
        grade=min((part["grade"] for part in parts if part.get("grade")), default=None),
        contested="contradiction" in ops and "settle" not in ops,
        red_flag=any(part.get("flagged") for part in parts),
    )


def _stems(document: Document | None) -> frozenset[str]:
    if document is None:
        return frozenset()
    return frozenset(stem for words in document.fields.values() for stem in words)
