"""``reflectgit explain``: why a failure's reflection was decided as it was, on one screen."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from reflectgit.cli.answer import put_facts, say_verdict
from reflectgit.cli.claims import WOULD_HAVE_HELD, print_checks, print_what_now, says_what_would_hold
from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.cli.reading import (
    check_readable,
    failure_name,
    failures_named,
    living,
    only,
    open_both,
    waiting_named,
)
from reflectgit.cli.reasons import Refusal, explained
from reflectgit.cli.relations import facts
from reflectgit.cli.terminal import prose, put, put_error, put_json
from reflectgit.cli.waiting import review_fact, review_members
from reflectgit.errors import NotFound

if TYPE_CHECKING:
    from reflectgit.model import Decision, EvidenceRecord
    from reflectgit.policy import Policy
    from reflectgit.store.index import Row, View
    from reflectgit.store.index_rows import Recorded

EXAMPLES = example(
    "reflectgit explain f-0123456789abcdef",
    "reflectgit explain my-label",
    "reflectgit explain parse-dates-with-their-zone-1a2b3c4d",
)


def command(
    failure: Annotated[
        str,
        typer.Argument(
            metavar="FAILURE_ID", help="A failure's id, the beginning of one, its label, or a lesson's id."
        ),
    ],
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Explain a decision, claim by claim.

    Of each claim: what it cites, what was compared with what, what was found, missing or said otherwise, and what
    would have held it. Of a lesson, the decision that founded it. With --json everything, uncut.
    """
    from reflectgit.admission import policy_at

    there, view = open_both(store)
    rows = _find(view, failure_name(failure))
    if as_json:
        if len(rows) > 1:
            put_error(f"reflectgit: note: {len(rows)} decisions stand (made apart); this is {rows[0].path}")
        return put_json(_members(rows[0]) | review_members(there, view, rows[0].value.decision))
    policy = policy_at(there.snapshot())
    for number, row in enumerate(rows):
        if number:
            put()
        review = review_fact(there, view, row.value.decision, row.value.failure_id)
        _show(row, view, policy, review)
    return None


def _find(view: "View", name: str) -> list["Row[Recorded]"]:
    """The decided terminations of the one failure that is meant; of a lesson, the one that founded it."""
    meant = failures_named(view, name)
    if not meant and name.startswith("f-"):
        check_readable(view, "termination", name)
    if not meant and (lessons := view.lessons_beginning(name) or waiting_named(view, name)):
        lesson = only(name, living(view, lessons))
        rows = _founding(view, lesson)
        put_error(f"reflectgit: note: {lesson} is a lesson; this is the failure that founded it")
        return rows
    if not meant:
        raise NotFound(
            f"no decided failure {name} in this store", "See what there is: reflectgit list --failures"
        )
    return view.terminations(failure_id=only(name, meant))


def _founding(view: "View", lesson: str) -> list["Row[Recorded]"]:
    """The decision that founded the lesson, or the one that it is a successor of.

    Raises:
        NotFound: the ledger does not have it.
    """
    seen, at = {lesson}, lesson
    while not (rows := view.founding(at)):
        row = view.lesson(at)
        at = (row.value.supersedes if row else None) or ""
        if not at or at in seen:
            raise NotFound(
                f"the decision that founded {lesson} is not in the ledger", "See: reflectgit check"
            )
        seen.add(at)
    return rows[:1]


def _members(row: "Row[Recorded]") -> dict[str, Any]:
    from msgspec import to_builtins

    told = row.value
    decision: dict[str, Any] = to_builtins(told.decision)
    named = {"failure_id": told.failure_id, "label": told.label, "signature": told.signature.signature}
    return {**named, "path": row.path, **decision}


def _show(row: "Row[Recorded]", view: "View", policy: "Policy", review: str) -> None:
    decision, record = row.value.decision, view.whole(row).evidence_record
    refusal = _refusal(decision, policy, record)
    put(say_verdict(decision.decision, decision.decision in ("admitted", "merged"), _why(decision, refusal)))
    put_facts([*facts(row, record, view, policy), ("review", review)])
    if decision.checks:
        put()
        print_checks(decision.checks, _kept(decision), record, WOULD_HAVE_HELD if refusal else "")
    if refusal and not says_what_would_hold(decision.rejected_reason or "", decision.checks, record):
        put()
        put(prose(f"{WOULD_HAVE_HELD}{refusal.remedy}", indent="  "))
    if refusal:
        print_what_now(decision.rejected_reason or "", decided=True)


def _why(decision: "Decision", refusal: Refusal | None) -> str:
    if refusal:
        return f"{decision.rejected_reason}: {refusal.why}"
    said = {
        "admitted": "a lesson of its own",
        "merged": "the same advice as a lesson that was there, whose words stay",
        "abstained": "nothing was claimed, so there was nothing to judge",
    }
    return decision.violation or said.get(decision.decision, "")


def _refusal(decision: "Decision", policy: "Policy", record: "EvidenceRecord") -> Refusal | None:
    if decision.rejected_reason is None:
        return None
    asked = policy.gate.admit_at
    return explained(decision.rejected_reason, decision.checks, decision.grade, asked, record)


def _kept(decision: "Decision") -> dict[str, str]:
    """The causal claims by their names, where the reflection was kept."""
    claims = decision.reflection.claims() if decision.reflection else {}
    return {str(name): text for name, text in claims.items()}
