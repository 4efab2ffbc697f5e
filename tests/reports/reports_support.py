"""Failures with true stories about them, and how a run of the program ended."""

import json
from dataclasses import dataclass
from typing import Any

RUN = """\
test_boats.py::test_one_boat PASSED
test_boats.py::test_a_rest_of_guests FAILED

>       assert boats(21, 8) == 3
E       assert 2 == 3
E        +  where 2 = boats(21, 8)

FAILED test_boats.py::test_a_rest_of_guests - assert 2 == 3
"""
PATCH = """\
--- a/ferry/boats.py
+++ b/ferry/boats.py
@@ -1,2 +1,2 @@
 def boats(guests, seats):
-    raise NotImplementedError
+    return guests // seats
"""
REPAIR = PATCH.replace("raise NotImplementedError", "return guests // seats").replace(
    "+    return guests // seats", "+    return -(-guests // seats)"
)
LESSON = (
    "When counting boats for a party, round the division up, "
    "and test a party that leaves the last boat partly filled."
)


@dataclass(frozen=True)
class Said:
    """How a run of the program ended, and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def failure(**changes: Any) -> dict[str, Any]:
    """A ferry that leaves guests behind; `changes` replace members of the termination."""
    made: dict[str, Any] = {
        "failure_id": "boats-1",
        "task": {"id": "FERRY-1", "repo": "lake/ferry", "description": "Count boats.", "language": "python"},
        "failure": {"class": "AssertionError", "message": "assert 2 == 3", "site": "ferry/boats.py:boats"},
        "outcome": "resolved",
        "traces": [
            {
                "id": "plan-1",
                "component": 11,
                "kind": "plan",
                "content": "Divide guests by seats; integer division gives the boats.",
            },
            {"id": "patch-1", "component": 11, "kind": "patch", "content": PATCH},
            {"id": "run-1", "component": 11, "kind": "execution", "content": RUN},
        ],
        "diagnosis": {
            "id": "diag-1",
            "component": 13,
            "kind": "diagnosis",
            "content": "21 guests in boats of 8 gave 2 boats where 3 are needed [run-1]. Integer division rounds down, "
            "so the guests of a boat that is not full are left behind. Direction: round up when counting containers.",
        },
        "repair": {"id": "repair-1", "component": 14, "kind": "repair", "content": REPAIR},
    }
    return made | changes


def story(**changes: Any) -> dict[str, Any]:
    """True, and every claim quotes what it rests on."""
    made: dict[str, Any] = {
        "outcome": "resolved",
        "failed_assumption": "The plan says `integer division gives the boats` [plan-1], but integer division rounds "
        "down and drops the guests of a boat that is not full: `return guests // seats` [patch-1].",
        "overlooked_evidence": "The run shows `assert boats(21, 8) == 3` [run-1] failing with `where 2 = boats(21, 8)` "
        "[run-1]: the last guests have no boat.",
        "strategy_error": "",
        "violated_invariant": "",
        "evidence_ids": ["plan-1", "patch-1", "run-1"],
        "counterfactual": "Rounding up would have given a third boat.",
        "candidate_lesson": LESSON,
        "scope": "lang:python counting containers",
        "confidence": 0.7,
    }
    return made | changes


def elsewhere(word: str, **changes: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The same kind of failure and story, in another repository and about another thing."""
    pair = json.dumps([failure(failure_id=f"{word}-1"), story(**changes)])
    for old, new in (
        ("boats", f"{word}s"),
        ("boat", word),
        ("lake/ferry", f"lake/{word}"),
        ("FERRY", word.upper()),
    ):
        pair = pair.replace(old, new)
    ended, told = json.loads(pair)
    return ended, told
