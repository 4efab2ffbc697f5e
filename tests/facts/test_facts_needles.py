"""Words are looked for where they may stand; none that stands in a text is missed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.facts.needles import any_stands, may_stand
from reflectgit.facts.observe import PARSERS

NEEDLES = sorted({needle for parser in PARSERS for needle in parser.needles})
FILLER = "hull 7 of 12 caulked, tide at 03:15 and rising_slowly\n" * 90
LETTERS = st.text(st.sampled_from("aE :_-\nxé7✓\u0301"), max_size=6)


@pytest.mark.parametrize("needle", NEEDLES)
def test_a_needle_that_stands_in_a_long_text_may_stand_there(needle):
    for before, after in (("", ""), ("x", "x"), ("\n", "\n"), ("é", "é"), ("_", "_"), ("✓ ", "\u0301")):
        text = f"{FILLER}{before}{needle}{after}\n{FILLER}"
        assert may_stand(needle, text)
        assert any_stands(["no such word here", needle], text)


@given(LETTERS, LETTERS, LETTERS)
def test_no_needle_is_missed(before, needle, after):
    if "\n" not in needle[1:-1]:
        assert may_stand(needle, f"{FILLER}{before}{needle}{after}{FILLER}")


def test_a_long_text_without_the_words_is_told_by_its_words():
    assert not may_stand("panicked at ", FILLER)
    assert not may_stand("\nE  ", FILLER)
    assert may_stand("tide", FILLER)
