"""The table of common stems: what every program has is common, what few have is rare."""

from hypothesis import given
from hypothesis import strategies as st

from reflectgit.text.rarity import rarity
from reflectgit.text.words import stems


def of(word):
    (stem,) = stems(word)
    return rarity(stem)


def test_a_word_of_any_program_is_common_and_one_of_a_trade_is_rare():
    assert of("return") < of("directory") < of("timestamps") <= of("meridian") == 1.0


@given(st.text())
def test_rarity_is_a_share_whatever_the_text(text):
    assert 0.0 <= rarity(text) <= 1.0
