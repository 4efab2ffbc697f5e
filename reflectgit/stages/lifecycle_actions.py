"""What the fold did to which lesson, told for a commit each; and the rulings that a sweep adds by rule."""

from collections.abc import Collection, Iterator, Mapping
from typing import Literal

from reflectgit.model import LEVELS, Lesson, Level, Ruling, Value
from reflectgit.policy import Policy
from reflectgit.stages.fold import Fold, Standing
from reflectgit.stages.fold_edges import Cause

ActionKind = Literal[
    "promote",
    "demote",
    "retire",
    "narrow",
    "amend",
    "settle",
    "merge",
    "contest",
    "redflag",
    "mend",
    "withdraw",
]

_KINDS: dict[Cause, ActionKind] = {
    "merged": "merge",
    "retired": "retire",
    "amended": "amend",
    "succeeded": "retire",
    "settled": "settle",
    "counterexample": "retire",
    "outcomes": "retire",
    "narrowed": "narrow",
    "demoted": "demote",
}


class Action(Value, frozen=True, kw_only=True):
    """One thing that happened to a lesson, with the reason for the commit's trailer.

    `level` is the lesson's after it; of a lesson that was superseded, `superseded_by` is by what.
    """

    lesson_id: str
    action: ActionKind
    level: Level
    superseded_by: str | None
    reason: str


def withdrawn(name: str, lesson: Lesson) -> Action:
    """A lesson that the ledger makes no more: what is told late of the one before may end that one otherwise."""
    reason = "nothing in the ledger makes it"
    return Action(lesson_id=name, action="withdraw", level=lesson.type, superseded_by=None, reason=reason)


def actions(before: Mapping[str, Lesson], after: Fold, told: Collection[str] = ()) -> list[Action]:
    """What happened between two folds, in the order of the ids of the lessons.

    To the lessons that were there before, and to those beside them of which nothing was told: what is told of a lesson
    that was worded anew also reaches the one that holds in its place.

    Args:
        before: the lessons as their files say; more of them than `after` has do no harm.
        after: the fold over a larger ledger, or over the closure of what changed.
        told: the lessons that the operation names: what else changed in their files is its own commit's to say. Where
            it names none it is about the store as a whole, and what only differs from the ledger is told elsewhere.
    """
    return [
        action
        for name, lesson in after.lessons.items()
        if name in before
        for action in (
            list(_happened(name, before[name], lesson, after.standings[name]))
            or list(_followed(name, before, after, told))
        )
    ]


def born(before: Mapping[str, Lesson], after: Fold, told: Collection[str]) -> list[Action]:
    """The lessons that come into being though nothing names them: successors by rule beside another successor."""
    named = {*told, *(lesson.superseded_by for lesson in after.lessons.values())}
    return [
        _action(name, _KINDS[cause], lesson, _reason(lesson, cause))
        for name, lesson in after.lessons.items()
        if name not in before and name not in named and lesson.supersedes in before
        if (cause := after.standings[name].cause) is not None
    ]


def _followed(
    name: str, before: Mapping[str, Lesson], after: Fold, told: Collection[str]
) -> Iterator[Action]:
    """What reached a lesson, which holds on, by way of another one."""
    was, now = before[name], after.lessons[name]
    past = [one for one in _ancestors(now, after) if one in before]
    if LEVELS.index(now.type) < LEVELS.index(was.type) and any(
        _is_hurt(before[one], after.lessons[one]) for one in past
    ):
        yield _action(name, "demote", now, f"{past[0]}, in whose place it holds, was hurt too often")
    elif now.scope != was.scope and any(
        before[one].counterexamples != after.lessons[one].counterexamples for one in past
    ):
        yield _action(
            name, "narrow", now, f"counterexamples of {past[0]}, in whose place it holds, are excluded"
        )
    elif name not in told and was.confidence != now.confidence and after.standings[name].contested:
        yield _action(name, "contest", now, "another lesson says the opposite: held at the lowest confidence")
    elif told and name not in told and _state(was) != _state(now):
        yield _action(name, "mend", now, f"what was told of {', '.join(sorted(told))} reaches it")


def _ancestors(lesson: Lesson, after: Fold) -> list[str]:
    """What the lesson supersedes, the nearest first."""
    found: list[str] = []
    at = lesson.supersedes
    while at is not None and at in after.lessons and at not in found:
        found.append(at)
        at = after.lessons[at].supersedes
    return found


def _is_hurt(before: Lesson, after: Lesson) -> bool:
    return after.times_hurt > before.times_hurt


def _state(lesson: Lesson) -> tuple[object, ...]:
    """What of a lesson decides to whom it is given, and with how much confidence."""
    return lesson.type, lesson.scope, lesson.confidence, lesson.superseded_by


def _happened(name: str, before: Lesson, after: Lesson, standing: Standing) -> Iterator[Action]:
    if LEVELS.index(after.type) > LEVELS.index(before.type):
        yield _action(name, "promote", after, f"{after.times_helped} helped, foreign repositories among them")
    if before.superseded_by != after.superseded_by and standing.cause is not None:
        yield _action(name, _KINDS[standing.cause], after, _reason(after, standing.cause))
    if standing.red_flag and before.confidence != after.confidence and after.superseded_by is None:
        held = "held at the lowest confidence" if standing.capped else "independent failures lifted the cap"
        yield _action(name, "redflag", after, held)


def _action(name: str, kind: ActionKind, after: Lesson, reason: str) -> Action:
    return Action(
        lesson_id=name,
        action=kind,
        level=after.type,
        superseded_by=after.superseded_by,
        reason=reason,
    )


def _reason(after: Lesson, cause: Cause) -> str:
    by = after.superseded_by or ""
    said: dict[Cause, str] = {
        "merged": f"one lesson with {by}",
        "retired": by.removeprefix("person:"),
        "amended": f"worded anew as {by}",
        "succeeded": f"admitted anew as {by}",
        "settled": f"contradicted by {by}, which is ahead in outcomes",
        "counterexample": f"counterexample {by}",
        "outcomes": f"{after.times_hurt} hurt at {after.type}",
        "narrowed": f"counterexamples {', '.join(after.counterexamples)} are excluded in {by}",
        "demoted": f"{after.times_hurt} hurt, begins again as {by}",
    }
    return said[cause]


def sweep_rulings(found: Fold, policy: Policy) -> list[Ruling]:
    """The rulings that outcomes call for: a contradiction in which one lesson is far enough ahead is settled.

    Ahead in helped minus hurt, by `policy.lifecycle.settle_lead`. The ruling says nothing that changes from day to day,
    so that clones that settle the same dispute write the same file.
    """
    rulings = (_settled(pair, found.lessons, policy) for pair in found.disputes)
    return [ruling for ruling in rulings if ruling is not None]


def _settled(pair: tuple[str, str], lessons: Mapping[str, Lesson], policy: Policy) -> Ruling | None:
    worth = {name: lessons[name].times_helped - lessons[name].times_hurt for name in pair}
    winner, loser = sorted(pair, key=lambda name: -worth[name])
    if worth[winner] - worth[loser] < policy.lifecycle.settle_lead:
        return None
    rule = f"settle_lead:{policy.lifecycle.settle_lead}"
    return Ruling(op="settle", lesson_id=loser, other=winner, successor=winner, rule=rule)
