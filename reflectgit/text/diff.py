"""What a unified diff took out and put in. The one door to `unidiff`.

A diff in evidence may be cut, elided or hand-written: reading never raises, and what the parser does not take
is read line by line. Names of files are read here, whatever they hold, and each file is parsed by itself: one that is
damaged takes no other with it.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from unidiff.errors import UnidiffParseError
from unidiff.patch import Hunk as ParsedHunk
from unidiff.patch import PatchSet

from reflectgit.model import Value
from reflectgit.text.gitnames import plain_name, with_plain_names

_HUNK_HEAD = re.compile(r"^@@ ", re.M)
#: Where a file begins in a diff. Of "diff --git" alone the names cannot be told apart; what follows names them again.
_FILE = re.compile(
    r"^diff --(?:git|cc|combined) [^\n]*\n"
    r"|^--- (?P<old>[^\t\n]*)[^\n]*\n\+\+\+ (?P<new>[^\t\n]*)[^\n]*\n(?=@@ )",
    re.M,
)
_FILE_HEAD = re.compile(r"^(?:---|\+\+\+) (?P<path>[^\t\n]+)")
_SIDE = re.compile(r"^[abciow12]/")


class Hunk(Value, frozen=True, kw_only=True):
    """One change in one file: the lines without their signs, in their order."""

    path: str
    removed: tuple[str, ...]
    added: tuple[str, ...]


def read_diff(text: str) -> list[Hunk]:
    """The hunks of a unified diff; of other text, the lines that begin with a sign, a hunk a file, or none."""
    return list(_read(text))


@lru_cache(maxsize=64)
def _read(text: str) -> tuple[Hunk, ...]:
    """Several stages ask the same change."""
    text = with_plain_names(text)
    if not _HUNK_HEAD.search(text):
        return tuple(_by_lines("", text))
    return tuple(
        hunk for path, body in _files(text) if _HUNK_HEAD.search(body) for hunk in _hunks(path, body)
    )


def _files(text: str) -> Iterator[tuple[str, str]]:
    """The path and the hunks of each file; what stands before the first has no path."""
    path, start = "", 0
    for head in _FILE.finditer(text):
        yield path, text[start : head.start()]
        path = _path(head["old"] or "", head["new"] or "")
        start = head.end()
    yield path, text[start:]


def _hunks(path: str, body: str) -> Iterator[Hunk]:
    try:
        files = PatchSet.from_string(f"--- one\n+++ other\n{body}")
        yield from [_hunk(path, hunk) for file in files for hunk in file]
    except (UnidiffParseError, ValueError, IndexError, AttributeError):
        yield from _by_lines(path, body)


def _hunk(path: str, hunk: ParsedHunk) -> Hunk:
    return Hunk(
        path=path,
        removed=tuple(line.value.rstrip("\n") for line in hunk if line.is_removed),
        added=tuple(line.value.rstrip("\n") for line in hunk if line.is_added),
    )


def _by_lines(path: str, text: str) -> Iterator[Hunk]:
    removed: list[str] = []
    added: list[str] = []
    for line in text.splitlines():
        if head := _FILE_HEAD.match(line):
            yield from _made(path, removed, added)
            path, removed, added = _path(path, head["path"].strip()), [], []
        elif line.startswith("-"):
            removed.append(line[1:])
        elif line.startswith("+"):
            added.append(line[1:])
    yield from _made(path, removed, added)


def _made(path: str, removed: list[str], added: list[str]) -> Iterator[Hunk]:
    if removed or added:
        yield Hunk(path=path, removed=tuple(removed), added=tuple(added))


def _path(old: str, new: str) -> str:
    """The name of a file without its side: the new one, unless the file is gone."""
    return _SIDE.sub("", plain_name(old if new == "/dev/null" else new))
