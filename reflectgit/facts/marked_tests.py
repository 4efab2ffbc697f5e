"""Tests as runners with marks list them: `node --test` (spec), jest, vitest, mocha, bats (pretty).

Read: ``✔ name (1 ms)`` and its kin, the failures by number of mocha and by ``●`` or ``FAIL`` of jest and vitest,
the counts; ``Expected: 3`` over ``Received: 2``, the marked lines of ``- Expected + Received`` and its kin, and the
sentences of chai (``expected 2 to be 3``). Counts are named as elsewhere: passed, failed.
"""

import re
from collections.abc import Iterator

from reflectgit.facts.model import AnyFact, Assertion, Counted, Tested, TestOutcome
from reflectgit.facts.rules import LOOK, Lines, Rule, needles, number, one, read_by

_MARKS: dict[str, TestOutcome] = {
    "✔": "passed",
    "✓": "passed",
    "✖": "failed",
    "✕": "failed",
    "✗": "failed",
    "×": "failed",
    "﹣": "skipped",
    "○": "skipped",
    "↓": "skipped",
    "✎": "skipped",
    "●": "failed",
}
_TIME = re.compile(r"(?: \(\d[\d.]* ?m?s\)| \d[\d.]*m?s)$")
_REASON = re.compile(r" # ?(?P<reason>.+)$| \(skipped: (?P<bats>.{1,200})\)$")
#: What stands behind a mark and is no test: headings of node, the total of eslint, console blocks of jest.
_NO_TEST = re.compile(
    r"failing tests:|\d+ problems? \(|Console$|Test suite failed to run|\d+ (?:passed|failed|skipped)\b"
)
_NUMBERED = re.compile(r" {2}\d{1,9}\) (?P<name>\S.*)$")
_COUNTED = re.compile(r"(?P<number>\d{1,9}) (?P<what>failed|passed|skipped|todo|total)\b")
_MOCHA = re.compile(r"\s+(?P<number>\d{1,9}) (?P<what>passing|failing|pending)\b")
_NODE = re.compile(r"\s*ℹ (?P<what>tests|pass|fail|cancelled|skipped|todo) (?P<number>\d{1,9})$")
_WORDS = {"passing": "passed", "failing": "failed", "pass": "passed", "fail": "failed"}
_EXPECTED = re.compile(r"\s*Expected(?: [a-z ]{1,40})?: +(?P<value>\S.*)$")
_RECEIVED = re.compile(r"\s*Received(?: [a-z ]{1,40})?: +(?P<value>\S.*)$")
_MATCHER = re.compile(r"\)\.(?P<matcher>(?:not\.|resolves\.|rejects\.)*\w{1,60})\(")
_CHAI = re.compile(
    r"expected (?P<left>\S.*?) (?P<operator>(?:not )?to (?:deeply |strictly |loosely )?(?:be|equal)) "
    r"(?P<right>.*)$"
)


def parse(lines: Lines) -> Iterator[AnyFact]:
    """The tests, counts and comparisons in the output of runners with marks."""
    return read_by(RULES, lines)


def _marked(lines: Lines, at: int) -> Iterator[AnyFact]:
    mark, space, name = lines[at].strip().partition(" ")
    if mark not in _MARKS or not space or _NO_TEST.match(name.strip()):
        return
    name = name.strip().removeprefix("skipped " if mark == "○" else "todo " if mark == "✎" else "")
    told = _REASON.search(name)
    bare = _TIME.sub("", name[: told.start()] if told else name)
    reason = (told["reason"] or told["bats"]) if told else ""
    yield Tested(line=at + 1, name=_last(bare), outcome=_MARKS[mark], reason=reason)


def _last(name: str) -> str:
    """The test's own name, without those of the suites around it."""
    for sign in (" › ", " > "):
        name = name.rpartition(sign)[2]
    return name.strip()


def _fail(lines: Lines, at: int) -> Iterator[AnyFact]:
    """``FAIL  file > suite > name`` of vitest; jest has only a file there."""
    head, _, name = lines[at].partition(" > ")
    if name and head.strip().startswith("FAIL "):
        yield Tested(line=at + 1, name=_last(name), outcome="failed")


