"""``reflectgit ab gate`` with its options: intervals, the curve, what is to be reached, files side by side."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

AMBER = Path(__file__).parents[1] / "data" / "cases" / "amber.jsonl"
SHARES = ["precision", "naive_precision", "lift", "recall", "rejection_rate"]


@pytest.fixture
def halves(tmp_path: Path) -> list[Path]:
    """Two files of the same name in two folders, some cases each."""
    lines = AMBER.read_text("utf-8").splitlines(keepends=True)
    paths = [tmp_path / folder / "set.jsonl" for folder in ("one", "other")]
    for path, part in zip(paths, (lines[:5], lines[5:9]), strict=True):
        path.parent.mkdir()
        path.write_text("".join(part), "utf-8")
    return paths


def gate(*arguments: object) -> str:
    command = [sys.executable, "-m", "reflectgit", "ab", "gate", *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_each_option_adds_its_members(halves):
    plain = json.loads(gate(*halves, "--json"))
    told = json.loads(gate(*halves, "--json", "--curve", "--targets", "--by-file"))
    added = ["intervals", "curve", "targets", "files"]
    assert [name for name in told if name not in plain] == added
    assert {name: told[name] for name in plain} == plain
    assert list(told["intervals"]) == SHARES
    assert list(told["curve"][0]) == ["strictness", "admitted", "precision", "recall", "today"]
    assert list(told["targets"][0]) == ["measure", "figure", "interval", "n", "bar", "reached"]
    assert [one["file"] for one in told["files"]] == [str(path) for path in halves]
    assert [one["cases"] for one in told["files"]] == [5, 4]
    assert told["cases"] == 9


def test_every_row_has_its_interval(halves):
    told = json.loads(gate(*halves, "--json"))
    for row in told["by_kind"]:
        low, high = row["interval"] or (0, 1)
        assert low <= row["right"] <= high
    assert all("interval" in row for row in told["by_grade"])


def test_the_order_of_the_files_plays_no_part(halves):
    forth, back = (
        json.loads(gate(*files, "--json", "--curve", "--targets")) for files in (halves, halves[::-1])
    )
    for name in (*SHARES, "intervals", "curve", "targets", "by_grade"):
        assert forth[name] == back[name]


def test_files_stand_side_by_side(halves):
    lines = [line.split() for line in gate(*halves, "--by-file", "--targets").splitlines()]
    assert ["SET", "one/set", "other/set", "ALL"] in lines
    assert ["failures", "5", "4", "9"] in lines
    assert any(line[:2] == ["TO", "REACH"] for line in lines)


def test_the_curve_marks_the_gate_as_it_is(halves):
    lines = gate(*halves, "--curve").splitlines()
    (today,) = [line for line in lines if line.endswith("as it is")]
    (recall,) = [line.split()[1] for line in lines if line.startswith("recall ")]
    assert recall in today
