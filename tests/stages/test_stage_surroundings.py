"""A lesson from one failure of the surroundings is held; one about handling it may come in."""

import json
from typing import Any

import pytest

from reflectgit.formats.inputs import read_reflection, read_termination
from reflectgit.pipeline import Judged, judge
from reflectgit.policy import Policy
from reflectgit.stages.known import NOTHING_KNOWN, Known, told_of

RUN = """\
Traceback (most recent call last):
  File "maps/tiles.py", line 21, in tile
    answer = opener.open(f"https://tiles.quarry.io/{zoom}/{x}/{y}")
ConnectionResetError: [Errno 104] Connection reset by peer
1 failed, 6 passed in 3.1s
"""
CAUSE = (
    "The tile server reset the connection while the picture was sent, and tile() asks once and gives up, so that the"
    " whole map fails for one lost tile. Fix direction: ask again for a tile that was reset, with a pause that grows."
)
RETRIED = """\
--- a/maps/tiles.py
+++ b/maps/tiles.py
@@ -19,3 +19,8 @@ def tile(zoom, x, y):
-    answer = opener.open(f"https://tiles.quarry.io/{zoom}/{x}/{y}")
+    for attempt in range(4):
+        try:
+            answer = opener.open(f"https://tiles.quarry.io/{zoom}/{x}/{y}")
+            break
+        except ConnectionResetError:
+            time.sleep(2 ** attempt)
     return answer.read()
"""
ELSEWHERE = """\
--- a/maps/legend.py
+++ b/maps/legend.py
@@ -3,1 +3,1 @@
-    return title.upper()
+    return title.title()
"""
MOVED = """\
--- a/maps/tiles.py
+++ b/maps/tiles.py
@@ -20,2 +20,2 @@ def tile(zoom, x, y):
-    answer = opener.open(f"https://tiles.quarry.io/{zoom}/{x}/{y}")
+    answer = opener.open(f"https://pictures.quarry.io/{zoom}/{x}/{y}")
     return answer.read()
"""
RETRY = "Ask again for a tile whose connection was reset, and retry with a pause that grows before the map is given up."
AVOID = "Do not use the tile server for maps: its connection is reset, so draw maps from pictures beside the program."


def _item(name: str, component: int, kind: str, content: str) -> dict[str, Any]:
    return {"id": name, "component": component, "kind": kind, "content": content}


def _termination(repair: str | None = ELSEWHERE, task: str = "maps-1", **changed: Any) -> dict[str, Any]:
    failure = {
        "class": "ConnectionResetError",
        "message": "[Errno 104] Connection reset by peer",
        "site": "maps/tiles.py:tile",
    }
    return {
        "task": {
            "id": task,
            "repo": "quarry/atlas",
            "description": "Draw a map of the yard.",
            "language": "python",
        },
        "failure": failure,
        "outcome": "resolved" if repair else "escalated",
        "traces": [
            _item("plan-1", 11, "plan", "tile() asks the tile server once for each picture and joins them."),
            _item("exec-1", 11, "execution", RUN),
        ],
        "diagnosis": _item("diag-1", 13, "diagnosis", CAUSE),
        "repair": _item("repair-1", 14, "repair", repair) if repair else None,
        **changed,
    }


def _story(lesson: str, outcome: str = "resolved") -> dict[str, Any]:
    return {
        "outcome": outcome,
        "failed_assumption": "tile() `asks the tile server once` [plan-1], as if one reset were the end.",
        "overlooked_evidence": "It shows `[Errno 104] Connection reset by peer` [exec-1] in tile().",
        "strategy_error": "`asks the tile server once for each picture` [plan-1] leaves no second try for a tile.",
        "violated_invariant": "The whole map fails for one lost tile: `Connection reset by peer` [exec-1].",
        "evidence_ids": ["plan-1", "exec-1", "diag-1"],
        "counterfactual": "Had tile() asked again after the reset, with a growing pause, the map would be whole.",
        "candidate_lesson": lesson,
        "scope": "lang:python pictures that are fetched from a server",
        "confidence": 0.6,
    }


