"""How a lesson stands today, in the words that every command uses for it."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reflectgit.model import Lesson

_FAILURE = re.compile(r"f-[0-9a-f]{16}")


def state_of(lesson: "Lesson") -> str:
    """``superseded`` where another lesson took its place, ``retired`` where none did, "" where it holds today."""
    if lesson.superseded_by is None:
        return ""
    return "superseded" if is_lesson(lesson.superseded_by) else "retired"


def is_lesson(by: str) -> bool:
    """Whether `superseded_by` names a lesson; else it says what retired it: a failure, outcomes or a person."""
    return ":" not in by and not is_failure(by)


def is_failure(by: str) -> bool:
    """Whether `superseded_by` names a failure."""
    return _FAILURE.fullmatch(by) is not None


def retired_because(by: str) -> str:
    """Why a lesson is retired, by the literal or the lesson that stands in `superseded_by`."""
    kind, _, words = by.partition(":")
    if kind == "outcomes":
        return f"it hurt {words} times, and is given to no task from now on"
    if kind == "person":
        return f"in the words of a person: {words}"
    if is_failure(by):
        return f"the failure {by} speaks against it, and no narrower scope avoids that"
    return f"{by} takes its place"
