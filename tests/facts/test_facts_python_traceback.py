"""Python's tracebacks: chains, groups, notes, syntax errors, wherever they stand."""

import subprocess
import sys
from pathlib import Path

import pytest

from reflectgit.facts import pytest_errors, python_traceback
from reflectgit.facts.model import AnyFact, Frame, Raised
from reflectgit.facts.observe import observe

PROGRAM = Path(__file__).parent / "data" / "project" / "raising.py"


def raised(text: str) -> list[tuple[str, str, str]]:
    return [
        (one.class_, one.message, one.role) for one in observe(text, "execution") if isinstance(one, Raised)
    ]


def frames(facts: tuple[AnyFact, ...]) -> list[Frame]:
    return [fact for fact in facts if isinstance(fact, Frame)]


WAYS = {
    "cause": [
        ("ValueError", "invalid literal for int() with base 10: 'x7'", "cause"),
        ("BadRow", "row 17", "raised"),
    ],
    "context": [
        ("ValueError", "invalid literal for int() with base 10: 'x7'", "context"),
        ("KeyError", "'fallback'", "raised"),
    ],
    "group": [
        ("ExceptionGroup", "unhandled errors in a TaskGroup (2 sub-exceptions)", "cause"),
        ("ValueError", "job 1", "member"),
        ("ValueError", "job 2", "member"),
        ("RuntimeError", "jobs failed", "raised"),
    ],
    "bare_group": [
        ("ExceptionGroup", "two (2 sub-exceptions)", "raised"),
        ("KeyError", "'a'", "member"),
        ("ExceptionGroup", "inner (2 sub-exceptions)", "member"),
        ("FileNotFoundError", "[Errno 2] gone", "member"),
        ("TypeError", "b", "member"),
    ],
    "note": [("BadRow", "row 17", "raised")],
    "syntax": [("SyntaxError", "'(' was never closed", "raised")],
    "deep": [("RecursionError", "maximum recursion depth exceeded", "raised")],
    "local": [("Inner", "", "raised")],
    "ignored": [
        ("KeyError", "'late'", "ignored"),
        ("ValueError", "invalid literal for int() with base 10: 'x7'", "raised"),
    ],
}


@pytest.mark.parametrize("way", WAYS)
def test_chain_and_roles_of_a_captured_traceback(output, way: str) -> None:
    assert raised(output(f"raised_{way}")) == WAYS[way]


@pytest.mark.parametrize("way", ["cause", "bare_group", "note", "local", "ignored"])
def test_this_interpreter_prints_what_is_read(way: str) -> None:
    """What the running Python prints, of whatever version, gives the same exceptions."""
    run = subprocess.run(
        [sys.executable, "-B", str(PROGRAM), way], capture_output=True, text=True, check=False, timeout=60
    )
    assert raised(run.stderr) == WAYS[way]


def test_notes_and_further_lines_of_a_message_follow_it(output) -> None:
    (one,) = (fact for fact in observe(output("raised_note"), "execution") if isinstance(fact, Raised))
    assert one.notes == ("of rows.csv", "seen at night")


def test_frames_tell_place_function_and_source_without_marks(output) -> None:
    found = frames(observe(output("raised_cause"), "execution"))
    assert [(one.number, one.function, one.code) for one in found] == [
        (18, "cause", 'parse("x7")'),
        (13, "parse", "return int(row)"),
        (88, "<module>", "globals()[sys.argv[1]]()"),
        (20, "cause", 'raise BadRow("row 17") from error'),
    ]


def test_the_file_of_a_syntax_error_is_a_frame(output) -> None:
    found = frames(observe(output("raised_syntax"), "execution"))
    assert (found[-1].path, found[-1].number, found[-1].code) == ("prices.py", 1, "total = (1 +")


def test_a_syntax_error_without_traceback() -> None:
    text = '  File "/srv/prices.py", line 3\n    def f(:\n          ^\nSyntaxError: invalid syntax\n'
    assert raised(text) == [("SyntaxError", "invalid syntax", "raised")]


@pytest.mark.parametrize("before", ["    ", "web-1  | ", "E   ", "> "])
@pytest.mark.parametrize("way", ["cause", "bare_group", "local"])
def test_what_stands_before_every_line_changes_nothing(output, way: str, before: str) -> None:
    text = "".join(before + line for line in output(f"raised_{way}").splitlines(keepends=True))
    found = raised(text)
    if before == "E   ":  # pytest marks so, and an exception behind its mark is read as pytest's as well
        found = list(dict.fromkeys(found))
    assert found == WAYS[way]


def test_the_module_of_a_class_is_not_part_of_it() -> None:
    text = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    x()\nzlib.error: Error -3\n'
    assert raised(text) == [("error", "Error -3", "raised")]


def test_an_exception_without_its_traceback() -> None:
    assert raised("12 rows read\nshop.errors.PriceError: no price for 'nut'\n") == [
        ("PriceError", "no price for 'nut'", "raised")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "We saw a KeyError: it was caught",
        "TypeError: x is not a function\n    at run (/srv/a.js:3:4)",
        "java.lang.IllegalStateException: closed\n\tat shop.Cart.add(Cart.java:4)",
        "Traceback (most recent call last):\n",
        "The above exception was the direct cause of the following exception:",
        "a.py:3: DeprecationWarning: old",
    ],
)
def test_no_exception_of_python(text: str) -> None:
    assert not list(python_traceback.parse(text.split("\n")))
    assert not [one for one in pytest_errors.parse(text.split("\n")) if isinstance(one, Raised)]
