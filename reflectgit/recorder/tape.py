"""What a command printed, kept in bounded memory however much it is: its two ends and the parts that tell.

`text.bound` is told a whole text; this one sees it go by. What is left out is counted and has its digest, in the same
words: ``[... 48213 bytes elided, sha256 <64 hex> ...]``.
"""

import hashlib
import re
from collections import deque
from collections.abc import Iterator

from reflectgit.text.bound import marker

_HEAD = 64 * 1024
_TAIL = 192 * 1024
_MIDDLE = 256 * 1024
_BLOCK = 16 * 1024
#: Fast to look for (1 GB/s each), and in what nearly every tool prints of a failure.
_TELLING = (b"rror", b"Exception", b"FAIL", b"Traceback", b"panic", b"not ok", b"ssert", b"ERROR", b"fatal")
#: Lines of base64 after a gap may be the rest of a key whose first line, which gives it away, is in the gap.
_REST_OF_A_KEY = re.compile(
    rb"\A(?=[^\n]*[0-9+/])(?=[^\n]*[A-Z])(?=[^\n]*[a-z])(?:[A-Za-z0-9+/=]{32,80}\r?\n){1,128}(?:[A-Za-z0-9+/=]+\r?\n)?"
    rb"(?:-----END [A-Z ]+-----\r?\n)?"
)


class _Gap:
    """A run of blocks that are left out."""

    def __init__(self) -> None:
        self.size = 0
        self._digest = hashlib.sha256()

    def add(self, data: bytes) -> None:
        self.size += len(data)
        self._digest.update(data)

    def marker(self) -> bytes:
        return marker(self.size, self._digest.hexdigest())


class Tape:
    """Takes bytes as they come; about 600 KiB of them stay, in blocks of whole lines."""

    def __init__(self) -> None:
        self.size = 0
        self._head = bytearray()
        self._open = bytearray()
        self._tail: deque[bytes] = deque()
        self._tail_size = 0
        self._middle: list[bytes | _Gap] = []
        self._room = _MIDDLE
        self._quiet: bytes | None = None  # the block before, should the next one tell
        self._follows = False

    def add(self, data: bytes) -> None:
        """The next bytes."""
        self.size += len(data)
        if len(self._head) < _HEAD:
            room = _HEAD - len(self._head)
            self._head += data[:room]
            data = data[room:]
        self._open += data
        while len(self._open) >= _BLOCK:
            self._close(self._cut())

    def text(self) -> str:
        """What was kept, decoded; what is not UTF-8 is replaced."""
        self._leave_out(None)
        tail = b"".join(self._tail) + bytes(self._open)
        return b"".join(_told([bytes(self._head), *self._middle, tail])).decode("utf-8", "replace")

    def _cut(self) -> bytes:
        """A block that ends with a line, where its lines are not longer than that."""
        end = self._open.rfind(b"\n", 0, _BLOCK) + 1 or _BLOCK
        block = bytes(self._open[:end])
        del self._open[:end]
        return block

    def _close(self, block: bytes) -> None:
        self._tail.append(block)
        self._tail_size += len(block)
        while self._tail_size > _TAIL:
            oldest = self._tail.popleft()
            self._tail_size -= len(oldest)
            self._pass(oldest)

    def _pass(self, block: bytes) -> None:
        """A block that is no end: kept where it tells or stands beside one that does, as long as there is room."""
        tells = self._room >= len(block) and any(word in block for word in _TELLING)
        if not tells and not self._follows:
            self._leave_out(block)
            return
        if self._quiet is not None and tells and self._room >= len(block) + len(self._quiet):
            self._keep(self._quiet)
            self._quiet = None
        self._leave_out(None)
        self._keep(block)
        self._follows = tells

    def _keep(self, block: bytes) -> None:
        self._middle.append(block)
        self._room -= len(block)

    def _leave_out(self, block: bytes | None) -> None:
        """The block that waited is left out for good, and `block` waits in its place."""
        if self._quiet is not None:
            if not self._middle or isinstance(self._middle[-1], bytes):
                self._middle.append(_Gap())
            gap = self._middle[-1]
            assert isinstance(gap, _Gap)
            gap.add(self._quiet)
        self._quiet = block


def _told(parts: list[bytes | _Gap]) -> Iterator[bytes]:
    after_gap = False
    for part in parts:
        if isinstance(part, _Gap):
            yield b"\n" + part.marker()
        else:
            yield _REST_OF_A_KEY.sub(b"[redacted:private-key]\n", part) if after_gap else part
        after_gap = isinstance(part, _Gap)
