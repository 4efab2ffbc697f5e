"""How strict a gate has to be to keep a candidate out, and precision and recall at each strictness.

The gate has two dials: the grade that it asks for, and the bar that agreement with the diagnosis has to pass. One
number stands for both: its whole part is the grade (A 4, B 3, C 2, D 1), its fraction how far the agreement lies
from the bar (0.5: on it). What was refused for anything else lies below 1, the lower the more failed: a looser dial
would not have let it in, only no gate at all.
"""

import re
from collections.abc import Sequence

from reflectgit.ab.verdicts import Verdict
from reflectgit.model import Check, Value
from reflectgit.pipeline import Judged

_GRADES = {"A": 4, "B": 3, "C": 2, "D": 1}
_VIOLATION = -10
_MOST_FAILED = -_VIOLATION - 1
_AGREEMENT = re.compile(r"^agreement: (?P<share>\d\.\d+) .*at least (?P<bar>\d\.\d+)")


class Point(Value, frozen=True, kw_only=True):
    """What a gate of this strictness admits. Shares from 0 to 1; `today`: the gate as it is admits down to here."""

    strictness: float
    admitted: int
    precision: float | None
    recall: float | None
    today: bool


def strictness(judged: Judged) -> float:
    """The strictest gate that admits the candidate, from -10 (no reflection at all) up to 5."""
    decision = judged.decision
    if decision.decision in ("violation", "abstained"):
        return _VIOLATION
    held = decision.rejected_reason in (None, "thin_evidence")
    whole = _GRADES[decision.grade or "D"] if held else -min(_failed(judged), _MOST_FAILED)
    return round(whole + (margin(judged.checks) + 1) / 2, 4)


def margin(checks: Sequence[Check]) -> float:
    """How far the story's agreement lies above its bar, -1 to 1; 0 where nothing was compared.

    Read from what the checks say, the one place where share and bar stand side by side.
    """
    for check in checks:
        for one in check.compared:
            if found := _AGREEMENT.match(one.what):
                return max(-0.999, min(0.999, float(found["share"]) - float(found["bar"])))
    return 0.0


def _failed(judged: Judged) -> int:
    """How many things beside the agreement speak against it."""
    compared = [one for check in judged.checks for one in check.compared]
    against = [one for one in compared if one.result in ("missing", "differs", "refuted")]
    other = sum(not one.what.startswith("agreement") for one in against)
    return other + (judged.decision.rejected_reason != "speculative")


def curve(judged: Sequence[Verdict]) -> list[Point]:
    """A point for each strictness that changes what is admitted, the strictest first; labelled candidates alone."""
    labelled = [one for one in judged if one.labelled]
    scores = {id(one): strictness(one.judged) for one in labelled}
    labelled.sort(key=lambda one: -scores[id(one)])
    wanted = sum(one.wanted for one in labelled)
    today = min((scores[id(one)] for one in labelled if one.admitted), default=None)
    points: list[Point] = []
    fit = counted = recalled = 0
    for place, one in enumerate(labelled, start=1):
        fit, counted = fit + (one.fit is True), counted + (one.fit is not None)
        recalled += one.wanted
        score = scores[id(one)]
        if place == len(labelled) or scores[id(labelled[place])] != score:
            points.append(
                Point(
                    strictness=score,
                    admitted=place,
                    precision=fit / counted if counted else None,
                    recall=recalled / wanted if wanted else None,
                    today=score == today,
                )
            )
    return points


def outline(points: Sequence[Point]) -> list[Point]:
    """The curve at a glance: where recall first passes each tenth, and the gate as it is."""
    chosen: dict[float, Point] = {}
    passed = -1
    for point in points:
        tenths = int((point.recall or 0.0) * 10 + 1e-9)
        if tenths > passed or point.today:
            chosen[point.strictness] = point
        passed = max(passed, tenths)
    return list(chosen.values())
