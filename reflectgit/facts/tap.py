"""The Test Anything Protocol (testanything.org, versions 13 and 14): `node --test`, tape, bats, prove.

Read: test points with SKIP and TODO, the YAML block below one (``expected`` and ``actual``, ``name`` and ``error``,
``stack``), the counts at the end. A TODO test that passes is "xpassed", one that fails "xfailed". The test of bats
names where it failed in comments.
"""

import re
from collections.abc import Iterator

from reflectgit.facts.javascript import sides
from reflectgit.facts.model import AnyFact, Counted, Frame, Raised, Tested, TestOutcome
from reflectgit.facts.rules import LOOK, Lines, Rule, last_name, needles, number, one, read_by

_POINT = re.compile(r"\s*(?P<not>not )?ok (?:\d{1,9}\b ?(?:- )?|- )(?P<name>.*)$")
_DIRECTIVE = re.compile(r" ?# ?(?P<word>skip|todo)\b\S* ?(?P<reason>.*)$", re.I)
_COUNT = re.compile(r"# (?P<what>tests|pass|fail|cancelled|skipped|todo)\s+(?P<number>\d{1,9})$")
_PASSED = {"pass": "passed", "fail": "failed"}
_BATS = re.compile(
    r"(?:#|  ) ?\((?:in test|from function `.*' in|in) file (?P<path>.{1,400}), line "
    r"(?P<number>\d{1,9})"
)
_STACK = re.compile(r"\s+(?:(?P<function>\S.*) \()?(?P<path>[^\s()]+?):(?P<number>\d{1,9}):\d{1,9}\)?$")


def parse(lines: Lines) -> Iterator[AnyFact]:
    """The test points of TAP and what their blocks say."""
    return read_by(RULES, lines)


def _point(lines: Lines, at: int) -> Iterator[AnyFact]:
    match = _POINT.match(lines[at])
    if not match:
        return
    directive = _DIRECTIVE.search(match["name"]) if "#" in match["name"] else None
    name = match["name"][: directive.start()] if directive else match["name"]
    failed = bool(match["not"])
    word = directive["word"].lower() if directive else ""
    yield Tested(
        line=at + 1,
        name=name.strip(),
        outcome=_outcome(word, failed),
        reason=directive["reason"] if directive else "",
    )


def _outcome(directive: str, failed: bool) -> TestOutcome:
    if directive == "skip":
        return "skipped"
    if directive == "todo":
        return "xfailed" if failed else "xpassed"
    return "failed" if failed else "passed"


def _block(lines: Lines, at: int) -> Iterator[AnyFact]:
    """The YAML block below a test point; of the names of errors only those that the block tells count."""
    if lines[at].strip() != "---" or not at or "ok" not in lines[at - 1]:
        return
    told: dict[str, int] = {}
    indent = lines[at].partition("-")[0]
    for place in range(at + 1, min(at + 1 + LOOK, len(lines))):
        if lines[place] == f"{indent}...":
            break
        key, colon, _ = lines[place][len(indent) :].partition(":")
        if colon and key.isidentifier():
            told.setdefault(key, place)
    yield from _told(lines, told)


def _told(lines: Lines, told: dict[str, int]) -> Iterator[AnyFact]:
    if "error" in told and (class_ := _class(lines, told)):
        yield Raised(line=told["error"] + 1, class_=class_, message=_value(lines, told["error"]))
    if "expected" in told and "actual" in told:
        yield from sides(lines, min(told["expected"], told["actual"]))
    if "stack" in told:
        yield from _stack(lines, told["stack"] + 1)


def _class(lines: Lines, told: dict[str, int]) -> str:
    """The class of an error. node leaves out the name of a plain Error, and of what is none: subtests that failed."""
    if "name" in told:
        return last_name(_value(lines, told["name"]))
    failure = _value(lines, told["failureType"]) if "failureType" in told else ""
    return "Error" if failure in ("testCodeFailure", "uncaughtException", "unhandledRejection") else ""


def _value(lines: Lines, at: int) -> str:
    """A scalar of YAML: on its line, or the first line of its block."""
    value = lines[at].partition(":")[2].strip()
    if value[:1] in ("|", ">"):
        value = lines[at + 1].strip() if at + 1 < len(lines) else ""
    return value[1:-1].replace("''", "'") if value[:1] in ("'", '"') and value[-1:] == value[:1] else value


def _stack(lines: Lines, begin: int) -> Iterator[Frame]:
    for at, line in enumerate(lines[begin : begin + LOOK], start=begin):
        if line.strip() == "...":
            return
        if match := _STACK.match(line):
            function = (match["function"] or "").removeprefix("async ")
            path = match["path"].removeprefix("file://")
            yield Frame(line=at + 1, path=path, number=number(match["number"]), function=function)


def _counted(line: int, match: re.Match[str]) -> Counted:
    return Counted(line=line, what=_PASSED.get(match["what"], match["what"]), number=number(match["number"]))


def _bats(lines: Lines, at: int) -> Iterator[AnyFact]:
    if match := _BATS.match(lines[at].replace("    (", "  (", 1)):
        code = re.search(r"`(.*)' failed", lines[at + 1]) if at + 1 < len(lines) else None
        path, place = match["path"], number(match["number"])
        yield Frame(line=at + 1, path=path, number=place, code=code[1] if code else "")


RULES = (
    Rule("ok ", _point),
    Rule("---", _block),
    Rule("# ", one(_COUNT, _counted)),
    Rule(" file ", _bats),
)
NEEDLES = needles(RULES[:1])
