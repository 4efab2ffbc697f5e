"""A store, one failure with a true story about it, and the program: in process and as a real process."""

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from cli_desk import Desk, Done

from reflectgit.cli.main import main
from reflectgit.demo.project import Project, Run

GOLDEN = Path(__file__).parent / "golden"
FAILED = """\
test_ending_goes (test_titles.TitleTest.test_ending_goes) ... ok
test_letters_of_the_ending_stay (test_titles.TitleTest.test_letters_of_the_ending_stay) ... FAIL

======================================================================
FAIL: test_letters_of_the_ending_stay (test_titles.TitleTest.test_letters_of_the_ending_stay)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/builds/reports/test_titles.py", line 11, in test_letters_of_the_ending_stay
    self.assertEqual(title("basics.csv"), "basics")
AssertionError: 'basi' != 'basics'
- basi
+ basics
?     ++


----------------------------------------------------------------------
Ran 2 tests in 0.001s

FAILED (failures=1)
"""
PASSED = "test_ending_goes ... ok\n\n-----\nRan 2 tests in 0.001s\n\nOK\n"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-golden", action="store_true", help="write what was printed into tests/cli/golden"
    )


@pytest.fixture(autouse=True)
def buffered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python as it is where nobody set it up: what is buffered then shows faults that it hides."""
    for name in [name for name in os.environ if name.startswith("PYTHON")]:
        monkeypatch.delenv(name)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    """Run a command in this process."""

    def run(*arguments: object, stdin: bytes = b"") -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return run


@pytest.fixture
def program() -> Callable[..., Done]:
    """Run the real program in a process of its own."""

    def run(*arguments: object, env: Mapping[str, str] | None = None, **options: Any) -> Done:
        done = subprocess.run(
            [sys.executable, "-m", "reflectgit", *map(str, arguments)],
            capture_output=True,
            check=False,
            env={**os.environ, **(env or {})},
            **options,
        )
        return Done(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))

    return run


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare with ``golden/NAME``; `pytest tests/cli --rewrite-golden` writes it anew."""

    def compare(name: str, printed: str) -> None:
        file = GOLDEN / name
        if request.config.getoption("--rewrite-golden", False):
            file.write_text(printed, encoding="utf-8")
        assert file.is_file(), "no golden file yet: pytest tests/cli --rewrite-golden"
        assert printed == file.read_text(encoding="utf-8")

    return compare


@pytest.fixture
def termination(tmp_path: Path) -> dict[str, Any]:
    """A failure that ended: names that end in letters of their own ending."""
    return Project("report-titles", tmp_path).termination(Run(False, FAILED), Run(True, PASSED))


@pytest.fixture
def reflection(tmp_path: Path) -> dict[str, Any]:
    """A true story about it, with quotes."""
    story: dict[str, Any] = json.loads(Project("report-titles", tmp_path).text("reflection.json"))
    return story


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the first test that needs a store leaves a copy of it for the others: making one is slow."""
    return tmp_path_factory.mktemp("shelf")


@pytest.fixture
def store(request: pytest.FixtureRequest, shelf: Path, tmp_path: Path, cli: Callable[..., Done]) -> Path:
    """The user's repository, made a store."""
    kept = shelf / "store"
    if not kept.exists():
        repo: Path = request.getfixturevalue("repo")
        assert cli("init", repo).code == 0
        shutil.copytree(repo, kept, symlinks=True)
        return repo
    shutil.copytree(kept, tmp_path / "repo", symlinks=True)
    return tmp_path / "repo"


@pytest.fixture
def desk(tmp_path: Path, store: Path, termination: dict[str, Any], reflection: dict[str, Any]) -> Desk:
    """The store, and both inputs beside it."""
    desk = Desk(tmp_path, store, tmp_path / "failure.json", tmp_path / "story.json")
    desk.write("failure.json", termination)
    desk.write("story.json", reflection)
    return desk
