"""What has to be read so that the fold gives one lesson as the whole ledger gives it.

The closure of a lesson id is the smallest set of ids with: the id; for an id in it,

* what its lesson supersedes, and what was admitted in its place;
* every lesson that was admitted on the same failure, or with one of the same wordings;
* every lesson that a ruling about it names, and that a ruling names beside it (`lesson_id`, `other`, `successor`);
* its successor by rule, and those that rulings word.

All decisions, outcomes and rulings of these ids together are what concerns the lesson, and with them the held
candidates that the decisions bear out: those name no lesson, so they lead no further. Lessons that were merely applied
to one task are no kin, and a ruling that retires another lesson in favour of this one says nothing about it.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from reflectgit.model import DecidedTermination, OutcomeEvent, Ruling
from reflectgit.policy import Policy
from reflectgit.stages.fold import survey
from reflectgit.stages.fold_ledger import statement_of


class Lookup(Protocol):
    """What the closure asks a store. Every answer may hold more than was asked for, never less."""

    def decided(self, lesson_id: str) -> Iterable[DecidedTermination]:
        """The decisions that admit the lesson, are merged into it, or supersede it."""
        ...

    def of_failure(self, failure_id: str) -> Iterable[DecidedTermination]:
        """The decisions on one failure."""
        ...

    def held(self, failure_id: str) -> Iterable[DecidedTermination]:
        """The decisions on one failure that left its candidate unattached."""
        ...

    def saying(self, statement: str) -> Iterable[DecidedTermination]:
        """The admissions of lessons that have, or had, exactly this wording."""
        ...

    def outcomes(self, lesson_id: str) -> Iterable[OutcomeEvent]:
        """The events in which the lesson was applied."""
        ...

    def rulings(self, lesson_id: str) -> Iterable[Ruling]:
        """The rulings about the lesson, and those that name it as the other one."""
        ...

    def supersedes(self, lesson_id: str) -> str | None:
        """What the lesson's file says that it supersedes; None without a file. Leads from a successor by rule up."""
        ...


class Concern(NamedTuple):
    """All that the ledger holds on a closure, as `fold` takes it, and the ids of the closure."""

    terminations: list[DecidedTermination]
    outcomes: list[OutcomeEvent]
    rulings: list[Ruling]
    ids: set[str]


def concerning(
    lesson_ids: Iterable[str],
    look: Lookup,
    policy: Policy,
    *more: DecidedTermination,
    ruled: Iterable[Ruling] = (),
) -> Concern:
    """All that concerns the lessons.

    Args:
        lesson_ids: the lessons that are wanted.
        look: the store.
        policy: today's.
        more: decisions that are about to be added; what they name is wanted too.
        ruled: rulings that are about to be added, likewise.
    """
    found = Concern(list(more), [], list(ruled), set())
    waiting = {*lesson_ids, *(name for one in more for name in _named_by(one, look))}
    waiting |= {name for ruling in found.rulings for name in _named_in(ruling, look)}
    while waiting:
        for name in sorted(waiting):
            found.ids.add(name)
            waiting |= set(_kin(name, look, found))
        waiting = (waiting | survey(*found[:3], policy).ids) - found.ids
    joined = {failure for one in found.terminations for failure in one.decision.joins}
    found.terminations.extend(one for failure in sorted(joined) for one in look.held(failure))
    return found


def _kin(name: str, look: Lookup, found: Concern) -> Iterator[str]:
    """Take in what is known of one lesson; the ids that it leads to."""
    decisions, rulings = list(look.decided(name)), list(look.rulings(name))
    found.terminations.extend(decisions)
    found.outcomes.extend(look.outcomes(name))
    found.rulings.extend(rulings)
    for one in decisions:
        yield from _named_by(one, look)
    for ruling in rulings:
        yield from _named_in(ruling, look)
    yield from filter(None, [look.supersedes(name)])


def _named_in(ruling: Ruling, look: Lookup) -> Iterator[str]:
    yield from filter(None, (ruling.lesson_id, ruling.other, ruling.successor))
    if ruling.op == "approve" and ruling.text:
        yield from _admitted(look.saying(ruling.text))


def _named_by(one: DecidedTermination, look: Lookup) -> Iterator[str]:
    yield from filter(None, (one.decision.lesson_id, one.decision.supersedes))
    if one.decision.decision == "admitted":
        yield from _admitted(look.of_failure(one.evidence_record.failure_id))
        yield from _admitted(look.saying(statement_of(one)))


def _admitted(decisions: Iterable[DecidedTermination]) -> Iterator[str]:
    for one in decisions:
        if one.decision.decision == "admitted" and one.decision.lesson_id:
            yield one.decision.lesson_id
