"""The demo end to end: it really runs, decides as it should, and leaves nothing behind."""

import dataclasses
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from reflectgit.cli.main import main
from reflectgit.demo import life, play, scenes
from reflectgit.demo.life import HELPED, HURT, HURT_AGAIN
from reflectgit.demo.project import Project, Run
from reflectgit.demo.scenes import SCENES
from reflectgit.errors import StoreError


def demo(*arguments: str, cwd: Path, **env: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "reflectgit", "demo", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env={**os.environ, **env},
    )


def test_the_demo_decides_as_it_should(tmp_path: Path) -> None:
    began = time.monotonic()
    done = demo(cwd=tmp_path, TMPDIR=str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert time.monotonic() - began < 60
    assert done.stderr == ""
    for scene in SCENES:
        assert f"== {scene.title}" in done.stdout
    words = [
        line.split()[0] for line in done.stdout.splitlines() if line.startswith(("admitted", "rejected"))
    ]
    assert words == [scene.expects for scene in SCENES]
    assert "Reflectgit-Lesson: " in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_the_demo_plays_the_life_of_its_lesson_to_the_end(tmp_path: Path, git: Callable[..., str]) -> None:
    done = demo("--keep", str(tmp_path / "kept"), cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "This should have" not in done.stdout
    for chapter in (HELPED, HURT, HURT_AGAIN):
        assert f"== {chapter.title}" in done.stdout
    assert "lessons/{episodic => procedural}/" in done.stdout, "git log --follow saw the promotion"
    assert "<<< lessons from earlier failures" in done.stdout
    assert "No lesson applies" in done.stdout
    store = tmp_path / "kept" / "store"
    ops = git(
        store, "log", "--reverse", "--format=%(trailers:key=Reflectgit-Op,valueonly,separator=)"
    ).split()
    after = ops[ops.index("record") :]
    assert after == [*["record"] * 3, "promote", *["record"] * 3, "demote", *["record"] * 3, "retire"]
    assert main(["check", "--store", str(store)]) == 0


def test_each_scene_fits_a_screen(tmp_path: Path) -> None:
    told = demo(cwd=tmp_path).stdout.split("\n== ")[1:]
    titles = [scene.title for scene in SCENES if scene.slowly]
    long = [part.partition("\n")[0] for part in told if len(part.splitlines()) > 50]
    assert set(long) <= set(titles)


@pytest.mark.parametrize("chapter", ["HELPED", "HURT", "HURT_AGAIN"])
def test_a_lesson_that_goes_another_way_is_told(
    chapter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = getattr(life, chapter)
    monkeypatch.setattr(play, "SCENES", (SCENES[0],))
    monkeypatch.setattr(life, chapter, dataclasses.replace(real, tasks=real.tasks[1:]))
    assert main(["demo", "--keep", str(tmp_path / "kept")]) == 1
    assert f"This should have come of it: {real.expects}" in capsys.readouterr().out


def test_the_demo_needs_no_identity_and_heeds_no_setting(tmp_path: Path, hermetic: Path) -> None:
    (hermetic / ".gitconfig").write_text("[commit]\n\tgpgsign = true\n[core]\n\thooksPath = /nowhere\n")
    done = demo(cwd=tmp_path, GIT_DIR="/nowhere", GIT_INDEX_FILE="/nowhere/index", PYTHONWARNINGS="error")
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_is_kept_can_be_looked_at(repo: Path, git: object) -> None:
    done = demo("--keep", "kept", cwd=repo)
    assert done.returncode == 0, done.stdout + done.stderr
    kept = repo / "kept"
    failure = json.loads((kept / "report-titles.failure.json").read_text())
    assert failure["failure"]["class"] == "AssertionError"
    assert failure["failure"]["site"] == "test_titles.py:test_letters_of_the_ending_stay"
    assert "FAILED (failures=1)" in failure["traces"][2]["content"]
    assert failure["successful_trajectory"]["content"].rstrip().endswith("OK")
    assert (kept / "store" / "lessons").is_dir()
    again = demo("--keep", "kept", cwd=repo)
    assert again.returncode == 2
    assert "is not empty" in again.stderr


def test_a_decision_that_is_not_the_expected_one_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = scenes.Scene(project="tour-stops", title="Wrong", told="", expects="admitted")
    monkeypatch.setattr(play, "SCENES", (wrong,))
    assert main(["demo", "--keep", str(tmp_path / "kept")]) == 1


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.project)
def test_each_project_fails_and_is_repaired(scene: scenes.Scene, tmp_path: Path) -> None:
    project = Project(scene.project, tmp_path / scene.project)
    project.lay_out()
    project.patch("failed.patch")
    failing = project.test()
    assert not failing.passed
    assert "FAILED (failures=1)" in failing.output
    project.patch("repair.patch")
    assert project.test().passed


def test_each_story_is_complete() -> None:
    for scene in SCENES:
        project = Project(scene.project, Path())
        story = json.loads(project.text("reflection.json"))
        assert set(story["evidence_ids"]) <= {"plan-1", "patch-1", "run-1", "diagnosis-1"}
        assert len(story) == 10


def test_tests_that_show_no_exception_are_an_error_of_the_demo(tmp_path: Path) -> None:
    project = Project("tour-stops", tmp_path)
    with pytest.raises(StoreError, match="shows no exception"):
        project.termination(Run(False, "nothing to see"), Run(True, "OK"))


def test_a_patch_that_does_not_apply_is_an_error_of_the_demo(tmp_path: Path) -> None:
    project = Project("tour-stops", tmp_path / "tour")
    project.lay_out()
    with pytest.raises(StoreError, match="apply"):
        project.patch("repair.patch")
