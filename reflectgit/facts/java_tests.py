"""Tests of the Java platform as Surefire (Maven), Gradle, JUnit 4's runner and JUnit's console launcher list them."""

import re
from collections.abc import Iterator

from reflectgit.facts.model import AnyFact, Counted, Tested, TestOutcome
from reflectgit.facts.rules import Lines, Rule, last_name, needles, number, one, read_by

_SUREFIRE = re.compile(
    r"(?:\[(?:ERROR|WARNING|INFO)\] )?(?:(?P<old>[^\s(]{1,200})\([\w.$]{1,400}\)|"
    r"(?P<name>[^\s(]{1,600}))(?:\(\))?"
    r"\s+(?:-- )?Time elapsed: \S+ s(?:ec)? +<<< (?P<word>FAILURE|ERROR)!"
)
_TOTALS = re.compile(r"(?:\[\w+\] )?Tests run: ")
_TOTAL = re.compile(r"(?P<what>Tests run|Failures|Errors|Skipped): +(?P<number>\d{1,9})")
_TOTAL_NAMES = {"Tests run": "tests", "Failures": "failed", "Errors": "errors", "Skipped": "skipped"}
_GRADLE = re.compile(r"(?P<suite>\S.{0,300}?) > (?P<name>\S.*) (?P<word>FAILED|PASSED|SKIPPED)$")
_GRADLE_TOTAL = re.compile(r"(?P<number>\d{1,9}) (?P<what>tests? completed|failed|skipped)")
_GRADLE_NAMES = {"failed": "failed", "skipped": "skipped"}
_JUNIT4 = re.compile(r"\d{1,9}\) (?P<name>[\w$\[\] .-]{1,200})\((?P<class>[\w.$]{1,400})\)$")
_JUNIT4_OK = re.compile(r"OK \((?P<number>\d{1,9}) tests?\)$")
_CONSOLE = re.compile(
    r"[ │├└─'|+-]+ (?P<name>\w[^()]{0,200})\(.{0,200}?\) (?P<mark>✔|✘|↷|\[OK\]|\[X\]|\[S\])(?: "
    r"(?P<reason>.*))?$"
)
_MARKS: dict[str, TestOutcome] = {
    "✔": "passed",
    "[OK]": "passed",
    "✘": "failed",
    "[X]": "failed",
    "↷": "skipped",
    "[S]": "skipped",
}
_WORDS: dict[str, TestOutcome] = {
    "FAILURE": "failed",
    "ERROR": "error",
    "FAILED": "failed",
    "PASSED": "passed",
    "SKIPPED": "skipped",
}


def parse(lines: Lines) -> Iterator[AnyFact]:
    """The outcomes and counts of tests in the lines."""
    return read_by(RULES, lines)


def _surefire(line: int, match: re.Match[str]) -> Tested:
    name = match["old"] or last_name(match["name"])
    return Tested(line=line, name=name, outcome=_WORDS[match["word"]])


def _totals(lines: Lines, at: int) -> Iterator[AnyFact]:
    if _TOTALS.match(lines[at]):
        for match in _TOTAL.finditer(lines[at]):
            yield Counted(line=at + 1, what=_TOTAL_NAMES[match["what"]], number=number(match["number"]))


def _gradle(line: int, match: re.Match[str]) -> Tested:
    name = match["name"].rpartition(" > ")[2].removesuffix("()")
    return Tested(line=line, name=name, outcome=_WORDS[match["word"]])


def _completed(lines: Lines, at: int) -> Iterator[AnyFact]:
    for match in _GRADLE_TOTAL.finditer(lines[at]):
        yield Counted(
            line=at + 1, what=_GRADLE_NAMES.get(match["what"], "tests"), number=number(match["number"])
        )


def _junit4(line: int, match: re.Match[str]) -> Tested:
    return Tested(line=line, name=match["name"], outcome="failed")


def _junit4_ok(line: int, match: re.Match[str]) -> Counted:
    return Counted(line=line, what="passed", number=number(match["number"]))


def _console(line: int, match: re.Match[str]) -> Tested:
    return Tested(line=line, name=match["name"], outcome=_MARKS[match["mark"]], reason=match["reason"] or "")


RULES = (
    Rule(" <<< ", one(_SUREFIRE, _surefire)),
    Rule("Tests run: ", _totals),
    Rule(" FAILED", one(_GRADLE, _gradle)),
    Rule(" PASSED", one(_GRADLE, _gradle)),
    Rule(" SKIPPED", one(_GRADLE, _gradle)),
    Rule(" completed, ", _completed),
    Rule(") ", one(_JUNIT4, _junit4)),
    Rule("OK (", one(_JUNIT4_OK, _junit4_ok)),
    *(Rule(mark, one(_CONSOLE, _console)) for mark in _MARKS),
)
NEEDLES = (*(word for word in needles(RULES) if word != ") "), "JUnit version")
