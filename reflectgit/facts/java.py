"""Exceptions of the Java platform, what JUnit says of both sides, and what `javac` reports.

Read: an exception above its frames, ``Caused by:``, ``Suppressed:`` (role "context"), the members of a
MultipleFailuresError; ``expected: <3> but was: <4>`` of JUnit 4 and 5, ``expected: 3`` over ``but was: 4`` of
AssertJ and Hamcrest; ``File.java:3: error: …`` with its symbol, also as Maven prints it. Frames of native methods
tell no place.
"""

import re
from collections.abc import Iterator

from reflectgit.facts.model import AnyFact, Assertion, Counted, Frame, Raised, Reported
from reflectgit.facts.rules import Head, Lines, Role, Rule, last_name, number, one, read_by, stacks

_HEAD = re.compile(
    r"\s*(?:Exception in thread \"[^\"]{0,200}\" |(?P<role>Caused by|Suppressed): )?"
    r"(?P<class>[A-Za-z_$][\w$.]{0,300})(?:: ?(?P<message>.*)|$)"
)
_THROWN = re.compile(r"(?:Exception|Error|Failure|Failed|Throwable)s?$")
_WORDS = ("Exception", "Error", "Failure", "Failed", "Throwable", "Caused by: ", "Suppressed: ")
_ROLES: dict[str | None, Role] = {"Caused by": "cause", "Suppressed": "context"}
_FRAME = re.compile(
    r"\s*at (?:[^\s(]{0,200}/)?(?P<function>[\w.$<>]{1,400})\((?P<path>[^():]{0,200})(?::"
    r"(?P<number>\d{1,9}))?\)$"
)
_FILE = (".java", ".kt", ".kts", ".scala", ".groovy", ".clj")
_JUNIT = re.compile(
    r"expected: ?(?P<not>not equal)?(?:[^\s<]{0,300}<(?P<left>.*?)>)? but was: ?[^\s<]{0,300}<"
    r"(?P<right>.*?)>(?= |$|\n)",
    re.S,
)
_MEMBER = re.compile(r"\t(?P<class>[a-z_][\w$]*(?:\.[\w$]+)+)(?:: (?P<message>.*)|$)")
_EXPECTED = re.compile(r"\s*[Ee]xpect(?:ed|ing)(?: actual)?: ?(?P<value>.*)$")
_BUT_WAS = re.compile(r"\s+but(?: was)?: (?:was )?(?P<value>\S.*)$")
_JAVAC = re.compile(
    r"(?P<path>[^\s:]{1,400}\.(?:java|kt)):(?P<number>\d{1,9}): (?P<severity>error|warning): "
    r"(?:\[(?P<code>[\w-]{1,60})\] )?(?P<message>.*)$"
)
_MAVEN = re.compile(
    r"\[(?P<severity>ERROR|WARNING)\] (?P<path>[^\s:]{1,400}\.(?:java|kt)):\["
    r"(?P<number>\d{1,9}),\d{1,9}\] (?P<message>.*)$"
)
_SYMBOL = re.compile(r"\s+symbol: +(?P<symbol>.*)$")
_COUNT = re.compile(r"(?P<number>\d{1,9}) (?P<what>errors?|warnings?)$")


def parse(lines: Lines) -> Iterator[AnyFact]:
    """The exceptions, comparisons and reports of `javac` in the lines."""
    yield from stacks(lines, (*_WORDS, " at ", "\tat "), _head, _frame)
    yield from read_by(RULES, lines)


def _head(line: str) -> Head | None:
    match = _HEAD.match(line)
    if not match or not _THROWN.search(match["class"]) or (line.startswith("\t") and not match["role"]):
        return None
    return Head(last_name(match["class"]), match["message"] or "", _ROLES.get(match["role"], "raised"))


def _frame(line: int, text: str) -> Frame | bool:
    if not text.endswith(")") or not (match := _FRAME.match(text)):
        return False
    if not match["path"].endswith(_FILE):
        return "." in match["function"]
    return Frame(line=line, path=match["path"], number=number(match["number"]), function=match["function"])


def _member(lines: Lines, at: int) -> Iterator[AnyFact]:
    match = _MEMBER.match(lines[at])
    if match and _THROWN.search(match["class"]):
        yield Raised(
            line=at + 1, class_=last_name(match["class"]), message=match["message"] or "", role="member"
        )


def _junit(lines: Lines, at: int) -> Iterator[AnyFact]:
    """The sides that JUnit prints in ``<>``; a value may go on over lines."""
    begin = lines[at].find("expected:")
    match = _JUNIT.match("\n".join((lines[at][begin:], *lines[at + 1 : at + 6])))
    if not match or (match["left"] is None and not match["not"]):
        return
    left, right = match["left"] or "", match["right"]
    if "ComparisonFailure" in lines[at]:
        left, right = _unmarked(left), _unmarked(right)
    if match["not"]:
        yield Assertion(line=at + 1, left=right, operator="!=", right=right)
    else:
        yield Assertion(line=at + 1, left=left, operator="==", right=right, wanted="left")


def _unmarked(value: str) -> str:
    """A value without the brackets that JUnit 4 puts around the part that differs."""
    return value.replace("[", "", 1).replace("]", "", 1)


def _but_was(lines: Lines, at: int) -> Iterator[AnyFact]:
    """AssertJ and Hamcrest: what was expected stands on the line above."""
    got = _BUT_WAS.match(lines[at])
    wanted = _EXPECTED.match(lines[at - 1]) if at else None
    if got and wanted:
        yield Assertion(
            line=at, left=wanted["value"].strip(), operator="==", right=got["value"], wanted="left"
        )


def _javac(lines: Lines, at: int) -> Iterator[AnyFact]:
    if match := _JAVAC.match(lines[at]):
        message = match["message"]
        if message == "cannot find symbol":
            message = f"{message}: {_symbol(lines, at)}".removesuffix(": ")
        yield Reported(
            line=at + 1,
            tool="compiler",
            severity=match["severity"],
            code=match["code"] or "",
            message=message,
            path=match["path"],
            number=number(match["number"]),
        )


def _symbol(lines: Lines, at: int) -> str:
    found = (_SYMBOL.match(line) for line in lines[at + 1 : at + 6])
    return next((match["symbol"] for match in found if match), "")


def _maven(line: int, match: re.Match[str]) -> Reported:
    return Reported(
        line=line,
        tool="compiler",
        severity=match["severity"].lower(),
        message=match["message"],
        path=match["path"],
        number=number(match["number"]),
    )


def _count(line: int, match: re.Match[str]) -> Counted:
    return Counted(line=line, what=match["what"].removesuffix("s") + "s", number=number(match["number"]))


RULES = (
    Rule("\torg.", _member),
    Rule("expected:", _junit),
    Rule(" but", _but_was),
    Rule(": error: ", _javac),
    Rule(": warning: ", _javac),
    Rule(":[", one(_MAVEN, _maven)),
    Rule(" error", one(_COUNT, _count)),
    Rule(" warning", one(_COUNT, _count)),
)
NEEDLES = (".java:", "\tat ", "  at ", "Caused by: ", ".kt:", " but was:", " but:")
