"""Whether a sentence denies what another states."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.text.denial import denies

FOUND = "The gauge is read before the valve closes; after a fault the pump never restarts by itself."


@pytest.mark.parametrize(
    "claim",
    [
        "The gauge is not read before the valve closes.",
        "the gauge isn't read before the valve closes",
        "After a fault the pump restarts by itself.",
        "All was well, but the gauge was never read before the valve closes",
    ],
)
def test_the_same_words_with_one_not_more_or_less_deny(claim):
    assert denies(claim, FOUND)


@pytest.mark.parametrize(
    "claim",
    [
        "The gauge is read before the valve closes.",
        "After a fault the pump doesn't restart by itself.",
        "Nobody looked at the manual of the pump.",
        "No valve, no gauge.",
        "",
    ],
)
def test_the_same_sign_or_other_words_do_not(claim):
    assert denies(claim, FOUND) is None


def test_the_value_none_is_no_denial():
    assert (
        denies("the gauge reads None before the valve closes", "the gauge reads None before the valve closes")
        is None
    )


@given(st.text(max_size=300))
def test_no_text_denies_itself_unless_it_says_both(text):
    clause = denies(text, text)
    assert clause is None or denies(clause, clause) is None
