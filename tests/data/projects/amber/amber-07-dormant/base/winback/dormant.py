"""Customers without any order, for the win-back mailing."""
import sqlite3


def dormant(db: sqlite3.Connection) -> list[int]:
    ordered = [row[0] for row in db.execute("SELECT customer_id FROM orders")]
    everyone = db.execute("SELECT id FROM customers ORDER BY id")
    return [row[0] for row in everyone if row[0] not in ordered]
