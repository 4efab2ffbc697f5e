from decimal import Decimal as D

import pytest

from payout.split import split


def test_two_to_one():
    assert split(D("90.00"), [2, 1]) == [D("60.00"), D("30.00")]


@pytest.mark.parametrize("total, partners", [("100.00", 3), ("10.00", 6), ("0.05", 2)])
def test_nothing_is_lost(total, partners):
    assert sum(split(D(total), [1] * partners)) == D(total)


@pytest.mark.parametrize("total, partners", [("100.00", 3), ("10.00", 6)])
def test_equal_partners_differ_by_one_cent_at_most(total, partners):
    shares = split(D(total), [1] * partners)
    assert max(shares) - min(shares) <= D("0.01")
