"""``reflectgit explain``: why a failure's reflection was decided as it was, claim by claim."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from reflectgit.cli.answer import REASONS, print_checks, put_facts, say_verdict, what_would_hold
from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.cli.reading import failure_name, only, open_view
from reflectgit.cli.terminal import prose, put, put_error, put_json
from reflectgit.errors import NotFound

if TYPE_CHECKING:
    from reflectgit.model import Decision
    from reflectgit.store.index import Row, View
    from reflectgit.store.index_rows import Recorded

EXAMPLES = example("reflectgit explain f-0123456789abcdef", "reflectgit explain my-label")
_GRADES = {"A": "proven by running", "B": "quoted", "C": "anchored", "D": "nothing to check"}


def command(
    failure: Annotated[
        str, typer.Argument(metavar="FAILURE_ID", help="A failure's id, the beginning of one, or its label.")
    ],
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Explain a decision, claim by claim.

    Of each claim: what it cites, what was compared with what, and what was found, missing or said otherwise.
    """
    view = open_view(store)
    rows = _find(view, failure_name(failure))
    if as_json:
        if len(rows) > 1:
            put_error(f"reflectgit: note: {len(rows)} decisions stand (made apart); this is {rows[0].path}")
        return put_json(_members(rows[0]))
    for row in rows:
        _show(row)
    return None


def _find(view: "View", name: str) -> list["Row[Recorded]"]:
    """The decided terminations of the one failure that is meant."""
    labelled = {row.value.failure_id for row in view.terminations(label=name)}
    meant = sorted(labelled) or view.failures_beginning(name)
    if not meant:
        raise NotFound(f"no decided failure {name} in this store", "Take an id from: reflectgit show LESSON")
    return view.terminations(failure_id=only(name, meant))


def _members(row: "Row[Recorded]") -> dict[str, Any]:
    from msgspec import to_builtins

    told = row.value
    decision: dict[str, Any] = to_builtins(told.decision)
    named = {"failure_id": told.failure_id, "label": told.label, "signature": told.signature.signature}
    return {**named, "path": row.path, **decision}


def _show(row: "Row[Recorded]") -> None:
    told, decision = row.value, row.value.decision
    label = f" ({told.label})" if told.label else ""
    put(say_verdict(decision.decision, decision.decision in ("admitted", "merged"), _why(decision)))
    facts = [
        (
            "failure",
            f"{told.failure_id}{label}: {told.failure.class_} at {told.failure.site or 'no known site'}",
        ),
        ("message", told.failure.message),
        ("task", f"{told.task.id} in {told.task.repo}"),
        ("lesson", decision.lesson_id or ""),
        (
            "grade",
            f"{decision.grade}, {_GRADES[decision.grade]}" if decision.lesson_id and decision.grade else "",
        ),
        ("file", row.path),
    ]
    put_facts((name, text) for name, text in facts if text)
    if decision.checks:
        put()
        print_checks(decision.checks, _kept(decision))
    if decision.rejected_reason:
        put()
        put(prose(what_would_hold(decision.rejected_reason, decision.checks), indent="  "))


def _kept(decision: "Decision") -> dict[str, str]:
    """The causal claims by their names, where the reflection was kept."""
    claims = decision.reflection.claims() if decision.reflection else {}
    return {str(name): text for name, text in claims.items()}


def _why(decision: "Decision") -> str:
    if decision.rejected_reason:
        return f"{decision.rejected_reason}: {REASONS[decision.rejected_reason][0]}"
    return decision.violation or ""
