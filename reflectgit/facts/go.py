"""What Go prints: panics and the frames of goroutines, tests and packages, the compiler and vet, testify, data
races.

A panic that was recovered and panicked again is the "context" of the one that ended the run. Of the free text of a
failed test the common forms are read: ``got X, want Y``, ``f(x) = X, want Y``, ``expected Y, got X``.
"""

import re
from collections.abc import Iterator

from reflectgit.facts import got_want
from reflectgit.facts.model import AnyFact, Assertion, Frame, Raised, Reported, Tested, TestOutcome
from reflectgit.facts.rules import Lines, Role, Rule, needles, number, one, read_by

_PANIC = re.compile(
    r"\t?(?P<class>panic|fatal error): (?P<message>.*?)"
    r"(?P<again> \[recovered\])?(?: \[recovered, repanicked\])?$"
)
_PLACE = re.compile(r"\t(?P<path>\S.*\.(?:go|s)):(?P<number>\d{1,9})(?: \+0x[0-9a-f]+)?$")
_SIGNAL = re.compile(r"\[signal (?P<code>SIG[A-Z]+)(?:: (?P<message>[^\]]*))?\]?")
_TEST = re.compile(r"\s*--- (?P<word>PASS|FAIL|SKIP): (?P<name>\S+) \(")
_PACKAGE = re.compile(r"(?P<word>ok  |FAIL|---)\t(?P<name>\S+)(?:\t|\s+)(?P<rest>\S.*)$")
_BUILD = re.compile(
    r"(?:vet: )?(?P<path>(?:\./|\.\./|/)?[^\s:]+\.go):(?P<number>\d{1,9}):\d{1,9}: (?P<message>\S.*)$"
)
_LINT = re.compile(r" \((?P<code>[a-z][a-z0-9-]{2,30})\)$")
_LOGGED = re.compile(r"\s+(?P<path>[^\s:]+\.go):(?P<number>\d{1,9}): (?P<message>.*)$")
_OUTCOMES: dict[str, TestOutcome] = {"PASS": "passed", "FAIL": "failed", "SKIP": "skipped"}
_ACTUAL = re.compile(r"\s+actual  ?: (?P<value>.*)$")
_EXPECTED = re.compile(r"\s+expected: (?P<value>.*)$")
_ERROR = re.compile(r"\s+Error: +\t(?P<message>\S.*)$")


def parse(lines: Lines) -> Iterator[AnyFact]:
    """The panics, frames, tests and reports of Go in the lines."""
    return read_by(RULES, lines)


def _panic(lines: Lines, at: int) -> Iterator[AnyFact]:
    if match := _PANIC.match(lines[at]):
        role: Role = "context" if match["again"] else "raised"
        yield Raised(line=at + 1, class_=match["class"], message=match["message"], role=role)


def _frame(lines: Lines, at: int) -> Iterator[AnyFact]:
    """The place of a frame; its function stands on the line above."""
    if (match := _PLACE.match(lines[at])) and at:
        function = lines[at - 1].strip().removeprefix("created by ").partition(" in goroutine ")[0]
        if function.endswith(")"):
            function = function[: function.rindex("(")] if "(" in function else function
        yield Frame(line=at + 1, path=match["path"], number=number(match["number"]), function=function)


def _signal(line: int, match: re.Match[str]) -> Reported:
    message = (match["message"] or "").partition(" code=")[0]
    return Reported(line=line, tool="runtime", code=match["code"], message=message)


def _test(line: int, match: re.Match[str]) -> Tested:
    return Tested(line=line, name=match["name"], outcome=_OUTCOMES[match["word"]])


def _package(line: int, match: re.Match[str]) -> Tested:
    if match["rest"].startswith("["):
        return Tested(line=line, name=match["name"], outcome="error", reason=match["rest"].strip("[]"))
    return Tested(line=line, name=match["name"], outcome="passed" if match["word"] == "ok  " else "failed")


def _build(line: int, match: re.Match[str]) -> Reported:
    lint = _LINT.search(match["message"]) if match["message"].endswith(")") else None
    return Reported(
        line=line,
        tool="linter" if lint or match[0].startswith("vet: ") else "compiler",
        code=lint["code"] if lint else "",
        message=match["message"][: lint.start()] if lint else match["message"],
        path=match["path"].removeprefix("./"),
        number=number(match["number"]),
    )


def _logged(lines: Lines, at: int) -> Iterator[AnyFact]:
    """What a test says of its failure: where, and got and want in the order in which they are printed."""
    match = _LOGGED.match(lines[at])
    if not match:
        return
    yield Frame(line=at + 1, path=match["path"], number=number(match["number"]))
    yield from got_want.compared(at + 1, match["message"])


def _testify(lines: Lines, at: int) -> Iterator[AnyFact]:
    """``expected: `` above ``actual  : ``, as `assert.Equal` of testify prints them."""
    actual = _ACTUAL.match(lines[at])
    if not actual:
        return
    for place in range(at - 1, max(-1, at - 20), -1):
        if expected := _EXPECTED.match(lines[place]):
            left = "\n".join((expected["value"], *(line.strip() for line in lines[place + 1 : at])))
            yield Assertion(line=place + 1, left=left, operator="==", right=actual["value"], wanted="left")
            return


def _error(lines: Lines, at: int) -> Iterator[AnyFact]:
    if (match := _ERROR.match(lines[at])) and at and ".go:" in lines[at - 1]:
        yield Reported(line=at + 1, tool="runtime", message=match["message"].rstrip(": "))


def _race(lines: Lines, at: int) -> Iterator[AnyFact]:
    if lines[at] == "WARNING: DATA RACE":
        yield Reported(line=at + 1, tool="sanitizer", message="DATA RACE", severity="warning")


RULES = (
    Rule("panic: ", _panic),
    Rule("fatal error: ", _panic),
    Rule("\t/", _frame),
    Rule("[signal SIG", one(_SIGNAL, _signal)),
    Rule("--- PASS: ", one(_TEST, _test)),
    Rule("--- FAIL: ", one(_TEST, _test)),
    Rule("--- SKIP: ", one(_TEST, _test)),
    Rule("ok  \t", one(_PACKAGE, _package)),
    Rule("FAIL\t", one(_PACKAGE, _package)),
    Rule(".go:", one(_BUILD, _build)),
    Rule(".go:", _logged),
    Rule("actual  : ", _testify),
    Rule("actual : ", _testify),
    Rule("\tError:", _error),
    Rule("DATA RACE", _race),
)
NEEDLES = tuple(word for word in needles(RULES) if word != "\t/")
