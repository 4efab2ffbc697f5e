import sqlite3

SCHEMA = """
CREATE TABLE accession (
    code TEXT PRIMARY KEY,
    taxon TEXT NOT NULL,
    collector TEXT
);
CREATE TABLE germination (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL REFERENCES accession(code) ON DELETE CASCADE,
    day INTEGER NOT NULL,
    sprouted INTEGER NOT NULL
);
"""


def open_store(path=":memory:"):
    db = sqlite3.connect(path)
    db.execute("PRAGMA foreign_keys = ON")
    db.executescript(SCHEMA)
    return db


def save_accession(db, code, taxon, collector=None):
    with db:
        db.execute(
            "INSERT INTO accession (code, taxon, collector) VALUES (?, ?, ?)",
            (code, taxon, collector),
        )


def record_trial(db, code, day, sprouted):
    with db:
        db.execute(
            "INSERT INTO germination (code, day, sprouted) VALUES (?, ?, ?)",
            (code, day, sprouted),
        )


def trials(db, code):
    rows = db.execute(
        "SELECT day, sprouted FROM germination WHERE code = ? ORDER BY day", (code,)
    )
    return list(rows)
