"""A candidate that nothing carries, and that says what a live lesson says: the lesson's own story is looked at.

The story of a lesson was grounded when it came in. Where it agrees with the diagnosis of this failure too, the failure
bears the lesson out, however thinly its own candidate was told (DESIGN, "Corroboration"; the words of somebody else
share too little with a record to be checked by themselves).
"""

import msgspec

from reflectgit.model import Check, Comparison, EvidenceRecord, Grounding, Task
from reflectgit.stages import thresholds
from reflectgit.stages.agreement import Story, agrees_with
from reflectgit.stages.ground import Grounded
from reflectgit.stages.known import Known, KnownLesson


def second_look(
    grounded: Grounded, same: tuple[str, ...], known: Known, record: EvidenceRecord, task: Task
) -> Grounded:
    """The grounding of a thin candidate after the lessons with the `same` advice were looked at; else as it was.

    It reaches grade C at most: what carries it is the diagnosis, which somebody stated.
    """
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
        grade="C",
        thin=False,
    )


def _borne_out(lesson: KnownLesson, record: EvidenceRecord, task: Task) -> Check | None:
    """The check that the lesson's story agrees with the diagnosis of this failure; None where it does not."""
    agreed = agrees_with(Story((lesson.story,), "", lesson.lesson.statement), record, task)
    share = agreed.share or 0.0
    if agreed.what != "diagnosis" or share < thresholds.AGREES:
        return None
    what = f"agreement: {share:.3f} of {lesson.id} with the diagnosis, at least {thresholds.AGREES:.2f}"
    return Check(
        claim="candidate_lesson",
        cited=[agreed.item],
        kind="mechanism",
        compared=[Comparison(what=what, with_=agreed.item, result="found")],
        verdict="supported",
    )
