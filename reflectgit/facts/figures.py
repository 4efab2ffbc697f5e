"""The numbers that stand in a text, by their value: ``1_000`` and ``1,000.0`` are 1000 (`slots.normal`).

A text has many numbers and is asked for few. Its lines are read only where the digits of a number stand, whatever is
written between them.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from reflectgit.facts.slots import normal

_FIGURE = re.compile(r"\d[\d_]*(?:[.,:]\d+)*")


def plain(number: str) -> str:
    """A number without its sign in the one spelling of `slots.normal`."""
    return normal(number.lstrip("+-"))


@lru_cache(maxsize=1024)
def figures(text: str) -> frozenset[str]:
    """The numbers of a text, each `plain`."""
    return frozenset(map(plain, set(_FIGURE.findall(text))))


def places(value: str, lines: list[str]) -> Iterator[int]:
    """The lines (from 0) that have a number of this value, which is `plain`."""
    return (at for at, line in enumerate(lines) if _may_have(value, line) and value in figures(line))


def stands_in(value: str, text: str) -> bool:
    """Whether a line of the text has a number of this value, which is `plain`."""
    return _may_have(value, text) and any(True for _ in places(value, text.split("\n")))


def _may_have(value: str, text: str) -> bool:
    """No number is written without the digits of its value. Beyond ASCII there are other digits."""
    if not text.isascii():
        return True
    return _without_grouping(value) in _without_grouping(text)


def _without_grouping(text: str) -> str:
    """Without what is written between the digits of a number and is no part of its value."""
    return text.replace(",", "").replace("_", "")
