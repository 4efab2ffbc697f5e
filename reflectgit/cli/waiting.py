"""What the commands say of lessons that wait for a person's approval: which is meant, where it stands, all of them."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from reflectgit.cli.reading import failures_named, lesson_id, only, open_both, waiting_named
from reflectgit.cli.terminal import entries, paint, put, put_json
from reflectgit.errors import NotFound

if TYPE_CHECKING:
    from reflectgit.model import Decision
    from reflectgit.store import Store
    from reflectgit.store.index import Row, View
    from reflectgit.store.index_rows import Recorded

_HEADER = ("FAILURE", "GRADE", "BRANCH", "STATEMENT")


def review_meant(store: Path | None, text: str) -> tuple["Store", str]:
    """The store, and the id of the one lesson that is meant: by its id or the beginning of it, or by its failure.

    Raises:
        BadInput, BadUsage, NotFound: as `reading.lesson_id`; NotFound too where the failure has no lesson to review.
    """
    there, view = open_both(store)
    with view:
        if view.founding(text):
            return there, text
        if failures := failures_named(view, text):
            return there, _of_failure(view, only(text, failures))
        return there, only(text, waiting_named(view, text) or [lesson_id(view, text)])


def _of_failure(view: "View", failure: str) -> str:
    from reflectgit.pending import admitted_for, waits

    found = admitted_for(view, failure)
    if not found:
        decided = ", ".join(row.value.decision.decision for row in view.terminations(failure_id=failure))
        raise NotFound(
            f"{failure} has no lesson to review: it was decided {decided}",
            "See what waits: reflectgit list --pending",
        )
    return only(failure, [name for name in found if waits(view, name)] or found)


def review_members(there: "Store", view: "View", decision: "Decision") -> dict[str, Any]:
    """The member `review` of a decision whose lesson a person was asked about; nothing where nobody was."""
    from reflectgit.admission import policy_at
    from reflectgit.pending import settling, state

    what = state(view, policy_at(there.snapshot()), decision)
    if what is None:
        return {}
    ruling = settling(view, decision.lesson_id or "")
    said = {"into": ruling.other, "because": ruling.because} if ruling else {"into": None, "because": None}
    return {"review": {"state": what, **said}}


def review_fact(there: "Store", view: "View", decision: "Decision", failure: str) -> str:
    """The same in words."""
    members = review_members(there, view, decision).get("review")
    if members is None:
        return ""
    words = {
        "waiting": f"waits for a person: reflectgit approve {failure}, or refuse",
        "approved": "approved by a person",
        "merged": f"approved by a person, as one with {members['into']}",
        "refused": f"refused by a person: {members['because']}",
    }
    return words[members["state"]]


def list_pending(store: Path | None, as_json: bool) -> None:
    """Print the lessons that wait."""
    from reflectgit.admission import policy_at
    from reflectgit.pending import branches_of, waiting

    there, view = open_both(store)
    rows = waiting(view, policy_at(there.snapshot()))
    told = [_members(row, bool(branches_of(there, row.value.failure_id))) for row in rows]
    if as_json:
        return put_json({"pending": told})
    if not told:
        return put("No lesson waits for approval.")
    lines = entries([_line(one) for one in told], _HEADER)
    for number, entry in enumerate(lines):
        for line in entry:
            put(line if number else paint(line, "bold"))
    return None


def _members(row: "Row[Recorded]", is_there: bool) -> dict[str, Any]:
    from reflectgit.pending import branch_name

    told, decision = row.value, row.value.decision
    stage = decision.stages.calibration
    return {
        "failure_id": told.failure_id,
        "label": told.label,
        "lesson_id": decision.lesson_id,
        "statement": stage.calibrated_lesson if stage else "",
        "grade": decision.grade,
        "branch": branch_name(told.failure_id) if is_there else None,
    }


def _line(one: dict[str, Any]) -> tuple[str, ...]:
    return one["failure_id"], one["grade"] or "-", one["branch"] or "missing: sweep", one["statement"]
