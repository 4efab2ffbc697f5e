"""Keepers of the lighthouse and their watches, in SQLite."""
import sqlite3

SCHEMA = """
CREATE TABLE keeper (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, phone TEXT);
CREATE TABLE watch (
    night TEXT PRIMARY KEY,
    keeper INTEGER NOT NULL REFERENCES keeper(id) ON DELETE CASCADE
);
"""


def connect(path=":memory:"):
    db = sqlite3.connect(path)
    db.execute("PRAGMA foreign_keys = ON")
    db.executescript(SCHEMA)
    return db


def hire(db, name, phone):
    with db:
        db.execute("INSERT INTO keeper (name, phone) VALUES (?, ?)", (name, phone))


def assign(db, night, name):
    with db:
        db.execute("INSERT INTO watch SELECT ?, id FROM keeper WHERE name = ?", (night, name))


def dismiss(db, name):
    with db:
        db.execute("DELETE FROM keeper WHERE name = ?", (name,))


def watches(db):
    return db.execute("SELECT night, name, phone FROM watch JOIN keeper ON keeper.id = watch.keeper ORDER BY night").fetchall()
