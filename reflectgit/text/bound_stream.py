"""A stream within a limit of bytes, however long it is: head, tail and the lines around those that tell of failures.

`text.bound` is given a whole text; this one sees it go by once, in memory of about twice the limit. What is left out
is accounted for in the same words: ``[... 48213 bytes elided, sha256 <64 hex> ...]``, digest of the bytes as they came.

Text is kept and left out in whole lines. A line that is longer than `LONGEST` is cut at a space or a sign, never inside
a word: half a token is no longer known for the secret that it is.
"""

import hashlib
import re
from collections import deque
from collections.abc import Iterator

from reflectgit.text.bound import TELLING, marker

#: Bytes of a line that are kept as one; of a longer one only pieces that end at white space or a sign.
LONGEST = 4_096
_BLOCK = 16_384
_BEFORE = 30  # lines that are kept above one that tells of a failure
_BEHIND = 60  # and below it: a stack, a difference, the values of a frame
#: One of these stands in nearly every line that tells; looking for them costs a tenth of the expression itself.
_NEEDLES = (
    b"rror",
    b"xception",
    b"ailure",
    b"FAIL",
    b"Traceback",
    b"FATAL",
    b"fatal",
    b"not ok",
    b"panic",
    b"ssert",
    b"Caused by",
    b"undefined reference",
    b"Segmentation",
    b"exit ",
    b"\nE ",
)
#: What may be the rest of a secret that began in a gap: of a word, of the lines of a key down to its short last one.
_REST = re.compile(rb"\A[^\s,;:&|<>(){}\[\]\"']+")
_KEY_LINE = rb"(?=[^\n]*[0-9+/])(?=[^\n]*[A-Z])(?=[^\n]*[a-z])[A-Za-z0-9+/=]{40,}\r?\n"
_KEY_ENDS = rb"(?:[A-Za-z0-9+/=]+\r?\n)?(?:-----END [A-Z ]+-----\r?\n)?"
_REST_OF_KEY = re.compile(rb"\A(?:%b)+%b" % (_KEY_LINE, _KEY_ENDS))
_END_OF_KEY = re.compile(rb"\A(?:%b)*%b" % (_KEY_LINE, _KEY_ENDS))
_IN_KEY = re.compile(rb"(?:\n|\A)(?:%b|-----BEGIN [A-Z ]*PRIVATE KEY-----\r?\n)\Z" % _KEY_LINE)
_KEY_LINES = 256  # bytes of a gap's end in which one of them stands
_SEAM = re.compile(rb"[\s,;:&|<>(){}\[\]\"'][^\s,;:&|<>(){}\[\]\"']*\Z")


class _Gap:
    """What is left out in one place."""

    def __init__(self) -> None:
        self.size = 0
        self._digest = hashlib.sha256()
        self._end = b""

    def add(self, data: bytes) -> None:
        self.size += len(data)
        self._digest.update(data)
        self._end = (self._end + data[-_KEY_LINES:])[-_KEY_LINES:]

    def reaches(self, data: bytes) -> int:
        """How many bytes of what follows may belong to a word, or to a key, that is left out here."""
        if not self._end.endswith(b"\n"):
            rest = _REST.match(data)
        elif _IN_KEY.search(self._end):
            rest = _END_OF_KEY.match(data)
        else:
            rest = _REST_OF_KEY.match(data)
        return rest.end() if rest else 0

    def told(self) -> bytes:
        return marker(self.size, self._digest.hexdigest())


