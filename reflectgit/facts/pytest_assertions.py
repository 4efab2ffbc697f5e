"""Assertions in pytest's ``E`` blocks and summary: the two sides, with the "where" lines that explain them."""

import re
from collections.abc import Iterator, Sequence

from reflectgit.facts.assertion_messages import Sides, asserted, sides
from reflectgit.facts.compared import OPPOSITE, compared
from reflectgit.facts.model import Assertion
from reflectgit.facts.pytest_blocks import Block, blocks, name_and_reason

NEEDLES = ("\nE  ", "E   ", "FAILED ")

_CLASS = re.compile(r"(?:AssertionError|Failed): ")
_WHERE = re.compile(r"\s*\+\s+(?:where|and) ")
_MORE = re.compile(r"(?:Left|Right|Both|Extra items|First differing|Omitting)\b")
_INDEX = re.compile(r"\s*At (?P<place>index .{1,60}?) diff: ")
#: Pairs of lines that name what was got and what was wanted (approx, raises, mock, and others in their manner).
_GOT = re.compile(r"\s*(?:Obtained|Actual|Actual message|Input|Got|Received): (?P<value>.+)$")
_WANTED = re.compile(r"\s*(?P<name>Expected|Expected regex|Regex|Wanted|Want): (?P<value>.+)$")
#: Of that many lines below an assertion, that many explain it.
_REACH = 200
_WHERES = 20


def parse(lines: Sequence[str]) -> Iterator[Assertion]:
    """The assertions of all blocks, then those that only the summary tells."""
    known: set[Sides] = set()
    for block in blocks(lines):
        for at, said in _read(block):
            known.add(said._replace(where=()))
            yield _assertion(at, said)
    for at, line in enumerate(lines):
        if line.startswith("FAILED ") and (summed := _summed(line)) and summed not in known:
            yield _assertion(at, summed)


def _assertion(at: int, said: Sides) -> Assertion:
    return Assertion(
        line=at + 1,
        left=said.left,
        operator=said.operator,
        right=said.right,
        wanted=said.wanted,
        where=said.where,
    )


def _read(block: Block) -> Iterator[tuple[int, Sides]]:
    pairs = _pairs(block)
    for place, text in enumerate(block.texts):
        at = block.at + place
        if index := _INDEX.match(text):
            yield from _element(at, text[index.end() :], index["place"])
        elif place and block.texts[place - 1].strip() == "Differing items:":
            yield from _element(at, text.strip(), "item")
        elif text.startswith("assert ") or _CLASS.match(text):
            if said := sides(_CLASS.sub("", text, count=1)):
                yield at, said._replace(where=said.where + _where(block.texts, place + 1))
        elif place in pairs:
            yield at, pairs[place]


def _element(at: int, text: str, where: str) -> Iterator[tuple[int, Sides]]:
    pair = compared(text)
    if pair and pair.operator in OPPOSITE:
        yield at, Sides(pair.left, OPPOSITE[pair.operator], pair.right, "", (where,))


def _where(texts: Sequence[str], start: int) -> tuple[str, ...]:
    """The lines up to the next assertion that say where a side comes from, or what one side has more."""
    told: list[str] = []
    for text in texts[start : start + _REACH]:
        if text.startswith(("assert ", "AssertionError: ")) or len(told) == _WHERES:
            break
        if _WHERE.match(text):
            told.append(" ".join(text.lstrip(" +").split(None, 1)))
        elif _MORE.match(text.strip()):
            told.append(text.strip())
    return tuple(told)


def _pairs(block: Block) -> dict[int, Sides]:
    """Neighbouring lines of which one names what was wanted and the other what was got, by the second's place."""
    found: dict[int, Sides] = {}
    if not any(_WANTED.match(text) for text in block.texts):
        return found
    for place in range(1, len(block.texts)):
        first, second = block.texts[place - 1 : place + 1]
        wanted = _WANTED.match(first) or _WANTED.match(second)
        got = _GOT.match(first) or _GOT.match(second)
        if wanted and got:
            operator = "matches" if "egex" in wanted["name"] else "=="
            found[place] = Sides(got["value"], operator, wanted["value"], "right")
    return found


def _summed(line: str) -> Sides | None:
    _, reason = name_and_reason(line.partition(" ")[2])
    reason = _CLASS.sub("", reason, count=1)
    if not reason.startswith("assert ") or "..." in reason:
        return None
    return asserted(reason[len("assert ") :])
