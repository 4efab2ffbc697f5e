"""What type checkers and linters report: mypy, pyright, ruff, flake8, pylint, ESLint. The rule is the code of a
report.
"""

import re
from collections.abc import Iterator
from typing import Literal

from reflectgit.facts.model import AnyFact, Counted, Reported
from reflectgit.facts.rules import Lines, Rule, needles, number, one, read_by

_PYTHON = r"(?P<path>[^\s:][^:]{0,400}\.pyi?)"
_MYPY = re.compile(
    _PYTHON + r":(?P<number>\d{1,9}):(?:\d{1,9}:)?(?:\d{1,9}:\d{1,9}:)? (?P<severity>error|warning|note): "
    r"(?P<message>\S.*)$"
)
_CODE = re.compile(r" ?\[(?P<code>[a-z][a-z0-9-]{1,60})\]$")
_PYRIGHT = re.compile(
    r"\s*" + _PYTHON + r":(?P<number>\d{1,9}):\d{1,9} - (?P<severity>error|warning|information): "
    r"(?P<message>\S.*)$"
)
_RULE = re.compile(r" ?\((?P<code>report[A-Za-z]{1,60})\)$")
_LINT = re.compile(
    _PYTHON + r":(?P<number>\d{1,9}):\d{1,9}: (?P<code>[A-Z]{1,4}\d{1,5}):? (?:\[\*\] )?(?P<message>\S.*)$"
)
_PYLINT = re.compile(r" \((?P<name>[a-z][a-z0-9-]{2,60})\)$")
_RUFF = re.compile(r"(?P<code>[A-Z]{1,4}\d{1,5}) (?:\[\*\] )?(?P<message>\S.*)$")
_ARROW = re.compile(r"\s*--> " + _PYTHON + r":(?P<number>\d{1,9}):\d{1,9}$")
_ESLINT = re.compile(r"\s{2,}(?P<number>\d{1,9}):\d{1,9}\s+(?P<severity>error|warning)\s+(?P<message>\S.*)$")
_ESLINT_CODE = re.compile(r"\s{2,}(?P<code>[@a-z][\w@/-]{1,80})$")
_PROBLEMS = re.compile(
    r"✖ (?P<number>\d{1,9}) problems? \((?P<errors>\d{1,9}) errors?, (?P<warnings>\d{1,9}) warnings?\)"
)
_FOUND = re.compile(
    r"Found (?P<number>\d{1,9}) errors?(?:\.$| in \d+ files?)|"
    r"(?P<other>\d{1,9}) errors?, \d{1,9} warnings?,"
)
#: How far above a problem of ESLint its file is looked for.
_FAR = 200


def parse(lines: Lines) -> Iterator[AnyFact]:
    """The reports of type checkers and linters in the lines."""
    return read_by(RULES, lines)


def _mypy(lines: Lines, at: int) -> Iterator[AnyFact]:
    if match := _MYPY.match(lines[at]):
        message, code = _coded(match["message"], lines[at + 1 : at + 4], _CODE, "    ")
        yield _reported(at + 1, match, message, code, "type checker")


def _pyright(lines: Lines, at: int) -> Iterator[AnyFact]:
    if match := _PYRIGHT.match(lines[at]):
        message, code = _coded(match["message"], lines[at + 1 : at + 8], _RULE, "/")
        yield _reported(at + 1, match, message, code, "type checker")


def _coded(message: str, below: Lines, code: re.Pattern[str], ends: str) -> tuple[str, str]:
    """A message and its code, which may stand at the end of one of the lines below that go on with the message."""
    told = message
    for line in ("", *below):
        if line.startswith(ends) or ": error:" in line or " - error:" in line:
            break
        told = f"{told} {line.strip()}".rstrip()
        if found := code.search(told[-100:]):
            return told[: -len(found[0])].rstrip(), found["code"]
    return message, ""


def _reported(
    line: int, match: re.Match[str], message: str, code: str, tool: Literal["type checker", "linter"]
) -> Reported:
    return Reported(
        line=line,
        tool=tool,
        severity=match.groupdict().get("severity") or "error",
        code=code,
        message=message,
        path=match["path"],
        number=number(match["number"]),
    )


def _lint(line: int, match: re.Match[str]) -> Reported:
    return _reported(line, match, _PYLINT.sub("", match["message"]), match["code"], "linter")


def _ruff(lines: Lines, at: int) -> Iterator[AnyFact]:
    """Ruff's full form: the place stands below the message."""
    place = _ARROW.match(lines[at])
    said = _RUFF.match(lines[at - 1]) if at else None
    if place and said:
        yield _reported(at, place, said["message"], said["code"], "linter")


def _eslint(lines: Lines, at: int) -> Iterator[AnyFact]:
    if match := _ESLINT.match(lines[at]):
        rule = _ESLINT_CODE.search(match["message"][-120:])
        yield Reported(
            line=at + 1,
            tool="linter",
            severity=match["severity"],
            code=rule["code"] if rule else "",
            message=(match["message"][: -len(rule[0])] if rule else match["message"]).strip(),
            path=_file_above(lines, at),
            number=number(match["number"]),
        )


def _file_above(lines: Lines, at: int) -> str:
    above = reversed(lines[max(0, at - _FAR) : at])
    return next((line for line in above if line and not line.startswith(" ")), "")


def _problems(lines: Lines, at: int) -> Iterator[AnyFact]:
    if match := _PROBLEMS.match(lines[at]):
        yield Counted(line=at + 1, what="errors", number=number(match["errors"]))
        yield Counted(line=at + 1, what="warnings", number=number(match["warnings"]))


def _found(line: int, match: re.Match[str]) -> Counted:
    return Counted(line=line, what="errors", number=number(match["number"] or match["other"]))


RULES = (
    Rule(": error: ", _mypy),
    Rule(": note: ", _mypy),
    Rule(": warning: ", _mypy),
    Rule(" - error: ", _pyright),
    Rule(" - warning: ", _pyright),
    Rule(".py:", one(_LINT, _lint)),
    Rule("--> ", _ruff),
    Rule("  error  ", _eslint),
    Rule("  warning  ", _eslint),
    Rule(" problem", _problems),
    Rule("Found ", one(_FOUND, _found)),
    Rule(" errors, ", one(_FOUND, _found)),
)
NEEDLES = needles(RULES)
