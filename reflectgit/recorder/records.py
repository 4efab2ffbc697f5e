"""What the recorder keeps: a run that matters, and a failure from its first run to its end. No clock times."""

import shlex
from collections.abc import Sequence
from typing import Literal

from msgspec import field

from reflectgit.model import Failure, Value
from reflectgit.recorder.state import State
from reflectgit.sources.events import Ended

#: Where a failure stands: it still fails, it ended and waits for a reflection, or it passed and nothing had changed.
Standing = Literal["open", "resolved", "escalated", "unexplained"]


class Run(Value, frozen=True, kw_only=True):
    """One run, and what the work tree held at its end. Secrets are gone from every text.

    `root` is the top of the work tree as its output names it; `command` is program and arguments, `folder` where it
    ran, from the top; `patch` what the work tree holds beside its commit, as a diff; `worktree` which of the
    repository's work trees, "" for the main one.
    """

    root: str
    command: list[str]
    folder: str
    exit_code: int
    ended: Ended
    output: str
    facts: list[dict[str, object]]
    environment: dict[str, str]
    worktree: str
    state: State
    patch: str


class Attempt(Value, frozen=True, kw_only=True):
    """A run in which the failure was seen: `since` is what had changed since the attempt before, as a diff (since the
    commit, for the first one)."""

    run: str
    since: str


class Showing(Value, frozen=True, kw_only=True):
    """A command that showed a failure: the folder in which it ran, from the top, program and arguments, how many tests
    it ran, and how many of them failed; 0 where it does not count them."""

    folder: str
    command: list[str]
    tests: int
    failed: int


class Told(Value, frozen=True, kw_only=True):
    """What the caller says of the task and the work: what is not known is empty."""

    task: str = ""
    repo: str = ""
    description: str = ""
    plan: str = ""
    diagnosis: str = ""


class Failed(Value, frozen=True, kw_only=True):
    """One failure. `tests` failed in its last attempt, and of them `failing` have not passed since.

    `shown` are the commands that showed it, each as it last did. `first` and `last` count runs. Of an ended one,
    `repair` is the diff from the last attempt to the run that passed, `rerun` what that run printed, `reason` why it
    was given up.
    """

    id: str
    label: str
    signature: str
    failure: Failure
    language: str
    tests: list[str]
    failing: list[str]
    shown: list[Showing]
    worktree: str
    attempts: list[Attempt]
    told: Told
    first: int
    last: int
    standing: Standing = "open"
    repair: str = ""
    rerun: str = ""
    rerun_folder: str = ""
    rerun_command: list[str] = field(default_factory=list)
    rerun_code: int = 0
    reason: str = ""


def line_of(folder: str, command: Sequence[str]) -> str:
    """The command line that runs a command in a folder, from the top of the work tree."""
    return (f"cd {shlex.quote(folder)} && " if folder else "") + shlex.join(command)
