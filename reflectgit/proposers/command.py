"""A proposer that is a command: the prompt on its stdin, the answer on its stdout. The one child process for a model.

The command is split as a shell would split it and run without one, so that nothing in it is expanded; a
pipeline is written as `sh -c '…'`. It is started once. Standard error stays the user's own.
"""

import os
import shlex
import signal
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress

from reflectgit.errors import BadUsage, ReflectgitError

#: A model that has said nothing after ten minutes is not going to.
MAX_SECONDS = 600.0
#: Far above any reflection, far below what hurts: what is longer is cut here and refused by `reflect`.
MAX_OUTPUT_BYTES = 1_048_576


class ProposerError(ReflectgitError):
    """The command gave no answer: nothing was proposed, and nothing was recorded (exit 3)."""

    default_code = "proposer_failed"


def command(line: str, seconds: float = MAX_SECONDS, limit: int = MAX_OUTPUT_BYTES) -> Callable[[str], str]:
    """A proposer that runs `line`, waits at most `seconds`, and takes at most `limit` bytes of its output.

    Raises:
        BadUsage: the line cannot be split into words, or has none.
        ProposerError (when it is called): the command cannot be started, ran too long, or left with an error.
    """
    words = _split(line)

    def propose(prompt: str) -> str:
        child = _start(words)
        timer = threading.Timer(seconds, _kill, [child])
        timer.start()
        try:
            output = _converse(child, prompt, limit)
            code = child.wait()
        finally:
            late = not timer.is_alive()
            timer.cancel()
            _end(child)
        if late:
            raise ProposerError(
                f"{words[0]} gave no answer within {seconds:g} seconds", "nothing was recorded"
            )
        if code and len(output) < limit:
            raise ProposerError(f"{words[0]} ended with exit code {code}", "see what it printed above")
        return output.decode("utf-8", "replace")

    return propose


def _split(line: str) -> list[str]:
    try:
        words = shlex.split(line)
    except ValueError as fault:
        raise BadUsage(f"the command cannot be read: {fault}", "close every quote") from fault
    if not words:
        raise BadUsage("the command is empty", "give a program that reads a prompt and prints a reflection")
    return words


def _start(words: list[str]) -> "subprocess.Popen[bytes]":
    try:
        return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else fault
        raise ProposerError(
            f"{words[0]} cannot be started: {why}", "give a program that can be run"
        ) from fault


def _converse(child: "subprocess.Popen[bytes]", prompt: str, limit: int) -> bytes:
    """Write and read at once: a command may answer before it has read all. What goes beyond `limit` ends it."""
    writer = threading.Thread(target=_feed, args=(child, prompt.encode("utf-8", "replace")), daemon=True)
    writer.start()
    assert child.stdout is not None
    output = child.stdout.read(limit)
    if len(output) == limit:
        _kill(child)
    else:
        writer.join()
    return output


def _feed(child: "subprocess.Popen[bytes]", data: bytes) -> None:
    """A command that answers without reading to the end has closed the pipe: that is its right."""
    assert child.stdin is not None
    with suppress(OSError):
        child.stdin.write(data)
    with suppress(OSError):
        child.stdin.close()


def _kill(child: "subprocess.Popen[bytes]") -> None:
    """The command and all that it started: what a shell leaves behind would keep the pipe open."""
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)


def _end(child: "subprocess.Popen[bytes]") -> None:
    if child.poll() is None:
        _kill(child)
    child.wait()
    if child.stdout is not None:
        child.stdout.close()
