"""``reflectgit list``: the lessons of a store."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.cli.reading import open_view
from reflectgit.cli.terminal import paint, put, put_json, table

if TYPE_CHECKING:
    from reflectgit.model import Lesson
    from reflectgit.store.index import Row

EXAMPLES = example("reflectgit list", "reflectgit list --all --json")
_HEADER = ("ID", "LEVEL", "CONF", "HELPED", "STATEMENT")


def command(
    everything: Annotated[bool, typer.Option("--all", help="Superseded and retired lessons too.")] = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the lessons that hold today.

    With the confidence in each, and how often it helped (+) and hurt (-). On a terminal statements are cut
    to its width; in a pipe they are whole.
    """
    rows = [row for row in open_view(store).lessons() if everything or row.value.superseded_by is None]
    if as_json:
        return put_json({"lessons": [_members(row) for row in rows]})
    if not rows:
        return put("No lessons yet. Offer one: reflectgit admit TERMINATION REFLECTION")
    head, *lines = table([_line(row.id, row.value) for row in rows], _HEADER)
    put(paint(head, "bold"))
    for row, line in zip(rows, lines, strict=True):
        put(line if row.value.superseded_by is None else paint(line, "dim"))
    return None


def _members(row: "Row[Lesson]") -> dict[str, Any]:
    lesson = row.value
    shown = ("type", "statement", "scope", "confidence")
    counted = ("times_applied", "times_helped", "times_hurt", "superseded_by")
    return {"id": row.id, "path": row.path} | {name: getattr(lesson, name) for name in (*shown, *counted)}


def _line(name: str, lesson: "Lesson") -> tuple[str, ...]:
    level = lesson.type if lesson.superseded_by is None else f"{lesson.type}, superseded"
    outcomes = f"+{lesson.times_helped}/-{lesson.times_hurt}"
    return name, level, f"{lesson.confidence:g}", outcomes, lesson.statement
