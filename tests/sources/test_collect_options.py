"""Each option of `collect` with each kind of input: what is told is in the termination, or is refused in words."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from reflectgit.cli.main import main
from reflectgit.formats.inputs import read_termination
from reflectgit.model import Termination

DATA = Path(__file__).parent / "data"
CHANGE = "--- a/mill.py\n+++ b/mill.py\n@@ -1 +1 @@\n-grain = bins['rye']\n+grain = bins.get('rye', 0)\n"
OTHER = "--- a/kiln.py\n+++ b/kiln.py\n@@ -1 +1 @@\n-heat = 9\n+heat = 11\n"
PLAN = "Every bin has a label, so read the bins by name."
FOUND = "The bin of rye is only there after harvest, and the lookup takes it for granted."

FAILS = (
    "FAILED tests/test_mill.py::test_rye - KeyError: 'rye'\n"
    "FAILED tests/test_mill.py::test_oat - KeyError: 'oat'\n2 failed, 1 passed in 0.1s\n"
)
PASSES = "tests/test_mill.py::test_rye PASSED\ntests/test_mill.py::test_oat PASSED\n3 passed in 0.1s\n"
JUNIT = (
    '<testsuite tests="2"><testcase file="tests/test_mill.py" classname="tests.test_mill" name="test_rye">{}</testcase>'
    '<testcase file="tests/test_mill.py" classname="tests.test_mill" name="test_oat"/></testsuite>'
)
PLUGIN = '{{"reflectgit": "pytest", "version": 1}}\n{{"test": "tests/test_mill.py::test_rye", {}}}\n{{"exit": {}}}\n'
RAISED = (
    '"outcome": "failed", "when": "call", "failure": {"class": "KeyError", "message": "\'rye\'", "frames": '
    '[{"path": "mill.py", "line": 1, "function": "grind", "code": "grain = bins[\'rye\']"}], "locals": {}}'
)


class Kind(NamedTuple):
    """A failing and a passing file, and how many failures it holds."""

    failing: str
    passing: str
    failures: int = 1


def _recorded(name: str, failures: int = 1) -> Kind:
    runs = DATA / "runs"
    return Kind(
        (runs / f"{name}.failed.log").read_text(), (runs / f"{name}.passed.log").read_text(), failures
    )


KINDS = {
    "pytest.log": Kind(FAILS, PASSES, 2),
    "tap.log": _recorded("node-tap", 2),
    "go.log": _recorded("go-v"),
    "compiler.log": _recorded("mypy"),
    "report.xml": Kind(
        JUNIT.format("<failure type=\"KeyError\" message=\"KeyError: 'rye'\">KeyError: 'rye'</failure>"),
        JUNIT.format(""),
    ),
    "run.jsonl": Kind(PLUGIN.format(RAISED, 1), PLUGIN.format('"outcome": "passed"', 0)),
}
#: A compiler that passes does not say so: a person does, with --passing.
SILENT = "compiler.log"
SPOKEN = [kind for kind in KINDS if kind != SILENT]
FORMS = [*((kind, "files") for kind in SPOKEN), *((kind, "options") for kind in KINDS)]
SESSIONS = sorted(path.name for path in (DATA / "transcripts").iterdir())
#: Each option with what it gives, and where that has to be.
OPTIONS: dict[str, tuple[Sequence[str], Callable[[Termination], object], object]] = {
    "--plan": (["--plan", "plan.md"], lambda made: made.traces[0].content, PLAN),
    "--diagnosis": (["--diagnosis", "why.md"], lambda made: made.diagnosis.content, FOUND),
    "--description": (["--description", "Mind it."], lambda made: made.task.description, "Mind it."),
    "--task": (["--task", "T-9"], lambda made: made.task.id, "T-9"),
    "--repo": (["--repo", "Mill/Race"], lambda made: made.task.repo, "mill/race"),
    "--language": (["--language", "cobol"], lambda made: made.task.language, "cobol"),
    "--diff": (
        ["--diff", "other.patch"],
        lambda made: OTHER.strip() in (made.repair.content if made.repair else ""),
        True,
    ),
}


@pytest.fixture
def mill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the options name."""
    for name, text in {"plan.md": PLAN, "why.md": FOUND, "fix.patch": CHANGE, "other.patch": OTHER}.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "blank.md").write_text(" \n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _collected(folder: Path, *arguments: str) -> list[Termination]:
    assert main(["collect", *arguments, "--out", "made"]) == 0
    return [read_termination(path.read_bytes(), path.name) for path in sorted((folder / "made").iterdir())]


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize(("kind", "form"), FORMS)
def test_what_is_told_of_a_run_is_in_each_termination(mill: Path, kind: str, form: str, option: str) -> None:
    failing, passing, failures = KINDS[kind]
    failed, passed = f"failed-{kind}", f"passed-{kind}"
    (mill / failed).write_text(failing)
    (mill / passed).write_text(passing)
    arguments, seen, wanted = OPTIONS[option]
    change = [] if form == "options" and option == "--diff" else ["--diff", "fix.patch"]
    files = [failed, "fix.patch", passed] if form == "files" else [failed, *change, "--passing", passed]
    made = _collected(mill, *files, *arguments)
    assert [one.outcome for one in made] == ["resolved"] * failures
    assert {seen(one) for one in made} == {wanted}


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("session", SESSIONS)
def test_what_is_told_of_a_session_is_in_its_termination(mill: Path, session: str, option: str) -> None:
    arguments, seen, wanted = OPTIONS[option]
    (made,) = _collected(mill, str(DATA / "transcripts" / session), *arguments)
    assert seen(made) == wanted
    assert made.repair is not None
    assert "ferry/plan.py" in made.repair.content
    assert "return leg of each day" in "".join(item.content for item in made.traces if item.kind == "plan")


@pytest.mark.parametrize("kind", SPOKEN)
def test_both_forms_give_the_same(mill: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    (mill / f"f-{kind}").write_text(KINDS[kind].failing)
    (mill / f"p-{kind}").write_text(KINDS[kind].passing)
    told = ["--plan", "plan.md", "--diagnosis", "why.md"]
    ordered = _collected(mill, f"f-{kind}", "fix.patch", f"p-{kind}", *told)
    named = _collected(mill, f"f-{kind}", "--diff", "fix.patch", "--passing", f"p-{kind}", *told)
    assert named == ordered
    assert len(ordered) == KINDS[kind].failures
    assert ("each of their files has the plan and the diagnosis" in capsys.readouterr().err) == (
        KINDS[kind].failures > 1
    )


@pytest.mark.parametrize("kind", SPOKEN)
def test_a_reason_is_kept_or_told_to_be_of_no_use(
    mill: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (mill / f"f-{kind}").write_text(KINDS[kind].failing)
    (mill / f"p-{kind}").write_text(KINDS[kind].passing)
    for made in _collected(mill, f"f-{kind}", "--escalated", "the mill is sold", "--diagnosis", "why.md"):
        assert "the mill is sold" in made.traces[-1].content
        assert made.diagnosis.content == FOUND
    assert main(["collect", f"f-{kind}", "fix.patch", f"p-{kind}", "--escalated", "sold", "--out", "o"]) == 0
    assert "the reason of --escalated is in no file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["f.log", "--escalated", "sold", "--diff", "fix.patch"],
            "repaired it is in no file: nothing passed",
        ),
        (["f.log", "fix.patch", "p.log", "--passing", "other.log"], "other.log is in no file"),
        (["f.log", "--passing", "other.log", "--diff", "fix.patch"], "other.log is in no file"),
        (["c.log", "fix.patch", "cp.log", "--diagnosis", "why.md"], "give --passing FILE"),
        (["f.log", "p.log", "fix.patch"], "fix.patch is in no file: name a change before"),
        (["f.log", "--diagnosis", "why.md"], "has not ended, and has no file"),
        (["f.log", "p.log", "--diagnosis", "why.md"], "no change that is known: no file"),
    ],
)
def test_what_stands_in_no_file_is_told(
    mill: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (mill / "f.log").write_text(FAILS)
    (mill / "p.log").write_text(PASSES)
    (mill / "c.log").write_text(KINDS[SILENT].failing)
    (mill / "cp.log").write_text(KINDS[SILENT].passing)
    (mill / "other.log").write_text("tests/test_kiln.py::test_heat PASSED\n1 passed in 0.1s\n")
    assert main(["collect", *arguments, "--out", "made"]) == 0
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--plan", "blank.md"], "blank.md: there is nothing in it"),
        (["--diagnosis", "blank.md"], "blank.md: there is nothing in it"),
        (["--diff", "blank.md"], "blank.md: there is nothing in it"),
        (["--diff", "plan.md"], "plan.md: there is no unified diff in it"),
        (["--format", "junit"], "f.log: byte 0"),
        (["--passing", "-", "-"], "only one input can be -"),
        (["-o", "-", "--json"], "both print"),
    ],
)
def test_what_says_nothing_is_refused(
    mill: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (mill / "f.log").write_text(FAILS)
    assert main(["collect", "f.log", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_one_file_that_is_not_written_is_no_success(mill: Path) -> None:
    (mill / "f.log").write_text(FAILS)
    assert main(["collect", "f.log", "-o", "one.json"]) == 1
    assert not (mill / "one.json").exists()


def test_a_diagnosis_in_parts_keeps_them(mill: Path) -> None:
    (mill / "f.log").write_text(FAILS.replace("FAILED tests/test_mill.py::test_oat - KeyError: 'oat'\n", ""))
    (mill / "why.yaml").write_text(
        "symptom: the mill stops\nroot_cause: no rye before harvest\nruled_out: [belt]\n"
    )
    (made,) = _collected(mill, "f.log", "--escalated", "sold", "--diagnosis", "why.yaml")
    assert made.diagnosis.content == "no rye before harvest the mill stops"
    assert (made.diagnosis.root_cause, made.diagnosis.ruled_out) == ("no rye before harvest", ["belt"])


@pytest.mark.parametrize("text", ["symptom: [1, 2]", "symptom: a\nother: b", "- a\n- b", "a: b: c", "{", "7"])
def test_a_diagnosis_that_has_no_parts_is_its_text(mill: Path, text: str) -> None:
    (mill / "f.log").write_text("FAILED t.py::test_a - KeyError: 'a'\n1 failed in 0.1s\n")
    (mill / "why.txt").write_text(text)
    (made,) = _collected(mill, "f.log", "--escalated", "sold", "--diagnosis", "why.txt")
    assert made.diagnosis.content == text
