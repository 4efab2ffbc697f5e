"""``reflectgit collect``: from files on a disk to terminations that `admit` takes."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from shelf_project import EXPECTED, make_project, run_pytest

from reflectgit.cli.main import main
from reflectgit.formats.inputs import read_termination
from reflectgit.model import Termination

Git = Callable[..., str]


@pytest.fixture
def shop(tmp_path: Path, git: Git, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project in a repository of its own with a remote, the working directory."""
    folder = make_project(tmp_path / "shop")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "remote", "add", "origin", "git@example.org:Acme/Shop.git")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "shelf")
    monkeypatch.chdir(folder)
    return folder


def _mend(folder: Path) -> None:
    shelf = folder / "store" / "shelf.py"
    shelf.write_text(shelf.read_text().replace("return STOCK[name]", "return STOCK.get(name, 1)"))


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """What pytest prints before and after the change."""
    folder = make_project(tmp_path_factory.mktemp("runs") / "shop")
    options = ("-p", "no:cacheprovider", "-v")
    failed = run_pytest(folder, *options).stdout
    _mend(folder)
    return failed, run_pytest(folder, *options).stdout


@pytest.fixture
def logs(shop: Path, runs: tuple[str, str], git: Git) -> Path:
    """A failing run, the change, and a run in which what it mends passes."""
    (shop / "failed.log").write_text(runs[0])
    (shop / "passed.log").write_text(runs[1])
    _mend(shop)
    (shop / "fix.patch").write_text(git(shop, "diff"))
    return shop


