"""What is compared: the values that facts hold in one spelling, the outcome of a test, the sides of an assertion.

One spelling. Quotes around a text go. A number is written shortest: ``1_000``, ``1,000``, ``1000.0`` and ``1e3`` are
all ``1000`` (Python too says that 8.0 == 8; a claim that turns on the type of a number is not told apart). A number
with leading zeros is a text. True, true → ``true``; None, null, nil → ``none``. Other texts keep their case.
"""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Literal

from reflectgit.facts.model import AnyFact, Assertion, Bound, Counted, Exited, Raised, Tested

_NUMBER = re.compile(r"[-+]?(?:\d{1,3}(?:,\d{3})+|(?:0|[1-9]\d*)(?:_\d+)*)(?:\.\d*)?(?:[eE][-+]?\d{1,3})?$")
_INNER = re.compile(
    r"'(?P<single>(?:[^'\\\n]|\\.){1,200})'|\"(?P<double>(?:[^\"\\\n]|\\.){1,200})\"|`(?P<tick>[^`\n]{1,200})`"
    r"|(?<![\w.])(?P<number>[-+]?\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d{1,3})?)(?P<unit>%|[a-zA-Z]{1,3})?(?![\w.]*\w)"
    r"|\b(?P<word>True|False|None|true|false|null|nil)\b"
)
_WORDS = {"True": "true", "False": "false", "None": "none", "null": "none", "nil": "none"}
_DIGITS = 30
#: Of one slot; a dump has more values than anybody claims something about.
_LENGTH = 4_000


def normal(text: str) -> str:
    """One value in the one spelling."""
    bare = text.strip()
    if len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "'\"`":
        bare = bare[1:-1]
    if bare in _WORDS:
        return _WORDS[bare]
    if bare.isascii() and bare.isdecimal():
        return bare
    return _number(bare) if len(bare) <= _DIGITS and _NUMBER.match(bare) else bare


def _number(text: str) -> str:
    value = Decimal(text.replace(",", "").replace("_", ""))
    if not value:
        return "0"
    return format(value.normalize(), "f") if abs(value.adjusted()) < _DIGITS else text


def values(facts: Iterable[AnyFact]) -> frozenset[str]:
    """Everything that the facts hold as a value: whole slots, and the texts and numbers inside them, all `normal`."""
    slots = {slot for fact in facts for slot in _slots(fact)}
    return frozenset(value for slot in slots for value in _values(slot) if value)


def _slots(fact: AnyFact) -> Iterator[str]:
    match fact:
        case Raised():
            yield from (fact.message, *fact.notes)
        case Assertion():
            yield from (fact.left, fact.right, *fact.where)
        case Bound():
            yield fact.value
        case Counted():
            yield str(fact.number)
        case Exited():
            yield from (fact.signal, "" if fact.code is None else str(fact.code))
        case Tested():
            yield fact.reason


def _values(slot: str) -> Iterator[str]:
    slot = slot[:_LENGTH]
    yield normal(slot)
    if slot.isascii() and slot.isdecimal():
        return
    for found in _INNER.finditer(slot):
        text = found["single"] or found["double"] or found["tick"] or found["word"] or found["number"]
        yield normal(text)
        if found["unit"]:
            yield text + found["unit"]


def bare_name(test: Tested) -> str:
    """The name without the id of its parameters: ``test_split[empty]`` → ``test_split``."""
    return test.name.partition("[")[0]


def outcome_of(test: Tested) -> Literal["passed", "failed", ""]:
    """What a sentence would say: an error is a failure, an expected failure and a skipped test are neither."""
    if test.outcome in ("passed", "xpassed"):
        return "passed"
    return "failed" if test.outcome in ("failed", "error") else ""


def sides(assertion: Assertion) -> tuple[str, str]:
    """What was got and what was wanted, `normal`; left and right as printed where the framework does not say which."""
    left, right = normal(assertion.left), normal(assertion.right)
    return (right, left) if assertion.wanted == "left" else (left, right)
