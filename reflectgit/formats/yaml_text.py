"""YAML text to plain values, from the events of PyYAML's C parser, composed here.

A composer of our own sees anchors, tags and repeated keys, which ready-made loaders resolve silently.

Bare words are null, true, false or numbers where JSON would read them so (YAML 1.2, core schema); everything else
is text. So `yes`, `on`, `12:30`, `010`, `0x1F`, `1_000` and dates stay as they were written. A bare `3.10` is a
number; where the schema wants text it is refused with its line, never stored as 3.1.
"""

import math
import re
from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple

import yaml

from reflectgit.errors import BadInput
from reflectgit.formats.faults import (
    MAX_DEPTH,
    Place,
    as_text,
    conflict_in,
    line_at,
    refusal,
    repeated,
    short,
    too_deep,
)

#: Without libyaml the pure parser gives the same events, only far more slowly.
LOADER: Any = getattr(yaml, "CLoader", yaml.Loader)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLS = {word: word.lower() == "true" for word in ("true", "True", "TRUE", "false", "False", "FALSE")}
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
#: What may not stand bare in YAML: what its standard does not allow, and the line ends that are not LF or CRLF,
#: which it allows and folds into something else.
_NOT_BARE = re.compile(
    "[^\t\n\r -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|\r(?!\n)"
)


def load_yaml(text: str | bytes, where: str) -> Any:
    """The plain value of one YAML document.

    Raises:
        BadInput: not YAML; an anchor, alias, tag, directive, merge key, repeated key, key that is not text,
            second document, number that is not finite, or nesting over `MAX_DEPTH`.
    """
    text = as_text(text, where)
    bare = _NOT_BARE.search(text)
    if bare is not None:
        raise _bare_character(text, where, bare)
    parser = LOADER(text)
    try:
        return _Composer(text, where, parser.get_event).document()
    except yaml.YAMLError as error:
        raise _not_yaml(text, where, error) from None
    finally:
        parser.dispose()


