"""Whether a sentence denies what another states."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.text.denial import denies

FOUND = "The gauge reads the old valve first; after a fault the pump never restarts by itself."


@pytest.mark.parametrize(
    "claim",
    [
        "The gauge does not read the old valve first.",
        "the gauge doesn't read the old valve first",
        "After a fault the pump restarts by itself.",
        "All was well, but the gauge never reads the old valve first",
    ],
)
def test_the_same_words_with_one_not_more_or_less_deny(claim):
    assert denies(claim, FOUND)


@pytest.mark.parametrize(
    "claim",
    [
        "The gauge reads the old valve first.",
        "After a fault the pump doesn't restart by itself.",
        "Nobody looked at the manual of the pump.",
        "No valve, no gauge.",
        "No gauge reads the old valve before it is first closed.",
        "",
    ],
)
def test_the_same_sign_or_other_words_do_not(claim):
    assert denies(claim, FOUND) is None


def test_the_value_none_is_no_denial():
    assert denies("the gauge reads None of the old valve", "the gauge reads None of the old valve") is None


@given(st.text(max_size=300))
def test_no_text_denies_itself_unless_it_says_both(text):
    clause = denies(text, text)
    assert clause is None or denies(clause, clause) is None


@pytest.mark.parametrize(
    "told",
    [
        "The run showed a parcel without that stamp.",
        "A parcel without that stamp raised KeyError.",
        "no parcel has it",
    ],
)
def test_what_is_denied_of_something_else_is_no_denial(told):
    assert denies(told, "The stamp is optional and a parcel without it has none.") is None


def test_not_one_is_denied_and_no_pronoun():
    assert denies(
        "The read and the write are one atomic step.", "The read and the write are not one atomic step."
    )


def test_a_value_that_is_nothing_is_no_denial_left_out():
    assert denies("It slept in state S, exit=None.", "It slept in state S, no exit.") is None
