"""``reflectgit refuse``: a person keeps a lesson out that waits."""

from typing import Annotated

import typer

from reflectgit.cli.meant import words_given
from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.cli.reviewed import print_reviewed
from reflectgit.cli.waiting import review_meant

EXAMPLES = example('reflectgit refuse f-0123456789abcdef --because "true, and known to everybody here"')


def command(
    lesson: Annotated[
        str,
        typer.Argument(
            metavar="FAILURE_OR_LESSON", help="The lesson that waits: its id, its failure's, or a label."
        ),
    ],
    because: Annotated[str, typer.Option("--because", metavar="WHY", help="Why it is kept out, in words.")],
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> int:
    """Refuse a lesson that waits.

    The refusal is recorded on the checked-out branch, and the branch of the lesson is deleted. The failure stays
    decided: only a new failure, or new evidence, brings such a lesson back.
    """
    from reflectgit import review

    why = words_given("--because", because)
    there, name = review_meant(store, lesson)
    return print_reviewed(review.refuse(there, name, because=why), as_json)
