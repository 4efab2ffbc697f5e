import sqlite3

import pytest

from winback.dormant import dormant


@pytest.fixture
def db():
    db = sqlite3.connect(":memory:")
    db.executescript("""
        CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers);
        INSERT INTO customers VALUES (1, 'Ana'), (2, 'Bo'), (3, 'Cy'), (4, 'Di');
        INSERT INTO orders (customer_id) VALUES (1), (3), (3);
    """)
    return db


def test_registered_orders_only(db):
    assert dormant(db) == [2, 4]


def test_with_a_guest_checkout(db):
    db.execute("INSERT INTO orders (customer_id) VALUES (NULL)")
    assert dormant(db) == [2, 4]


def test_nobody_has_ordered(db):
    db.execute("DELETE FROM orders")
    assert dormant(db) == [1, 2, 3, 4]
