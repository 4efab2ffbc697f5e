"""Panics, tests and diagnostics of Rust."""

from facts_printed import facts, printed

from reflectgit.facts import rust
from reflectgit.facts.model import Assertion, Counted, Frame, Raised, Reported, Tested

OLD = """thread 'main' panicked at 'assertion failed: `(left == right)`
  left: `-1`,
 right: `5`: the sum of 2 rows', src/lib.rs:7:30
thread 'main' panicked at 'index out of bounds: the len is 2 but the index is 7', src/lib.rs:2:44
"""


def test_panics_with_their_places() -> None:
    panics = facts(rust.parse, Raised, printed("cargo_test"))
    assert [panic.class_ for panic in panics].count("ParseIntError") == 1
    cause = next(panic for panic in panics if panic.class_ == "ParseIntError")
    assert (cause.role, cause.message) == ("cause", "ParseIntError { kind: InvalidDigit }")
    assert "index out of bounds: the len is 2 but the index is 7" in {panic.message for panic in panics}
    assert Frame(line=50, path="src/lib.rs", number=2) in facts(rust.parse, Frame, printed("cargo_test"))


def test_both_sides_and_conditions() -> None:
    sides = [
        (fact.left, fact.operator, fact.right) for fact in facts(rust.parse, Assertion, printed("cargo_test"))
    ]
    assert sides == [
        ("-1", "==", "5"),
        ("-1", "==", "5"),
        ("add(1, 1)", "==", "2"),
        ("1", "!=", "1"),
    ]


def test_the_older_form() -> None:
    first, second = facts(rust.parse, Raised, OLD)
    assert first.message.startswith("assertion failed: `(left == right)`\n")
    assert second.message == "index out of bounds: the len is 2 but the index is 7"
    assert [(frame.path, frame.number) for frame in facts(rust.parse, Frame, OLD)] == [
        ("src/lib.rs", 7),
        ("src/lib.rs", 2),
    ]
    (sides,) = facts(rust.parse, Assertion, OLD)
    assert (sides.left, sides.operator, sides.right) == ("-1", "==", "5")


def test_tests_and_counts() -> None:
    outcomes = {
        fact.name: (fact.outcome, fact.reason) for fact in facts(rust.parse, Tested, printed("cargo_test"))
    }
    assert outcomes["adds"] == ("failed", "")
    assert outcomes["panics"] == ("failed", "")
    assert outcomes["fine"] == ("passed", "")
    assert outcomes["later"] == ("skipped", "no data")
    counts = {fact.what: fact.number for fact in facts(rust.parse, Counted, printed("cargo_test"))}
    assert (counts["passed"], counts["failed"], counts["ignored"]) == (1, 11, 1)


def test_a_backtrace() -> None:
    frames = facts(rust.parse, Frame, printed("cargo_backtrace"))
    assert ("src/lib.rs", 2, "shop::at") in {(frame.path, frame.number, frame.function) for frame in frames}


def test_rustc_with_labels_on_their_lines() -> None:
    reports = facts(rust.parse, Reported, printed("rustc_borrow"))
    assert [(report.severity, report.code, report.number, report.message) for report in reports[:4]] == [
        ("error", "E0502", 4, "cannot borrow `rows` as mutable because it is also borrowed as immutable"),
        ("note", "", 3, "immutable borrow occurs here"),
        ("note", "", 4, "mutable borrow occurs here"),
        ("note", "", 6, "immutable borrow later used here"),
    ]
    assert reports[4].code == "unused_variables"


def test_labels_in_a_pile() -> None:
    text = """error[E0502]: cannot borrow `*self` as mutable
  --> src/shelf.rs:30:13
   |
29 |             let first = self.rows.first();
   |                         --------- immutable borrow occurs here
30 |             self.drop_row(first);
   |             ^^^^^--------^^^^^^^
   |             |    |
   |             |    immutable borrow later used by call
   |             mutable borrow occurs here
"""
    notes = [
        (fact.number, fact.message) for fact in facts(rust.parse, Reported, text) if fact.severity == "note"
    ]
    assert notes == [
        (29, "immutable borrow occurs here"),
        (30, "immutable borrow later used by call"),
        (30, "mutable borrow occurs here"),
    ]
