"""A JSON document read piece by piece: each member of the object, of long arrays each element, in memory of one piece.

A trajectory is one object whose steps make nearly all of it. What stands before the place where a file is cut off or
broken is read; behind it reading goes on where a line begins with ``{`` or ``[``, which is the next document of a
file that holds several (JSON lines).
"""

import re
from collections.abc import Iterator
from typing import BinaryIO

from msgspec import Struct

from reflectgit.sources.events import Trouble
from reflectgit.sources.importers.json_lines import LONGEST, parsed

_CHUNK = 1 << 18
_SPACE = re.compile(rb"[ \t\r\n]*")
#: No document of lines has an object at the beginning of a line inside a value: there the one before was cut off.
_STRUCTURE = re.compile(rb'["{}\[\]]|\n(?=\{)')
#: What is left of a string, up to its quote, a line end or the end of what is there.
_IN_STRING = re.compile(rb'(?:[^"\\\n]+|\\.)*', re.DOTALL)
_SCALAR_END = re.compile(rb"[,\]}\s]")
_RESTART = re.compile(rb"\n(?=[{\[])")


class Piece(Struct, frozen=True, kw_only=True):
    """A member or an element; one without key and number says that the document ended whole.

    `document` counts the documents of a file from 1; `key` is the member's, "" in a document that is an array;
    `number` counts the elements of a split array from 1, 0 for a whole member. `offset` is its first byte.
    """

    document: int
    key: str
    number: int
    offset: int
    value: object

    @property
    def ends(self) -> bool:
        """Whether it says that the document ended."""
        return not self.key and not self.number


class _Broken(Exception):
    """What stands here is not JSON, or the file ends."""


def json_pieces(
    stream: BinaryIO, where: str, split: frozenset[str], longest: int = LONGEST
) -> Iterator[Piece | Trouble]:
    """The pieces of the documents of a file, in their order; a `Trouble` for what cannot be read.

    Args:
        split: members whose arrays are given element by element; a document that is an array always is.
        longest: bytes of a piece; a longer one is left out and told.
    """
    text = _Window(stream)
    document = 0
    while not text.at_end():
        document += 1
        reader = _Document(text, where, document, split, longest)
        try:
            yield from reader.pieces()
        except _Broken as fault:
            yield Trouble(where=f"{where}: byte {text.offset}", message=str(fault))
            text.restart()


class _Document:
    """One document of a file."""

    def __init__(
        self, text: "_Window", where: str, document: int, split: frozenset[str], longest: int
    ) -> None:
        self._text = text
        self._where = where
        self._document = document
        self._split = split
        self._longest = longest

    def pieces(self) -> Iterator[Piece | Trouble]:
        opening = self._text.next_byte()
        if opening == b"[":
            yield from self._elements("")
        elif opening == b"{":
            yield from self._members()
        else:
            raise _Broken("a JSON object or array was expected here")
        yield Piece(document=self._document, key="", number=0, offset=self._text.offset, value=None)

    def _members(self) -> Iterator[Piece | Trouble]:
        for _ in self._each(b"}"):
            key, fault = parsed(self._text.value(self._longest))
            if fault or not isinstance(key, str):
                raise _Broken("the name of a member was expected here")
            self._text.expect(b":")
            if key in self._split and self._text.next_byte() == b"[":
                yield from self._elements(key)
            else:
                yield from self._piece(key, 0)

    def _elements(self, key: str) -> Iterator[Piece | Trouble]:
        for number, _ in enumerate(self._each(b"]"), 1):
            yield from self._piece(key, number)

    def _each(self, closing: bytes) -> Iterator[None]:
        """Stops before each entry of the object or array that begins here, and behind its end."""
        self._text.skip(1)
        if self._text.next_byte() == closing:
            self._text.skip(1)
            return
        while True:
            yield
            if self._text.next_byte() == closing:
                self._text.skip(1)
                return
            self._text.expect(b",")

    def _piece(self, key: str, number: int) -> Iterator[Piece | Trouble]:
        self._text.next_byte()
        offset = self._text.offset
        data = self._text.value(self._longest)
        value, fault = parsed(data)
        place = f"{self._where}: byte {offset}"
        if not data:
            yield Trouble(
                where=place, message=f"a part is longer than {self._longest:,} bytes and is left out"
            )
        elif fault:
            yield Trouble(where=place, message=f"a part is no JSON: {fault}")
        else:
            yield Piece(document=self._document, key=key, number=number, offset=offset, value=value)


