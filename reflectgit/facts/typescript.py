"""Diagnostics of the TypeScript compiler: ``file(line,col): error TS2345: …``, and the pretty form with
``file:line:col -``.
"""

import re
from collections.abc import Iterator

from reflectgit.facts.model import AnyFact, Counted, Reported
from reflectgit.facts.rules import Lines, Rule, needles, number, one, read_by

_PLACED = re.compile(
    r"(?P<path>[^\s():][^():]*)(?:\((?P<line>\d{1,9}),\d{1,9}\): |:(?P<pretty>\d{1,9}):\d{1,9} - )"
    r"(?P<severity>error|warning) (?P<code>TS\d{1,9}): (?P<message>.*)$"
)
_GLOBAL = re.compile(r"(?P<severity>error) (?P<code>TS\d{1,9}): (?P<message>.*)$")
_FOUND = re.compile(r"Found (?P<number>\d{1,9}) errors? in ")


def parse(lines: Lines) -> Iterator[AnyFact]:
    """The diagnostics of `tsc` and how many it counts."""
    return read_by(RULES, lines)


def _placed(line: int, match: re.Match[str]) -> Reported:
    return Reported(
        line=line,
        tool="compiler",
        severity=match["severity"],
        code=match["code"],
        message=match["message"],
        path=match["path"],
        number=number(match["line"] or match["pretty"]),
    )


def _global(line: int, match: re.Match[str]) -> Reported:
    return Reported(line=line, tool="compiler", code=match["code"], message=match["message"])


def _found(line: int, match: re.Match[str]) -> Counted:
    return Counted(line=line, what="errors", number=number(match["number"]))


RULES = (
    Rule(" TS", one(_PLACED, _placed)),
    Rule("error TS", one(_GLOBAL, _global)),
    Rule("Found ", one(_FOUND, _found)),
)
NEEDLES = needles(RULES[:1])
