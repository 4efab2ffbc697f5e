"""The user's command, run as if nobody watched: its output, its signals, its terminal, its exit code."""

import errno
import os
import select
import signal
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from reflectgit.recorder.signals import Post, held
from reflectgit.recorder.streams import Sink, Tap, taps

#: As of a shell (POSIX, Shell Command Language, 2.8.2).
NOT_FOUND, NOT_EXECUTABLE = 127, 126
#: What the interpreter ignores and no command expects to be ignored.
_PYTHON_IGNORES = (signal.SIGPIPE, signal.SIGXFSZ)


class Ended(NamedTuple):
    """How a command ended.

    Attributes:
        code: its exit code, as a shell tells it: 128 and the number where a signal ended it.
        signal: that signal, or 0.
        cut_off: whether it was asked to end, or its reader went away: then its end says nothing of it.
    """

    code: int
    signal: int
    cut_off: bool


class NotStarted(Exception):
    """The command could not be started; `code` is what a shell would end with."""

    def __init__(self, said: str, code: int) -> None:
        super().__init__(said)
        self.code = code


def run(command: Sequence[str], keep: Sink, around: Mapping[str, str]) -> Ended:
    """Run the command; `keep` gets what it prints, both streams in the order in which they came.

    Args:
        command: program and arguments.
        keep: is called often and must not raise.
        around: variables to set beside those of this process.

    Raises:
        NotStarted: there is no such program, or it cannot be run.
    """
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with held() as taken:
        ways = taps(keep)
        distinct = list(dict.fromkeys(ways.values()))
        try:
            child = _spawn(command, ways, {**os.environ, **around}, mask)
        finally:
            for way in distinct:
                way.started()
        gone, tell = os.pipe()
        post = Post(child, taken, lambda: _resize(distinct), lambda: os.close(tell))
        post.start()
        reader_left = _pass_on(distinct, gone)
        post.join()
        os.close(gone)
        _leave_behind(distinct)
    return _ended(post, reader_left)


def _spawn(
    command: Sequence[str], ways: Mapping[int, Tap], env: Mapping[str, str], mask: set[int | signal.Signals]
) -> int:
    actions = [(os.POSIX_SPAWN_DUP2, way.inner, number) for number, way in ways.items()]

    def start(words: Sequence[str]) -> int:
        return os.posix_spawnp(
            words[0], list(words), env, file_actions=actions, setsigmask=mask, setsigdef=_PYTHON_IGNORES
        )

    try:
        return start(command)
    except OSError as fault:
        if fault.errno == errno.ENOEXEC:  # a script without its first line: shells run it themselves
            return start(["/bin/sh", *command])
        missing = fault.errno in (errno.ENOENT, errno.ENOTDIR)
        said = "command not found" if missing and "/" not in command[0] else fault.strerror
        raise NotStarted(f"{command[0]}: {said}", NOT_FOUND if missing else NOT_EXECUTABLE) from None


def _resize(ways: Sequence[Tap]) -> None:
    for way in ways:
        way.resize()


def _pass_on(ways: Sequence[Tap], gone: int) -> bool:
    """Pass the output on until the command has ended and all that it printed is through; whether a reader left."""
    poll = select.poll()
    poll.register(gone, select.POLLHUP)
    sources = {way.source: way for way in ways if way.source is not None}
    for source in sources:
        poll.register(source, select.POLLIN)
    while True:
        for number, _ in poll.poll():
            if number == gone:
                while [way for way in ways if way.pump()]:
                    pass
                return any(way.left for way in ways)
            sources[number].pump()
            if sources[number].source is None:
                poll.unregister(number)


def _leave_behind(ways: Sequence[Tap]) -> None:
    """What the command left running still prints: a process of ours passes it on, and nobody waits for it."""
    still = [way for way in ways if way.source is not None]
    if not still or os.fork():
        for way in still:
            way.close()
        return
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        for way in still:
            way.alone()
        while any(way.source is not None for way in still):
            select.select([way.source for way in still if way.source is not None], [], [])
            for way in still:
                way.pump()
    finally:
        os._exit(0)


def _ended(post: Post, reader_left: bool) -> Ended:
    assert post.status is not None
    if not os.WIFSIGNALED(post.status):
        code = os.WEXITSTATUS(post.status)
        return Ended(code, 0, post.cut_off or (reader_left and code != 0))
    number = os.WTERMSIG(post.status)
    by_hand = number in (signal.SIGINT, signal.SIGPIPE)
    return Ended(128 + number, number, post.cut_off or by_hand or reader_left)
