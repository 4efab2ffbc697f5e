"""A small project whose tests fail in many ways, and real runs of pytest on it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

SHELF = """\
STOCK = {"bolt": 4}


def count(name):
    return STOCK[name]


def weigh(names):
    return sum(count(name) for name in names)


class ShelfError(Exception):
    pass


def load(names):
    try:
        return weigh(names)
    except KeyError as missing:
        raise ShelfError("shelf is closed") from missing
"""
TESTS = """\
import json

import pytest
from store.shelf import load, weigh


def check(held, message):
    assert held, message


@pytest.fixture
def lamp():
    raise RuntimeError("no power")


def test_weight():
    assert weigh(["bolt"]) == 5


def test_unknown():
    assert weigh(["nut"]) == 1


def test_chained():
    print("loading")
    load(["nut"])


def test_left():
    check(1 == 2, "uneven")


def test_right():
    check(1 == 2, "uneven")


def test_parsed():
    json.loads("[")


@pytest.mark.parametrize("size", [1, 2])
def test_sizes(size):
    assert size == 1


class TestCrate:
    def test_handle(self):
        raise ValueError(f"bad handle {object()!r}")


def test_lit(lamp):
    pass


def test_rows():
    assert list(range(300)) == list(range(1, 301))


def test_fine():
    pass
"""

#: By the bare name of a test: class and site of its failure.
EXPECTED = {
    "test_weight": ("AssertionError", "tests/test_shelf.py:test_weight"),
    "test_unknown": ("KeyError", "store/shelf.py:count"),
    "test_chained": ("ShelfError", "store/shelf.py:load"),
    "test_left": ("AssertionError", "tests/test_shelf.py:test_left"),
    "test_right": ("AssertionError", "tests/test_shelf.py:test_right"),
    "test_parsed": ("JSONDecodeError", "tests/test_shelf.py:test_parsed"),
    "test_sizes[2]": ("AssertionError", "tests/test_shelf.py:test_sizes"),
    "test_handle": ("ValueError", "tests/test_shelf.py:test_handle"),
    "test_lit": ("RuntimeError", "tests/test_shelf.py:lamp"),
    "test_rows": ("AssertionError", "tests/test_shelf.py:test_rows"),
}

Run = Callable[..., subprocess.CompletedProcess[str]]


def make_project(folder: Path) -> Path:
    (folder / "store").mkdir(parents=True)
    (folder / "tests").mkdir()
    (folder / "store" / "__init__.py").write_text("")
    (folder / "store" / "shelf.py").write_text(SHELF)
    (folder / "tests" / "test_shelf.py").write_text(TESTS)
    (folder / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    return folder


def run_pytest(folder: Path, *options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """pytest in a process of its own, as a user runs it; the plugin is there as it is when installed."""
    env = {name: text for name, text in os.environ.items() if not name.startswith(("PYTEST_", "COV_", "CI"))}
    return subprocess.run(
        [sys.executable, "-m", "pytest", *plugin(), *options],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**env, "COLUMNS": "80", **variables},
        check=False,
    )


def plugin() -> list[str]:
    """The option that loads the plugin where this checkout is not installed with its entry points."""
    from importlib.metadata import entry_points

    known = any(point.value == "reflectgit.pytest_plugin" for point in entry_points(group="pytest11"))
    return [] if known else ["-p", "reflectgit.pytest_plugin"]
