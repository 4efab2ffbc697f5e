import threading

import pytest

from load import Store, load


@pytest.fixture
def store(tmp_path):
    return Store(str(tmp_path / "tide.db"))


class Feed:
    """Readings that arrive over two modems; `good` is half way when `bad` delivers its gap."""

    def __init__(self):
        self.half, self.gap = threading.Event(), threading.Event()

    def good(self):
        yield 1.0
        yield 1.5
        self.half.set()
        self.gap.wait(0.5)
        yield 2.0
        yield 2.5

    def bad(self):
        self.half.wait(2)
        yield None  # a gap in the record, NOT NULL refuses it

    def after_bad(self):
        self.gap.set()


def test_one_batch(store):
    assert load(store, {"hull": [0.4, 0.6]}) == {"hull": True}
    assert store.count("hull") == 2


def test_refused_batch_leaves_no_trace(store):
    assert load(store, {"hull": [0.4, None]}) == {"hull": False}
    assert store.count("hull") == 0


def test_two_gauges_at_a_time(store):
    both = threading.Barrier(2, timeout=2)

    def levels():
        both.wait()
        yield 0.1

    assert load(store, {"hull": levels(), "spurn": levels()}) == {"hull": True, "spurn": True}


def test_refusal_of_one_gauge_does_not_touch_the_other(store):
    feed = Feed()
    plain = store.add_batch
    store.add_batch = lambda gauge, levels: (plain(gauge, levels), gauge == "spurn" and feed.after_bad())[0]
    assert load(store, {"hull": feed.good(), "spurn": feed.bad()}) == {"hull": True, "spurn": False}
    assert store.count("hull") == 4
    assert store.count("spurn") == 0
