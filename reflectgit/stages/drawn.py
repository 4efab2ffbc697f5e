"""Whether a lesson may be drawn from its own evidence: the story may be true, and the advice another's.

What it leaves out of the change that helped was seen, and contradicts it. What it says against the direction of the
diagnosis or its own invariant, or of something that its evidence does not speak of, may be right all the same: that
earns grade C at most, and says so (DESIGN, "Evidence grades").
"""

from typing import Literal

from reflectgit.model import Check, CheckVerdict, Comparison, EvidenceRecord, Failure, Reflection, Task
from reflectgit.stages import thresholds
from reflectgit.stages.advice import bearing
from reflectgit.stages.direction import Against, lesson_against_evidence
from reflectgit.stages.known import past_failure
from reflectgit.stages.relation import account_of

_SAID: dict[Literal["change", "direction", "invariant"], str] = {
    "change": "lesson: leaves out what the change put in: {}",
    "direction": "lesson: against the direction of the diagnosis: {}",
    "invariant": "lesson: against its own invariant: {}",
}
_ASIDE = "lesson: its words are hardly those of its story, diagnosis or change"


def lesson_check(
    reflection: Reflection, record: EvidenceRecord, task: Task, failure: Failure
) -> Check | None:
    """The check of the lesson itself; None where nothing speaks against drawing it."""
    against = lesson_against_evidence(reflection.candidate_lesson, record, reflection.claims())
    if against is not None:
        return _against(against)
    account = account_of(reflection, past_failure(task, failure, record))
    return _checked("supported", _ASIDE, "") if bearing(account) < thresholds.DRAWN else None


def _against(against: Against) -> Check:
    verdict: CheckVerdict = "contradicted" if against.what == "change" else "supported"
    return _checked(verdict, _SAID[against.what].format(against.told), against.item)


def _checked(verdict: CheckVerdict, what: str, item: str) -> Check:
    result = Comparison(
        what=what, with_=item, result="refuted" if verdict == "contradicted" else "nothing to check"
    )
    return Check(
        claim="candidate_lesson",
        cited=[item] if item else [],
        kind="mechanism",
        compared=[result],
        verdict=verdict,
    )
