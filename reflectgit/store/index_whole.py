"""Whether a cache file is as long as it says: SQLite itself may read a shorter one, and miss what is not there."""

import sqlite3
from pathlib import Path


def require_whole(file: Path) -> None:
    """A file that was cut short has fewer pages than its head says; SQLite may read it and miss rows.

    Raises:
        sqlite3.DatabaseError: so it is.
    """
    try:
        with file.open("rb") as opened:
            head = opened.read(100)
            size = opened.seek(0, 2)
    except FileNotFoundError:
        return
    page = int.from_bytes(head[16:18], "big")
    pages = int.from_bytes(head[28:32], "big")
    told = head[24:28] == head[92:96]  # else an old SQLite wrote it, and the number of pages does not count
    if len(head) == 100 and told and size < pages * (65536 if page == 1 else page):
        raise sqlite3.DatabaseError(f"{file.name} was cut short")
