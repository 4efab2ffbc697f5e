"""``reflectgit init``: make a store."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reflectgit.cli.options import JsonOption, example
from reflectgit.cli.terminal import after, paint, put, put_error, put_json, visible

if TYPE_CHECKING:
    from reflectgit.store.change import Committed

EXAMPLES = example("reflectgit init", "reflectgit init lessons-of-my-agent")


def command(
    directory: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="The folder of the store; without it, this one.")
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store", metavar="DIR", envvar="REFLECTGIT_STORE", help="The same, where no DIR is given."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Make a store of lessons.

    DIR may be a repository, a folder of one, or new; outside a repository one is made. What is already there
    is left as it is. The policy (reflectgit.toml) explains every threshold.
    """
    from reflectgit.policy import render_policy
    from reflectgit.store import init_store

    where = directory or store or Path()
    had_git = (where / ".git").exists()
    made = init_store(where, render_policy())
    around = _around(where.resolve())
    if made.paths and around:
        put_error(f"reflectgit: note: {around} is a store already; this makes one of its own inside it")
    with after("the store is made" if made.paths else "", "See it with: git show --stat"):
        if as_json:
            return put_json({"store": str(where), "commit": made.commit, "paths": list(made.paths)})
        return _show(made, where.resolve(), made_git=not had_git and (where / ".git").exists())


def _around(folder: Path) -> Path | None:
    """The nearest store that the folder lies in."""
    from reflectgit.store.layout import POLICY_FILE

    return next((each for each in folder.parents if (each / POLICY_FILE).is_file()), None)


def _show(made: "Committed", folder: Path, made_git: bool) -> None:
    state = "New store" if made.paths else "Already a store"
    beside = ", in a new git repository" if made_git else ""
    put(f"{paint(state, 'bold')}: {visible(str(folder))}{beside}, commit {made.commit[:12]}")
    for path in made.paths:
        put(f"  {visible(path)}")
    put("Next: reflectgit admit TERMINATION REFLECTION, or see the whole loop with: reflectgit demo")
    put(
        "Two files to begin with: reflectgit schema termination --example, reflectgit schema reflection --example"
    )
