"""Whatever comes in: one clear line, the right exit code, nothing written, no traceback."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_desk import Desk, Done

MEGABYTE = 1024 * 1024

BAD_FILES = {
    "nothing": b"",
    "half a JSON": b'{"task": {"id": "T-1",',
    "half a YAML": b"task: [1, 2",
    "not UTF-8": b'{"task": "\xff\xfe"}',
    "a list": b"[1, 2]",
    "a text": b"hello",
    "NaN": b'{"confidence": NaN}',
    "Infinity": b'{"confidence": -Infinity}',
    "YAML not a number": b"confidence: .nan\n",
    "duplicate JSON keys": b'{"outcome": "resolved", "outcome": "escalated"}',
    "duplicate YAML keys": b"outcome: resolved\noutcome: escalated\n",
    "a tag": b"outcome: !!python/object/apply:os.system [id]\n",
    "an anchor": b"outcome: &a resolved\nscope: *a\n",
    "two documents": b"outcome: resolved\n---\noutcome: escalated\n",
    "a lone surrogate": b'{"outcome": "\\ud800"}',
    "brackets without end": b"[" * 200_000,
    "50 MB": b'{"outcome": "' + b"x" * (50 * MEGABYTE) + b'"}',
}
BAD_TERMINATIONS: dict[str, Callable[[dict[str, Any]], object]] = {
    "no traces": lambda t: t.pop("traces"),
    "empty traces": lambda t: t.update(traces=[]),
    "no diagnosis": lambda t: t.pop("diagnosis"),
    "no outcome": lambda t: t.pop("outcome"),
    "another outcome": lambda t: t.update(outcome="done"),
    "a member too many": lambda t: t.update(severity="high"),
    "a number for a text": lambda t: t["failure"].update(message=7),
    "a task outside": lambda t: t["task"].update(id="../../etc/hostname"),
    "a task like an option": lambda t: t["task"].update(id="-rf"),
    "a label with NUL": lambda t: t.update(failure_id="a\0b"),
    "an item outside": lambda t: t["traces"][0].update(id="/etc/passwd"),
    "two items of one id": lambda t: t["traces"].append(t["traces"][0]),
    "an unknown kind": lambda t: t["traces"][0].update(kind="rumour"),
}
BAD_REFLECTIONS: dict[str, Callable[[dict[str, Any]], object]] = {
    "no lesson": lambda r: r.pop("candidate_lesson"),
    "an empty lesson": lambda r: r.update(candidate_lesson="  "),
    "a member too many": lambda r: r.update(severity="high"),
    "unknown evidence": lambda r: r.update(evidence_ids=["run-1", "E-999"]),
    "evidence outside": lambda r: r.update(evidence_ids=["../../etc/hostname"]),
    "no causal claim": lambda r: r.update(
        failed_assumption="", overlooked_evidence="", strategy_error="", violated_invariant=""
    ),
    "more than sure": lambda r: r.update(confidence=1.7),
    "sure in words": lambda r: r.update(confidence="high"),
    "yes for sure": lambda r: r.update(confidence=True),
    "evidence as a text": lambda r: r.update(evidence_ids="run-1"),
}


@pytest.fixture
def untouched(desk: Desk, git: Callable[..., str]) -> Callable[[], None]:
    """Look whether the store is as it was."""

    def state() -> tuple[str, str]:
        return git(desk.store, "rev-parse", "HEAD"), git(desk.store, "status", "--porcelain", "--ignored")

    before = state()

    def check() -> None:
        assert state() == before

    return check


def refused(done: Done, code: int = 2) -> str:
    """The one line that says what is wrong."""
    assert done.code == code, done.out + done.err
    assert "Traceback" not in done.err + done.out
    lines = done.err.splitlines()
    assert [line.partition(": ")[0] for line in lines] == ["reflectgit"] * len(lines)
    assert sum(line.startswith("reflectgit: error: ") for line in lines) == 1
    assert len(lines) <= 2
    assert len(lines[0]) < 500
    return lines[0]


@pytest.mark.parametrize("name", BAD_FILES)
@pytest.mark.parametrize("which", ["failure", "story"])
def test_a_file_that_is_no_input(
    which: str, name: str, desk: Desk, cli: Callable[..., Done], untouched: Callable[[], None]
) -> None:
    desk.write(f"{which}.json", BAD_FILES[name])
    line = refused(cli("admit", desk.failure, desk.story, "--store", desk.store))
    assert f"{which}.json" in line
    untouched()


@pytest.mark.parametrize("name", BAD_TERMINATIONS)
def test_a_termination_with_a_fault(
    name: str,
    desk: Desk,
    termination: dict[str, Any],
    cli: Callable[..., Done],
    untouched: Callable[[], None],
) -> None:
    bad = copy.deepcopy(termination)
    BAD_TERMINATIONS[name](bad)
    desk.write("failure.json", bad)
    for command in (("admit", desk.failure, desk.story), ("learn", desk.failure, "--reflection", desk.story)):
        line = refused(cli(*command, "--store", desk.store))
        assert "failure.json" in line
    untouched()


@pytest.mark.parametrize("name", BAD_REFLECTIONS)
def test_a_reflection_with_a_fault_of_form_is_told_and_not_recorded(
    name: str, desk: Desk, reflection: dict[str, Any], cli: Callable[..., Done], untouched: Callable[[], None]
) -> None:
    BAD_REFLECTIONS[name](reflection)
    desk.write("story.json", reflection)
    refused(cli("admit", desk.failure, desk.story, "--store", desk.store))
    done = cli("admit", desk.failure, desk.story, "--store", desk.store, "--json")
    assert done.code == 2
    assert (done.json["decision"], done.json["recorded"]) == ("violation", False)
    assert done.json["violation"]
    untouched()


@pytest.mark.parametrize("name", BAD_REFLECTIONS)
def test_the_same_fault_from_the_model_step_is_a_recorded_violation(
    name: str, desk: Desk, reflection: dict[str, Any], cli: Callable[..., Done]
) -> None:
    BAD_REFLECTIONS[name](reflection)
    desk.write("story.json", reflection)
    done = cli("learn", desk.failure, "--reflection", desk.story, "--store", desk.store, "--json")
    assert done.code == 1
    assert (done.json["decision"], done.json["recorded"]) == ("violation", True)


@pytest.mark.parametrize("command", ["show", "log", "explain"])
@pytest.mark.parametrize(
    "name",
    [
        "../../../etc/hostname",
        "..",
        "a/../../b",
        "/abs",
        "x\\..\\y",
        "a\0b",
        "~/.ssh/id_x",
        "a b",
        "",
        "a" * 999,
    ],
)
def test_a_name_from_outside_never_becomes_a_path(
    command: str, name: str, desk: Desk, cli: Callable[..., Done], untouched: Callable[[], None]
) -> None:
    a_label_could_be_so = command == "explain" and name == "a/../../b"
    line = refused(cli(command, name, "--store", desk.store), code=1 if a_label_could_be_so else 2)
    assert Path("/etc/hostname").read_text().strip() not in line or not Path("/etc/hostname").exists()
    untouched()


@pytest.mark.parametrize("command", ["show", "log", "explain"])
def test_a_name_like_an_option_is_no_option(command: str, desk: Desk, cli: Callable[..., Done]) -> None:
    refused(cli(command, "-rf", "--store", desk.store))
    refused(cli(command, "--store", desk.store, "--", "--output=/tmp/x"))


def test_an_error_is_told_to_programs_as_well(desk: Desk, cli: Callable[..., Done]) -> None:
    desk.write("failure.json", b"{")
    done = cli("admit", desk.failure, desk.story, "--store", desk.store, "--json")
    assert list(done.json) == ["error"]
    assert list(done.json["error"]) == ["code", "message", "hint"]
    assert done.json["error"]["message"] in done.err


def test_only_one_input_can_be_standard_input(desk: Desk, cli: Callable[..., Done]) -> None:
    assert "only one" in refused(cli("admit", "-", "-", "--store", desk.store))
    given = cli("admit", "-", desk.story, "--store", desk.store, stdin=desk.failure.read_bytes())
    assert given.code == 0, given.err


def test_swapped_inputs_are_told_so(desk: Desk, cli: Callable[..., Done]) -> None:
    for command in (("admit", "--store", desk.store), ("lint",)):
        done = cli(*command, desk.story, desk.failure)
        refused(done)
        assert "are the two files swapped?" in done.err
    done = cli("admit", desk.failure, desk.failure, "--store", desk.store)
    assert "are the two files swapped?" in refused(done)


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_an_input_that_cannot_be_read(name: str, desk: Desk, cli: Callable[..., Done]) -> None:
    refused(cli("admit", desk.folder / name, desk.story, "--store", desk.store))


def test_a_message_never_carries_an_escape_to_the_terminal(desk: Desk, cli: Callable[..., Done]) -> None:
    desk.write("failure.json", json.dumps({"\x1b[2J": 1}).encode())
    assert "\x1b" not in cli("admit", desk.failure, desk.story, "--store", desk.store).err


def test_no_store_here(tmp_path: Path, cli: Callable[..., Done], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert f"{tmp_path}: no store here or above" in refused(cli("list"), code=3)
    refused(cli("list", "--store", tmp_path / "nowhere"), code=3)


@pytest.mark.parametrize("name", BAD_REFLECTIONS)
def test_lint_tells_a_fault_of_form_as_its_answer(
    name: str, desk: Desk, reflection: dict[str, Any], cli: Callable[..., Done]
) -> None:
    BAD_REFLECTIONS[name](reflection)
    desk.write("story.json", reflection)
    done = cli("lint", desk.failure, desk.story, "--json")
    assert (done.code, done.json["ok"], done.json["checks"]) == (1, False, [])
    assert done.json["violation"] in " ".join(cli("lint", desk.failure, desk.story).out.split())


def test_lint_tells_a_quote_that_stands_nowhere(
    desk: Desk, reflection: dict[str, Any], cli: Callable[..., Done]
) -> None:
    reflection["overlooked_evidence"] = "The run printed `AssertionError: 'bas' != 'basics'` [run-1]."
    desk.write("story.json", reflection)
    done = cli("lint", desk.failure, desk.story)
    assert done.code == 1
    assert "missing  run-1  quote: AssertionError: 'bas' != 'basics'" in done.out
