"""What an assertion's message says of the two sides: unittest's sentences, pytest's, mock's, ``expected 3, got 4``."""

import re
from typing import Literal, NamedTuple

from reflectgit.facts.compared import OPPOSITE, compared

Wanted = Literal["", "left", "right"]


class Sides(NamedTuple):
    """An assertion without its place."""

    left: str
    operator: str
    right: str
    wanted: Wanted = ""
    where: tuple[str, ...] = ()


#: Longest message that is searched for a sentence; lists and mappings that differ are longer, and are split above.
_LIMIT = 1_000
_PHRASES = (
    (" unexpectedly found in ", "not in"),
    (" not found in ", "in"),
    (" not greater than or equal to ", ">="),
    (" not less than or equal to ", "<="),
    (" not greater than ", ">"),
    (" not less than ", "<"),
    (" is not an instance of ", "isinstance"),
    (" is an instance of ", "not isinstance"),
    (" is not a subclass of ", "issubclass"),
)
_TRUTH = re.compile(r"(?P<left>.+) is not (?P<right>true|false)$")
_DIFFER = re.compile(r"(?:Lists|Tuples|Sequences|Sets|Items in .{1,80}) differ: ")
_CLOSE = re.compile(r"(?P<right>.+?) (?P<how>within .{1,120})$")
_REGEX = re.compile(r"Regex didn't match: (?P<right>.+) not found in (?P<left>.+)$")
_PATTERN = re.compile(r'"(?P<right>.+)" does not match "(?P<left>.+)"$')
_NOT_RAISED = re.compile(r"(?:(?P<class>[\w.]+) not raised(?: by .{1,200})?|DID NOT RAISE (?P<type>.+))$")
_IDENTICAL = "unexpectedly identical: "
_VALUE = r"(?:'[^'\n]{0,120}'|\"[^\"\n]{0,120}\"|`[^`\n]{0,120}`|[\[({][^\n]{0,120}?[\])}]|[^\s,;()]{1,60})"
_TOLD = re.compile(
    rf"\b(?:expected|wanted|want|should be|should have been):? (?P<right>{_VALUE})(?: [a-z]+){{0,2}}?,?;?"
    rf" (?:\(?but )?(?:got|was|found|received|gave|have|is|actual(?:ly)?(?: was| is)?):? (?P<left>{_VALUE})",
    re.IGNORECASE,
)
_TOLD_BACK = re.compile(
    rf"\b(?:got|received|found):? (?P<left>{_VALUE})(?: [a-z]+){{0,2}}?,?;? \(?(?:but )?(?:expected|wanted|want):?"
    rf" (?P<right>{_VALUE})",
    re.IGNORECASE,
)
_CALLED = re.compile(
    r"Expected '(?P<name>[^']{1,80})' to (?:have been called|be called) once\. Called (?P<left>\d+) times"
)


def sides(message: str) -> Sides | None:
    """What a message of an AssertionError says was compared; None when it says nothing of two sides.

    Args:
        message: one line, without the class: ``3 != 4``, ``assert 9 == 10``, ``expected 3 rows, got 5``.
    """
    if message.startswith("assert "):
        return asserted(message[len("assert ") :])
    if differ := _DIFFER.match(message):
        message = message[differ.end() :]
    return _sentence(message) or _found(message)


def asserted(text: str) -> Sides:
    """What pytest prints behind ``assert``: the comparison as it was to hold."""
    if pair := compared(text):
        return Sides(*pair)
    if text.startswith("not "):
        return Sides(text[len("not ") :], "is", "false")
    return Sides(text, "is", "true")


def _sentence(message: str) -> Sides | None:
    """unittest's and mock's sentences, and people's."""
    if len(message) > _LIMIT:
        return None
    if message.startswith(_IDENTICAL):
        same = message[len(_IDENTICAL) :]
        return Sides(same, "is not", same)
    if message == "unexpectedly None":
        return Sides("None", "is not", "None")
    if found := _NOT_RAISED.match(message):
        return Sides(
            "", "raises", (found["class"] or found["type"]).removeprefix("<class '").removesuffix("'>")
        )
    if found := _REGEX.match(message) or _PATTERN.match(message):
        return Sides(found["left"], "matches", found["right"])
    if found := _TRUTH.match(message):
        return Sides(found["left"], "is", found["right"])
    return _phrase(message) or _told(message)


def _phrase(message: str) -> Sides | None:
    for phrase, operator in _PHRASES:
        left, between, right = message.partition(phrase)
        if between and left and right and not _spoken(left):
            return Sides(left, operator, right)
    return None


def _spoken(left: str) -> bool:
    """Words and no value: ``the file was`` not found in …"""
    return re.fullmatch(r"[A-Za-z]+(?: [a-z]+)+", left) is not None


def _told(message: str) -> Sides | None:
    if called := _CALLED.match(message):
        return Sides(called["left"], "==", "1", "right", (f"calls of {called['name']}",))
    found = _TOLD.search(message) or _TOLD_BACK.search(message)
    if found is None:
        return None
    return Sides(_end(found["left"]), "==", _end(found["right"]), "right")


def _end(value: str) -> str:
    return value.rstrip(".:") or value


def _found(message: str) -> Sides | None:
    """What unittest found: ``3 != 4`` is a failed ``==``, ``3.5 is not None`` a failed ``is``."""
    pair = compared(message)
    if pair is None:
        return None
    if pair.operator == "is not":
        return Sides(pair.left, "is", pair.right)
    if pair.operator not in OPPOSITE:
        return None
    right, _, said = pair.right.partition(" : ")
    close = _CLOSE.match(right)
    where = tuple(part for part in (close and close["how"], said) if part)
    return Sides(pair.left, OPPOSITE[pair.operator], close["right"] if close else right, "", where)
