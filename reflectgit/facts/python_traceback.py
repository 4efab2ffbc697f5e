"""Python's tracebacks: frames, exceptions with what stands behind them, groups, notes, syntax errors.

A traceback is read wherever it stands: indented, behind the bars of a group's drawing, behind the name of a container.
What is in front of its first line has to be in front of all. An exception line without a traceback counts where its
class is named as one (``KeyError: 'x'``) and no frames of another language follow it.
"""

import re
from collections.abc import Generator, Iterator, Sequence
from typing import Literal

from reflectgit.facts.chain import Chain, link
from reflectgit.facts.model import Frame, Raised

NEEDLES = ("Traceback (most", 'File "', "Error: ", "Exception: ", "Interrupt: ", "Exit: ")

_HEAD = "Traceback (most recent call last):"
_GROUP_HEAD = "Exception Group " + _HEAD
_FRAME = re.compile(r'  File "(?P<path>[^"\n]+)", line (?P<number>\d{1,9})(?:, in (?P<function>.+))?$')
#: A class in capitals, or one with its module (``zlib.error``) and a message.
_EXCEPTION = re.compile(
    r"(?P<class>(?:\w+\.(?:<locals>\.)?)*_*[A-Z]\w*|(?:\w+\.)+\w+(?=: ))(?:: ?(?P<message>.*))?$"
)
_BARE = re.compile(r"(?:\w+\.)*_?[A-Z]\w*(?:Error|Exception|Interrupt|Exit): \S")
_RULE = re.compile(r"(?P<deeper>\+-)?\+-{4,} (?:\d+|\.\.\.) -{4,}$")
#: What marks the columns of a failing expression under its source line.
_MARKS = " ~^"
#: As many lines after an exception are its notes; more are other output.
_NOTES = 6
_OTHER = re.compile(
    r"[=_-]{4}|[$#>\[]|E  |Traceback |(?:FAIL|FAILED|ERROR|PASSED|make|npm|exit|Exit|Ran)\b|\d{4}-\d\d-\d\d"
)


def exception(line: str) -> re.Match[str] | None:
    """`class` and `message` of a line that names an exception as Python does."""
    return _EXCEPTION.match(line)


def bare_class(name: str) -> str:
    """The class without its module."""
    return name.rpartition(".")[2]


def parse(lines: Sequence[str]) -> Iterator[Frame | Raised]:
    """Frames as they stand, then the exceptions."""
    chain = Chain()
    at = 0
    while at < len(lines):
        line = lines[at]
        if _HEAD in line:
            at = yield from _traceback(lines, at, chain)
        elif 'File "' in line and (found := _FRAME.search(line)):
            chain.begin()
            at = yield from _block(lines, at, line[: found.start()], chain)
        elif "+--" in line and (rule := _RULE.search(line)):
            at = yield from _block(lines, at + 1, _member(line, rule), chain)
        else:
            _between(lines, at, chain)
            at += 1
    yield from chain.raised


def _traceback(lines: Sequence[str], at: int, chain: Chain) -> Generator[Frame, None, int]:
    line = lines[at]
    group = line.find(_GROUP_HEAD)
    drawn = line[: group if group >= 0 else line.find(_HEAD)]
    if "|" not in drawn or "+" in drawn:
        chain.begin()
    ignored = at > 0 and "Exception ignored in" in lines[at - 1]
    return (
        yield from _block(lines, at + 1, drawn.replace("+", "|"), chain, "ignored" if ignored else "raised")
    )


def _member(line: str, rule: re.Match[str]) -> str:
    """What stands before the lines of a member: ``  +-+--- 1 ---`` opens what is drawn behind ``    | ``."""
    return line[: rule.start()] + " " * len(rule["deeper"] or "") + "| "


def _block(
    lines: Sequence[str],
    at: int,
    before: str,
    chain: Chain,
    role: Literal["raised", "ignored"] = "raised",
) -> Generator[Frame, None, int]:
    """Frames from line `at` on, each behind `before`, and the exception below them; gives the line after it."""
    while at < len(lines) and (inner := _inside(lines[at], before)) is not None:
        if frame := _FRAME.match(inner):
            yield Frame(
                line=at + 1,
                path=frame["path"],
                number=int(frame["number"]),
                function=frame["function"] or "",
                code=_code(lines, at + 1, before),
            )
        elif inner[:1] != " ":
            return _ended(lines, at, before, chain, role)
        at += 1
    return at


def _inside(line: str, before: str) -> str | None:
    """The line without what has to stand before it; None where the block ends."""
    if line.startswith(before):
        return line[len(before) :]
    return "" if line == before.rstrip() else None


def _code(lines: Sequence[str], at: int, before: str) -> str:
    inner = _inside(lines[at], before) if at < len(lines) else None
    if inner is None or not inner.startswith("    ") or not inner.strip(_MARKS):
        return ""
    return inner.strip()


def _ended(
    lines: Sequence[str], at: int, before: str, chain: Chain, role: Literal["raised", "ignored"]
) -> int:
    found = _EXCEPTION.match(lines[at][len(before) :])
    if found is None:
        return at
    notes = _notes(lines, at + 1, before)
    raised = Raised(
        line=at + 1,
        class_=bare_class(found["class"]),
        message=found["message"] or "",
        role=role,
        notes=notes,
    )
    chain.add(raised, len(before))
    return at + 1 + len(notes)


def _notes(lines: Sequence[str], at: int, before: str) -> tuple[str, ...]:
    """The lines below an exception up to the next empty one, when they are few and look like nothing else."""
    notes: list[str] = []
    for line in lines[at : at + _NOTES + 1]:
        inner = _inside(line, before)
        if not inner:
            return tuple(notes)
        if len(notes) == _NOTES or _OTHER.match(inner):
            return ()
        notes.append(inner)
    return tuple(notes)


def _between(lines: Sequence[str], at: int, chain: Chain) -> None:
    """A line outside every traceback: a link of a chain, an exception alone, or the end of what could be linked."""
    line = lines[at]
    if role := link(line):
        chain.relate(role, len(line) - len(line.lstrip(" |")))
    elif line.startswith(("E  ", "____")):
        chain.begin()
    elif ": " in line and _BARE.match(bare := line.lstrip()) and not _foreign(lines, at + 1):
        chain.begin()
        _ended(lines, at, line[: len(line) - len(bare)], chain, "raised")


def _foreign(lines: Sequence[str], at: int) -> bool:
    """Frames as JavaScript and Java print them follow."""
    return at < len(lines) and lines[at].lstrip().startswith("at ")
