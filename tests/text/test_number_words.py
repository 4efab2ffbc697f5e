"""Numbers that a text writes out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.text.number_words import written_out


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("three times seven", {"3", "7"}),
        ("Sixty days' delay", {"60"}),
        ("a twofold, even a tenfold one", {"2", "10"}),
        ("twenty-one of them", set()),
        ("often attention weighs", set()),
        ("one of them", set()),
    ],
)
def test_numbers_in_one_word(text, numbers):
    assert written_out(text) == numbers


@given(st.text(max_size=200))
def test_any_text_is_read(text):
    assert all(number.isdecimal() for number in written_out(text))
