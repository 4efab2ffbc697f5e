"""What can go wrong, and what each fault does to the exit code.

A refusal of the gate is an answer, not an error: it is returned as a value. An exception here means that a
question could not be answered. Each class knows its exit code (docs/exit-codes.md); one place in the command
line uses it.
"""

from typing import ClassVar


class ReflectgitError(Exception):
    """An expected fault: one line that says what is wrong, and one that says what mends it.

    Attributes:
        message: what is wrong, on one line, with file and line where they are known.
        hint: what to do about it, on one line; may be empty.
        code: a stable word for programs, printed with ``--json``.
        exit_code: the exit code of the process.
    """

    exit_code: ClassVar[int] = 3
    default_code: ClassVar[str] = "error"

    def __init__(self, message: str, hint: str = "", *, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code or self.default_code


class BadInput(ReflectgitError):
    """The input is not what it has to be: nothing was recorded (exit 2)."""

    exit_code = 2
    default_code = "bad_input"


class BadUsage(ReflectgitError):
    """The command was called in a way that cannot be meant (exit 2)."""

    exit_code = 2
    default_code = "bad_usage"


class NotFound(ReflectgitError):
    """What was asked for is not in the store (exit 1)."""

    exit_code = 1
    default_code = "not_found"


class StoreError(ReflectgitError):
    """The store or git could not do it; the store is as it was before (exit 3)."""

    exit_code = 3
    default_code = "store_error"
