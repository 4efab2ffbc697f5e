"""``reflectgit approve``: a person lets a lesson in that waits."""

from typing import Annotated

import typer

from reflectgit.cli.meant import words_given
from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.cli.reviewed import print_reviewed
from reflectgit.cli.waiting import review_meant

EXAMPLES = example(
    "reflectgit approve f-0123456789abcdef",
    'reflectgit approve rstrip-takes --statement "Take endings off with removesuffix, never with rstrip."',
)


def command(
    lesson: Annotated[
        str,
        typer.Argument(
            metavar="FAILURE_OR_LESSON", help="The lesson that waits: its id, its failure's, or a label."
        ),
    ],
    statement: Annotated[
        str | None,
        typer.Option("--statement", metavar="TEXT", help="The lesson in your words; its id stays."),
    ] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> int:
    """Approve a lesson that waits.

    It is judged once more, on what the store holds today, and then goes to the checked-out branch; its own branch is
    deleted. Words that a reviewer committed on that branch are taken. See what waits: reflectgit list --pending.
    """
    from reflectgit import review

    words = None if statement is None else words_given("--statement", statement)
    there, name = review_meant(store, lesson)
    return print_reviewed(review.approve(there, name, statement=words), as_json)
