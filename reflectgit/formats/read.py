"""The one strict reader: bytes in, plain Python values out, and a line for every fault.

JSON goes through the standard library, YAML through the events of PyYAML's C parser, which are composed here:
a composer of our own sees anchors, tags and repeated keys, which ready-made loaders resolve silently. What a
file may hold is the same in both: mappings with text keys, lists, text, whole and finite numbers, true, false
and null (CONTRACT, "Inputs"; docs/store-format.md, "YAML").

Bare words of YAML are null, true, false or numbers where JSON would read them so (YAML 1.2, core schema);
everything else is text. So `yes`, `on`, `12:30`, `010`, `0x1F`, `1_000` and dates stay as they were written.
A bare `3.10` is a number; where the schema wants text it is refused with its line, never stored as 3.1.
"""

import json
import math
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Literal, NamedTuple

import yaml

from reflectgit.errors import BadInput
from reflectgit.policy import MAX_INPUT_BYTES

#: Deepest nesting of mappings and lists; the deepest file of a store has 7.
MAX_DEPTH = 64
STDIN = "<stdin>"

Place = tuple[str | int, ...]

#: Without libyaml the pure parser gives the same events, some twenty times slower.
_Loader: Any = getattr(yaml, "CLoader", yaml.Loader)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLS = {word: word.lower() == "true" for word in ("true", "True", "TRUE", "false", "False", "FALSE")}
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
#: What may not stand bare in YAML: what its standard does not allow, and the line ends that are not LF or CRLF,
#: which it allows and folds into something else.
_NOT_BARE = re.compile(
    "[^\t\n\r -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|\r(?!\n)"
)
_CONFLICT = re.compile(r"^(?:<{7}|>{7}|\|{7})(?: |$)", re.M)
_JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\]:,]|[^\s{}\[\]:,"]+', re.S)


@dataclass(frozen=True, slots=True)
class Document:
    """A file that has been read: its plain value, and enough to name a line of it later."""

    value: Any
    where: str
    text: str
    is_json: bool

    def line(self, place: Place) -> int | None:
        """The line (from 1) of the member or item at `place`, or of the nearest one around it."""
        found: dict[Place, int] = {at: offset for at, offset, _ in self._places()}
        for length in range(len(place), -1, -1):
            if place[:length] in found:
                return _line(self.text, found[place[:length]])
        return None

    def written(self, place: Place) -> str:
        """The scalar at `place` as it was written, or "" where there is none."""
        return next((word for at, _, word in self._places() if at == place), "")

    def _places(self) -> Iterator[tuple[Place, int, str]]:
        return _json_places(self.text) if self.is_json else _yaml_places(self.text)


def read_source(
    source: str | os.PathLike[str], limit: int = MAX_INPUT_BYTES, stdin: BinaryIO | None = None
) -> tuple[bytes, str]:
    """The bytes of a file, or of standard input for ``-``, and the name to call it by in messages.

    No more than `limit` bytes are read, so that a huge file costs nothing.

    Raises:
        BadInput: there is no such file, it cannot be read, or it is larger than `limit` bytes.
    """
    if source == "-":
        stream = stdin if stdin is not None else sys.stdin.buffer
        return _within(stream.read(limit + 1), STDIN, limit), STDIN
    path = Path(source)
    try:
        if path.stat().st_size > limit:
            raise _too_large(str(path), limit)
        with path.open("rb") as stream:
            return _within(stream.read(limit + 1), str(path), limit), str(path)
    except OSError as error:
        raise BadInput(
            f"{path}: {error.strerror or 'cannot be read'}", "name a file that can be read"
        ) from None
    except ValueError:
        raise BadInput("a file name holds a NUL character", "name a file that can be read") from None


def load(data: bytes, where: str, limit: int = MAX_INPUT_BYTES) -> Document:
    """Read a JSON or YAML file. An ending ``.json``, ``.yaml`` or ``.yml`` of the name says which it is.

    Elsewhere, content that begins with ``{`` or ``[`` is JSON.

    Raises:
        BadInput: too large, not UTF-8, empty, or not what `load_json` or `load_yaml` accept.
    """
    text = decode(_within(data, where, limit), where)
    is_json = _is_json(text, where)
    value = load_json(text, where) if is_json else load_yaml(text, where)
    return Document(value, where, text, is_json)


def decode(data: bytes, where: str) -> str:
    """The text of UTF-8 bytes, with or without a byte order mark.

    Raises:
        BadInput: another encoding, or no text at all.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")) or b"\0" in data[:2]:
        raise BadInput(f"{where}: this is UTF-16 or UTF-32 text", "save it as UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        fault = f"{where}:{line}: byte {error.start} of the file is not UTF-8"
        raise BadInput(fault, "save it as UTF-8") from None
    if not text.strip():
        raise BadInput(f"{where}: the file is empty", "write a JSON or YAML mapping into it")
    return text


def load_json(text: str | bytes, where: str) -> Any:
    """The plain value of JSON text.

    Raises:
        BadInput: not JSON, a repeated key, NaN or Infinity, half a surrogate pair, nesting over `MAX_DEPTH`.
    """
    text = decode(text, where) if isinstance(text, bytes) else _encodable(text, where)
    try:
        value = _json_decoder(text, where).decode(text)
    except json.JSONDecodeError as error:
        raise _not_json(text, where, error) from None
    except RecursionError:
        raise _too_deep(where, None) from None
    except ValueError:
        raise _refusal(where, None, "a number is too long", "write fewer digits") from None
    if text.count("[") + text.count("{") > MAX_DEPTH:
        _check_depth(text, where)
    if "\\ud" in text or "\\uD" in text:
        _check_surrogates(text, where)
    return value


def load_yaml(text: str | bytes, where: str) -> Any:
    """The plain value of one YAML document.

    Raises:
        BadInput: not YAML; an anchor, alias, tag, directive, merge key, repeated key, key that is not text,
            second document, number that is not finite, or nesting over `MAX_DEPTH`.
    """
    text = decode(text, where) if isinstance(text, bytes) else _encodable(text, where)
    bare = _NOT_BARE.search(text)
    if bare is not None:
        raise _bare_character(text, where, bare)
    parser = _Loader(text)
    try:
        return _Composer(text, where, parser.get_event).document()
    except yaml.YAMLError as error:
        raise _not_yaml(text, where, error) from None
    finally:
        parser.dispose()


def _encodable(text: str, where: str) -> str:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise _half_pair(where, _line(text, error.start)) from None
    return text


def _half_pair(where: str, line: int) -> BadInput:
    what = "half a surrogate pair (\\ud800 to \\udfff)"
    return _refusal(where, line, what, "write the whole character, or leave it out")


def _within(data: bytes, where: str, limit: int) -> bytes:
    if len(data) > limit:
        raise _too_large(where, limit)
    return data


def _too_large(where: str, limit: int) -> BadInput:
    return BadInput(
        f"{where}: larger than {limit:,} bytes",
        "cut long output down, or raise max_input_bytes in reflectgit.toml",
        code="too_large",
    )


def _is_json(text: str, where: str) -> bool:
    if where.endswith((".yaml", ".yml")):
        return False
    return where.endswith(".json") or text.lstrip()[0] in "{["


def _line(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def _refusal(where: str, line: int | None, what: str, hint: str) -> BadInput:
    return BadInput(f"{where}:{line}: {what}" if line else f"{where}: {what}", hint)


def _too_deep(where: str, line: int | None) -> BadInput:
    return _refusal(where, line, f"nested deeper than {MAX_DEPTH} levels", "write it flatter")


def _conflict(text: str, where: str) -> BadInput | None:
    marker = _CONFLICT.search(text)
    if marker is None:
        return None
    hint = "resolve the merge; `reflectgit sweep` recomputes lessons"
    return _refusal(where, _line(text, marker.start()), "a conflict marker of a merge", hint)


# --- JSON ------------------------------------------------------------------------------------------------


def _json_decoder(text: str, where: str) -> json.JSONDecoder:
    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            raise _repeated_json_key(text, where)
        return made

    def not_finite(word: str) -> float:
        line = next((_line(text, at) for _, at, said in _json_places(text) if said == word), None)
        raise _refusal(where, line, f"{word[:20]} is not a finite number", "write a finite number or null")

    def number(word: str) -> float:
        value = float(word)
        return value if math.isfinite(value) else not_finite(word)

    return json.JSONDecoder(object_pairs_hook=members, parse_constant=not_finite, parse_float=number)


def _repeated_json_key(text: str, where: str) -> BadInput:
    seen: set[Place] = set()
    for place, offset, _ in _json_places(text):
        if place in seen:
            return _repeated(where, _line(text, offset), str(place[-1]))
        seen.add(place)
    return _refusal(where, None, "a key stands twice in one object", "keep one")


def _repeated(where: str, line: int, key: str) -> BadInput:
    return _refusal(where, line, f"the key {_short(key)} stands twice in one mapping", "keep one of the two")


def _check_depth(text: str, where: str) -> None:
    for place, offset, word in _json_places(text):
        if not word and len(place) >= MAX_DEPTH:
            raise _too_deep(where, _line(text, offset))


def _check_surrogates(text: str, where: str) -> None:
    for place, offset, word in _json_places(text):
        said = [part for part in place[-1:] if isinstance(part, str)]
        if word.startswith('"'):
            said.append(json.loads(word))
        if any("\ud800" <= char <= "\udfff" for part in said for char in part):
            raise _half_pair(where, _line(text, offset))


def _json_places(text: str) -> Iterator[tuple[Place, int, str]]:
    """Every value of well-formed JSON: its place, the offset of its key or itself, the scalar as written."""
    path: list[Any] = []  # an int counts items; None waits for a key
    start: int | None = None
    for token in _JSON_TOKEN.finditer(text):
        word = token.group()
        if word in ("}", "]"):
            path.pop()
        elif word == ",":
            path[-1] = path[-1] + 1 if isinstance(path[-1], int) else None
        elif path and path[-1] is None:
            path[-1], start = json.loads(word), token.start()
        elif word != ":":
            opens = word in ("{", "[")
            yield tuple(path), token.start() if start is None else start, "" if opens else word
            start = None
            if opens:
                path.append(0 if word == "[" else None)


def _not_json(text: str, where: str, error: json.JSONDecodeError) -> BadInput:
    hint = "write JSON: double quotes around keys and text, no comma after the last member"
    if error.pos >= len(text.rstrip()):
        hint = "the text ends too early: close every quote, bracket and brace"
    elif "control character" in error.msg:
        hint = r"write \n for a line end and \t for a tab inside a text"
    elif error.msg == "Extra data":
        hint = "one JSON value a file"
    return _conflict(text, where) or _refusal(where, error.lineno, f"not valid JSON: {error.msg}", hint)


# --- YAML ------------------------------------------------------------------------------------------------


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
            raise self._refused(event, f"the alias *{_short(event.anchor)}", "write the value out")
        if event.anchor is not None:
            raise self._refused(event, f"the anchor &{_short(event.anchor)}", "leave it out")
        if event.tag is not None:
            raise self._refused(event, f"the tag {_short(event.tag)}", "leave it out, or quote the text")
        if kind is yaml.ScalarEvent:
            return self._scalar(event) if event.implicit[0] else event.value
        if depth >= MAX_DEPTH:
            raise _too_deep(self._where, _line(self._text, event.start_mark.index))
        return self._mapping(depth + 1) if kind is yaml.MappingStartEvent else self._list(depth + 1)

    def _mapping(self, depth: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        while type(event := self._next()) is not yaml.MappingEndEvent:
            key = self._key(event)
            if key in made:
                raise _repeated(self._where, _line(self._text, event.start_mark.index), key)
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
        return _refusal(self._where, _line(self._text, event.start_mark.index), what, hint)


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
    for event in yaml.parse(text, Loader=_Loader):
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


def _yaml_places(text: str) -> Iterator[tuple[Place, int, str]]:
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
    conflict = _conflict(text, where)
    if conflict is not None:
        return conflict
    problem = str(getattr(error, "problem", None) or "not well formed")
    if "nesting depth" in problem:  # libyaml has a bound of its own, on open brackets
        return _too_deep(where, None)
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    at = f"{where}:{_line(text, mark.index)}:{mark.column + 1}" if mark else where
    hint = next((hint for words, hint in _YAML_HINTS if words in problem), "put the text in double quotes")
    return BadInput(f"{at}: not valid YAML: {problem}", hint)


def _bare_character(text: str, where: str, found: re.Match[str]) -> BadInput:
    code = ord(found.group())
    escape = f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    what = f"the character U+{code:04X} may not stand bare in YAML"
    return _refusal(where, _line(text, found.start()), what, f'write it as "{escape}" in double quotes')


def _short(text: str) -> str:
    """At most 40 characters of a name, printable, for a message."""
    shown = text if len(text) <= 40 else text[:39] + "…"
    return ascii(shown)[1:-1] if not shown.isprintable() else shown
