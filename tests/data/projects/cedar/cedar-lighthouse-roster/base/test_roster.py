import pytest

import roster


@pytest.fixture
def db():
    db = roster.connect()
    roster.save_keeper(db, "Sigrid", "11")
    roster.save_keeper(db, "Oddvar", "22")
    roster.assign(db, "2025-01-01", "Sigrid")
    roster.assign(db, "2025-01-02", "Oddvar")
    roster.assign(db, "2025-01-03", "Sigrid")
    return db


def test_new_keepers_are_entered(db):
    assert [n for (n,) in db.execute("SELECT name FROM keeper ORDER BY name")] == ["Oddvar", "Sigrid"]


def test_phone_is_brought_up_to_date(db):
    roster.save_keeper(db, "Sigrid", "99")
    assert db.execute("SELECT phone FROM keeper WHERE name = 'Sigrid'").fetchall() == [("99",)]


def test_watches_stay_with_the_keeper(db):
    roster.save_keeper(db, "Sigrid", "99")
    assert roster.watches(db) == [("2025-01-01", "Sigrid", "99"), ("2025-01-02", "Oddvar", "22"), ("2025-01-03", "Sigrid", "99")]


def test_dismissed_keeper_has_no_watches(db):
    roster.dismiss(db, "Sigrid")
    assert [n for n, *_ in roster.watches(db)] == ["2025-01-02"]
