"""``reflectgit record``: lessons were applied to a task, and this came of it."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from reflectgit.cli.actions import action_members, show_actions
from reflectgit.cli.answer import put_facts, say_verdict
from reflectgit.cli.meant import lessons_meant, name_given, repo_given
from reflectgit.cli.options import JsonOption, StoreOption, example, tell_branchless
from reflectgit.cli.terminal import after, put, put_json

if TYPE_CHECKING:
    from reflectgit.upkeep import Recorded, Tally

EXAMPLES = example(
    "reflectgit record check-optional-keys --task BLOG-7 --repo acme/blog --outcome resolved",
    "reflectgit record check-optional-keys rstrip-takes --task CI-31 --repo acme/ci --outcome worse --json",
)
_SAID = {
    "resolved": "it helped",
    "worse": "it hurt",
    "unchanged": "it was applied, and neither helped nor hurt",
}


class Outcome(StrEnum):
    """What came of the task to which the lessons were applied."""

    resolved = "resolved"
    worse = "worse"
    unchanged = "unchanged"


def command(
    lessons: Annotated[
        list[str],
        typer.Argument(metavar="LESSON...", help="The lessons that were applied: ids, or their beginnings."),
    ],
    task: Annotated[str, typer.Option("--task", metavar="ID", help="The task they were applied to.")],
    repo: Annotated[str, typer.Option("--repo", metavar="OWNER/NAME", help="Its repository.")],
    outcome: Annotated[Outcome, typer.Option("--outcome", help="It helped, it hurt, or neither.")],
    retrieved: Annotated[
        list[str] | None,
        typer.Option("--retrieved", metavar="LESSON", help="A lesson that was on offer beside; repeatable."),
    ] = None,
    event: Annotated[
        str, typer.Option("--event-id", metavar="ID", help="Tells apart what would else be one event.")
    ] = "",
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Record what came of a lesson.

    Helped, hurt or neither: in one commit, and what follows from it (promotion, demotion, retirement) in
    commits of its own. The same event told twice counts once.
    """
    from reflectgit import upkeep

    task, repo = name_given("--task", task), repo_given("--repo", repo)
    key = name_given("--event-id", event) if event else ""
    there, meant = lessons_meant(store, [*lessons, *(retrieved or ())])
    applied, offered = meant[: len(lessons)], meant[len(lessons) :]
    told = upkeep.record(
        there, applied, task=task, repo=repo, outcome=outcome.value, retrieved=offered, key=key
    )
    tell_branchless(there, told.commit)
    with after("recorded" if told.commit else "", "See it with: reflectgit log LESSON"):
        if as_json:
            return put_json(_members(told))
        return show_recorded(told, task, repo, outcome.value)


def show_recorded(told: "Recorded", task: str, repo: str, outcome: str) -> None:
    """Print for a person what was recorded, where its lessons stand, and what follows from it."""
    what = f"{task} in {repo}: {_SAID[outcome]}"
    if told.recorded:
        put(say_verdict("recorded", True, what))
    else:
        put(say_verdict("told before", True, f"{what}. It counts once, and nothing was written."))
    put_facts(
        [
            *(fact for one in told.lessons for fact in (("lesson", one.id), ("", counted(one)))),
            ("event", told.event_id),
            ("commit", (told.commit or "")[:12]),
        ]
    )
    show_actions(told.actions)


def counted(tally: "Tally") -> str:
    """How often a lesson was applied, and what came of it."""
    return f"applied {tally.times_applied}, helped {tally.times_helped}, hurt {tally.times_hurt}"


def _members(told: "Recorded") -> dict[str, object]:
    from msgspec import to_builtins

    members: dict[str, object] = to_builtins(told)
    return members | {"actions": action_members(told.actions)}