def _json(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def _termination(path: Path) -> Termination:
    return read_termination(path.read_bytes(), path.name)


def test_a_failing_and_a_passing_log_and_the_change(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(
            [
                "collect",
                "failed.log",
                "--diff",
                "fix.patch",
                "--passing",
                "passed.log",
                "--out",
                "out",
                "--json",
            ]
        )
        == 0
    )
    told = _json(capsys)
    outcomes = {one["test"].rpartition("::")[2]: one["outcome"] for one in told["failures"]}
    assert set(outcomes) == set(EXPECTED)
    assert {name for name, outcome in outcomes.items() if outcome == "resolved"} == {
        "test_unknown",
        "test_chained",
    }
    ended = _termination(logs / "out" / "failure-tests-test_shelf.py-test_unknown.json")
    assert (ended.task.repo, ended.outcome, ended.failure.class_) == ("acme/shop", "resolved", "KeyError")
    assert ended.failure.site == "store/shelf.py:count"
    assert ended.repair is not None
    assert "STOCK.get" in ended.repair.content
    assert len(list((logs / "out").iterdir())) == 2


def test_again_gives_the_same_files(logs: Path) -> None:
    command = ["collect", "failed.log", "--diff", "fix.patch", "--passing", "passed.log", "--out", "out"]
    assert main(command) == 0
    before = {path.name: path.read_bytes() for path in (logs / "out").iterdir()}
    assert main(command) == 0
    assert {path.name: path.read_bytes() for path in (logs / "out").iterdir()} == before


def test_files_of_somebody_else_are_left_alone(logs: Path) -> None:
    theirs = logs / "failure-tests-test_shelf.py-test_unknown.json"
    theirs.write_text("mine")
    assert main(["collect", "failed.log", "--diff", "fix.patch", "--passing", "passed.log"]) == 0
    assert theirs.read_text() == "mine"
    assert _termination(logs / "failure-tests-test_shelf.py-test_unknown-2.json").outcome == "resolved"


def test_commits_and_the_branch(logs: Path, git: Git, capsys: pytest.CaptureFixture[str]) -> None:
    git(logs, "switch", "-q", "-c", "fix/stock")
    git(logs, "commit", "-q", "-am", "mend")
    command = [
        "collect",
        "failed.log",
        "--commits",
        "HEAD~1..HEAD",
        "--passing",
        "passed.log",
        "--out",
        "o",
        "--json",
    ]
    assert main(command) == 0
    path = next(one["path"] for one in _json(capsys)["failures"] if one["path"])
    assert _termination(Path(path)).task.id == "fix/stock"


def test_what_was_planned_found_and_asked(logs: Path) -> None:
    (logs / "plan.md").write_text("Count what is on the shelf.")
    (logs / "why.md").write_text("Names that are not in stock have no entry.")
    command = ["collect", "failed.log", "--diff", "fix.patch", "--passing", "passed.log", "--out", "o"]
    told = [
        "--plan",
        "plan.md",
        "--diagnosis",
        "why.md",
        "--description",
        "Weigh the crates.",
        "--task",
        "T-7",
    ]
    assert main([*command, *told, "--repo", "Barn/Door", "--language", "cobol"]) == 0
    ended = _termination(logs / "o" / "failure-tests-test_shelf.py-test_unknown.json")
    assert ended.traces[0].content == "Count what is on the shelf."
    assert ended.diagnosis.content.startswith("Names that are not")
    assert ended.diagnosis.origin == "stated"
    assert (ended.task.id, ended.task.repo, ended.task.language) == ("T-7", "barn/door", "cobol")
    assert ended.task.description == "Weigh the crates."


def test_the_plugin_and_junit_end_to_end(shop: Path, git: Git, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("-p", "no:cacheprovider", "--reflectgit=rg")
    run_pytest(shop, *options, "--junitxml=before.xml")
    _mend(shop)
    run_pytest(shop, *options, "--junitxml=after.xml")
    (shop / "fix.patch").write_text(git(shop, "diff"))
    signatures = []
    for before, after in (("before.xml", "after.xml"), ("rg/run-0001.jsonl", "rg/run-0002.jsonl")):
        assert main(["collect", before, "fix.patch", after, "--out", "o", "--json"]) == 0
        ended = [one for one in _json(capsys)["failures"] if one["outcome"] == "resolved"]
        signatures.append({one["signature"] for one in ended})
    assert signatures[0] == signatures[1]
    assert len(signatures[0]) == 2


def test_given_up(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (shop / "f.log").write_text("FAILED t.py::test_a - KeyError: 'a'\n1 failed in 0.1s\n")
    assert main(["collect", "f.log", "--escalated", "too late", "-o", "-"]) == 0
    ended = read_termination(capsys.readouterr().out.encode(), "x")
    assert ended.outcome == "escalated"
    assert main(["collect", "f.log", "--escalated", "too late", "-o", "one.json"]) == 0
    assert _termination(shop / "one.json") == ended


def test_open_failures_are_listed_and_not_written(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = set(logs.iterdir())
    assert main(["collect", "failed.log"]) == 0
    printed = capsys.readouterr()
    assert printed.out.count("open ") == len(EXPECTED)
    assert "--escalated REASON" in printed.err
    assert set(logs.iterdir()) == before


def test_nothing_found(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (shop / "fine.log").write_text("3 passed in 0.1s\n")
    assert main(["collect", "fine.log"]) == 1
    assert "no failure was found" in capsys.readouterr().err


def test_a_broken_file_is_named_and_the_others_are_read(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (shop / "bad.xml").write_text("<testsuite></testsuite>")
    (shop / "f.log").write_text("FAILED t.py::test_a - KeyError: 'a'\n1 failed in 0.1s\n")
    assert main(["collect", "bad.xml", "f.log", "--json"]) == 2
    printed = capsys.readouterr()
    told = json.loads(printed.out)
    assert [one["test"] for one in told["failures"]] == ["t.py::test_a"]
    assert told["troubles"][0]["where"] == "bad.xml: byte 0"
    assert "bad.xml: byte 0: there is no test" in printed.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["none.log"], "none.log: No such file"),
        (["."], ".: Is a directory"),
        (["f.log", "--format", "nine-pin"], "no format is named"),
        (["f.log", "--diff", "a", "--commits", "b..c"], "--diff and --commits"),
        (["f.log", "--commits", "x..y"], "x..y"),
        (["f.log", "--commits", "--output=z"], "no range of commits"),
        (["f.log", "--repo", "door"], "names no owner"),
        (["f.log", "--task", "a b"], "--task"),
        (["f.log", "--out", "a", "-o", "b"], "--out and -o"),
        (["f.log", "--plan", "none.md"], "none.md"),
    ],
)
def test_bad_usage(shop: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    (shop / "f.log").write_text("FAILED t.py::test_a - KeyError: 'a'\n")
    assert main(["collect", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_standard_input_outside_a_repository(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "reflectgit", "collect", "-", "--escalated", "x", "--out", "o"],
        input="FAILED t.py::test_a - KeyError: 'a'\n",
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (path,) = (tmp_path / "o").iterdir()
    assert _termination(path).task.repo == f"local/{tmp_path.name}".lower()


def test_secrets_reach_no_file(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    token = "ghp_" + "Kp3R" * 9
    (shop / "f.log").write_text(f"FAILED t.py::test_a[{token}] - ValueError: {token}\n1 failed in 0.1s\n")
    (shop / "fix.patch").write_text(f"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+{token}\n")
    (shop / "p.log").write_text("1 passed in 0.1s\n")
    assert main(["collect", "f.log", "--diff", "fix.patch", "--passing", "p.log", "--out", "o"]) == 0
    printed = capsys.readouterr()
    assert token not in printed.out + printed.err
    (path,) = (shop / "o").iterdir()
    assert token not in path.read_text() + path.name


def test_the_policy_of_the_store_counts(shop: Path, tmp_path: Path) -> None:
    assert main(["init", str(tmp_path / "memory")]) == 0
    policy = tmp_path / "memory" / "reflectgit.toml"
    policy.write_text(policy.read_text().replace("patterns = []", 'patterns = ["crate-\\\\d+"]'))
    command = ["git", "-C", str(tmp_path / "memory"), "commit", "-q", "-am", "crates are secret"]
    subprocess.run(command, check=True)
    (shop / "f.log").write_text("FAILED t.py::test_a - ValueError: crate-77\n1 failed in 0.1s\n")
    collect = ["collect", "f.log", "--escalated", "x", "--store", str(tmp_path / "memory"), "-o", "f.json"]
    assert main(collect) == 0
    assert "crate-77" not in (shop / "f.json").read_text()
    assert "[redacted:custom]" in (shop / "f.json").read_text()


def test_a_full_disk_leaves_no_half_file(logs: Path) -> None:
    small = shutil.which("prlimit")
    if small is None:
        pytest.skip("no prlimit here")
    command = [
        small,
        "--fsize=2000",
        sys.executable,
        "-m",
        "reflectgit",
        "collect",
        "failed.log",
        "--escalated",
        "x",
    ]
    done = subprocess.run(
        [*command, "--out", "o"],
        cwd=logs,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode != 0
    for path in (logs / "o").iterdir():
        assert not path.name.startswith(".collect")
        _termination(path)


def test_what_is_collected_is_admitted_and_checked(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (logs / "plan.md").write_text("Look up `STOCK[name]`, since every name is in stock.")
    command = ["collect", "failed.log", "--diff", "fix.patch", "--passing", "passed.log", "--plan", "plan.md"]
    (logs / "why.md").write_text(
        "Symptom: a KeyError for a name.\nCause: the lookup of a name in STOCK takes for granted that it is there.\n"
        "Fix: read the stock with a default for names that are missing."
    )
    assert main([*command, "--diagnosis", "why.md", "--out", "o"]) == 0
    story = {
        "outcome": "resolved",
        "failed_assumption": "The lookup of a name in STOCK took `every name is in stock` [plan-1] for granted.",
        "overlooked_evidence": "The run told `KeyError: 'nut'` [exec-1] for a name that is missing in STOCK.",
        "strategy_error": "",
        "violated_invariant": "",
        "evidence_ids": ["plan-1", "exec-1"],
        "counterfactual": "Reading the stock with a default for names that are missing would have passed.",
        "candidate_lesson": "Read a lookup table with a default when a name may be missing in it.",
        "scope": "lang:python error:KeyError lookup tables",
        "confidence": 0.6,
    }
    (logs / "story.json").write_text(json.dumps(story))
    assert main(["init", "memory"]) == 0
    path = logs / "o" / "failure-tests-test_shelf.py-test_unknown.json"
    capsys.readouterr()
    code = main(["admit", str(path), "story.json", "--store", "memory", "--json"])
    told = _json(capsys)
    assert (code, told["decision"]) == (0, "admitted"), told
    assert main(["check", "--store", "memory"]) == 0


def test_a_passing_file_that_is_empty_is_believed_of_a_run_without_tests(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (shop / "build.log").write_text("mill.c:4:12: error: 'rye' undeclared (first use in this function)\n")
    (shop / "tests.log").write_text("FAILED t.py::test_a - KeyError: 'a'\n1 failed in 0.1s\n")
    (shop / "none.log").write_text("\n")
    (shop / "fix.patch").write_text("--- a/mill.c\n+++ b/mill.c\n@@ -1 +1 @@\n-a\n+b\n")
    for log, outcome in (("build.log", "resolved"), ("tests.log", "open")):
        assert (
            main(["collect", log, "--diff", "fix.patch", "--passing", "none.log", "--out", "o", "--json"])
            == 0
        )
        assert [one["outcome"] for one in _json(capsys)["failures"]] == [outcome]
