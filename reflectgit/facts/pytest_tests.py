"""Outcomes of tests in pytest's output: the lines of ``-v``, the short summary, the headers of failures, the counts."""

import re
from collections.abc import Iterator, Sequence

from reflectgit.facts.model import Counted, Tested, TestOutcome
from reflectgit.facts.pytest_blocks import header, name_and_reason, test_name

NEEDLES = (
    "PASSED",
    "FAILED",
    "ERROR",
    "SKIPPED",
    "XFAIL",
    "XPASS",
    "= FAILURES =",
    " passed",
    " failed",
    "collected ",
)

_OUTCOMES: dict[str, TestOutcome] = {
    "PASSED": "passed",
    "FAILED": "failed",
    "ERROR": "error",
    "SKIPPED": "skipped",
    "XFAIL": "xfailed",
    "XPASS": "xpassed",
}
_WORDS = "|".join(_OUTCOMES)
_ROW = re.compile(rf" (?P<word>{_WORDS})(?: \((?P<reason>.{{0,300}})\))?(?:\s+\[ *\d{{1,3}}%\])?$")
_XDIST = re.compile(r"\[gw\d+\] \[ *\d{1,3}%\] ")
_FIRST = re.compile(rf"(?P<word>{_WORDS}) (?P<told>\S.*)$")
_AT = re.compile(r"ERROR at (?:setup|teardown) of (?P<name>.+)$")
_TOTAL = re.compile(r"=* ?(?P<counts>(?:\d+ [a-z]+(?:, )?)+) in [\d.:]+ ?(?:s|seconds|m)\b")
_COUNT = re.compile(r"(?P<number>\d{1,9}) (?P<what>[a-z]+)")
_COLLECTED = re.compile(r"(?:collecting \.\.\. )?collected (?P<number>\d{1,9}) items?\b")
_PLURAL = {"error": "errors", "warning": "warnings", "test": "tests"}


def parse(lines: Sequence[str]) -> Iterator[Tested | Counted]:
    """Line by line."""
    section: TestOutcome | None = None
    for at, line in enumerate(lines):
        first = line[:1]
        if first == "=":
            section = _section(line)
            yield from _counts(at, line)
        elif first == "_" and section and (title := header(line)):
            yield from _titled(at, title, section)
        elif "::" in line or line.startswith("ERROR "):
            yield from _listed(at, line)
        elif first == "c" or first.isdigit():
            yield from _counts(at, line)


def _section(line: str) -> TestOutcome | None:
    if "= FAILURES =" in line:
        return "failed"
    return "error" if "= ERRORS =" in line else None


def _titled(at: int, title: str, section: TestOutcome) -> Iterator[Tested]:
    found = _AT.match(title)
    name = found["name"] if found else title
    if name.startswith("ERROR collecting "):
        yield Tested(line=at + 1, name=name.rpartition(" ")[2], outcome="error")
        return
    path, bracket, rest = name.partition("[")
    yield Tested(
        line=at + 1,
        name=path.rpartition(".")[2] + bracket + rest,
        outcome="error" if found else section,
    )


def _listed(at: int, line: str) -> Iterator[Tested]:
    if found := _FIRST.match(_XDIST.sub("", line, count=1) if line[:3] == "[gw" else line):
        node, reason = name_and_reason(found["told"])
        if "::" in node or node.endswith(".py"):
            yield Tested(line=at + 1, name=test_name(node), outcome=_OUTCOMES[found["word"]], reason=reason)
    elif row := _ROW.search(line):
        node = line[: row.start()].strip()
        if ".py::" in node:
            outcome = _OUTCOMES[row["word"]]
            yield Tested(line=at + 1, name=test_name(node), outcome=outcome, reason=row["reason"] or "")


def _counts(at: int, line: str) -> Iterator[Counted]:
    if found := _COLLECTED.match(line):
        yield Counted(line=at + 1, what="collected", number=int(found["number"]))
    elif " in " in line and (total := _TOTAL.match(line)):
        for count in _COUNT.finditer(total["counts"]):
            what = _PLURAL.get(count["what"], count["what"])
            yield Counted(line=at + 1, what=what, number=int(count["number"]))
