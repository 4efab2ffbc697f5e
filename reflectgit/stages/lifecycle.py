"""Stage (g), the lifecycle: what a lesson is worth today, as a function of the ledger (build spec 3.7).

No model runs here. `apply_lifecycle` answers for one admission. `fold` recomputes `lessons/` from the *set*
of ledger files: whatever the order in which clones met them, and however often, the lessons are the same
(DESIGN, "Lifecycle is a fold").
"""

from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

from reflectgit.identity import canonical_json
from reflectgit.model import (
    CLAIM_FIELDS,
    LEVELS,
    Admission,
    DecidedTermination,
    DerivedFrom,
    EvidenceRecord,
    Grade,
    Lesson,
    Level,
    Lifecycle,
    OutcomeEvent,
    Reflection,
    Ruling,
    Value,
)
from reflectgit.policy import Policy
from reflectgit.text import scope
from reflectgit.text.blame import blames_outward

_AnyValue = TypeVar("_AnyValue", bound=Value)


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


def effective_confidence(stated: float, grade: Grade, flagged: bool, policy: Policy) -> float:
    """What was stated, capped by the grade of the evidence and by the red flag. From 0 to 1."""
    caps = {
        "A": policy.confidence.grade_a,
        "B": policy.confidence.grade_b,
        "C": policy.confidence.grade_c,
        "D": policy.confidence.lowest,
    }
    return min(stated, caps[grade], policy.confidence.lowest if flagged else 1.0)


# --- the fold --------------------------------------------------------------------------------------------


class _Family(Value, frozen=True, kw_only=True):
    """What speaks for one lesson: all ids it goes by, and its decided terminations, the founding one first."""

    ids: frozenset[str]
    records: tuple[DecidedTermination, ...]

    @property
    def founding(self) -> DecidedTermination:
        return self.records[0]


def fold(
    terminations: Iterable[DecidedTermination],
    outcomes: Iterable[OutcomeEvent],
    rulings: Iterable[Ruling],
    policy: Policy,
) -> dict[str, Lesson]:
    """Every lesson that the ledger gives, by its id, in the order of the ids.

    A function of the three sets: order and repetition of the inputs do not matter.
    """
    decided = _each_once(terminations)
    events = list({event.event_id: event for event in _each_once(outcomes)}.values())
    ruled = _each_once(rulings)
    heads = _heads([one for one in decided if one.decision.decision == "admitted"])
    lessons = {}
    for name in sorted(heads):
        family = _family(name, heads, decided)
        lesson = _lesson(family, events, policy)
        gone = heads[name] if heads[name] != name else _retired(lesson, family, ruled, policy)
        lessons[name] = msgspec.structs.replace(
            lesson, superseded_by=gone, counterexamples=_counterexamples(family, ruled)
        )
    return lessons


def _each_once(values: Iterable[_AnyValue]) -> list[_AnyValue]:
    """The distinct values, in an order that comes from what they say."""
    by_text = {canonical_json(value): value for value in values}
    return [by_text[text] for text in sorted(by_text)]


def _heads(admitted: Sequence[DecidedTermination]) -> dict[str, str]:
    """Each lesson id with the id that it is one lesson with: byte-equal statements, and admissions of one failure."""
    group: dict[str, str] = {}
    for one in admitted:
        names = _name(one), "statement " + _statement(one), "failure " + one.evidence_record.failure_id
        roots = {_root(group, name) for name in names}
        group.update(dict.fromkeys(roots, min(roots)))
    ids = sorted({_name(one) for one in admitted})
    smallest: dict[str, str] = {}
    for name in ids:
        smallest.setdefault(_root(group, name), name)
    return {name: smallest[_root(group, name)] for name in ids}


def _root(group: dict[str, str], name: str) -> str:
    while group.setdefault(name, name) != name:
        name = group[name]
    return name


def _family(name: str, heads: dict[str, str], decided: Sequence[DecidedTermination]) -> _Family:
    """A head has the records of all its ids and of what was merged into them; another id has its own alone."""
    ids = {other for other, head in heads.items() if head == name} or {name}
    records = [
        one for one in decided if one.decision.decision in ("admitted", "merged") and _name(one) in ids
    ]
    founding = [one for one in records if one.decision.decision == "admitted" and _name(one) == name]
    rest = [one for one in records if one is not founding[0]]
    return _Family(ids=frozenset(ids), records=(founding[0], *rest))


