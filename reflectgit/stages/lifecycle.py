"""Stage (g), the lifecycle: what a lesson is worth today (build spec 3.7). No model runs here.

`apply_lifecycle` answers for one admission; `fold` recomputes `lessons/` from the set of ledger files
(`stages.fold`, docs/lifecycle.md).
"""

from typing import Literal

from reflectgit.model import Admission, Lesson, Lifecycle, Reflection
from reflectgit.stages.fold import Fold, Standing, effective_confidence, fold, survey
from reflectgit.text.blame import blames_outward

__all__ = [
    "Fold",
    "Standing",
    "apply_lifecycle",
    "effective_confidence",
    "fold",
    "lifecycle_of",
    "outward",
    "survey",
]


def apply_lifecycle(admission: Admission, reflection: Reflection) -> Lifecycle:
    """The lesson's first level, and whether its story blames others: then its confidence is capped at the lowest.

    A new lesson is episodic whatever it claims; only outcomes raise it.
    """
    flagged = admission.admitted and outward(reflection)
    return Lifecycle(
        level="episodic",
        action="redflag" if flagged else "admit",
        superseded_by=None,
        red_flag_class=flagged,
        confidence_cap="lowest" if flagged else None,
    )


def outward(reflection: Reflection) -> bool:
    """Whether any claim, the counterfactual or the lesson blames outward."""
    said = (*reflection.claims().values(), reflection.counterfactual, reflection.candidate_lesson)
    return any(blames_outward(text) for text in said)


def lifecycle_of(name: str, found: Fold) -> Lifecycle:
    """The stage's answer for a lesson of the store as it stands: the spec's five members.

    A narrowed or amended lesson counts as retired in favour of its successor, for the schema knows no other word.

    Raises:
        KeyError: the fold holds no such lesson.
    """
    lesson, standing = found.lessons[name], found.standings[name]
    return Lifecycle(
        level=lesson.type,
        action=_last_action(lesson, standing),
        superseded_by=lesson.superseded_by,
        red_flag_class=standing.red_flag,
        confidence_cap="lowest" if standing.capped else None,
    )


def _last_action(
    lesson: Lesson, standing: Standing
) -> Literal["admit", "promote", "demote", "retire", "redflag"]:
    if standing.cause is not None:
        return "demote" if standing.cause == "demoted" else "retire"
    if lesson.type != "episodic":
        return "promote"
    return "redflag" if standing.red_flag else "admit"
