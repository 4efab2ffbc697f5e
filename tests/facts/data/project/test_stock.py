"""Tests that fail in many ways: what pytest prints about them is the data of the tests of facts."""

import logging
from unittest import mock

import pytest

LOG = logging.getLogger("stock")


class Shelf:
    def __init__(self, items):
        self.items = items

    def count(self, name):
        return self.items[name]

    def __repr__(self):
        return f"Shelf({len(self.items)})"


def restock(shelf, name):
    try:
        return shelf.count(name)
    except KeyError as error:
        raise LookupError(f"no shelf for {name}") from error


@pytest.fixture
def shelf():
    return Shelf({"bolt": 4, "nut": 9})


@pytest.fixture
def broken():
    raise OSError(2, "No such file or directory", "/srv/stock.db")


def test_counts(shelf):
    assert shelf.count("nut") == 9


def test_equal(shelf):
    wanted_number_of_nuts = 10
    assert shelf.count("nut") == wanted_number_of_nuts


def test_missing(shelf):
    shelf.count("screw")


def test_chain(shelf):
    restock(shelf, "screw")


@pytest.mark.parametrize(("text", "size"), [("a - b", 5), ("x::y", 3), ("]", 9)])
def test_sizes(text, size):
    assert len(text) == size, "sizes differ"


def test_operators(shelf):
    assert shelf.count("bolt") not in (3, 4)


def test_lists():
    assert [1, 2, 3, 7] == [1, 2, 4, 7]


def test_dicts():
    assert {"a": 1, "b": 2} == {"a": 1, "b": 3}


def test_text():
    assert "left\nsame" == "right\nsame"


def test_truth(shelf):
    assert not shelf.items


def test_logs():
    LOG.warning("stock low: %d", 2)
    print("shelf=7 level='low'")
    raise RuntimeError("gone")


def test_approximate():
    assert 0.1 + 0.3 == pytest.approx(0.3)


def test_no_raise():
    with pytest.raises(ValueError):
        int("3")


def test_other_message():
    with pytest.raises(ValueError, match="negative"):
        int("x")


def test_group():
    raise ExceptionGroup("two", [ValueError("first"), KeyError("second")])


def test_mock():
    send = mock.Mock(name="send")
    send(4)
    send.assert_called_once_with(5)


def test_note():
    error = ValueError("bad row")
    error.add_note("row 17 of rows.csv")
    raise error


def test_needs_broken(broken):
    pass


@pytest.mark.skip(reason="no printer")
def test_skipped():
    pass


@pytest.mark.xfail(reason="known")
def test_expected():
    assert 1 == 2


class TestBox:
    def test_inside(self):
        assert "nail" in ["nut", "bolt"]


# ruff: noqa: T201, SIM300, PT011
