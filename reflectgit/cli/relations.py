"""What surrounds a decision, for a person: the failure, and how the candidate stands to what there was before it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from reflectgit.cli.answer import red_flag
from reflectgit.cli.grades import is_told, why_not_b
from reflectgit.cli.reasons import GRADES_SAID
from reflectgit.cli.states import retired_because, state_of
from reflectgit.cli.terminal import cut, one_line

if TYPE_CHECKING:
    from reflectgit.model import Decision, EvidenceRecord, Lesson
    from reflectgit.policy import Policy
    from reflectgit.store.index import Row, View
    from reflectgit.store.index_rows import Recorded

Fact = tuple[str, str]

_COLUMNS = 240
#: How many of the failures that bear a candidate out are named.
_SHOWN = 2
_RULED = {"contradiction": "contradicts", "alternative": "is an alternative to"}


def facts(row: "Row[Recorded]", record: "EvidenceRecord", view: "View", policy: "Policy") -> Iterator[Fact]:
    """Names and what is to be said of them, in the order in which they are read."""
    told, decision = row.value, row.value.decision
    label = f" ({told.label})" if told.label else ""
    site = told.failure.site or "no known site"
    found = view.lesson(decision.lesson_id) if decision.lesson_id else None
    yield "failure", f"{told.failure_id}{label}: {told.failure.class_} at {site}, {told.outcome}"
    yield "message", cut(one_line(told.failure.message), _COLUMNS)
    yield "task", f"{told.task.id} in {told.task.repo}"
    yield "grade", _grade(decision)
    yield "why not B", _short_of_b(told, record)
    if found is not None:
        yield from _lesson(decision, found.id, found.value)
    elif decision.lesson_id is not None:
        yield "lesson", f"{decision.lesson_id}, no lesson today: it waits for approval, or was not let in"
    yield "scope", _scope(decision)
    yield "confidence", _confidence(decision, found.value if found else None, view, policy)
    yield from _relations(decision, view)
    yield "looked at again", ", ".join(_carried(told, view))
    stage = decision.stages.lifecycle
    yield "red flag", red_flag(policy) if stage is not None and stage.red_flag_class else ""
    yield "story", _kept(decision)
    yield "file", row.path


def _grade(decision: "Decision") -> str:
    """Of a story that was refused for something else, the grade says nothing."""
    told = decision.lesson_id is not None or decision.rejected_reason == "thin_evidence"
    return f"{decision.grade}, {GRADES_SAID[decision.grade]}" if decision.grade and told else ""


def _short_of_b(told: "Recorded", record: "EvidenceRecord") -> str:
    story, grade = told.decision.reflection, told.decision.grade
    return why_not_b(story, record, told.task, told.failure, grade) if is_told(told.decision) else ""


def _lesson(decision: "Decision", name: str, lesson: "Lesson") -> Iterator[Fact]:
    yield ("merged into" if decision.decision == "merged" else "lesson"), name
    yield "", cut(one_line(lesson.statement), _COLUMNS)
    state = state_of(lesson)
    yield "today", f"{state}: {retired_because(lesson.superseded_by or '')}" if state else ""


def _scope(decision: "Decision") -> str:
    """As it was declared, and as one failure can support it."""
    stage, story = decision.stages.generalization, decision.reflection
    if stage is None or story is None:
        return ""
    before, after = one_line(story.scope), one_line(stage.adjusted_scope)
    return after if before == after else f"{before} → {after}"


def _confidence(decision: "Decision", lesson: "Lesson | None", view: "View", policy: "Policy") -> str:
    """As it was stated, what it counts for, and what caps it."""
    if decision.reflection is None or decision.decision == "abstained":
        return ""
    stated = f"{decision.reflection.confidence:g} stated"
    if lesson is None:
        return f"{stated} → none, for it is no lesson" if decision.decision == "rejected" else stated
    if decision.decision == "merged":
        return f"{stated}; the lesson keeps what was stated first, today {lesson.confidence:g}"
    if lesson.confidence == decision.reflection.confidence:
        return f"{stated}, within every cap"
    return f"{stated} → {lesson.confidence:g}: {_cap(decision.lesson_id or '', view, policy)}"


def _cap(name: str, view: "View", policy: "Policy") -> str:
    from reflectgit.image import standing

    told = standing(view, policy, name)
    if told is None:
        return "the ledger does not know the lesson (reflectgit check)"
    if told.capped:
        return "contested by an opposite lesson" if told.contested else "the cap of stories that blame others"
    return f"the cap of evidence of grade {told.grade}"


def _relations(decision: "Decision", view: "View") -> Iterator[Fact]:
    stage = decision.stages.generalization
    yield "bears out", ", ".join(_joined(decision, view))
    yield "in place of", f"{decision.supersedes}, which was retired" if decision.supersedes else ""
    yield "flagged", "; ".join(_flags(decision, view))
    yield "against it", ", ".join(stage.counterexample_ids) if stage else ""


def _joined(decision: "Decision", view: "View") -> Iterator[str]:
    """The failures that it bears out, and which of them had a candidate that waited."""
    for name in decision.joins:
        waited = any(row.value.decision.unattached_candidate for row in view.terminations(failure_id=name))
        yield f"{name} (whose candidate was held)" if waited else name


def _carried(told: "Recorded", view: "View") -> Iterator[str]:
    """The lessons that the failure of a held candidate stands behind since a decision on another one."""
    for name in view.lessons_from(told.failure_id) if told.decision.unattached_candidate else ():
        rows = view.terminations(lesson_id=name)
        by = [row.value.failure_id for row in rows if told.failure_id in row.value.decision.joins]
        if by:
            yield f"borne out by {name}, on {' and '.join(by[:_SHOWN])}"


def _flags(decision: "Decision", view: "View") -> Iterator[str]:
    """The lessons with which it stands in a dispute."""
    stage, name = decision.stages.generalization, decision.lesson_id
    rulings = [row.value for row in view.rulings(name)] if name and decision.decision == "admitted" else []
    said = [
        f"{_RULED[one.op]} {one.other if one.lesson_id == name else one.lesson_id}"
        for one in rulings
        if one.op in _RULED
    ]
    against = stage.contradicts_lesson_id if stage else None
    yield from dict.fromkeys([*([f"contradicts {against}"] if against else []), *said])


def _kept(decision: "Decision") -> str:
    if decision.reflection is not None or decision.decision in ("admitted", "merged"):
        held = "kept, as an unattached candidate, in case evidence turns up"
        return held if decision.unattached_candidate else ""
    if decision.decision == "abstained":
        return ""
    kinds = ", so that comparisons are named by their kind alone" if decision.checks else ""
    return f"no word of it is stored, since it was not admitted{kinds}"
