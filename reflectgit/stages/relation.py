"""How a candidate stands to what is known: corroboration, contradiction, alternative, or a retired lesson again.

Corroborating and contradicting are settled here once, for stage (d) and stage (e) to answer with; what flags a pair
of lessons is a ruling, and the decision alone is never it (DESIGN, "Rules the stages share").
"""

from collections.abc import Iterable, Sequence
from functools import cached_property

from msgspec import Struct

from reflectgit.model import Reflection, Ruling, Value
from reflectgit.stages import counterexample
from reflectgit.stages.advice import Account, opposite_advice, same_advice
from reflectgit.stages.direction import is_astray
from reflectgit.stages.known import Known, KnownLesson, PastFailure
from reflectgit.text import scope
from reflectgit.text.quotes import squeeze

#: The names by which rulings say what wrote them.
CONTRADICTS, ALTERNATIVE, FOLLOWED = "opposite advice", "another cause", "followed and failed"


class Candidate(Struct, frozen=True, kw_only=True, dict=True):
    """A reflection on a failure, with the scope that the failure alone supports."""

    reflection: Reflection
    past: PastFailure
    scope: scope.Scope

    @cached_property
    def statement(self) -> str:
        """The lesson, on one line."""
        return squeeze(self.reflection.candidate_lesson)

    @cached_property
    def account(self) -> Account:
        """Its WHY, as it is compared."""
        return account_of(self.reflection, self.past)


def account_of(reflection: Reflection, past: PastFailure | None = None) -> Account:
    """The WHY that a reflection tells, with the cause and the grounds that its failure gives, where that is known."""
    statement = squeeze(reflection.candidate_lesson)
    story = " ".join((*reflection.claims().values(), reflection.counterfactual))
    if past is None:
        return Account(statement=statement, story=story, cause="")
    return _told(statement, story, past.cause, past)


def _told(statement: str, story: str, cause: str, founding: PastFailure) -> Account:
    """A WHY whose statement has to bear on the failure that founded it, whoever tells the cause."""
    return Account(
        statement=statement,
        story=story,
        cause=cause,
        grounds="\n".join((story, founding.cause, founding.added, founding.repaired)),
        astray=is_astray(statement, founding.mended),
    )


class Relations(Value, frozen=True, kw_only=True):
    """Ids of lessons, sorted. A lesson stands in one list at most.

    Attributes:
        same: live, and the same advice.
        retired: the same advice, superseded by no other lesson that is known: it was retired.
        opposite: live, the opposite advice, and the scopes overlap.
        alternative: live, on the same signature, and neither; the opposite advice, too, where no scope covers both.
    """

    same: tuple[str, ...] = ()
    retired: tuple[str, ...] = ()
    opposite: tuple[str, ...] = ()
    alternative: tuple[str, ...] = ()

    @property
    def joined(self) -> str | None:
        """The live lesson that the candidate corroborates."""
        return self.same[0] if self.same else None

    @property
    def successor_of(self) -> str | None:
        """The retired lesson that the candidate brings back, where no live one says it."""
        return self.retired[0] if self.retired and not self.same else None


def relate(candidate: Candidate, known: Known) -> Relations:
    """Compare a candidate with every lesson that is known, live and superseded."""
    same = [one for one in known.lessons if is_same(candidate, one)]
    apart = [one for one in known.lessons if one.live and one not in same]
    opposite = [one for one in apart if is_opposite(candidate, one) and overlap(candidate.scope, one.scope)]
    there = [one for one in apart if one.on(candidate.past.signature) and one not in opposite]
    return Relations(
        same=_ids(one for one in same if one.live),
        retired=_ids(one for one in same if not one.live and not _has_successor(one, known)),
        opposite=_ids(opposite),
        alternative=_ids(there),
    )


def is_same(candidate: Candidate, lesson: KnownLesson) -> bool:
    """Whether the candidate gives the lesson's advice."""
    signature = candidate.past.signature
    alike = lesson.on(signature)
    return any(same_advice(candidate.account, one, same_signature=alike) for one in _accounts(lesson))


