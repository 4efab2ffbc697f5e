"""``reflectgit explain``: why a failure's reflection was decided as it was, claim by claim."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from reflectgit.cli.answer import put_facts, red_flag, say_verdict
from reflectgit.cli.claims import print_checks
from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.cli.reading import check_readable, failure_name, failures_named, only, open_both
from reflectgit.cli.reasons import GRADES, Refusal, explained
from reflectgit.cli.terminal import prose, put, put_error, put_json
from reflectgit.cli.waiting import review_fact, review_members
from reflectgit.errors import NotFound

if TYPE_CHECKING:
    from reflectgit.model import Decision
    from reflectgit.policy import Policy
    from reflectgit.store.index import Row, View
    from reflectgit.store.index_rows import Recorded

EXAMPLES = example("reflectgit explain f-0123456789abcdef", "reflectgit explain my-label")


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
    from reflectgit.admission import policy_at

    there, view = open_both(store)
    rows = _find(view, failure_name(failure))
    if as_json:
        if len(rows) > 1:
            put_error(f"reflectgit: note: {len(rows)} decisions stand (made apart); this is {rows[0].path}")
        return put_json(_members(rows[0]) | review_members(there, view, rows[0].value.decision))
    policy = policy_at(there.snapshot())
    for row in rows:
        review = review_fact(there, view, row.value.decision, row.value.failure_id)
        _show(row, policy, review)
    return None


def _find(view: "View", name: str) -> list["Row[Recorded]"]:
    """The decided terminations of the one failure that is meant."""
    meant = failures_named(view, name)
    if not meant and name.startswith("f-"):
        check_readable(view, "termination", name)
    if not meant and view.lessons_beginning(name):
        raise NotFound(f"{name} is a lesson and no failure", f"See it with: reflectgit show {name}")
    if not meant:
        raise NotFound(
            f"no decided failure {name} in this store", "See what there is: reflectgit list --failures"
        )
    return view.terminations(failure_id=only(name, meant))


def _members(row: "Row[Recorded]") -> dict[str, Any]:
    from msgspec import to_builtins

    told = row.value
    decision: dict[str, Any] = to_builtins(told.decision)
    named = {"failure_id": told.failure_id, "label": told.label, "signature": told.signature.signature}
    return {**named, "path": row.path, **decision}


def _show(row: "Row[Recorded]", policy: "Policy", review: str) -> None:
    decision = row.value.decision
    refusal = _refusal(decision, policy)
    why = f"{decision.rejected_reason}: {refusal.why}" if refusal else decision.violation or ""
    put(say_verdict(decision.decision, decision.decision in ("admitted", "merged"), why))
    put_facts([*_facts(row, policy), ("review", review)])
    if decision.checks:
        put()
        print_checks(decision.checks, _kept(decision))
    if refusal:
        put()
        put(prose(f"What would hold: {refusal.remedy}", indent="  "))


def _facts(row: "Row[Recorded]", policy: "Policy") -> list[tuple[str, str]]:
    told, decision = row.value, row.value.decision
    label = f" ({told.label})" if told.label else ""
    site = told.failure.site or "no known site"
    stage = decision.stages.lifecycle
    return [
        ("failure", f"{told.failure_id}{label}: {told.failure.class_} at {site}"),
        ("message", told.failure.message),
        ("task", f"{told.task.id} in {told.task.repo}"),
        ("lesson", decision.lesson_id or ""),
        (
            "grade",
            f"{decision.grade}, {GRADES[decision.grade]}" if decision.lesson_id and decision.grade else "",
        ),
        ("red flag", red_flag(policy) if stage is not None and stage.red_flag_class else ""),
        ("file", row.path),
    ]


def _refusal(decision: "Decision", policy: "Policy") -> Refusal | None:
    if decision.rejected_reason is None:
        return None
    return explained(decision.rejected_reason, decision.checks, decision.grade, policy.gate.admit_at)


def _kept(decision: "Decision") -> dict[str, str]:
    """The causal claims by their names, where the reflection was kept."""
    claims = decision.reflection.claims() if decision.reflection else {}
    return {str(name): text for name, text in claims.items()}
