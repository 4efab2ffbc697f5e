"""This repository is a store too: what building it taught, admitted with its own tool."""

import subprocess
from pathlib import Path

import pytest

from reflectgit.check import check, ok
from reflectgit.store import open_store
from reflectgit.store.index import Index

HERE = Path(__file__).parents[1]


@pytest.fixture
def own(monkeypatch):
    monkeypatch.delenv("GIT_CEILING_DIRECTORIES")
    if subprocess.run(
        ["git", "-C", str(HERE), "rev-parse", "HEAD"], capture_output=True, check=False
    ).returncode:
        pytest.skip("not a git checkout")
    return open_store(HERE)


def test_it_is_what_its_ledger_says(own):
    assert ok(check(own))


def test_it_holds_at_least_three_lessons_from_failures_of_its_own(own):
    with Index.open(own).at(own.snapshot()) as view:
        live = [row for row in view.lessons() if row.value.superseded_by is None]
        homes = {row.value.task.repo for row in view.terminations()}
    assert len(live) >= 3
    assert homes == {"reflectgit/reflectgit"}
