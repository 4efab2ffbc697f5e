"""Stage (e), dedupe and calibration (build spec 3.5).

Calibration: a lesson connects the failure to a principle, or it does not pass. Dedupe: what a live lesson says
already is merged into it, what one says the opposite of is flagged with it, and neither is ever overwritten.
"""

from typing import Literal

from reflectgit.model import Calibration, EvidenceRecord, Reflection, Task
from reflectgit.stages.altitude import altitude
from reflectgit.stages.relation import Relations
from reflectgit.text.anchors import anchors
from reflectgit.text.quotes import squeeze, without_quotes


def calibrate(
    reflection: Reflection, record: EvidenceRecord, task: Task, relations: Relations
) -> Calibration:
    """The lesson at its altitude, and what becomes of it beside the lessons that are known."""
    lesson = squeeze(reflection.candidate_lesson)
    return Calibration(
        deduped=dedupe_reflection(relations),
        calibration=altitude(lesson, reflection.scope, record),
        calibrated_lesson=lesson,
        episodic_only=bound_to_repository(lesson, task),
    )


def dedupe_reflection(relations: Relations) -> Literal["merge", "flag_contradiction", "new"]:
    """``merge`` where a live lesson gives the same advice; then it matters no more what else is known."""
    if relations.same:
        return "merge"
    return "flag_contradiction" if relations.opposite else "new"


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
