"""The one JSON object in the text that a model printed: found, never mended, never guessed.

Fences, talk around the object and leading thoughts are passed over, because what is looked for is a balanced
object and not a fence. Each way in which there is not exactly one object has a code of its own.
"""

import re
from typing import NamedTuple

from reflectgit.errors import BadInput
from reflectgit.model import Reflection

#: Answers are at most 2048 tokens; far above that, the text is no answer (in characters).
MAX_PRINTED = 200_000
#: Braces left open in talk before the object; more than these are not looked behind.
_MAX_UNCLOSED = 32

_THOUGHTS = re.compile(r"\s*<think>(.*?)(?:</think>|\Z)", re.S)
_BRACE_OR_TEXT = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}]', re.S)
_MEMBER = re.compile("[\"']?(?:" + "|".join(Reflection.__struct_fields__) + ")[\"']?\\s*:")
_OPENS = re.compile(r'\{\s*(?:"|\Z)')


class _Piece(NamedTuple):
    """What one ``{`` begins: up to its ``}``, or up to the next piece where it is never closed."""

    start: int
    end: int
    closed: bool


def find_object(text: str, where: str) -> str:
    """The text of the one object that names a member of a reflection.

    Raises:
        BadInput: with the code ``no_object`` (nothing printed, a refusal, another format), ``truncated`` (the
            object, or the thoughts before it, never end), ``ambiguous`` (several objects) or ``not_valid``.
    """
    if len(text) > MAX_PRINTED:
        what = f"more than {MAX_PRINTED:,} characters were printed"
        raise _refused("not_valid", where, what, "print the object alone")
    thoughts = _THOUGHTS.match(text)
    if thoughts and not thoughts.group().endswith("</think>"):
        raise _refused("truncated", where, "the answer ends inside its thoughts", "allow a longer answer")
    body = text[thoughts.end() :] if thoughts else text
    piece = _only_piece(body, where)
    _check_alone(body[: piece.start].rstrip(), body[piece.end :].lstrip(), where)
    return body[piece.start : piece.end]


def _only_piece(body: str, where: str) -> _Piece:
    pieces = _pieces(body)
    naming = [piece for piece in pieces if _MEMBER.search(body, piece.start, piece.end)]
    if len(naming) > 1:
        raise _refused("ambiguous", where, f"{len(naming)} objects were printed", "print one object alone")
    candidates = naming or pieces
    if len(candidates) != 1:
        what = "no reflection as a JSON object was printed" if body.strip() else "nothing was printed"
        raise _refused("no_object", where, what, "print one JSON object with the ten members of a reflection")
    if not candidates[0].closed:
        raise _refused("truncated", where, "the object is never closed", "allow a longer answer")
    return candidates[0]


def _check_alone(before: str, after: str, where: str) -> None:
    if before.endswith("[") and after.startswith(("]", ",")):
        raise _refused("not_valid", where, "the object stands in a list", "print the object alone")


def _pieces(body: str) -> list[_Piece]:
    found: list[_Piece] = []
    unclosed = 0
    start = body.find("{")
    while start >= 0 and unclosed <= _MAX_UNCLOSED:
        end = _end(body, start)
        if end is None:
            unclosed += 1
            following = body.find("{", start + 1)
            if _OPENS.match(body, start):
                found.append(_Piece(start, following if following >= 0 else len(body), closed=False))
            start = following
            continue
        found.append(_Piece(start, end, closed=True))
        start = body.find("{", end)
    return found


def _end(body: str, start: int) -> int | None:
    depth = 0
    for token in _BRACE_OR_TEXT.finditer(body, start):
        depth += {"{": 1, "}": -1}.get(token.group(), 0)
        if depth == 0:
            return token.end()
    return None


def _refused(code: str, where: str, what: str, hint: str) -> BadInput:
    return BadInput(f"{where}: {what}", hint, code=code)
