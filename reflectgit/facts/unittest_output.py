"""unittest's output, and assertions as a plain AssertionError says them, under whatever runner.

Outcomes: ``test_x (mod.Case.test_x) ... ok``, the headers of failures (``FAIL: test_x (mod.Case) (number=2)``), counts.
Assertions: ``AssertionError: Lists differ: [1] != [2]``, and below it the first element that differs.
"""

import re
from collections.abc import Iterator, Sequence

from reflectgit.facts.assertion_messages import sides
from reflectgit.facts.model import Assertion, Counted, Tested, TestOutcome

NEEDLES = (" ... ", "FAIL: ", "ERROR: ", "AssertionError: ", "Ran ")

_NAME = re.compile(
    r"\s*(?P<name>\w+) \([\w.<>]+\)(?: (?P<part>[\[(].{1,200}[\])]))?(?: \.\.\. ?(?P<told>.*))?$"
)
_HEAD = re.compile(r"(?P<word>FAIL|ERROR): (?P<name>\w+) \([\w.<>]+\)(?: (?P<part>[\[(].*))?$")
_RAN = re.compile(r"Ran (?P<number>\d{1,9}) tests? in [\d.]+s")
_TOTALS = re.compile(
    r"(?:OK|FAILED) \((?P<counts>[a-z]+(?: [a-z]+)?=\d{1,9}(?:, [a-z]+(?: [a-z]+)?=\d{1,9})*)\)$"
)
_ELEMENT = re.compile(r"First differing (?P<place>element .{1,60}):$")
_WORDS: dict[str, TestOutcome] = {
    "ok": "passed",
    "FAIL": "failed",
    "ERROR": "error",
    "expected failure": "xfailed",
    "unexpected success": "xpassed",
}
_COUNTED = {
    "failures": "failed",
    "errors": "errors",
    "skipped": "skipped",
    "expected failures": "xfailed",
    "unexpected successes": "xpassed",
}
_FAILED = "AssertionError: "
#: So far below the message of an assertion stands the element that differs.
_NEAR = 4


def parse(lines: Sequence[str]) -> Iterator[Assertion | Tested | Counted]:
    """Line by line; a docstring stands between the name of a test and its outcome."""
    named = -2
    for at, line in enumerate(lines):
        if line.startswith(("FAIL: ", "ERROR: ")):
            yield from _headed(at, line)
        elif _FAILED in line:
            yield from _failed(lines, at)
        elif line.startswith(("Ran ", "OK (", "FAILED (")):
            yield from _counted(at, line)
        elif " (" in line and (found := _NAME.match(line)):
            named = at
            yield from _told(at, found["name"], found["told"] or "", found["part"] or "")
        elif named == at - 1 and " ... " in line and (before := _NAME.match(lines[named])):
            yield from _told(at, before["name"], line.rpartition(" ... ")[2], "")


def _told(at: int, name: str, told: str, part: str) -> Iterator[Tested]:
    if told.startswith("skipped"):
        yield Tested(line=at + 1, name=name, outcome="skipped", reason=told[len("skipped") :].strip(" '\""))
    elif outcome := _WORDS.get(told.strip()):
        yield Tested(line=at + 1, name=name, outcome=outcome, reason=part)


def _headed(at: int, line: str) -> Iterator[Tested]:
    if found := _HEAD.match(line):
        yield Tested(
            line=at + 1, name=found["name"], outcome=_WORDS[found["word"]], reason=found["part"] or ""
        )


def _counted(at: int, line: str) -> Iterator[Counted]:
    if ran := _RAN.match(line):
        yield Counted(line=at + 1, what="tests", number=int(ran["number"]))
    elif totals := _TOTALS.match(line):
        for part in totals["counts"].split(", "):
            what, _, number = part.partition("=")
            if what in _COUNTED:
                yield Counted(line=at + 1, what=_COUNTED[what], number=int(number))


def _failed(lines: Sequence[str], at: int) -> Iterator[Assertion]:
    before, _, message = lines[at].partition(_FAILED)
    if before.strip(" |") or message.startswith("assert "):
        return
    if said := sides(message):
        yield Assertion(
            line=at + 1,
            left=said.left,
            operator=said.operator,
            right=said.right,
            wanted=said.wanted,
            where=said.where,
        )
        yield from _element(lines, at, before)


def _element(lines: Sequence[str], at: int, before: str) -> Iterator[Assertion]:
    for below in range(at + 1, min(at + _NEAR, len(lines) - 2)):
        if found := _ELEMENT.match(lines[below].removeprefix(before)):
            left, right = (lines[below + step].removeprefix(before) for step in (1, 2))
            if left and right:
                yield Assertion(
                    line=below + 1, left=left, operator="==", right=right, where=(found["place"],)
                )
            return
