"""What happened, in its order: the one form that every source of evidence is read into, and failures are told from.

A test run, a change and a thing said: a file of JUnit results, a transcript of an agent and the flight recorder say no
more than these. `assemble` makes failure terminations of them (build spec 3.1).
"""

from collections.abc import Iterator
from typing import BinaryIO, Literal, Protocol

from msgspec import Struct

from reflectgit.facts.model import TestOutcome

#: What came of a run: "unknown" where the source does not say (a log without an exit code).
Ended = Literal["passed", "failed", "unknown"]


class Event(Struct, frozen=True, kw_only=True):
    """One thing that happened; `where` is its place in the source (``session.jsonl:81``), for people."""

    where: str


class Case(Struct, frozen=True, kw_only=True):
    """One test of a run whose source keeps its tests apart (JUnit, the plugin).

    `class_` and `message` are the failure's as the source has them, "" where it has none; `output` is what it printed.
    `file` as the source names it.
    """

    name: str
    outcome: TestOutcome
    file: str = ""
    class_: str = ""
    message: str = ""
    output: str = ""


class Ran(Event, frozen=True, kw_only=True):
    """A program ran. `output` is what it printed, escapes and secrets included; `cases` its tests, where told apart."""

    command: str = ""
    output: str = ""
    exit_code: int | None = None
    ended: Ended = "unknown"
    cases: tuple[Case, ...] = ()


class Changed(Event, frozen=True, kw_only=True):
    """Files changed; `diff` is unified, or what comes nearest to it."""

    diff: str


class Said(Event, frozen=True, kw_only=True):
    """Somebody (an agent, a person) said something: of what was to be done ("plan") or of what went wrong."""

    text: str
    kind: Literal["plan", "diagnosis"] = "plan"


class Asked(Event, frozen=True, kw_only=True):
    """What was asked for: the task in the words of whoever set it."""

    text: str


class Trouble(Event, frozen=True, kw_only=True):
    """A part of the source that could not be read, and why; reading goes on behind it."""

    message: str


class Importer(Protocol):
    """One format of evidence. Others add theirs by an entry point of the group ``reflectgit.importers``."""

    #: As `collect --format` names it.
    name: str

    def recognises(self, head: bytes, filename: str) -> bool:
        """Whether a file that begins with these bytes (at most 64 KiB) is of this format. Never raises."""

    def read(self, stream: BinaryIO, where: str) -> Iterator[Event]:
        """The events of the file, in their order; what cannot be read is a `Trouble`. Bounded memory; never raises
        but for a stream that cannot be read (OSError)."""
