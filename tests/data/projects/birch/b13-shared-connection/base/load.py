"""Loads gauge readings into SQLite; a batch goes in as a whole or not at all."""
import sqlite3
from concurrent.futures import ThreadPoolExecutor


class Store:
    def __init__(self, path: str):
        self.path = path
        self.conn = sqlite3.connect(path)
        self.conn.execute("CREATE TABLE IF NOT EXISTS reading (gauge TEXT, level REAL NOT NULL)")
        self.conn.commit()

    def add_batch(self, gauge, levels) -> bool:
        """False if the batch was refused and left no trace."""
        try:
            for level in levels:
                self.conn.execute("INSERT INTO reading VALUES (?, ?)", (gauge, level))
            self.conn.commit()
            return True
        except sqlite3.IntegrityError:
            self.conn.rollback()
            return False

    def count(self, gauge) -> int:
        return self.conn.execute("SELECT COUNT(*) FROM reading WHERE gauge = ?", (gauge,)).fetchone()[0]


def load(store: Store, batches: dict) -> dict:
    return {gauge: store.add_batch(gauge, levels) for gauge, levels in batches.items()}
