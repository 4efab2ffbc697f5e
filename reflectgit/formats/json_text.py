"""JSON text to plain values, through the standard library, strictly."""

import json
import math
import re
from collections.abc import Iterator
from typing import Any

from reflectgit.errors import BadInput
from reflectgit.formats.faults import (
    MAX_DEPTH,
    Place,
    as_text,
    conflict_in,
    half_pair,
    line_at,
    refusal,
    repeated,
    too_deep,
)

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+', re.S)


def load_json(text: str | bytes, where: str) -> Any:
    """The plain value of JSON text.

    Raises:
        BadInput: not JSON, a repeated key, NaN or Infinity, half a surrogate pair, nesting over `MAX_DEPTH`.
    """
    text = as_text(text, where)
    try:
        value = _json_decoder(text, where).decode(text)
    except json.JSONDecodeError as error:
        raise _not_json(text, where, error) from None
    except RecursionError:
        raise too_deep(where, None) from None
    except ValueError:
        raise refusal(where, None, "a number is too long", "write fewer digits") from None
    if text.count("[") + text.count("{") > MAX_DEPTH:
        _check_depth(text, where)
    if "\\ud" in text or "\\uD" in text:
        _check_surrogates(text, where)
    return value


def _json_decoder(text: str, where: str) -> json.JSONDecoder:
    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            raise _repeated_json_key(text, where)
        return made

    def not_finite(word: str) -> float:
        line = next((line_at(text, at) for _, at, said in json_places(text) if said == word), None)
        raise refusal(where, line, f"{word[:20]} is not a finite number", "write a finite number or null")

    def number(word: str) -> float:
        value = float(word)
        return value if math.isfinite(value) else not_finite(word)

    return json.JSONDecoder(object_pairs_hook=members, parse_constant=not_finite, parse_float=number)


def _repeated_json_key(text: str, where: str) -> BadInput:
    seen: set[Place] = set()
    for place, offset, _ in json_places(text):
        if place in seen:
            return repeated(where, line_at(text, offset), str(place[-1]))
        seen.add(place)
    return refusal(where, None, "a key stands twice in one object", "keep one")


def _check_depth(text: str, where: str) -> None:
    for place, offset, word in json_places(text):
        if not word and len(place) >= MAX_DEPTH:
            raise too_deep(where, line_at(text, offset))


def _check_surrogates(text: str, where: str) -> None:
    for place, offset, word in json_places(text):
        said = [part for part in place[-1:] if isinstance(part, str)]
        if word.startswith('"'):
            said.append(json.loads(word))
        if any("\ud800" <= char <= "\udfff" for part in said for char in part):
            raise half_pair(where, line_at(text, offset))


def json_places(text: str) -> Iterator[tuple[Place, int, str]]:
    """Every value of well-formed JSON: its place, the offset of its key or itself, the scalar as written."""
    path: list[Any] = []  # an int counts items; None waits for a key
    start: int | None = None
    for token in _TOKEN.finditer(text):
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
    return conflict_in(text, where) or refusal(where, error.lineno, f"not valid JSON: {error.msg}", hint)