def _lesson(family: _Family, events: Sequence[OutcomeEvent], policy: Policy) -> Lesson:
    founding, decision = family.founding, family.founding.decision
    told = [event for event in events if family.ids.intersection(event.applied)]
    level = _level(founding, told, policy)
    return Lesson(
        statement=_statement(founding),
        type=level,
        scope=str(scope.lift(_scope(family), level)),
        derived_from=DerivedFrom(
            failures=sorted({one.evidence_record.failure_id for one in family.records}),
            successes=sorted({ref for one in family.records for ref in _successes(one.evidence_record)}),
        ),
        evidence=sorted({ref for one in family.records for ref in _evidence(one)}),
        counterexamples=[],
        confidence=_confidence(family, policy),
        times_applied=len(told),
        times_helped=sum(event.outcome == "resolved" for event in told),
        times_hurt=sum(event.outcome == "worse" for event in told),
        supersedes=decision.supersedes,
        superseded_by=None,
    )


def _level(founding: DecidedTermination, told: Sequence[OutcomeEvent], policy: Policy) -> Level:
    """One level up for every `promote_after` foreign repositories helped; none for a lesson bound to its own."""
    calibration = founding.decision.stages.calibration
    if calibration is not None and calibration.episodic_only:
        return "episodic"
    helped = {event.repo.lower() for event in told if event.outcome == "resolved"} - {
        founding.task.repo.lower()
    }
    return LEVELS[min(2, len(helped) // policy.lifecycle.promote_after)]


def _scope(family: _Family) -> scope.Scope:
    """The founding scope, widened by the repository of each corroboration."""
    generalization = family.founding.decision.stages.generalization
    widened = scope.parse(generalization.adjusted_scope if generalization else "")
    for one in family.records[1:]:
        widened = scope.join_repo(widened, one.task.repo)
    return widened


def _confidence(family: _Family, policy: Policy) -> float:
    reflection = family.founding.decision.reflection
    stated = reflection.confidence if reflection else 0.0
    grades: list[Grade] = [one.decision.grade or "D" for one in family.records]
    lifecycle = family.founding.decision.stages.lifecycle
    independent = {(one.task.repo.lower(), one.signature.signature) for one in family.records}
    flagged = lifecycle is not None and lifecycle.red_flag_class
    return effective_confidence(
        stated, min(grades), flagged and len(independent) < policy.lifecycle.red_flag_independent, policy
    )


def _retired(lesson: Lesson, family: _Family, ruled: Sequence[Ruling], policy: Policy) -> str | None:
    """What retires it: a person's word, else a counterexample that no exclusion avoids, else its outcomes."""
    about = [ruling for ruling in ruled if ruling.lesson_id in family.ids]
    said = [ruling.successor or f"person:{ruling.because}" for ruling in about if ruling.op == "retire"]
    against = [
        ruling.failure_id
        for ruling in about
        if ruling.op == "counterexample" and ruling.exclusion is None and ruling.failure_id
    ]
    if said or against:
        return min(said or against)
    hurt = lesson.type == "episodic" and lesson.times_hurt >= policy.lifecycle.hurt_limit
    return f"outcomes:{policy.lifecycle.hurt_limit}" if hurt else None


def _counterexamples(family: _Family, ruled: Sequence[Ruling]) -> list[str]:
    about = [ruling for ruling in ruled if ruling.op == "counterexample" and ruling.lesson_id in family.ids]
    return sorted({ruling.failure_id for ruling in about if ruling.failure_id})


def _evidence(one: DecidedTermination) -> list[str]:
    """The items that carried a claim, as ``<failure_id>#<item id>``."""
    name = one.evidence_record.failure_id
    return [
        f"{name}#{item}"
        for check in one.decision.checks
        if check.claim in CLAIM_FIELDS
        for item in check.cited
    ]


def _successes(record: EvidenceRecord) -> list[str]:
    """The passing trajectory, else the repair that resolved it; what an escalation was handed to is no success."""
    passed = record.successful_trajectory or (record.repair_delta if record.outcome == "resolved" else None)
    return [f"{record.failure_id}#{passed.id}"] if passed else []


def _statement(one: DecidedTermination) -> str:
    calibration = one.decision.stages.calibration
    return calibration.calibrated_lesson if calibration else ""


def _name(one: DecidedTermination) -> str:
    return one.decision.lesson_id or ""
