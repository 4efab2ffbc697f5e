"""SIGTERM and SIGHUP end an operation as an interrupt from the keyboard does: what it began is taken back.

All three wait while a command is being started. Raised there, they would leave a child that nobody knows of and
that goes on writing while its work is taken back (seen in one of thirty random kills).
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

#: For each, the handler that is the system's or Python's own; any other is the program's.
_USUAL = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
    signal.SIGHUP: signal.SIG_DFL,
}


class _Ear:
    """What was heard: the first signal counts, and the later ones disturb no clean-up."""

    def __init__(self) -> None:
        self.busy = False
        self.heard: int | None = None

    def hear(self, number: int, _: FrameType | None) -> None:
        if self.heard is None:
            self.heard = number
            if not self.busy:
                self.leave()

    def leave(self) -> None:
        if self.heard == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(128 + (self.heard or 0))


_ears: list[_Ear] = []  # of the operation in flight in the main thread, if there is one


@contextmanager
def as_exit() -> Iterator[None]:
    """Meanwhile a signal raises ``SystemExit`` with 128 and its number (SIGINT ``KeyboardInterrupt``), once.

    A handler of the program's own and an ignored signal (``nohup``) stay. Python hears signals in the main
    thread alone, so in another one nothing is done.
    """
    if not _in_main_thread():
        yield
        return
    ear = _Ear()
    ours = {number: usual for number, usual in _USUAL.items() if signal.getsignal(number) is usual}
    _ears.append(ear)
    for number in ours:
        signal.signal(number, ear.hear)
    try:
        yield
    finally:
        for number, usual in ours.items():
            signal.signal(number, usual)
        _ears.remove(ear)


@contextmanager
def kept_waiting() -> Iterator[None]:
    """A signal that comes meanwhile is raised at the end."""
    if not _ears or not _in_main_thread():
        yield
        return
    ear = _ears[-1]
    before = ear.heard
    ear.busy = True
    try:
        yield
    finally:
        ear.busy = False
    if ear.heard != before:
        ear.leave()


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
