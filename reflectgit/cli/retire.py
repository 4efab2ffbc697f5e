"""``reflectgit retire``: a person takes a lesson out of use."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from reflectgit.cli.actions import print_actions, print_ruled
from reflectgit.cli.meant import failure_meant, lessons_meant, words_given
from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.cli.states import is_lesson, retired_because
from reflectgit.cli.terminal import sentence
from reflectgit.errors import BadInput, BadUsage

if TYPE_CHECKING:
    from reflectgit.store import Store

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
    it, or a person's words. Exactly one of the three. Of a lesson that was worded anew or narrowed, name the one that
    holds today.
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
    line = _line(there, name)
    if len(line) > 1:
        return print_actions([], as_json, _passed(line))
    actions = upkeep.retire(
        there,
        name,
        counterexample=None if counterexample is None else failure_meant(there, counterexample),
        superseded_by=next(iter(replacing), None),
        because=words,
    )
    return print_ruled(actions, as_json, _passed(line), "the lesson is out of use")


def _line(there: "Store", name: str) -> list[tuple[str, str | None]]:
    """The lesson and, one after the other, the successors in which it lives on; of each what superseded it."""
    from reflectgit.store.index import Index

    line: list[tuple[str, str | None]] = []
    with Index.open(there).at(there.snapshot()) as view:
        row = view.lesson(name)
        while row is not None and row.id not in dict(line):
            by = row.value.superseded_by
            line.append((row.id, by))
            after = view.lesson(by) if by is not None and is_lesson(by) else None
            row = after if after is not None and after.value.supersedes == row.id else None
    return line


def _passed(line: Sequence[tuple[str, str | None]]) -> str:
    """What to say of the lesson where nothing follows.

    Raises:
        BadInput: a successor holds in its place. That one was not named, and would be retired with it.
    """
    (name, by), (last, ended) = line[0], line[-1]
    if by is None:
        return f"{name} stands as it did."
    if ended is None:
        raise BadInput(
            f"{name} was superseded before, and {last} holds in its place",
            f"It is given to no task as it is. To retire the one that holds: reflectgit retire {last}",
        )
    if len(line) > 1 or is_lesson(by):
        gone = f", which was retired: {retired_because(ended)}" if len(line) > 1 else ""
        return f"{name} was superseded before by {sentence(by + gone)}"
    return f"{name} was retired before: {sentence(retired_because(by))}"
