"""The one strict reader: bytes in, plain Python values out, and a line for every fault.

What a file may hold is the same in JSON and in YAML: mappings with text keys, lists, text, whole and finite
numbers, true, false and null (CONTRACT, "Inputs"; docs/store-format.md, "YAML as it is read").
"""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from reflectgit.errors import BadInput
from reflectgit.formats.faults import MAX_DEPTH, Place, decode, line_at, printable
from reflectgit.formats.json_text import json_places, load_json
from reflectgit.formats.yaml_text import load_yaml, yaml_places
from reflectgit.policy import MAX_INPUT_BYTES

__all__ = [
    "MAX_DEPTH",
    "Document",
    "Place",
    "decode",
    "load",
    "load_json",
    "load_yaml",
    "read_source",
    "within",
]

STDIN = "<stdin>"


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
                return line_at(self.text, found[place[:length]])
        return None

    def written(self, place: Place) -> str:
        """The scalar at `place` as it was written, or "" where there is none."""
        return next((word for at, _, word in self._places() if at == place), "")

    def _places(self) -> Iterator[tuple[Place, int, str]]:
        return json_places(self.text) if self.is_json else yaml_places(self.text)


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
        return within(stream.read(limit + 1), STDIN, limit), STDIN
    path = Path(source)
    where = printable(str(path))
    try:
        if path.stat().st_size > limit:
            raise _too_large(where, limit)
        with path.open("rb") as stream:
            return within(stream.read(limit + 1), where, limit), where
    except OSError as error:
        raise BadInput(
            f"{where}: {error.strerror or 'cannot be read'}", "name a file that can be read"
        ) from None
    except ValueError:
        raise BadInput("a file name holds a NUL character", "name a file that can be read") from None


def load(data: bytes, where: str, limit: int = MAX_INPUT_BYTES) -> Document:
    """Read a JSON or YAML file. An ending ``.json``, ``.yaml`` or ``.yml`` of the name says which it is.

    Elsewhere, content that begins with ``{`` or ``[`` is JSON.

    Raises:
        BadInput: too large, not UTF-8, empty, or not what `load_json` or `load_yaml` accept.
    """
    text = decode(within(data, where, limit), where)
    is_json = _is_json(text, where)
    value = load_json(text, where) if is_json else load_yaml(text, where)
    return Document(value, where, text, is_json)


def within(data: bytes, where: str, limit: int) -> bytes:
    """The bytes, where there are at most `limit` of them.

    Raises:
        BadInput: there are more.
    """
    if len(data) > limit:
        raise _too_large(where, limit)
    return data


def _too_large(where: str, limit: int) -> BadInput:
    # The policy of a store may ask for less than what is read at most.
    raised = ", or raise max_input_bytes in reflectgit.toml" if limit < MAX_INPUT_BYTES else ""
    return BadInput(
        f"{where}: larger than {limit:,} bytes", f"cut long output down{raised}", code="too_large"
    )


def _is_json(text: str, where: str) -> bool:
    if where.endswith((".yaml", ".yml")):
        return False
    return where.endswith(".json") or text.lstrip()[0] in "{["
