"""The variables that pytest prints: arguments of each frame (``name = value, …``) and, with ``-l``, its locals.

They are read inside a test's section of the failures only: elsewhere ``name = value`` is a line of a log or source.
"""

import re
from collections.abc import Iterator, Sequence

from reflectgit.facts.model import Bound
from reflectgit.facts.pytest_blocks import banner, explains, header, separates

NEEDLES = (" = ",)

#: pytest pads a name to ten characters; in the short style it indents by eight.
_LOCAL = re.compile(r"(?P<indent> {8})?(?P<name>[A-Za-z_]\w*|\.\d+)(?P<pad> *) = (?P<value>.+)$")
_ARGUMENT = re.compile(r"(?P<name>[A-Za-z_]\w*|\.\d+) = ")
_WIDTH = 10


def parse(lines: Sequence[str]) -> Iterator[Bound]:
    """Line by line."""
    inside = arguments = False
    for at, line in enumerate(lines):
        if header(line) or separates(line):
            inside = arguments = True
        elif banner(line):
            inside = False
        elif explains(line) or line[:1] == ">":
            inside, arguments = True, False
        elif "above exception" in line:
            arguments = True
        elif inside and " = " in line:
            yield from _bound(at, line, arguments)


def _bound(at: int, line: str, arguments: bool) -> Iterator[Bound]:
    if arguments and _ARGUMENT.match(line):
        yield from (Bound(line=at + 1, name=name, value=value) for name, value in _split(line))
        return
    found = _LOCAL.match(line)
    if found and len(found["name"] + found["pad"]) == max(_WIDTH, len(found["name"])):
        yield Bound(line=at + 1, name=found["name"], value=found["value"])


def _split(line: str) -> Iterator[tuple[str, str]]:
    """``job = {'name': 'a'}, size = 3``: a value may hold what looks like the next name; such a line is rare."""
    name = ""
    start = 0
    for found in _starts(line):
        if name:
            yield name, line[start : found.start()].removesuffix(", ")
        name, start = found["name"], found.end()
    if name:
        yield name, line[start:]


def _starts(line: str) -> Iterator[re.Match[str]]:
    """Where a name begins: at the start, and behind each comma outside quotes and brackets."""
    if first := _ARGUMENT.match(line):
        yield first
    depth = 0
    quote = ""
    for at, char in enumerate(line):
        if quote:
            quote = "" if char == quote and line[at - 1] != "\\" else quote
        elif char in "'\"":
            quote = char
        elif char in "([{<":
            depth += 1
        elif char in ")]}>":
            depth -= 1
        elif char == "," and depth <= 0 and (found := _ARGUMENT.match(line, at + 2)):
            yield found
