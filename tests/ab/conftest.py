"""Sets of labelled cases, judged once for all tests that look at them."""

from pathlib import Path

import pytest

from reflectgit.ab.cases import read_cases
from reflectgit.ab.verdicts import Verdict, verdicts
from reflectgit.policy import Policy

DATA = Path(__file__).parents[1] / "data" / "cases"


@pytest.fixture(scope="session")
def amber() -> list[Verdict]:
    """The validation set."""
    return verdicts(read_cases([DATA / "amber.jsonl"]), Policy())


@pytest.fixture(scope="session")
def _kept() -> dict[Path, list[Verdict]]:
    return {}


@pytest.fixture
def development(shared: Path, _kept: dict[Path, list[Verdict]]) -> list[Verdict]:
    """The set that the rules were developed on."""
    path = shared / "corpus" / "cases.jsonl"
    if path not in _kept:
        _kept[path] = verdicts(read_cases([path]), Policy())
    return _kept[path]
