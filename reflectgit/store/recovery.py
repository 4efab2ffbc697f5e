"""After a kill: the store is as before the operation or as after it, and nothing of it is left behind.

The next operation comes here first, under the lock, which children that still write hold on to. If HEAD holds
the commit, the index is finished. Otherwise the work tree is put back, also where another branch holds it: what
is checked out is no longer that branch.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path

from reflectgit.store import journal as journals
from reflectgit.store import worktree
from reflectgit.store.git import Git
from reflectgit.store.journal import Journal
from reflectgit.store.layout import Place

_LEFT_ALONE_FOR = 1.0  # seconds in which a lock file of a living git process would have gone


def recover(place: Place, lock: int, tell: Callable[[str], None]) -> None:
    """End what a killed operation left unfinished, if one did; `tell` gets a line where that cannot be done."""
    try:
        journals.read(place)
    except journals.Damaged:
        tell(
            f"the journal of an earlier operation is damaged; it is set aside as {journals.set_aside(place)}"
        )
    end(place, lock, killed=True)


def end(place: Place, lock: int, *, after_hooks: bool = False, killed: bool = False) -> None:
    """Finish an operation if its commit stands, take it back if not.

    Args:
        place, lock: the store, and the descriptor of its lock.
        after_hooks: as in `take_back`.
        killed: a signal may have ended git too, at an instant when it leaves the lock of a ref behind.
    """
    journals.drop_draft(place)
    journal = journals.read(place)
    if journal is None:
        worktree.unlock_index(place.git_dir)
        return
    if _is_ours(place, journal):
        if killed:
            _drop_ref_locks(place, journal)
        _end(journal, lock, after_hooks)
    journals.remove(place)


def _is_ours(place: Place, journal: Journal) -> bool:
    """The git dir is still there (a worktree may have been removed since), and of this repository."""
    common = place.common_dir
    return journal.git_dir.is_dir() and (common == journal.git_dir or common in journal.git_dir.parents)


def _end(journal: Journal, lock: int, after_hooks: bool) -> None:
    git = Git(journal.work_tree or journal.git_dir, journal.git_dir, journal.work_tree)
    if not holds(git, "HEAD", journal.new):
        worktree.take_back(git, journal, after_hooks=after_hooks)
    elif journal.work_tree is not None:
        _finish_index(git, journal, lock)
    worktree.unlock_index(journal.git_dir)


def holds(git: Git, ref: str, commit: str) -> bool:
    """Whether a ref holds the commit, or later ones on top of it."""
    return git.read("merge-base", "--is-ancestor", commit, ref, ok=range(256)).code == 0


def _finish_index(git: Git, journal: Journal, lock: int) -> None:
    copy = worktree.desk(journal.git_dir) / "index"
    if not copy.exists():
        return
    if worktree.index_is_as_locked(journal.git_dir):
        worktree.publish_index(journal.git_dir)
        return
    # Somebody took our lock away by hand and went on: only our own entries are brought up to date.
    worktree.index_only(git, journal.git_dir / "index", [each.target for each in journal.files], lock)


def _drop_ref_locks(place: Place, journal: Journal) -> None:
    """A killed update-ref leaves locks: each is ours if it is empty or holds our commit, and is not older."""
    for path in {journal.git_dir / "HEAD.lock", place.common_dir / f"{journal.ref}.lock"}:
        if _left_by(path, journal, journals.written_at(place)):
            path.unlink(missing_ok=True)


def _left_by(path: Path, journal: Journal, since: float) -> bool:
    until = time.monotonic() + _LEFT_ALONE_FOR
    first = worktree.stamp(path)
    while first is not None and time.monotonic() < until:
        time.sleep(0.05)
        if worktree.stamp(path) != first:
            return False
    if first is None or os.path.getmtime(path) < since:
        return False
    return path.read_bytes().strip() in (b"", journal.new.encode("ascii"))
