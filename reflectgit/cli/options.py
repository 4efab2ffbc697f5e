"""What several commands take: the store, ``--json``, and files that may be standard input."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reflectgit.cli.terminal import put_error
from reflectgit.errors import BadInput, BadUsage, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from reflectgit.model import Reflection, Termination
    from reflectgit.store import Store

StoreOption = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="DIR",
        envvar="REFLECTGIT_STORE",
        help="The store; without it, the nearest one upward from here.",
    ),
]
#: Of a command that works without one, and takes the option because every command does.
UnusedStoreOption = Annotated[
    Path | None,
    typer.Option(
        "--store", metavar="DIR", envvar="REFLECTGIT_STORE", help="Not needed here, and not touched."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer with one JSON object.")]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Decide and show, but write nothing.")]
RepoOption = Annotated[
    str, typer.Option("--repo", metavar="OWNER/NAME", help="The repository; else as its remote says.")
]
DescriptionOption = Annotated[str, typer.Option("--description", metavar="TEXT", help="What was asked for.")]
TerminationArgument = Annotated[
    str, typer.Argument(metavar="TERMINATION", help="The failure that ended: JSON or YAML, a file or -.")
]
ReflectionArgument = Annotated[
    str, typer.Argument(metavar="REFLECTION", help="The candidate explanation: JSON or YAML, a file or -.")
]


def example(*lines: str) -> str:
    """The end of a command's help: one or more lines to try. The mark keeps them from being folded."""
    return "\n\n".join(["Examples:", "\b\n" + "\n".join(f"  {line}" for line in lines)])


def read_inputs(*names: str) -> list[tuple[bytes, str]]:
    """Of each file its bytes and what to call it in messages; ``-`` is standard input.

    Raises:
        BadUsage: two of them are ``-``.
        BadInput: one cannot be read, or is too large.
    """
    from reflectgit.formats.read import read_source

    if names.count("-") > 1:
        raise BadUsage("only one input can be - (standard input)", "Give the other one as a file")
    if "-" in names and sys.stdin is None:
        raise BadInput("standard input is closed", "Name a file in place of -")
    return [read_source(name) for name in names]


def open_there(store: Path | None) -> "Store":
    """The store that is meant (`StoreOption`).

    Raises:
        StoreError: there is none; where there is not even a repository, the folder is named.
    """
    from reflectgit.store import open_store

    try:
        return open_store(store)
    except StoreError as fault:
        if fault.code != "no_repository":
            raise
        folder = store or Path(os.environ.get("REFLECTGIT_STORE") or ".")
        raise StoreError(f"{folder.resolve()}: no store here or above", fault.hint, code=fault.code) from None


def tell_branchless(there: "Store", commit: str | None) -> None:
    """Note on standard error that a commit just made is on no branch, where HEAD is detached."""
    if commit and there.read_head().ref == "HEAD":
        put_error(
            f"reflectgit: note: HEAD is detached, so commit {commit[:12]} is on no branch: git switch -c NAME keeps it"
        )


def check_within(there: "Store", *sources: tuple[bytes, str]) -> None:
    """Hold inputs against the largest size that the committed policy of the store allows.

    Raises:
        BadInput: one is larger.
    """
    from reflectgit.admission import policy_at
    from reflectgit.formats.read import within

    limit = policy_at(there.snapshot()).bounds.max_input_bytes
    for data, where in sources:
        within(data, where, limit)


def typed(text: str) -> str:
    """Words of the command line: UTF-8 where the locale could not decode them. A path stays as it is."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return os.fsencode(text).decode("utf-8", "replace")
    return text


def read_failure(source: tuple[bytes, str]) -> "Termination":
    """The failure that ended, of its bytes and name.

    Raises:
        BadInput: it is none; where it is a reflection, that is said.
    """
    from reflectgit.formats.inputs import read_termination

    try:
        return read_termination(*source)
    except BadInput as fault:
        raise _taken_for("candidate_lesson", "a reflection", source, fault) from None


def read_story(source: tuple[bytes, str]) -> "Reflection":
    """The reflection, of its bytes and name.

    Raises:
        BadInput: it is none; where it is a failure that ended, that is said.
    """
    from reflectgit.formats.inputs import read_reflection

    try:
        return read_reflection(*source)
    except BadInput as fault:
        raise _taken_for("traces", "a termination", source, fault) from None


def read_answer(source: tuple[bytes, str]) -> "Callable[[str], str]":
    """A proposer that gives the recorded answer, of its bytes and name.

    Raises:
        BadInput: it holds no reflection; where it is a failure that ended, that is said.
    """
    from reflectgit.proposers.recorded import recorded

    try:
        return recorded(*source)
    except BadInput as fault:
        raise _taken_for("traces", "a termination", source, fault) from None


def _taken_for(member: str, what: str, source: tuple[bytes, str], fault: BadInput) -> BadInput:
    """The fault; with another hint where the file holds `member`, which only the other input has."""
    from reflectgit.formats.read import load

    try:
        value = load(*source).value
    except BadInput:
        return fault
    if not isinstance(value, dict) or member not in value:
        return fault
    hint = f"This looks like {what}: are the two files swapped? First the termination, then the reflection"
    return BadInput(fault.message, hint, code=fault.code)
