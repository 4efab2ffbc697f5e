"""``reflectgit show``: one lesson, and what it stands on."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from reflectgit.cli.answer import put_facts
from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.cli.reading import check_readable, lesson_id, open_view
from reflectgit.cli.terminal import paint, prose, put, put_json

if TYPE_CHECKING:
    from reflectgit.model import Lesson
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

    view = open_view(store)
    name = lesson_id(view, lesson)
    row = view.lesson(name)
    if row is None:
        check_readable(view, "lesson", name)
    assert row is not None, "the view has just named it, and it can be read"
    standing = _standing(view, name)
    if as_json:
        members = {"id": name, "path": row.path, "lesson": to_builtins(row.value), **standing}
        return put_json(members | {"failures": row.value.derived_from.failures})
    put(paint(prose(row.value.statement), "bold"))
    put()
    put_facts(_facts(name, row.path, row.value, standing))
    return None


def _standing(view: "View", name: str) -> dict[str, Any]:
    """What the ledger says about the lesson: signature, best grade, and whether it is flagged."""
    line = _line(view, name)
    founding = [row.value for row in view.founding(line[-1])]
    joined = [row.value.decision for one in line for row in view.joined(one)]
    decisions = [told.decision for told in founding] + joined
    lifecycles = [told.decision.stages.lifecycle for told in founding]
    ops = {row.value.op for row in view.rulings(name)}
    return {
        "signature": founding[0].signature.signature if founding else None,
        "grade": min((decision.grade for decision in decisions if decision.grade), default=None),
        "contested": "contradiction" in ops and "settle" not in ops,
        "red_flag": any(stage is not None and stage.red_flag_class for stage in lifecycles),
    }


def _line(view: "View", name: str) -> list[str]:
    """The lesson, and those that it is a successor of by a rule or an amendment, up to the one that was admitted."""
    line = [name]
    while not view.founding(line[-1]):
        row = view.lesson(line[-1])
        older = row.value.supersedes if row else None
        if older is None or older in line:
            break
        line.append(older)
    return line


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
