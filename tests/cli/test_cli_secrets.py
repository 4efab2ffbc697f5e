"""Secrets: wherever one stands in an input, it is neither kept nor printed."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_desk import Desk, Done

SECRET = "ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789"


def everything_kept(store: Path) -> str:
    """Every object of the repository, and what git says of its commits."""
    ask = ["git", "-C", str(store), "cat-file", "--batch-all-objects", "--batch", "--unordered"]
    return subprocess.run(ask, capture_output=True, check=True).stdout.decode("utf-8", "replace")


def texts(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all texts in a plain value."""
    if isinstance(value, str):
        return [place]
    members = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    return [found for name, member in members for found in texts(member, (*place, name))]


def put_at(value: Any, place: tuple[Any, ...], text: str) -> Any:
    changed = json.loads(json.dumps(value))
    inside = changed
    for part in place[:-1]:
        inside = inside[part]
    inside[place[-1]] = text
    return changed


def assert_nowhere(done: Done, desk: Desk) -> None:
    assert SECRET not in done.out + done.err
    assert SECRET not in everything_kept(desk.store)


def test_of_a_failure_no_member_brings_a_secret_in(
    desk: Desk, cli: Callable[..., Done], termination: dict[str, Any]
) -> None:
    termination["task"] |= {"paths": ["a.py"], "language": "python"}
    termination["traces"][-1]["facts"] = [{"name": "x", "list": ["y"]}]
    termination["traces"][-1]["digest"] = "z"
    termination["diagnosis"] |= {"symptom": "s", "evidence": ["run-1"], "ruled_out": ["that"]}
    for place in texts(termination):
        desk.write("failure.json", put_at(termination, place, SECRET))
        for command in (
            ("admit", desk.failure, desk.story),
            ("learn", desk.failure, "--reflection", desk.story),
        ):
            done = cli(*command, "--store", desk.store)
            assert done.code in (0, 1, 2), (place, done)
            assert_nowhere(done, desk)


@pytest.mark.parametrize("place", [("failure_id",), ("task", "id"), ("task", "repo"), ("traces", 0, "id")])
def test_a_name_with_a_secret_is_bad_input(
    place: tuple[Any, ...], desk: Desk, cli: Callable[..., Done], termination: dict[str, Any]
) -> None:
    desk.write("failure.json", put_at(termination, place, f"acme/{SECRET}"))
    for command in (("admit",), ("lint",), ("learn", "--reflection")):
        given = (command[0], desk.failure, *command[1:], desk.story)
        done = cli(*given, "--json", *(() if command[0] == "lint" else ("--store", desk.store)))
        assert (done.code, done.json["error"]["code"]) == (2, "secret_in_name")
        assert_nowhere(done, desk)
    asked = cli("retrieve", "--termination", desk.failure, "--store", desk.store, "--json")
    assert asked.code == 2
    assert_nowhere(asked, desk)


def test_of_a_reflection_no_member_brings_a_secret_in(
    desk: Desk, cli: Callable[..., Done], reflection: dict[str, Any]
) -> None:
    for place in texts(reflection):
        desk.write("story.json", put_at(reflection, place, SECRET))
        for command in (("admit", desk.failure), ("lint", desk.failure)):
            assert_nowhere(
                cli(*command, desk.story, *(("--store", desk.store) if command[0] == "admit" else ())), desk
            )


@pytest.mark.parametrize(
    "answer",
    [
        lambda story: json.dumps(story | {"evidence_ids": [SECRET]}),
        lambda story: json.dumps(story | {"evidence_ids": [SECRET[:9] + "\u200b" + SECRET[9:]]}),
        lambda story: f'{{"{SECRET}": 1, "{SECRET}": 2}}',
        lambda story: json.dumps(story | {SECRET: "x"}),
        lambda story: json.dumps(story | {"confidence": "AKIAIOSFODNN7EXAMPLE"}),
        lambda story: json.dumps(story | {"outcome": "AKIAIOSFODNN7EXAMPLE"}),
        lambda story: f"I found {SECRET} and nothing else.",
    ],
)
def test_a_recorded_violation_repeats_no_secret(
    answer: Callable[[dict[str, Any]], str], desk: Desk, cli: Callable[..., Done], reflection: dict[str, Any]
) -> None:
    desk.write("story.json", answer(reflection).encode())
    done = cli("learn", desk.failure, "--llm-cmd", f"cat {desk.story}", "--store", desk.store)
    assert "violation" in done.out
    for text in (done.out + done.err, everything_kept(desk.store)):
        assert re.search("AKIAIOSF|ghp_a", text) is None


def test_a_recorded_violation_is_one_line_of_bounded_length(
    desk: Desk, cli: Callable[..., Done], reflection: dict[str, Any]
) -> None:
    desk.write("story.json", reflection | {"evidence_ids": [f"no-such-{n}\n" for n in range(3000)]})
    done = cli("learn", desk.failure, "--reflection", desk.story, "--store", desk.store, "--json")
    assert done.json["decision"] == "violation"
    assert "\n" not in done.json["violation"]
    assert len(done.json["violation"]) <= 2000


def test_what_is_printed_beside_a_lesson_holds_no_secret(
    desk: Desk, cli: Callable[..., Done], reflection: dict[str, Any]
) -> None:
    desk.write("story.json", reflection | {"scope": f"lang:python repo:acme/{SECRET} titles {SECRET}"})
    done = cli("admit", desk.failure, desk.story, "--store", desk.store)
    assert done.code == 0, done.err
    assert "[redacted:github]" in done.out
    assert_nowhere(done, desk)


@pytest.mark.parametrize("option", ["--repo", "--path", "-n", "--no-such"])
def test_an_error_of_usage_repeats_no_secret(option: str, desk: Desk, cli: Callable[..., Done]) -> None:
    done = cli("retrieve", "", option, SECRET, "--store", desk.store, "--json")
    assert SECRET not in done.out + done.err


def test_a_file_that_is_named_in_a_fault_is_named_whole(cli: Callable[..., Done], desk: Desk) -> None:
    done = cli("admit", "/home/ann.lee/failure.json", desk.story, "--store", desk.store)
    assert "/home/ann.lee/failure.json" in done.err