def _numbered(lines: Lines, at: int) -> Iterator[AnyFact]:
    """``1) suite`` of mocha's list of failures: the test is the last of the deeper lines, and ends in a colon."""
    match = _NUMBERED.match(lines[at])
    if not match:
        return
    for place, line in enumerate(lines[at : at + 8], start=at + 1):
        if line.endswith(":"):
            name = match["name"] if place == at + 1 else line.strip()
            yield Tested(line=place, name=name.removesuffix(":"), outcome="failed")
            return
        if place > at + 1 and not line.startswith("       "):
            return


def _counts(lines: Lines, at: int) -> Iterator[AnyFact]:
    """The totals of jest and vitest, all on one line."""
    if lines[at].lstrip().startswith(("Tests:", "Tests  ")):
        for match in _COUNTED.finditer(lines[at]):
            yield _count(at + 1, match)


def _count(line: int, match: re.Match[str]) -> Counted:
    return Counted(line=line, what=_WORDS.get(match["what"], match["what"]), number=number(match["number"]))


def _received(lines: Lines, at: int) -> Iterator[AnyFact]:
    """``Expected: …`` and the ``Received: …`` below it; the matcher stands above them."""
    expected = _EXPECTED.match(lines[at])
    below = [_RECEIVED.match(line) for line in lines[at + 1 : at + 4]]
    received = next((match for match in below if match), None)
    if expected and received:
        yield Assertion(
            line=at + 1,
            left=expected["value"],
            operator=_matcher(lines, at),
            right=received["value"],
            wanted="left",
        )


def _matcher(lines: Lines, at: int) -> str:
    for line in reversed(lines[max(0, at - 4) : at]):
        if "expect(" in line and (match := _MATCHER.search(line)):
            return match["matcher"]
    return "=="


def _chai(lines: Lines, at: int) -> Iterator[AnyFact]:
    text = lines[at].partition(" // ")[0]
    if match := _CHAI.match(text, text.find("expected ")):
        yield Assertion(
            line=at + 1,
            left=match["left"],
            operator=match["operator"],
            right=match["right"].strip(),
            wanted="right",
        )


def _marked_lines(lines: Lines, at: int) -> Iterator[AnyFact]:
    """The lines that two values do not share, below ``+ actual - expected`` or ``- Expected`` over ``+ Received``."""
    head = lines[at].strip()
    if head.startswith(("+ actual - expected", "+ expected - actual")):
        yield from _unshared(lines, at + 1, "+-" if head.startswith("+ actual") else "-+")
    elif head.startswith("- Expected") and "".join(lines[at + 1 : at + 2]).strip().startswith("+ Received"):
        yield from _unshared(lines, at + 2, "+-")


def _unshared(lines: Lines, begin: int, signs: str) -> Iterator[Assertion]:
    """What was got and what was wanted, by their signs, of the block that begins at a line."""
    block = list(_block(lines, begin))
    left, right = (
        "\n".join(line[1:].strip(" ,") for line in block if line[0] == sign) for sign in tuple(signs)
    )
    if left and right:
        yield Assertion(line=begin, left=left, operator="==", right=right, wanted="right")


def _block(lines: Lines, begin: int) -> Iterator[str]:
    """The lines of a block of differences, to the blank line after it or the next frame; from their sign on."""
    for at in range(begin, min(begin + LOOK, len(lines))):
        text = lines[at].strip()
        if text.startswith(("at ", "❯ ")) or (not text and at > begin):
            return
        if text[:1] in ("+", "-"):
            yield text


RULES = (
    *(Rule(mark, _marked) for mark in _MARKS),
    Rule("FAIL ", _fail),
    Rule(") ", _numbered),
    Rule("Tests", _counts),
    Rule(" passing", one(_MOCHA, _count)),
    Rule(" failing", one(_MOCHA, _count)),
    Rule(" pending", one(_MOCHA, _count)),
    Rule("ℹ ", one(_NODE, _count)),
    Rule("Expected", _received),
    Rule("expected ", _chai),
    Rule("+ actual - expected", _marked_lines),
    Rule("+ expected - actual", _marked_lines),
    Rule("- Expected", _marked_lines),
)
NEEDLES = tuple(word for word in needles(RULES) if word != ") ")
