"""Stage (e), dedupe and calibration (build spec 3.5).

Calibration: a lesson connects the failure to a principle, or it does not pass. Dedupe: what a live lesson says
already is merged into it, what one says the opposite of is flagged with it, and neither is ever overwritten.
"""

import re
from typing import Literal

from reflectgit.model import Calibration, EvidenceRecord, Reflection, Task
from reflectgit.stages.altitude import altitude
from reflectgit.stages.own_names import OwnNames, is_distinctive, is_named, own_files, own_names
from reflectgit.stages.relation import Relations
from reflectgit.text.anchors import anchors
from reflectgit.text.quotes import squeeze, without_quotes


def calibrate(
    reflection: Reflection, record: EvidenceRecord, task: Task, relations: Relations
) -> Calibration:
    """The lesson at its altitude, and what becomes of it beside the lessons that are known."""
    lesson = squeeze(reflection.candidate_lesson)
    found = altitude(lesson, reflection.scope, record)
    return Calibration(
        deduped=dedupe_reflection(relations),
        calibration=found,
        calibrated_lesson=lesson,
        episodic_only=found == "calibrated" and bound_to_repository(lesson, task, own_names(record)),
    )


def dedupe_reflection(relations: Relations) -> Literal["merge", "flag_contradiction", "new"]:
    """``merge`` where a live lesson gives the same advice; then it matters no more what else is known."""
    if relations.same:
        return "merge"
    return "flag_contradiction" if relations.opposite else "new"


def bound_to_repository(lesson: str, task: Task, own: OwnNames) -> bool:
    """Whether the lesson names what only its own repository has: itself, a file, or what the change defines there.

    Such a lesson may help there and nowhere else, so outcomes elsewhere do not raise it (DESIGN, "level"). Variables of
    the change, and names that are words (`start()`), bind nothing: others call theirs the same.
    """
    said = without_quotes(lesson)
    if task.repo in said.lower() or _names_project(task.repo.rsplit("/", 1)[-1], said):
        return True
    files = own_files(task.paths) | own.files
    if any(one.kind == "file" and one.text.rsplit("/", 1)[-1] in files for one in anchors(said)):
        return True
    words = set(re.findall(r"\w+", said))
    return any(is_distinctive(name) for name in own.defined & words)


def _names_project(project: str, said: str) -> bool:
    """Whether the project is meant, and not the word: where it is one ("shop"), it has to be written as a name."""
    word = re.escape(project)
    if re.search(r"[-_.\d]", project):
        return re.search(rf"(?<![\w-]){word}(?![\w-])", said, re.IGNORECASE) is not None
    return is_named(project, said, placed=True) or re.search(rf"(?<![\w/.]){word}[./]\w", said) is not None
