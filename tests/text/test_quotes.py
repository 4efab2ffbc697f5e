"""Quotes: verbatim, white space aside, in the item that they name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.text.quotes import (
    Quote,
    denied_quotes,
    quotes,
    settled,
    stands_in,
    turned_quotes,
    without_ids,
    without_quotes,
)


def test_quotes_are_read_in_their_order() -> None:
    claim = "It said `get() reads` [plan-1], yet ``a `tick` inside``[run/2] and `bare` names nothing."
    assert quotes(claim) == [
        Quote(text="get() reads", item="plan-1"),
        Quote(text="a `tick` inside", item="run/2"),
    ]
    assert without_quotes(claim) == "It said  , yet   and `bare` names nothing."


@pytest.mark.parametrize(
    "text",
    [
        "`open [plan-1]",
        "`a` [two words]",
        "plain [plan-1]",
        "`a` (utf-8)",
        "`a` (plan)",
        "`a` [0:5]",
        "`a` [start:5]",
        "`a` [1, 2]",
        "`a` [b, c]",
        "`a`; [plan-1]",
    ],
)
def test_what_is_no_quote(text: str) -> None:
    assert quotes(text) == []


@pytest.mark.parametrize(
    ("named", "ids"),
    [
        ("(run-1)", ["run-1"]),
        ("[run-1, line 3]", ["run-1"]),
        ("[run-1, lines 3-5, 9]", ["run-1"]),
        ("[run-1 line 3]", ["run-1"]),
        ("[p.log, line 3]", ["p.log"]),
        ("[run-1:12]", ["run-1"]),
        ("[run-1#L3-L5]", ["run-1"]),
        ("[`t/3`]", ["t/3"]),
        ("[run-1][patch-1]", ["run-1", "patch-1"]),
        ("[run-1] [patch-1:4]", ["run-1", "patch-1"]),
        ("[run-1, patch-a1]", ["run-1", "patch-a1"]),
        ("[run-1, line 3; patch-1 and t/2]", ["run-1", "patch-1", "t/2"]),
        ("(run-1, patch-1)", ["run-1", "patch-1"]),
        ("[run-1][run-1]", ["run-1"]),
    ],
)
@pytest.mark.parametrize("marks", ["``", '""', "“”"])
def test_how_an_item_is_named(named: str, ids: list[str], marks: str) -> None:
    claim = f"It said {marks[0]}door was open{marks[1]} {named}, and so on."
    (quote,) = quotes(claim)
    assert (quote.text, [quote.item, *quote.others]) == ("door was open", ids)
    assert without_quotes(claim) == "It said  , and so on."


def test_of_several_items_the_one_counts_in_which_it_stands() -> None:
    (quote,) = quotes("`door was open` [run-1, patch-1]")
    assert settled(quote, {"run-1": "door was shut", "patch-1": "the door was open"}).item == "patch-1"
    assert settled(quote, {"run-1": "door was shut"}) == Quote(text="door was open", item="run-1")


def test_a_quote_is_turned_where_its_item_denies_it_and_the_claim_does_not() -> None:
    plan = {"plan-1": "never assume the door is open"}
    assert [one.item for one in turned_quotes("The plan says `the door is open` [plan-1].", plan)] == [
        "plan-1"
    ]
    assert turned_quotes("Nobody assumed `the door is open` [plan-1].", plan) == []
    assert turned_quotes("It says `assume the door is open` [run-1].", plan) == []


@pytest.mark.parametrize(
    ("quoted", "content", "right"),
    [
        ("a b", "x a   b y", True),
        ("a\nb", "x a\n   b", True),
        ("A b", "a b", False),
        ("a b", "ab", False),
        (" ", "a b", False),
        ("return 1", "+    return 1\n", True),
        ("+    return 1", "+    return 1\n", True),
        ("if x:\n    return 1", "+    if x:\n+        return 1\n", True),
        ("a … b", "a c b", False),
    ],
)
def test_verbatim(quoted: str, content: str, right: bool) -> None:
    assert stands_in(quoted, content) is right


def test_ids_are_no_words_of_a_story() -> None:
    text = "It failed [run-1], as plan-1 and (run-10) say; rerun-1 is a word."
    assert without_ids(text, ["run-1", "plan-1", "run-10"]).split() == (
        ["It", "failed", ",", "as", "and", "say;", "rerun-1", "is", "a", "word."]
    )


@given(words=st.lists(st.text("ab1.-", min_size=1, max_size=5), min_size=1, max_size=30), data=st.data())
def test_every_part_of_a_text_stands_in_it(words: list[str], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(start + 1, len(words)))
    assert stands_in("\n".join(words[start:end]), " ".join(words))


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    for quote in quotes(text):
        assert quote.item
    assert quotes(without_quotes(without_quotes(text))) is not None


@pytest.mark.parametrize(
    "claim",
    [
        "The log was not `7 rows` [run-1].",
        "It never printed `7 rows` [run-1] at all",
        "so far it hadn't `7 rows` [run-1]",
        "Said `x` [p-1]; the run did not print the `7 rows` [run-1]",
    ],
)
def test_a_quote_that_is_said_not_to_be_so_is_denied(claim):
    assert [quote.text for quote in denied_quotes(claim)] == ["7 rows"]


@pytest.mark.parametrize(
    "claim",
    [
        "The log was `7 rows` [run-1], and not more.",
        "Nothing else mattered; `7 rows` [run-1] came back.",
        "The plan did not consider `7 rows` [run-1].",
        "Nobody looked: not until `7 rows` [run-1] came.",
        "It did not end by itself: `7 rows` [run-1]",
        "It never closed `7 rows` [run-1]",
        "The patch does not guard `7 rows` [run-1]",
    ],
)
def test_what_was_overlooked_or_stands_in_another_clause_is_not_denied(claim):
    assert denied_quotes(claim) == []


@pytest.mark.parametrize(
    "claim",
    [
        "It did not print `3 rows` [run-1].",
        "`3 rows` [run-1] never appeared.",
        "That it said `3 rows` [run-1] is untrue.",
        "`3 rows` [run-1] is a lie",
        "`3 rows` [run-1] was never printed",
        "`3 rows` [run-1], that is plainly false",
        "`3 rows` [run-1] did not happen",
    ],
)
def test_a_quote_is_denied_in_front_of_it_or_behind(claim):
    assert [quote.text for quote in denied_quotes(claim)] == ["3 rows"]


@pytest.mark.parametrize(
    "claim",
    [
        "`3 rows` [run-1] is what it printed.",
        "`3 rows` [run-1] is False served for 0.",
        "`3 rows` [run-1] never fails alone",
        "Nobody noticed `3 rows` [run-1].",
        "`3 rows` [run-1] is not a bug",
    ],
)
def test_a_quote_of_which_something_is_denied_stands(claim):
    assert denied_quotes(claim) == []
