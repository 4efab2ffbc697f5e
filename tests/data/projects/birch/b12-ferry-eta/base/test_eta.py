import pytest

from eta import arrival, label


@pytest.mark.parametrize(
    "departure, hours, zone, want",
    [
        ("2024-06-11 08:00", 6, "Europe/Berlin", "Tue 11 Jun 14:00"),
        ("2024-03-30 22:00", 10, "Europe/Berlin", "Sun 31 Mar 09:00"),
        ("2024-10-26 22:00", 10, "Europe/Berlin", "Sun 27 Oct 07:00"),
        ("2024-03-30 22:00", 10, "Africa/Tunis", "Sun 31 Mar 08:00"),
        ("2024-03-09 20:30", 8, "America/Chicago", "Sun 10 Mar 05:30"),
    ],
)
def test_arrival(departure, hours, zone, want):
    assert label(arrival(departure, hours, zone)) == want


def test_arrival_knows_its_zone():
    assert arrival("2024-06-11 08:00", 1, "Europe/Berlin").tzname() == "CEST"
