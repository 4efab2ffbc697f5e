import pytest

from label import parse, record


def test_plain():
    assert parse(record(7, "A. Smith", "Leeds")) == (7, "A. Smith", "Leeds")


def test_long_plain_name_is_cut():
    assert parse(record(8, "Bartholomew Featherstone", "York"))[1] == "Bartholomew Feathers"


@pytest.mark.parametrize("name, town", [("Zoë Brännström", "Malmö"), ("Łukasz Żak", "Łódź")])
def test_letters_beyond_ascii(name, town):
    assert parse(record(9, name, town)) == (9, name, town)


@pytest.mark.parametrize("name", ["Åsa Öberg-Lindström-Ek", "Ægir Þórðarson Skúlason"])
def test_record_has_its_length(name):
    data = record(10, name, "Ísafjörður")
    assert len(data) == 40
    assert name.startswith(parse(data)[1])
    assert parse(data)[2] == "Ísafjörður"
