"""``reflectgit counterexample``: a failure that speaks against a lesson, with no reflection of its own."""

from typing import Annotated

import typer

from reflectgit.cli.actions import print_ruled
from reflectgit.cli.meant import lessons_meant, tell_past, words_given
from reflectgit.cli.options import (
    JsonOption,
    StoreOption,
    TerminationArgument,
    check_within,
    example,
    read_failure,
    read_inputs,
)

EXAMPLES = example(
    "reflectgit counterexample rstrip-takes failure.json",
    'reflectgit counterexample rstrip-takes failure.json --because "it did what the lesson says, and broke"',
)


def command(
    lesson: Annotated[
        str, typer.Argument(metavar="LESSON", help="The id of a lesson, or the beginning of one.")
    ],
    termination: TerminationArgument,
    because: Annotated[
        str | None, typer.Option("--because", metavar="WHY", help="How it speaks against it, in words.")
    ] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Hold a failure against a lesson.

    Where something tells the failure from those behind the lesson, the lesson's scope is narrowed so that it is left
    out. Where nothing does, the lesson is retired. The failure is recorded with its evidence.
    """
    from reflectgit import upkeep

    (source,) = read_inputs(termination)
    words = None if because is None else words_given("--because", because)
    there, (name,) = lessons_meant(store, [lesson])
    check_within(there, source)
    tell_past(there, name, "the failure speaks against it too")
    actions = upkeep.counterexample(there, name, read_failure(source), because=words)
    nothing = f"{name} stands as it did: the failure was known, or no longer matters."
    print_ruled(actions, as_json, nothing, "the failure speaks against the lesson")
