"""Branches beside the one that is checked out: made and deleted under the store's lock, after the operation landed.

Neither index nor work tree is touched, and no hook of ``git commit`` is run: what stands on such a branch is
written when somebody takes it over, and the hooks see it then. The decision goes first: killed in between, a
branch is missing or left over, which whoever knows what it stands for mends (``reflectgit sweep``).
"""

import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from reflectgit.errors import StoreError
from reflectgit.store.change import Change, check_change, message
from reflectgit.store.git import as_argument
from reflectgit.store.objects import DURABLE, build, seal
from reflectgit.store.settings import Settings, read_settings
from reflectgit.store.worktree import stamp

if TYPE_CHECKING:
    from reflectgit.store.repository import Store

_LEFT_ALONE_FOR = 1.0  # seconds in which the lock of a ref that a living git holds would have gone


class Branch(NamedTuple):
    """What is to become of one branch.

    Attributes:
        name: without ``refs/heads/``.
        change: what its one commit on top of the checked-out branch holds; None to delete the branch.
        old: the commit that it names now, None where there is no such branch. If it names another one by the
            time it is its turn, it stays as it is.
    """

    name: str
    change: Change | None
    old: str | None = None


class Tip(NamedTuple):
    """A branch as it is: here, or as it was last fetched.

    Attributes:
        name: without ``refs/heads/`` or ``refs/remotes/<remote>/``.
        commit: its newest commit.
        is_local: whether it is a branch of this repository.
        is_checked_out: in this worktree or another one.
    """

    name: str
    commit: str
    is_local: bool
    is_checked_out: bool


def tips(store: "Store", prefix: str) -> list[Tip]:
    """The branches whose names begin with `prefix`, local ones first, then by name and remote.

    Raises:
        StoreError: git cannot read them.
    """
    asked = (
        "for-each-ref",
        "--format=%(refname)%00%(objectname)%00%(worktreepath)",
        "refs/heads",
        "refs/remotes",
    )
    lines = os.fsdecode(store.git.read(*asked).out).splitlines()
    found = [_tip(*line.split("\0")) for line in lines]
    return [tip for tip in found if tip.name.startswith(prefix)]


def _tip(ref: str, commit: str, worktree: str) -> Tip:
    is_local = ref.startswith("refs/heads/")
    parts = ref.split("/", 2 if is_local else 3)
    return Tip(parts[-1], commit, is_local, bool(worktree))


def changed_paths(store: "Store", tip: str) -> set[str] | None:
    """What a branch changed since it left HEAD, as paths from the store's root; None where that cannot be told.

    Files outside the store begin with ``/``.
    """
    asked = ("diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", f"HEAD...{tip}", "--")
    answer = store.git.read(*asked, ok=range(256))
    if answer.code != 0:
        return None
    root = store.place.root
    paths = os.fsdecode(answer.out).split("\0")[:-1]
    return {path.removeprefix(root) if path.startswith(root) else f"/{path}" for path in paths}


def settle(store: "Store", wanted: Iterable[Branch], parent: str | None, lock: int) -> None:
    """Make and delete branches; what cannot be done is told and keeps nobody from the rest.

    Args:
        store: the store, whose lock is held.
        wanted: what is to become of which branch.
        parent: the commit that new branches grow from.
        lock: descriptor of the lock, for children to inherit.
    """
    waiting = list(wanted)
    settings = read_settings(store.git) if any(branch.change for branch in waiting) else None
    for branch in waiting:
        try:
            _settle(store, branch, parent, settings, lock)
        except (StoreError, OSError) as error:
            what = "made" if branch.change else "deleted"
            store.tell(f"the branch {branch.name} could not be {what}: {error}")


def _settle(store: "Store", branch: Branch, parent: str | None, settings: Settings | None, lock: int) -> None:
    ref = f"refs/heads/{branch.name}"
    if branch.change is None or settings is None:
        asked = ["-d", ref, branch.old or store.place.zero]
    else:
        asked = [ref, _commit(store, branch.change, parent, settings), branch.old or store.place.zero]
    _drop_stale_lock(store.place.common_dir / f"{ref}.lock")
    note = as_argument(f"reflectgit: {branch.change.subject if branch.change else 'settled'}")
    store.git.write(
        *DURABLE,
        "-c",
        "core.filesRefLockTimeout=2000",
        "update-ref",
        "--no-deref",
        "-m",
        note,
        *asked,
        keep=(lock,),
    )


def _commit(store: "Store", change: Change, parent: str | None, settings: Settings) -> str:
    check_change(change)
    words = message(change)
    built = build(store.place, store.git, parent, change.files, words, settings)
    return seal(store.git, built, parent, words, sign=True) if settings.sign else built.commit


def _drop_stale_lock(path: Path) -> None:
    """Take away what a killed ``update-ref`` left: all of ours hold the store's lock, so none of them is alive.

    A git of the user's holds the lock of a ref for milliseconds; one that stays as it is for a second is left over.
    """
    first, until = stamp(path), time.monotonic() + _LEFT_ALONE_FOR
    while first is not None and stamp(path) == first:
        if time.monotonic() > until:
            path.unlink(missing_ok=True)
        time.sleep(0.05)
