"""What memory and thread checkers report: AddressSanitizer and its kin (UBSan, TSan, LSan, MSan) and Valgrind.

A report has the kind as its code (``heap-use-after-free``) where there is one. What the checker adds to it (which
access, where a block was freed and allocated, which variable) are notes. Each is placed at the first frame below it
whose file is not the checker's own; every frame with a file is a frame.
"""

import re
from collections.abc import Iterator

from reflectgit.facts.model import AnyFact, Counted, Frame, Reported
from reflectgit.facts.rules import Lines, Rule, number, one, read_by

#: How far below a headline its first own frame is looked for: interceptors come before it.
_NEAR = 8
#: Headlines that may stand between an error and its stack: which access it was, hints.
_HEADLINES = 3
_STACKED = re.compile(r"\s+#\d|==\d+== +(?:at|by) 0x")
_ERROR = re.compile(r"(?:==\d+==)?(?:ERROR|WARNING): (?P<tool>[A-Z]\w+Sanitizer): (?P<message>.*)$")
_KIND = re.compile(r"(?P<kind>attempting double-free|attempting free|[a-z]+(?:-[a-z]+)+|SEGV|FPE|BUS|ABRT)\b")
_NOISE = re.compile(r" \(pc 0x.*| at pc 0x.*| \(pid=\d+\)")
_SUMMARY = re.compile(
    r"SUMMARY: \w+Sanitizer: (?P<message>.*?)(?: (?P<path>\S{1,400}?):"
    r"(?P<number>\d{1,9})(?::\d{1,9})?(?: in (?P<function>.*))?)?$"
)
_RUNTIME = re.compile(
    r"(?P<path>[^\s:][^:]{0,400}):(?P<number>\d{1,9}):\d{1,9}: runtime error: (?P<message>.*)$"
)
_NOTE = re.compile(
    r"\s*(?P<message>(?:READ|WRITE) of size .*|(?:freed|previously allocated|allocated) by thread .*"
    r"|(?:Direct|Indirect) leak of .*"
    r"|(?:Write|Read|Previous write|Previous read|Atomic \w+) of size .*"
    r"|Location is .*|0x[0-9a-f]+ is located .*"
    r"|Address 0x[0-9a-f]+ is located in .*|\[\d+, \d+\) '[^']*'.*<== .*|Thread T\d+ .*created by .*)$"
)
_FRAME = re.compile(
    r"\s+#\d{1,6} (?:0x[0-9a-f]+ (?:in )?)?(?P<function>\S.*?) (?P<path>[^\s():]{1,400}):"
    r"(?P<number>\d{1,9})(?::\d{1,9})?(?: \(.*\))?$"
)
_OWN = re.compile(r"libsanitizer|compiler-rt|sysdeps/|csu/libc-start|/vg_")
_VALGRIND = re.compile(
    r"==\d+== (?P<indent> *)(?P<message>(?:Invalid|Conditional jump|Use of uninitialised|Mismatched"
    r"|Source and destination"
    r"|Syscall param|Jump to|Process terminating|Argument '|Possible data race|Stack overflow).*"
    r"|[\d,]+ (?:\([^)]*\) )?bytes in .* lost in .*)$"
)
_VALGRIND_NOTE = re.compile(
    r"==\d+== +(?P<message>Address 0x\S+ is .*|Block was alloc'd at"
    r"|Uninitialised value was created .*)$"
)
_VALGRIND_FRAME = re.compile(
    r"==\d+== +(?:at|by) 0x[0-9A-F]+: (?P<function>\S.*?) \((?P<path>[^\s():]{1,400}):"
    r"(?P<number>\d{1,9})\)$"
)
_VALGRIND_COUNT = re.compile(r"==\d+== ERROR SUMMARY: (?P<number>\d{1,9}) errors ")


def parse(lines: Lines) -> Iterator[AnyFact]:
    """The reports of sanitizers and of Valgrind in the lines, with their frames."""
    return read_by(RULES, lines)


def _error(lines: Lines, at: int) -> Iterator[AnyFact]:
    if match := _ERROR.match(lines[at]):
        message = _NOISE.sub("", match["message"])
        kind = _KIND.match(message)
        yield _placed(
            lines, at, message, "error", kind["kind"].removeprefix("attempting ") if kind else match["tool"]
        )


def _note(lines: Lines, at: int) -> Iterator[AnyFact]:
    if match := _NOTE.match(lines[at]):
        yield _placed(lines, at, match["message"].rstrip(":"), "note", "")


def _placed(lines: Lines, at: int, message: str, severity: str, code: str) -> Reported:
    """A report at the first own frame below its headline."""
    place = next(_own_frames(lines, at + 1, skipped=0 if severity == "note" else _HEADLINES), None)
    return Reported(
        line=at + 1,
        tool="sanitizer",
        severity=severity,
        code=code,
        message=message,
        path=place["path"] if place else "",
        number=number(place["number"]) if place else 0,
    )


def _own_frames(lines: Lines, begin: int, skipped: int) -> Iterator[re.Match[str]]:
    """The own frames of the stack that begins at a line, or after a few further headlines."""
    for at, line in enumerate(lines[begin : begin + _NEAR]):
        match = _FRAME.match(line) or _VALGRIND_FRAME.match(line)
        if match and not _OWN.search(match["path"]):
            yield match
        elif not line or (at >= skipped and not _STACKED.match(line)):
            return


def _summary(line: int, match: re.Match[str]) -> Reported:
    return Reported(
        line=line,
        tool="sanitizer",
        code=match["message"] if match["path"] else "",
        message=match[0].removeprefix("SUMMARY: "),
        path=match["path"] or "",
        number=number(match["number"]),
    )


def _runtime(line: int, match: re.Match[str]) -> Reported:
    return Reported(
        line=line,
        tool="sanitizer",
        message=match["message"],
        path=match["path"],
        number=number(match["number"]),
    )


def _frame(line: int, match: re.Match[str]) -> Frame:
    return Frame(line=line, path=match["path"], number=number(match["number"]), function=match["function"])


def _valgrind(lines: Lines, at: int) -> Iterator[AnyFact]:
    if note := _VALGRIND_NOTE.match(lines[at]):
        yield _placed(lines, at, note["message"], "note", "")
    elif match := _VALGRIND.match(lines[at]):
        yield _placed(lines, at, match["message"], "error", "")


def _count(line: int, match: re.Match[str]) -> Counted:
    return Counted(line=line, what="errors", number=number(match["number"]))


_NOTED = (
    " of size ",
    " by thread ",
    " leak of ",
    "Location is ",
    " is located ",
    " <== ",
    "created by ",
)
RULES = (
    Rule("Sanitizer: ", _error),
    Rule("SUMMARY: ", one(_SUMMARY, _summary)),
    Rule("runtime error: ", one(_RUNTIME, _runtime)),
    *(Rule(word, _note) for word in _NOTED),
    Rule(" #", one(_FRAME, _frame)),
    Rule(": ", one(_VALGRIND_FRAME, _frame)),
    Rule("== ", _valgrind),
    Rule("ERROR SUMMARY: ", one(_VALGRIND_COUNT, _count)),
)
NEEDLES = (
    "Sanitizer",
    "runtime error: ",
    "== Memcheck",
    "== Invalid ",
    "ERROR SUMMARY: ",
    "==    at 0x",
    "==    by 0x",
)
