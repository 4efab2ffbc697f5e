"""Shares and their intervals: over cases, the same each time, wider where candidates hang together."""

from operator import sub

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.ab.shares import contrast, share

FLAGS = st.lists(st.tuples(st.sampled_from("abcdefgh"), st.booleans()), max_size=40)


def apart(ups: list[bool]) -> list[tuple[str, bool]]:
    return [(f"case {place}", up) for place, up in enumerate(ups)]


@given(FLAGS, st.randoms(use_true_random=False))
def test_the_order_of_the_flags_plays_no_part(flags, chance):
    shuffled = list(flags)
    chance.shuffle(shuffled)
    assert share(shuffled) == share(flags)


@given(FLAGS)
def test_the_interval_lies_around_what_could_be_seen(flags):
    found = share(flags)
    assert found.n == len(flags)
    assert (found.figure is None) == (not flags)
    if found.interval is not None and found.figure is not None:
        low, high = found.interval
        assert 0 <= low <= high <= 1
        assert low <= found.figure <= high


def test_candidates_of_one_case_are_one_draw():
    independent = share(apart([True] * 20 + [False] * 20)).interval
    together = share([(f"case {i // 10}", i < 20) for i in range(40)]).interval
    assert independent is not None
    assert together is not None
    assert together[1] - together[0] > 2 * (independent[1] - independent[0])


def test_an_interval_of_many_cases_is_about_that_of_the_binomial():
    low, high = share(apart([True] * 60 + [False] * 40)).interval or (0.0, 0.0)
    assert low == pytest.approx(0.52, abs=0.02)
    assert high == pytest.approx(0.68, abs=0.02)


def test_all_of_a_few_is_no_certainty():
    assert share(apart([True] * 12)).interval == pytest.approx((0.05 ** (1 / 12), 1))
    assert share(apart([False] * 12)).interval == pytest.approx((0, 1 - 0.05 ** (1 / 12)))


def test_of_two_cases_nothing_is_said():
    assert share(apart([True, False])).interval is None
    assert share([]) == (None, None, 0)


def test_two_shares_are_drawn_from_the_same_cases():
    ups = [True, True, False, True, False, True, False, False]
    same = contrast(apart(ups), apart(ups), sub)
    assert same == (0.0, (0.0, 0.0), 8)
    assert contrast(apart(ups), [], sub) == (None, None, 0)
