"""``reflectgit show``: one lesson, and what it stands on."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reflectgit.cli.answer import put_facts
from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.cli.reading import check_readable, lesson_id, open_both
from reflectgit.cli.terminal import one_line, paint, prose, put, put_json
from reflectgit.cli.waiting import review_fact, review_members

if TYPE_CHECKING:
    from reflectgit.model import Lesson
    from reflectgit.stages.fold import Standing
    from reflectgit.store.index import View

EXAMPLES = example("reflectgit show parse-dates-with-their-zone-1a2b3c4d", "reflectgit show parse-dates")


def command(
    lesson: Annotated[
        str, typer.Argument(metavar="LESSON", help="The id of a lesson, or the beginning of one.")
    ],
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a lesson, and what it stands on.

    Statement, scope, confidence, the failures behind it, and how strong the evidence is.
    """
    from msgspec import to_builtins

    from reflectgit.admission import policy_at
    from reflectgit.image import standing as standing_of
    from reflectgit.pending import on_its_branch

    there, view = open_both(store)
    name = lesson_id(view, lesson, waiting=True)
    policy = policy_at(there.snapshot())
    row, founding = view.lesson(name) or on_its_branch(view, policy, name), view.founding(name)
    if row is None:
        check_readable(view, "lesson", name)
    assert row is not None, "the view has just named it, and it can be read"
    standing = _members(standing_of(view, policy, name))
    decision = founding[0].value.decision if founding else None
    review = review_members(there, view, decision) if decision else {}
    if decision and not row.blob:
        standing |= {"signature": founding[0].value.signature.signature, "grade": decision.grade}
    wordings = list(_wordings(row.value, view))
    if as_json:
        members = {"id": name, "path": row.path, "lesson": to_builtins(row.value), **standing}
        others = [{"failure_id": failure, "statement": said} for failure, said in wordings]
        told_by = {"failures": row.value.derived_from.failures, "wordings": others}
        return put_json(members | told_by | review)
    put(paint(prose(row.value.statement), "bold"))
    put()
    told = review_fact(there, view, decision, founding[0].value.failure_id) if decision else ""
    put_facts([*_facts(name, row.path, row.value, standing), ("review", told)])
    if wordings:
        put()
        put("  Joined by these wordings (if one does not say the same: reflectgit amend):")
        put_facts((failure, said) for failure, said in wordings)
    return None


def _wordings(lesson: "Lesson", view: "View") -> Iterator[tuple[str, str]]:
    """The failures whose candidates joined the lesson in other words, with what those said, where they are kept."""
    for failure in lesson.derived_from.failures:
        for row in view.terminations(failure_id=failure):
            story = row.value.decision.reflection
            if story is not None and one_line(story.candidate_lesson) != one_line(lesson.statement):
                yield failure, story.candidate_lesson


def _members(standing: "Standing | None") -> dict[str, Any]:
    """What the ledger says about the lesson; nothing of one that it does not know."""
    if standing is None:
        return {"signature": None, "grade": None, "contested": False, "red_flag": False}
    return {
        "signature": standing.signature,
        "grade": standing.grade,
        "contested": standing.contested,
        "red_flag": standing.red_flag,
    }


def _facts(name: str, path: str, lesson: "Lesson", standing: dict[str, Any]) -> list[tuple[str, str]]:
    flags = [
        word for word, up in (("contested", standing["contested"]), ("red flag", standing["red_flag"])) if up
    ]
    facts = [
        ("id", name),
        ("level", lesson.type),
        ("scope", lesson.scope),
        ("confidence", ", ".join([f"{lesson.confidence:g}", f"evidence grade {standing['grade']}", *flags])),
        (
            "outcomes",
            f"applied {lesson.times_applied}, helped {lesson.times_helped}, hurt {lesson.times_hurt}",
        ),
        ("failures", " ".join(lesson.derived_from.failures)),
        ("successes", " ".join(lesson.derived_from.successes)),
        ("evidence", " ".join(lesson.evidence)),
        ("refuted by", " ".join(lesson.counterexamples)),
        ("supersedes", lesson.supersedes or ""),
        ("superseded by", lesson.superseded_by or ""),
        ("file", path),
    ]
    return [(label, text) for label, text in facts if text]