class _Composer:
    """Plain values from the events of one YAML document."""

    def __init__(self, text: str, where: str, next_event: Callable[[], Any]) -> None:
        self._text = text
        self._where = where
        self._next = next_event

    def document(self) -> Any:
        self._next()  # the start of the stream
        start = self._next()
        if type(start) is yaml.StreamEndEvent:
            raise BadInput(f"{self._where}: the file is empty", "write a JSON or YAML mapping into it")
        if start.version or start.tags:
            raise self._refused(start, "a %YAML or %TAG directive", "leave it out")
        value = self._value(self._next(), 0)
        self._next()  # the end of the document
        after = self._next()
        if type(after) is not yaml.StreamEndEvent:
            raise self._refused(after, "a second YAML document", "write one document a file")
        return value

    def _value(self, event: Any, depth: int) -> Any:
        kind = type(event)
        if kind is yaml.AliasEvent:
            raise self._refused(event, f"the alias *{short(event.anchor)}", "write the value out")
        if event.anchor is not None:
            raise self._refused(event, f"the anchor &{short(event.anchor)}", "leave it out")
        if event.tag is not None:
            raise self._refused(event, f"the tag {short(event.tag)}", "leave it out, or quote the text")
        if kind is yaml.ScalarEvent:
            return self._scalar(event) if event.implicit[0] else event.value
        if depth >= MAX_DEPTH:
            raise too_deep(self._where, line_at(self._text, event.start_mark.index))
        return self._mapping(depth + 1) if kind is yaml.MappingStartEvent else self._list(depth + 1)

    def _mapping(self, depth: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        while type(event := self._next()) is not yaml.MappingEndEvent:
            key = self._key(event)
            if key in made:
                raise repeated(self._where, line_at(self._text, event.start_mark.index), key)
            made[key] = self._value(self._next(), depth)
        return made

    def _list(self, depth: int) -> list[Any]:
        made = []
        while type(event := self._next()) is not yaml.SequenceEndEvent:
            made.append(self._value(event, depth))
        return made

    def _key(self, event: Any) -> str:
        if type(event) is yaml.ScalarEvent and event.implicit[0] and event.value == "<<":
            raise self._refused(event, "a merge key <<", "write the members out")
        key = self._value(event, MAX_DEPTH) if type(event) in (yaml.ScalarEvent, yaml.AliasEvent) else None
        if not isinstance(key, str):
            raise self._refused(event, "a key that is not text", 'put the key in quotes: "1": …')
        return key

    def _scalar(self, event: Any) -> Any:
        word: str = event.value
        if word in _NULLS:
            return None
        if word in _BOOLS:
            return _BOOLS[word]
        number = _NUMBER.fullmatch(word)
        if number is None:
            if _NOT_FINITE.fullmatch(word):
                raise self._refused(event, f"{word} is not a finite number", "write a finite number or null")
            return word
        if number.group(1) is None and number.group(2) is None:
            return self._whole(event)
        value = float(word)
        if not math.isfinite(value):
            raise self._refused(event, "a number that is not finite", "write a smaller one, or quote it")
        return value

    def _whole(self, event: Any) -> int:
        try:
            return int(event.value)
        except ValueError:
            raise self._refused(event, "a number is too long", "write fewer digits, or quote it") from None

    def _refused(self, event: Any, what: str, hint: str) -> BadInput:
        return refusal(self._where, line_at(self._text, event.start_mark.index), what, hint)


class Spot(NamedTuple):
    """One key, scalar, or end of a collection in YAML: its place, and its offsets in the text."""

    place: Place
    kind: Literal["key", "scalar", "open", "close"]
    start: int
    end: int
    word: str


def yaml_spots(text: str) -> Iterator[Spot]:
    """Everything that stands in well-formed YAML, in order."""
    path: list[Any] = []  # an int counts items; None waits for a key
    event: Any
    for event in yaml.parse(text, Loader=LOADER):
        kind, start, end = type(event), event.start_mark.index, event.end_mark.index
        if kind in (yaml.MappingStartEvent, yaml.SequenceStartEvent):
            yield Spot(tuple(path), "open", start, end, "")
            path.append(None if kind is yaml.MappingStartEvent else 0)
            continue
        if kind is yaml.ScalarEvent and path and path[-1] is None:
            path[-1] = event.value
            yield Spot(tuple(path), "key", start, end, event.value)
            continue
        if kind is yaml.ScalarEvent:
            yield Spot(tuple(path), "scalar", start, end, event.value)
        elif kind in (yaml.MappingEndEvent, yaml.SequenceEndEvent):
            path.pop()
            yield Spot(tuple(path), "close", start, end, "")
        if path:
            path[-1] = path[-1] + 1 if isinstance(path[-1], int) else None


def yaml_places(text: str) -> Iterator[tuple[Place, int, str]]:
    """Every value of well-formed YAML: its place, the offset of its key or itself, the scalar as written."""
    key: int | None = None
    for spot in yaml_spots(text):
        if spot.kind == "key":
            key = spot.start
        elif spot.kind != "close":
            yield spot.place, spot.start if key is None else key, spot.word
            key = None


_YAML_HINTS = (
    ("mapping values are not allowed", 'put text that holds a colon in double quotes: "…: …"'),
    (
        "cannot start any token",
        "indent with spaces, and put text that begins with @ ` % or a tab in double quotes",
    ),
    ("tab character", "indent with spaces, not tabs"),
    ("could not find expected ':'", "write `key: value`, and put long text in double quotes"),
    ("did not find expected key", "check the indentation, and put text that holds quotes in double quotes"),
    ("end of stream", "close every quote and bracket"),
    ("escape", r"inside double quotes write \\ for a backslash"),
)


def _not_yaml(text: str, where: str, error: yaml.YAMLError) -> BadInput:
    conflict = conflict_in(text, where)
    if conflict is not None:
        return conflict
    problem = str(getattr(error, "problem", None) or "not well formed")
    if "nesting depth" in problem:  # libyaml has a bound of its own, on open brackets
        return too_deep(where, None)
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    at = f"{where}:{line_at(text, mark.index)}:{mark.column + 1}" if mark else where
    hint = next((hint for words, hint in _YAML_HINTS if words in problem), "put the text in double quotes")
    return BadInput(f"{at}: not valid YAML: {problem}", hint)


def _bare_character(text: str, where: str, found: re.Match[str]) -> BadInput:
    code = ord(found.group())
    escape = f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    what = f"the character U+{code:04X} may not stand bare in YAML"
    return refusal(where, line_at(text, found.start()), what, f'write it as "{escape}" in double quotes')
