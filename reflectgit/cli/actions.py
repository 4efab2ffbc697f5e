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
    "withdraw": "withdrawn",
    "contest": "contested",
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


def print_ruled(actions: "Sequence[Done]", as_json: bool, nothing: str, said: str) -> None:
    """Print what came of a person's word: `said` begins the headline, and the commit of the word comes first."""
    if as_json or not actions:
        return print_actions(actions, as_json, nothing)
    with after("it is done and recorded", "See it with: reflectgit log LESSON"):
        return show_ruled(actions, said)


def action_members(actions: "Sequence[Done]") -> list[dict[str, object]]:
    """The actions as docs/commands.md lists their members for ``--json``."""
    from msgspec import to_builtins

    members: list[dict[str, object]] = to_builtins(list(actions))
    return [{name: text for name, text in one.items() if name != "because_of"} for one in members]


def show_actions(actions: "Sequence[Done]") -> None:
    """Print for a person what happened to which lesson, why, and in which commit."""
    put_facts(fact for action in actions for fact in _told(action))


def show_ruled(actions: "Sequence[Done]", said: str) -> None:
    """Print for a person what his word came to: a headline, the commit of the ruling, and what happened by it."""
    put(say_verdict("recorded", True, said))
    told = next((action.because_of for action in actions if action.because_of), None)
    put_facts([("ruling", f"commit {told[:12]}" if told else "")])
    show_actions(actions)


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
        "withdraw": "the ledger makes it no more: the lesson before it ended otherwise",
        "contest": "another lesson says the opposite: its confidence is held at the lowest",
        "redflag": "what it may claim as its confidence has changed",
    }
    held_on = {
        "demote": f"{level} now: what it holds in place of was hurt too often; it begins again, at home",
        "narrow": "its scope leaves out what speaks against the one in whose place it holds",
        "mend": "it is brought to what the ledger says of it",
    }
    return (held_on.get(action.action) if not by else None) or said.get(action.action) or retired_because(by)
