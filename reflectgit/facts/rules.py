"""Reading by rules: a word that gives a line away, and what is read there. What parsers of this package are made
of.

A rule looks at a line only when its needle stands in it: finding a substring is cheap, and a regular expression is
not. Lines hold no line ends. A rule may look a bounded number of lines ahead or back (`LOOK`), so that a whole text
takes linear time.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Literal, NamedTuple

from reflectgit.facts.model import AnyFact, Frame, Raised
from reflectgit.facts.needles import may_stand

#: Lines that a rule may look ahead or back: the longest message or block that is read as one.
LOOK = 60

Lines = Sequence[str]
Role = Literal["raised", "cause", "context", "member"]
Read = Callable[[Lines, int], Iterator[AnyFact]]


class Rule(NamedTuple):
    """What is read at every line (`lines`, index from 0) that holds the needle."""

    needle: str
    read: Read


def read_by(rules: Sequence[Rule], lines: Lines) -> Iterator[AnyFact]:
    """What the rules read in the lines, rule by rule."""
    text = "\n".join(lines)
    for needle, read in rules:
        for at in places(text, needle):
            yield from read(lines, at)


def places(text: str, needle: str) -> Iterator[int]:
    """The lines (from 0) that hold the needle. Looking through the text at once spares a look at every line."""
    at = begin = 0
    found = text.find(needle) if may_stand(needle, text) else -1
    while found >= 0:
        at += text.count("\n", begin, found)
        yield at
        end = text.find("\n", found)
        if end < 0:
            return
        at, begin = at + 1, end + 1
        found = text.find(needle, begin)


def needles(rules: Sequence[Rule]) -> tuple[str, ...]:
    """The words of which one must stand in a text for the rules to find anything."""
    return tuple(dict.fromkeys(rule.needle for rule in rules))


def one(pattern: re.Pattern[str], make: Callable[[int, re.Match[str]], AnyFact]) -> Read:
    """A reader of one line: where the pattern matches at its start, what is made of the line's number and the match."""

    def read(lines: Lines, at: int) -> Iterator[AnyFact]:
        if match := pattern.match(lines[at]):
            yield make(at + 1, match)

    return read


def number(digits: str | None) -> int:
    """The number that the digits write; 0 for none. Patterns allow nine digits: longer ones are no line numbers."""
    return int(digits) if digits else 0


def last_name(name: str) -> str:
    """A class without its module: after the last ``.``, ``::``, ``/`` or ``$``."""
    return re.split(r"[.$/]|::", name.rstrip(".$/:"))[-1]


class Head(NamedTuple):
    """The line that names an exception, with what it says of the message on that line."""

    class_: str
    message: str
    role: Role = "raised"


def stacks(
    lines: Lines,
    words: Sequence[str],
    head_of: Callable[[str], Head | None],
    frame_of: Callable[[int, str], Frame | bool],
) -> Iterator[AnyFact]:
    """Exceptions, each named by the last head above the first frame of a stack, and the frames.

    `words`: one of them stands in every head and every frame. `frame_of` answers a frame, True for one that tells no
    place, or False. A message goes on to the first blank line.
    """
    begun: tuple[int, Head] | None = None
    text = "\n".join(lines)
    for at in sorted({place for word in words for place in places(text, word)}):
        if frame := frame_of(at + 1, lines[at]):
            if begun and at - begun[0] <= LOOK:
                yield _raised(lines, *begun, at)
            begun = None
            if isinstance(frame, Frame):
                yield frame
        elif head := head_of(lines[at]):
            begun = at, head


def _raised(lines: Lines, begun: int, head: Head, end: int) -> Raised:
    rest = (line.strip() for line in lines[begun + 1 : end])
    message = "\n".join((head.message, *takewhile(bool, rest))).strip()
    return Raised(line=begun + 1, class_=head.class_, message=message, role=head.role)
