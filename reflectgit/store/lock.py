"""One writer at a time on one machine: a lock that dies with its holder.

``flock`` frees itself when the last process that holds it ends, however it ends. Children that may still move
a ref or a file inherit it: otherwise killing the parent frees the lock while its child still writes.
"""

import fcntl
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from reflectgit.errors import StoreError
from reflectgit.store.layout import Place

_TELL_AFTER = 1.0  # seconds of silence before somebody who waits is told why


@contextmanager
def held(place: Place, wait: float, tell: Callable[[str], None]) -> Iterator[int]:
    """Hold the store's lock; gives the file descriptor for children that write to inherit.

    Args:
        place: the store; all worktrees of a repository share one lock.
        wait: seconds to wait at most.
        tell: called with one line when the wait takes longer than a second.

    Raises:
        StoreError: another process held it for `wait` seconds, or the git dir cannot be written.
    """
    descriptor = _open(place)
    try:
        if not _try(descriptor):
            descriptor = _wait(descriptor, wait, tell)
        yield descriptor
    finally:
        if descriptor >= 0:
            os.close(descriptor)


def _open(place: Place) -> int:
    folder = place.private
    if not folder.is_dir():
        make_private(folder, place.common_dir)
    # Opened for reading: in a repository shared by a group, the file is another user's.
    return os.open(folder / "lock", os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o666)


def make_private(folder: Path, common_dir: Path) -> None:
    """A folder in the git dir, as open to a group as git's own (``core.sharedRepository``)."""
    folder.mkdir(exist_ok=True)
    mode = (common_dir / "objects").stat().st_mode & 0o7777
    if folder.stat().st_mode & 0o7777 != mode and folder.stat().st_uid == os.geteuid():
        folder.chmod(mode)


def _try(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _wait(descriptor: int, wait: float, tell: Callable[[str], None]) -> int:
    """Wait in the kernel's queue, which is fair; a thread does, since ``flock`` knows no time limit."""
    waiter = _Waiter(descriptor)
    waiter.start()
    waiter.join(min(wait, _TELL_AFTER))
    if waiter.is_alive() and wait > _TELL_AFTER:
        tell("waiting for another reflectgit process that is writing to this store")
        waiter.join(wait - _TELL_AFTER)
    if waiter.take():
        return descriptor
    raise StoreError(
        f"the store is busy: another process has been writing to it for {wait:g} s",
        "try again when it has ended",
        code="busy",
    )


class _Waiter(threading.Thread):
    """Takes a duplicate of the lock's descriptor, and gives it back if nobody wants it any more."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(daemon=True)
        self._descriptor = os.dup(descriptor)
        self._settled = threading.Lock()
        self._abandoned = False
        self._locked = False

    def run(self) -> None:
        fcntl.flock(self._descriptor, fcntl.LOCK_EX)
        with self._settled:
            self._locked = True
            if self._abandoned:
                fcntl.flock(self._descriptor, fcntl.LOCK_UN)
        # The lock belongs to the open file, which the caller's descriptor keeps.
        os.close(self._descriptor)

    def take(self) -> bool:
        """Whether the lock is held; if not, it is given back as soon as it is got."""
        with self._settled:
            self._abandoned = not self._locked
            return self._locked
