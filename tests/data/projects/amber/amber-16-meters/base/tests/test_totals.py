from gridfeed.totals import daily_totals

READINGS = [("M1", 2.5), ("M1", 4.0), ("M2", 1.0), ("M3", 0.5), ("M3", 0.25)]


def test_no_readings():
    assert daily_totals([]) == {}


def test_meters_in_order_of_arrival():
    assert list(daily_totals(READINGS)) == ["M1", "M2", "M3"]


def test_sum_per_meter():
    assert daily_totals(READINGS) == {"M1": 6.5, "M2": 1.0, "M3": 0.75}


def test_readings_from_a_generator():
    assert daily_totals(r for r in READINGS) == {"M1": 6.5, "M2": 1.0, "M3": 0.75}
