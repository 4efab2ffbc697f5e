from datetime import date

import pytest

import menu


@pytest.mark.parametrize("day, key", [
    (date(2024, 5, 8), "2024-W19"),
    (date(2024, 12, 30), "2025-W01"),
    (date(2021, 1, 3), "2020-W53"),
])
def test_key(day, key):
    assert menu.week_key(day) == key


@pytest.mark.parametrize("key, monday", [
    ("2024-W19", date(2024, 5, 6)),
    ("2025-W01", date(2024, 12, 30)),
    ("2020-W53", date(2020, 12, 28)),
])
def test_monday(key, monday):
    assert menu.monday_of(key) == monday


def test_sheet():
    menus = {"2024-W19": ["lentils"], "2025-W01": ["carp"]}
    assert menu.sheet(menus, date(2024, 5, 7)) == ["lentils"]
    assert menu.sheet(menus, date(2025, 1, 2)) == ["carp"]
    assert menu.sheet(menus, date(2024, 12, 31)) == ["carp"]
