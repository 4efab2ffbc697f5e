"""SIGTERM and SIGHUP end an operation as an interrupt from the keyboard does: what it began is taken back."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def as_exit() -> Iterator[None]:
    """Meanwhile either signal raises ``SystemExit`` with 128 and its number, once: a second one disturbs no clean-up.

    A handler of the program's own and an ignored signal (``nohup``) stay. Python hears signals in the main
    thread alone, so in another one nothing is done.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []

    def leave(number: int, _: FrameType | None) -> None:
        if not heard:
            heard.append(number)
            raise SystemExit(128 + number)

    ours = [number for number in _SIGNALS if signal.getsignal(number) is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)
