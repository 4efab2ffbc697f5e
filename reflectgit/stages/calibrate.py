"""Stage (e), dedupe and calibration (build spec 3.5).

Calibration: a lesson connects the failure to a principle, or it does not pass. Dedupe, keyed to the signature: the
same statement on the same signature is a merge; telling a corroboration or a contradiction in other words
comes with the comparison of meanings.
"""

from collections.abc import Mapping
from typing import Literal

from reflectgit.model import Calibration, EvidenceRecord, Lesson, Reflection, Task
from reflectgit.stages.altitude import altitude
from reflectgit.text.anchors import anchors
from reflectgit.text.quotes import squeeze, without_quotes


def calibrate(
    reflection: Reflection, record: EvidenceRecord, task: Task, known: Mapping[str, Lesson]
) -> Calibration:
    """The lesson at its altitude, and whether one of `known` (the signature's live lessons) says the same."""
    lesson = squeeze(reflection.candidate_lesson)
    return Calibration(
        deduped=dedupe_reflection(lesson, known),
        calibration=altitude(lesson, reflection.scope, record),
        calibrated_lesson=lesson,
        episodic_only=bound_to_repository(lesson, task),
    )


def dedupe_reflection(
    lesson: str, known: Mapping[str, Lesson]
) -> Literal["merge", "flag_contradiction", "new"]:
    """``merge`` where a known lesson has the very same statement, else ``new``."""
    return "merge" if same_statement(lesson, known) is not None else "new"


def same_statement(lesson: str, known: Mapping[str, Lesson]) -> str | None:
    """The smallest id of the known lessons that say `lesson` byte for byte."""
    return min((name for name, other in known.items() if other.statement == lesson), default=None)


def bound_to_repository(lesson: str, task: Task) -> bool:
    """Whether the lesson names what only its own repository has: the repository, or a file of the task.

    Such a lesson may help there and nowhere else, so outcomes elsewhere do not raise it (DESIGN, "level").
    """
    if task.repo in lesson.lower():
        return True
    files = {path.rsplit("/", 1)[-1] for path in task.paths}
    return any(
        anchor.kind == "file" and anchor.text.rsplit("/", 1)[-1] in files
        for anchor in anchors(without_quotes(lesson))
    )
