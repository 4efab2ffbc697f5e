"""Facts handed over and written back, and what is compared of them."""

import pytest
from hypothesis import given as cases
from hypothesis import strategies as st

from reflectgit.facts.given import as_dicts, given
from reflectgit.facts.model import Assertion, Bound, Counted, Exited, Logged, Raised, Tested
from reflectgit.facts.observe import observe
from reflectgit.facts.slots import bare_name, normal, outcome_of, sides, values


def test_facts_of_a_harness_are_taken_where_they_have_the_form() -> None:
    facts = given(
        [
            {"kind": "exception", "class": "KeyError", "message": "'nut'"},
            {"kind": "value", "name": "rows", "value": "3", "line": 4},
            {"kind": "value", "name": "rows"},
            {"kind": "weather", "sky": "grey"},
            {"kind": "value", "name": "rows", "value": 3},
            {"kind": "value", "name": "rows", "value": "3", "colour": "red"},
            {"rows": 3},
            {},
        ]
    )
    assert facts == (
        Raised(class_="KeyError", message="'nut'"),
        Bound(line=4, name="rows", value="3"),
    )


@pytest.mark.parametrize("name", ["pytest_verbose", "unittest_verbose", "raised_group", "raised_timeout"])
def test_facts_come_back_as_they_were_written(output, name: str) -> None:
    facts = observe(output(name), "execution")
    assert given(as_dicts(facts)) == facts


def test_slots_that_say_nothing_are_not_written() -> None:
    assert as_dicts([Exited(line=2, code=3)]) == [{"kind": "exit", "line": 2, "code": 3}]


@pytest.mark.parametrize("text", ["1000", "1_000", "1,000", "1000.0", "1e3", "'1000'", " 1000 ", "+1000"])
def test_one_spelling_of_a_number(text: str) -> None:
    assert normal(text) == "1000"


@pytest.mark.parametrize(
    ("text", "one"),
    [
        ("007", "007"),
        ("-0.50", "-0.5"),
        ("0.0", "0"),
        ("1e999", "1e999"),
        ("12,5", "12,5"),
        ("True", "true"),
        ("nil", "none"),
        ("'nut'", "nut"),
        ('"', '"'),
        ("", ""),
        ("Nut", "Nut"),
        ("1.2.3", "1.2.3"),
    ],
)
def test_one_spelling(text: str, one: str) -> None:
    assert normal(text) == one


@cases(st.text(max_size=60))
def test_the_one_spelling_never_raises(text: str) -> None:
    assert isinstance(normal(text), str)


@cases(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9, places=4))
def test_equal_numbers_have_one_spelling(number) -> None:
    assert normal(str(number)) == normal(f"{number}00")


def test_values_are_whole_slots_and_what_stands_in_them() -> None:
    found = values(
        [
            Raised(class_="KeyError", message="'nut'"),
            Assertion(left="['a', 7]", operator="==", right="True", where=("where 9 = count('bolt')",)),
            Bound(name="wait", value="250ms"),
            Counted(what="failed", number=3),
            Exited(code=2, signal="SIGSEGV"),
            Logged(level="INFO", text="not a slot"),
        ]
    )
    assert {"nut", "a", "7", "true", "9", "bolt", "250", "250ms", "3", "2", "SIGSEGV", "['a', 7]"} <= found
    assert "" not in found
    assert "not a slot" not in found


def test_outcomes_as_a_sentence_says_them() -> None:
    told = {
        outcome: outcome_of(Tested(name="t", outcome=outcome)) for outcome in ("passed", "xpassed", "failed")
    }
    assert told == {"passed": "passed", "xpassed": "passed", "failed": "failed"}
    assert outcome_of(Tested(name="t", outcome="error")) == "failed"
    assert outcome_of(Tested(name="t", outcome="skipped")) == ""
    assert bare_name(Tested(name="test_x[a-1]", outcome="passed")) == "test_x"


def test_sides_are_got_and_wanted() -> None:
    assert sides(Assertion(left="3.0", operator="==", right="'4'")) == ("3", "4")
    assert sides(Assertion(left="3", operator="==", right="4", wanted="left")) == ("4", "3")
