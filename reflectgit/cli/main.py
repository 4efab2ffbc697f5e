"""The way in and out: what an interrupt could meet outside the program itself is quiet as well.

The program is imported where an interrupt is caught; and when its answer is given, an interrupt comes too late.
"""

import signal

_INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> int:
    """Run the program with these arguments (default: the process's); give its exit code, never raise."""
    try:
        from reflectgit.cli.program import run
    except KeyboardInterrupt:  # nothing was begun, so nothing has to be taken back
        return _INTERRUPTED
    code = run(arguments)
    if arguments is None:  # the process ends with this call: its last children are closed in peace
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return code
