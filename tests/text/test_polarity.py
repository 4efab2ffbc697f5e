"""Opposites in several styles, and what only looks like one: measured, and the turns of phrase one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from polarity_pairs import NOT_OPPOSED, OPPOSED

from reflectgit.text.clauses import clauses
from reflectgit.text.polarity import opposed


def test_three_opposites_in_four_are_told() -> None:
    told = [pair for pair in OPPOSED if opposed(*pair)]
    assert len(told) >= 0.78 * len(OPPOSED), [pair for pair in OPPOSED if pair not in told]


def test_what_only_looks_opposed_is_hardly_ever_flagged() -> None:
    flagged = [pair for pair in NOT_OPPOSED if opposed(*pair)]
    assert len(flagged) <= 3, flagged


@pytest.mark.parametrize("pairs", [OPPOSED, NOT_OPPOSED])
def test_which_comes_first_does_not_matter(pairs: list[tuple[str, str]]) -> None:
    assert [opposed(a, b) for a, b in pairs] == [opposed(b, a) for a, b in pairs]


@pytest.mark.parametrize(
    "against",
    [
        "Skip the parity check of a frame.",
        "You can skip the parity check of a frame.",
        "Leave the parity check of a frame out.",
        "Leave out the parity check of a frame.",
        "The parity check of a frame can be omitted.",
        "There is no need for the parity check of a frame.",
        "No parity check of a frame is needed.",
        "The parity check of a frame is superfluous.",
        "A frame does not need the parity check.",
        "Do without the parity check of a frame.",
        "Ignore the parity check of a frame.",
        "Leave the parity of a frame unchecked.",
    ],
)
def test_what_is_dispensed_with_is_what_an_order_asks_for(against: str) -> None:
    assert [clause.against for clause in clauses(against)] == [True]
    assert opposed(against, "Do the parity check of each frame that is checked.")


@pytest.mark.parametrize(
    "asked",
    [
        "Never skip the parity check of a frame.",
        "The parity check of a frame must not be omitted.",
        "Do not forget the parity check of a frame.",
        "It is not safe to leave out the parity check of a frame.",
    ],
)
def test_two_denials_ask_for_it(asked: str) -> None:
    assert [clause.against for clause in clauses(asked)] == [False]
    assert not opposed(asked, "Do the parity check of each frame.")
    assert opposed(asked, "Skip the parity check of a frame.")


def test_what_an_act_is_without_is_told_apart_from_the_act() -> None:
    [bare] = clauses("Publish the parcel without its customs form.")
    [asked] = clauses("Never publish the parcel without its customs form.")
    assert (bare.against, bare.lacking) == (False, ("custom", "form"))
    assert (asked.against, asked.lacking) == (False, ())


def test_the_condition_behind_a_contrast_is_of_both() -> None:
    wanted, left = clauses("Use GROUP BY in place of DISTINCT ON where rows carry a total.")
    assert wanted.words == ("use", "group", "keywordbi", "row", "carri", "total")
    assert (left.against, left.words) == (True, ("distinct", "keywordon"))


def test_a_shouted_order_is_no_name() -> None:
    assert [clause.against for clause in clauses("You MUST NOT close the socket.")] == [True]


@given(st.text(max_size=120))
def test_reading_is_total(text: str) -> None:
    for clause in clauses(text):
        assert clause.words
        assert set(clause.lacking) <= set(clause.words)
    assert not opposed(text, text)
