"""``reflectgit learn``: the whole loop, with the one step in which a model may run."""

import os
from collections.abc import Callable
from typing import Annotated

import typer

from reflectgit.cli.answer import print_answer
from reflectgit.cli.options import (
    DryRunOption,
    JsonOption,
    StoreOption,
    TerminationArgument,
    example,
    read_inputs,
)
from reflectgit.errors import BadInput, BadUsage

EXAMPLES = example(
    "reflectgit learn failure.json --reflection reflection.json",
    "reflectgit learn failure.json --llm-cmd 'my-model --temperature 0'",
)


def command(
    termination: TerminationArgument,
    reflection: Annotated[
        str | None, typer.Option("--reflection", metavar="FILE", help="What was answered; a file or -.")
    ] = None,
    llm_cmd: Annotated[
        str | None,
        typer.Option(
            "--llm-cmd", metavar="CMD", help="Gets the prompt on stdin, prints the reflection; run once."
        ),
    ] = None,
    dry_run: DryRunOption = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> int:
    """Ask for a reflection, judge, keep.

    The whole loop: collect the evidence, ask once, judge what was answered, keep what is earned.

    Ask with --reflection or --llm-cmd, one of them. An answer that is not a reflection is recorded as a
    violation. REFLECT=15reflect (the default) is this gate; REFLECT=introspect belongs to the A/B harness.
    """
    from reflectgit import admission
    from reflectgit.formats.inputs import read_termination
    from reflectgit.proposers.command import command as command_proposer
    from reflectgit.store import open_store

    _require_gate(os.environ.get("REFLECT") or "15reflect")
    if (reflection is None) == (llm_cmd is None):
        raise BadUsage("learn takes --reflection FILE or --llm-cmd CMD, and exactly one of them")
    names = [name for name in (termination, reflection) if name is not None]
    failed, *told = read_inputs(*names)
    propose = _told(*told[0]) if told else command_proposer(llm_cmd or "")
    there = open_store(store)
    answer = admission.learn(there, read_termination(*failed), propose, dry_run=dry_run)
    return print_answer(answer, there, as_json)


def _require_gate(profile: str) -> None:
    if profile == "15reflect":
        return
    if profile == "introspect":
        raise BadUsage(
            "REFLECT=introspect writes only into stores of the A/B harness, and this is none",
            "Unset REFLECT, or say REFLECT=15reflect, to go through the gate",
        )
    raise BadUsage(f"REFLECT is {profile!r}", "Say REFLECT=15reflect or REFLECT=introspect, or unset it")


def _told(answer: bytes, where: str) -> Callable[[str], str]:
    try:
        text = answer.decode("utf-8")
    except UnicodeDecodeError as exc:
        raise BadInput(f"{where}: not UTF-8 at byte {exc.start}", "Save the file as UTF-8") from None
    return lambda prompt: text
