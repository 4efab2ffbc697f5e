"""pytest's output: errors, assertions, outcomes, variables, in every style of traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from reflectgit.facts.model import AnyFact, Assertion, Bound, Counted, Frame, Logged, Raised, Tested
from reflectgit.facts.observe import observe

PROJECT = Path(__file__).parent / "data" / "project"
STYLES = ["pytest_verbose", "pytest_short", "pytest_line"]


def seen(text: str) -> tuple[AnyFact, ...]:
    return observe(text, "execution")


def assertions(facts: tuple[AnyFact, ...]) -> set[tuple[str, str, str]]:
    return {(one.left, one.operator, one.right) for one in facts if isinstance(one, Assertion)}


FAILED = {
    ("9", "==", "10"),
    ("4", "==", "3"),
    ("1", "==", "9"),
    ("4", "not in", "(3, 4)"),
    ("[1, 2, 3, 7]", "==", "[1, 2, 4, 7]"),
    ("3", "==", "4"),
    ("{'a': 1, 'b': 2}", "==", "{'a': 1, 'b': 3}"),
    ("{'b': 2}", "==", "{'b': 3}"),
    ("'left\\nsame'", "==", "'right\\nsame'"),
    ("{'bolt': 4, 'nut': 9}", "is", "false"),
    ("0.4", "==", "0.3 ± 3.0e-07"),
    ("", "raises", "ValueError"),
    ("\"invalid literal for int() with base 10: 'x'\"", "matches", "'negative'"),
    ("send(4)", "==", "send(5)"),
    ("'nail'", "in", "['nut', 'bolt']"),
}


@pytest.mark.parametrize("style", STYLES)
def test_assertions_are_the_same_in_every_style(output, style: str) -> None:
    assert assertions(seen(output(style))) == FAILED


@pytest.mark.parametrize("style", STYLES)
def test_exceptions_are_the_same_in_every_style(output, style: str) -> None:
    found = {(one.class_, one.message) for one in seen(output(style)) if isinstance(one, Raised)}
    assert {
        ("KeyError", "'screw'"),
        ("LookupError", "no shelf for screw"),
        ("FileNotFoundError", "[Errno 2] No such file or directory: '/srv/stock.db'"),
        ("RuntimeError", "gone"),
        ("ExceptionGroup", "two (2 sub-exceptions)"),
        ("ValueError", "first"),
        ("Failed", "DID NOT RAISE ValueError"),
        ("ValueError", "bad row"),
        ("AssertionError", "sizes differ"),
    } <= found


@pytest.mark.parametrize("style", STYLES)
def test_the_exception_behind_is_a_cause(output, style: str) -> None:
    roles = [one.role for one in seen(output(style)) if isinstance(one, Raised) and one.class_ == "KeyError"]
    assert roles.count("cause") == 1


def test_where_lines_stand_with_their_assertion(output) -> None:
    (one,) = (
        fact
        for fact in seen(output("pytest_verbose"))
        if isinstance(fact, Assertion) and (fact.left, fact.right) == ("9", "10")
    )
    assert one.where == ("where 9 = count('nut')", "where count = Shelf(2).count")


def test_the_framework_names_what_was_wanted(output) -> None:
    wanted = {one.right: one.wanted for one in seen(output("pytest_short")) if isinstance(one, Assertion)}
    assert (wanted["0.3 ± 3.0e-07"], wanted["send(5)"], wanted["'negative'"]) == ("right", "right", "right")
    assert wanted["10"] == ""


def test_a_note_follows_its_exception(output) -> None:
    notes = [
        one.notes
        for one in seen(output("pytest_short"))
        if isinstance(one, Raised) and one.message == "bad row"
    ]
    assert ("row 17 of rows.csv",) in notes


@pytest.mark.parametrize("style", ["pytest_verbose", "pytest_short"])
def test_frames_tell_function_and_source(output, style: str) -> None:
    found = {
        (one.path, one.number, one.function, one.code)
        for one in seen(output(style))
        if isinstance(one, Frame)
    }
    assert ("test_stock.py", 16, "count", "return self.items[name]") in found
    assert ("test_stock.py", 24, "restock", "return shelf.count(name)") in found
    assert ("test_stock.py", 26, "restock", 'raise LookupError(f"no shelf for {name}") from error') in found


OUTCOMES = {
    "test_counts": "passed",
    "test_equal": "failed",
    "test_sizes[a - b-5]": "passed",
    "test_sizes[x::y-3]": "failed",
    "test_sizes[]-9]": "failed",
    "test_needs_broken": "error",
    "test_expected": "xfailed",
    "test_inside": "failed",
}


@pytest.mark.parametrize("style", ["pytest_verbose", "pytest_line", "pytest_quiet"])
def test_every_test_has_one_outcome(output, style: str) -> None:
    found: dict[str, set[str]] = {}
    for one in seen(output(style)):
        if isinstance(one, Tested):
            found.setdefault(one.name, set()).add(one.outcome)
    assert {name: found[name] for name in OUTCOMES} == {name: {outcome} for name, outcome in OUTCOMES.items()}


def test_reasons(output) -> None:
    reasons = {(one.name, one.reason) for one in seen(output("pytest_verbose")) if isinstance(one, Tested)}
    assert {
        ("test_skipped", "no printer"),
        ("test_expected", "known"),
        ("test_missing", "KeyError: 'screw'"),
    } <= reasons


def test_counts(output) -> None:
    counted = {one.what: one.number for one in seen(output("pytest_short")) if isinstance(one, Counted)}
    assert counted == {"collected": 23, "failed": 18, "passed": 2, "skipped": 1, "xfailed": 1, "errors": 1}


@pytest.mark.parametrize("style", ["pytest_verbose", "pytest_short"])
def test_variables(output, style: str) -> None:
    bound = {(one.name, one.value) for one in seen(output(style)) if isinstance(one, Bound)}
    assert {
        ("name", "'screw'"),
        ("shelf", "Shelf(2)"),
        ("wanted_number_of_nuts", "10"),
        ("text", "']'"),
    } <= bound
    assert {("shelf", "7"), ("level", "'low'")} <= bound  # captured output is read as any output


def test_what_was_logged(output) -> None:
    assert [(one.level, one.text) for one in seen(output("pytest_short")) if isinstance(one, Logged)] == [
        ("WARNING", "stock low: 2")
    ]


def test_source_lines_bind_nothing(output) -> None:
    names = {one.name for one in seen(output("pytest_verbose")) if isinstance(one, Bound)}
    assert "error_message" not in names
    assert not {"match", "reason", "rootdir", "plugins"} & names


def test_a_summary_alone() -> None:
    facts = seen(
        "FAILED tests/test_cart.py::test_total - KeyError: 'price'\n"
        "FAILED tests/test_cart.py::test_sum[a - b] - assert 3 == 4\n"
        "FAILED tests/test_cart.py::test_cut - AssertionError: assert ['aaa', 'b...\n"
        "3 failed, 1 passed in 0.10s\n"
    )
    assert [(one.class_, one.message) for one in facts if isinstance(one, Raised)] == [
        ("KeyError", "'price'"),
        ("AssertionError", "assert 3 == 4"),
    ]
    assert assertions(facts) == {("3", "==", "4")}
    assert [one.name for one in facts if isinstance(one, Tested)] == [
        "test_total",
        "test_sum[a - b]",
        "test_cut",
    ]


def test_parallel_rows() -> None:
    facts = seen("[gw1] [ 50%] PASSED tests/test_cart.py::TestCart::test_sum[2]\n")
    assert facts == (Tested(line=1, name="test_sum[2]", outcome="passed"),)


def test_a_real_run_of_today(tmp_path: Path) -> None:
    """The pytest that is installed still prints what is read."""
    run = subprocess.run(
        [
            sys.executable,
            "-B",
            "-m",
            "pytest",
            "-c",
            os.devnull,
            f"--rootdir={tmp_path}",
            "-p",
            "no:cacheprovider",
            "-l",
            "-k",
            "equal or chain or lists",
            str(PROJECT / "test_stock.py"),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=tmp_path,
        env={**os.environ, "PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )
    facts = seen(run.stdout)
    assert {("9", "==", "10"), ("[1, 2, 3, 7]", "==", "[1, 2, 4, 7]"), ("3", "==", "4")} <= assertions(facts)
    assert [
        (one.class_, one.role) for one in facts if isinstance(one, Raised) and one.class_ != "AssertionError"
    ] == [
        ("KeyError", "cause"),
        ("LookupError", "raised"),
    ]
    assert ("wanted_number_of_nuts", "10") in {
        (one.name, one.value) for one in facts if isinstance(one, Bound)
    }