class _Window:
    """The part of a stream that is looked at."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._data = bytearray(stream.read(_CHUNK))
        self._at = 3 if self._data.startswith(b"\xef\xbb\xbf") else 0
        self._before = 0

    @property
    def offset(self) -> int:
        """Bytes of the file before this place."""
        return self._before + self._at

    def at_end(self) -> bool:
        """Whether nothing but white space is left."""
        return not self._find_byte()

    def next_byte(self) -> bytes:
        """The next byte that is no white space; the place moves to it."""
        found = self._find_byte()
        if not found:
            raise _Broken("the file ends in the middle of a JSON document")
        return found

    def skip(self, count: int) -> None:
        """Moves on."""
        self._at += count

    def expect(self, byte: bytes) -> None:
        """Moves behind a byte that has to stand here."""
        if self.next_byte() != byte:
            raise _Broken(f"{byte.decode()!r} was expected here")
        self.skip(1)

    def value(self, longest: int) -> bytes:
        """The bytes of the value that begins here; none of one that is longer. The place moves behind it."""
        opening = self.next_byte()
        ends = self._scalar_end if opening not in b'"{[' else self._nested_end
        found = ends(longest)
        self._at += len(found)
        return found

    def restart(self) -> None:
        """Moves to the next line that begins like a document, else to the end."""
        if self._at == 0 and self._data.startswith((b"{", b"[")):
            return
        while not (found := _RESTART.search(self._data, max(self._at - 1, 0))):
            self._at = len(self._data)
            if not self._more():
                return
        self._at = found.end()

    def _find_byte(self) -> bytes:
        while True:
            space = _SPACE.match(self._data, self._at)
            self._at = space.end() if space else len(self._data)
            if self._at < len(self._data):
                return bytes(self._data[self._at : self._at + 1])
            if not self._more():
                return b""

    def _more(self) -> bool:
        """Takes the next bytes in and lets those before the place go."""
        data = self._stream.read(_CHUNK)
        gone = min(self._at, len(self._data))
        del self._data[:gone]
        self._before += gone
        self._at -= gone
        self._data += data
        return bool(data)

    def _scalar_end(self, _longest: int) -> bytes:
        while not (found := _SCALAR_END.search(self._data, self._at)):
            if len(self._data) - self._at > 4_096 or not self._more():
                break
        end = found.start() if found else len(self._data)
        if end == self._at:
            raise _Broken("a JSON value was expected here")
        return bytes(self._data[self._at : end])

    def _nested_end(self, longest: int) -> bytes:
        """A string, an array or an object. The bytes of one that is too long are let go as they are seen."""
        nesting = _Nesting()
        scan = self._at
        too_long = False
        while not nesting.closed:
            scan, byte = nesting.next(self._data, scan)
            if byte == b"\n":
                self._at = scan
                raise _Broken("a line ends inside a JSON value")
            if byte:
                scan += 1
                continue
            too_long = too_long or scan - self._at > longest
            self._at = scan if too_long else self._at
            scan -= self._at
            if not self._more():
                self._at = len(self._data)
                raise _Broken("the file ends in the middle of a JSON document")
        if too_long or scan - self._at > longest:
            self._at = scan
            return b""
        return bytes(self._data[self._at : scan])


class _Nesting:
    """Whether braces and quotes that were opened are closed."""

    def __init__(self) -> None:
        self.closed = False
        self._depth = 0
        self._inside = False

    def next(self, data: bytearray, scan: int) -> tuple[int, bytes]:
        """The place of the next byte that counts from `scan` on, and the byte; none where more has to be read."""
        if self._inside:
            found = _IN_STRING.match(data, scan)
            end = found.end() if found else scan
            byte = bytes(data[end : end + 1])
            if byte != b'"':
                return end, byte if byte == b"\n" else b""
        else:
            opened = _STRUCTURE.search(data, scan)
            if not opened:
                return len(data), b""
            end, byte = opened.start(), opened[0]
        self._meet(byte)
        return end, byte

    def _meet(self, byte: bytes) -> None:
        if byte == b'"':
            self._inside = not self._inside
        elif byte in (b"{", b"["):
            self._depth += 1
        elif byte in (b"}", b"]"):
            self._depth -= 1
        self.closed = self._depth <= 0 and not self._inside and byte != b"\n"
