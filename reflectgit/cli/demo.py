"""``reflectgit demo``: the whole loop, really run, in a temporary store."""

from pathlib import Path
from typing import Annotated

import typer

from reflectgit.cli.options import example

EXAMPLES = example("reflectgit demo", "reflectgit demo --keep demo-store")


def command(
    keep: Annotated[
        Path | None,
        typer.Option("--keep", metavar="DIR", help="Keep all files in this folder, which is new."),
    ] = None,
) -> int:
    """See the whole loop, really run.

    Fail, repair, reflect, judge, learn: four small projects, and what becomes of a reflection on each. Runs
    tests that really fail. Needs no network, no key and no store; takes a few seconds.
    """
    from reflectgit.cli.narrator import Narrator
    from reflectgit.demo import run

    return 0 if run(Narrator(), keep) else 1
