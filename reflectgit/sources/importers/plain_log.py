"""Any text that a run printed: a log, a runner's output, standing alone in a file.

A long one is read as a stream: head, tail and the lines around failures stay, with the digest of what is left out
(`text.bound_stream`). UTF-16, as PowerShell writes it, is known by its mark.
"""

import codecs
from collections.abc import Iterator
from typing import BinaryIO

from reflectgit.sources.events import Event, Ran, Trouble
from reflectgit.sources.go_events import printed_by_go
from reflectgit.text.bound_stream import Kept

#: Bytes that are kept of one log: as much as is read for facts in half a second.
_KEPT = 1_000_000
_CHUNK = 1 << 20
_WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


class PlainLog:
    """The importer of last resort: what no other format claims is text."""

    name = "log"

    def recognises(self, head: bytes, filename: str) -> bool:
        """Whatever is not binary."""
        return not head or head[:2] in _WIDE or head.count(0) * 20 < len(head)

    def read(self, stream: BinaryIO, where: str) -> Iterator[Event]:
        """One run without command and exit code; the output says what came of it."""
        kept = Kept(_KEPT)
        for data in _utf8(stream):
            kept.add(data)
        output = kept.text()
        if not output.strip():
            yield Trouble(
                where=f"{where}: byte 0",
                message="the file holds no text; a run that printed nothing and passed is named by --passing",
            )
            return
        yield Ran(where=where, output=printed_by_go(output.removeprefix("\ufeff")))


def _utf8(stream: BinaryIO) -> Iterator[bytes]:
    first = stream.read(_CHUNK)
    encoding = _WIDE.get(first[:2])
    if encoding is None:
        yield first
        while data := stream.read(_CHUNK):
            yield data
        return
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    data = first
    while data:
        yield decoder.decode(data).encode("utf-8", "replace")
        data = stream.read(_CHUNK)
    yield decoder.decode(b"", final=True).encode("utf-8", "replace")


IMPORTER = PlainLog()
