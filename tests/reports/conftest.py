"""A store in a user's repository, and the program run on it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from reports_support import Said, failure, story

from reflectgit.cli.main import main


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Run a command of the program in this process."""

    def run(*arguments: object) -> Said:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Said(code, captured.out, captured.err)

    return run


@pytest.fixture
def start() -> Callable[..., subprocess.Popen[str]]:
    """Start the real program and do not wait for it."""

    def run(*arguments: object, env: dict[str, str] | None = None) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "reflectgit", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, **(env or {})},
        )

    return run


@pytest.fixture
def files(tmp_path: Path) -> Callable[..., tuple[Path, Path]]:
    """Write a failure and a story beside the store: as JSON, or as the text or the bytes that are given."""
    count = 0

    def write(ended: Any, told: Any) -> tuple[Path, Path]:
        nonlocal count
        count += 1
        return one(f"failure-{count}", ended), one(f"story-{count}", told)

    def one(name: str, value: Any) -> Path:
        raw = isinstance(value, str | bytes)
        path = tmp_path / (name + (".txt" if raw else ".json"))
        text = value if raw else json.dumps(value)
        path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
        return path

    return write


@pytest.fixture
def store(repo: Path, cli: Callable[..., Said]) -> Path:
    """The user's repository, made a store."""
    assert cli("init", repo).code == 0
    return repo


@pytest.fixture
def admit(
    store: Path, cli: Callable[..., Said], files: Callable[..., tuple[Path, Path]]
) -> Callable[..., Any]:
    """Offer a story about a failure; give the answer as JSON."""

    def offer(ended: Any = None, told: Any = None, *options: object, where: Path = store) -> Any:
        both = files(failure() if ended is None else ended, story() if told is None else told)
        return cli("admit", *both, "--json", "--store", where, *options).json

    return offer
