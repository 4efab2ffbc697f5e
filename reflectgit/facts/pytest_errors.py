"""Exceptions and frames as pytest prints them: ``E`` lines, ``path:NN: in func``, ``path:NN: KeyError``, the summary.

The function of a frame in the long style is the first ``def`` of its source; its code is the line behind ``>``. An
exception of the short summary counts when nothing above says the same, for a summary may be all that was kept.
"""

import re
from collections.abc import Iterator, Sequence

from reflectgit.facts.chain import Chain, link
from reflectgit.facts.model import Frame, Raised
from reflectgit.facts.pytest_blocks import Block, blocks, header, name_and_reason, separates
from reflectgit.facts.python_traceback import bare_class, exception

NEEDLES = ("\nE  ", "E   ", ".py:", "FAILED ", "ERROR ")

_PLACE = re.compile(
    r"(?P<path>(?:[A-Za-z]:)?[^\s:][^:\n]*\.pyx?|<\w+>):(?P<number>\d{1,9}):"
    r"(?: (?:in (?P<function>\S.*)|(?P<raised>assert .+|[A-Za-z_][\w.]*(?:: .*)?)))?$"
)
_DEF = re.compile(r"\s+(?:async )?def (?P<name>\w+)\(")
_SUMMARY = ("FAILED ", "ERROR ")
_NOTES = 20


def parse(lines: Sequence[str]) -> Iterator[Frame | Raised]:
    """Frames as they stand, then the exceptions."""
    chain = Chain()
    waiting = {block.at: block for block in blocks(lines)}
    function = code = ""
    for at, line in enumerate(lines):
        if at in waiting:
            _add(chain, waiting[at])
        elif line[:1] == ">":
            code = line[1:].strip()
        elif line[:1] == "_" and (header(line) or separates(line)):
            function = code = ""
            if header(line):
                chain.begin()
        elif line[:4] == "    ":
            if not function and "def " in line and (found := _DEF.match(line)):
                function = found["name"]
        elif role := link(line):
            chain.relate(role)
            function = code = ""
        elif _placed(line) and (place := _PLACE.match(line)):
            yield _frame(lines, at, place, function, code)
            _told(chain, at, place["raised"] or "")
            function = code = ""
        elif line.startswith(_SUMMARY):
            _summed(chain, at, line)
    yield from chain.raised


def _placed(line: str) -> bool:
    """A cheap look before the expression; ``t.py::test_x`` is a test."""
    return (".py:" in line and ".py::" not in line) or ".pyx:" in line or line[:1] == "<"


def _frame(lines: Sequence[str], at: int, place: re.Match[str], function: str, code: str) -> Frame:
    if place["function"] and at + 1 < len(lines) and lines[at + 1].startswith("    "):
        code = lines[at + 1].strip()
    return Frame(
        line=at + 1,
        path=place["path"],
        number=int(place["number"]),
        function=place["function"] or function,
        code=code,
    )


def _add(chain: Chain, block: Block) -> None:
    """The exception of a block: its first line that stands furthest left and names one."""
    for place, text in enumerate(block.texts):
        raised = _raised(block.at + place, text)
        if raised is None:
            continue
        notes = (
            () if raised.class_ == "AssertionError" else _notes(block.texts[place + 1 : place + 1 + _NOTES])
        )
        _next(chain, Raised(line=raised.line, class_=raised.class_, message=raised.message, notes=notes))
        return


def _notes(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(text for text in texts if text.strip())


def _raised(at: int, text: str) -> Raised | None:
    if text.startswith("assert "):
        return Raised(line=at + 1, class_="AssertionError", message=text)
    found = exception(text)
    if found is None:
        return None
    return Raised(line=at + 1, class_=bare_class(found["class"]), message=found["message"] or "")


def _next(chain: Chain, raised: Raised) -> None:
    """Exceptions of pytest stand one below the other; only a link makes one stand behind another."""
    chain.begin()
    chain.add(raised)


def _told(chain: Chain, at: int, text: str) -> None:
    """``path:NN: KeyError: 'x'``, the one line of ``--tb=line``; the class alone repeats the block above."""
    raised = _raised(at, text) if ": " in text or text.startswith("assert ") else None
    if raised and not raised.class_.endswith("Warning"):
        _unless_known(chain, raised)


def _summed(chain: Chain, at: int, line: str) -> None:
    _, reason = name_and_reason(line.partition(" ")[2])
    raised = _raised(at, reason) if reason else None
    if raised:
        _unless_known(chain, raised)


def _unless_known(chain: Chain, raised: Raised) -> None:
    """A message that the summary cut says no more than the class."""
    cut = raised.message.endswith("...")
    if not chain.has(raised.class_, None if cut else raised.message):
        _next(chain, raised)
