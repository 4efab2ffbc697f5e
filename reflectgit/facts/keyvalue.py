"""Names and their values in logs and probes: ``key=value``, ``key: value``, ``label [1, 2]``, a JSON object a line.

Bounded, so that prose, source and diffs give nothing: a value is a number (with a unit), something in quotes or
brackets, True/None and their like, a time, or behind ``=`` one short token. A line of ``key: value`` consists of such
pairs altogether. Left out are source lines of tracebacks, the sections of failures of pytest (`pytest_locals` reads
them), the rows and totals of test runs, and names that are levels, exceptions or outcomes of tests.
"""

import re
import string
from collections.abc import Iterator, Sequence
from functools import lru_cache

from reflectgit.facts.json_lines import members
from reflectgit.facts.levels import level
from reflectgit.facts.model import Bound
from reflectgit.facts.pytest_blocks import banner, explains, header

_QUOTED = r"'(?:[^'\\\n]|\\.){0,300}'|\"(?:[^\"\\\n]|\\.){0,300}\""
_NUMBER = (
    r"[-+]?(?:0[xX][0-9a-fA-F]{1,16}|\d[\d_]*(?:,\d{3})*(?:\.\d+)?(?:[eE][-+]?\d{1,3})?)"
    r"(?:%| ?[a-zA-Zµ]{1,3}(?![\w=]))?"
)
_WORD = r"True|False|None|true|false|null|nil|undefined|NaN|nan|inf|-inf"
_TIME = (
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"
    r"|\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?"
)
_END = r"(?=[\s,;)\]}]|$)"
_PLAIN = rf"(?:{_QUOTED}|(?:{_TIME}|{_WORD}|{_NUMBER}){_END})"
_NAME = r"[A-Za-z_][\w.-]{0,60}"
_NAME_CHARS = f"{string.ascii_letters}{string.digits}_.-"
#: Anywhere in a line; numbers may be aligned behind the sign, and a bare token may be the value.
_EQUALS = re.compile(
    rf"(?<![\w.\"'=&?/<>!(-])(?P<name>{_NAME})\|?="
    rf"(?: {{0,12}}(?P<plain>{_PLAIN})|(?P<bare>[^\s=,;\"'()\[\]{{}}<>][^\s,;\"'()\[\]{{}}]{{0,80}}))"
)
#: What may stand between brackets at the end of a line.
_NESTED = re.compile(rf"(?P<name>{_NAME})=(?P<value>[\[({{<].{{0,400}}[\])}}>])$")
_PAIR = re.compile(
    rf"(?P<name>{_NAME}(?: [A-Za-z_][\w.-]{{0,30}}){{0,4}}?)(?:: | ?= |=)(?P<value>{_PLAIN}),?;?\s*"
)
_WHOLE = re.compile(
    r"(?P<name>[A-Za-z_][\w .()\[\]'\"/|*+~-]{0,80}?)(?: ?:| =) "
    rf"(?P<value>{_PLAIN}|[\[({{<].{{0,400}}[\])}}>]|[^\s:=,;()\[\]{{}}<>'\"]{{1,60}})$"
)
_LABEL = re.compile(
    r"(?P<name>[A-Za-z_][\w.-]{0,40}(?: [\w.-]{1,40}){0,3}) +"
    r"(?P<value>\[.{0,400}\]|\{.{0,400}\}|\([^()]{0,400},[^()]{0,400}\))$"
)
_LIST_MARKS = "-*#> "
#: Rows and totals of test runs.
_RUN = re.compile(r"(?:OK|FAILED) \(|.*\[ *\d{1,3}%\]$|\w+ \([\w.]+\)|Exception ignored in")
_NO_NAME = re.compile(
    r"(?:.*(?:Error|Exception|Warning)|FAIL|FAILED|PASSED|SKIPPED|PASS|ok|not ok|(?i:note|hint|help|see)|at|in|File"
    r"|line|https?|file|def|class|return|if|for|while|else|elif|import|from|assert|raise|yield|const|let|var|await)$"
)
_MOST = 400
#: What pytest reports under these is no output of the program; its own settings end with what it collected.
_SECTIONS = ("= FAILURES =", "= ERRORS =", "= test session starts =")
_DIFF = ("+", "-", "@@", "diff ", "index ", "?")


def parse(lines: Sequence[str]) -> Iterator[Bound]:
    """Line by line."""
    for at in _candidates(lines):
        for name, value in _pairs(lines[at]):
            yield Bound(line=at + 1, name=name, value=value)


def _candidates(lines: Sequence[str]) -> Iterator[int]:
    """The lines that are neither source nor part of a report that other parsers read."""
    failing = source = diff = False
    for at, line in enumerate(lines):
        if line[:1] in "=_-" and (banner(line) or header(line)):
            failing = bool(header(line)) or any(title in line for title in _SECTIONS)
        elif failing or explains(line):
            failing = failing and not line.startswith("collect")
        elif line.startswith(("diff --git ", "--- a/", "--- ")):
            diff = True
        elif 'File "' in line:
            source = True
        elif (source and line[:2] == "  ") or (diff and (line[:1] in " +-@" or not line)):
            continue
        else:
            source = diff = False
            if len(line) <= _MOST and ("=" in line or ":" in line or line[-1:] in "])}"):
                yield at


def _pairs(line: str) -> Iterator[tuple[str, str]]:
    bare = line.strip()
    if bare[:1] == "{":
        yield from members(bare)
        return
    if (bare.startswith(_DIFF) and not bare.startswith("- ")) or _RUN.match(bare):
        return
    marked = bare.lstrip(_LIST_MARKS)
    found = _row(marked) or (*_equal(bare), *_whole(marked))
    yield from (pair for pair in dict.fromkeys(found) if _names(pair[0]))


def _equal(line: str) -> Iterator[tuple[str, str]]:
    if "=" not in line:
        return
    for pair in _assigned(line):
        yield pair["name"], pair["plain"] or pair["bare"].rstrip(".:")
    if line[-1:] in "])}>" and (nested := _NESTED.search(line)):
        yield nested["name"], nested["value"]


def _assigned(line: str) -> Iterator[re.Match[str]]:
    """What `_EQUALS.finditer` finds. A name stands before its sign and begins where its word does: that is looked at,
    and not every place of the line."""
    if not line.isascii():
        yield from _EQUALS.finditer(line)
        return
    done, sign = 0, line.find("=")
    while sign >= 0:
        begin = len(line[:sign].removesuffix("|").rstrip(_NAME_CHARS))
        if begin >= done and (pair := _EQUALS.match(line, begin)):
            yield pair
            done = pair.end()
        sign = line.find("=", sign + 1)


def _row(line: str) -> tuple[tuple[str, str], ...]:
    """``statements: 21 distinct: 3``: nothing but pairs."""
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(line):
        pair = _PAIR.match(line, at)
        if pair is None:
            return ()
        found.append((pair["name"], pair["value"]))
        at = pair.end()
    return tuple(found)


def _whole(line: str) -> tuple[tuple[str, str], ...]:
    pair = _WHOLE.match(line) if ": " in line or " :" in line or " = " in line else None
    if pair is None and line[-1:] in "])}":
        pair = _LABEL.match(line)
    return ((pair["name"].strip(), pair["value"]),) if pair else ()


@lru_cache(maxsize=1024)
def _names(name: str) -> bool:
    return not level(name) and not _NO_NAME.match(name) and name.count("(") == name.count(")")
