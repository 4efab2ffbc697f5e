import pytest

import catalog


@pytest.fixture
def conn():
    conn = catalog.connect()
    catalog.save_part(conn, "BRG-6204", "Bearing 6204")
    catalog.put_away(conn, "BRG-6204", "C-07-2")
    for qty in (40, 12, -7):
        catalog.move(conn, "BRG-6204", qty)
    return conn


def test_new_part_starts_inbound(conn):
    catalog.save_part(conn, "SEAL-20", "Shaft seal 20 mm")
    assert conn.execute("SELECT bin FROM part WHERE sku = 'SEAL-20'").fetchone() == ("INBOUND",)


def test_second_import_renames_and_keeps_the_stock(conn):
    catalog.save_part(conn, "BRG-6204", "Deep groove bearing 6204-2RS")
    name = conn.execute("SELECT name FROM part WHERE sku = 'BRG-6204'").fetchone()[0]
    assert name == "Deep groove bearing 6204-2RS"
    assert catalog.on_hand(conn, "BRG-6204") == 45


def test_second_import_keeps_the_bin(conn):
    catalog.save_part(conn, "BRG-6204", "Deep groove bearing 6204-2RS")
    assert conn.execute("SELECT bin FROM part WHERE sku = 'BRG-6204'").fetchone() == ("C-07-2",)
