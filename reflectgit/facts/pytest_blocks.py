"""The parts of pytest's reports that several parsers look for: ``E`` blocks, headers, separators, names of tests."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

#: On a narrow terminal one underscore is left on each side.
_HEADER = re.compile(r"_+ (?P<title>[^\s_].*?|_\S.*?) _+$")
#: In the style of ``--tb=line`` the lines after the first of a block are only indented; locals look like this.
_LOCAL = re.compile(r" {8}[\w.]{1,80} *= ")


class Block(NamedTuple):
    """Consecutive ``E`` lines: the number of the first line, from 0, and the texts without ``E`` and indentation."""

    at: int
    texts: tuple[str, ...]


def header(line: str) -> str:
    """The title of a test's section (``____ test_split[empty] ____``); empty where the line is none."""
    if not line.startswith("_") or separates(line):
        return ""
    found = _HEADER.match(line)
    return found["title"] if found else ""


def separates(line: str) -> bool:
    """A separator between two frames: ``_ _ _ _``."""
    return line.startswith("_ _ _ ")


def banner(line: str) -> bool:
    """A banner between sections of the report, or before what was captured."""
    return line.startswith(("=====", "-----")) and " " in line and line[-3:] in ("===", "---")


def explains(line: str) -> bool:
    """A line that pytest marks as part of an error."""
    return line[:3] == "E  " or line == "E"


def blocks(lines: Sequence[str]) -> Iterator[Block]:
    """All blocks, in their order."""
    at = 0
    while at < len(lines):
        if not explains(lines[at]):
            at += 1
            continue
        end = _end(lines, at)
        yield Block(at, _texts(lines, at, end))
        at = end


def _end(lines: Sequence[str], at: int) -> int:
    end = at + 1
    if lines[at][4:5] != " " and _indented(lines, end):
        while _indented(lines, end):
            end += 1
        return end
    while end < len(lines) and explains(lines[end]):
        end += 1
    return end


def _indented(lines: Sequence[str], at: int) -> bool:
    """A line further down in the style of ``--tb=line``; an empty one when more follows."""
    if at < len(lines) and not lines[at]:
        at += 1
    return at < len(lines) and lines[at].startswith("    ") and not _LOCAL.match(lines[at])


def _texts(lines: Sequence[str], at: int, end: int) -> tuple[str, ...]:
    bare = [" " + line[1:] if line[:1] == "E" else line for line in lines[at:end]]
    indent = min((len(line) - len(line.lstrip()) for line in bare if line.strip()), default=0)
    return tuple(line[indent:] for line in bare)


def test_name(node: str) -> str:
    """The last part of a node id, with the id of its parameters: ``t.py::TestBox::test_x[a::b]`` → ``test_x[a::b]``."""
    path, bracket, rest = node.partition("[")
    return path.rpartition("::")[2] + bracket + rest


def name_and_reason(told: str) -> tuple[str, str]:
    """``t.py::test_x[a - b] - KeyError: 'a'`` → the node id and the reason."""
    node, _, reason = told.partition(" - ")
    if "[" in node and not node.endswith("]"):
        at = told.find("] - ", len(node))
        if at < 0:
            return (told, "") if told.endswith("]") else (node, reason)
        return told[: at + 1], told[at + 4 :]
    return node, reason
