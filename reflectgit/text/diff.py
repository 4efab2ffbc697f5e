"""What a unified diff took out and put in. The one door to `unidiff`.

A diff in evidence may be cut, elided or hand-written: reading never raises, and what the parser does not take
is read line by line.
"""

import re

from unidiff.errors import UnidiffParseError
from unidiff.patch import Hunk as ParsedHunk
from unidiff.patch import PatchSet

from reflectgit.model import Value

_HUNK_HEAD = re.compile(r"^@@ ", re.M)
_FILE_HEAD = re.compile(r"^(?:---|\+\+\+) (?:[ab]/)?(?P<path>[^\t\n]+)")


class Hunk(Value, frozen=True, kw_only=True):
    """One change in one file: the lines without their signs, in their order."""

    path: str
    removed: tuple[str, ...]
    added: tuple[str, ...]


def read_diff(text: str) -> list[Hunk]:
    """The hunks of a unified diff; of other text, one hunk of the lines that begin with a sign, or none."""
    if not _HUNK_HEAD.search(text):
        return _by_lines(text)
    try:
        return [_hunk(file.path, hunk) for file in PatchSet.from_string(text) for hunk in file]
    except (UnidiffParseError, ValueError, IndexError, AttributeError):
        return _by_lines(text)


def _hunk(path: str, hunk: ParsedHunk) -> Hunk:
    return Hunk(
        path=path,
        removed=tuple(line.value.rstrip("\n") for line in hunk if line.is_removed),
        added=tuple(line.value.rstrip("\n") for line in hunk if line.is_added),
    )


def _by_lines(text: str) -> list[Hunk]:
    path, removed, added = "", [], []
    for line in text.splitlines():
        if head := _FILE_HEAD.match(line):
            path = head["path"].strip() if head["path"].strip() != "/dev/null" else path
        elif line.startswith("-"):
            removed.append(line[1:])
        elif line.startswith("+"):
            added.append(line[1:])
    return [Hunk(path=path, removed=tuple(removed), added=tuple(added))] if removed or added else []
