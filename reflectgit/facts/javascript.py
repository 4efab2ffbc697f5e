"""Errors of JavaScript: stacks, causes, members of an AggregateError, and what `node:assert` says of both sides.

Read: V8 stacks (``at fn (file:line:col)``), those of vitest (``❯ file:line:col``), ``[cause]``, ``[errors]``, the
source line with its caret, the properties that node prints after a stack. Of a stack, frames without a place are
left out. An error is one with a stack: ``Name: text`` alone may be any log line. Format: node 20, ``util.inspect``
of errors.
"""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from reflectgit.facts.model import AnyFact, Assertion, Bound, Frame, Raised
from reflectgit.facts.rules import LOOK, Head, Lines, Rule, number, read_by, stacks

#: node names the method of `assert` that failed; where JavaScript has an operator, that is the name of it.
OPERATORS = {
    "strictEqual": "===",
    "notStrictEqual": "!==",
    "equal": "==",
    "notEqual": "!=",
}

_HEAD = re.compile(
    r"(?:Uncaught )?(?P<cause>\[cause\]: )?(?P<class>[A-Za-z_$][\w$.]{0,99})(?: \[\w{1,60}\])?(?:: "
    r"(?P<message>.*)|$)"
)
_ERROR = re.compile(r"(?:Error|Exception|Rejection)$")
#: What stands in every head, and in every frame.
_STACK = ("Err", "Exception", "Reject", "[cause]", "at ", "❯ ")
#: Rust and others print places in the same form: they are told apart by the file.
_FILE = re.compile(r"\.(?:[cm]?[jt]sx?|vue|svelte|coffee|es6)\b|^(?:node|https?|file|wasm|webpack):")
_METHOD = re.compile(r" \[as [^\]]*\]$")
_SOURCE = re.compile(r"(?P<path>\S{1,400}):(?P<number>\d{1,9})$")
_CARET = re.compile(r"\s*\^+$")
_PROPERTY = re.compile(r"(?P<indent>\s*)(?P<name>[A-Za-z_$][\w$]{0,99}): (?P<value>\S.*)$")
_UNEQUAL = re.compile(r"\s*(?P<left>[^\s!].*?) !== (?P<right>.*)$")
_TOLD_APART = frozenset({"generatedMessage", "actual", "expected", "operator", "diff"})


def parse(lines: Lines) -> Iterator[AnyFact]:
    """The errors of JavaScript in the lines, with their frames, sides and properties."""
    groups = list(_groups(lines))
    for fact in stacks(lines, _STACK, _head, _frame):
        grouped = isinstance(fact, Raised) and any(begin < fact.line <= end for begin, end in groups)
        yield replace(fact, role="member") if grouped else fact
    yield from read_by(RULES, lines)


def sides(lines: Lines, at: int, operator: str = "==") -> Iterator[Assertion]:
    """What stands in the properties ``actual`` and ``expected`` of the block that holds line `at`, in either order."""
    told = dict(_properties(lines, at))
    if not told.get("actual") or not told.get("expected"):
        return
    method = told.get("operator", operator).strip("'\"")
    yield Assertion(
        line=at + 1,
        left=told["actual"],
        operator=OPERATORS.get(method, method),
        right=told["expected"],
        wanted="right",
    )


def _head(line: str) -> Head | None:
    match = _HEAD.match(line.strip())
    if not match or not (match["cause"] or _ERROR.search(match["class"])):
        return None
    return Head(
        match["class"].rpartition(".")[2], match["message"] or "", "cause" if match["cause"] else "raised"
    )


def _frame(line: int, text: str) -> Frame | bool:
    text = text.lstrip()
    if not text.startswith(("at ", "❯ ")):
        return False
    text = text.split(" ", 1)[1].removeprefix("async ").removeprefix("new ").rstrip("{, ")
    function, place = _parted(text)
    path, *numbers = place.rsplit(":", 2)
    if len(numbers) < 2 or not all(0 < len(digits) < 10 and digits.isdecimal() for digits in numbers):
        return "<anonymous>" in place
    if not _FILE.search(path):
        return False
    return Frame(
        line=line,
        path=path.removeprefix("file://"),
        number=int(numbers[0]),
        function=_METHOD.sub("", function),
    )


