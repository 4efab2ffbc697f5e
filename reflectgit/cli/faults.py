"""The one place that turns an exception into a line on standard error and an exit code.

docs/exit-codes.md says which.
"""

import os
import re
import traceback
from collections.abc import Callable
from contextlib import suppress

import typer
from typer.exceptions import TyperException

from reflectgit.cli.terminal import PIPE_CLOSED, Unprintable, flush, put_error, put_json, without_secrets
from reflectgit.errors import BadUsage, ReflectgitError, StoreError

INTERRUPTED = 130
#: What every command takes, and the program itself does not.
_OF_COMMANDS = re.compile(r"No such option: '?(--store|--json)\b")
_REPORT = "This is a bug: please report it with the output of the same command under REFLECTGIT_DEBUG=1"


def guarded(call: Callable[[], int | None], as_json: bool) -> int:
    """Run a command; give the exit code, whatever happened. Never a traceback, unless asked for by name.

    `as_json` tells that the caller reads standard output with a program: it gets the error there as well.
    """
    try:
        return _run(call, as_json)
    except typer.Exit as done:
        return done.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (
        SystemExit
    ) as done:  # by a signal, 128 and its number; typer leaves so when a pipe is closed on its help texts
        return done.code if isinstance(done.code, int) and done.code > 128 else PIPE_CLOSED


def _run(call: Callable[[], int | None], as_json: bool) -> int:
    try:
        code = call() or 0
        flush()
        return code
    except (typer.Exit, typer.Abort):
        raise
    except Exception as exc:  # noqa: BLE001 - the last place where a bug can still be told politely
        fault = as_fault(exc)
    return tell(fault, as_json)


def as_fault(exc: BaseException) -> ReflectgitError:
    """The exception as an expected fault; what nobody expected is a bug, and says so."""
    if isinstance(exc, ReflectgitError):
        return exc
    if isinstance(exc, TyperException):
        return _usage(exc)
    if os.environ.get("REFLECTGIT_DEBUG"):
        traceback.print_exception(exc)
    if isinstance(exc, ImportError) and (named := os.environ.get("GIT_PYTHON_GIT_EXECUTABLE")):
        return StoreError(  # GitPython tries it when it is imported, and gives up
            f"GIT_PYTHON_GIT_EXECUTABLE is {named}, which does not run as git",
            "Unset it: reflectgit runs the git on PATH",
        )
    if isinstance(exc, OSError) and exc.strerror:
        where = f"{exc.filename}: " if exc.filename else ""
        return StoreError(
            f"{where}{exc.strerror}", "Make room or give access, and say it again", code="os_error"
        )
    return StoreError(f"{type(exc).__name__}: {exc}", _REPORT, code="bug")


def _usage(exc: TyperException) -> ReflectgitError:
    context = getattr(exc, "ctx", None)
    command = context.command_path if context else "reflectgit"
    message = " ".join(exc.format_message().split()).rstrip(".")
    option = _OF_COMMANDS.search(message) if context is not None and context.parent is None else None
    if option:
        like = {"--store": "--store DIR", "--json": "--json"}[option[1]]
        return BadUsage(message, f"{option[1]} goes after the command: reflectgit list {like}")
    return BadUsage(message, f"Say {command} --help to see how it is called")


def tell(fault: ReflectgitError, as_json: bool) -> int:
    """Say what is wrong and what mends it; give the exit code."""
    put_error(f"reflectgit: error: {fault.message}")
    if fault.hint:
        put_error(f"reflectgit: hint: {fault.hint}")
    with suppress(Unprintable):  # standard error has it, and the exit code stands
        if as_json:
            message, hint = without_secrets(fault.message), without_secrets(fault.hint)
            put_json({"error": {"code": fault.code, "message": message, "hint": hint}})
        flush()
    return fault.exit_code
