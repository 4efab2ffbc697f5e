"""What several commands take: the store, ``--json``, and files that may be standard input."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from reflectgit.errors import BadInput, BadUsage

StoreOption = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="DIR",
        envvar="REFLECTGIT_STORE",
        help="The store; without it, the nearest one upward from here.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer with one JSON object.")]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Decide and show, but write nothing.")]
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
