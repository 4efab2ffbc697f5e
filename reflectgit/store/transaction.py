"""The one way to change a store: lock, read, decide, write.

The sequence and what each step protects: docs/adr/0004-write-path.md.
"""

import errno
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from reflectgit.errors import StoreError
from reflectgit.store import branches, hooks, lock, maintenance, recovery, signals
from reflectgit.store.change import Change, Committed, check_change, message
from reflectgit.store.git import require_version
from reflectgit.store.head import Head, refuse_in_hook, refuse_unfinished
from reflectgit.store.landing import Landing, Moved, Step, overall
from reflectgit.store.objects import build
from reflectgit.store.repository import Beside, Operation, Store
from reflectgit.store.settings import Settings, read_settings

_TRIES = 5  # times that an operation is done again because somebody else moved the branch


def transact(store: Store, operation: Operation, wait: float, beside: Beside | None) -> Committed | None:
    """Do one operation as one commit (`Store.transact`, which says the rest)."""
    refuse_in_hook(store.place)
    require_version(store.git)
    try:
        with signals.as_exit(), lock.held(store.place, wait, store.tell) as held:
            recovery.recover(store.place, held, store.tell)
            done = _until_done(store, operation, held)
            if beside is not None:
                at = store.at(done[0].commit if done else store.head())
                branches.settle(store, beside(at), at.commit, held)
    except OSError as error:
        raise _unwritable(error) from error
    if done is None:
        return None
    committed, after = done
    after()
    return committed


def _until_done(store: Store, operation: Operation, held: int) -> tuple[Committed, Callable[[], None]] | None:
    for _ in range(_TRIES):
        try:
            return _once(store, operation, held)
        except Moved:
            continue
    raise StoreError(
        "the branch is moved by somebody else again and again", "try again in a moment", code="moved"
    )


def _once(store: Store, operation: Operation, held: int) -> tuple[Committed, Callable[[], None]] | None:
    head = store.read_head()
    refuse_unfinished(store.place)
    asked = operation(store.at(head.commit))
    changes = [asked] if isinstance(asked, Change) else list(asked or ())
    settings = read_settings(store.git) if changes else None
    steps = list(_built(store, head, changes, settings)) if settings else []
    if not steps or settings is None:
        return None
    commits = Landing(store.place, store.git, head, steps, settings, held, store.read_head, store.tell).land()
    paths = tuple(target.path.removeprefix(store.place.root) for target in overall(steps))
    return Committed(commits[-1], paths, commits), lambda: _afterwards(store, settings)


def _built(store: Store, head: Head, changes: Sequence[Change], settings: Settings) -> Iterator[Step]:
    """The commits of the changes that change anything, each on the one before."""
    for change in changes:
        check_change(change)
    parent = head.commit
    for change in changes:
        words = message(change)
        built = build(store.place, store.git, parent, change.files, words, settings)
        if built.targets:
            yield Step(built, words)
            parent = built.commit


def _afterwards(store: Store, settings: Settings) -> None:
    if store.place.work_tree is not None:
        found = hooks.find_hooks(store.place, store.git, settings)
        if found.has("post-commit"):
            hooks.run_after(store.git, store.place.git_dir / "index", store.tell)
    if settings.maintenance:
        # The commit stands; that nothing could be tidied up is no answer to it.
        with suppress(OSError):
            maintenance.start_when_due(store.place, store.git)


def _unwritable(error: OSError) -> StoreError:
    where = f"{error.filename}: " if error.filename else ""
    said = f"{where}{error.strerror or error}"
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        hint = "reading works; to write, make the git dir and the work tree writable"
        return StoreError(f"the repository is read-only: {said}", hint, code="read_only")
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreError(f"the disk is full: {said}", "make room and try again", code="disk_full")
    hint = "move it away and try again" if error.errno in (errno.EEXIST, errno.EISDIR, errno.ENOTDIR) else ""
    return StoreError(f"cannot write: {said}", hint, code="cannot_write")
