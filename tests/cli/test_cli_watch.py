"""What watch, pending and draft say: their notes, the table, the members of their answers."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_desk import Done
from test_cli_docs import documented

SCRIPT = "import sys; import stock; sys.exit(0 if stock.LEFT else 'OSError: the shelf is empty')"


@pytest.fixture
def watch(program: Callable[..., Done], repo: Path, git: Callable[..., str]) -> Callable[..., Done]:
    """Watch a command that fails as long as the user's file says so."""
    (repo / "stock.py").write_text("LEFT = 0\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", "stock")

    def run(*options: str) -> Done:
        return program("watch", *options, "--", sys.executable, "-B", "-c", SCRIPT, cwd=repo)

    return run


def test_the_notes_lead_from_a_failure_to_a_draft(
    watch: Callable[..., Done], program: Callable[..., Done], repo: Path
) -> None:
    failed = watch()
    assert failed.code == 1
    kept = re.search(r"^reflectgit: note: kept (\S+); ", failed.err, re.MULTILINE)
    assert kept
    assert program("draft", kept[1], cwd=repo).err.startswith(f"reflectgit: error: {kept[1]} still fails")
    (repo / "stock.py").write_text("LEFT = 1\n")
    mended = watch().err
    assert f"mended: {kept[1]}; next: reflectgit draft {kept[1]}\n" in mended
    assert "note: there is no store for lessons here yet: reflectgit init" in mended
    printed = program("draft", kept[1], cwd=repo)
    assert printed.code == 0
    assert "# --- termination.json" in printed.out
    assert '"outcome": "resolved"' in printed.out
    assert "#   repair-1 (repair, observed): stock.py" in printed.out
    assert 'failed_assumption: ""' in printed.out


def test_pending_shows_each_failure_with_what_to_type(
    watch: Callable[..., Done], program: Callable[..., Done], repo: Path
) -> None:
    assert (
        program("pending", cwd=repo).out == "Nothing waits. Record a failing run: reflectgit watch -- CMD\n"
    )
    watch("-q")
    head, line = program("pending", cwd=repo).out.splitlines()
    assert head.split() == ["FAILURE", "STATE", "RUNS", "CLASS", "AT", "TEST", "NEXT"]
    assert re.search(r"-[0-9a-f]{8} +open +1 ", line)
    assert "reflectgit watch -- " in line


def test_the_members_are_those_of_the_docs(
    watch: Callable[..., Done], program: Callable[..., Done], repo: Path
) -> None:
    watch()
    listed = program("pending", "--json", cwd=repo).json
    assert ["failures", *listed["failures"][0]] == documented("pending")
    (repo / "stock.py").write_text("LEFT = 1\n")
    watch("--diagnosis", _diagnosis(repo))
    drafted = program("draft", listed["failures"][0]["id"], "--json", cwd=repo).json
    assert list(drafted) == documented("draft")
    assert drafted["termination"]["diagnosis"]["root_cause"] == "nobody ordered"
    again = program("draft", listed["failures"][0]["id"], "--json", cwd=repo).json
    assert again == drafted


def test_a_cause_that_was_found_since_goes_into_the_draft(
    watch: Callable[..., Done], program: Callable[..., Done], repo: Path, tmp_path: Path
) -> None:
    watch("-q")
    (repo / "stock.py").write_text("LEFT = 1\n")
    watch("-q")
    name, out = "OSError", tmp_path / "out"
    assert program("draft", name, "--out", str(out), cwd=repo).code == 0
    story = out / "reflection.yaml"
    assert "tells what could be seen, and no cause" in story.read_text()
    cause = "Cause: the shelf was taken to be full. Fix: count what is left."
    said = ("--diagnosis", cause, "--plan", "Take one from the shelf.", "--out", str(out))
    assert program("draft", name, *said, cwd=repo).code == 0
    assert "no cause" not in story.read_text()
    story.write_text(story.read_text().replace('strategy_error: ""', 'strategy_error: "begun"'))
    assert program("draft", name, "--diagnosis", cause + " Soon.", "--out", str(out), cwd=repo).code == 0
    ended = json.loads((out / "termination.json").read_text())
    assert ended["diagnosis"]["content"] == cause + " Soon."
    assert ended["diagnosis"]["origin"] == "stated"
    assert ended["traces"][0]["content"] == "Take one from the shelf."
    assert "begun" in story.read_text(), "what somebody wrote is kept"
    (out / "termination.json").write_text("mine")
    assert program("draft", name, "--diagnosis", cause, "--out", str(out), cwd=repo).code == 2
    assert program("draft", name, "--diagnosis", "none.md", cwd=repo).code == 2


def _diagnosis(repo: Path) -> str:
    (repo / ".git" / "found.yaml").write_text("symptom: empty\nroot_cause: nobody ordered\n")
    return str(repo / ".git" / "found.yaml")


@pytest.mark.parametrize("command", [("pending",), ("draft", "x"), ("watch", "--give-up", "x")])
def test_outside_a_repository(command: tuple[str, ...], program: Callable[..., Done], tmp_path: Path) -> None:
    done = program(*command, cwd=tmp_path)
    assert done.code == 3
    assert done.err.startswith("reflectgit: error: no git repository here")


def test_options_of_the_command_are_not_ours(program: Callable[..., Done], repo: Path) -> None:
    assert program("watch", "echo", "--help", "--store", "x", cwd=repo).out == "--help --store x\n"
    assert program("watch", "--", "echo", "--", "--json", cwd=repo).out == "-- --json\n"
