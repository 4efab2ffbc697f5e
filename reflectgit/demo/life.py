"""What becomes of the lesson that was admitted: outcomes raise it, lower it and retire it.

No agent works in these chapters: the outcomes are made up, and the reader is told so. Everything that follows from
them is real, and each step is checked.
"""

from dataclasses import dataclass
from pathlib import Path

from reflectgit import check, upkeep
from reflectgit.demo.console import Console
from reflectgit.demo.workshop import git
from reflectgit.model import TaskOutcome
from reflectgit.retrieval import retrieve
from reflectgit.stages.retrieve import Query
from reflectgit.store import Store
from reflectgit.store.index import Index, View

_TASK = Query(
    text='Stations are listed without the ".dat" ending of their files, but some names lose letters of their own',
    repo="dune/weather",
    language="python",
)


@dataclass(frozen=True)
class Chapter:
    """Three outcomes of one kind, and what has to come of them.

    Attributes:
        title: what it is about.
        told: for the reader, before the outcomes.
        outcome: of each task.
        tasks: the id and the repository of each.
        expects: what the last of them has to do to the lesson.
        after: for the reader, once it did.
    """

    title: str
    told: str
    outcome: TaskOutcome
    tasks: tuple[tuple[str, str], ...]
    expects: str
    after: str


HELPED = Chapter(
    title="It helps elsewhere",
    told="Whoever runs an agent tells the store what came of a lesson. (These outcomes are made up: no agent runs"
    " here.) It helps in three repositories that it does not come from.",
    outcome="resolved",
    tasks=(("INV-31", "quay/invoices"), ("BAK-4", "mole/backups"), ("SCAN-9", "pier/scans")),
    expects="promote",
    after="The third one promotes it: the file moves up a level, and its scope is no longer bound to one repository."
    " git follows the file.",
)
HURT = Chapter(
    title="It hurts",
    told="Three other tasks ask for any run of dots and dashes to go from the end of a line. There rstrip was right,"
    " and agents that heeded the lesson took off too little.",
    outcome="worse",
    tasks=(("LOG-12", "dyke/logs"), ("TEX-8", "lock/subtitles"), ("IMP-3", "weir/imports")),
    expects="demote",
    after="It had been raised too far. A successor begins again: the same words, at home in the first repository, with"
    " nothing counted yet.",
)
HURT_AGAIN = Chapter(
    title="It hurts at home too",
    told="The successor gets its chance, and hurts three times as well.",
    outcome="worse",
    tasks=(("REP-19", "harbour/reports"), ("REP-23", "harbour/reports"), ("REP-40", "harbour/reports")),
    expects="retire",
    after="Below episodic there is nothing: it is retired. Its file stays, for a person to read why; no task is given"
    " it any more.",
)


def live(console: Console, store: Store, folder: Path) -> list[bool]:
    """Play the life of the one lesson that the store in `folder` holds; of each step whether it went as expected."""
    with _view(store) as view:
        lessons = [row.id for row in view.lessons()]
    if len(lessons) != 1:
        return [False]
    name = lessons[0]
    raised = _chapter(console, store, HELPED, name)
    _follow(console, store, folder, name)
    found = _retrieval(console, store, [name])
    lowered = _chapter(console, store, HURT, name)
    ended = _chapter(console, store, HURT_AGAIN, _successor(store, name))
    gone = _retrieval(console, store, [])
    return [raised, found, lowered, ended, gone, _sound(console, store, folder)]


def _view(store: Store) -> View:
    return Index.open(store).at(store.snapshot())


def _successor(store: Store, name: str) -> str:
    """What superseded the lesson; itself where nothing did."""
    with _view(store) as view:
        row = view.lesson(name)
    return (row.value.superseded_by if row else None) or name


# --- three outcomes ----------------------------------------------------------------------------------------


def _chapter(console: Console, store: Store, chapter: Chapter, name: str) -> bool:
    console.heading(chapter.title)
    console.say(chapter.told)
    *before, last = chapter.tasks
    for task in before:
        console.counted(_record(console, store, chapter.outcome, name, task))
    told = _record(console, store, chapter.outcome, name, last)
    console.recorded(told, *last, chapter.outcome)
    console.say(chapter.after)
    right = [(done.lesson_id, done.action) for done in told.actions] == [(name, chapter.expects)]
    if not right:
        console.say(f"This should have come of it: {chapter.expects} {name}")
    return right


def _record(
    console: Console, store: Store, outcome: TaskOutcome, name: str, task: tuple[str, str]
) -> upkeep.Recorded:
    label, repo = task
    console.command(
        f"reflectgit record {name} --task {label} --repo {repo} --outcome {outcome} --store store"
    )
    return upkeep.record(store, [name], task=label, repo=repo, outcome=outcome)


def _follow(console: Console, store: Store, folder: Path, name: str) -> None:
    with _view(store) as view:
        row = view.lesson(name)
    if row is None:
        return
    console.command(f"git log --follow --oneline --stat {row.path}")
    console.output(git(folder, "log", "--follow", "--oneline", "--stat=110,84", "--no-color", "--", row.path))


# --- what a task gets, and what is left --------------------------------------------------------------------


def _retrieval(console: Console, store: Store, expected: list[str]) -> bool:
    """Ask for lessons for a new task; whether the expected ones came."""
    if expected:
        console.heading("A new task asks for lessons")
        console.say("Another repository, another task: at most five lessons, or none where none applies.")
    console.command(
        f"reflectgit retrieve '{_TASK.text}' --repo {_TASK.repo} --lang {_TASK.language} --store store"
    )
    found = retrieve(store, _TASK)
    console.retrieved(found)
    right = [hit.document.id for hit in found.hits] == expected
    if not right:
        console.say(f"This should have been: {' '.join(expected) or 'no lesson'}")
    return right


def _sound(console: Console, store: Store, folder: Path) -> bool:
    console.heading("A whole life, in git")
    console.say(
        "Each outcome is a commit, and so is each thing that followed from it. Nothing is lost or rewritten."
    )
    console.command("git log --oneline")
    console.output(git(folder, "log", "--oneline", "--no-color"))
    console.command("reflectgit check --store store")
    findings = check.check(store)
    console.output(
        "\n".join(f"{one.path}: {one.code}: {one.message}" for one in findings) or "Nothing wrong."
    )
    return not findings
