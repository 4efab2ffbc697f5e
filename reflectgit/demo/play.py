"""Play the scenes in a store of their own, and look at what they left in it."""

import json
import shutil
import tempfile
from pathlib import Path

from reflectgit import admission
from reflectgit.demo.console import Console
from reflectgit.demo.life import live
from reflectgit.demo.project import Project, Run
from reflectgit.demo.scenes import SCENES, Scene
from reflectgit.demo.workshop import git, make_store
from reflectgit.errors import BadUsage
from reflectgit.formats.inputs import read_reflection, read_termination
from reflectgit.store import Store

_CLAIMS = (
    "failed_assumption",
    "overlooked_evidence",
    "strategy_error",
    "violated_invariant",
    "candidate_lesson",
)


def run(console: Console, keep: Path | None = None) -> bool:
    """Play all scenes; whether each decision, and all that became of the lesson, was as expected.

    All files go into a temporary folder that is removed, or into `keep`, which has to be new or empty.
    Raises BadUsage where it is not, StoreError where git or the tests cannot be run.
    """
    if keep is not None and keep.exists() and (not keep.is_dir() or any(keep.iterdir())):
        raise BadUsage(f"{keep} is not empty", "Name a folder that does not exist yet")
    folder = keep or Path(tempfile.mkdtemp(prefix="reflectgit-demo-"))
    try:
        return _play(console, folder.resolve(), kept=keep is not None)
    finally:
        if keep is None:
            shutil.rmtree(folder, ignore_errors=True)


def _play(console: Console, folder: Path, kept: bool) -> bool:
    console.heading("A store of lessons, in git")
    console.say(
        "A coding agent fails, repairs, and says why it failed. reflectgit keeps such a story only where the"
        " evidence of the failure bears it out. No model judges that, and none runs in this demo."
    )
    console.command("reflectgit init store")
    store = make_store(folder / "store")
    right = [_scene(console, folder, store, scene) for scene in SCENES]
    _look(console, folder / "store")
    right += live(console, store, folder / "store")
    _close(console, folder, kept, right)
    return all(right)


# --- one scene -------------------------------------------------------------------------------------------


def _scene(console: Console, folder: Path, store: Store, scene: Scene) -> bool:
    console.heading(scene.title)
    project = Project(scene.project, folder / scene.project)
    failing, passing = _fail_and_repair(console, project, scene.slowly)
    failure, reflection = _write(folder, project, failing, passing)
    _tell(console, json.loads(reflection.read_text(encoding="utf-8")))
    console.say(scene.told)
    console.command(f"reflectgit admit {failure.name} {reflection.name} --store store")
    answer = admission.admit(
        store,
        read_termination(failure.read_bytes(), failure.name),
        read_reflection(reflection.read_bytes(), reflection.name),
    )
    console.answer(answer, store)
    right = (answer.decision, answer.rejected_reason) == (scene.expects, scene.reason)
    if not right:
        console.say(f"This should have been: {scene.expects} {scene.reason or ''}")
    return right


def _fail_and_repair(console: Console, project: Project, slowly: bool) -> tuple[Run, Run]:
    task = json.loads(project.text("task.json"))
    console.say(f"Task {task['id']} in {task['repo']}: {task['description']}")
    project.lay_out()
    project.patch("failed.patch")
    failing = project.test()
    project.patch("repair.patch")
    passing = project.test()
    if slowly:
        console.say("What the agent planned:")
        console.output(project.text("plan.md"))
        console.say("What it changed:")
        console.output(_changes(project.text("failed.patch")))
    console.command("python -m unittest discover")
    console.output(failing.output if slowly else _gist(failing.output))
    if slowly:
        console.say("How it was repaired:")
        console.output(_changes(project.text("repair.patch")))
    console.command("python -m unittest discover")
    console.output(_gist(passing.output))
    if slowly:
        console.say(
            "All this is written down as it was seen, each item with an id: plan-1, patch-1,"
            " run-1 (the failing run), diagnosis-1, repair-1, rerun-1 (the passing one)."
        )
    return failing, passing


def _changes(diff: str) -> str:
    return "\n".join(
        line for line in diff.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")
    )


def _gist(output: str) -> str:
    lines = output.strip().splitlines()
    told = [line for line in lines if line.startswith("FAIL:") or "Error: " in line]
    return "\n".join([*told, lines[-1]])


def _write(folder: Path, project: Project, failing: Run, passing: Run) -> tuple[Path, Path]:
    failure = folder / f"{project.name}.failure.json"
    failure.write_text(json.dumps(project.termination(failing, passing), indent=2) + "\n", encoding="utf-8")
    reflection = folder / f"{project.name}.reflection.json"
    reflection.write_text(project.text("reflection.json"), encoding="utf-8")
    return failure, reflection


def _tell(console: Console, reflection: dict[str, str]) -> None:
    console.say("The story that is offered:")
    for name in _CLAIMS:
        if reflection[name]:
            console.claim(name, reflection[name])


# --- what is left ----------------------------------------------------------------------------------------


def _look(console: Console, folder: Path) -> None:
    console.heading("What the store holds now")
    console.say("One story became a lesson: one YAML file, for a person to review in a pull request.")
    lesson = git(folder, "ls-files", "lessons").splitlines()
    if lesson:
        console.command(f"cat store/{lesson[0]}")
        console.output((folder / lesson[0]).read_text(encoding="utf-8"))
        founding = git(folder, "log", "--format=%H", "-1", "--", lesson[0]).strip()
        console.command("git show --stat " + founding[:12])
        console.output(git(folder, "show", "--stat=110,80", "--no-color", "--format=%h %s%n%n%b", founding))
    console.say(
        "The refusals are on record too, each with its reason: nobody tries stories until one passes."
    )
    console.command("git log --oneline")
    console.output(git(folder, "log", "--oneline", "--no-color"))


def _close(console: Console, folder: Path, kept: bool, right: list[bool]) -> None:
    console.heading("That was all")
    if not all(right):
        console.say(f"{right.count(False)} of {len(right)} steps were not as expected. Please report this.")
    if kept:
        console.say(f"Everything is kept in {folder}. Try there:")
        console.command(f"reflectgit list --store {folder / 'store'}")
        console.command(f"reflectgit explain demo-seat-holds --store {folder / 'store'}")
    else:
        console.say("The temporary store is removed. To look around in it: reflectgit demo --keep DIR")
