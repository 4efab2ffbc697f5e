"""unittest's output, and the sentences in which assertions say what they compared."""

import subprocess
import sys
from pathlib import Path

import pytest

from reflectgit.facts import unittest_output
from reflectgit.facts.assertion_messages import sides
from reflectgit.facts.model import AnyFact, Assertion, Counted, Tested
from reflectgit.facts.observe import observe

PROJECT = Path(__file__).parent / "data" / "project"
COMPARED = [
    ("0.1", "==", "0.2"),
    ("{'a': 1}", "==", "{'a': 2}"),
    ("3", "==", "4"),
    ("'x'", "is", "false"),
    ("2", ">=", "3"),
    ("'screw'", "in", "['nut', 'bolt']"),
    ("3", "isinstance", "<class 'str'>"),
    ("3.5", "is", "None"),
    ("0", "is", "None"),
    ("None", "is not", "None"),
    ("[1, 2, 3]", "==", "[1, 5, 3]"),
    ("2", "==", "5"),
    ("'a'", "!=", "'a'"),
    ("'nut'", "not in", "['nut', 'bolt']"),
    ("2", "==", "1"),
    ("", "raises", "KeyError"),
    ("'open 24h'", "matches", "'^closed'"),
    ("'one\\ntwo'", "==", "'one\\nten'"),
    ("[]", "is", "true"),
]


def compared(facts: tuple[AnyFact, ...]) -> list[tuple[str, str, str]]:
    return [(one.left, one.operator, one.right) for one in facts if isinstance(one, Assertion)]


@pytest.mark.parametrize("name", ["unittest_verbose", "unittest_plain"])
def test_each_assertion_is_the_comparison_that_failed(output, name: str) -> None:
    assert compared(observe(output(name), "execution")) == COMPARED


def test_outcomes(output) -> None:
    found: dict[str, set[str]] = {}
    for one in unittest_output.parse(output("unittest_verbose").split("\n")):
        if isinstance(one, Tested):
            found.setdefault(one.name, set()).add(one.outcome)
    assert len(found) == 22
    assert found["test_counts"] == {"passed"}
    assert found["test_lists"] == {"failed"}  # with a docstring between name and outcome
    assert found["test_error"] == {"error"}
    assert found["test_skipped"] == {"skipped"}
    assert found["test_expected"] == {"xfailed"}


def test_the_part_of_a_test_is_its_reason(output) -> None:
    facts = observe(output("unittest_plain"), "execution")
    assert {one.reason for one in facts if isinstance(one, Tested) and one.name == "test_parts"} == {
        "(number=2)"
    }


def test_counts(output) -> None:
    facts = observe(output("unittest_plain"), "execution")
    counted = {one.what: one.number for one in facts if isinstance(one, Counted)}
    assert counted == {"tests": 22, "failed": 18, "errors": 1, "skipped": 1, "xfailed": 1}


def test_a_real_run_of_today() -> None:
    run = subprocess.run(
        [sys.executable, "-B", "-m", "unittest", "-v", "case_stock"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        cwd=PROJECT,
    )
    facts = observe(run.stderr, "execution")
    assert set(COMPARED) - {("0.1", "==", "0.2")} <= set(compared(facts))
    assert sum(isinstance(one, Tested) and one.outcome == "passed" for one in facts) == 1


@pytest.mark.parametrize(
    ("message", "left", "operator", "right", "wanted"),
    [
        ("expected 3 rows, got 5", "5", "==", "3", "right"),
        ("got 4, want 3", "4", "==", "3", "right"),
        ("Expected: 'a' but was: 'b'", "'b'", "==", "'a'", "right"),
        ("Expected 'send' to be called once. Called 2 times.", "2", "==", "1", "right"),
        ("5 != 6 : totals differ", "5", "==", "6", ""),
        ("DID NOT RAISE <class 'KeyError'>", "", "raises", "KeyError", ""),
        ("assert f('a == b') == 3", "f('a == b')", "==", "3", ""),
        ("assert <Shelf object at 0x7f> == None", "<Shelf object at 0x7f>", "==", "None", ""),
        (
            "assert ['work wi...d a4'] == ['work wi...d a2']",
            "['work wi...d a4']",
            "==",
            "['work wi...d a2']",
            "",
        ),
        ("assert ['c', 'a == ['b'", "['c', 'a", "==", "['b'", ""),
        ('assert "it\'s" in notes', '"it\'s"', "in", "notes", ""),
        ("assert 3 < 2", "3", "<", "2", ""),
        ("unexpectedly identical: [1]", "[1]", "is not", "[1]", ""),
        ('"^neg" does not match "positive"', "positive", "matches", "^neg", ""),
    ],
)
def test_sentences(message: str, left: str, operator: str, right: str, wanted: str) -> None:
    assert sides(message) is not None
    assert sides(message)[:4] == (left, operator, right, wanted)


@pytest.mark.parametrize(
    "message",
    ["sizes differ", "21 statements", "", "the file was not found in cache", "nothing to compare here"],
)
def test_a_message_without_sides(message: str) -> None:
    assert sides(message) is None