def _judge(termination: dict[str, Any], story: dict[str, Any], known: Known = NOTHING_KNOWN) -> Judged:
    ended = read_termination(json.dumps(termination).encode(), "t.json")
    return judge(ended, read_reflection(json.dumps(story).encode(), "r.json"), known, Policy())


def _is_held(judged: Judged) -> bool:
    decision = judged.decision
    told = [
        one.what for check in judged.checks for one in check.compared if one.what.startswith("transient: ")
    ]
    held = decision.rejected_reason == "thin_evidence" and decision.unattached_candidate
    assert bool(told) == held
    return held


@pytest.mark.parametrize("lesson", [RETRY, AVOID])
def test_one_alone_is_held(lesson: str) -> None:
    judged = _judge(_termination(), _story(lesson))
    assert _is_held(judged)
    assert judged.decision.grade == "D"
    assert judged.decision.reflection is not None


def test_a_repair_that_handles_it_lets_a_lesson_about_handling_in() -> None:
    assert _judge(_termination(RETRIED), _story(RETRY)).decision.decision == "admitted"


def test_no_repair_lets_a_lesson_in_that_avoids_what_works() -> None:
    assert _is_held(_judge(_termination(RETRIED), _story(AVOID)))


def test_two_different_failures_bear_each_other_out() -> None:
    first = _judge(_termination(None), _story(RETRY, "escalated"))
    assert _is_held(first)
    known = Known(held=(told_of(first.decided()),))
    second = _judge(_termination(None, task="maps-9"), _story(RETRY, "escalated"), known)
    assert second.decision.decision == "admitted"
    assert second.decision.joins == [first.record.failure_id]


def test_one_failure_told_twice_is_one() -> None:
    first = _judge(_termination(None), _story(RETRY, "escalated"))
    again = _termination(None, diagnosis=_item("diag-2", 13, "diagnosis", f"{CAUSE} Nothing else was seen."))
    story = {**_story(RETRY, "escalated"), "evidence_ids": ["plan-1", "exec-1", "diag-2"]}
    assert _is_held(_judge(again, story, Known(held=(told_of(first.decided()),))))


def test_two_that_avoid_what_works_stay_held() -> None:
    first = _judge(_termination(None), _story(AVOID, "escalated"))
    known = Known(held=(told_of(first.decided()),))
    assert _is_held(_judge(_termination(None, task="maps-9"), _story(AVOID, "escalated"), known))


def test_another_address_in_its_place_means_that_nothing_was_down() -> None:
    run = RUN.replace("reset by peer", "reset by peer: https://tiles.quarry.io")
    traces = [_termination()["traces"][0], _item("exec-1", 11, "execution", run)]
    failure = {
        "class": "ConnectionResetError",
        "message": "[Errno 104] Connection reset by peer: https://tiles.quarry.io",
        "site": "maps/tiles.py:tile",
    }
    assert _is_held(_judge(_termination(ELSEWHERE, traces=traces, failure=failure), _story(RETRY)))
    assert not _is_held(_judge(_termination(MOVED, traces=traces, failure=failure), _story(RETRY)))


def test_a_comparison_with_a_status_is_the_programs_own() -> None:
    failure = {"class": "AssertionError", "message": "assert 503 == 200", "site": "maps/tiles.py:tile"}
    assert not _is_held(_judge(_termination(failure=failure), _story(RETRY)))


def test_what_passed_though_nothing_changed_is_held() -> None:
    passed = _item("pass-1", 11, "trajectory", "$ pytest\n7 passed in 2.0s\n")
    failure = {"class": "KeyError", "message": "'corner'", "site": "maps/tiles.py:tile"}
    flaky = _termination(failure=failure, repair=None, successful_trajectory=passed, outcome="resolved")
    assert _is_held(_judge(flaky, _story(RETRY)))
    patched = [*flaky["traces"], _item("patch-1", 11, "patch", ELSEWHERE)]
    assert not _is_held(_judge({**flaky, "traces": patched}, _story(RETRY)))
