"""Failures with true stories about them, and how a run of the program ended."""

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

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


class Kind(NamedTuple):
    """One way to fail, and what it teaches."""

    plan: str
    line: str
    seen: str
    cause: str
    lesson: str


KINDS = (
    Kind(
        "open() reads the manifest as UTF-8 on every machine.",
        "rows = open(manifest).read()",
        "UnicodeDecodeError: 'charmap' codec can't decode byte 0x81",
        "without an encoding, open takes that of the locale, which was cp1252. Direction: name the encoding.",
        "Name the encoding whenever a text file is opened, and run a test under a locale that is not UTF-8.",
    ),
    Kind(
        "Each call of load() begins with an empty list of parcels.",
        "def load(parcel, parcels=[]):",
        "AssertionError: assert ['ring', 'rope'] == ['rope']",
        "a mutable default is made once and shared by all calls. Direction: create it inside of the function.",
        "Create a mutable default inside of the function, and call the function twice in its test.",
    ),
    Kind(
        "Sums of prices in floating point are exact to the cent.",
        "return sum(prices)",
        "AssertionError: assert 0.30000000000000004 == 0.3",
        "binary fractions cannot hold tenths, and their errors add up. Direction: count whole cents.",
        "Keep money in whole cents or in decimals; never compare a floating sum for equality.",
    ),
    Kind(
        "The iterator of trips can be walked for the count and again for the total.",
        "return len(list(trips)), sum(trips)",
        "AssertionError: assert (3, 0) == (3, 90)",
        "an iterator is exhausted by the first walk. Direction: keep a list of it before it is used twice.",
        "Turn an iterator into a list before a second walk, and pass a generator to the function in a test.",
    ),
)
OTHERS = {"barge": 0, "sledge": 1, "van": 2, "harp": 0, "lute": 1, "drum": 2, "horn": 3, "tram": 3}


def elsewhere(word: str, **changes: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Another failure in the repository ``lake/WORD``, and a true story with advice of its own."""
    kind = KINDS[OTHERS[word]]
    class_ = kind.seen.partition(":")[0]
    ended = failure(
        failure_id=f"{word}-1",
        task={
            "id": word.upper(),
            "repo": f"lake/{word}",
            "description": f"The {word}.",
            "language": "python",
        },
        failure={"class": class_, "message": kind.seen, "site": f"{word}/main.py:main"},
        traces=[
            {"id": "plan-1", "component": 11, "kind": "plan", "content": kind.plan},
            {"id": "patch-1", "component": 11, "kind": "patch", "content": f"+    {kind.line}\n"},
            {"id": "run-1", "component": 11, "kind": "execution", "content": f"FAILED\n{kind.seen}\n"},
        ],
        diagnosis={
            "id": "diag-1",
            "component": 13,
            "kind": "diagnosis",
            "content": f"The {word} fails [run-1]. Root cause: {kind.cause}",
        },
        repair={"id": "repair-1", "component": 14, "kind": "repair", "content": f"-    {kind.line}\n"},
    )
    told = story(
        failed_assumption=f"The plan says `{kind.plan}` [plan-1], but {kind.cause}",
        overlooked_evidence=f"The run shows `{kind.seen}` [run-1].",
        counterfactual=kind.cause,
        candidate_lesson=kind.lesson,
        scope="lang:python",
    )
    return ended, told | changes
