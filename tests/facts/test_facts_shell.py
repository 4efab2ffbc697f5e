"""Shells, builds, and tests of programs without a framework."""

import pytest
from facts_printed import facts, printed

from reflectgit.facts import builds, plain_tests, shell, tap
from reflectgit.facts.model import Assertion, Counted, Frame, Logged, Reported, Tested


def reports(text: str) -> list[tuple[str, int, str]]:
    return [(fact.path, fact.number, fact.message) for fact in facts(shell.parse, Reported, text)]


def test_bash_and_what_it_ran() -> None:
    text = printed("bash_xtrace")
    assert ("build.sh", 5, "mising_cmd: command not found") in reports(text)
    assert ("", 0, "cat: /builds/none.txt: No such file or directory") in reports(text)
    assert ("build.sh", 9, "UNSET_ROW: must be set") in reports(text)
    assert [fact.text for fact in facts(shell.parse, Logged, text)] == [
        "rows=3",
        "echo 'rows: 3'",
        "mising_cmd --now",
        "cat /builds/none.txt",
        "cd /builds/nowhere",
        "'[' 3 -eq three ']'",
    ]


def test_dash() -> None:
    assert reports(printed("dash")) == [
        ("u.sh", 2, "nope: parameter not set"),
        ("d.sh", 1, "mising_cmd: not found"),
        ("d.sh", 2, "./noexec: Permission denied"),
        ("d.sh", 4, 'Syntax error: newline unexpected (expecting ")")'),
    ]


def test_the_sign_of_a_difference_is_no_trace() -> None:
    text = "@@ -1,2 +1,2 @@\n context\n+ added\n+ another\n- gone\n+ last\n- Expected\n+ Received"
    assert not facts(shell.parse, Logged, text)


def test_make() -> None:
    told = [(fact.path, fact.number, fact.message) for fact in facts(builds.parse, Reported, printed("make"))]
    assert told == [
        ("Makefile", 4, "[one] Error 1"),
        ("", 0, "No rule to make target 'absent.c', needed by 'two'.  Stop."),
        ("Makefile", 8, "[three] Error 7"),
        ("", 0, "No rule to make target 'nothere'."),
        ("b.mk", 2, "missing separator.  Stop."),
    ]


def test_ninja_cmake_and_npm() -> None:
    text = (
        "FAILED: CMakeFiles/shop.dir/shop.c.o\nninja: build stopped: subcommand failed.\n"
        "CMake Error at CMakeLists.txt:3 (find_package):\n  Could not find a package Shelf\n\nnpm ERR! code ERESOLVE"
    )
    told = [(fact.path, fact.number, fact.code, fact.message) for fact in facts(builds.parse, Reported, text)]
    assert told == [
        ("", 0, "", "FAILED: CMakeFiles/shop.dir/shop.c.o"),
        ("", 0, "", "subcommand failed."),
        ("CMakeLists.txt", 3, "", "Could not find a package Shelf"),
        ("", 0, "ERESOLVE", "npm ERR! code ERESOLVE"),
    ]


def test_bats() -> None:
    text = printed("bats_tap")
    assert {fact.name: fact.outcome for fact in facts(tap.parse, Tested, text)} == {
        "adds rows": "failed",
        "is fine": "passed",
        "later": "skipped",
        "prints": "failed",
    }
    assert [(frame.path, frame.number) for frame in facts(tap.parse, Frame, text)] == [
        ("t.bats", 1),
        ("t.bats", 4),
    ]


def test_tests_without_a_framework() -> None:
    text = (
        "ok   empty shelf: total\nFAIL two rows: total: expected '5', got '4'\nok: three rows: expected 6, got 6\n"
        "FAIL bolts        count 7 want 8\n[PASS] parses prices\nFAIL names (got 3, want 4)\n3 passed, 3 failed\n"
    )
    assert [(fact.name, fact.outcome, fact.reason) for fact in facts(plain_tests.parse, Tested, text)] == [
        ("empty shelf: total", "passed", ""),
        ("two rows: total", "failed", "expected '5', got '4'"),
        ("three rows", "passed", "expected 6, got 6"),
        ("bolts", "failed", "count 7 want 8"),
        ("parses prices", "passed", ""),
        ("names", "failed", "got 3, want 4"),
    ]
    assert [
        (fact.left, fact.right, fact.wanted, fact.where) for fact in facts(plain_tests.parse, Assertion, text)
    ] == [("'5'", "'4'", "left", ()), ("7", "8", "right", ("7 = count",)), ("3", "4", "right", ())]
    assert [(fact.what, fact.number) for fact in facts(plain_tests.parse, Counted, text)] == [
        ("passed", 3),
        ("failed", 3),
    ]


@pytest.mark.parametrize(
    "name", ["jest", "vitest", "go_test", "surefire", "node_test_tap", "cargo_test", "gtest"]
)
def test_the_lines_of_frameworks_are_left_to_their_parsers(name: str) -> None:
    assert not facts(plain_tests.parse, Tested, printed(name))
