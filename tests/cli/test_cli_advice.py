"""Who does what a refusal prints is let in, or is told that the diagnosis does not bear the story out."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_desk import Desk, Done

CLAIMS = ("failed_assumption", "overlooked_evidence", "strategy_error", "violated_invariant")
#: A claim at the head of a line begins its block; a quote is asked for there, or in a claim that is named.
BLOCK = re.compile(r"^  (\w+|the story)  (?=\S)", re.M)
ASKED = re.compile(r"(?:uote\s+(?:it\s+)?in\s+(\w+)|such\s+as)\s+(`[^`]+`)\s+\[([^\]]+)\]")
APART = "does not bear the story out"
LEDGER: dict[str, Any] = {
    "task": {
        "id": "TIDE-4",
        "repo": "quay/tides",
        "description": "Show the mean of the gauges without a second copy.",
        "language": "python",
    },
    "failure": {
        "class": "ZeroDivisionError",
        "message": "ZeroDivisionError: division by zero",
        "site": "gauge.py:level",
    },
    "outcome": "resolved",
    "traces": [
        {
            "id": "plan-1",
            "component": 11,
            "kind": "plan",
            "content": "Let readings() yield each gauge, a list of them is not needed. level() keeps its two lines.",
        },
        {
            "id": "patch-1",
            "component": 11,
            "kind": "patch",
            "content": "--- a/gauge.py\n+++ b/gauge.py\n@@ -1,2 +1,2 @@\n def readings(rows):\n"
            "-    return [float(row) for row in rows]\n+    return (float(row) for row in rows)\n",
        },
        {
            "id": "run-1",
            "component": 11,
            "kind": "execution",
            "content": 'Traceback (most recent call last):\n  File "gauge.py", line 7, in level\n'
            "    return sum(found) / len(list(found))\nZeroDivisionError: division by zero\n",
        },
    ],
    "diagnosis": {
        "id": "diag-1",
        "component": 13,
        "kind": "diagnosis",
        "content": "readings() gives a generator now. sum() walks it to its end, and the list that is made of it"
        " afterwards is empty, so the mean is divided by nothing.",
        "root_cause": "A generator is walked once: sum() exhausts it before its length is taken.",
        "fix_direction": "Put the readings into a list before they are walked twice.",
    },
    "repair": {
        "id": "repair-1",
        "component": 14,
        "kind": "repair",
        "content": "--- a/gauge.py\n+++ b/gauge.py\n@@ -6,1 +6,1 @@\n-    found = readings(rows)\n"
        "+    found = list(readings(rows))\n",
    },
}
LESSON = "A generator is walked once: put its values into a list before two calls walk them."


def story(*ids: str, **claims: str) -> dict[str, Any]:
    return {
        "outcome": "resolved",
        **dict.fromkeys(CLAIMS, ""),
        **claims,
        "evidence_ids": list(ids),
        "counterfactual": "With a list it would have passed.",
        "candidate_lesson": LESSON,
        "scope": "lang:python generators",
        "confidence": 0.6,
    }


def followed(told: dict[str, Any], text: str) -> dict[str, Any]:
    """The story with every quote that was asked for, at the end of the claim for which it was."""
    mended = json.loads(json.dumps(told))
    starts = [*BLOCK.finditer(text)]
    for found in ASKED.finditer(text):
        block = [start[1] for start in starts if start.start() < found.start()]
        claim = found[1] or block[-1]
        mended[claim] = f"{mended[claim]} {' '.join(found[2].split())} [{found[3]}]".strip()
        mended["evidence_ids"] = list(dict.fromkeys([*mended["evidence_ids"], found[3]]))
    return mended


TERSE = "Took it that found can be walked twice, but sum() had exhausted the generator before."
OWN = "I did not see that what comes out of readings is used up by whoever gets hold of it first."
STORIES = {
    "terse, the plan cited": story("plan-1", failed_assumption=TERSE),
    "terse, the run cited as well": story("plan-1", "run-1", failed_assumption=TERSE),
    "terse, the diagnosis cited": story("plan-1", "diag-1", failed_assumption=TERSE),
    "in words of its own": story(
        "plan-1",
        "run-1",
        failed_assumption=OWN,
        overlooked_evidence="A count of nothing could only mean that no row was left.",
    ),
    "one claim that would fit anything": story(
        "plan-1",
        "run-1",
        failed_assumption=TERSE,
        overlooked_evidence="It went otherwise than was thought.",
    ),
    "quoted, and of something else": story(
        "plan-1",
        "run-1",
        failed_assumption="Blank rows were taken for numbers: `a list of them is not needed` [plan-1].",
        overlooked_evidence="Some row was blank: `ZeroDivisionError` [run-1].",
    )
    | {"candidate_lesson": "Skip blank rows of a table before they are turned into numbers."},
    "half of the cause, by its names": story(
        "plan-1", "run-1", failed_assumption="Thought len() sees what sum() saw of the rows in gauge.py."
    )
    | {"candidate_lesson": "Store a stream of rows in a sequence when two functions need it."},
    "nearly, and with a name": story(
        "plan-1",
        "run-1",
        failed_assumption="Assumed level() may walk a lazy stream twice; sum() exhausts it.",
    )
    | {"candidate_lesson": "Store a stream of rows in a sequence when two functions need it."},
    "far, and with a name": story(
        "plan-1", "run-1", strategy_error="readings() was turned over to lazy rows, and level() left alone."
    )
    | {"candidate_lesson": "Look at every caller before a function turns lazy."},
    "quoted, and half of the cause": story(
        "plan-1",
        "run-1",
        failed_assumption="Lazy rows were counted on to stay: `level() keeps its two lines` [plan-1].",
        overlooked_evidence="There was nothing to divide by: `ZeroDivisionError: division by zero` [run-1].",
    )
    | {"candidate_lesson": "Look at every caller before a function turns lazy."},
    "what was seen alone": story("run-1", overlooked_evidence="The count came out as nothing."),
    "an order of things": story("plan-1", strategy_error="The length was asked for after the sum."),
}


@pytest.fixture
def failed(desk: Desk) -> Desk:
    desk.write("failure.json", LEDGER)
    return desk


def tried(desk: Desk, told: dict[str, Any], cli: Callable[..., Done]) -> str:
    desk.write("story.json", told)
    return cli("admit", desk.failure, desk.story, "--store", desk.store, "--dry-run").out


@pytest.mark.parametrize("name", STORIES)
def test_what_is_printed_leads_to_a_pass_or_says_that_it_does_not(
    name: str, failed: Desk, cli: Callable[..., Done]
) -> None:
    told = STORIES[name]
    text = tried(failed, told, cli)
    for _ in range(2):
        if text.startswith("dry run: admitted") or APART in " ".join(text.split()):
            return
        mended = followed(told, text)
        assert mended != told, text
        told, text = mended, tried(failed, mended, cli)
    assert text.startswith("dry run: admitted") or APART in " ".join(text.split()), text


def test_all_that_is_lacking_is_told_at_once(failed: Desk, cli: Callable[..., Done]) -> None:
    for name in ("terse, the plan cited", "terse, the diagnosis cited", "in words of its own"):
        text = tried(failed, STORIES[name], cli)
        if APART not in " ".join(text.split()):
            assert tried(failed, followed(STORIES[name], text), cli).startswith("dry run: admitted"), name


def test_a_story_that_has_every_quote_is_told_to_tell_the_cause(
    failed: Desk, cli: Callable[..., Done]
) -> None:
    far = story(
        "plan-1",
        "diag-1",
        "run-1",
        failed_assumption="Blank rows of the tide tables of last spring were mistaken by the old parser for salt"
        " water numbers: `a list of them is not needed` [plan-1] `readings() gives a generator now` [diag-1].",
        overlooked_evidence="Nobody looked at the spreadsheet of the harbour master, whose commas are semicolons:"
        " `ZeroDivisionError` [run-1].",
    )
    text = " ".join(
        tried(failed, {**far, "candidate_lesson": "Convert commas before parsing tables."}, cli).split()
    )
    assert f"diag-1 {APART}: tell its cause in its words (“A generator is walked once" in text


def test_share_and_bar_are_told(failed: Desk, cli: Callable[..., Done]) -> None:
    text = " ".join(tried(failed, STORIES["quoted, and of something else"], cli).split())
    told = re.search(r"the story agrees too little with the diagnosis \((0\.\d+), at least (0\.\d+)\)", text)
    assert told is not None
    assert float(told[1]) < float(told[2])


# --- why not B -------------------------------------------------------------------------------------------

QUOTED = (
    "sum() was taken to leave the generator as it is: `level() keeps its two lines` [plan-1], but a generator is walked"
    " once."
)
SEEN = "The length of an empty list was the divisor: `ZeroDivisionError: division by zero` [run-1]."


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            {"overlooked_evidence": "The list was empty, and level divided by zero."},
            "overlooked_evidence quotes nothing",
        ),
        (
            {
                "failed_assumption": f"sum() exhausts the generator: `{LEDGER['diagnosis']['content'][:33]}` [diag-1]."
            },
            "failed_assumption quotes diag-1 alone, which carries it at C at most",
        ),
        (
            {"failed_assumption": f"{QUOTED} Lanterns, umbrellas, giraffes and pelicans marched."},
            "failed_assumption adds much of its own that nothing in the record has (",
        ),
        (
            {"candidate_lesson": "Sort umbrellas by colour before lending giraffes."},
            "of the lesson: its words are hardly",
        ),
    ],
)
def test_what_keeps_it_from_b_is_told_in_a_line(
    changed: dict[str, str], said: str, failed: Desk, cli: Callable[..., Done]
) -> None:
    told = story("plan-1", "run-1", "diag-1", failed_assumption=QUOTED, overlooked_evidence=SEEN) | changed
    dry = " ".join(tried(failed, told, cli).split())
    done = " ".join(cli("admit", failed.failure, failed.story, "--store", failed.store).out.split())
    why = " ".join(cli("explain", "f-", "--store", failed.store).out.split())
    for text in (dry, done, why):
        assert f"why not B {said}" in text or ("hy not B" in text and said in text), text


def test_a_story_of_grade_b_lacks_nothing(desk: Desk, cli: Callable[..., Done]) -> None:
    assert "not B" not in cli("admit", desk.failure, desk.story, "--store", desk.store).out
    assert "not B" not in cli("explain", "f-", "--store", desk.store).out


def test_grade_and_what_is_short_of_it_are_one_rule() -> None:
    from itertools import islice

    from reflectgit.ab.cases import read_cases
    from reflectgit.pipeline import judge
    from reflectgit.policy import Policy
    from reflectgit.stages.ground import ground_reflection, short_of_b
    from reflectgit.stages.known import NOTHING_KNOWN

    cases = Path(__file__).parents[1] / "data" / "cases" / "birch.jsonl"
    graded = 0
    for one in islice(read_cases([cases]), 0, None, 2):
        judged = judge(one.termination, one.reflection, NOTHING_KNOWN, Policy())
        ended, said = judged.termination, judged.reflection
        if said is None or judged.decision.decision == "violation":
            continue
        grade = ground_reflection(said, judged.record, ended.task, ended.failure).grade
        if grade in ("B", "C"):
            graded += 1
            assert (grade == "B") == (short_of_b(said, judged.record, ended.task, ended.failure) == [])
    assert graded > 10
