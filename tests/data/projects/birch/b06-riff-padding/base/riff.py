"""Chunks of a RIFF/WAVE file."""
import struct
from typing import NamedTuple


class Chunk(NamedTuple):
    name: str
    data: bytes


def chunks(blob: bytes) -> list[Chunk]:
    """The three chunks our own recorder writes, at their fixed places."""
    size = struct.unpack_from("<I", blob, 40)[0]
    return [Chunk("fmt ", blob[20:36]), Chunk("data", blob[44 : 44 + size])]
