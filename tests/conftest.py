"""Every test runs with real git in a hermetic environment: no setting of the machine or the user is seen."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"
GIT_DATE = "2026-01-02T03:04:05+00:00"


@pytest.fixture(autouse=True)
def hermetic(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own, no ``GIT_*`` or ``REFLECT*`` from outside, fixed dates, UTC."""
    home = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith(("GIT_", "REFLECT", "XDG_")):
            monkeypatch.delenv(name)
    settings = {
        "HOME": str(home),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": str(home / ".gitconfig"),
        "GIT_AUTHOR_DATE": GIT_DATE,
        "GIT_COMMITTER_DATE": GIT_DATE,
        "GIT_CEILING_DIRECTORIES": str(home.parent),
        "GIT_TERMINAL_PROMPT": "0",
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "1",
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    (home / ".gitconfig").write_text(
        "[user]\n\tname = Test Author\n\temail = author@example.org\n[init]\n\tdefaultBranch = main\n"
    )
    return home


@pytest.fixture
def git() -> Callable[..., str]:
    """Run git in a folder and give what it printed; a failure is an error of the test."""

    def run(folder: Path, *args: str, check: bool = True, **options: object) -> str:
        done = subprocess.run(
            ["git", "-C", str(folder), *args],
            capture_output=True,
            text=True,
            check=False,
            **options,  # type: ignore[call-overload]
        )
        if check and done.returncode:
            raise AssertionError(f"git {' '.join(args)}: {done.stderr}")
        return str(done.stdout)

    return run


@pytest.fixture
def repo(tmp_path: Path, git: Callable[..., str]) -> Path:
    """A repository with one commit of the user's own."""
    folder = tmp_path / "repo"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    (folder / "work.txt").write_text("the user's own file\n")
    git(folder, "add", "work.txt")
    git(folder, "commit", "-q", "-m", "work")
    return folder


@pytest.fixture
def shared() -> Path:
    """The development material beside the checkout; the test is skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("no development material beside this checkout")
    return SHARED
