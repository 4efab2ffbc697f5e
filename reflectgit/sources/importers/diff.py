"""A unified diff in a file, as git, diff or a pull request gives it: one change.

A long one is kept up to a bound, whole files of it: what is cut in the middle of a hunk says something else.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO

from reflectgit.sources.events import Changed, Event, Trouble

_KEPT = 4_000_000
_HEAD = re.compile(rb"^(?:diff --git |--- \S|Index: |@@ -\d+(?:,\d+)? \+\d+)", re.MULTILINE)
_HUNK = re.compile(rb"^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@", re.MULTILINE)
_FILE = re.compile(rb"^diff --git |^--- \S.*\n\+\+\+ ", re.MULTILINE)
#: Where a file begins: with git's own line, which stands above the other, or with the names.
_STARTS = (re.compile(rb"^diff --git ", re.MULTILINE), re.compile(rb"^--- \S.*\n\+\+\+ ", re.MULTILINE))
_BY_NAME = (".diff", ".patch")


class Diff:
    """Importer of unified diffs."""

    name = "diff"

    def recognises(self, head: bytes, filename: str) -> bool:
        """A head of a file with a hunk below it; by its name where nothing but modes or names changed."""
        if filename.lower().endswith(_BY_NAME):
            return bool(_HEAD.search(head)) or not head.strip()
        start = _FILE.search(head)
        return start is not None and start.start() < 4_096 and bool(_HUNK.search(head, start.start()))

    def read(self, stream: BinaryIO, where: str) -> Iterator[Event]:
        """One change. A file that holds none is a trouble."""
        data = stream.read(_KEPT + 1)
        if len(data) > _KEPT:
            end = _last_file(data)
            yield Trouble(
                where=f"{where}: byte {end}",
                message=f"the diff is longer than {_KEPT:,} bytes; the files from here on are left out",
            )
            data = data[:end]
        text = data.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
        if _HEAD.search(data):
            yield Changed(where=where, diff=text)
        elif data.strip():
            yield Trouble(where=f"{where}: byte 0", message="there is no unified diff in it")


def _last_file(data: bytes) -> int:
    """Where the file begins that the bound cuts; 0 where it is the only one."""
    for starts in _STARTS:
        if files := [found.start() for found in starts.finditer(data, 0, _KEPT)]:
            return files[-1]
    return 0


IMPORTER = Diff()
