"""A store: what it holds at a commit, and the one way to change it."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from reflectgit.errors import StoreError
from reflectgit.store import layout
from reflectgit.store.batch import Objects
from reflectgit.store.change import Change, Committed
from reflectgit.store.git import Git
from reflectgit.store.head import Head, read_head
from reflectgit.store.snapshot import Snapshot

if TYPE_CHECKING:
    from reflectgit.store.branches import Branch

WAIT = 30.0  # seconds that a writer waits for another one

Operation = Callable[[Snapshot], Change | Sequence[Change] | None]
Beside = Callable[[Snapshot], "Sequence[Branch]"]
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
        tell: gets lines for a person.
    """

    def __init__(self, place: layout.Place, tell: Tell | None = None) -> None:
        self.place = place
        self.git: Git = place.git()
        self.tell: Tell = tell or _to_stderr
        self._objects = Objects(self.git)

    def head(self) -> str | None:
        """The commit that is checked out; None on a branch without one."""
        return self.read_head().commit

    def read_head(self) -> Head:
        """The branch that is checked out, and its commit."""
        return read_head(self.place, self.git, self._objects)

    def snapshot(self, commit: str | None = None) -> Snapshot:
        """The store at `commit` (a full id), or at HEAD.

        Raises:
            StoreError: there is no such commit.
        """
        if commit is None:
            return self.at(self.head())
        asked = ("rev-parse", "--verify", "-q", "--end-of-options", f"{commit}^{{commit}}")
        answer = self.git.read(*asked, ok=range(256))
        if answer.code != 0:
            raise StoreError(
                f"{commit!r} names no commit here", "name a commit or a branch", code="no_commit"
            )
        return self.at(answer.out.decode("ascii").split()[-1])

    def at(self, commit: str | None) -> Snapshot:
        """The store at a commit that is known to exist; None stands for a branch without one."""
        return Snapshot(self.place, self.git, self._objects, commit)

    def close(self) -> None:
        """End the child process that serves reads; the store may be used again."""
        self._objects.close()

    def transact(
        self, operation: Operation, wait: float = WAIT, *, beside: Beside | None = None
    ) -> Committed | None:
        """Do one operation as one commit: under the lock, on what HEAD holds then.

        Args:
            operation: decides on the snapshot what to write; None, or what is there already, writes nothing. Several
                changes are commits one after the other, which the branch takes in one move. It is called again if
                somebody else moves the branch meanwhile, so it may have no effect of its own.
            wait: seconds to wait for other writers.
            beside: what is to become of other branches; asked, still under the lock, of what HEAD holds afterwards.
                The commits stand whatever comes of it, and what cannot be done is told.

        Returns:
            The commits, or None where there was nothing to write.

        Raises:
            BadInput: the change names a path that no store may hold.
            StoreError: it could not be done, and everything is as it was: another writer, an uncommitted edit
                in the way, a hook or signer that refused, no identity, a read-only or full disk.
        """
        # What only reads does not pay for loading what writes.
        from reflectgit.store.transaction import transact

        return transact(self, operation, wait, beside)
