"""``reflectgit log``: the life of a lesson."""

from typing import Annotated

import typer

from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.cli.reading import lesson_id, open_both
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

    Newest first: each operation on it, its commit and why. An edit by hand is no operation: see git log.
    """
    from msgspec import to_builtins

    from reflectgit.store import history

    there, view = open_both(store)
    name = lesson_id(view, lesson, waiting=True)
    events = history.events(there, name)
    row = view.lesson(name)
    before = row.value.supersedes if row else None
    is_cut = history.is_cut(there)
    if is_cut:
        put_error("reflectgit: note: this clone is shallow, so older events may be missing")
    if as_json:
        members = {"events": [to_builtins(event) for event in events], "history_cut": is_cut}
        return put_json(members | {"supersedes": before})
    rows = [
        (event.time, event.commit[:12], event.op, _why(event.reason, name), event.summary) for event in events
    ]
    for line in table(rows):
        put(line)
    if before:
        put(f"before that: {before}, whose place it took (reflectgit log {before})")
    return None


def _why(reason: str, name: str) -> str:
    """The reason as the lesson sees it: a commit that makes it of another one tells what became of that one."""
    return reason.removesuffix(name) + "this one" if reason.endswith(f" as {name}") else reason
