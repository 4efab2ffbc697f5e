"""Values that a claim states, against the facts of what it cites."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.model import Item
from reflectgit.stages.observed import facts_of, told_numbers, told_values
from reflectgit.stages.observed import test_outcomes as outcomes_of
from reflectgit.stages.statements import statements

PROBE = "drained=4 backlog=17\nmode='lazy' ready=False\n17 pallets moved at 06:40\n"
RUN = """\
>       assert drain(dock) == 21
E       AssertionError: assert 17 == 21
E        +  where 17 = drain('north')

FAILED tests/test_dock.py::test_north - AssertionError
tests/test_dock.py::test_south PASSED
"""


def items(*contents):
    return [
        Item(id=f"run-{at}", component=11, kind="execution", content=text, origin="observed")
        for at, text in enumerate(contents, start=1)
    ]


def seen(text):
    (told,) = statements("overlooked_evidence", text)
    return told


def done(text):
    (told,) = statements("strategy_error", text)
    return told


def results(compared):
    return [one.result for one in compared]


@pytest.mark.parametrize(
    ("claim", "result"),
    [
        ("The probe had backlog=17 by then.", "found"),
        ("The probe had backlog = 17 by then.", "found"),
        ("backlog was 17 when it stopped.", "found"),
        ("mode is 'lazy' all the time", "found"),
        ("ready was False", "found"),
        ("backlog was 4 when it stopped.", "differs"),
        ("ready was True", "differs"),
        ("mode is 'eager' all the time", "differs"),
    ],
)
def test_the_value_of_a_name_is_the_one_that_was_seen_or_it_is_not(claim, result):
    assert results(told_values(seen(claim), items(PROBE))) == [result]


@pytest.mark.parametrize(
    "claim",
    [
        "backlog should be 0 at the end",
        "If backlog is 0, nothing is left.",
        "ready was not True",
        "speed was 12",
        "The plan holds that backlog is bounded.",
    ],
)
def test_what_is_supposed_denied_or_unknown_is_not_compared(claim):
    assert told_values(seen(claim), items(PROBE)) == []


def test_one_item_that_has_the_value_is_enough():
    (one,) = told_values(seen("backlog was 9"), items(PROBE, "backlog=9"))
    assert (one.with_, one.result) == ("run-2", "found")


@pytest.mark.parametrize(
    ("claim", "result"),
    [
        ("It returned 17 instead of 21.", "found"),
        ("It got 17, expected 21.", "found"),
        ("It was expected 21 but got 17.", "found"),
        ("It returned 21 instead of 17.", "refuted"),
        ("It got 21, wanted 17.", "refuted"),
    ],
)
def test_got_and_wanted_are_told_apart_where_the_run_says_which_was_computed(claim, result):
    assert results(told_values(seen(claim), items(RUN))) == [result]


def test_sides_are_found_in_either_order_where_the_run_does_not_say():
    plain = "E       AssertionError: assert 17 == 21\n"
    block = f"____ test_north ____\n>       assert left == right\n{plain}\nt.py:3: AssertionError\n"
    assert set(results(told_values(seen("21 instead of 17"), items(block)))) <= {"found"}


@pytest.mark.parametrize(
    ("claim", "result"),
    [
        ("test_north fails", ["found"]),
        ("test_south passes", ["found"]),
        ("test_south fails too", ["refuted"]),
        ("test_west fails", []),
        ("test_south would fail", []),
    ],
)
def test_outcomes_of_tests_are_those_that_the_run_lists(claim, result):
    assert results(outcomes_of(seen(claim), items(RUN))) == result


@pytest.mark.parametrize(
    ("claim", "result"),
    [
        ("17 pallets moved", []),
        ("at 06:40 the pallets moved", []),
        ("19 pallets moved", ["missing"]),
        ("the harbour closed with 17 ferries", ["differs"]),
        ("it said `19 ferries` [run-1] and no more", []),
        ("no number here", []),
    ],
)
def test_numbers_stand_in_the_record_beside_what_the_sentence_tells(claim, result):
    record = ["17 pallets moved at 06:40\n"]
    assert results(told_numbers(seen(claim), record, record)) == result


def test_where_a_number_stands_matters_only_if_it_is_asked_for():
    assert told_numbers(seen("the harbour closed with 17 ferries"), ["17 pallets moved"]) == []


def test_lists_have_sides_too():
    lists = (
        "____ test_n ____\n>       assert sizes() == [3, 9]\nE       assert [3, 12] == [3, 9]\n"
        "E        +  where [3, 12] = sizes()\n\nt.py:3: AssertionError\n"
    )
    assert results(
        told_values(seen("It got [3, 12] where [3, 9] was expected, wanted [3,9]."), items(lists))
    ) == ["found"]
    assert results(told_values(seen("It got [3, 9], expected [3, 12]."), items(lists))) == ["refuted"]


@pytest.mark.parametrize(
    ("fact", "believed"),
    [
        ({"kind": "test", "name": "test_south", "outcome": "failed", "line": 1, "reason": ""}, False),
        ({"kind": "test", "name": "test_east", "outcome": "failed", "line": 1, "reason": ""}, True),
        ({"kind": "value", "name": "backlog", "value": "4", "line": 1}, False),
        ({"kind": "value", "name": "backlog", "value": "17", "line": 1}, True),
        ({"kind": "value", "name": "depth", "value": "4", "line": 1}, True),
        (
            {
                "kind": "assertion",
                "left": "21",
                "operator": "==",
                "right": "17",
                "wanted": "right",
                "where": [],
                "line": 1,
            },
            False,
        ),
    ],
)
def test_a_fact_that_came_with_an_item_yields_to_what_stands_there(fact, believed):
    (item,) = items(RUN + PROBE)
    handed = msgspec.structs.replace(item, facts=[fact])
    assert len(facts_of(handed)) == len(facts_of(item)) + believed


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_claim_and_any_content_are_compared(claim, content):
    runs = items(content)
    for told in statements("overlooked_evidence", claim):
        for one in (
            *told_values(told, runs),
            *told_numbers(told, [content], [content]),
            *outcomes_of(told, runs),
        ):
            assert one.result in ("found", "differs", "missing", "refuted")


@pytest.mark.parametrize("say", [seen, done])
@pytest.mark.parametrize(
    ("claim", "result"),
    [
        ("the crane took 7 loads", []),
        ("the crane took 12 loads", ["differs"]),
        ("the crane took 7", []),
        ("crane 12 took them", ["differs"]),
    ],
)
def test_a_number_of_something_else_does_not_stand_in_its_place(say, claim, result):
    record = ["crane took 7 loads\nquay.py:12: in lift\n"]
    assert results(told_numbers(say(claim), record, record)) == result


def test_a_digit_of_a_longer_number_is_another_number():
    assert results(told_numbers(seen("it lifted 4 times"), ["it lifted 1408 times"])) == ["missing"]


def test_a_number_that_follows_from_others_is_not_made_up():
    record = ["lost 30 of 40 pallets, buffer=65536\n"]
    assert told_numbers(seen("30 of 40 were lost, 75 percent"), record, record) == []
    assert told_numbers(seen("the buffer of 64 KiB was full"), record, record) == []
    assert results(told_numbers(seen("30 of 40 were lost, 85 percent"), record, record)) == ["missing"]


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_value_that_is_swapped_is_never_found(had, told):
    (one,) = told_values(seen(f"the level was {told}"), items(f"level={had}"))
    assert (one.result == "found") == (had == told)


def test_a_record_may_write_a_number_out():
    record = ["a dump of three times seven bytes\n", "page 7 of 40\n"]
    assert told_numbers(seen("the fields have 7 bytes"), record, record) == []
    assert results(told_numbers(seen("the fields have 9 bytes"), record, record)) == ["missing"]
