"""What Rust prints: panics (the form with the message on the next line, and the older one), both sides of
`assert_eq!`, backtraces, the tests of `cargo test` with their counts, and the diagnostics of `rustc` and clippy
with primary labels.

A panic has the class "panic"; the error that `unwrap` met is its cause.
"""

import re
from collections.abc import Iterator
from itertools import takewhile

from reflectgit.facts.compared import compared
from reflectgit.facts.model import AnyFact, Assertion, Counted, Frame, Raised, Reported, Tested, TestOutcome
from reflectgit.facts.rules import LOOK, Lines, Rule, number, one, read_by

_PLACE = r"(?P<path>[^\s':]{1,400}):(?P<number>\d{1,9}):\d{1,9}"
_PANIC = re.compile(rf"thread '[^']{{0,300}}'(?: \(\d+\))? panicked at {_PLACE}:$")
_OLD_HEAD = re.compile(r"thread '[^']{0,300}' panicked at '(?P<message>.*)$")
_OLD_END = re.compile(rf"(?P<message>.*)', {_PLACE}$")
_ENDS = ("note: ", "stack backtrace:", "thread '", "---- ", "test ", "  left: ")
_UNWRAPPED = re.compile(r".*\bvalue: (?P<value>(?P<class>[A-Z]\w{0,100})\b.*)$")
_SIDE = re.compile(r"\s*left: (?P<value>.*)$")
_RIGHT = re.compile(r"\s*right: (?P<value>.*)$")
_OPERATOR = re.compile(r"left (?P<operator>==|!=|<=|>=|<|>) right")
_CONDITION = re.compile(
    r"(?:thread '[^']{0,300}' panicked at ')?assertion failed: "
    r"(?P<condition>[^`(].*?)(?:', \S+:\d{1,9}:\d{1,9})?$"
)
_AT = re.compile(r"\s+at (?P<path>\S.*):(?P<number>\d{1,9}):\d{1,9}$")
_FUNCTION = re.compile(r"\s*\d{1,9}: (?:0x[0-9a-f]+ - )?(?P<function>\S.*)$")
_TEST = re.compile(
    r"test (?P<name>\S.*?)(?: - (?:should panic|compile(?: fail)?))? \.\.\. (?P<word>ok|FAILED"
    r"|ignored)(?:, (?P<reason>.*))?$"
)
_OUTCOMES: dict[str, TestOutcome] = {"ok": "passed", "FAILED": "failed", "ignored": "skipped"}
_RESULT = re.compile(r"(?P<number>\d{1,9}) (?P<what>passed|failed|ignored|measured|filtered out)")
_DIAGNOSTIC = re.compile(
    r"(?P<severity>error|warning)(?:\[(?P<code>[A-Za-z0-9_:]{1,60})\])?: (?P<message>\S.*)$"
)
_ARROW = re.compile(r"\s*--> (?P<path>\S.*?):(?P<number>\d{1,9}):\d{1,9}$")
_LINT = re.compile(r"\s*= note: `#\[(?:warn|deny|forbid)\((?P<code>[\w:]{1,80})\)\]`")
_SOURCE = re.compile(r"(?P<number>\d{1,9}) +\|")
#: Below a line of source, which has its number, every word belongs to a label; labels of one line may stand in a pile.
_LABEL = re.compile(r" +\|[ |~^_+-]*(?P<label>[^ |~^_+-].*)$")
_CARGO = re.compile(
    r"error: (?P<message>(?:could not compile|failed to|no matching package|test failed, to rerun).*)$"
)


def parse(lines: Lines) -> Iterator[AnyFact]:
    """The panics, comparisons, tests and diagnostics of Rust in the lines."""
    return read_by(RULES, lines)


def _panic(lines: Lines, at: int) -> Iterator[AnyFact]:
    if match := _PANIC.match(lines[at]):
        yield from _panicked(at + 1, "\n".join(_message(lines, at + 1)), match)
    elif head := _OLD_HEAD.match(lines[at]):
        told = [head["message"], *lines[at + 1 : at + 12]]
        for end, line in enumerate(told):
            if place := _OLD_END.match(line):
                yield from _panicked(at + 1, "\n".join((*told[:end], place["message"])), place)
                return


def _message(lines: Lines, begin: int) -> Iterator[str]:
    """The lines of a message, to the next blank line or what is known to follow one."""
    for line in lines[begin : begin + LOOK]:
        if not line or line.startswith(_ENDS):
            return
        yield line


