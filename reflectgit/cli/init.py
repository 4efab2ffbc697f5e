"""``reflectgit init``: make a store."""

from pathlib import Path
from typing import Annotated

import typer

from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.cli.terminal import paint, put, put_json, visible

EXAMPLES = example("reflectgit init", "reflectgit init lessons-of-my-agent")


def command(
    directory: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="The folder of the store; without it, this one.")
    ] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make a store of lessons.

    DIR may be a repository, a folder of one, or new. What is already there is left as it is. The policy
    (reflectgit.toml) explains every threshold.
    """
    from reflectgit.policy import render_policy
    from reflectgit.store import init_store

    where = directory or store or Path()
    made = init_store(where, render_policy())
    if as_json:
        return put_json({"store": str(where), "commit": made.commit, "paths": list(made.paths)})
    state = "New store" if made.paths else "Already a store"
    put(f"{paint(state, 'bold')}: {visible(str(where.resolve()))}, commit {made.commit[:12]}")
    for path in made.paths:
        put(f"  {visible(path)}")
    put("Next: reflectgit admit TERMINATION REFLECTION, or see the whole loop with: reflectgit demo")
    return None
