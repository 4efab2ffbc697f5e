"""``reflectgit list``: the lessons of a store, or what was decided on its failures."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.cli.reading import open_view
from reflectgit.cli.states import state_of
from reflectgit.cli.terminal import entries, paint, put, put_json
from reflectgit.cli.waiting import list_pending
from reflectgit.errors import BadUsage

if TYPE_CHECKING:
    from reflectgit.model import Lesson
    from reflectgit.store.index import Row, View
    from reflectgit.store.index_rows import Recorded

EXAMPLES = example("reflectgit list", "reflectgit list --all --json", "reflectgit list --failures")
_NONE = "No lessons yet. Offer one: reflectgit admit TERMINATION REFLECTION"
_NONE_TODAY = "No lesson holds today. Those that did: reflectgit list --all"
_HEADER = ("ID", "LEVEL", "CONF", "HELPED", "STATEMENT")
_DECIDED = ("FAILURE", "DECISION", "REASON", "LABEL", "CLASS AT SITE")


def command(
    everything: Annotated[bool, typer.Option("--all", help="Superseded and retired lessons too.")] = False,
    pending: Annotated[bool, typer.Option("--pending", help="The lessons that wait for approval.")] = False,
    failures: Annotated[
        bool, typer.Option("--failures", help="The decided failures instead, refusals among them.")
    ] = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the lessons that hold today.

    With the confidence in each, and how often it helped (+) and hurt (-). On a terminal statements are cut
    to its width; in a pipe they are whole. With --failures, what was decided on each failure, and as what it
    was refused; explain tells why.
    """
    if pending and (everything or failures):
        raise BadUsage("--pending lists by itself", "Leave --all and --failures out")
    if pending:
        return list_pending(store, as_json)
    if everything and failures:
        raise BadUsage("--all is of lessons, and --failures lists none", "Leave one of the two out")
    return _list_failures(store, as_json) if failures else _list_lessons(store, everything, as_json)


def _list_lessons(store: Path | None, everything: bool, as_json: bool) -> None:
    view = open_view(store)
    rows = [row for row in view.lessons() if everything or row.value.superseded_by is None]
    if as_json:
        return put_json({"lessons": [_members(row) for row in rows]})
    if not rows:
        return put(_NONE if not view.lessons() else _NONE_TODAY)
    head, *lessons = entries([_line(row.id, row.value) for row in rows], _HEADER)
    _put_entry(head, "bold")
    for row, lines in zip(rows, lessons, strict=True):
        _put_entry(lines, *(() if row.value.superseded_by is None else ("dim",)))
    return None


def _put_entry(lines: list[str], *colours: str) -> None:
    for line in lines:
        put(paint(line, *colours) if colours else line)


def _members(row: "Row[Lesson]") -> dict[str, Any]:
    lesson = row.value
    shown = ("type", "statement", "scope", "confidence")
    counted = ("times_applied", "times_helped", "times_hurt", "superseded_by")
    return {"id": row.id, "path": row.path} | {name: getattr(lesson, name) for name in (*shown, *counted)}


def _line(name: str, lesson: "Lesson") -> tuple[str, ...]:
    state = state_of(lesson)
    level = f"{lesson.type}, {state}" if state else lesson.type
    outcomes = f"+{lesson.times_helped}/-{lesson.times_hurt}"
    return name, level, f"{lesson.confidence:g}", outcomes, lesson.statement


def _list_failures(store: Path | None, as_json: bool) -> None:
    view = open_view(store)
    rows = view.terminations()
    if as_json:
        return put_json({"failures": [_failure_members(row) for row in rows]})
    if not rows:
        return put("No failure was decided yet. Offer one: reflectgit admit TERMINATION REFLECTION")
    for number, lines in enumerate(entries([_failure_line(row.value, view) for row in rows], _DECIDED)):
        _put_entry(lines, *(() if number else ("bold",)))
    return None


def _failure_members(row: "Row[Recorded]") -> dict[str, Any]:
    told = row.value
    decided = ("decision", "rejected_reason", "grade", "lesson_id")
    return {
        "failure_id": told.failure_id,
        "label": told.label,
        **{name: getattr(told.decision, name) for name in decided},
        "class": told.failure.class_,
        "site": told.failure.site,
        "path": row.path,
    }


def _failure_line(told: "Recorded", view: "View") -> tuple[str, ...]:
    from reflectgit.pending import settling

    decision, failure = told.decision, told.failure
    ruling = (
        settling(view, decision.lesson_id) if decision.decision == "admitted" and decision.lesson_id else None
    )
    word = "refused by a person" if ruling is not None and ruling.op == "refuse" else decision.decision
    where = f"{failure.class_} at {failure.site}" if failure.site else failure.class_
    return told.failure_id, word, decision.rejected_reason or "-", told.label or "-", where
