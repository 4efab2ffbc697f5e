"""Lines of logs with a level: after a time, in brackets, in front of the line, as ``level=info``, as JSON.

A level in the middle of a sentence is a word. In front of it only a time (with anything around it) or brackets may
stand.
"""

import re
from collections.abc import Iterator, Sequence

from reflectgit.facts.json_lines import members
from reflectgit.facts.levels import LEVELS, level
from reflectgit.facts.model import Logged

_UPPER = "|".join(sorted(LEVELS, key=lambda word: (-len(word), word)))
_ANY = f"{_UPPER}|{_UPPER.lower()}"
_TIME = re.compile(r"\d{1,2}:\d\d")
#: How far into a line its level stands.
_REACH = 120
_LEVEL = re.compile(rf"(?P<level>{_ANY})(?![\w.])")
_FRONT = re.compile(
    rf"(?:\[[^\]\n]{{1,60}}\] ?)*\[?(?P<level>{_UPPER})(?:\] ?:?|: ?|  +| +(?=\[))(?P<text>\S.*)$"
)
_BRACKETED = re.compile(rf"(?:\[[^\]\n]{{1,60}}\] ?)*\[(?P<level>{_ANY})\]:? ?(?P<text>\S.*)$")
_LOGFMT = re.compile(r'(?:^| )(?:level|lvl|severity)="?(?P<level>\w{3,11})"?(?= |$)')
_MESSAGE = re.compile(r'(?:^| )(?:msg|message)=(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<bare>\S+))')
_GLOG = re.compile(r"(?P<level>[IWEF])\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ [\w./-]+:\d+\] (?P<text>.+)$")
_GLOG_LEVELS = {"I": "INFO", "W": "WARNING", "E": "ERROR", "F": "FATAL"}
#: Between level and text: brackets closed, separators, the name of the logger and its source.
_LEAD = re.compile(r"[\s\])}|:>-]+")
_LOGGER = re.compile(r"(?:[\w.]+:(?:[\w./-]+\.\w+:\d+ )?|[\w./-]+\.\w+:\d+:? )(?=\S)")
#: What other programs put in front of a line that is none of a log.
_NO_LOG = re.compile(r"(?:ERROR: \w+ \([\w.]+\)|ERROR\s+\S+\.py(?:::|\s-|$))")


def parse(lines: Sequence[str]) -> Iterator[Logged]:
    """Line by line."""
    for at, line in enumerate(lines):
        found = _logged(line)
        if found and found[0] and found[1]:
            yield Logged(line=at + 1, level=found[0], text=found[1])


def _logged(line: str) -> tuple[str, str] | None:
    if line[:1] == "{":
        return _json(line)
    if line[:1] in "IWEF" and (glog := _GLOG.match(line)):
        return _GLOG_LEVELS[glog["level"]], glog["text"]
    if "=" in line and (fields := _LOGFMT.search(line)):
        return _logfmt(line, fields["level"])
    return _timed(line) if _TIME.search(line, 0, _REACH) else _fronted(line)


def _timed(line: str) -> tuple[str, str] | None:
    found = _level(line)
    if found is None or not _TIME.search(line, 0, found.start()):
        return _fronted(line)
    if found["level"].islower() and not _framed(line, found):
        return None
    return level(found["level"]), _text(line[found.end() :])


def _level(line: str) -> re.Match[str] | None:
    """The first level that is a word of its own."""
    for found in _LEVEL.finditer(line, 0, _REACH):
        before = line[found.start() - 1 : found.start()]
        if not (before.isalnum() or before in ("_", ".")):
            return found
    return None


def _framed(line: str, found: re.Match[str]) -> bool:
    """A level in small letters counts in brackets or between tabs or colons, not as a word among words."""
    before, after = line[found.start() - 1 : found.start()], line[found.end() : found.end() + 1]
    return before in "[(\t|" or after in "]\t:|"


def _fronted(line: str) -> tuple[str, str] | None:
    bare = line.lstrip()
    if not (bare[:1] == "[" or bare[:3].isupper()) or _NO_LOG.match(bare):
        return None
    found = _FRONT.match(bare) or (_BRACKETED.match(bare) if bare[0] == "[" else None)
    return (level(found["level"]), _text(found["text"])) if found else None


def _text(rest: str) -> str:
    lead = _LEAD.match(rest)
    bare = rest[lead.end() :] if lead else rest
    logger = _LOGGER.match(bare)
    return bare[logger.end() :].strip() if logger else bare.strip()


def _logfmt(line: str, word: str) -> tuple[str, str] | None:
    message = _MESSAGE.search(line)
    if message is None:
        return level(word), line.strip()
    return level(word), message["bare"] or message["quoted"].replace('\\"', '"')


def _json(line: str) -> tuple[str, str] | None:
    said = {name.lower(): value for name, value in members(line)}
    word = next((said[name] for name in ("level", "severity", "lvl", "levelname") if name in said), "")
    text = next((said[name] for name in ("msg", "message", "event", "text") if name in said), "")
    return level(word), text
