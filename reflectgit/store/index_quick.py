"""A quick way to read what our own writer wrote, for the many files of a store.

Almost every file is canonical, and canonical lines can be taken apart without a YAML parser, some four times
faster; building the index is mostly this. Only the narrow form that the writer gives is read: block style, two
spaces a level, bare keys, text in JSON's quotes or in literal blocks with their indicators. Whatever else a line
holds, a comment, a fault, another style, sends the file to the strict reader. What is read here is what the strict
reader gives, which a property test holds to.
"""

import json
import math
import re
from typing import Any

#: Levels of nesting, well below what the strict reader refuses; no file of a store has more than eight.
_DEEPEST = 32
#: Controls, line ends other than LF and what YAML does not allow bare: to the strict reader.
_ODD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
#: A key; then a text without escapes, something else, or (a block) nothing.
_MEMBER = re.compile(r'([A-Za-z_][A-Za-z0-9_-]{0,99}):(?: (?:"([^"\\\t]*)"|(.+)))?')
_TEXT = re.compile(r'"[^"\\\t]*"')
#: Bare words that are not text.
_NO_KEYS = frozenset(
    form(word) for word in ("null", "true", "false") for form in (str.lower, str.upper, str.title)
)
_WORDS: dict[str, Any] = {"null": None, "true": True, "false": False}
_ESCAPED = re.compile(r'"(?:[^"\\\t]|\\["\\bfnrt]|\\u(?![dD][89a-fA-F])[0-9a-fA-F]{4})*"')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]+)?(?:[eE][-+]?[0-9]{1,3})?")


class _OtherError(ValueError):
    """The file is not in the narrow form."""


def quick(data: bytes) -> Any:
    """The plain value of a file as our writer writes it; None for any other file."""
    try:
        text = data.decode("utf-8")
        if _ODD.search(text):
            return None
        lines = _Lines(text)
        value = lines.block(0)
        return value if lines.are_read() else None
    except ValueError:  # of the decoder, or of `_Lines`
        return None


class _Lines:
    """The lines of a file, and how far they are read."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        if self._lines.pop():
            raise _OtherError("the last line does not end")
        self._at = 0

    def are_read(self) -> bool:
        """Whether every line was read."""
        return self._at == len(self._lines)

    def block(self, level: int) -> Any:
        """The mapping or list that begins here, at this level."""
        if level > _DEEPEST or self.are_read():
            raise _OtherError
        pad = "  " * level
        is_list = self._lines[self._at].startswith(f"{pad}- ")
        made = self._list(pad, level) if is_list else self._mapping(pad, level)
        if not made:
            raise _OtherError
        return made

    def _mapping(self, pad: str, level: int) -> dict[str, Any]:
        lines, start = self._lines, len(pad)
        made: dict[str, Any] = {}
        while self._at < len(lines) and lines[self._at].startswith(pad):
            member = _MEMBER.fullmatch(lines[self._at], start)
            if member is None:
                break
            key, text, other = member.groups()
            if key in made or key in _NO_KEYS:
                raise _OtherError
            self._at += 1
            if text is not None:
                made[key] = text
            else:
                made[key] = self.block(level + 1) if other is None else self._leaf(other, level + 1)
        return made

    def _list(self, pad: str, level: int) -> list[Any]:
        lines, head = self._lines, f"{pad}- "
        made = []
        while self._at < len(lines) and lines[self._at].startswith(head):
            rest = lines[self._at][len(head) :]
            if rest.startswith("- ") or _MEMBER.fullmatch(rest):
                lines[self._at] = f"{pad}  {rest}"
                made.append(self.block(level + 1))
            else:
                self._at += 1
                made.append(self._leaf(rest, level + 1))
        return made

    def _leaf(self, said: str, level: int) -> Any:
        if said in _WORDS:
            return _WORDS[said]
        if _TEXT.fullmatch(said):
            return said[1:-1]
        if said in ("|2-", "|2+"):
            return self._literal("  " * level, said == "|2+")
        if said == "[]":
            return []
        if said == "{}":
            return {}
        if _ESCAPED.fullmatch(said):
            return json.loads(said)
        return _number(said)

    def _literal(self, pad: str, keeps: bool) -> str:
        lines, start, first = self._lines, self._at, len(pad)
        while self._at < len(lines) and (not lines[self._at] or lines[self._at].startswith(pad)):
            self._at += 1
        text = "\n".join([line[first:] for line in lines[start : self._at]])
        if not text.strip() or (not keeps and text.endswith("\n")):
            raise _OtherError  # which line ends count, is for the strict reader
        return text + "\n" if keeps else text


def _number(said: str) -> int | float:
    if not _NUMBER.fullmatch(said):
        raise _OtherError
    value: int | float = json.loads(said)
    if not math.isfinite(value):
        raise _OtherError
    return value
