"""The output of a command on its way: a copy is taken, and each stream arrives where it was meant to.

A stream that goes to a terminal comes from a pseudo-terminal, so that colours and progress stay; standard input, the
controlling terminal and its keys are the real ones, so that job control, password prompts and line editing need
nothing of us. Every other stream is a pipe. Two streams that go to one place share one, and keep their order.
"""

import errno
import fcntl
import os
import select
import termios
from collections.abc import Callable
from contextlib import suppress

_CHUNK = 64 * 1024
_OUTPUT = 1  # index of c_oflag in the list of `termios.tcgetattr`
_FIRST = 3  # below are the standard streams, of which one may be closed
Sink = Callable[[bytes], object]


class Tap:
    """One way out of the command, to one of our descriptors.

    Attributes:
        source: where we read; None when that has ended.
        inner: what the command writes into; to be closed by `started`.
        target: the descriptor of ours that it goes on to.
        left: whether its reader went away.
    """

    def __init__(self, target: int, keep: Sink) -> None:
        self.target = target
        self.left = False
        self.is_terminal = os.isatty(target)
        source, inner = _terminal(target) if self.is_terminal else os.pipe()
        self.source: int | None = _above(source)
        self.inner = _above(inner)
        self._keep = keep
        os.set_blocking(self.source, False)

    def started(self) -> None:
        """The command has its end: ours of it is closed."""
        os.close(self.inner)

    def resize(self) -> None:
        """Give the pseudo-terminal the size of the real one."""
        if self.is_terminal and self.source is not None:
            with suppress(OSError):
                termios.tcsetwinsize(self.source, termios.tcgetwinsize(self.target))

    def pump(self) -> bool:
        """Pass on what is there; whether there was something. At its end, or when nobody reads, it is closed."""
        if self.source is None:
            return False
        try:
            data = os.read(self.source, _CHUNK)
        except BlockingIOError:
            return False
        except OSError as fault:  # how Linux says that nobody has the pseudo-terminal open any more
            if fault.errno != errno.EIO:
                raise
            data = b""
        if data:
            self._keep(data)
            self.left = not _written(self.target, data)
        if not data or self.left:
            self.close()
        return bool(data)

    def alone(self) -> None:
        """From here on nothing is kept."""
        self._keep = len

    def close(self) -> None:
        """Read no more: the command gets SIGPIPE, as it would from the reader that went away."""
        if self.source is not None:
            os.close(self.source)
            self.source = None


def taps(keep: Sink) -> dict[int, Tap]:
    """A way for each of standard output (1) and standard error (2) that is open; one for both where they are one."""
    found: dict[int, Tap] = {}
    for number in (1, 2):
        if not _is_open(number):
            continue
        shared = found.get(1)
        same = shared is not None and _place(1) == _place(number)
        found[number] = shared if same and shared is not None else Tap(number, keep)
    return found


def _terminal(target: int) -> tuple[int, int]:
    """A pseudo-terminal like the real one, but for the output: what it does to line ends the real one will do."""
    source, inner = os.openpty()
    settings = termios.tcgetattr(target)
    settings[_OUTPUT] &= ~termios.OPOST
    termios.tcsetattr(inner, termios.TCSANOW, settings)
    termios.tcsetwinsize(inner, termios.tcgetwinsize(target))
    return source, inner


def _above(descriptor: int) -> int:
    if descriptor >= _FIRST:
        return descriptor
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _FIRST)
    os.close(descriptor)
    return moved


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def _place(number: int) -> tuple[int, int, int]:
    told = os.fstat(number)
    return told.st_dev, told.st_ino, told.st_rdev


def _written(target: int, data: bytes) -> bool:
    """Write all of it, waiting where the reader is slow; False where nobody reads, or nothing can be written."""
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(target, rest) :]
        except BlockingIOError:  # somebody who shares the descriptor made it non-blocking
            select.select([], [target], [])
        except OSError:
            return False
    return True
