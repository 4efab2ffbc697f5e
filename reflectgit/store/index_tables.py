"""The tables of the index, in a file that is a cache. Rows carry a checksum, for SQLite has none."""

import sqlite3
import zlib
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from reflectgit.store.index_file import CacheFile
from reflectgit.store.index_rows import Fact, kind_of, stem_of
from reflectgit.store.snapshot import Entry

_FULL_SWEEP = 1000
_CODE = (
    "model.py",
    "identity.py",
    "formats/*.py",
    "store/index*.py",
    "text/words.py",
    "text/rarity.py",
    "text/common_stems.txt",
)
_SCHEMA = """
CREATE TABLE stamp (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE facts (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, blob TEXT NOT NULL,
                    json BLOB, error TEXT, seal INTEGER NOT NULL, UNIQUE (blob, kind));
CREATE TABLE keys (name TEXT NOT NULL, value TEXT NOT NULL, fact INTEGER NOT NULL,
                   PRIMARY KEY (name, value, fact)) WITHOUT ROWID;
CREATE TABLE paths (path TEXT PRIMARY KEY, kind TEXT NOT NULL, stem TEXT NOT NULL,
                    fact INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX stems ON paths (stem, kind);
CREATE INDEX places ON paths (fact);
"""
_TABLES = ("paths", "keys", "facts", "stamp")


class _OvertakenError(Exception):
    """Another process changed the tables meanwhile."""


class Tables(CacheFile):
    """One connection to the tables, in a file or (``Tables()``) in memory."""

    def __init__(self, file: Path | None = None) -> None:
        """As `CacheFile`."""
        super().__init__(file, _SCHEMA, _TABLES, code_digest())

    def copy(self) -> "Tables":
        """The same rows in memory, as they stand."""
        twin = Tables()
        self._db.backup(twin._db)
        return twin

    def unknown(self, entries: Iterable[Entry]) -> list[Entry]:
        """The entries whose blob is not known as a file of their kind."""
        ask = "SELECT 1 FROM facts WHERE blob = ? AND kind = ?"
        return [
            entry
            for entry in entries
            if not self._db.execute(ask, (entry.blob, kind_of(entry.path))).fetchone()
        ]

    def move(
        self, start: str | None, commit: str, gone: Collection[str] | None, now: Collection[Entry]
    ) -> None:
        """Stand for `commit` from now on, unless others changed the tables since they stood for `start`.

        Args:
            start: the commit that the tables stood for when the difference was taken.
            commit: the new commit.
            gone: paths that no longer stand as they stood; None for all of them.
            now: what stands anew, whose facts were added.
        """
        with suppress(_OvertakenError), self.writing():
            if self.commit != start:
                raise _OvertakenError
            if gone is None:
                self._db.execute("DELETE FROM paths")
            else:
                self._db.executemany("DELETE FROM paths WHERE path = ?", ((path,) for path in gone))
            placed = self._db.executemany(
                "INSERT INTO paths SELECT ?, kind, ?, id FROM facts WHERE blob = ? AND kind = ?",
                ((path, stem_of(path), blob, kind_of(path)) for path, blob in now),
            )
            if now and placed.rowcount != len(now):  # another process swept a fact away in between
                raise _OvertakenError
            self.put("commit", commit)
            self._sweep(None if gone is None else len(gone))

    def _sweep(self, loosened: int | None) -> None:
        """Drop facts that no path names: after a full build, else now and then."""
        loose = None if loosened is None else int(self.get("loose") or 0) + loosened
        if loose is not None and loose < _FULL_SWEEP:
            self.put("loose", str(loose))
            return
        self._db.execute("DELETE FROM facts WHERE id NOT IN (SELECT fact FROM paths)")
        self._db.execute("DELETE FROM keys WHERE fact NOT IN (SELECT id FROM facts)")
        self.put("loose", "0")

    def add(self, facts: Iterable[Fact]) -> None:
        """Add facts in one transaction; those already known stay."""
        with self.writing():
            for fact in facts:
                self._add(fact)

    def _add(self, fact: Fact) -> None:
        packed = None if fact.json is None else zlib.compress(fact.json, 1)
        added = self._db.execute(
            "INSERT OR IGNORE INTO facts (kind, blob, json, error, seal) VALUES (?, ?, ?, ?, ?)",
            (fact.kind, fact.blob, packed, fact.error, _seal(packed, fact.error)),
        )
        if added.rowcount:
            row = added.lastrowid
            self._db.executemany(
                "INSERT INTO keys VALUES (?, ?, ?)", ((name, value, row) for name, value in fact.keys)
            )

    def select(
        self, where: str, values: Iterable[str]
    ) -> Iterator[tuple[str, str, bytes | None, str | None]]:
        """(path, blob, json, error) of the rows that `where` chooses, in the order of their paths.

        `where` speaks of ``p`` (paths) and ``f`` (facts).

        Raises:
            sqlite3.DatabaseError: the file is damaged.
        """
        ask = (
            "SELECT p.path, f.blob, f.json, f.error, f.seal FROM paths p JOIN facts f ON f.id = p.fact "
            f"WHERE {where} ORDER BY p.path"
        )
        for path, blob, json, error, seal in self._db.execute(ask, tuple(values)):
            if seal != _seal(json, error):
                raise sqlite3.DatabaseError(f"a row of the index is damaged: {path}")
            yield path, blob, None if json is None else zlib.decompress(json), error

    def rows(self, ask: str, values: Iterable[str]) -> list[tuple[str, ...]]:
        """The rows of a query."""
        return self._db.execute(ask, tuple(values)).fetchall()


def _seal(json: bytes | None, error: str | None) -> int:
    return zlib.crc32(json if json is not None else (error or "").encode())


@cache
def code_digest() -> str:
    """What the rows depend on besides the files: the code that made them."""
    package = Path(__file__).resolve().parents[1]
    sources = sorted(source for name in _CODE for source in package.glob(name))
    return sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()
