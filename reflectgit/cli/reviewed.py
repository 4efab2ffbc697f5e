"""What `approve` and `refuse` answer, for a person or as JSON."""

from typing import TYPE_CHECKING

from reflectgit.cli.answer import put_facts, say_verdict
from reflectgit.cli.claims import print_checks
from reflectgit.cli.terminal import after, prose, put, put_json

if TYPE_CHECKING:
    from reflectgit.review import Reviewed


def print_reviewed(answer: "Reviewed", as_json: bool) -> int:
    """Print the answer; give its exit code: 1 where the gate of today, or an earlier ruling, says otherwise."""
    with after(
        "ruled and recorded" if answer.commit else "", f"See it with: reflectgit log {answer.lesson_id}"
    ):
        if as_json:
            put_json(review_answer(answer))
        else:
            _show(answer)
    return 1 if answer.already_settled or answer.decision == "rejected" else 0


def review_answer(answer: "Reviewed") -> dict[str, object]:
    """The members as docs/review.md lists them for ``--json``."""
    from msgspec import to_builtins

    members: dict[str, object] = to_builtins(answer)
    return {name: member for name, member in members.items() if name not in ("already_settled", "checks")}


def _show(answer: "Reviewed") -> None:
    word = f"already {answer.decision}" if answer.already_settled else answer.decision
    good = answer.decision != "rejected" and not answer.already_settled
    put(say_verdict(word, good, _in_short(answer)))
    put()
    put(prose(answer.statement, indent="  "))
    put()
    failing = [check for check in answer.checks if check.verdict != "supported"]
    print_checks(failing)
    put_facts(
        [
            ("lesson", answer.lesson_id),
            ("replaced by" if answer.decision == "approved" else "one with", answer.into or ""),
            ("file", answer.path or ""),
            ("branch", _branch(answer)),
            ("commit", _commit(answer)),
            ("failure", answer.failure_id),
        ]
    )


def _in_short(answer: "Reviewed") -> str:
    if answer.decision == "rejected":
        return f"by the rules of today: {answer.reason}. Nothing was recorded, and it waits on."
    if answer.decision == "refused":
        stands = ", and that stands: a new failure may bring it back" if answer.already_settled else ""
        return f"{answer.reason}{stands}"
    if answer.already_settled:
        return "and among the lessons. To take it out: reflectgit retire"
    if answer.decision == "merged":
        return "another lesson says the same by now; its words stay, and this failure stands behind it"
    return "it is among the lessons, and will be retrieved"


def _branch(answer: "Reviewed") -> str:
    if answer.branch is None:
        return ""
    stays = "it holds more than the lesson, or is checked out" if answer.recorded else "it waits there"
    return f"{answer.branch} ({stays})"


def _commit(answer: "Reviewed") -> str:
    if answer.commit:
        return answer.commit[:12]
    return "none: it was settled before" if answer.recorded else "none: nothing was recorded"