class Kept:
    """Takes bytes as they come; `data` is what is kept of them.

    Args:
        limit: bytes that are kept, at least 64 KiB; markers of gaps come on top. A sixth is for the head, a third
            for the tail, the rest for what tells of failures, the earliest first.
    """

    def __init__(self, limit: int) -> None:
        self.size = 0
        self._head_room = limit // 6
        self._tail_room = limit // 3
        self._room = limit - self._head_room - self._tail_room
        self._open = bytearray()
        self._parts: list[bytes | _Gap] = []
        self._tail: deque[bytes] = deque()
        self._tail_size = 0
        self._before: deque[bytes] = deque(maxlen=_BEFORE)
        self._behind = 0

    def add(self, data: bytes) -> None:
        """The next bytes."""
        self.size += len(data)
        self._open += data
        while len(self._open) >= _BLOCK:
            end = self._open.rfind(b"\n", 0, _BLOCK) + 1 or _BLOCK
            self._take(bytes(self._open[:end]))
            del self._open[:end]

    def data(self) -> bytes:
        """What is kept, with its gaps marked, of all that came so far; nothing can be added afterwards."""
        if self._open:
            self._take(bytes(self._open))
            self._open.clear()
        self._leave_before()
        for block in self._tail:
            self._put(block)
        self._tail.clear()
        return b"".join(self._joined(self._parts))

    def text(self) -> str:
        """The same as text; bytes that are no UTF-8 are replaced."""
        return self.data().decode("utf-8", "replace")

    @staticmethod
    def _joined(parts: list[bytes | _Gap]) -> Iterator[bytes]:
        last = b"\n"
        for part in parts:
            piece = part.told() if isinstance(part, _Gap) else part
            if isinstance(part, _Gap) and not last.endswith(b"\n"):
                yield b"\n"
            yield piece
            last = piece

    def _take(self, block: bytes) -> None:
        if self._head_room > 0:
            cut = _start(block, self._head_room)
            self._head_room = self._head_room - len(cut) if len(cut) == len(block) else 0
            self._put(cut)
            block = block[len(cut) :]
        if not block:
            return
        self._tail.append(block)
        self._tail_size += len(block)
        while self._tail_size - len(self._tail[0]) >= self._tail_room:
            oldest = self._tail.popleft()
            self._tail_size -= len(oldest)
            self._settle(oldest)

    def _settle(self, block: bytes) -> None:
        """A block that no end holds: lines around those that tell are kept, the rest is left out."""
        if self._room <= 0:
            self._leave_before()
            self._leave(block)
            return
        if self._behind == 0 and not any(needle in block for needle in _NEEDLES):
            self._leave_before()
            begin = _last_lines(block)
            self._leave(block[:begin])
            self._before.extend(block[begin:].splitlines(keepends=True))
            return
        for line in block.splitlines(keepends=True):
            self._settle_line(line)

    def _settle_line(self, line: bytes) -> None:
        if TELLING.search(line, 0, LONGEST):
            for one in self._before:
                self._keep(one)
            self._before.clear()
            self._keep(line)
            self._behind = _BEHIND
        elif self._behind:
            self._keep(line)
            self._behind -= 1
        else:
            if len(self._before) == _BEFORE:
                self._leave(self._before.popleft())
            self._before.append(line)

    def _keep(self, line: bytes) -> None:
        kept = _start(line, LONGEST) if len(line) > LONGEST else line
        if len(kept) > self._room:
            self._room = 0
            self._leave(line)
            return
        self._room -= len(kept)
        self._put(kept)
        self._leave(line[len(kept) :])

    def _put(self, data: bytes) -> None:
        """Keep these bytes; behind a gap not the end of a word that began in it."""
        last = self._parts[-1] if self._parts else b""
        if isinstance(last, _Gap) and (reached := last.reaches(data)):
            last.add(data[:reached])
            data = data[reached:]
        if data:
            self._parts.append(data)

    def _leave_before(self) -> None:
        self._leave(b"".join(self._before))
        self._before.clear()

    def _leave(self, data: bytes) -> None:
        if not data:
            return
        if not self._parts or not isinstance(self._parts[-1], _Gap):
            self._parts.append(_Gap())
        gap = self._parts[-1]
        if isinstance(gap, _Gap):
            gap.add(data)


def _last_lines(block: bytes) -> int:
    """Where the last lines of a block begin that may stand above one that tells."""
    begin = len(block)
    for _ in range(_BEFORE):
        begin = block.rfind(b"\n", 0, begin - 1) + 1
        if not begin:
            break
    return begin


def _start(data: bytes, size: int) -> bytes:
    """The first bytes, at most `size`: whole lines, else what ends at white space or a sign; nothing of one word."""
    if len(data) <= size:
        return data
    end = data.rfind(b"\n", 0, size) + 1
    if end:
        return data[:end]
    seam = _SEAM.search(data, max(0, size - 1_024), size)
    return data[: seam.start() + 1] if seam else b""
