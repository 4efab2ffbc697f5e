"""The fold: every lesson as a function of the *set* of ledger files and of today's policy.

Whatever the order in which clones met the files, and however often, the lessons are the same (DESIGN, "Lifecycle is a
fold"). The steps: group what the ledger says by lesson (`fold_ledger`), find the families and their successors
(`fold_lines`), what superseded each (`fold_edges`), who is contested, and write it down as lessons.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from reflectgit.model import (
    CLAIM_FIELDS,
    DecidedTermination,
    DerivedFrom,
    EvidenceRecord,
    Grade,
    Lesson,
    OutcomeEvent,
    Ruling,
    Value,
)
from reflectgit.policy import Policy
from reflectgit.stages.fold_edges import Cause, Edge, Lines, edges
from reflectgit.stages.fold_ledger import Ledger
from reflectgit.stages.fold_lines import Family, families, shadows
from reflectgit.text import scope

#: What evidence may carry: a causal claim, or the lesson where another's story was found to hold (`second_look`).
_CARRIED = (*CLAIM_FIELDS, "candidate_lesson")


class Standing(Value, frozen=True, kw_only=True):
    """What the ledger says about a lesson beside its file.

    Attributes:
        signature: of its founding failure.
        grade: the best of the evidence behind it.
        contested: an opposite lesson is live, and nothing has settled which of the two holds.
        alternative: another live lesson explains the same signature.
        red_flag: its story blames outward.
        capped: its confidence is held at the lowest, by the flag or by the contest.
        cause: why it is superseded; None where it is live.
    """

    signature: str
    grade: Grade
    contested: bool
    alternative: bool
    red_flag: bool
    capped: bool
    cause: Cause | None


class Fold(NamedTuple):
    """What a ledger gives.

    Attributes:
        lessons: every lesson by its id, in the order of the ids.
        standings: of the same ids.
        disputes: the pairs of live lessons that contradict each other, the smaller id first.
        ids: every id that the lessons go by, or would go by if the ledger named it.
    """

    lessons: dict[str, Lesson]
    standings: dict[str, Standing]
    disputes: list[tuple[str, str]]
    ids: set[str]


def fold(
    terminations: Iterable[DecidedTermination],
    outcomes: Iterable[OutcomeEvent],
    rulings: Iterable[Ruling],
    policy: Policy,
) -> dict[str, Lesson]:
    """Every lesson that the ledger gives, by its id, in the order of the ids.

    A function of the three sets: order and repetition of the inputs do not matter. Over all that concerns one lesson
    (`fold_closure.concerning`) that lesson is the same as over the whole ledger.
    """
    return survey(terminations, outcomes, rulings, policy).lessons


def survey(
    terminations: Iterable[DecidedTermination],
    outcomes: Iterable[OutcomeEvent],
    rulings: Iterable[Ruling],
    policy: Policy,
) -> Fold:
    """The same with what does not stand in the files."""
    ledger = Ledger(terminations, outcomes, rulings, policy)
    lines = Lines(list(families(ledger)))
    chosen = edges(lines, ledger)
    disputes = set(_opposed("contradiction", lines, ledger, chosen))
    beside = {name for pair in _opposed("alternative", lines, ledger, chosen) for name in pair}
    contested = {name for pair in disputes for name in pair}
    written: dict[str, tuple[Lesson, Standing]] = {}
    for family in lines.by_head.values():
        for one in (*shadows(family, ledger, lines.head), family):
            edge = chosen.get(one.id) if one is family else Edge(lines.head.get(one.id, family.id), "merged")
            flags = _Flags(contested=one.id in contested, alternative=one.id in beside)
            written[one.id] = _written(one, edge, flags, lines, policy)
    ids = {name for one in lines.by_head.values() for name in (*one.names, *one.successors)}
    return Fold(
        lessons={name: written[name][0] for name in sorted(written)},
        standings={name: written[name][1] for name in sorted(written)},
        disputes=sorted(disputes),
        ids=ids | written.keys(),
    )


def effective_confidence(stated: float, grade: Grade, capped: bool, policy: Policy) -> float:
    """What was stated, capped by the grade of the evidence, and at the lowest where a flag holds it. From 0 to 1."""
    caps = {
        "A": policy.confidence.grade_a,
        "B": policy.confidence.grade_b,
        "C": policy.confidence.grade_c,
        "D": policy.confidence.lowest,
    }
    return min(stated, caps[grade], policy.confidence.lowest if capped else 1.0)


# --- flags: they follow to successors, and hold between those that are live -----------------------------------


class _Flags(NamedTuple):
    contested: bool
    alternative: bool


def _opposed(op: str, lines: Lines, ledger: Ledger, chosen: Mapping[str, Edge]) -> Iterator[tuple[str, str]]:
    """The pairs of live lessons between which such a ruling stands, or stood between lessons that they succeed."""
    pairs = {
        (one.id, other.id)
        for family in lines.by_head.values()
        for ruling in family.rulings
        if ruling.op == op
        if (one := lines.of(ruling.lesson_id)) and (other := lines.of(ruling.other))
    }
    after = _successors(lines, ledger) if pairs else {}
    for left_head, right_head in pairs:
        left, right = _all_after(left_head, after), _all_after(right_head, after)
        for first in left - right - chosen.keys():
            for second in right - left - chosen.keys():
                yield min(first, second), max(first, second)


def _successors(lines: Lines, ledger: Ledger) -> dict[str, set[str]]:
    after: dict[str, set[str]] = {name: set() for name in lines.by_head}
    for name, family in lines.by_head.items():
        if family.parent is not None:
            after[family.parent.id].add(name)
    for old, names in ledger.successors.items():
        if old in lines.head:
            after[lines.head[old]] |= {lines.head[name] for name in names}
    return after


def _all_after(name: str, after: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = {name}
    while waiting:
        found |= waiting
        waiting = {later for one in waiting for later in after[one]} - found
    return found


# --- writing down ---------------------------------------------------------------------------------------------


def _written(
    family: Family, edge: Edge | None, flags: _Flags, lines: Lines, policy: Policy
) -> tuple[Lesson, Standing]:
    standing = _standing(family, edge, flags, policy)
    reflection = family.founding.decision.reflection
    stated = reflection.confidence if reflection else 0.0
    records = [one.evidence_record for one in family.records]
    lesson = Lesson(
        statement=family.statement,
        type=family.level,
        scope=str(scope.lift(family.reach, family.level)),
        derived_from=DerivedFrom(
            failures=sorted({record.failure_id for record in records}),
            successes=sorted({ref for record in records for ref in _successes(record)}),
        ),
        evidence=sorted({ref for one in family.records for ref in _evidence(one)}),
        counterexamples=sorted(family.counterexamples),
        confidence=effective_confidence(stated, standing.grade, standing.capped, policy),
        times_applied=len(family.events),
        times_helped=sum(event.outcome == "resolved" for event in family.events),
        times_hurt=family.hurt,
        supersedes=family.supersedes if family.supersedes in lines.head else None,
        superseded_by=edge.to if edge else None,
    )
    return lesson, standing


def _standing(family: Family, edge: Edge | None, flags: _Flags, policy: Policy) -> Standing:
    grades: list[Grade] = [one.decision.grade or "D" for one in family.records]
    lifecycle = family.founding.decision.stages.lifecycle
    red_flag = lifecycle is not None and lifecycle.red_flag_class
    independent = {(one.task.repo.lower(), one.signature.signature) for one in family.records}
    doubted = red_flag and len(independent) < policy.lifecycle.red_flag_independent
    return Standing(
        signature=family.founding.signature.signature,
        grade=min(grades),
        contested=flags.contested,
        alternative=flags.alternative,
        red_flag=red_flag,
        capped=flags.contested or doubted,
        cause=edge.cause if edge else None,
    )


def _evidence(one: DecidedTermination) -> list[str]:
    """The items that carried a claim, as ``<failure_id>#<item id>``; a held candidate is carried by the diagnosis."""
    record, name = one.evidence_record, one.evidence_record.failure_id
    cited = {
        item
        for check in one.decision.checks
        if check.claim in _CARRIED and check.verdict != "nothing to check"
        for item in check.cited
    }
    if one.decision.unattached_candidate:
        cited.add(record.diagnosis.id)
    return [f"{name}#{item}" for item in sorted(cited)]


def _successes(record: EvidenceRecord) -> list[str]:
    """The passing trajectory, else the repair that resolved it; what an escalation was handed to is no success."""
    passed = record.successful_trajectory or (record.repair_delta if record.outcome == "resolved" else None)
    return [f"{record.failure_id}#{passed.id}"] if passed else []
