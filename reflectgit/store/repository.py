"""A store, and the one way to change it: lock, read, decide, write.

The sequence and what each step protects: docs/adr/0004-write-path.md.
"""

import errno
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from reflectgit.errors import StoreError
from reflectgit.store import hooks, layout, lock, maintenance, recovery
from reflectgit.store.batch import Objects
from reflectgit.store.change import Change, Committed, check_change, message
from reflectgit.store.git import Git, require_version
from reflectgit.store.head import read_head, refuse_in_hook, refuse_unfinished
from reflectgit.store.landing import Landing, Moved
from reflectgit.store.objects import build
from reflectgit.store.settings import Settings, read_settings
from reflectgit.store.snapshot import Snapshot

WAIT = 30.0  # seconds that a writer waits for another one
_TRIES = 5  # times that an operation is done again because somebody else moved the branch

Operation = Callable[[Snapshot], Change | None]
Tell = Callable[[str], None]


def open_store(start: Path | None = None, *, tell: Tell | None = None) -> "Store":
    """The store in folder `start`; else the one ``REFLECTGIT_STORE`` names; else the nearest one upward.

    Args:
        start: the store's own folder, or a bare repository.
        tell: gets lines for a person (why we wait, what hooks print); by default they go to stderr.

    Raises:
        StoreError: no store, no repository, or git cannot read it.
    """
    return Store(layout.find(start), tell)


def _to_stderr(line: str) -> None:
    sys.stderr.write(line + "\n")


class Store:
    """A store at one place. Cheap to open; one may be kept for the life of a process and shared by threads.

    Attributes:
        place: where it lies.
        git: git, pinned to it.
    """

    def __init__(self, place: layout.Place, tell: Tell | None = None) -> None:
        self.place = place
        self.git: Git = place.git()
        self._tell = tell or _to_stderr
        self._objects = Objects(self.git)
        self._version_known = False

    def head(self) -> str | None:
        """The commit that is checked out; None on a branch without one."""
        return read_head(self.place, self.git, self._objects).commit

    def snapshot(self, commit: str | None = None) -> Snapshot:
        """The store at `commit` (a full id), or at HEAD.

        Raises:
            StoreError: there is no such commit.
        """
        if commit is None:
            return self._at(self.head())
        asked = ("rev-parse", "--verify", "-q", "--end-of-options", f"{commit}^{{commit}}")
        answer = self.git.read(*asked, ok=range(256))
        if answer.code != 0:
            raise StoreError(
                f"{commit!r} names no commit here", "name a commit or a branch", code="no_commit"
            )
        return self._at(answer.out.decode("ascii").split()[-1])

    def _at(self, commit: str | None) -> Snapshot:
        return Snapshot(self.place, self.git, self._objects, commit)

    def close(self) -> None:
        """End the child process that serves reads; the store may be used again."""
        self._objects.close()

    def transact(self, operation: Operation, wait: float = WAIT) -> Committed | None:
        """Do one operation as one commit: under the lock, on what HEAD holds then.

        Args:
            operation: decides on the snapshot what to write; None, or what is there already, writes nothing.
                It is called again if somebody else moves the branch meanwhile, so it may have no effect of
                its own.
            wait: seconds to wait for other writers.

        Returns:
            The commit, or None where there was nothing to write.

        Raises:
            BadInput: the change names a path that no store may hold.
            StoreError: it could not be done, and everything is as it was: another writer, an uncommitted edit
                in the way, a hook or signer that refused, no identity, a read-only or full disk.
        """
        refuse_in_hook(self.place)
        self._require_version()
        try:
            with lock.held(self.place, wait, self._tell) as held:
                recovery.recover(self.place, held)
                done = self._until_done(operation, held)
        except OSError as error:
            raise _unwritable(error) from error
        if done is None:
            return None
        committed, after = done
        after()
        return committed

    def _require_version(self) -> None:
        if not self._version_known:
            require_version(self.git)
            self._version_known = True

    def _until_done(self, operation: Operation, held: int) -> tuple[Committed, Callable[[], None]] | None:
        for _ in range(_TRIES):
            try:
                return self._once(operation, held)
            except Moved:
                continue
        raise StoreError(
            "the branch is moved by somebody else again and again", "try again in a moment", code="moved"
        )

    def _once(self, operation: Operation, held: int) -> tuple[Committed, Callable[[], None]] | None:
        head = read_head(self.place, self.git, self._objects)
        refuse_unfinished(self.place)
        change = operation(self._at(head.commit))
        if change is None:
            return None
        check_change(change)
        settings, words = read_settings(self.git), message(change)
        built = build(self.place, self.git, head.commit, change.files, words, settings)
        if not built.targets:
            return None
        now = partial(read_head, self.place, self.git, self._objects)
        landing = Landing(self.place, self.git, head, built, settings, held, now, self._tell)
        commit = landing.land(words)
        paths = tuple(target.path.removeprefix(self.place.root) for target in built.targets)
        return Committed(commit, paths), lambda: self._afterwards(settings)

    def _afterwards(self, settings: Settings) -> None:
        if self.place.work_tree is not None:
            found = hooks.find_hooks(self.place, self.git, settings)
            if found.has("post-commit"):
                hooks.run_after(self.git, self.place.git_dir / "index", self._tell)
        if settings.maintenance:
            # The commit stands; that nothing could be tidied up is no answer to it.
            with suppress(OSError):
                maintenance.start_when_due(self.place, self.git)


def _unwritable(error: OSError) -> StoreError:
    where = f"{error.filename}: " if error.filename else ""
    said = f"{where}{error.strerror or error}"
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        hint = "reading works; to write, make the git dir and the work tree writable"
        return StoreError(f"the repository is read-only: {said}", hint, code="read_only")
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreError(f"the disk is full: {said}", "make room and try again", code="disk_full")
    return StoreError(f"cannot write: {said}", code="cannot_write")