def _parted(text: str) -> tuple[str, str]:
    """The function of a frame and its place: ``fn (place)``, ``fn place`` as vitest has it, or a place alone."""
    if text.endswith(")"):
        function, _, place = text[:-1].rpartition(" (")
        return function, place
    function, _, place = text.rpartition(" ")
    return function, place


def _groups(lines: Lines) -> Iterator[tuple[int, int]]:
    """From which line to which the members of an AggregateError stand."""
    begun: tuple[int, str] | None = None
    for at, line in enumerate(lines):
        if line.endswith("[errors]: ["):
            begun = at + 1, line.partition("[")[0] + "]"
        elif begun and line == begun[1]:
            yield begun[0], at + 1
            begun = None


def _caret(lines: Lines, at: int) -> Iterator[AnyFact]:
    """The source line that node shows above an error: its place, the line, a caret."""
    place = _SOURCE.match(lines[at - 2]) if at >= 2 and _CARET.match(lines[at]) else None
    if place:
        yield Frame(
            line=at - 1, path=place["path"], number=number(place["number"]), code=lines[at - 1].strip()
        )


def _inspected(lines: Lines, at: int) -> Iterator[AnyFact]:
    """The properties that node prints in braces after the last frame."""
    if not lines[at].endswith(" {") or not lines[at].lstrip().startswith("at "):
        return
    indent = len(lines[at]) - len(lines[at].lstrip()) - 2
    for place, line in enumerate(lines[at + 1 : at + 1 + LOOK], start=at + 2):
        if line.strip() in ("}", "},") and not line.startswith(" " * (indent + 1)):
            return
        match = _PROPERTY.match(line)
        if match and len(match["indent"]) == indent and match["name"] not in _TOLD_APART:
            yield Bound(line=place, name=match["name"], value=match["value"].removesuffix(","))


def _actual(lines: Lines, at: int) -> Iterator[AnyFact]:
    if lines[at].lstrip().startswith("actual: ") and _names_class(lines, at):
        yield from sides(lines, at)


def _names_class(lines: Lines, at: int) -> bool:
    """Whether the block is an AssertionError as node inspects it (the blocks of TAP are read by `tap`)."""
    return any("ERR_ASSERTION" in line or "generatedMessage" in line for line in lines[max(0, at - 3) : at])


def _unequal(lines: Lines, at: int) -> Iterator[AnyFact]:
    """``3 !== 4``, alone between blank lines: what `strictEqual` got, and what it wanted."""
    match = _UNEQUAL.match(lines[at])
    if match and at and not lines[at - 1].strip() and not "".join(lines[at + 1 : at + 2]).strip():
        yield Assertion(
            line=at + 1, left=match["left"], operator="===", right=match["right"].strip(), wanted="right"
        )


def _properties(lines: Lines, at: int) -> Iterator[tuple[str, str]]:
    """The properties from line `at` on at its indentation, in braces or YAML; one of several lines is joined."""
    first = _PROPERTY.match(lines[at] + " ") or re.match(r"(?P<indent>\s*)", lines[at])
    indent = first["indent"] if first else ""
    name, value = "", [""]
    for line in lines[at : at + LOOK]:
        bare = line[len(indent) :]
        starts = line.startswith(indent) and bare[:1].isalpha() and ":" in bare
        if starts:
            yield name, _joined(value)
            name, _, rest = bare.partition(":")
            value = [rest.strip()]
        elif bare.strip() in ("}", "...", "") and not bare.startswith(" "):
            break
        else:
            value.append(bare)
    yield name, _joined(value)


def _joined(value: list[str]) -> str:
    return "\n".join(line.rstrip() for line in value if line).strip().removesuffix(",")


RULES = (
    Rule("^", _caret),
    Rule(" {", _inspected),
    Rule("actual: ", _actual),
    Rule(" !== ", _unequal),
)
#: A caret or a brace stands in much else: both belong to an error, and an error has a stack.
NEEDLES = ("  at ", " ❯ ", "actual: ", " !== ")
