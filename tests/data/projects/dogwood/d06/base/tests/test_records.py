from tidelog.records import read_records

DUMP = bytes.fromhex("01 2c01 100e0000" "00 d4fe 201c0000" "81 0500 302a0000")


def test_empty_dump():
    assert read_records(b"") == []


def test_three_records():
    assert read_records(DUMP) == [(1, 300, 3600), (0, -300, 7200), (129, 5, 10800)]
