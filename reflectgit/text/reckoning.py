"""Numbers that an author reckoned: a sum, a share, another unit of what the record has.

"Of four bumps three were lost, 75 %"; "the pipe holds 64 KiB", where the record has 65536. Such a number stands nowhere
and is not made up: it follows from others that do.
"""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations

_NUMBER = re.compile(r"(?<![\w.])\d[\d_]*(?:,\d{3})*(?:\.\d+)?")
_PLAIN = re.compile(r"\d+(?:\.\d+)?", re.ASCII)
#: What one of a unit is in smaller ones; a prefix of bytes is read both ways.
_UNITS: dict[str, tuple[int, ...]] = {
    "k": (1000, 1024),
    "kb": (1000, 1024),
    "kib": (1024,),
    "m": (10**6, 2**20),
    "mb": (10**6, 2**20),
    "mib": (2**20,),
    "gb": (10**9, 2**30),
    "gib": (2**30,),
    "us": (1000,),
    "µs": (1000,),
    "ms": (1000, 10**6),
    "s": (1000, 10**6, 10**9),
    "seconds": (1000, 10**6, 10**9),
    "minutes": (60, 60_000),
    "min": (60, 60_000),
    "hours": (60, 3600, 3_600_000),
    "h": (60, 3600, 3_600_000),
    "days": (24, 1440, 86_400, 86_400_000),
}
_UNIT = re.compile(r"[\s-]?([A-Za-zµ]{1,7})\b")
#: Below this two numbers give any third one by chance.
_BY_CHANCE = 10
#: Nobody reckons with more numbers than these in one sentence; of a dump the beginning is looked at.
_MOST = 8
_MOST_LOOKED_AT = 40


def follows(number: str, sentence: str, known: Callable[[str], bool]) -> bool:
    """Whether the number is reckoned from what the record has.

    Args:
        number: as the sentence writes it.
        sentence: what says so; its other numbers are what it may be reckoned from.
        known: whether the record has a number, written plainly ("65536").
    """
    value = _value(number)
    if value is None:
        return False
    if any(known(str(whole)) for whole in _in_smaller_units(number, value, sentence)):
        return True
    if value < _BY_CHANCE:
        return False
    others = [found[0] for found in _NUMBER.finditer(sentence) if found[0] != number.lstrip("+-")]
    given = [
        other for text in others[:_MOST_LOOKED_AT] if known(text) and (other := _value(text)) is not None
    ]
    places = len(number.partition(".")[2])
    return any(round(result, places) == value for result in _results(given[:_MOST]))


def _value(number: str) -> Fraction | None:
    plain = number.lstrip("+-").replace("_", "").replace(",", "")
    return Fraction(plain) if _PLAIN.fullmatch(plain) else None


def _in_smaller_units(number: str, value: Fraction, sentence: str) -> Iterator[int]:
    at = sentence.find(number)
    unit = _UNIT.match(sentence, at + len(number)) if at >= 0 else None
    for times in _UNITS.get(unit[1].lower(), ()) if unit else ():
        if (value * times).denominator == 1:
            yield int(value * times)


def _results(given: list[Fraction]) -> Iterator[Fraction]:
    """What two numbers give: sum, difference, product, quotient, share in hundreds."""
    for one, other in permutations(given, 2):
        yield one + other
        yield abs(one - other)
        yield one * other
        if other:
            yield one / other
            yield 100 * one / other
            yield 100 * (other - one) / other
