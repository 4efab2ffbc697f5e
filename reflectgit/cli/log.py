"""``reflectgit log``: the life of a lesson."""

from typing import Annotated

import typer

from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.cli.reading import lesson_id, open_view
from reflectgit.cli.terminal import put, put_error, put_json, table

EXAMPLES = example("reflectgit log parse-dates-with-their-zone-1a2b3c4d", "reflectgit log parse-dates")


def command(
    lesson: Annotated[
        str, typer.Argument(metavar="LESSON", help="The id of a lesson, or the beginning of one.")
    ],
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell the life of a lesson.

    Oldest first: each commit that made, moved or changed it, and why.
    """
    from msgspec import to_builtins

    from reflectgit.store import history, open_store

    name = lesson_id(open_view(store), lesson)
    there = open_store(store)
    events = history.events(there, name)
    if history.is_cut(there):
        put_error("reflectgit: note: this clone is shallow, so older events may be missing")
    if as_json:
        return put_json({"events": [to_builtins(event) for event in events]})
    rows = [(event.time, event.commit[:12], event.op, event.reason, event.summary) for event in events]
    for line in table(rows):
        put(line)
    return None
