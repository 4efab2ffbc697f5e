from waterturns.shares import shares


def test_by_area():
    assert shares(600, {"fig": 1, "olive": 2, "vine": 3}) == {"fig": 100, "olive": 200, "vine": 300}


def test_whole_turn_is_given_out():
    out = shares(100, {"a": 5, "b": 5, "c": 5, "d": 5, "e": 5, "f": 5, "g": 5, "h": 5})
    assert sum(out.values()) == 100


def test_equal_plots_differ_by_a_litre_at_most():
    out = shares(100, {"a": 5, "b": 5, "c": 5, "d": 5, "e": 5, "f": 5, "g": 5, "h": 5})
    assert max(out.values()) - min(out.values()) <= 1


def test_order_of_the_list_does_not_matter():
    plots = {"fig": 3, "olive": 3, "vine": 1}
    assert shares(10, plots) == shares(10, dict(reversed(plots.items())))
