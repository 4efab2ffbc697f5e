from datetime import datetime

from sailing import OSLO, arrival


def test_summer_night():
    left = datetime(2024, 7, 3, 23, 30, tzinfo=OSLO)
    assert arrival(left, 600).isoformat() == "2024-07-04T09:30:00+02:00"


def test_quay_board_lists_every_port():
    from sailing import board
    left = datetime(2024, 7, 3, 22, 0, tzinfo=OSLO)
    assert [t.strftime("%H:%M") for _, t in board(left, [("Rost", 90), ("Vaeroy", 200)])] == ["23:30", "01:20"]


def test_night_the_clocks_go_back():
    left = datetime(2024, 10, 26, 23, 30, tzinfo=OSLO)
    assert arrival(left, 600).isoformat() == "2024-10-27T08:30:00+01:00"


def test_night_the_clocks_go_forward():
    left = datetime(2024, 3, 30, 23, 30, tzinfo=OSLO)
    assert arrival(left, 600).isoformat() == "2024-03-31T10:30:00+02:00"
