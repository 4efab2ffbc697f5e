"""Tests of the Java platform as Surefire (Maven), Gradle, JUnit 4's runner and JUnit's console launcher list them.

The console launcher tells each failure again below its tree, with the method, the exception and its frames.
"""

import re
from collections.abc import Iterator

from reflectgit.facts.model import AnyFact, Counted, Frame, Raised, Tested, TestOutcome
from reflectgit.facts.rules import LOOK, Lines, Role, Rule, last_name, needles, number, one, read_by

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
_METHOD = re.compile(r"\s+MethodSource \[className = '[^']{0,400}', methodName = '(?P<name>[^']{1,200})'")
_INVOCATION = re.compile(r"  \S.{0,400}:(?P<index>\[\d{1,6}\])")
_THROWN = re.compile(
    r"\s{4,}(?:=>|(?P<role>Caused by|Suppressed):) (?P<class>[A-Za-z_$][\w$.]{0,300})(?:: ?(?P<message>.*)|$)"
)
_ROLES: dict[str | None, Role] = {"Caused by": "cause", "Suppressed": "context"}
_PLACE = re.compile(
    r"\s{4,}(?:[^\s(]{0,200}/)?(?P<function>[\w.$<>]{1,400})\((?:(?P<path>[^():]{1,200}\.\w{2,7}):"
    r"(?P<number>\d{1,9})|[^():]{1,200})\)$"
)
_FOUND = re.compile(r"\[ +(?P<number>\d{1,9}) tests (?P<what>found|successful|failed|skipped) +\]$")
_FOUND_NAMES = {"found": "tests", "successful": "passed"}
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


def _method(lines: Lines, at: int) -> Iterator[AnyFact]:
    """The test that stands in the line above its source; a parameter's number is part of its name."""
    if at and (match := _METHOD.match(lines[at])):
        invoked = _INVOCATION.match(lines[at - 1])
        yield Tested(line=at, name=match["name"] + (invoked["index"] if invoked else ""), outcome="failed")


def _thrown(lines: Lines, at: int) -> Iterator[AnyFact]:
    """An exception of the console launcher, whose frames stand below its message without a word before them."""
    if not (match := _THROWN.match(lines[at])):
        return
    ahead = range(at + 1, min(at + LOOK, len(lines)))
    begin = next((line for line in ahead if _PLACE.match(lines[line]) or not lines[line].strip()), at + 1)
    if begin >= len(lines) or not _PLACE.match(lines[begin]):
        return
    message = "\n".join((match["message"] or "", *(line.strip() for line in lines[at + 1 : begin])))
    yield Raised(
        line=at + 1,
        class_=last_name(match["class"]),
        message=message.strip(),
        role=_ROLES.get(match["role"], "raised"),
    )
    for line in range(begin, len(lines)):
        if not (place := _PLACE.match(lines[line])):
            break
        if place["path"]:
            yield Frame(
                line=line + 1,
                path=place["path"],
                number=number(place["number"]),
                function=place["function"],
            )


def _found(line: int, match: re.Match[str]) -> Counted:
    return Counted(
        line=line, what=_FOUND_NAMES.get(match["what"], match["what"]), number=number(match["number"])
    )


RULES = (
    Rule(" <<< ", one(_SUREFIRE, _surefire)),
    Rule("Tests run: ", _totals),
    Rule(" FAILED", one(_GRADLE, _gradle)),
    Rule(" PASSED", one(_GRADLE, _gradle)),
    Rule(" SKIPPED", one(_GRADLE, _gradle)),
    Rule(" completed, ", _completed),
    Rule(") ", one(_JUNIT4, _junit4)),
    Rule("OK (", one(_JUNIT4_OK, _junit4_ok)),
    Rule("MethodSource [", _method),
    *(Rule(word, _thrown) for word in (" => ", " Caused by: ", " Suppressed: ")),
    Rule(" tests ", one(_FOUND, _found)),
    *(Rule(mark, one(_CONSOLE, _console)) for mark in _MARKS),
)
#: Words that stand everywhere: no format is looked for by them.
_COMMON = frozenset((") ", " => ", " tests ", " Caused by: ", " Suppressed: "))
NEEDLES = (*(word for word in needles(RULES) if word not in _COMMON), "JUnit version", " tests found ")
