"""What compilers, linkers, debuggers and the C library say of C and C++ (and of what else gcc and clang compile).

Read: ``file:l:c: error: … [-Wflag]`` of gcc and clang (clang-tidy alike), undefined references, ``Assertion `x'
failed.``, frames of gdb with the arguments as values, ``terminate called after throwing``, the aborts of glibc.
"""

import re
from collections.abc import Iterator

from reflectgit.facts.compared import compared
from reflectgit.facts.model import AnyFact, Assertion, Bound, Frame, Raised, Reported
from reflectgit.facts.rules import Lines, Rule, last_name, needles, number, one, read_by

#: Python's and Java's checkers print places in the same form: they are told apart by the file.
_FILE = r"(?P<path>[^\s:][^:]{0,400}\.(?:c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|inl|ipp|tcc|m|mm|cu|s|S|f90|l|y))"
_DIAGNOSTIC = re.compile(
    _FILE + r":(?P<number>\d{1,9}):(?:\d{1,9}:)? (?P<severity>fatal error|error|warning|note): "
    r"(?P<message>\S.*)$"
)
_FLAG = re.compile(r" \[(?:-W(?:error=)?)?(?P<code>[a-z][\w.,=+-]{1,80})\]$")
_LINKER = re.compile(
    r"(?:\S*ld(?:\.\w+)?: )?(?:(?P<path>[^\s:]{1,400}):(?:\(\.\w[^)]{0,80}\)|\d{1,9}):)?\s*"
    r"(?P<message>(?:undefined reference to|multiple definition of|cannot find -l|duplicate symbol).*)$"
)
_COLLECT = re.compile(r"(?:collect2|clang|ld): error: (?P<message>.*)$")
_ASSERT = re.compile(
    r"(?:\S{1,400}: )?(?P<path>[^\s:]{1,400}):(?P<number>\d{1,9}): (?P<function>.{1,400}?): "
    r"Assertion [`'](?P<condition>.*)' failed\.$"
)
_ASSERT_BSD = re.compile(
    r"Assertion failed: \((?P<condition>.*)\), function (?P<function>.{1,400}?), file "
    r"(?P<path>.{1,400}?), line (?P<number>\d{1,9})"
)
_FRAME = re.compile(
    r"#\d{1,6} +(?:0x[0-9a-f]+ in )?(?P<function>[^\s(][^(]{0,300}?) ?\((?P<arguments>.*)\) at "
    r"(?P<path>\S{1,400}):(?P<number>\d{1,9})$"
)
_ARGUMENT = re.compile(
    r"(?P<name>[A-Za-z_]\w{0,99})=(?:\w{1,99}@entry=)?(?P<value>\"[^\"]*\"|[^,\"]+)(?:, |$)"
)
_TERMINATE = re.compile(r"terminate called after throwing an instance of '(?P<class>[^']{1,300})'$")
_WHAT = re.compile(r"\s*what\(\): +(?P<message>.*)$")
_GLIBC = re.compile(
    r"(?P<message>(?:\*\*\* (?:stack smashing|buffer overflow) detected \*\*\*"
    r"|(?:double free or corruption|free\(\): |malloc\(\): "
    r"|realloc\(\): |munmap_chunk\(\): |corrupted (?:size|double)).*).*)$"
)


def parse(lines: Lines) -> Iterator[AnyFact]:
    """The diagnostics, failed assertions and frames of C and C++ in the lines."""
    return read_by(RULES, lines)


def _diagnostic(line: int, match: re.Match[str]) -> Reported:
    message = match["message"]
    flag = _FLAG.search(message[-100:]) if message.endswith("]") else None
    return Reported(
        line=line,
        tool="compiler",
        severity=match["severity"],
        code=flag["code"] if flag else "",
        message=message[: -len(flag[0])] if flag else message,
        path=match["path"],
        number=number(match["number"]),
    )


def _linker(line: int, match: re.Match[str]) -> Reported:
    return Reported(line=line, tool="build", message=match["message"], path=match["path"] or "")


def _collect(line: int, match: re.Match[str]) -> Reported:
    return Reported(line=line, tool="build", message=match["message"])


def _assertion(lines: Lines, at: int) -> Iterator[AnyFact]:
    match = _ASSERT.match(lines[at]) or _ASSERT_BSD.match(lines[at])
    if not match:
        return
    yield Frame(line=at + 1, path=match["path"], number=number(match["number"]), function=match["function"])
    sides = compared(match["condition"])
    left, operator, right = sides or (match["condition"], "", "")
    yield Assertion(line=at + 1, left=left, operator=operator, right=right)


def _frame(lines: Lines, at: int) -> Iterator[AnyFact]:
    """A frame of gdb; its arguments are values. What it could not read is left out."""
    if not lines[at].startswith("#") or not (match := _FRAME.match(lines[at])):
        return
    yield Frame(line=at + 1, path=match["path"], number=number(match["number"]), function=match["function"])
    for argument in _ARGUMENT.finditer(match["arguments"]):
        if argument["value"] != "<optimized out>":
            yield Bound(line=at + 1, name=argument["name"], value=argument["value"])


def _terminate(lines: Lines, at: int) -> Iterator[AnyFact]:
    if match := _TERMINATE.match(lines[at]):
        what = _WHAT.match(lines[at + 1]) if at + 1 < len(lines) else None
        yield Raised(line=at + 1, class_=last_name(match["class"]), message=what["message"] if what else "")


def _glibc(line: int, match: re.Match[str]) -> Reported:
    return Reported(line=line, tool="runtime", message=match["message"])


RULES = (
    Rule("error: ", one(_DIAGNOSTIC, _diagnostic)),
    Rule("warning: ", one(_DIAGNOSTIC, _diagnostic)),
    Rule("note: ", one(_DIAGNOSTIC, _diagnostic)),
    Rule("undefined reference", one(_LINKER, _linker)),
    Rule("multiple definition", one(_LINKER, _linker)),
    Rule("cannot find -l", one(_LINKER, _linker)),
    Rule(": error: ", one(_COLLECT, _collect)),
    Rule("Assertion ", _assertion),
    Rule(") at ", _frame),
    Rule("terminate called", _terminate),
    Rule("*** ", one(_GLIBC, _glibc)),
    Rule("double free", one(_GLIBC, _glibc)),
    Rule("(): ", one(_GLIBC, _glibc)),
    Rule("corrupted ", one(_GLIBC, _glibc)),
)
NEEDLES = needles(RULES)
