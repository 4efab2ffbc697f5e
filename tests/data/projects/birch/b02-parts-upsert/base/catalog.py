"""Parts and their stock moves in one SQLite file."""
import sqlite3

SCHEMA = """
CREATE TABLE part (
    id   INTEGER PRIMARY KEY,
    sku  TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    bin  TEXT NOT NULL DEFAULT 'INBOUND'
);
CREATE TABLE stock_move (
    part_id INTEGER NOT NULL REFERENCES part(id) ON DELETE CASCADE,
    qty     INTEGER NOT NULL
);
"""


def connect(path: str = ":memory:") -> sqlite3.Connection:
    conn = sqlite3.connect(path)
    conn.execute("PRAGMA foreign_keys = ON")
    conn.executescript(SCHEMA)
    return conn


def save_part(conn: sqlite3.Connection, sku: str, name: str) -> None:
    with conn:
        conn.execute("INSERT INTO part (sku, name) VALUES (?, ?)", (sku, name))


def put_away(conn: sqlite3.Connection, sku: str, bin_: str) -> None:
    with conn:
        conn.execute("UPDATE part SET bin = ? WHERE sku = ?", (bin_, sku))


def move(conn: sqlite3.Connection, sku: str, qty: int) -> None:
    with conn:
        conn.execute("INSERT INTO stock_move SELECT id, ? FROM part WHERE sku = ?", (qty, sku))


def on_hand(conn: sqlite3.Connection, sku: str) -> int:
    row = conn.execute(
        "SELECT COALESCE(SUM(qty), 0) FROM stock_move JOIN part ON part.id = part_id WHERE sku = ?", (sku,)
    ).fetchone()
    return row[0]
