"""What became of lessons: lifecycle actions in words, and as JSON.

An action tells no reason of its own; it is read off what superseded the lesson. The commit has it in full.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from reflectgit.cli.answer import put_facts, say_verdict
from reflectgit.cli.states import retired_because
from reflectgit.cli.terminal import after, put, put_json

if TYPE_CHECKING:
    from reflectgit.upkeep import Done

_VERBS = {
    "approve": "approved",
    "promote": "promoted",
    "demote": "demoted",
    "retire": "retired",
    "narrow": "narrowed",
    "amend": "worded anew",
    "settle": "settled",
    "merge": "merged",
    "mend": "mended",
    "redflag": "red flag",
}


def print_actions(actions: "Sequence[Done]", as_json: bool, nothing: str, opening: str = "") -> None:
    """Print what happened; `nothing` says what holds where no lesson changed, `opening` is a line before the rest."""
    done = "it is done and recorded" if any(action.commit for action in actions) else ""
    with after(done, "See it with: reflectgit log LESSON"):
        if as_json:
            return put_json({"actions": action_members(actions)})
        if not actions:
            return put(say_verdict("nothing follows", True, nothing))
        if opening:
            put(opening)
        return show_actions(actions)


def action_members(actions: "Sequence[Done]") -> list[dict[str, object]]:
    """The actions as docs/commands.md lists their members for ``--json``."""
    from msgspec import to_builtins

    members: list[dict[str, object]] = to_builtins(list(actions))
    return members


def show_actions(actions: "Sequence[Done]") -> None:
    """Print for a person what happened to which lesson, why, and in which commit."""
    put_facts(fact for action in actions for fact in _told(action))


def _told(action: "Done") -> Iterator[tuple[str, str]]:
    yield _VERBS.get(action.action, action.action), action.lesson_id
    yield "", _why(action)
    if action.commit:
        yield "", f"commit {action.commit[:12]}"


def _why(action: "Done") -> str:
    by, level = action.superseded_by or "", action.level.replace("_", "-")
    said = {
        "approve": "a person merged its branch, and the ruling that it lacked is written",
        "promote": f"{level} now: it helped in enough repositories beside its own, and its scope widens",
        "demote": f"it hurt too often at {level}; {by} begins again in its place, episodic and at home",
        "narrow": f"{by} takes its place: the same advice, in a scope without the counterexamples",
        "amend": f"{by} takes its place, in the new words",
        "settle": f"{by} says the opposite and did better, so it takes its place",
        "merge": f"{by} says the same, and the two are one lesson",
        "mend": "its file said something else than the ledger",
        "redflag": "what it may claim as its confidence has changed",
    }
    return said.get(action.action) or retired_because(by)
