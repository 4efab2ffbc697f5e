from rota.worked import worked_hours


def test_plain_night():
    assert worked_hours("Europe/Berlin", "2024-06-01 22:00", "2024-06-02 06:00") == 8.0


def test_night_of_the_autumn_change():
    assert worked_hours("Europe/Berlin", "2024-10-26 22:00", "2024-10-27 06:00") == 9.0


def test_night_of_the_spring_change():
    assert worked_hours("Europe/Berlin", "2024-03-30 22:00", "2024-03-31 06:00") == 7.0


def test_zone_without_summer_time():
    assert worked_hours("Asia/Tokyo", "2024-10-26 22:00", "2024-10-27 06:00") == 8.0
