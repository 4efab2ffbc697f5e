"""Errors of JavaScript and the tests of its runners, in what node, jest, mocha and vitest really print."""

import pytest
from facts_printed import facts, printed

from reflectgit.facts import javascript, marked_tests, tap
from reflectgit.facts.model import Assertion, Bound, Counted, Frame, Raised, Tested


def raised(name: str) -> list[tuple[str, str, str]]:
    return [(fact.class_, fact.message, fact.role) for fact in facts(javascript.parse, Raised, printed(name))]


def outcomes_of(text: str) -> dict[str, str]:
    return {fact.name: fact.outcome for fact in facts(marked_tests.parse, Tested, text)}


def test_an_error_its_stack_and_its_source_line() -> None:
    text = printed("node_crash")
    assert raised("node_crash") == [
        ("TypeError", "Cannot read properties of undefined (reading 'amount')", "raised")
    ]
    source, *stack = facts(javascript.parse, Frame, text)
    assert (source.path, source.number) == ("/builds/x/stock.js", 2)
    assert source.code.startswith("total() { return this.items.reduce(")
    assert [(frame.function, frame.number) for frame in stack[:4]] == [
        ("", 2),
        ("Shelf.total", 2),
        ("quote", 3),
        ("Object.<anonymous>", 3),
    ]


def test_causes_members_and_what_an_error_carries() -> None:
    assert raised("node_cause") == [
        ("Error", "cannot read stock.json", "raised"),
        ("SyntaxError", "Expected property name or '}' in JSON at position 1", "cause"),
        ("AggregateError", "two shelves failed", "raised"),
        ("TypeError", "first is off", "member"),
        ("StockError", "second is empty", "member"),
    ]
    assert {fact.name: fact.value for fact in facts(javascript.parse, Bound, printed("node_cause"))} == {
        "code": "'E_STOCK'",
        "shelf": "'A3'",
    }


def test_both_sides_of_node_assert() -> None:
    (deep,) = facts(javascript.parse, Assertion, printed("node_assert"))
    assert (deep.left, deep.operator, deep.wanted) == (
        "{ name: 'bolt', left: 3, tags: [ 'a' ] }",
        "deepStrictEqual",
        "right",
    )
    (unshared,) = facts(marked_tests.parse, Assertion, printed("node_assert"))
    assert (unshared.left, unshared.right) == ("left: 3", "left: 4")
    strict = facts(javascript.parse, Assertion, printed("node_assert2"))
    assert {(fact.left, fact.operator, fact.right) for fact in strict} == {("3", "===", "4")}


def test_a_value_of_several_lines_is_read_whole() -> None:
    text = (
        "  generatedMessage: true,\n  code: 'ERR_ASSERTION',\n  actual: {\n    rows: 3,\n    name: 'bolt'\n  },\n"
        "  expected: 4,\n  operator: 'strictEqual'\n}"
    )
    (told,) = facts(javascript.parse, Assertion, text)
    assert told.left == "{\n  rows: 3,\n  name: 'bolt'\n}"
    assert told.right == "4"


@pytest.mark.parametrize("name", ["node_test_spec", "node_test_tap"])
def test_node_test_in_both_forms(name: str) -> None:
    parse = tap.parse if name.endswith("tap") else marked_tests.parse
    outcomes = {fact.name: fact.outcome for fact in facts(parse, Tested, printed(name))}
    assert outcomes["adds prices"] == "failed"
    assert outcomes["deep rows"] == "failed"
    assert outcomes["empty shelf is zero"] == outcomes["inner ok"] == "passed"
    assert outcomes["later"] == "skipped"
    counts = {fact.what: fact.number for fact in facts(parse, Counted, printed(name))}
    assert (counts["passed"], counts["failed"]) == (2, 7)


def test_the_blocks_of_tap() -> None:
    text = printed("node_test_tap")
    first = facts(tap.parse, Raised, text)[0]
    assert (first.class_, first.message) == ("AssertionError", "Expected values to be strictly equal:")
    strict, deep, *_ = facts(tap.parse, Assertion, text)
    assert (strict.left, strict.operator, strict.right) == ("2", "===", "3")
    assert deep.right.startswith("a: 1\n")
    assert facts(tap.parse, Frame, text)[0] == Frame(
        line=19, path="/builds/x/stock.test.js", number=3, function="TestContext.<anonymous>"
    )


def test_a_todo_test_is_one_of_which_failure_was_expected() -> None:
    text = "not ok 1 - rounds # TODO half up\nok 2 - adds # TODO\nok 3 - reads # SKIP no data"
    outcomes = [(fact.outcome, fact.reason) for fact in facts(tap.parse, Tested, text)]
    assert outcomes == [("xfailed", "half up"), ("xpassed", ""), ("skipped", "no data")]


def test_jest() -> None:
    text = printed("jest")
    assert outcomes_of(text) == {
        "adds prices": "failed",
        "keeps rows": "failed",
        "is fine": "passed",
        "crashes": "failed",
        "has length": "failed",
        "throws": "failed",
        "calls": "failed",
        "later": "skipped",
        "to be done": "skipped",
    }
    sides = [
        (fact.left, fact.operator, fact.right, fact.wanted)
        for fact in facts(marked_tests.parse, Assertion, text)
    ]
    assert sides == [
        ("3", "toBe", "2", "left"),
        ("2", "==", "3", "right"),
        ("3", "toHaveLength", "2", "left"),
        ("2", "toHaveBeenCalledWith", "1", "left"),
    ]
    assert raised("jest") == [
        ("TypeError", "Cannot read properties of undefined (reading 'amount')", "raised")
    ]


def test_vitest() -> None:
    text = printed("vitest")
    assert outcomes_of(text)["keeps rows"] == "failed"
    assert outcomes_of(text)["is fine"] == "passed"
    assert outcomes_of(text)["later"] == "skipped"
    sides = {(fact.left, fact.operator, fact.right) for fact in facts(marked_tests.parse, Assertion, text)}
    assert ("2", "to be", "3") in sides
    assert ("{ a: 1, b: [ 1, 2 ] }", "to deeply equal", "{ a: 1, b: [ 1, 3 ] }") in sides
    counts = {(fact.what, fact.number) for fact in facts(marked_tests.parse, Counted, text)}
    assert {("failed", 3), ("passed", 1)} <= counts


def test_mocha() -> None:
    text = printed("mocha")
    assert outcomes_of(text) == {
        "adds prices": "failed",
        "keeps rows": "failed",
        "is fine": "passed",
        "crashes": "failed",
    }
    assert [(fact.left, fact.right) for fact in facts(marked_tests.parse, Assertion, text)] == [
        ("2", "3"),
        ('"a": 1', '"a": 2'),
    ]


def test_a_line_that_only_looks_like_an_error_is_none() -> None:
    assert not facts(
        javascript.parse, Raised, "TypeError: said a log, and no stack follows\nat noon we stopped"
    )
    assert not facts(javascript.parse, Frame, "   at ./src/lib.rs:2:44\n\tat shop.Stock.load(Stock.java:4)")
    assert not facts(marked_tests.parse, Tested, "✖ 4 problems (3 errors, 1 warning)\n✖ failing tests:")
