"""Which failure or lesson a name means, and where a fault says that it stands."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from cli_desk import Desk, Done, mended_otherwise


@pytest.fixture
def admit(
    desk: Desk, cli: Callable[..., Done], termination: dict[str, Any], reflection: dict[str, Any]
) -> Callable[..., Any]:
    """Decide the failure under another task, label or lesson."""

    def run(task: str, label: str, **told: Any) -> Any:
        changed = {**termination, "failure_id": label, "task": {**termination["task"], "id": task}}
        failure = desk.write("other.json", mended_otherwise(changed))
        story = desk.write("other-story.json", {**reflection, **told})
        done = cli("admit", failure, story, "--store", desk.store, "--json")
        assert done.code == 0, done.out + done.err
        return done.json

    return run


def test_the_id_of_a_failure_wins_over_a_label(
    desk: Desk, cli: Callable[..., Done], admit: Callable[..., Any]
) -> None:
    first = admit("T-1", "first")["failure_id"]
    second = admit("T-2", first)["failure_id"]
    shown = cli("explain", first, "--store", desk.store, "--json")
    assert shown.json["failure_id"] == first
    assert shown.err == f"reflectgit: note: {first} is the label of {second} as well\n"
    assert cli("explain", second, "--store", desk.store, "--json").json["label"] == first
    lesson = admit("T-1", "first")["lesson_id"]
    refuted = cli("retire", lesson, "--counterexample", first, "--store", desk.store)
    assert second not in refuted.out


@pytest.mark.parametrize("label", ["a/../b", "a..b", "x" * 200, "1/2/3-"])
def test_whatever_is_accepted_as_a_label_is_found_by_it(
    label: str, desk: Desk, cli: Callable[..., Done], admit: Callable[..., Any]
) -> None:
    failure = admit("T-1", label)["failure_id"]
    assert cli("explain", label, "--store", desk.store, "--json").json["failure_id"] == failure


def test_a_beginning_means_the_lesson_that_holds_today(
    desk: Desk, cli: Callable[..., Done], admit: Callable[..., Any]
) -> None:
    old = admit("T-1", "first")["lesson_id"]
    statement = "Rstrip takes a set of characters, so take an ending off a name with removesuffix."
    arguments = ("--statement", statement, "--because", "shorter", "--store", desk.store, "--json")
    new = cli("amend", "rstrip", *arguments).json["successor"]
    assert new.startswith("rstrip-takes")
    assert cli("show", "rstrip-takes", "--store", desk.store, "--json").json["id"] == new
    assert cli("show", old, "--store", desk.store, "--json").json["id"] == old
    assert cli("retire", new, "--because", "x", "--store", desk.store).code == 0
    ambiguous = cli("show", "rstrip-takes", "--store", desk.store)
    assert ambiguous.code == 2
    assert old in ambiguous.err
    assert new in ambiguous.err


def test_show_tells_of_a_successor_what_the_ledger_says(
    desk: Desk, cli: Callable[..., Done], admit: Callable[..., Any]
) -> None:
    founding = admit("T-1", "first")
    statement = "Take an ending off a name with removesuffix: rstrip takes a set of characters."
    arguments = ("--statement", statement, "--because", "shorter", "--store", desk.store, "--json")
    new = cli("amend", "rstrip", *arguments).json["successor"]
    shown = cli("show", new, "--store", desk.store, "--json").json
    assert (shown["grade"], shown["signature"]) == (founding["grade"], founding["signature"])
    assert (shown["contested"], shown["red_flag"]) == (False, False)


def test_a_lesson_is_contested_as_long_as_both_hold(
    desk: Desk, cli: Callable[..., Done], admit: Callable[..., Any], reflection: dict[str, Any]
) -> None:
    first = admit("T-1", "first")["lesson_id"]
    opposite = "Never take the ending off a name with removesuffix; strip it with rstrip."
    second = admit("T-2", "second", candidate_lesson=opposite)["lesson_id"]

    def contested(name: str) -> bool:
        told: bool = cli("show", name, "--store", desk.store, "--json").json["contested"]
        return told

    found = cli("retrieve", "ending of a name", "--store", desk.store, "--json").json["lessons"]
    assert {one["id"]: one["contested"] for one in found} == {
        name: contested(name) for name in (first, second)
    }
    assert contested(first)
    assert cli("retire", second, "--because", "it is wrong", "--store", desk.store).code == 0
    assert not contested(first)


def test_a_fault_of_form_names_its_file(
    desk: Desk, cli: Callable[..., Done], reflection: dict[str, Any]
) -> None:
    desk.write("story.json", {**reflection, "evidence_ids": ["run-99"]})
    done = cli("admit", desk.failure, desk.story, "--store", desk.store, "--json")
    assert done.code == 2
    assert done.json["violation"].startswith(f"{desk.story}: unknown evidence id")
    assert done.err.startswith(f"reflectgit: error: {desk.story}: unknown evidence id")
    linted = cli("lint", desk.failure, desk.story, "--json").json["violation"]
    assert linted == done.json["violation"]
    del reflection["scope"]
    desk.write("story.json", reflection)
    missing = cli("admit", desk.failure, desk.story, "--store", desk.store, "--json").json["violation"]
    assert missing.count("story.json") == 1


@pytest.mark.parametrize("command", ["admit", "learn", "counterexample", "retrieve"])
def test_an_input_is_held_against_the_policy_of_the_store(
    command: str, desk: Desk, cli: Callable[..., Done], git: Callable[..., str], admit: Callable[..., Any]
) -> None:
    lesson = admit("T-9", "earlier")["lesson_id"]
    policy = desk.store / "reflectgit.toml"
    lines = policy.read_text().splitlines()
    at = next(number for number, line in enumerate(lines) if "max_input_bytes" in line)
    lines[at] = "max_input_bytes = 2000"
    policy.write_text("\n".join(lines) + "\n")
    git(desk.store, "commit", "-q", "-a", "-m", "smaller inputs")
    given = {
        "admit": ("admit", desk.failure, desk.story),
        "learn": ("learn", desk.failure, "--reflection", desk.story),
        "counterexample": ("counterexample", lesson, desk.failure),
        "retrieve": ("retrieve", "--termination", desk.failure),
    }
    done = cli(*given[command], "--store", desk.store, "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "too_large")
    assert "larger than 2,000 bytes" in done.err
    assert "raise max_input_bytes in reflectgit.toml" in done.err


def test_facts_that_cannot_be_kept_are_bad_input(
    desk: Desk, cli: Callable[..., Done], termination: dict[str, Any]
) -> None:
    deep: Any = 1
    for _ in range(60):
        deep = [deep]
    for facts, said in (({"a": deep}, "nested deeper"), ({"a": [1] * 900_000}, "are kept")):
        termination["traces"][0]["facts"] = [facts]
        desk.write("failure.json", json.dumps(termination).encode())
        done = cli("admit", desk.failure, desk.story, "--store", desk.store, "--json")
        assert (done.code, done.json["error"]["code"]) == (2, "bad_input")
        assert said in done.err
    assert cli("check", "--store", desk.store).code == 0
