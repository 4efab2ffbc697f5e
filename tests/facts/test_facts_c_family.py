"""Compilers, sanitizers, debuggers and tests of C and C++."""

import pytest
from facts_printed import facts, printed

from reflectgit.facts import c_family, cpp_tests, sanitizers
from reflectgit.facts.model import Assertion, Bound, Counted, Frame, Raised, Reported, Tested


def test_gcc() -> None:
    reports = facts(c_family.parse, Reported, printed("gcc"))
    assert [(report.severity, report.code, report.number) for report in reports[:2]] == [
        ("warning", "int-conversion", 2),
        ("warning", "sign-compare", 2),
    ]
    (error,) = [report for report in reports if report.severity == "error"]
    assert error.message == "‘undeclared’ undeclared (first use in this function)"
    (fatal,) = facts(c_family.parse, Reported, printed("gcc_fatal"))
    assert (fatal.severity, fatal.message) == ("fatal error", "none.h: No such file or directory")


def test_what_other_checkers_print_alike_is_not_ours() -> None:
    assert not facts(
        c_family.parse,
        Reported,
        "shop.py:5: error: Incompatible return value\nBad.java:3: error: ';' expected",
    )


def test_the_linker() -> None:
    reports = facts(c_family.parse, Reported, printed("ld"))
    assert [(report.path, report.message) for report in reports[:2]] == [
        ("link.c", "undefined reference to `absent'"),
        ("link.c", "undefined reference to `gone'"),
    ]


def test_a_failed_assertion_with_its_frames_and_arguments() -> None:
    (told,) = facts(c_family.parse, Assertion, printed("assert_c"))
    assert (told.left, told.operator, told.right) == ("n % 2", "==", "0")
    text = printed("gdb")
    assert ("as.c", 3, "half") in {
        (frame.path, frame.number, frame.function) for frame in facts(c_family.parse, Frame, text)
    }
    assert ("n", "3") in {(fact.name, fact.value) for fact in facts(c_family.parse, Bound, text)}
    (bsd,) = facts(
        c_family.parse, Assertion, "Assertion failed: (rows > 2), function half, file as.c, line 3."
    )
    assert (bsd.left, bsd.operator, bsd.right) == ("rows", ">", "2")


def test_an_exception_that_nobody_caught() -> None:
    (thrown,) = facts(c_family.parse, Raised, printed("terminate"))
    assert (thrown.class_, thrown.message) == ("out_of_range", "row 7")


def test_address_sanitizer_tells_where_a_block_was_freed_and_allocated() -> None:
    reports = facts(sanitizers.parse, Reported, printed("asan_u"))
    assert (reports[0].code, reports[0].path, reports[0].number) == (
        "heap-use-after-free",
        "/builds/x/shop.c",
        11,
    )
    notes = {report.message: report.number for report in reports if report.severity == "note"}
    assert notes["freed by thread T0 here"] == 6
    assert notes["previously allocated by thread T0 here"] == 5


@pytest.mark.parametrize(
    ("name", "code", "number"),
    [
        ("asan_s", "stack-buffer-overflow", 14),
        ("asan_n", "SEGV", 16),
        ("asan_d", "double-free", 6),
        ("tsan", "ThreadSanitizer", 3),
    ],
)
def test_kinds_and_places_of_sanitizers(name: str, code: str, number: int) -> None:
    reports = facts(sanitizers.parse, Reported, printed(name))
    assert (code, number) in {
        (report.code, report.number) for report in reports if report.severity == "error"
    }


def test_what_is_undefined() -> None:
    assert [report.message for report in facts(sanitizers.parse, Reported, printed("ubsan"))] == [
        "signed integer overflow: 2147483647 + 2 cannot be represented in type 'int'",
        "shift exponent 42 is too large for 32-bit type 'int'",
        "division by zero",
    ]


def test_which_variable_was_overrun_and_what_leaked() -> None:
    notes = {report.message for report in facts(sanitizers.parse, Reported, printed("asan_s"))}
    assert "[32, 44) 'rows' (line 10) <== Memory access at offset 44 overflows this variable" in notes
    leak = facts(sanitizers.parse, Reported, printed("asan_l"))[1]
    assert (leak.message, leak.number) == ("Direct leak of 12 byte(s) in 1 object(s) allocated from", 5)


def test_valgrind() -> None:
    told = [
        (report.message, report.number) for report in facts(sanitizers.parse, Reported, printed("valgrind_u"))
    ]
    assert told == [
        ("Invalid read of size 4", 11),
        ("Address 0x4a40040 is 0 bytes inside a block of size 12 free'd", 6),
        ("Block was alloc'd at", 5),
    ]
    assert [fact.number for fact in facts(sanitizers.parse, Counted, printed("valgrind_u"))] == [1]
    assert facts(sanitizers.parse, Frame, printed("valgrind_l"))[0].function == "make"


def test_googletest() -> None:
    text = printed("gtest")
    first, second, *_ = facts(cpp_tests.parse, Assertion, text)
    assert (first.left, first.right, first.where) == ("-1", "5", ("-1 = add(2, 3)",))
    assert (second.left, second.right, second.wanted) == ("false", "true", "right")
    orders = [fact for fact in facts(cpp_tests.parse, Assertion, text) if fact.operator == "<"]
    assert [(fact.left, fact.right) for fact in orders] == [("3", "2")]
    outcomes = {fact.name: fact.outcome for fact in facts(cpp_tests.parse, Tested, text)}
    assert outcomes == {
        "Adds": "failed",
        "Names": "failed",
        "Throws": "failed",
        "Fine": "passed",
        "Later": "skipped",
        "Expects": "failed",
    }
    assert [(fact.what, fact.number) for fact in facts(cpp_tests.parse, Counted, text)] == [
        ("passed", 1),
        ("skipped", 1),
        ("failed", 4),
    ]
    assert [fact.message for fact in facts(cpp_tests.parse, Raised, text)] == ["no shelf"]


def test_catch2_doctest_and_ctest() -> None:
    text = (
        "t.cpp:5: FAILED:\n  REQUIRE( add(2, 3) == 5 )\nwith expansion:\n  -1 == 5\n\n"
        "t.cpp(7): ERROR: CHECK( add(1, 1) == 2 ) is NOT correct!\n  values: CHECK( 0 == 2 )\n"
        "1/3 Test #1: shelf_test .......   Passed    0.01 sec\n"
        "2/3 Test #2: stock_test .......***Failed    0.02 sec\n"
        "3/3 Test #3: slow_test ........***Timeout  10.00 sec"
    )
    assert [(fact.left, fact.right) for fact in facts(cpp_tests.parse, Assertion, text)] == [
        ("-1", "5"),
        ("0", "2"),
    ]
    assert [frame.number for frame in facts(cpp_tests.parse, Frame, text)] == [5, 7]
    assert [(fact.name, fact.outcome, fact.reason) for fact in facts(cpp_tests.parse, Tested, text)] == [
        ("shelf_test", "passed", ""),
        ("stock_test", "failed", ""),
        ("slow_test", "error", "Timeout"),
    ]
