"""``reflectgit admit``: offer a reflection that a person or an agent wrote."""

from reflectgit.cli.answer import print_answer
from reflectgit.cli.options import (
    DryRunOption,
    JsonOption,
    ReflectionArgument,
    StoreOption,
    TerminationArgument,
    example,
    read_inputs,
)

EXAMPLES = example(
    "reflectgit admit failure.json reflection.json",
    "my-harness reflect | reflectgit admit failure.json - --dry-run",
)


def command(
    termination: TerminationArgument,
    reflection: ReflectionArgument,
    dry_run: DryRunOption = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> int:
    """Judge a reflection; keep what is earned.

    What the evidence supports becomes a lesson, in one commit. A refusal is recorded with its reason.
    A fault of form is told and nothing is recorded.
    """
    from reflectgit import pipeline
    from reflectgit.formats.inputs import read_reflection, read_termination
    from reflectgit.store import open_store

    failed, told = read_inputs(termination, reflection)
    there = open_store(store)
    answer = pipeline.admit(
        there,
        read_termination(*failed),
        read_reflection(*told),
        dry_run=dry_run,
    )
    return print_answer(answer, there, as_json)
