"""Where a command may run, and what is mixed with what: folders, submodules, no branch, several failures at once."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from recorder_code import BOTH_MENDED, NET_MENDED, PRICES, TESTS
from recorder_desk import PROGRAM, UNITTEST, Project

Git = Callable[..., str]
PY = sys.executable


def test_two_commands_with_failures_of_their_own_take_turns(project: Project) -> None:
    script = (PY, "-B", "-c", "from prices import short; assert short('text.txt') == 'text', 'cut too much'")
    project.watch(*UNITTEST, "test_prices.PriceTest.test_net")
    project.watch(*script)
    assert project.states() == {"test_net": "open", "AssertionError": "open"}
    project.write(prices=PRICES.replace("rstrip", "removesuffix"))
    project.watch(*UNITTEST, "test_prices.PriceTest.test_net")
    project.watch(*script)
    assert project.states() == {"test_net": "open", "AssertionError": "resolved"}
    project.write(prices=BOTH_MENDED)
    project.watch(*script)
    assert project.states()["test_net"] == "open"
    project.watch(*UNITTEST, "test_prices.PriceTest.test_net")
    assert set(project.states().values()) == {"resolved"}
    net = project.run("draft", "test_net", "--json").json["termination"]
    assert 'get("rebate", 0)' in net["repair"]["content"]
    assert "removesuffix" not in "".join(
        line for line in net["repair"]["content"].splitlines() if line[:1] == "+"
    )


def test_no_branch_is_checked_out(project: Project, git: Git) -> None:
    git(project.folder, "switch", "-q", "--detach")
    project.watch()
    project.write(prices=NET_MENDED)
    git(project.folder, "commit", "-q", "-am", "mended")
    project.watch()
    assert project.states() == {"test_net": "resolved", "test_short": "open"}


def test_below_a_folder_and_from_the_top(project: Project) -> None:
    below = project.folder / "shop"
    below.mkdir()
    for name in ("prices.py", "test_prices.py"):
        (project.folder / name).rename(below / name)
    assert project.run("watch", "--", *UNITTEST, folder=below).code == 1
    (below / "prices.py").write_text(BOTH_MENDED)
    done = project.watch(PY, "-B", "-m", "unittest", "discover", "-v", "shop")
    assert done.code == 0
    assert set(project.states().values()) == {"resolved"}


def test_a_submodule_is_a_repository_of_its_own(project: Project, git: Git, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    git(inner, "init", "-q")
    (inner / "prices.py").write_text(PRICES)
    (inner / "test_prices.py").write_text(TESTS)
    git(inner, "add", "-A")
    git(inner, "commit", "-q", "-m", "prices")
    git(project.folder, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner), "part")
    git(project.folder, "commit", "-q", "-m", "a part")
    part = Project(project.folder / "part")
    part.watch()
    assert project.pending() == []
    part.write(prices=BOTH_MENDED)
    assert project.run("watch", "--", *UNITTEST, folder=part.folder).code == 0
    assert set(part.states().values()) == {"resolved"}
    project.watch()
    project.write(prices=BOTH_MENDED)
    assert project.watch().code == 0
    repairs = [
        project.run("draft", one["id"], "--json").json["termination"]["repair"]["content"]
        for one in project.pending()
    ]
    assert all("part" not in repair for repair in repairs)


def test_a_binary_file_and_a_link_that_differ_are_named_and_left_out(project: Project) -> None:
    (project.folder / "logo.bin").write_bytes(b"\0\1\2" * 900)
    (project.folder / "way").symlink_to("prices.py")
    project.watch()
    (project.folder / "logo.bin").write_bytes(b"\3\0" * 900)
    project.write(prices=BOTH_MENDED)
    project.watch()
    assert set(project.states().values()) == {"resolved"}
    assert "logo" not in project.run("draft", "test_net", "--json").json["termination"]["repair"]["content"]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT])
def test_a_shell_sees_the_signal_that_ended_the_command(number: signal.Signals, project: Project) -> None:
    line = f"{' '.join(PROGRAM)} watch -q -- sh -c 'kill -{int(number)} $$'; echo $?"
    done = subprocess.run(["sh", "-c", line], cwd=project.folder, capture_output=True, check=False)
    assert done.stdout.split()[-1] == b"%d" % (128 + number)


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed(closed: str, project: Project) -> None:
    line = f"{' '.join(PROGRAM)} watch -- sh -c 'exit 7' {closed}"
    assert subprocess.run(["sh", "-c", line], cwd=project.folder, check=False).returncode == 7
    assert len(project.pending()) == 1


def test_what_was_said_to_be_kept_is_kept_whenever_the_next_watch_is_killed(project: Project) -> None:
    """Kills at instants spread over the whole of a watch: what an earlier one acknowledged is never lost."""
    project.watch()
    before = {one["id"] for one in project.pending()}
    assert len(before) == 2
    words = [*PROGRAM, "watch", "-q", "--", PY, "-c", "raise ValueError('another')"]
    for pause in (1, 3, 5, 7, 9):
        running = subprocess.Popen(words, cwd=project.folder, stderr=subprocess.DEVNULL)
        time.sleep(0.04 * pause)
        running.kill()
        running.wait()
        assert before <= {one["id"] for one in project.pending()}
    project.write(prices=BOTH_MENDED)
    project.watch()
    assert {one["state"] for one in project.pending() if one["id"] in before} == {"resolved"}
    assert os.listdir(project.kept / "inner") == []
