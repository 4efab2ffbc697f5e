"""What shells say: errors of bash, dash and zsh with script and line, errors of commands (``cat: x: No such file …``),
and the trace of ``set -x``, as log lines of level TRACE, whose order tells how far a script came.

How a process ended is read by `exits`.
"""

import re
from collections.abc import Iterator

from reflectgit.facts.model import AnyFact, Logged, Reported
from reflectgit.facts.rules import LOOK, Lines, Rule, needles, number, one, read_by

_BASH = re.compile(r"(?P<path>[^\s:]{1,400}): line (?P<number>\d{1,9}): (?P<message>\S.*)$")
#: dash and ash leave out the word "line", so only what a shell says counts.
_DASH = re.compile(
    r"(?P<path>[^\s:]{1,400}): (?:line )?(?P<number>\d{1,9}): "
    r"(?P<message>(?:Syntax error: .*|\S{1,400}: (?:not found|Permission denied"
    r"|parameter not set|parameter null or not set|bad substitution|is read only|unexpected operator"
    r"|No such file or directory|.* not found)))$"
)
_ZSH = re.compile(
    r"(?P<path>zsh|[^\s:]{1,400}\.zsh)(?::(?P<number>\d{1,9}))?: (?P<message>[a-z][a-z ]{1,40}: .*)$"
)
#: What the C library calls its errors (errno(3)); those that commands print behind their name.
_ERRNO = (
    "No such file or directory",
    "Permission denied",
    "Is a directory",
    "Not a directory",
    "Directory not empty",
    "File exists",
    "No space left on device",
    "Read-only file system",
    "Operation not permitted",
    "Connection refused",
    "Broken pipe",
    "Argument list too long",
    "Too many open files",
    "Text file busy",
    "command not found",
)
_COMMAND = re.compile(rf"(?P<message>[A-Za-z][\w./+-]{{0,60}}: (?:.{{1,400}}: )?(?:{'|'.join(_ERRNO)}))$")
_PLACED = re.compile(r".{1,400}: (?:line )?\d{1,9}: ")
_TRACE = re.compile(r"\++ (?P<command>[^\s+].*)$")


def parse(lines: Lines) -> Iterator[AnyFact]:
    """The errors and the trace of shells in the lines."""
    return read_by(RULES, lines)


def _said(line: int, match: re.Match[str]) -> Reported:
    place = number(match["number"])
    return Reported(line=line, tool="shell", message=match["message"], path=match["path"], number=place)


def _command(lines: Lines, at: int) -> Iterator[AnyFact]:
    match = None if _PLACED.match(lines[at]) else _COMMAND.match(lines[at])
    if match:
        yield Reported(line=at + 1, tool="shell", message=match["message"])


def _trace(lines: Lines, at: int) -> Iterator[AnyFact]:
    """A traced command. A plus in a run beside context or a minus is the sign of a difference."""
    match = _TRACE.match(lines[at])
    if match and not _differs(lines, at):
        yield Logged(line=at + 1, level="TRACE", text=match["command"])


def _differs(lines: Lines, at: int) -> bool:
    above = (line for line in reversed(lines[max(0, at - LOOK) : at]) if not line.startswith("+"))
    below = "".join(lines[at + 1 : at + 2])
    return next(above, "").startswith((" ", "-", "@@")) or below.startswith(("-", "@@"))


RULES = (
    Rule(": line ", one(_BASH, _said)),
    Rule(": not found", one(_DASH, _said)),
    Rule(": Syntax error", one(_DASH, _said)),
    Rule(": parameter n", one(_DASH, _said)),
    Rule(": bad substitution", one(_DASH, _said)),
    Rule(": Permission denied", one(_DASH, _said)),
    Rule("zsh:", one(_ZSH, _said)),
    *(Rule(f": {words}", _command) for words in _ERRNO),
    Rule("+ ", _trace),
)
NEEDLES = needles(RULES)
