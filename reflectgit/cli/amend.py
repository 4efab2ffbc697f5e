"""``reflectgit amend``: a lesson in better words, judged again."""

from typing import TYPE_CHECKING, Annotated

import typer

from reflectgit.cli.actions import action_members, show_ruled
from reflectgit.cli.answer import say_verdict
from reflectgit.cli.meant import lessons_meant, words_given
from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.cli.reasons import Refusal, explained
from reflectgit.cli.terminal import after, prose, put, put_json

if TYPE_CHECKING:
    from reflectgit.upkeep import Amended

EXAMPLES = example(
    'reflectgit amend rstrip-takes --statement "Take endings off with removesuffix, never with rstrip."'
    ' --because "shorter"'
)
_LEADS_AWAY = Refusal(
    "the wording leads to something that the evidence does not know (an address, a command, a path)",
    "Leave addresses out, and commands and paths that the evidence of the lesson does not know.",
)

_EARNS_LESS = Refusal(
    "on the evidence of the lesson the new wording earns a lower grade than the old one",
    "Keep to what the story behind the lesson tells of, and to the things that it names.",
)
_NOT_BORNE = Refusal(
    "by the rules of today the evidence behind the lesson does not carry it",
    "Bring new evidence: a new failure, with a reflection on it.",
)


def command(
    lesson: Annotated[
        str, typer.Argument(metavar="LESSON", help="The id of a lesson, or the beginning of one.")
    ],
    statement: Annotated[
        str, typer.Option("--statement", metavar="TEXT", help="The lesson in its new words.")
    ],
    because: Annotated[str, typer.Option("--because", metavar="WHY", help="Why they are better.")],
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> int:
    """Word a lesson anew.

    The new wording is judged as any candidate's. What passes is a successor with the same evidence and counters at
    zero; the old lesson is superseded by it. A refusal is told and changes nothing.
    """
    from reflectgit import upkeep

    words, why = words_given("--statement", statement), words_given("--because", because)
    there, (name,) = lessons_meant(store, [lesson])
    amended = upkeep.amend(there, name, statement=words, because=why)
    done = "worded anew and recorded" if any(action.commit for action in amended.actions) else ""
    with after(done, f"See it with: reflectgit log {name}"):
        if as_json:
            put_json(_members(amended))
        else:
            _show(amended)
    return 1 if amended.successor is None else 0


def _members(amended: "Amended") -> dict[str, object]:
    return {
        "successor": amended.successor,
        "reason": amended.reason,
        "actions": action_members(amended.actions),
    }


def _show(amended: "Amended") -> None:
    if amended.reason is not None:
        refusal = _refusal(amended.reason)
        put(say_verdict("refused", False, f"{amended.reason}: {refusal.why}"))
        put()
        put(prose(f"What would hold: {refusal.remedy}", indent="  "))
        return put(prose("Nothing was recorded: word it otherwise and try again.", indent="  "))
    return show_ruled(amended.actions, "the new wording passes, and takes the place of the old one")


def _refusal(reason: str) -> Refusal:
    if reason == "speculative":
        return _LEADS_AWAY
    if reason == "thin_evidence":
        return _EARNS_LESS
    return explained(reason, (), None, "C") if reason in ("shallow", "too_vague") else _NOT_BORNE
