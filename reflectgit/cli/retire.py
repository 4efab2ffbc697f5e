"""``reflectgit retire``: a person takes a lesson out of use."""

from typing import Annotated

import typer

from reflectgit.cli.actions import print_actions
from reflectgit.cli.meant import failure_meant, lessons_meant, words_given
from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.errors import BadUsage

EXAMPLES = example(
    'reflectgit retire rstrip-takes --because "the library now does this itself"',
    "reflectgit retire rstrip-takes --superseded-by use-removesuffix",
    "reflectgit retire rstrip-takes --counterexample f-0123456789abcdef",
)


def command(
    lesson: Annotated[
        str, typer.Argument(metavar="LESSON", help="The id of a lesson, or the beginning of one.")
    ],
    counterexample: Annotated[
        str | None,
        typer.Option("--counterexample", metavar="FAILURE_ID", help="A decided failure that refutes it."),
    ] = None,
    superseded_by: Annotated[
        str | None, typer.Option("--superseded-by", metavar="LESSON", help="The lesson that replaces it.")
    ] = None,
    because: Annotated[
        str | None, typer.Option("--because", metavar="WHY", help="Any other reason, in words.")
    ] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Retire a lesson.

    It is never retrieved again. Its file stays, and says why: a failure that refutes it, the lesson that replaces
    it, or a person's words. Exactly one of the three.
    """
    from reflectgit import upkeep

    if [counterexample, superseded_by, because].count(None) != 2:
        raise BadUsage(
            "exactly one reason is needed",
            "Say --counterexample FAILURE_ID, --superseded-by LESSON or --because WHY",
        )
    words = None if because is None else words_given("--because", because)
    there, (name, *replacing) = lessons_meant(
        store, [lesson, *([superseded_by] if superseded_by is not None else [])]
    )
    actions = upkeep.retire(
        there,
        name,
        counterexample=None if counterexample is None else failure_meant(there, counterexample),
        superseded_by=next(iter(replacing), None),
        because=words,
    )
    print_actions(actions, as_json, f"{name} stands as it did: it was superseded before.")
