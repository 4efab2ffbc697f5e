"""From a run that fails to a lesson: what opens a failure, what ends it, and what does not."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from recorder_code import BOTH_MENDED, NET_MENDED, PRICES, TESTS
from recorder_desk import PROGRAM, UNITTEST, Project

PY = sys.executable


def test_two_failures_are_mended_one_by_one(project: Project) -> None:
    failed = project.watch()
    assert failed.code == 1
    assert failed.notes[0].startswith("kept test_net-")
    assert project.states() == {"test_net": "open", "test_short": "open"}
    project.write(prices=NET_MENDED)
    assert project.watch().code == 1
    assert project.states() == {"test_net": "resolved", "test_short": "open"}
    project.write(prices=BOTH_MENDED)
    assert project.watch().code == 0
    assert project.states() == {"test_net": "resolved", "test_short": "resolved"}
    drafts = [project.run("draft", name, "--json").json["termination"] for name in ("test_net", "test_short")]
    assert 'order.get("rebate", 0)' in drafts[0]["repair"]["content"]
    assert "removesuffix" not in drafts[0]["repair"]["content"]
    assert "removesuffix" in drafts[1]["repair"]["content"]
    assert "test_net (test_prices.PriceTest.test_net) ... ok" in drafts[0]["successful_trajectory"]["content"]
    assert [one["failure"]["class"] for one in drafts] == ["KeyError", "AssertionError"]


def test_a_repair_that_was_committed_is_found(project: Project, git: Callable[..., str]) -> None:
    project.watch()
    project.write(prices=BOTH_MENDED)
    git(project.folder, "commit", "-q", "-am", "mended")
    project.watch()
    ended = project.run("draft", "test_net", "--json").json["termination"]
    assert "-    return order" in ended["repair"]["content"]


def test_the_commit_of_a_failure_survives_amending_and_gc(project: Project, git: Callable[..., str]) -> None:
    project.watch()
    project.write(prices=BOTH_MENDED)
    git(project.folder, "commit", "-q", "-a", "--amend", "-m", "other")
    git(project.folder, "reflog", "expire", "--expire=now", "--all")
    git(project.folder, "gc", "-q", "--prune=now")
    project.watch()
    assert project.states() == {"test_net": "resolved", "test_short": "resolved"}
    assert "rebate" in project.run("draft", "test_net", "--json").json["termination"]["repair"]["content"]
    assert git(project.folder, "for-each-ref", "refs/reflectgit") == ""


def test_the_failed_patch_and_the_attempts_are_told(project: Project) -> None:
    project.write(prices=PRICES.replace('order["gross"]', 'int(order["gross"])'), note="SPARE = 1\n")
    options = ("--plan", "Net is gross minus rebate.", "--task", "T-7", "--repo", "Acme/Shop")
    project.watch(options=options)
    project.write(prices=PRICES.replace('- order["rebate"]', '- int(order["rebate"])'))
    project.watch()
    project.write(prices=NET_MENDED)
    project.watch()
    ended = project.run("draft", "test_net", "--json").json["termination"]
    assert ended["task"]["id"] == "T-7"
    assert ended["task"]["repo"] == "acme/shop"
    traces = {item["id"]: item["content"] for item in ended["traces"]}
    assert traces["plan-1"] == "Net is gross minus rebate."
    assert '+    return int(order["gross"])' in traces["patch-1"]
    assert "+SPARE = 1" in traces["patch-1"]
    assert '- int(order["rebate"])' in traces["patch-2"]
    assert "exec-1" in traces


def test_the_same_test_in_another_command_mends_it(project: Project) -> None:
    project.watch()
    project.write(prices=NET_MENDED)
    done = project.watch(PY, "-B", "-m", "unittest", "-q", "test_prices.PriceTest.test_net")
    assert done.code == 0
    assert project.states() == {"test_net": "resolved", "test_short": "open"}


def test_another_command_that_passes_mends_nothing(project: Project) -> None:
    project.watch()
    project.write(prices=NET_MENDED)
    assert project.watch("true").code == 0
    project.watch(PY, "-B", "-m", "unittest", "-q", "test_prices.PriceTest.test_rebate")
    assert project.states() == {"test_net": "open", "test_short": "open"}


def test_a_test_that_is_skipped_or_taken_away_has_not_passed(project: Project) -> None:
    project.watch()
    skipped = TESTS.replace("    def test_net", '    @unittest.skip("later")\n    def test_net')
    project.write(prices=PRICES.replace("rstrip", "removesuffix"), test_prices=skipped)
    assert project.watch().code == 0
    assert project.states() == {"test_net": "open", "test_short": "resolved"}


def test_a_pass_without_a_change_is_unexplained_until_it_fails_again(
    project: Project, tmp_path: Path
) -> None:
    switch = tmp_path / "switch"
    script = f"import os, sys; sys.exit(0 if os.path.exists({str(switch)!r}) else 'the service is down')"
    project.watch(PY, "-c", script)
    switch.touch()
    done = project.watch(PY, "-c", script)
    assert "passed with nothing changed" in done.notes[0]
    [one] = project.pending()
    assert one["state"] == "unexplained"
    assert project.run("draft", one["label"]).code == 1
    switch.unlink()
    assert "fails again" in project.watch(PY, "-c", script).notes[0]
    assert [each["state"] for each in project.pending()] == ["open"]


def test_a_pass_on_another_branch_mends_nothing(project: Project, git: Callable[..., str]) -> None:
    project.write(prices=BOTH_MENDED)
    git(project.folder, "commit", "-q", "-am", "good")
    git(project.folder, "switch", "-q", "-c", "work")
    project.write(prices=PRICES)
    git(project.folder, "commit", "-q", "-am", "bad")
    project.watch()
    git(project.folder, "switch", "-q", "main")
    assert project.watch().code == 0
    assert set(project.states().values()) == {"open"}
    git(project.folder, "switch", "-q", "-c", "mended", "work")
    project.write(prices=BOTH_MENDED)
    project.watch()
    assert set(project.states().values()) == {"resolved"}


def test_giving_up_with_and_without_running(project: Project) -> None:
    project.watch(options=("--give-up", "three repairs tried"))
    assert set(project.states().values()) == {"escalated"}
    ended = project.run("draft", "test_net", "--json").json["termination"]
    assert ended["outcome"] == "escalated"
    assert any("three repairs tried" in item["content"] for item in ended["traces"])
    project.watch("sh", "-c", "echo 'ValueError: no' >&2; exit 4")
    assert project.run("watch", "--give-up", "no time").code == 0
    assert set(project.states().values()) == {"escalated"}
    assert project.run("watch", "--give-up", "no time").code == 1
    assert project.run("watch").code == 2


def test_a_failed_test_counts_though_the_exit_code_is_0(project: Project) -> None:
    done = project.watch("sh", "-c", f"{PY} -B -m unittest -v 2>&1 | cat")
    assert done.code == 0
    assert project.states() == {"test_net": "open", "test_short": "open"}


def test_a_failure_that_is_admitted_waits_no_more(project: Project, tmp_path: Path) -> None:
    assert project.run("init").code == 0
    project.watch(options=("--plan", "The rebate stands in each order.", "--repo", "acme/shop"))
    project.write(prices=NET_MENDED)
    project.watch()
    out = tmp_path / "out"
    assert project.run("draft", "test_net", "--out", out).code == 0
    story = out / "reflection.yaml"
    untouched = project.run("admit", out / "termination.json", story)
    assert untouched.code == 2, "an empty draft decides nothing"
    filled = story.read_text()
    for member, text in {
        "failed_assumption": "`The rebate stands in each order` [plan-1], yet order has no rebate.",
        "overlooked_evidence": "The run shows `KeyError: 'rebate'` [exec-1].",
        "counterfactual": "With order.get the missing rebate would have counted as 0.",
        "candidate_lesson": "Read an optional key of an order with get and a default, never by subscript.",
    }.items():
        filled = filled.replace(f'{member}: ""', f'{member}: "{text}"')
    story.write_text(filled.replace("evidence_ids: []", "evidence_ids: [plan-1, exec-1]"))
    assert project.run("draft", "test_net", "--out", out).code == 2, "somebody's work is not overwritten"
    admitted = project.run("admit", out / "termination.json", story, "--json")
    assert admitted.json["recorded"], admitted.err
    assert "test_net" not in project.states()
    assert project.run("check").code == 0


def test_forgetting(project: Project, git: Callable[..., str]) -> None:
    project.watch()
    for one in project.pending():
        assert project.run("pending", "--drop", one["id"]).code == 0
    assert project.pending() == []
    assert not list((project.kept / "runs").iterdir())
    assert git(project.folder, "for-each-ref", "refs/reflectgit") == ""
    assert project.run("pending", "--drop", "nothing").code == 1


def test_a_watch_in_a_watch_records_once(project: Project) -> None:
    project.watch(*PROGRAM, "watch", "--", *UNITTEST)
    assert [one["command"].split()[-3:] for one in project.pending()] == [["-m", "unittest", "-v"]] * 2
    project.write(prices=BOTH_MENDED)
    project.watch(*PROGRAM, "watch", "--", *UNITTEST)
    assert set(project.states().values()) == {"resolved"}
    assert not list((project.kept / "inner").iterdir())


def test_two_watches_at_once(project: Project) -> None:
    commands = [
        [*PROGRAM, "watch", "--", "sh", "-c", f"echo 'ValueError: kind {name}'; exit 1"] for name in "abcd"
    ]
    running = [
        subprocess.Popen(words, cwd=project.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for words in commands
    ]
    for one in running:
        one.communicate()
        assert one.returncode == 1
    assert len(project.pending()) == 4


def test_nothing_of_the_user_is_touched(project: Project, git: Callable[..., str]) -> None:
    project.write(prices=NET_MENDED, spare="x = 1\n")
    git(project.folder, "add", "prices.py")
    project.write(prices=PRICES)
    index = (project.folder / ".git" / "index").read_bytes()
    objects = sorted((project.folder / ".git" / "objects").rglob("*"))
    status = git(project.folder, "--no-optional-locks", "status", "--porcelain")
    project.watch()
    assert (project.folder / ".git" / "index").read_bytes() == index
    assert sorted((project.folder / ".git" / "objects").rglob("*")) == objects
    assert git(project.folder, "--no-optional-locks", "status", "--porcelain") == status


def test_work_trees_are_kept_apart(project: Project, git: Callable[..., str], tmp_path: Path) -> None:
    git(project.folder, "worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    project.watch()
    side = Project(tmp_path / "side")
    side.write(prices=BOTH_MENDED)
    assert side.watch().code == 0
    assert set(project.states().values()) == {"open"}


def test_a_branch_without_a_commit(tmp_path: Path, git: Callable[..., str]) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    git(folder, "init", "-q")
    project = Project(folder)
    project.write(prices=PRICES, test_prices=TESTS)
    project.watch()
    project.write(prices=NET_MENDED)
    project.watch()
    assert project.states()["test_net"] == "resolved"


def test_names_beyond_ascii_and_below_a_folder(project: Project) -> None:
    below = project.folder / "größe"
    below.mkdir()
    (below / "maß.py").write_text("WERT = 1\n")
    script = "import maß; assert maß.WERT == 2, maß.WERT"
    done = project.run("watch", "--", PY, "-B", "-c", script, folder=below)
    assert done.code == 1
    (below / "maß.py").write_text("WERT = 2\n")
    project.run("watch", "--", PY, "-B", "-c", script, folder=below)
    [one] = project.pending()
    assert (one["state"], one["folder"]) == ("resolved", "größe/")
    ended = project.run("draft", one["id"], "--json").json["termination"]
    assert "+++ b/größe/maß.py\n" in ended["repair"]["content"]


@pytest.mark.parametrize("name", ["../../x", "", "*", "x" * 300])
def test_any_name_is_answered(name: str, project: Project) -> None:
    project.watch()
    assert project.run("draft", name).code == 1


def test_age_counts_runs(project: Project) -> None:
    project.watch()
    project.watch()
    project.watch("true")
    assert [one["runs"] for one in project.pending()] == [3, 3]
    assert os.environ.get("REFLECTGIT_WATCH") is None
