"""A text within a limit of bytes: head, tail and the lines that tell of failures; what is left out is accounted for.

Every gap becomes one line, ``[... 48213 bytes elided, sha256 <64 hex> ...]``, so that a reader sees what is
missing and who has the original can prove it. Half of the budget goes to the two ends (a third of it to the
head: the end of an output says how it ended), the rest to the lines that tell of failures, the earliest first.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator

#: A line that tells what failed, in the words of the common runners and languages.
TELLING = re.compile(
    rb"^E\s|^>\s|Traceback|(?:Error|Exception|Failure)\b|\b(?:FAILED|FAIL|ERROR|FATAL|not ok|panicked|panic:|"
    rb"fatal:|error:|error\[|assert|undefined reference|Segmentation fault|Caused by|exit status|exit code)"
)
_MARKER = "[... {} bytes elided, sha256 {} ...]\n"
_MARKER_BYTES = len(_MARKER.format(10**10, "0" * 64))
_LONGEST_PIECE = 1024  # bytes, and at most 1/8 of the limit; a longer line is kept or left out in pieces
_HEAD_SHARE = 6  # 1/6 of the budget
_TAIL_SHARE = 3  # 1/3 of the budget


def marker(size: int, digest: str) -> bytes:
    """The line that stands for `size` bytes with this SHA-256."""
    return _MARKER.format(size, digest).encode()


def bound(text: str, limit: int) -> str:
    """The text where it has at most `limit` bytes in UTF-8, else what fits of it, with its gaps marked.

    A limit too small for a marker gives the first bytes alone. A bounded text is bounded: twice is once.
    """
    data = text.encode("utf-8", "surrogatepass")
    if len(data) <= limit:
        return text
    pieces = list(_pieces(data, max(8, min(_LONGEST_PIECE, limit // 8))))
    budget = limit - _MARKER_BYTES - 2
    if budget < 0:
        return _start(data, max(limit, 0)).decode("utf-8", "surrogatepass")
    return b"".join(_told(pieces, _chosen(pieces, budget))).decode("utf-8", "surrogatepass")


def _pieces(data: bytes, longest: int) -> Iterator[bytes]:
    """The lines with their ends, and pieces of those that are too long, cut between characters."""
    for line in re.findall(rb"[^\n]*\n|[^\n]+", data):
        while len(line) > longest:
            piece = _start(line, longest)
            yield piece
            line = line[len(piece) :]
        yield line


def _start(data: bytes, size: int) -> bytes:
    """The first bytes, at most `size`, that end with a whole character."""
    while size > 0 and size < len(data) and data[size] & 0xC0 == 0x80:
        size -= 1
    return data[:size]


def _chosen(pieces: list[bytes], budget: int) -> set[int]:
    """The numbers of the pieces that are kept: the two ends, then telling lines as long as there is room."""
    head = _fitting(pieces, range(len(pieces)), budget // _HEAD_SHARE)
    tail = _fitting(pieces, range(len(pieces) - 1, -1, -1), budget // _TAIL_SHARE)
    kept = head | tail
    left = budget - sum(len(pieces[number]) for number in kept)
    for number in range(len(pieces)):
        cost = len(pieces[number]) + (0 if number - 1 in kept else _MARKER_BYTES + 1)
        if number not in kept and cost <= left and TELLING.search(pieces[number]):
            kept.add(number)
            left -= cost
    return kept


def _fitting(pieces: list[bytes], order: Iterable[int], budget: int) -> set[int]:
    kept: set[int] = set()
    for number in order:
        budget -= len(pieces[number])
        if budget < 0:
            break
        kept.add(number)
    return kept


def _told(pieces: list[bytes], kept: set[int]) -> Iterator[bytes]:
    """The kept pieces, and a marker on a line of its own for each run of the others."""
    gap: list[bytes] = []
    last = b"\n"
    for number, piece in enumerate([*pieces, b""]):
        if number < len(pieces) and number not in kept:
            gap.append(piece)
            continue
        if gap:
            elided = b"".join(gap)
            told = marker(len(elided), hashlib.sha256(elided).hexdigest())
            yield told if last.endswith(b"\n") else b"\n" + told
            gap = []
        yield piece
        last = piece
