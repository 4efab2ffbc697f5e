"""What a run printed, cut into what belongs to each test that failed.

A runner names a test in a list, at the head of what it says of it, and in a summary. A section goes from such a name
to the next one, or to a banner that ends what is said of tests.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from reflectgit.facts.model import AnyFact, Assertion, Frame, Raised, Reported, Tested
from reflectgit.facts.slots import outcome_of

#: Heads that are no outcome: what a test prints stands below them, before its outcome or after all outcomes.
_BEGINS = (
    re.compile(r"=== (?:RUN|CONT|NAME)\s+(?P<name>\S+)"),  # go test -v
    re.compile(r"---- (?P<name>\S+) stdout ----$"),  # cargo test
    re.compile(r"\[ RUN +\] (?:[\w/]+\.)?(?P<name>\S+)"),  # googletest
)
_ENDS = re.compile(
    r"={3,} .+ ={3,}$|failures:$|test result: |(?:\[\w+\] +)?Results ?:|\[ERROR\] (?:Failures|Errors): *$"
    r"|Short test summary|(?:FAIL|ok  |---)\t|-{10,} .+ -{3,}$|\s*ℹ tests |Ran \d+ tests? in "
)
_CAPTURED = re.compile(r"-{5,} Captured |-{3,} (?:stdout|stderr)\b|\s+console\.\w+$|--- TRY 2")
_PACKAGE = re.compile(r"(?:FAIL|---|ok {0,2})\t")
_NODE = re.compile(r"(?:^|\s)(?P<file>[^\s:]+\.\w{1,4})::(?P<rest>[^\s\[]+(?:\[[^\n]*?\](?= - |$| [A-Z]))?)")


class Section(Struct, frozen=True, kw_only=True):
    """Lines `begin` to `end` (from 1, `end` not in it) that speak of one failed test, and the facts in them.

    `settled` is the line from which on there is only what the test printed itself: what is told there did not end it.
    """

    test: str
    begin: int
    end: int
    settled: int
    outcome: str
    reason: str
    facts: tuple[AnyFact, ...]

    @property
    def deciding(self) -> tuple[AnyFact, ...]:
        """The facts that tell how it failed."""
        return tuple(fact for fact in self.facts if fact.line < self.settled)

    @property
    def weight(self) -> int:
        """How much the section says of the failure: an exception more than a comparison, that more than a reason, that
        more than mere words."""
        facts = self.deciding
        if any(isinstance(fact, Raised) and fact.role == "raised" for fact in facts):
            return 4
        if any(isinstance(fact, Assertion) for fact in facts):
            return 3
        if self.reason or any(isinstance(fact, Reported) for fact in facts):
            return 2
        return int(self.settled - self.begin > 1)


def sections(lines: Sequence[str], facts: Sequence[AnyFact]) -> Iterator[Section]:
    """The sections of failed tests, in their order. `lines` are those that the facts were read from."""
    failed = {
        fact.line: fact
        for fact in facts
        if isinstance(fact, Tested) and outcome_of(fact) == "failed" and not is_package(lines[fact.line - 1])
    }
    names = {fact.name for fact in failed.values()}
    other = {fact.line for fact in facts if isinstance(fact, Tested)} - failed.keys()
    heads = [head for at, line in enumerate(lines, 1) if (head := _head(at, line, failed, other, names))]
    for (at, name), (end, _) in pairwise([*heads, (len(lines) + 1, "")]):
        if name and not any("subtestsFailed" in line for line in lines[at - 1 : end - 1]):
            yield _section(lines, facts, failed.get(at), name, at, end)


def with_unnamed(found: Sequence[Section], lines: Sequence[str], facts: Sequence[AnyFact]) -> list[Section]:
    """The sections; rows of a summary have the exceptions that stand above them without a name (``--tb=line``).

    There each failure ends in the one line that tells its place, and pytest tells both in one order. Where their
    numbers differ nothing is put together.
    """
    rows = [section for section in found if lines[section.begin - 1].startswith("FAILED ")]
    begin = next((at for at, line in enumerate(lines, 1) if "= FAILURES =" in line), 0)
    until = min((row.begin for row in rows), default=0)
    titled = any(begin < section.begin < until for section in found)
    frames = (fact for fact in facts if isinstance(fact, Frame) and begin < fact.line < until)
    places = [one.line for one in frames if lines[one.line - 1].startswith(f"{one.path}:") and not titled]
    if not begin or not rows or len(places) != len(rows):
        return list(found)
    filled = {
        row.begin: replace(row, facts=tuple(fact for fact in facts if above < fact.line <= place))
        for row, (above, place) in zip(rows, pairwise([begin, *places]), strict=True)
    }
    return [filled.get(section.begin, section) for section in found]


def _head(
    at: int, line: str, failed: dict[int, Tested], other: set[int], names: set[str]
) -> tuple[int, str] | None:
    """The line and the failed test that it names; "" where it ends what was said before."""
    if at in failed:
        return at, failed[at].name
    if at in other or _ENDS.match(line):
        return at, ""
    for begins in _BEGINS:
        if found := begins.match(line):
            name = found["name"].rpartition("::")[2]
            return at, name if name in names else ""
    return None


def _section(
    lines: Sequence[str], facts: Sequence[AnyFact], told: Tested | None, name: str, at: int, end: int
) -> Section:
    within = tuple(fact for fact in facts if at <= fact.line < end)
    captured = (place for place in range(at + 1, end) if _CAPTURED.match(lines[place - 1]))
    return Section(
        test=name,
        begin=at,
        end=end,
        settled=next(captured, end),
        outcome=told.outcome if told else "failed",
        reason=told.reason if told else "",
        facts=within,
    )


def is_package(line: str) -> bool:
    """Whether a line of Go tells of a whole package, which fails because its tests do."""
    return _PACKAGE.match(line) is not None


def nodes(lines: Sequence[str]) -> dict[str, str]:
    """The file of each test that pytest names with it, by the bare name; "" where several files have such a test."""
    found: dict[str, str] = {}
    for line in lines:
        if "::" in line and (node := _NODE.search(line)):
            name = node["rest"].partition("[")[0].rpartition("::")[2]
            file = node["file"]
            found[name] = file if found.get(name, file) == file else ""
    return found
