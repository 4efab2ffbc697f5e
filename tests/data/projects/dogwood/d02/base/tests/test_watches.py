from datetime import date, timezone

from watchbill.watches import rota


def hours_between(starts):
    utc = [s.astimezone(timezone.utc) for s in starts]
    return [(b - a).total_seconds() / 3600 for a, b in zip(utc, utc[1:])]


def test_plain_night():
    starts = [s for _, s in rota(date(2023, 6, 3), "Europe/Lisbon", ["Ines", "Rui", "Tomas", "Vera"])]
    assert [s.hour for s in starts] == [20, 0, 4, 8]


def test_everyone_stands_four_hours_when_the_clocks_go_back():
    starts = [s for _, s in rota(date(2023, 10, 28), "Europe/Lisbon", ["Ines", "Rui", "Tomas", "Vera"])]
    assert hours_between(starts) == [4.0, 4.0, 4.0]
