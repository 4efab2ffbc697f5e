"""The program `reflectgit`: its commands put together, and the way out of it.

Nothing but typer is imported here and at the top of the command modules; what a command needs, it imports
when it is called (a cold ``reflectgit list`` must not pay for GitPython or ruamel.yaml).
"""

import sys
from typing import Annotated

import typer

from reflectgit import __version__
from reflectgit.cli import (
    ab,
    admit,
    amend,
    approve,
    check,
    collect,
    counterexample,
    demo,
    draft,
    explain,
    init,
    learn,
    lint,
    log,
    pending,
    record,
    refuse,
    retire,
    retrieve,
    schema,
    show,
    signature,
    sweep,
    watch,
)
from reflectgit.cli import list as listing
from reflectgit.cli.faults import guarded
from reflectgit.cli.terminal import put

app = typer.Typer(
    name="reflectgit",
    help="Lessons that a coding agent earned from its failures, in git, behind a deterministic gate.",
    epilog="Start with: reflectgit demo",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

#: In the order in which a newcomer meets them: see it, make a store, get evidence, judge, use, read, review, keep up.
_COMMANDS = (
    *(demo, init),
    *(watch, pending, draft, collect, signature),
    *(lint, admit, learn),
    *(retrieve, record),
    *(listing, show, log, explain),
    *(approve, refuse),
    *(amend, counterexample, retire, sweep),
    *(check, schema),
)
#: What the list of commands says where the first line of a command's own help is too long for it.
_SHORT = {"draft": "Print a failure's evidence and an empty reflection."}
for _module in _COMMANDS:
    _name = _module.__name__.rpartition(".")[2]
    app.command(
        _name,
        epilog=_module.EXAMPLES,
        short_help=_SHORT.get(_name),
        context_settings=getattr(_module, "SETTINGS", None),
    )(_module.command)
app.add_typer(ab.app, name="ab")


def _print_version(wanted: bool) -> None:
    if wanted:
        put(f"reflectgit {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def run(arguments: list[str] | None = None) -> int:
    """Run the program with these arguments (default: the process's); give its exit code, never raise."""
    given = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    return guarded(
        lambda: app(given, prog_name="reflectgit", standalone_mode=False), as_json="--json" in given
    )
