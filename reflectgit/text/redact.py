"""Secrets and names of people leave a text before it is written anywhere (docs/redaction.md, ADR 0003).

What is found is replaced by a constant, ``[redacted:KIND]``: digests and signatures depend on neither the value
of a secret nor its length. Terminal escapes, control characters and zero-width characters do not hide a secret:
it is looked for in the text as a reader sees it. Redacting twice is redacting once.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator

from reflectgit.text import secret_given, secret_names, secret_shapes
from reflectgit.text.fold import folded
from reflectgit.text.secret_shapes import Found

#: Not seen by a reader: CSI, OSC and short escapes, controls other than tab and line ends, zero-width and
#: direction marks, variation selectors, and the soft hyphen; also as `clean` makes them visible.
_CONTROLS = (
    r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u034f\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f"
    r"\ufeff\U000e0000-\U000e01ef"
)
_UNSEEN = re.compile(
    r"\\u\{[0-9a-f]{4,6}\}"
    r"|\x1b\[[0-?]*[ -/]*[@-~]|\x9b[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-Z\\^-~]"
    rf"|[{_CONTROLS}]"
)
_HIDDEN = re.compile(rf"[{_CONTROLS}]")
_CONTROLS_OF_ASCII = bytes((*range(9), *range(11, 32), 127))
_OF_PEOPLE = ("user", "email")
_PLACEHOLDERS = re.compile(r"(?:\[redacted:[a-z-]+\])+")


def redact(text: str, *, people: bool = True) -> str:
    """The text with every secret and personal name that is recognised replaced by ``[redacted:KIND]``.

    Without `people` names of persons stay: a message to the one who asked has to name the files of their home.
    """
    while (safer := _once(text, people)) != text:
        text = safer
    return text


def _once(text: str, people: bool) -> str:
    seen, starts, shifts = _as_seen(text)
    parts: list[str] = []
    end = 0
    for found in _disjoint(seen, () if people else _OF_PEOPLE):
        first, last = _origin(found.start, starts, shifts), _origin(found.end - 1, starts, shifts) + 1
        parts += [text[end:first], f"[redacted:{found.kind}]"]
        end = last
    return "".join([*parts, text[end:]])


def _as_seen(text: str) -> tuple[str, list[int], list[int]]:
    """What a reader sees; and from which place in it on how much has been left out before."""
    if "\\u{" not in text and (_is_plain(text) or not _HIDDEN.search(text)):
        return text, [0], [0]
    parts: list[str] = []
    starts, shifts = [0], [0]
    end = seen = 0
    for match in _UNSEEN.finditer(text):
        parts.append(text[end : match.start()])
        seen += match.start() - end
        end = match.end()
        starts.append(seen)
        shifts.append(end - seen)
    return "".join([*parts, text[end:]]), starts, shifts


def _is_plain(text: str) -> bool:
    """Whether all of it is ASCII that is seen: told five times as fast as by a pattern."""
    return text.isascii() and len(text.encode().translate(None, _CONTROLS_OF_ASCII)) == len(text)


def _origin(place: int, starts: list[int], shifts: list[int]) -> int:
    return place + shifts[bisect_right(starts, place) - 1]


def _disjoint(seen: str, spared: Collection[str]) -> Iterator[Found]:
    """The findings in order; of two that overlap the one that starts first, and of those the longer, with what
    the other adds at its end."""
    kept: Found | None = None
    findings = (found for found in _findings(seen) if found.kind not in spared)
    for found in sorted(findings, key=lambda found: (found.start, -found.end)):
        if kept is not None and found.start < kept.end:
            kept = kept._replace(end=max(kept.end, found.end))
            continue
        if kept is not None:
            yield kept
        kept = found
    if kept is not None:
        yield kept


def _findings(seen: str) -> Iterator[Found]:
    lower = folded(seen)
    looks = (secret_shapes.find, secret_names.find, secret_given.find)
    for found in (found for find in looks for found in find(seen, lower)):
        if found.start < found.end and not _PLACEHOLDERS.fullmatch(seen, found.start, found.end):
            yield found
