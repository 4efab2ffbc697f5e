"""The histories of outcomes of the shared corpus, told to the fold event by event.

An entry is taken as admitted. Where CONTRACT settles a thing otherwise, it stands:

* "replaced by a corrected entry of the same failure" (lc-worse-thrice-superseded): one failure has one lesson ("Decided
  once"), so the corrected entry rests on a termination with further evidence, which is a failure of its own.
* A superseded lesson keeps its level in its file; "promoted" and "active" are asked of lessons that are live.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from fold_desk import Files, decided, id_of

from reflectgit.identity import event_id
from reflectgit.model import Lesson, OutcomeEvent, Ruling

NAMES = (
    "lc-promoted-by-three-repos",
    "lc-origin-repo-does-not-promote",
    "lc-worse-thrice-superseded",
    "lc-same-event-counts-once",
    "lc-retired-never-retrieved",
    "lc-two-foreign-one-origin",
    "lc-promoted-then-worse",
    "lc-neutral-uses-count-for-nothing",
)
OUTCOMES: dict[str, Any] = {"helped": "resolved", "worse": "worse", "neutral": "unchanged"}


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_bytes().splitlines()]


class History:
    """One history: its ledger up to now, and the lesson of each entry."""

    def __init__(self, told: dict[str, Any], lessons: dict[str, str]) -> None:
        entries = {
            entry["entry_id"]: decided(number, lessons[entry["candidate_id"]], repo=entry["origin_repo"])
            for number, entry in enumerate(told["entries"], 1)
        }
        self.ids = {name: id_of(one) for name, one in entries.items()}
        self.files = Files(list(entries.values()))

    def tell(self, event: dict[str, Any]) -> None:
        name = self.ids[event["entry_id"]]
        if event["type"] == "outcome":
            self.files = self.files._replace(outcomes=[*self.files.outcomes, outcome(name, event)])
            return
        by, why = self.ids.get(event.get("by", "")), event.get("reason")
        ruling = Ruling(op="retire", lesson_id=name, successor=by, because=why)
        self.files = self.files._replace(rulings=[*self.files.rulings, ruling])

    def lesson(self, entry: str) -> Lesson:
        return self.files.lessons()[self.ids[entry]]


def outcome(name: str, event: dict[str, Any]) -> OutcomeEvent:
    result, task, repo = OUTCOMES[event["result"]], event["task_id"], event["repo"]
    key = event["event_id"]
    return OutcomeEvent(
        event_id=event_id(task, repo, result, [name], key),
        task=task,
        repo=repo,
        outcome=result,
        applied=[name],
        retrieved=[],
        key=key,
    )


def status(history: History, entry: str) -> str:
    """As the corpus names it: what is superseded was demoted where its own successor took its place."""
    lesson = history.lesson(entry)
    if lesson.superseded_by is None:
        return "active" if lesson.type == "episodic" else "promoted"
    after = history.files.lessons().get(lesson.superseded_by)
    return "demoted" if after is not None and after.supersedes == history.ids[entry] else "retired"


def answer(history: History, check: dict[str, Any]) -> object:
    lesson = history.lesson(check["entry_id"])
    answers = {
        "helped_count": lesson.times_helped,
        "worse_count": lesson.times_hurt,
        "promoted": status(history, check["entry_id"]) == "promoted",
        "superseded_by": {name: entry for entry, name in history.ids.items()}.get(lesson.superseded_by or ""),
        "retrievable": lesson.superseded_by is None,
    }
    answers["promoted_after"] = answers["promoted"]
    return answers[check["check"]]


@pytest.mark.shared
@pytest.mark.parametrize("name", NAMES)
def test_history(name: str, shared: Path) -> None:
    (told,) = (one for one in lines(shared / "corpus" / "lifecycle.jsonl") if one["lifecycle_id"] == name)
    wanted = {entry["candidate_id"] for entry in told["entries"]}
    lessons = {
        candidate["candidate_id"]: candidate["reflection"]["candidate_lesson"]
        for case in lines(shared / "corpus" / "cases.jsonl")
        for candidate in case["candidates"]
        if candidate["candidate_id"] in wanted
    }
    history, checked = History(told, lessons), 0
    for event in [*told["events"], None]:
        if event is not None:
            history.tell(event)
        at = event["event_id"] if event is not None else None
        for check in told["expect"]:
            if check.get("event_id") == at:
                given = (
                    status(history, check["entry_id"])
                    if check["check"] == "status"
                    else answer(history, check)
                )
                assert given in check.get("in", [check.get("value")]), check
                checked += 1
    assert checked >= len(told["expect"])


@pytest.mark.shared
def test_all_histories_are_told(shared: Path) -> None:
    assert {one["lifecycle_id"] for one in lines(shared / "corpus" / "lifecycle.jsonl")} == set(NAMES)
