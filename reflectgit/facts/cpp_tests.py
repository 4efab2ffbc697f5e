"""Tests of C and C++: GoogleTest, Catch2, doctest, and what CTest lists.

Of an equality of GoogleTest the values are the sides, and the expressions that had them the "where" lines.
"""

import re
from collections.abc import Iterator

from reflectgit.facts.compared import compared
from reflectgit.facts.model import AnyFact, Assertion, Counted, Frame, Raised, Tested, TestOutcome
from reflectgit.facts.rules import Lines, Rule, needles, number, one, read_by

_POINT = re.compile(
    r"\[ +(?P<word>OK|FAILED|SKIPPED) +\] (?:[\w/]+\.)?"
    r"(?P<name>[A-Za-z_][\w/<>]*)(?:, where .*)?(?: \(\d+ ms\))?$"
)
_TOTAL = re.compile(r"\[ +(?P<word>PASSED|FAILED|SKIPPED) +\] (?P<number>\d{1,9}) tests?\b")
_OUTCOMES: dict[str, TestOutcome] = {"OK": "passed", "FAILED": "failed", "SKIPPED": "skipped"}
_PLACE = re.compile(
    r"(?P<path>\S{1,400}?)(?::(?P<number>\d{1,9})|\((?P<paren>\d{1,9})\)): (?:Failure|error|FAILED:"
    r"|ERROR: )"
)
_WHICH = "    Which is: "
_ACTUAL = re.compile(
    r"Expected: \((?P<first>.*)\) (?P<operator>[<>=!]=?) \((?P<second>.*)\), actual: (?P<values>.*)$"
)
_THROWN = re.compile(
    r"C\+\+ exception with description \"(?P<message>.*)\" thrown in"
    r"|C\+\+ exception with description \"(?P<told>.*)\" of type (?P<class>[\w:]{1,200})"
)
_CTEST = re.compile(
    r"\s*\d{1,9}/\d{1,9} +Test +#\d{1,9}: (?P<name>\S{1,300}) \.*(?:\*\*\*)? *(?P<word>Passed|Failed"
    r"|Skipped|Timeout|Not Run|Exception: \w+|Subprocess \w+)"
)
_CTEST_OUTCOMES: dict[str, TestOutcome] = {"Passed": "passed", "Failed": "failed", "Skipped": "skipped"}
_DOCTEST = re.compile(r"\s*values: \w+\( ?(?P<condition>.*?) ?\)$")


def parse(lines: Lines) -> Iterator[AnyFact]:
    """The tests, comparisons and counts in the lines."""
    return read_by(RULES, lines)


def _point(line: int, match: re.Match[str]) -> Tested:
    return Tested(line=line, name=match["name"], outcome=_OUTCOMES[match["word"]])


def _total(line: int, match: re.Match[str]) -> Counted:
    return Counted(line=line, what=match["word"].lower(), number=number(match["number"]))


def _place(line: int, match: re.Match[str]) -> Frame:
    return Frame(line=line, path=match["path"], number=number(match["number"] or match["paren"]))


def _equality(lines: Lines, at: int) -> Iterator[AnyFact]:
    """Two expressions below, each with the value that it had unless it is one."""
    expressions: list[tuple[str, str]] = []
    for line in lines[at + 1 : at + 9]:
        if line.startswith(_WHICH) and expressions:
            expressions[-1] = expressions[-1][0], line.removeprefix(_WHICH)
        elif line.startswith("  ") and len(expressions) < 2:
            expressions.append((line.strip(), ""))
        else:
            break
    if len(expressions) == 2:
        left, right = (value or expression for expression, value in expressions)
        where = tuple(f"{value} = {expression}" for expression, value in expressions if value)
        yield Assertion(line=at + 1, left=left, operator="==", right=right, where=where)


def _truth(lines: Lines, at: int) -> Iterator[AnyFact]:
    """``Value of: x`` with ``Actual:`` and ``Expected:`` below."""
    below = "\n".join(lines[at + 1 : at + 3])
    actual, _, expected = below.strip().removeprefix("Actual: ").partition("\nExpected: ")
    if lines[at].startswith("Value of: ") and expected:
        where = (f"{actual} = {lines[at].removeprefix('Value of: ')}",)
        yield Assertion(line=at + 1, left=actual, operator="==", right=expected, wanted="right", where=where)


def _order(lines: Lines, at: int) -> Iterator[AnyFact]:
    """``Expected: (a) < (b), actual: 3 vs 2``; any other expectation stands over its ``Actual:``."""
    if match := _ACTUAL.match(lines[at]):
        left, _, right = match["values"].partition(" vs ")
        where = tuple(
            f"{value} = {expression}"
            for value, expression in ((left, match["first"]), (right, match["second"]))
            if value != expression
        )
        yield Assertion(line=at + 1, left=left, operator=match["operator"], right=right, where=where)
    elif lines[at].startswith("Expected: ") and "".join(lines[at + 1 : at + 2]).startswith("  Actual: "):
        wanted, got = lines[at].removeprefix("Expected: "), lines[at + 1].removeprefix("  Actual: ")
        yield Assertion(
            line=at + 1, left=wanted.rstrip("."), operator="==", right=got.rstrip("."), wanted="left"
        )


def _thrown(line: int, match: re.Match[str]) -> Raised:
    class_ = (match["class"] or "exception").rpartition("::")[2]
    return Raised(line=line, class_=class_, message=match["message"] or match["told"] or "")


def _expansion(lines: Lines, at: int) -> Iterator[AnyFact]:
    """Catch2: the values stand below ``with expansion:``."""
    sides = compared(lines[at + 1].strip()) if at + 1 < len(lines) else None
    if lines[at].strip() == "with expansion:" and sides:
        yield Assertion(line=at + 2, left=sides.left, operator=sides.operator, right=sides.right)


def _doctest(lines: Lines, at: int) -> Iterator[AnyFact]:
    match = _DOCTEST.match(lines[at])
    if match and (
        sides := compared(
            match["condition"].replace(", ", " == ", 1) if "_EQ(" in lines[at] else match["condition"]
        )
    ):
        yield Assertion(line=at + 1, left=sides.left, operator=sides.operator, right=sides.right)


def _ctest(line: int, match: re.Match[str]) -> Tested:
    word = match["word"]
    outcome = _CTEST_OUTCOMES.get(word, "error")
    return Tested(
        line=line, name=match["name"], outcome=outcome, reason="" if word in _CTEST_OUTCOMES else word
    )


RULES = (
    Rule("OK ] ", one(_POINT, _point)),
    Rule("FAILED  ] ", one(_POINT, _point)),
    Rule("SKIPPED ] ", one(_POINT, _point)),
    Rule("PASSED  ] ", one(_TOTAL, _total)),
    Rule("FAILED  ] ", one(_TOTAL, _total)),
    Rule("SKIPPED ] ", one(_TOTAL, _total)),
    Rule(": Failure", one(_PLACE, _place)),
    Rule(": FAILED:", one(_PLACE, _place)),
    Rule("): ERROR: ", one(_PLACE, _place)),
    Rule("Expected equality of these values:", _equality),
    Rule("Value of: ", _truth),
    Rule("Expected: ", _order),
    Rule("C++ exception with", one(_THROWN, _thrown)),
    Rule("with expansion:", _expansion),
    Rule("  values: ", _doctest),
    Rule(" Test ", one(_CTEST, _ctest)),
)
NEEDLES = needles(RULES)
