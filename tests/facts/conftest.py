"""Outputs that Python, pytest and unittest really printed (`data/`), captured from the programs in `data/project`."""

from collections.abc import Callable
from pathlib import Path

import pytest

DATA = Path(__file__).parent / "data"


@pytest.fixture(scope="session")
def output() -> Callable[[str], str]:
    """The captured output of that name."""
    return lambda name: (DATA / f"{name}.txt").read_text(encoding="utf-8")
