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


# --- files that are not as they should be ------------------------------------------------------------------


def refused(path: Path, text: str) -> str:
    path.write_text(text, "utf-8")
    command = [sys.executable, "-m", "reflectgit", "ab", "gate", str(path)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr


def test_a_byte_order_mark_is_accepted(tmp_path):
    marked = tmp_path / "marked.jsonl"
    marked.write_text("\ufeff" + AMBER.read_text("utf-8").splitlines()[0] + "\n\n", "utf-8")
    assert json.loads(gate(marked, "--json"))["cases"] == 1
    assert gate(marked).startswith("9 reflections on 1 failure\n")


@pytest.mark.parametrize(
    ("change", "said", "hint"),
    [
        (lambda line: '{"a": 1}', ":3: case_id, termination, candidates are missing", "write case_id: text"),
        (lambda line: '{"a":', ":3: not valid JSON", "the text ends too early"),
        (lambda line: "[1]", ":3: the whole is a list", "a mapping with case_id"),
        (
            lambda line: line.replace('"outcome": "resolved"', '"outcome": 3', 1),
            ":3: termination: outcome is the number 3",
            "one of escalated, resolved",
        ),
        (
            lambda line: line.replace('"decision": "reject"', '"decision": "perhaps"', 1),
            '].expect.decision is the text "perhaps"',
            "one of admit, admit-capped-or-reject, reject or null",
        ),
        (
            lambda line: line.replace('"confidence": 0.', '"confidence": 7.', 1),
            "confidence is the number 7.",
            "a number from 0 to 1",
        ),
    ],
)
def test_a_line_that_is_no_case_is_named_before_anything_is_judged(tmp_path, change, said, hint):
    line = AMBER.read_text("utf-8").splitlines()[0]
    told = refused(tmp_path / "cases.jsonl", f"{line}\n\n{change(line)}\n")
    assert f"{tmp_path}/cases.jsonl:3: " in told
    assert said in told
    assert hint in told
    assert "Object" not in told
    assert "$" not in told
