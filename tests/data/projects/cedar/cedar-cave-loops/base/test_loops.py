import pytest

import loops

SQUARE = [(10.0, 0.0, 1.0), (0.0, 10.0, -1.0), (-10.0, 0.0, 0.5), (0.0, -10.0, -0.5)]
DRIFT = [(3.1, 0.2, 0.0), (0.7, 4.4, 0.0), (-3.8, -4.6, 0.0)]
TAPE = [(12.403, 3.110, 0.2), (-6.201, 8.002, -0.1), (-6.200, -11.114, -0.1)]
BLUNDER = [(12.403, 3.110, 0.2), (-6.201, 8.002, -0.1), (-5.200, -11.114, -0.1)]


def test_exact_square():
    assert loops.closes(SQUARE)


def test_only_rounding_noise():
    assert loops.closes(DRIFT), loops.misclosure(DRIFT)


def test_two_millimetres_of_tape():
    assert loops.closes(TAPE), loops.misclosure(TAPE)


def test_a_blunder_of_a_metre():
    assert not loops.closes(BLUNDER)


def test_equal_stations():
    assert loops.same_station((104.2, 55.1, -30.0), (104.2, 55.1 + 1e-12, -30.0))
    assert not loops.same_station((104.2, 55.1, -30.0), (104.2, 56.1, -30.0))
