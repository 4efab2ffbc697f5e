"""An SQLite file that is a cache: it may vanish, be cut short, be of another age, or be busy.

What both indexes have in common (ADR 0005). Whatever SQLite finds wrong is a `sqlite3.DatabaseError`, which the index
answers by doing without the file. A file made by other code is emptied inside a transaction; only one that SQLite
cannot open as a database is deleted. WAL, so that a reader never waits for a writer, and ``synchronous = NORMAL``, with
which a power cut may lose the newest rows but never leaves half of them.

A process keeps the connections that it let go of, for its next look: SQLite syncs a file when its last connection ends,
and with opening it anew that was a third of an admission.
"""

import atexit
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

_BUSY_SECONDS = 2.0
_MOST_IDLE = 4


class CacheFile:
    """One connection to the tables of a cache, in a file or in memory."""

    def __init__(self, file: Path | None, schema: str, tables: Sequence[str], code: str) -> None:
        """Open, create or empty the tables.

        Args:
            file: where they are; None for tables in memory.
            schema: the statements that make them, one of which makes ``stamp (name, value)``.
            tables: their names, in an order in which they can be dropped.
            code: what the rows depend on besides the store; tables that other code made are emptied.

        Raises:
            sqlite3.DatabaseError: the file cannot be had (no permission, read-only, full, busy, damaged).
        """
        self._file = file
        self._db = _connected(file)
        try:
            self._prepare(schema, tables, code)
        except sqlite3.DatabaseError:
            self._db.close()
            raise

    def _prepare(self, schema: str, tables: Sequence[str], code: str) -> None:
        self._db.execute("PRAGMA synchronous = NORMAL")
        if self._made_by() == code:
            return
        self._db.execute("PRAGMA page_size = 8192")
        self._db.execute("PRAGMA journal_mode = WAL")
        with self.writing():
            if self._made_by() == code:
                return
            for table in tables:
                self._db.execute(f"DROP TABLE IF EXISTS {table}")
            for statement in filter(str.strip, schema.split(";")):
                self._db.execute(statement)
            self.put("code", code)

    def _made_by(self) -> str | None:
        known = self._db.execute("SELECT 1 FROM sqlite_master WHERE name = 'stamp'").fetchone()
        return self.get("code") if known else None

    def close(self) -> None:
        """Let go of the file."""
        db, self._db = self._db, _CLOSED
        if self._file is None or db is _CLOSED:
            db.close()
        else:
            _let_go(self._file, db)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A write transaction: all of it or nothing."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def hold(self) -> str | None:
        """Begin to read: from here on the rows stay as they are. The commit they stand for, if any."""
        self._db.execute("BEGIN")
        return self.commit

    def release(self) -> None:
        """Stop reading, so that later rows are seen."""
        self._db.execute("ROLLBACK")

    @property
    def commit(self) -> str | None:
        """The commit that the rows stand for."""
        return self.get("commit")

    def get(self, name: str) -> str | None:
        """What is noted under a name beside the rows."""
        row = self._db.execute("SELECT value FROM stamp WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def put(self, name: str, value: str) -> None:
        """Note something under a name, inside a write transaction."""
        self._db.execute("INSERT OR REPLACE INTO stamp VALUES (?, ?)", (name, value))


# --- connections ---------------------------------------------------------------------------------------------


class _Idle(NamedTuple):
    """A connection that waits, and by what its files are known: it is of no use once others lie there."""

    db: sqlite3.Connection
    files: tuple[tuple[int, int] | None, ...]


_CLOSED = sqlite3.connect(":memory:")
_CLOSED.close()
_idle: dict[Path, _Idle] = {}
_inherited: list[dict[Path, _Idle]] = []


def _connected(file: Path | None) -> sqlite3.Connection:
    if file is not None:
        _require_whole(file)
        waiting = _idle.pop(file, None)
        if waiting is not None and waiting.files == _files(file):
            return waiting.db
        if waiting is not None:
            waiting.db.close()
    name = ":memory:" if file is None else str(file)
    # SQLite serialises the threads that share a connection.
    return sqlite3.connect(name, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)


def _let_go(file: Path, db: sqlite3.Connection) -> None:
    """Keep a connection for the next look, without its transaction; those that waited longest are closed."""
    try:
        db.rollback()
        displaced = [_idle.pop(file, None)]
        _idle[file] = _Idle(db, _files(file))
        displaced += [_idle.pop(oldest, None) for oldest in list(_idle)[:-_MOST_IDLE]]
    except sqlite3.DatabaseError:
        db.close()
        return
    for waiting in filter(None, displaced):
        waiting.db.close()


def _files(file: Path) -> tuple[tuple[int, int] | None, ...]:
    return tuple(_inode(file.with_name(file.name + ending)) for ending in ("", "-wal"))


def _inode(file: Path) -> tuple[int, int] | None:
    try:
        seen = file.stat()
    except OSError:
        return None
    return seen.st_dev, seen.st_ino


def _leave_to_the_parent() -> None:
    """SQLite's connections do not survive a fork: a child neither uses nor closes them."""
    global _idle
    _inherited.append(_idle)
    _idle = {}


@atexit.register
def _close_idle() -> None:
    while _idle:
        _idle.popitem()[1].db.close()


os.register_at_fork(after_in_child=_leave_to_the_parent)


def discard(file: Path) -> None:
    """Take a damaged file away."""
    for ending in ("", "-wal", "-shm"):
        with suppress(OSError):
            file.with_name(file.name + ending).unlink()


def _require_whole(file: Path) -> None:
    """A file that was cut short has fewer pages than its head says; SQLite may read it and miss rows.

    Raises:
        sqlite3.DatabaseError: so it is.
    """
    try:
        with file.open("rb") as opened:
            head = opened.read(100)
            size = opened.seek(0, 2)
    except FileNotFoundError:
        return
    page = int.from_bytes(head[16:18], "big")
    pages = int.from_bytes(head[28:32], "big")
    told = head[24:28] == head[92:96]  # else an old SQLite wrote it, and the number of pages does not count
    if len(head) == 100 and told and size < pages * (65536 if page == 1 else page):
        raise sqlite3.DatabaseError(f"{file.name} was cut short")
