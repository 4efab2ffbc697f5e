"""``approve``, ``refuse`` and what the other commands say of a lesson that waits."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_desk import Desk, Done

from reflectgit.policy import Policy, render_policy

DOCS = (Path(__file__).parents[2] / "docs" / "review.md").read_text()
BETTER = "Take a known ending off with removesuffix; rstrip takes letters, not endings."


def promised(what: str) -> list[str]:
    """The members that docs/review.md names for ``--json``."""
    row = next(line for line in DOCS.splitlines() if line.startswith(f"| `{what}`"))
    return re.findall(r"`(\w+)`", row.split("|")[2])


class Review:
    """A store that asks for approval, with one lesson that waits."""

    def __init__(self, desk: Desk, cli: Callable[..., Done], git: Callable[..., str]) -> None:
        self.desk, self.cli, self.git = desk, cli, git
        (desk.store / "reflectgit.toml").write_text(render_policy(Policy(review="required")))
        git(desk.store, "commit", "-qam", "ask for approval")
        self.admitted = self.run("admit", desk.failure, desk.story)
        self.failure, self.lesson = self.admitted["failure_id"], self.admitted["lesson_id"]

    def run(self, command: str, *arguments: object, code: int = 0) -> Any:
        done = self.cli(command, *arguments, "--store", self.desk.store, "--json")
        assert done.code == code, done.out + done.err
        return done.json

    def say(self, command: str, *arguments: object, code: int = 0) -> str:
        """What a person reads, white space folded."""
        done = self.cli(command, *arguments, "--store", self.desk.store)
        assert done.code == code, done.out + done.err
        return " ".join((done.out + done.err).split())


@pytest.fixture
def review(desk: Desk, cli: Callable[..., Done], git: Callable[..., str]) -> Review:
    return Review(desk, cli, git)


def test_an_admission_says_that_it_waits_and_where(review: Review) -> None:
    told = review.admitted
    assert (told["decision"], told["path"], told["review"]) == ("admitted", None, "waiting")
    assert told["branch"] == f"reflect/{review.failure}"
    text = review.say("admit", review.desk.failure, review.desk.story)
    assert "waits for a person's approval" in text
    assert f"branch {told['branch']}" in text
    assert f"reflectgit approve {review.failure}" in text


def test_what_waits_is_listed_shown_explained_and_sound(review: Review) -> None:
    assert review.run("list") == {"lessons": []}
    (one,) = review.run("list", "--pending")["pending"]
    assert ["pending", *one] == promised("list --pending")
    assert (one["lesson_id"], one["branch"]) == (review.lesson, f"reflect/{review.failure}")
    assert one["statement"] in review.say("list", "--pending")
    shown = review.run("show", review.lesson[:12])
    assert (shown["id"], shown["review"]["state"]) == (review.lesson, "waiting")
    assert shown["grade"] == one["grade"]
    assert shown["path"].startswith(f"reflect/{review.failure}:lessons/episodic/")
    assert "waits for a person" in review.say("show", review.lesson)
    assert review.run("explain", review.failure)["review"]["state"] == "waiting"
    assert "waits for a person" in review.say("explain", review.failure)
    assert [event["op"] for event in review.run("log", review.lesson)["events"]] == ["admit"]
    assert review.run("check") == {"ok": True, "findings": []}
    assert review.run("retrieve", "take an ending off a file name")["lessons"] == []
    assert "waits for approval" in review.say("retire", review.lesson, "--because", "x", code=1)
    assert "lists by itself" in review.say("list", "--pending", "--all", code=2)


def test_an_approval(review: Review) -> None:
    told = review.run("approve", review.failure[:8], "--statement", BETTER)
    assert list(told) == promised("approve")
    assert (told["decision"], told["lesson_id"], told["statement"]) == ("approved", review.lesson, BETTER)
    assert (told["reason"], told["branch"], told["into"]) == (None, None, None)
    assert review.run("show", review.lesson)["lesson"]["statement"] == BETTER
    assert review.run("show", review.lesson)["review"]["state"] == "approved"
    assert "settled before" in review.say("approve", review.lesson)
    assert review.say("list", "--pending") == "No lesson waits for approval."
    assert "already approved" in review.say("refuse", review.lesson, "--because", "late", code=1)
    assert [event["op"] for event in review.run("log", review.lesson)["events"]] == ["approve", "admit"]
    assert review.run("check")["ok"]


def test_a_wording_that_is_not_let_in(review: Review) -> None:
    text = review.say("approve", review.lesson[:9], "--statement", "Be careful.", code=1)
    assert "rejected" in text
    assert "too_vague" in text
    assert "Nothing was recorded" in text
    assert len(review.run("list", "--pending")["pending"]) == 1


def test_a_refusal(review: Review) -> None:
    told = review.run("refuse", review.failure, "--because", "known to everybody")
    assert list(told) == promised("refuse")
    assert (told["decision"], told["reason"], told["branch"]) == ("refused", "known to everybody", None)
    assert "already refused" in review.say("approve", review.lesson, code=1)
    assert "refused by a person: known to everybody" in review.say("explain", review.failure)
    again = review.run("admit", review.desk.failure, review.desk.story, code=1)
    assert (again["decision"], again["review"]) == ("admitted", "refused")
    assert "a person refused it" in review.say("admit", review.desk.failure, review.desk.story, code=1)


def test_names_that_mean_nothing(
    review: Review, desk: Desk, reflection: dict[str, Any], termination: Any
) -> None:
    for name in ("f-0000000000000000", "no-such-lesson", "0"):
        assert "no lesson" in review.say("approve", name, code=1)
    assert review.say("approve", "../x", code=2)
    assert review.say("approve", review.lesson, "--statement", " ", code=2)
    assert review.say("refuse", review.lesson, "--because", " ", code=2)
    vague = desk.write("vague.json", reflection | {"candidate_lesson": "Be careful."})
    other = desk.write("other.json", termination | {"task": termination["task"] | {"id": "OTHER-1"}})
    refused = review.run("admit", other, vague, code=1)
    assert "it was decided rejected" in review.say("approve", refused["failure_id"], code=1)


def test_a_merge_by_hand_is_owed_a_ruling(review: Review) -> None:
    review.git(review.desk.store, "merge", "-q", "--no-ff", "-m", "Merge", f"reflect/{review.failure}")
    (finding,) = review.run("check")["findings"]
    assert (finding["code"], finding["hint"]) == (
        "not_ruled",
        "write the ruling that is owed: reflectgit sweep",
    )
    (action,) = review.run("sweep")["actions"]
    assert (action["action"], action["lesson_id"]) == ("approve", review.lesson)
    assert review.run("check") == {"ok": True, "findings": []}


def test_without_review_nothing_is_said_of_it(desk: Desk, cli: Callable[..., Done]) -> None:
    done = cli("admit", desk.failure, desk.story, "--store", desk.store, "--json")
    assert not {"review", "branch"} & done.json.keys()
    shown = cli("show", done.json["lesson_id"], "--store", desk.store, "--json")
    assert "review" not in shown.json
    refused = cli("approve", done.json["lesson_id"], "--store", desk.store)
    assert (refused.code, "does not wait" in refused.err) == (1, True)
