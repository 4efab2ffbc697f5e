"""A merge shows both wordings; a successor names the lesson it took over from; a commit on no branch is told so."""

from collections.abc import Callable
from typing import Any

import pytest
from cli_desk import Desk, Done

OTHER = "rstrip takes a set of letters and not a suffix: use removesuffix to take an ending off a name."


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture
def merged(
    desk: Desk, termination: dict[str, Any], reflection: dict[str, Any], cli: Callable[..., Done]
) -> tuple[Desk, str, Done]:
    """A second failure whose story gives the same advice in other words."""
    store = ("--store", desk.store)
    first = cli("admit", desk.failure, desk.story, *store, "--json").json
    termination["task"].update(id="REP-13", repo="pier/scans")
    desk.write("failure.json", {**termination, "failure_id": "again"})
    desk.write("story.json", {**reflection, "candidate_lesson": OTHER})
    dry = cli("admit", desk.failure, desk.story, *store, "--dry-run")
    return desk, first["lesson_id"], dry


def test_a_merge_shows_both_wordings_and_the_way_back(
    merged: tuple[Desk, str, Done], reflection: dict[str, Any], cli: Callable[..., Done]
) -> None:
    desk, lesson, dry = merged
    done = cli("admit", desk.failure, desk.story, "--store", desk.store)
    assert dry.out.startswith("dry run: merged")
    for text in (flat(dry.out), flat(done.out)):
        assert f"kept {reflection['candidate_lesson']}" in text
        assert f"yours {OTHER}" in text
        assert (
            f"If the two do not say the same: reflectgit amend {lesson} --statement TEXT --because WHY"
            in text
        )


def test_show_lists_the_wordings_that_joined(
    merged: tuple[Desk, str, Done], cli: Callable[..., Done]
) -> None:
    desk, lesson, _ = merged
    store = ("--store", desk.store)
    assert cli("show", lesson, *store, "--json").json["wordings"] == []
    assert "wordings" not in cli("show", lesson, *store).out
    failure = cli("admit", desk.failure, desk.story, *store, "--json").json["failure_id"]
    assert cli("show", lesson, *store, "--json").json["wordings"] == [
        {"failure_id": failure, "statement": OTHER}
    ]
    assert f"{failure} {OTHER}" in flat(cli("show", lesson, *store).out)


def test_the_same_words_are_told_once(
    desk: Desk, termination: dict[str, Any], cli: Callable[..., Done]
) -> None:
    cli("admit", desk.failure, desk.story, "--store", desk.store)
    termination["task"].update(id="REP-13", repo="pier/scans")
    desk.write("failure.json", {**termination, "failure_id": "again"})
    text = cli("admit", desk.failure, desk.story, "--store", desk.store).out
    assert text.startswith("merged")
    assert "yours" not in text


def test_log_names_the_lesson_that_it_took_over_from(desk: Desk, cli: Callable[..., Done]) -> None:
    store = ("--store", desk.store)
    old = cli("admit", desk.failure, desk.story, *store, "--json").json["lesson_id"]
    assert cli("log", old, *store, "--json").json["supersedes"] is None
    assert "before that" not in cli("log", old, *store).out
    told = cli("amend", old, "--statement", OTHER, "--because", "clearer", *store, "--json").json
    assert cli("log", told["successor"], *store, "--json").json["supersedes"] == old
    assert (
        f"before that: {old}, whose place it took (reflectgit log {old})"
        in cli("log", told["successor"], *store).out
    )


def test_a_commit_on_no_branch_is_told_so(
    desk: Desk, cli: Callable[..., Done], git: Callable[..., str]
) -> None:
    lesson = cli("admit", desk.failure, desk.story, "--store", desk.store, "--json").json["lesson_id"]
    asked = ("record", lesson, "--repo", "pier/scans", "--outcome", "resolved", "--store", desk.store)
    assert "HEAD is detached" not in cli(*asked, "--task", "ON-1").err
    git(desk.store, "checkout", "-q", "--detach")
    done = cli(*asked, "--task", "OFF-1")
    commit = git(desk.store, "rev-parse", "HEAD").strip()
    assert done.code == 0
    assert f"note: HEAD is detached, so commit {commit[:12]} is on no branch" in done.err
    assert done.err.count("\n") == 1
    assert "HEAD is detached" not in cli(*asked, "--task", "OFF-1").err
