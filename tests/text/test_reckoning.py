"""Numbers that follow from others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.text.reckoning import follows


@pytest.mark.parametrize(
    ("number", "sentence", "known"),
    [
        ("64", "the pipe holds 64 KiB", {"65536"}),
        ("2", "it took 2 s", {"2000"}),
        ("1.5", "a wait of 1.5 minutes", {"90"}),
        ("25", "10 of 40, or 25 %", {"10", "40"}),
        ("50", "10 and 40 make 50", {"10", "40"}),
        ("30", "30 less than 40 is 10", {"10", "40"}),
        ("24.9", "2147483647 ms by 86400000 are 24.9 days", {"2147483647", "86400000"}),
        ("-30", "10 - 40 = -30", {"10", "40"}),
    ],
)
def test_a_share_a_sum_or_another_unit_follows(number, sentence, known):
    assert follows(number, sentence, known.__contains__)


@pytest.mark.parametrize(
    ("number", "sentence", "known"),
    [
        ("64", "the pipe holds 64 KiB", {"65537"}),
        ("64", "the pipe holds 64 lines", {"65536"}),
        ("35", "10 of 40, or 35 %", {"10", "40"}),
        ("50", "10 and 40 make 50", {"10"}),
        ("8", "10 and 2 leave 8", {"10", "2"}),  # any small number follows from some two
        ("12:30", "at 12:30 and 10 and 2", {"10", "2"}),
        ("x", "x of 3", {"3"}),
    ],
)
def test_what_does_not_follow_or_follows_by_chance(number, sentence, known):
    assert not follows(number, sentence, known.__contains__)


@given(st.text(max_size=20), st.text(max_size=200), st.booleans())
def test_any_text_is_read(number, sentence, known):
    assert follows(number, sentence, lambda other: known) in (True, False)


@given(st.integers(10, 10**6), st.integers(10, 10**6))
def test_a_sum_follows(one, other):
    sentence = f"{one} and {other}"
    known = {str(one), str(other)}.__contains__
    assert follows(str(one + other), sentence, known)
