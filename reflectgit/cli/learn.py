"""``reflectgit learn``: the whole loop, with the one step in which a model may run."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from reflectgit.cli.answer import print_answer
from reflectgit.cli.options import (
    DryRunOption,
    JsonOption,
    StoreOption,
    TerminationArgument,
    check_within,
    example,
    open_there,
    read_answer,
    read_failure,
    read_inputs,
)
from reflectgit.cli.terminal import cut, one_line, put_error, without_secrets
from reflectgit.errors import BadInput, BadUsage

if TYPE_CHECKING:
    from reflectgit.model import Reflection

_SHOWN_LINES = 10
_SHOWN_COLUMNS = 200
EXAMPLES = example(
    "reflectgit learn failure.json --reflection reflection.json",
    "reflectgit learn failure.json --llm-cmd 'my-model --temperature 0'",
)


def command(
    termination: TerminationArgument,
    reflection: Annotated[
        str | None,
        typer.Option("--reflection", metavar="FILE", help="What was answered: JSON or YAML, a file or -."),
    ] = None,
    llm_cmd: Annotated[
        str | None,
        typer.Option(
            "--llm-cmd",
            metavar="CMD",
            help="Run once, without a shell (for one: sh -c '...'): gets the prompt on stdin, prints the "
            "reflection. When it leaves with a failing exit code nothing is recorded.",
        ),
    ] = None,
    dry_run: DryRunOption = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> int:
    """Ask for a reflection, judge, keep.

    The whole loop: collect the evidence, ask once, judge what was answered, keep what is earned.

    Ask with --reflection or --llm-cmd, one of them. An answer with faults of form is recorded as a violation
    and decides the failure; its beginning is shown on standard error and not kept. A file that holds no
    reflection at all is bad input, and decides nothing.
    REFLECT=15reflect (the default) is this gate; REFLECT=introspect belongs to the A/B harness.
    """
    from reflectgit import admission
    from reflectgit.proposers.command import command as command_proposer

    _require_gate(os.environ.get("REFLECT") or "15reflect")
    if (reflection is None) == (llm_cmd is None):
        raise BadUsage(
            "learn takes --reflection FILE or --llm-cmd CMD, and exactly one of them",
            "Say who proposes: --reflection answer.json, or --llm-cmd 'my-model --json'",
        )
    names = [name for name in (termination, reflection) if name is not None]
    failed, *told = read_inputs(*names)
    ask = _Heard(read_answer(told[0]) if told else command_proposer(llm_cmd or ""))
    there = open_there(store)
    check_within(there, failed, *told)
    ended = read_failure(failed)
    answer = admission.learn(there, ended, ask, dry_run=dry_run)
    if answer.decision == "violation" and ask.heard is not None:
        _show_heard(ask.heard)
    return print_answer(answer, there, ended, as_json, _told(ask.heard))


class _Heard:
    """A proposer that is overheard."""

    def __init__(self, proposer: Callable[[str], str]) -> None:
        self._proposer = proposer
        self.heard: str | None = None

    def __call__(self, prompt: str) -> str:
        self.heard = self._proposer(prompt)
        return self.heard


def _show_heard(text: str) -> None:
    """The beginning of an answer that is no reflection: it is kept nowhere, and somebody has to find out why.

    Secrets are looked for in the whole of it, since a key block is none line by line.
    """
    lines = without_secrets(text).strip().splitlines()
    put_error(f"reflectgit: note: the answer, {len(text)} characters, begins with:")
    for line in lines[:_SHOWN_LINES]:
        put_error(f"  | {cut(one_line(line), _SHOWN_COLUMNS)}")
    if len(lines) > _SHOWN_LINES:
        put_error(f"  | ... {len(lines) - _SHOWN_LINES} more lines")


def _told(heard: str | None) -> "Reflection | None":
    """The answer, where it is a reflection."""
    from reflectgit.formats.inputs import parse_model_output

    try:
        return parse_model_output(heard, "the answer") if heard is not None else None
    except BadInput:
        return None


def _require_gate(profile: str) -> None:
    if profile == "15reflect":
        return
    if profile == "introspect":
        raise BadUsage(
            "REFLECT=introspect writes only into stores of the A/B harness, and this is none",
            "Unset REFLECT, or say REFLECT=15reflect, to go through the gate",
        )
    raise BadUsage(f"REFLECT is {profile!r}", "Say REFLECT=15reflect or REFLECT=introspect, or unset it")
