"""A small project with two faults, each found by a test of its own."""

from collections.abc import Callable
from pathlib import Path

import pytest
from recorder_code import PRICES, TESTS
from recorder_desk import Project


@pytest.fixture
def project(repo: Path, git: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> Project:
    made = Project(repo)
    made.write(prices=PRICES, test_prices=TESTS)
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", "prices")
    monkeypatch.delenv("PYTEST_CURRENT_TEST", raising=False)
    return made
