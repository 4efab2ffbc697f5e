"""The one way to change a store: lock, read, decide, write.

The sequence and what each step protects: docs/adr/0004-write-path.md.
"""

import errno
from collections.abc import Callable
from contextlib import suppress

from reflectgit.errors import StoreError
from reflectgit.store import hooks, lock, maintenance, recovery
from reflectgit.store.change import Committed, check_change, message
from reflectgit.store.git import require_version
from reflectgit.store.head import refuse_in_hook, refuse_unfinished
from reflectgit.store.landing import Landing, Moved
from reflectgit.store.objects import build
from reflectgit.store.repository import Operation, Store
from reflectgit.store.settings import Settings, read_settings

_TRIES = 5  # times that an operation is done again because somebody else moved the branch


def transact(store: Store, operation: Operation, wait: float) -> Committed | None:
    """Do one operation as one commit (`Store.transact`, which says the rest)."""
    refuse_in_hook(store.place)
    require_version(store.git)
    try:
        with lock.held(store.place, wait, store.tell) as held:
            recovery.recover(store.place, held)
            done = _until_done(store, operation, held)
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
    change = operation(store.at(head.commit))
    if change is None:
        return None
    check_change(change)
    settings, words = read_settings(store.git), message(change)
    built = build(store.place, store.git, head.commit, change.files, words, settings)
    if not built.targets:
        return None
    landing = Landing(store.place, store.git, head, built, settings, held, store.read_head, store.tell)
    commit = landing.land(words)
    paths = tuple(target.path.removeprefix(store.place.root) for target in built.targets)
    return Committed(commit, paths), lambda: _afterwards(store, settings)


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
    return StoreError(f"cannot write: {said}", code="cannot_write")
