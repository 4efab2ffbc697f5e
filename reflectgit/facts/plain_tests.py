"""Tests that a program without a framework lists: ``ok empty source``, ``FAIL: empty source: expected 1, got 0``.

So print small test programs in C, shell and Java, and Automake (``PASS: …``). What compares in the line of a
failure is an assertion; behind the name of a test it is the reason. TAP, Go, jest and unittest print similar lines,
which are theirs.
"""

import re
from collections.abc import Iterator

from reflectgit.facts import got_want
from reflectgit.facts.model import AnyFact, Counted, Tested, TestOutcome
from reflectgit.facts.rules import Lines, Rule, needles, number, read_by

_POINT = re.compile(
    r"\s*(?:(?P<word>PASS|FAIL|SKIP|XFAIL|XPASS)(?:: +| +)|\[(?P<bracketed>PASS|FAIL|SKIP|OK|ok)\]:? +"
    r"|(?P<ok>ok|OK|not ok)(?:: +| {2,}))(?P<text>\S.*)$"
)
#: jest prints the file of a suite, Go a package and its time, unittest the module behind the name, TAP a number.
_OTHERS = re.compile(r"\S+\.[cm]?[jt]sx?\b|.*\t| ?-|\d+\b|\w+ \([\w.]+\)$|\(|.* (?:>|›) |.*::")
_OUTCOMES: dict[str, TestOutcome] = {
    "PASS": "passed",
    "OK": "passed",
    "FAIL": "failed",
    "NOT OK": "failed",
    "SKIP": "skipped",
    "XFAIL": "xfailed",
    "XPASS": "xpassed",
}
_COUNTS = re.compile(
    r"\s*(?:\d{1,9} (?:tests?|checks?|passed|failed|failures?|errors?|skipped|ok)(?:[,;.] ?|$)){1,6}$"
)
_COUNT = re.compile(r"(?P<number>\d{1,9}) (?P<what>[a-z]+)")
_NAMES = {
    "failure": "failed",
    "failures": "failed",
    "ok": "passed",
    "error": "errors",
    "test": "tests",
    "check": "checks",
}
_COLUMNS = re.compile(r"\s{2,}|\t")


def parse(lines: Lines) -> Iterator[AnyFact]:
    """The tests, failed comparisons and counts in the lines."""
    return read_by(RULES, lines)


def _point(lines: Lines, at: int) -> Iterator[AnyFact]:
    match = _POINT.match(lines[at])
    if not match or _OTHERS.match(match["text"]):
        return
    outcome = _OUTCOMES[(match["word"] or match["bracketed"] or match["ok"]).upper()]
    name, reason = _parted(match["text"])
    yield Tested(line=at + 1, name=name, outcome=outcome, reason=reason)
    if outcome == "failed":
        yield from got_want.compared(at + 1, reason)


def _parted(text: str) -> tuple[str, str]:
    """The name of a test and what is said of it: from the comparison on, or behind a gap."""
    name, *rest = _COLUMNS.split(text, maxsplit=1)
    if rest:
        return name.rstrip(": "), rest[0]
    begin = got_want.begins(text)
    if not begin:
        return text, ""
    reason = text[begin:].removesuffix(")") if text[:begin].endswith("(") else text[begin:]
    return text[:begin].rstrip(": -("), reason


def _counts(lines: Lines, at: int) -> Iterator[AnyFact]:
    if _COUNTS.match(lines[at]):
        for match in _COUNT.finditer(lines[at]):
            what = _NAMES.get(match["what"], match["what"])
            yield Counted(line=at + 1, what=what, number=number(match["number"]))


_COUNTED = (" passed", " failed", " failure", " tests", " checks", " ok")
RULES = (
    *(Rule(word, _point) for word in ("PASS", "FAIL", "SKIP", "OK", "ok ", "ok:", "[ok]")),
    *(Rule(word, _counts) for word in _COUNTED),
)
NEEDLES = needles(RULES)
