"""Panics, tests and reports of Go."""

import pytest
from facts_printed import facts, printed

from reflectgit.facts import go
from reflectgit.facts.model import Assertion, Frame, Raised, Reported, Tested

TESTIFY = """--- FAIL: TestTotal (0.00s)
    shop_test.go:9:
        \tError Trace:\t/builds/x/shop_test.go:9
        \tError:      \tNot equal:
        \t            \texpected: 5
        \t            \tactual  : 4
        \tTest:       \tTestTotal
        \tMessages:   \tthe total
"""


def test_a_panic_and_its_goroutine() -> None:
    (panic,) = facts(go.parse, Raised, printed("go_panic"))
    assert panic.message == "runtime error: index out of range [3] with length 3"
    assert [(frame.function, frame.number) for frame in facts(go.parse, Frame, printed("go_panic"))] == [
        ("main.(*Shelf).At", 4),
        ("main.main", 5),
    ]


def test_a_panic_that_was_recovered_is_the_context_of_the_next() -> None:
    assert [(fact.message, fact.role) for fact in facts(go.parse, Raised, printed("go_repanic"))] == [
        ("no shelf", "context"),
        ("again: no shelf", "raised"),
    ]
    (deadlock,) = facts(go.parse, Raised, printed("go_deadlock"))
    assert (deadlock.class_, deadlock.message) == ("fatal error", "all goroutines are asleep - deadlock!")


def test_tests_packages_and_what_a_test_got() -> None:
    text = printed("go_test")
    outcomes = {fact.name: fact.outcome for fact in facts(go.parse, Tested, text)}
    assert outcomes["TestTable/one_row"] == "failed"
    assert outcomes["TestTable/zero"] == outcomes["TestFine"] == "passed"
    assert outcomes["TestSkip"] == "skipped"
    assert outcomes["shop/tst"] == "failed"
    first, second, third = facts(go.parse, Assertion, text)
    assert (first.left, first.right, first.wanted, first.where) == ("-1", "5", "right", ("-1 = Add(2, 3)",))
    assert (second.left, second.right, second.wanted) == ('"a b"', '"a, b"', "right")
    assert (third.left, third.right, third.wanted) == ("1", "2", "left")


def test_the_compiler() -> None:
    reports = facts(go.parse, Reported, printed("go_compile"))
    assert [(report.number, report.message) for report in reports][-1] == (3, "undefined: missing")
    assert {report.path for report in reports} == {"comp/main.go"}
    (lint,) = facts(go.parse, Reported, "shop/a.go:3:4: Error return value is not checked (errcheck)")
    assert (lint.tool, lint.code) == ("linter", "errcheck")


def test_testify() -> None:
    (told,) = facts(go.parse, Assertion, TESTIFY)
    assert (told.left, told.right, told.wanted) == ("5", "4", "left")


@pytest.mark.parametrize(
    ("said", "left", "right", "wanted"),
    [
        ("got 3, want 4", "3", "4", "right"),
        ("total: got 3; want 4", "3", "4", "right"),
        ("expected [1 2], but got [1]", "[1 2]", "[1]", "left"),
        ("want nil, got error", "nil", "error", "left"),
    ],
)
def test_how_go_programmers_word_it(said: str, left: str, right: str, wanted: str) -> None:
    (told,) = facts(go.parse, Assertion, f"    shop_test.go:3: {said}")
    assert (told.left, told.right, told.wanted) == (left, right, wanted)


def test_signals_races_and_packages_that_do_not_build() -> None:
    text = (
        "panic: runtime error: invalid memory address or nil pointer dereference\n"
        "[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x47f1a2]\nWARNING: DATA RACE\n"
        "FAIL\tshop/tf [build failed]\nok  \tshop/fine\t0.004s"
    )
    signal, race = facts(go.parse, Reported, text)
    assert (signal.code, signal.message) == ("SIGSEGV", "segmentation violation")
    assert (race.tool, race.message) == ("sanitizer", "DATA RACE")
    assert [(fact.outcome, fact.reason) for fact in facts(go.parse, Tested, text)] == [
        ("error", "build failed"),
        ("passed", ""),
    ]
