"""JSON lines, read as a stream: one object a line, in memory of one line.

A line that is broken or longer than `LONGEST` is told with its number and the offset of its first byte; the next one is
read as ever.
"""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from msgspec import Struct

from reflectgit.sources.events import Event, Trouble

#: Bytes of a line. Images in transcripts make lines of some MB.
LONGEST = 32_000_000
#: Troubles that are told one by one.
MOST_TROUBLES = 20
_CHUNK = 1 << 20


class Line(Struct, frozen=True):
    """The object of one line, and its place: ``session.jsonl:81``."""

    value: dict[str, Any]
    where: str


def json_lines(stream: BinaryIO, where: str, longest: int = LONGEST) -> Iterator[Line | Trouble]:
    """The lines that hold an object; a `Trouble` for each that does not. Empty lines are passed over."""
    offset = 0
    number = 0
    while data := stream.readline(longest + 1):
        number += 1
        place = f"{where}:{number}: byte {offset}"
        offset += len(data)
        if len(data) > longest and not data.endswith(b"\n"):
            offset += _skip_line(stream)
            yield Trouble(where=place, message=f"the line is longer than {longest:,} bytes and is left out")
        elif plain := data.removeprefix(b"\xef\xbb\xbf").strip():
            yield _read(plain, f"{where}:{number}", place)


def parsed(data: bytes) -> tuple[object, str]:
    """The value that the bytes hold, or what is wrong with them; "" where nothing is."""
    try:
        return json.loads(data), ""
    except json.JSONDecodeError as fault:
        return None, f"{fault.msg.removesuffix(' at')} at character {fault.pos}"
    except UnicodeDecodeError as fault:
        return None, f"not UTF-8 at byte {fault.start}"
    except (RecursionError, ValueError):
        return None, "nested too deep, or a number too long"


def few(events: Iterator[Event]) -> Iterator[Event]:
    """The events; of more than `MOST_TROUBLES` troubles the last tells how many are not told."""
    last, untold = None, -MOST_TROUBLES
    for event in events:
        if not isinstance(event, Trouble):
            yield event
            continue
        last, untold = event, untold + 1
        if untold <= 0:
            yield event
    if last and untold > 0:
        yield Trouble(where=last.where, message=f"{untold} more parts up to here could not be read")


def _read(data: bytes, where: str, place: str) -> Line | Trouble:
    value, fault = parsed(data)
    if isinstance(value, dict):
        return Line(value=value, where=where)
    return Trouble(where=place, message=f"this line is no JSON object: {fault or 'another value'}")


def _skip_line(stream: BinaryIO) -> int:
    """Reads to the end of a line; the bytes that were passed over."""
    passed = 0
    while data := stream.readline(_CHUNK):
        passed += len(data)
        if data.endswith(b"\n"):
            break
    return passed
