"""A candidate that nothing carries, and that says what a lesson says: the lesson's own story is looked at.

The story of a lesson was grounded when it came in. Where it agrees with the diagnosis of another failure too, that
failure bears the lesson out, however thinly its own candidate was told (DESIGN, "Corroboration"; the words of somebody
else share too little with a record to be checked by themselves). It does not matter which came first: a thin candidate
that finds a live lesson is carried by it (`second_look`), and one that was held before there was a lesson is looked at
again when a story comes in that carries it (`borne_out`).
"""

from collections.abc import Collection

import msgspec

from reflectgit.model import Check, Comparison, EvidenceRecord, Grade, Grounding, Task
from reflectgit.policy import Policy
from reflectgit.stages import thresholds
from reflectgit.stages.admit import reaches
from reflectgit.stages.agreement import Agreement, Story, agrees_with
from reflectgit.stages.ground import Grounded
from reflectgit.stages.known import Known, KnownLesson, Told
from reflectgit.stages.relation import Candidate, is_same, say_the_same
from reflectgit.text.scope import Scope

#: The best that a candidate reaches whom another's story carries: by a diagnosis, which somebody stated.
_CARRIED: Grade = "C"


def second_look(
    grounded: Grounded, same: tuple[str, ...], known: Known, record: EvidenceRecord, task: Task
) -> Grounded:
    """The grounding of a thin candidate after the lessons with the `same` advice were looked at; else as it was."""
    if not grounded.thin:
        return grounded
    lessons = (known.lesson(name) for name in same)
    checks = (_borne_out(lesson, record, task) for lesson in lessons if lesson is not None)
    check = next((one for one in checks if one is not None), None)
    if check is None:
        return grounded
    return msgspec.structs.replace(
        grounded,
        grounding=Grounding(grounded=True, verdict="grounded", unresolved_claims=[]),
        checks=[*grounded.checks, check],
        grade=_CARRIED,
        thin=False,
    )


def _borne_out(lesson: KnownLesson, record: EvidenceRecord, task: Task) -> Check | None:
    """The check that the lesson's story agrees with the diagnosis of this failure; None where it does not."""
    agreed = agrees_with(Story((lesson.story, lesson.lesson.statement), ""), record, task)
    if not _holds(agreed):
        return None
    what = (
        f"agreement: {agreed.share:.3f} of {lesson.id} with the diagnosis, at least {thresholds.AGREES:.2f}"
    )
    return Check(
        claim="candidate_lesson",
        cited=[agreed.item],
        kind="mechanism",
        compared=[Comparison(what=what, with_=agreed.item, result="found")],
        verdict="supported",
    )


def _holds(agreed: Agreement) -> bool:
    """Whether a cause was diagnosed, and the story tells it."""
    return agreed.what == "diagnosis" and (agreed.share or 0.0) >= thresholds.AGREES


def borne_out(
    candidate: Candidate,
    joined: KnownLesson | None,
    against: Collection[str],
    known: Known,
    policy: Policy,
) -> list[str]:
    """The failures whose held candidates are carried by a candidate that is let in, sorted.

    Each gives the advice of the lesson and is no other failure behind it told again, and the candidate's story agrees
    with its diagnosis. What is a failure of some lesson already waits no more.

    Args:
        candidate: what is let in, by evidence of its own.
        joined: the live lesson that it is merged into; None where it founds one.
        against: the failures that are known to speak against it.
        known: what the store knows near it, the held candidates among it.
        policy: where it asks for more than grade C, none is carried.
    """
    if not reaches(_CARRIED, policy.gate.admit_at):
        return []
    lesson = _with(candidate, joined) if joined else None
    behind = [*(lesson.failures if lesson else [candidate.past])]
    attached = {past.failure_id for one in known.lessons for past in one.failures}
    settled = attached.union(against, joined.lesson.counterexamples if joined else ())
    found: list[str] = []
    for held in sorted(known.held, key=_fullest_first):
        new = held.past.failure_id not in settled and all(held.past.independent(one) for one in behind)
        if new and _says(held, candidate, lesson) and _is_told(held, candidate):
            behind.append(held.past)
            found.append(held.past.failure_id)
    return sorted(found)


def _with(candidate: Candidate, lesson: KnownLesson) -> KnownLesson:
    """The lesson as it is once the candidate has joined it."""
    return msgspec.structs.replace(lesson, failures=(*lesson.failures, candidate.past))


def _fullest_first(held: Told) -> tuple[int, str]:
    """Of a failure that was told again, the telling with the most evidence counts."""
    return -len(held.past.items), held.past.failure_id


def _says(held: Told, candidate: Candidate, lesson: KnownLesson | None) -> bool:
    """Whether the held candidate gives the advice of the lesson: of the candidate alone where that founds it."""
    reflection = held.decided.decision.reflection
    if reflection is None:
        return False
    waiting = Candidate(reflection=reflection, past=held.past, scope=Scope())
    return is_same(waiting, lesson) if lesson else say_the_same(waiting, candidate)


def _is_told(held: Told, candidate: Candidate) -> bool:
    """Whether the candidate's story tells what the failure of the held one was diagnosed with."""
    said = candidate.reflection
    story = Story((*said.claims().values(), said.candidate_lesson), said.counterfactual)
    return _holds(agrees_with(story, held.decided.evidence_record, held.past.task))
