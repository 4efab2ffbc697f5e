"""What a store knows that matters to one candidate, as plain values: so that judging stays a function.

Nothing here reads a store. The wiring fetches (see `Known`) and hands over; what it leaves out can only make a
candidate look new.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import groupby
from typing import NamedTuple

from msgspec import Struct

from reflectgit.identity import digest
from reflectgit.model import DecidedTermination, EvidenceRecord, Failure, Lesson, Signature, Task, Value
from reflectgit.stages import diagnosis
from reflectgit.stages.direction import NOTHING_MENDED, Mended, mended_of
from reflectgit.stages.ledger import signature_of
from reflectgit.text import scope
from reflectgit.text.diff import read_diff
from reflectgit.text.template import site_path

#: Failure classes that tell nothing of the failure: a harness gives them to whatever did not hold.
_ANY_FAILURE = re.compile(
    r"(?:.*\.)?(?:Assertion(?:Failed)?(?:Error)?|Test(?:s)?(?:Failure|Failed|Error)?|Exit(?:Code|Status)?|Failure"
    r"|Failed|Error|Exception|RuntimeError|SystemExit|CalledProcessError|Timeout|panic)",
    re.I,
)


class PastFailure(Value, frozen=True, kw_only=True):
    """A failure termination, as far as later candidates are compared with it.

    Attributes:
        items: digests of its evidence items; an extension of it has them all.
        cause: what its diagnosis says of cause and direction; "" where it tells the symptom alone.
        intended: what its plans said.
        added: the lines that its failed changes added.
        repaired: the lines that its repair and its passing run added; "" where nothing is known to have helped.
        mended: which way its repair and its diagnosis point.
    """

    failure_id: str
    task: Task
    failure: Failure
    signature: Signature
    items: frozenset[str]
    cause: str
    intended: str
    added: str
    repaired: str
    mended: Mended = NOTHING_MENDED

    @property
    def situation(self) -> scope.Situation:
        """What it says about itself, on the axes that a scope has."""
        return situation_of(self.task, self.failure)

    def extends(self, other: "PastFailure") -> bool:
        """Whether it is `other` told again, perhaps with more evidence: no independent word on anything."""
        if self.failure_id == other.failure_id:
            return True
        same = (self.task.id, self.task.repo.lower()) == (other.task.id, other.task.repo.lower())
        return same and self.signature.signature == other.signature.signature and self.items >= other.items

    def independent(self, other: "PastFailure") -> bool:
        """Whether neither is the other told again."""
        return not self.extends(other) and not other.extends(self)

    def is_like(self, other: "PastFailure") -> bool:
        """Whether it is the same class of failure: the same signature, or the same telling class and message
        elsewhere. A class that a harness gives to everything (an assertion, an exit code) has to have failed at the
        same place.
        """
        mine, theirs = self.signature, other.signature
        if mine.signature == theirs.signature:
            return True
        alike = (mine.class_, mine.template) == (theirs.class_, theirs.template)
        return alike and not _ANY_FAILURE.fullmatch(mine.class_)


class KnownLesson(Struct, frozen=True, kw_only=True, dict=True):
    """A lesson with the story that founded it and the failures behind it, the founding one first.

    `story` is the causal claims and the counterfactual of the founding reflection.
    """

    id: str
    lesson: Lesson
    story: str
    failures: tuple[PastFailure, ...]

    @property
    def live(self) -> bool:
        """Whether nothing has superseded it."""
        return self.lesson.superseded_by is None

    @cached_property
    def scope(self) -> scope.Scope:
        """Its scope, read."""
        return _scope(self.lesson.scope)

    def on(self, signature: Signature) -> bool:
        """Whether one of its failures had this signature."""
        return any(one.signature.signature == signature.signature for one in self.failures)


class Known(Struct, frozen=True, kw_only=True):
    """What a store knows near one termination and its candidate.

    For the answers to be those of an exhaustive look, it has to hold:

    * `terminations`: the decided terminations of the same signature, and those of the same class and message template
      (`PastFailure.is_like`); beside them those that a lesson of `lessons` names as its counterexamples.
    * `lessons`, live and superseded: those founded or joined by one of these terminations; and those that may give the
      same advice about another failure: of the twenty rarest stems of the candidate (statement, claims, counterfactual
      and the cause of its diagnosis) that lessons hold in the same texts, the lessons with the highest sum of idf.
      Among 382 lessons the fifty highest kept 930 of 946 pairs alike in words, and 1206 of 1298 that are alike with
      the cause told by two hands; `knowledge` takes ten.
    * `held`: those of the terminations above, and of any others, whose candidate waits unattached. What is left out
      goes on waiting.
    """

    lessons: tuple[KnownLesson, ...] = ()
    terminations: tuple[PastFailure, ...] = ()
    held: tuple["Told", ...] = ()

    def lesson(self, name: str) -> KnownLesson | None:
        """The lesson of that id."""
        return next((one for one in self.lessons if one.id == name), None)

    def live(self, signature: Signature) -> list[str]:
        """The ids of the live lessons on a signature, sorted."""
        return sorted(one.id for one in self.lessons if one.live and one.on(signature))


NOTHING_KNOWN = Known()


class Told(NamedTuple):
    """A decided termination, and what later candidates are compared with."""

    decided: DecidedTermination
    past: PastFailure


def told_of(decided: DecidedTermination) -> Told:
    """A decided termination as a later candidate sees it."""
    return Told(decided, past_of(decided))


def known_of(decided: Iterable[DecidedTermination], lessons: Mapping[str, Lesson]) -> Known:
    """Everything that terminations and the lessons folded from them say: what a small store can afford."""
    return known_from(map(told_of, decided), lessons)


def known_from(told: Iterable[Told], lessons: Mapping[str, Lesson]) -> Known:
    """The same of terminations that were read before."""
    told = _in_order(told)
    past = {one.past.failure_id: one.past for one in told}
    known = []
    for name, lesson in sorted(lessons.items()):
        founding = [
            one.decided
            for one in told
            if one.decided.decision.lesson_id == name and one.decided.decision.decision == "admitted"
        ]
        first = [one.evidence_record.failure_id for one in founding[:1]]
        rest = [
            failure for failure in lesson.derived_from.failures if failure in past and failure not in first
        ]
        behind = tuple(past[failure] for failure in (*first, *rest))
        known.append(KnownLesson(id=name, lesson=lesson, story=story_of(founding[:1]), failures=behind))
    held = tuple(one for one in told if one.decided.decision.unattached_candidate)
    return Known(lessons=tuple(known), terminations=tuple(past.values()), held=held)


def _in_order(told: Iterable[Told]) -> list[Told]:
    """By failure; where two clones decided one apart, by what they say."""
    ordered = sorted(told, key=lambda one: one.past.failure_id)
    groups = (list(group) for _, group in groupby(ordered, key=lambda one: one.past.failure_id))
    return [
        one
        for group in groups
        for one in (sorted(group, key=lambda one: digest(one.decided)) if group[1:] else group)
    ]


def past_of(decided: DecidedTermination) -> PastFailure:
    """A decided termination as far as it is compared."""
    return past_failure(decided.task, decided.failure, decided.evidence_record)


def story_of(founding: Iterable[DecidedTermination]) -> str:
    """What the founding reflection claims, beside its lesson; "" where it is not kept."""
    told = [one.decision.reflection for one in founding]
    return " ".join(
        text for one in told if one is not None for text in (*one.claims().values(), one.counterfactual)
    )


def past_failure(task: Task, failure: Failure, record: EvidenceRecord) -> PastFailure:
    """A termination as far as candidates are compared with it."""
    helped = [item for item in (record.repair_delta, record.successful_trajectory) if item is not None]
    patches = [item.content for item in record.traces if item.kind == "patch"]
    return PastFailure(
        failure_id=record.failure_id,
        task=task,
        failure=failure,
        signature=signature_of(failure),
        items=frozenset(digest(item) for item in record.items()),
        cause=diagnosis.cause_of(record),
        intended="\n".join(item.content for item in record.traces if item.kind == "plan"),
        added="\n".join(_added(text) for text in patches),
        repaired="\n".join(_added(item.content) for item in helped),
        mended=mended_of(record),
    )


@lru_cache(maxsize=1024)
def _scope(text: str) -> scope.Scope:
    return scope.parse(text)


def situation_of(task: Task, failure: Failure) -> scope.Situation:
    """What a failure says about itself, on the axes that a scope has."""
    return scope.Situation(
        repo=task.repo,
        language=task.language,
        error=failure.class_,
        paths=tuple(task.paths),
        site=site_path(failure.site),
        libs=(),
        tools=(),
    )


def _added(text: str) -> str:
    return "\n".join(line for hunk in read_diff(text) for line in hunk.added)
