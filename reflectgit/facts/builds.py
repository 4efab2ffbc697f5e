"""What build tools say when a step fails: make, ninja, CMake, npm. Exit codes are read by `exits`."""

import re
from collections.abc import Iterator

from reflectgit.facts.model import AnyFact, Reported
from reflectgit.facts.rules import Lines, Rule, needles, number, one, read_by

_MAKE = re.compile(
    r"(?:\S{0,40}make(?:\[\d+\])?: )(?P<kind>\*\*\* )?(?:\[(?:(?P<path>[^\s:\]]{1,400}):"
    r"(?P<number>\d{1,9}): )?(?P<target>[^\]]{1,400})\] )?"
    r"(?P<message>(?:Error \d+|No rule to make target|\S.*missing separator|Circular|recipe|Waiting"
    r"|Terminated|Killed|Segmentation).*)$"
)
_MAKEFILE = re.compile(r"(?P<path>[^\s:]{1,400}):(?P<number>\d{1,9}): \*\*\* (?P<message>\S.*)$")
_NINJA = re.compile(
    r"(?:FAILED: (?:\[code=\d+\] )?(?P<target>\S.*)|ninja: (?:error|build stopped): (?P<message>.*))$"
)
_CMAKE = re.compile(
    r"CMake (?P<severity>Error|Warning)(?: at (?P<path>[^\s:]{1,400}):(?P<number>\d{1,9}))?[^:]{0,80}:"
    r"(?P<message>.*)$"
)
_NPM = re.compile(r"npm (?:ERR!|error) code (?P<code>[A-Z]\w{1,40})$")


def parse(lines: Lines) -> Iterator[AnyFact]:
    """The failed steps of builds in the lines."""
    return read_by(RULES, lines)


def _make(line: int, match: re.Match[str]) -> Reported:
    target = f"[{match['target']}] " if match["target"] else ""
    return Reported(
        line=line,
        tool="build",
        message=f"{target}{match['message']}",
        path=match["path"] or "",
        number=number(match["number"]),
    )


def _makefile(line: int, match: re.Match[str]) -> Reported:
    place = number(match["number"])
    return Reported(line=line, tool="build", message=match["message"], path=match["path"], number=place)


def _ninja(line: int, match: re.Match[str]) -> Reported:
    message = match["message"] or f"FAILED: {match['target']}"
    return Reported(line=line, tool="build", message=message)


def _cmake(lines: Lines, at: int) -> Iterator[AnyFact]:
    """CMake puts its message on the line below, when it names a place."""
    if match := _CMAKE.match(lines[at]):
        below = next((line.strip() for line in lines[at + 1 : at + 4] if line.strip()), "")
        yield Reported(
            line=at + 1,
            tool="build",
            severity=match["severity"].lower(),
            message=match["message"].strip() or below,
            path=match["path"] or "",
            number=number(match["number"]),
        )


def _npm(line: int, match: re.Match[str]) -> Reported:
    return Reported(line=line, tool="build", code=match["code"], message=match[0])


RULES = (
    Rule("ake: ", one(_MAKE, _make)),
    Rule("make[", one(_MAKE, _make)),
    Rule(": *** ", one(_MAKEFILE, _makefile)),
    Rule("FAILED: ", one(_NINJA, _ninja)),
    Rule("ninja: ", one(_NINJA, _ninja)),
    Rule("CMake ", _cmake),
    Rule("npm ERR! code", one(_NPM, _npm)),
    Rule("npm error code", one(_NPM, _npm)),
)
NEEDLES = needles(RULES)
