"""Signals of a run: what is sent to us reaches the command, what the terminal sends it has already.

All of them are blocked and taken by one thread. A signal that the kernel sends for a key (Ctrl-C, Ctrl-Z) goes to the
whole foreground group, the command among them: passed on, it would come twice, and the second Ctrl-C breaks off the
clean-up of a test runner. What a process sends to us alone (``kill``, a CI system) is passed on.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
_OTHERS = (signal.SIGUSR1, signal.SIGUSR2, signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH)
#: Stops that a terminal asks for: when the command follows one, the shell has to see us stop.
_JOB_CONTROL = (signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU)
_SI_KERNEL = 0x80  # si_code of a signal that the kernel sends (sigaction(2))


@contextmanager
def held() -> Iterator[frozenset[signal.Signals]]:
    """Meanwhile the signals wait for `Post`; one that is ignored (``nohup``) stays so."""
    ignored = {number for number in _ENDING if signal.getsignal(number) is signal.SIG_IGN}
    taken = frozenset((*_ENDING, *_OTHERS, signal.SIGCHLD)) - ignored
    before = signal.pthread_sigmask(signal.SIG_BLOCK, taken)
    try:
        yield taken
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Post:
    """Passes signals on to one child until it has ended, and notes how it did.

    Args:
        child: its process id.
        taken: the signals that `held` blocked.
        resized: called when the terminal has another size, before the command hears of it.
        ended: called in the thread when the child has ended.

    Attributes:
        status: as `os.waitpid` gives it, once it has ended.
        cut_off: whether somebody asked the run to end.
    """

    def __init__(
        self,
        child: int,
        taken: frozenset[signal.Signals],
        resized: Callable[[], None],
        ended: Callable[[], None],
    ) -> None:
        self.status: int | None = None
        self.cut_off = False
        self._child = child
        self._taken = taken
        self._resized = resized
        self._ended = ended
        self._thread = threading.Thread(target=self._deliver, daemon=True)

    def start(self) -> None:
        """Begin; the child may have ended before."""
        self._thread.start()

    def join(self) -> None:
        """Wait until the child has ended."""
        self._thread.join()

    def _deliver(self) -> None:
        while not self._has_ended():
            number, by_key = _next(self._taken)
            self.cut_off = self.cut_off or number in _ENDING
            if number == signal.SIGWINCH:
                self._resized()
            elif number == signal.SIGCHLD or by_key:
                continue
            with suppress(ProcessLookupError):
                os.kill(self._child, number)
        self._ended()

    def _has_ended(self) -> bool:
        found, status = os.waitpid(self._child, os.WNOHANG | os.WUNTRACED)
        if not found:
            return False
        if not os.WIFSTOPPED(status):
            self.status = status
            return True
        if os.WSTOPSIG(status) in _JOB_CONTROL:
            os.kill(os.getpid(), signal.SIGSTOP)
        return False


def _next(taken: frozenset[signal.Signals]) -> tuple[int, bool]:
    """The next signal, and whether a key of the terminal sent it."""
    if sys.platform == "darwin":  # no sigwaitinfo: a signal that a key can send is taken for one
        number = signal.sigwait(taken)
        return number, number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP) and os.isatty(0)
    told = signal.sigwaitinfo(taken)
    return told.si_signo, told.si_code == _SI_KERNEL
