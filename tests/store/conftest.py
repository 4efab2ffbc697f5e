"""A store in the user's repository, and what a user would look at to see whether their work is untouched."""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from store_support import LESSON, write

from reflectgit.store import Store, init_store, open_store

Run = Callable[..., str]


@pytest.fixture
def lines() -> list[str]:
    """What the store told a person."""
    return []


@pytest.fixture
def store(repo: Path, lines: list[str]) -> Iterator[Store]:
    """A store at the top of the user's repository, with one lesson in it."""
    init_store(repo, "# policy\n")
    opened = open_store(repo, tell=lines.append)
    write(opened, {LESSON: b"statement: one\n"})
    yield opened
    opened.close()


@pytest.fixture
def user_state(git: Run) -> Callable[[Path], dict[str, object]]:
    """Everything of a user's that an operation of ours must leave alone: index, files, refs, stray files."""

    def look(top: Path) -> dict[str, object]:
        def ours(name: str) -> bool:
            return name.startswith(("lessons/", "ledger/"))

        files = {
            str(path.relative_to(top)): (path.readlink() if path.is_symlink() else path.read_bytes())
            for path in sorted(top.rglob("*"))
            if (path.is_file() or path.is_symlink()) and ".git" not in path.relative_to(top).parts
        }
        index = git(top, "ls-files", "-s", "-z").split("\0")
        flags = git(top, "ls-files", "-v", "-z").split("\0")
        return {
            "files": {name: data for name, data in files.items() if not ours(name)},
            "index": [line for line in index if not ours(line.partition("\t")[2])],
            "flags": [line for line in flags if not ours(line[2:])],
            "status": [
                line
                for line in git(top, "status", "--porcelain=v2", "--untracked-files=all", "-z").split("\0")
                if "lessons/" not in line and "ledger/" not in line
            ],
            "staged": git(top, "diff", "--cached", "HEAD", "--", ":!lessons", ":!ledger"),
            "unstaged": git(top, "diff", "--", ":!lessons", ":!ledger"),
        }

    return look


@contextmanager
def _at_rest(lock: Path) -> Iterator[None]:
    """While no repack runs in the background: fsck is taken by surprise when packs go away under it."""
    lock.parent.mkdir(exist_ok=True)
    with lock.open("a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


@pytest.fixture
def no_residue(git: Run) -> Callable[[Path], None]:
    """Nothing of an operation is left behind, and git finds nothing wrong."""

    def look(top: Path) -> None:
        git_dir = Path(git(top, "rev-parse", "--absolute-git-dir").strip())
        common = (top / git(top, "rev-parse", "--git-common-dir").strip()).resolve()
        allowed = {"lock", "maintenance.lock"}
        for folder in {git_dir, common}:
            left = {path.name for path in (folder / "reflectgit").glob("*")}
            assert left <= allowed, left
            assert not list(folder.glob("*.lock")), list(folder.glob("*.lock"))
            assert not list(folder.glob("fast_import_crash_*"))
        assert not list((common / "refs").rglob("*.lock"))
        assert not git(top, "for-each-ref", "refs/reflectgit")
        with _at_rest(common / "reflectgit/maintenance.lock"):
            git(top, "fsck", "--strict", "--no-dangling")

    return look
