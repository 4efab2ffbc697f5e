from spool.reader import read_samples
from spool.writer import append_window


def test_one_window(tmp_path):
    day = tmp_path / "day.gz"
    append_window(day, range(300))
    assert list(read_samples(day)) == list(range(300))


def test_a_day_of_windows(tmp_path):
    day = tmp_path / "day.gz"
    for hour in range(4):
        append_window(day, range(hour * 1000, hour * 1000 + 300))
    assert len(list(read_samples(day))) == 1200