def say_the_same(candidate: Candidate, founding: Candidate) -> bool:
    """Whether a candidate gives the advice of another that founds a lesson."""
    alike = candidate.past.signature.signature == founding.past.signature.signature
    return same_advice(candidate.account, founding.account, same_signature=alike)


def is_opposite(candidate: Candidate, lesson: KnownLesson) -> bool:
    """Whether the candidate tells to leave what the lesson tells to do, or the other way round."""
    alike = lesson.on(candidate.past.signature)
    return any(opposite_advice(candidate.account, one, same_signature=alike) for one in _accounts(lesson))


def _accounts(lesson: KnownLesson) -> list[Account]:
    """The lesson's WHY, told by each of its failures: who corroborates it may tell the cause in other words."""
    statement = lesson.lesson.statement
    if not lesson.failures:
        return [Account(statement=statement, story=lesson.story, cause="")]
    causes = dict.fromkeys(one.cause for one in lesson.failures)
    return [_told(statement, lesson.story, cause, lesson.failures[0]) for cause in causes]


def _has_successor(lesson: KnownLesson, known: Known) -> bool:
    """Whether another lesson took its place: what was retired with no successor names a failure, outcomes, a person."""
    return known.lesson(lesson.lesson.superseded_by or "") is not None


def overlap(one: scope.Scope, other: scope.Scope) -> bool:
    """Whether some situation may be covered by both scopes: no axis keeps them apart."""
    return all(_meet(one, other, facet) for facet in scope.FACETS)


def _meet(one: scope.Scope, other: scope.Scope, facet: str) -> bool:
    mine, theirs = _values(one, facet), _values(other, facet)
    if facet == "path" and any(set(value) & set("*?[") for value in mine | theirs):
        return True
    left = mine & theirs if mine and theirs else mine | theirs
    shut = {term.value.casefold() for term in one.exclusions() | other.exclusions() if term.facet == facet}
    return bool(left - shut) or not (mine or theirs)


def _values(one: scope.Scope, facet: str) -> set[str]:
    return {value.casefold() for value in one.values(facet)}


# --- what follows from it ------------------------------------------------------------------------------------


def corroborated(past: PastFailure, lesson: KnownLesson) -> list[str]:
    """The failure ids of the lesson that a failure bears out anew, sorted; none where it is one of them told again."""
    if not all(past.independent(one) for one in lesson.failures):
        return []
    return sorted(one.failure_id for one in lesson.failures)


def rulings_beside(name: str, relations: Relations) -> list[Ruling]:
    """What an admission has to be recorded with: both lessons of a contradiction flagged, an alternative as such."""
    flagged = [
        Ruling(op="contradiction", lesson_id=name, other=other, rule=CONTRADICTS)
        for other in relations.opposite
    ]
    beside = [
        Ruling(op="alternative", lesson_id=name, other=other, rule=ALTERNATIVE)
        for other in relations.alternative
    ]
    return [*flagged, *beside]


def rulings_against(past: PastFailure, known: Known, spared: Sequence[str] = ()) -> list[Ruling]:
    """The stored lessons that a new termination speaks against, each with the exclusion that separates it, or none.

    Args:
        past: the new termination.
        known: what the store knows near it.
        spared: lessons that the same termination bears out.
    """
    found = []
    for one in sorted(known.lessons, key=lambda lesson: lesson.id):
        if not one.live or one.id in spared:
            continue
        if counterexample.speaks_against(past, one.lesson.statement, one.scope, one.failures):
            found.append(counterexample_ruling(one, past))
    return found


def counterexample_ruling(lesson: KnownLesson, past: PastFailure, because: str | None = None) -> Ruling:
    """A failure that speaks against a lesson: by the rule, or by a person who says why."""
    apart = counterexample.separation(lesson.failures, past)
    return Ruling(
        op="counterexample",
        lesson_id=lesson.id,
        failure_id=past.failure_id,
        exclusion=str(apart) if apart else None,
        rule=None if because else FOLLOWED,
        because=because,
    )


def _ids(lessons: Iterable[KnownLesson]) -> tuple[str, ...]:
    return tuple(sorted({one.id for one in lessons}))
