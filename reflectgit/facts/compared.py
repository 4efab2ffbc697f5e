"""A comparison in its two sides: ``[1] == f('a == b')`` splits at the operator outside all quotes and brackets."""

from typing import NamedTuple

#: Longer ones first. White space around them is required: ``<Shelf object at 0x7f>`` compares nothing.
_OPERATORS = (" not in ", " is not ", " == ", " != ", " <= ", " >= ", " in ", " is ", " < ", " > ")
_OPENING = "([{"
_CLOSING = ")]}"
_STARTS = frozenset("ni=!<>")
#: The comparison that was to hold where a framework prints what it found instead.
OPPOSITE = {"==": "!=", "!=": "=="}


class Compared(NamedTuple):
    """The two sides as printed, and what stands between them."""

    left: str
    operator: str
    right: str


def compared(text: str) -> Compared | None:
    """The sides of the first comparison outside quotes and brackets; None where there is none.

    A value that a framework cut (``'work wi...d a4'``) may open what it never closes: then the one operator of the
    text counts, if there is one.
    """
    place = _outside(text)
    if place is None:
        return _alone(text)
    return _split(text, *place)


def _split(text: str, at: int, operator: str) -> Compared | None:
    left, right = text[:at].strip(), text[at + len(operator) :].strip()
    return Compared(left, operator.strip(), right) if left and right else None


def _outside(text: str) -> tuple[int, str] | None:
    depth = 0
    quote = ""
    skip = False
    for at, char in enumerate(text):
        if skip:
            skip = False
        elif quote:
            skip = char == "\\"
            quote = "" if char == quote else quote
        elif char in "'\"" and not (at and text[at - 1].isalpha() and text[at - 1] not in "bBrRuUfF"):
            quote = char
        elif char in _OPENING:
            depth += 1
        elif char in _CLOSING:
            depth -= 1
        elif char == " " and depth == 0 and text[at + 1 : at + 2] in _STARTS:
            operator = next((word for word in _OPERATORS if text.startswith(word, at)), None)
            if operator:
                return at, operator
    return None


def _alone(text: str) -> Compared | None:
    found = [word for word in (" == ", " != ") if word in text]
    if len(found) != 1 or text.count(found[0]) != 1:
        return None
    return _split(text, text.index(found[0]), found[0])
