"""How processes ended: exit codes, signals, timeouts, as shells, Python, cargo, go, make and CI systems say it.

A code from 129 to 159 names the signal that a shell means by it (128 + number), a negative one the signal of Python's
`subprocess`. What a text only expects (``expected exit code 2``) is passed over.
"""

import re
from collections.abc import Iterator, Sequence

from reflectgit.facts.model import Exited
from reflectgit.facts.rules import places

NEEDLES = (
    "xit",
    "eturned",
    "eturncode",
    "eturn code",
    "eturn_code",
    "ignal",
    "SIG",
    "dumped",
    "Killed",
    "fault",
    "imed out",
    "imeout",
    "Error ",
    "Terminated",
    "Aborted",
    "rc=",
)

#: What is searched for in their place: each of them holds one of these.
_FEWER = ("eturn", *(needle for needle in NEEDLES if not needle.startswith("eturn")))
_CODE = re.compile(
    r"\b(?:"
    r"exit(?:ed|s)?(?: unexpectedly)?(?: with)?(?: an?)?(?: non-?zero)? (?:exit )?(?:code|status)|exit(?:ed|s)? with"
    r"|(?:finished|failed|terminated|completed|ended|died) with(?: an?)?(?: non-?zero)? (?:exit (?:code|status)|code)"
    r"|(?:non-?zero|returned(?: an?)?) exit (?:code|status)|exit[_ ]?(?:code|status)|return[_ ]?code|rc|exit"
    r")(?: was| of| is)?[ :=]{1,4}\(?(?P<code>-?\d{1,10})(?![\w.]*\w)",
    re.IGNORECASE,
)
#: ``make: *** [test] Error 2``
_MAKE = re.compile(r"make(?:\[\d+\])?: \*\*\* .{0,300}\bError (?P<code>\d{1,3})")
_SIGNAL = re.compile(
    r"\bsignal:? (?:(?P<number>\d{1,2})\b,?)? ?\(?(?P<name>SIG[A-Z]{2,6})?"
    r"|\bdied with <Signals\.(?P<died>SIG[A-Z]{2,6})"
    r"|\b(?:killed|terminated|crashed|aborted|died|caught|received|by|from|with) (?P<said>SIG[A-Z]{2,6})\b"
    r"|^(?P<alone>SIG[A-Z]{2,6})\b"
)
_SHELL = re.compile(
    r"(?:^|: |\d )(?:Fatal Python error: )?(?P<words>Segmentation fault|Killed|Aborted|Bus error"
    r"|Floating point exception|Illegal instruction|Trace/breakpoint trap|Terminated)(?:: \d+)?"
    r"(?: *\(core dumped\)|$|  )"
)
_SAID = {
    "Segmentation fault": "SIGSEGV",
    "Killed": "SIGKILL",
    "Aborted": "SIGABRT",
    "Bus error": "SIGBUS",
    "Floating point exception": "SIGFPE",
    "Illegal instruction": "SIGILL",
    "Trace/breakpoint trap": "SIGTRAP",
    "Terminated": "SIGTERM",
    "killed": "SIGKILL",
    "segmentation fault": "SIGSEGV",
    "aborted": "SIGABRT",
}
_GO = re.compile(r"\bsignal: (?P<words>killed|segmentation fault|aborted)\b")
_TIMED = re.compile(
    r"TimeoutExpired\b|\bTimeout \(?>\d|\btimed out after \d|\b(?:command|process|job|step|test|build|task|script|run)"
    r"(?: \S{1,80})? (?:has )?timed out\b",
    re.IGNORECASE,
)
#: A time-out of these ends no process.
_OTHER_TIMED = re.compile(
    r"\b(?:connection|connect|request|socket|read|query|lookup|dns|http|fetch|lock)\b", re.IGNORECASE
)
_EXPECTED = re.compile(r"\b(?:expect(?:ed|s)?|want(?:ed|s)?|should|must|if|when)\b", re.IGNORECASE)
#: By their numbers on Linux, whatever machine reads them.
_NAMES = {
    1: "SIGHUP",
    2: "SIGINT",
    3: "SIGQUIT",
    4: "SIGILL",
    5: "SIGTRAP",
    6: "SIGABRT",
    7: "SIGBUS",
    8: "SIGFPE",
    9: "SIGKILL",
    11: "SIGSEGV",
    13: "SIGPIPE",
    14: "SIGALRM",
    15: "SIGTERM",
    24: "SIGXCPU",
    25: "SIGXFSZ",
    31: "SIGSYS",
}
#: A Windows status (0xC0000005) is unsigned; an exit code is a byte. What is neither is no exit code.
_LARGEST = 255


def parse(lines: Sequence[str]) -> Iterator[Exited]:
    """Line by line, one fact a line: a timeout before a signal before a code."""
    text = "\n".join(lines)
    for at in sorted({at for needle in _FEWER for at in places(text, needle)}):
        line = lines[at]
        if not any(needle in line for needle in NEEDLES):
            continue
        if _timed(line):
            yield Exited(line=at + 1, timed_out=True)
        elif (code := _code(line)) is not None:
            yield Exited(line=at + 1, code=code, signal=_signal_of(code) or _signal(line))
        elif name := _signal(line):
            yield Exited(line=at + 1, signal=name)


def _timed(line: str) -> bool:
    if "imed out" not in line and "imeout" not in line:
        return False
    found = _TIMED.search(line)
    return found is not None and not _OTHER_TIMED.search(line, max(0, found.start() - 40), found.end())


def _code(line: str) -> int | None:
    found = _MAKE.match(line) or _CODE.search(line)
    if found is None or _EXPECTED.search(line, max(0, found.start() - 40), found.start()):
        return None
    code = int(found["code"])
    return code if code <= _LARGEST or 2**31 <= code < 2**32 else None


def _signal_of(code: int) -> str:
    return _NAMES.get(code - 128 if code > 0 else -code, "")


def _signal(line: str) -> str:
    if found := _SHELL.search(line) or _GO.search(line):
        return _SAID[found["words"]]
    found = _SIGNAL.search(line)
    if found is None:
        return ""
    name = found["name"] or found["died"] or found["said"] or found["alone"]
    return name or _NAMES.get(int(found["number"] or 0), "")