def _panicked(line: int, message: str, place: re.Match[str]) -> Iterator[AnyFact]:
    yield Raised(line=line, class_="panic", message=message)
    yield Frame(line=line, path=place["path"], number=number(place["number"]))
    if unwrapped := _UNWRAPPED.match(message):
        yield Raised(line=line, class_=unwrapped["class"], message=unwrapped["value"], role="cause")


def _sides(lines: Lines, at: int) -> Iterator[AnyFact]:
    """``left:`` and the ``right:`` below it; the operator stands in the message above."""
    left = _SIDE.match(lines[at])
    above = (_OPERATOR.search(line) for line in reversed(lines[max(0, at - 4) : at]))
    told = next((match["operator"] for match in above if match), "")
    if not told or not left:
        return
    for place in range(at + 1, min(at + LOOK, len(lines))):
        if right := _RIGHT.match(lines[place]):
            first = "\n".join((left["value"], *lines[at + 1 : place]))
            yield Assertion(line=at + 1, left=_bare(first), operator=told, right=_bare(right["value"]))
            return


def _bare(value: str) -> str:
    """A value without the back ticks of the older form, and what comes after them."""
    if not value.startswith("`"):
        return value
    end = value.find("`", 1)
    return value[1:end] if end > 0 else value


def _condition(line: int, match: re.Match[str]) -> Assertion:
    sides = compared(match["condition"])
    if sides:
        return Assertion(line=line, left=sides.left, operator=sides.operator, right=sides.right)
    return Assertion(line=line, left=match["condition"], operator="", right="")


def _frame(lines: Lines, at: int) -> Iterator[AnyFact]:
    place = _AT.match(lines[at])
    function = _FUNCTION.match(lines[at - 1]) if at else None
    if place and function:
        path = place["path"].removeprefix("./")
        yield Frame(line=at + 1, path=path, number=number(place["number"]), function=function["function"])


def _test(line: int, match: re.Match[str]) -> Tested:
    name = match["name"].rpartition("::")[2]
    return Tested(line=line, name=name, outcome=_OUTCOMES[match["word"]], reason=match["reason"] or "")


def _result(lines: Lines, at: int) -> Iterator[AnyFact]:
    if lines[at].startswith("test result: "):
        for match in _RESULT.finditer(lines[at]):
            yield Counted(line=at + 1, what=match["what"], number=number(match["number"]))


def _diagnostic(lines: Lines, at: int) -> Iterator[AnyFact]:
    """A diagnostic of rustc: its place stands below an arrow, its lint in a note, primary labels at the carets."""
    arrow = _ARROW.match(lines[at])
    head, begin = next(
        (
            (match, place)
            for place in range(at - 1, max(-1, at - 8), -1)
            if (match := _DIAGNOSTIC.match(lines[place]))
        ),
        (None, 0),
    )
    if not arrow or not head:
        return
    block = tuple(takewhile(bool, lines[at + 1 : at + LOOK]))
    lint = next((match["code"] for line in block if "#[" in line and (match := _LINT.match(line))), "")
    yield Reported(
        line=begin + 1,
        tool="linter" if "clippy" in lint else "compiler",
        severity=head["severity"],
        code=head["code"] or lint,
        message=head["message"],
        path=arrow["path"],
        number=number(arrow["number"]),
    )
    yield from _labels(block, at + 2, arrow["path"])


def _labels(block: Lines, begin: int, path: str) -> Iterator[Reported]:
    """What carets and dashes below a line of source say: a note on that line."""
    source = 0
    for line, text in enumerate(block, start=begin):
        if numbered := _SOURCE.match(text):
            source = number(numbered["number"])
        elif label := _LABEL.match(text):
            yield Reported(
                line=line, tool="compiler", severity="note", message=label["label"], path=path, number=source
            )


def _cargo(line: int, match: re.Match[str]) -> Reported:
    return Reported(line=line, tool="build", message=match["message"])


RULES = (
    Rule("panicked at ", _panic),
    Rule("left: ", _sides),
    Rule("assertion failed: ", one(_CONDITION, _condition)),
    Rule("  at ", _frame),
    Rule(" ... ", one(_TEST, _test)),
    Rule("test result: ", _result),
    Rule("--> ", _diagnostic),
    Rule("error: ", one(_CARGO, _cargo)),
)
NEEDLES = ("panicked at ", "test result: ", "--> ", "error: could not compile", " ... ")
