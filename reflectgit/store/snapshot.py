"""Reading a store at one commit: names by ``ls-tree``, contents and differences by one ``cat-file --batch``.

Walking object by object costs 25 times as much as one conversation with ``cat-file`` (STYLE, measured). Names
and contents are exact bytes; nothing here depends on the work tree, so only what is committed is seen.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from reflectgit.errors import StoreError
from reflectgit.store.batch import Found, Objects
from reflectgit.store.git import Git
from reflectgit.store.layout import TOP, Place
from reflectgit.store.trees import differences, entries

_REGULAR = (b"100644", b"100755")


class Entry(NamedTuple):
    """A file of the store: its path from the store's root, and the id of its blob."""

    path: str
    blob: str


class Snapshot:
    """A store at one commit, read-only. `commit` is None on a branch that has no commit yet.

    Paths are relative to the store's root. A path that no store could hold is simply not there.
    """

    def __init__(self, place: Place, git: Git, objects: Objects, commit: str | None) -> None:
        self.commit = commit
        self._place = place
        self._git = git
        self._objects = objects
        self._changes: dict[str, dict[str, str | None]] = {}

    def read(self, path: str) -> bytes | None:
        """The bytes of one file, or None where there is no such file."""
        return next(self._contents([path]))

    def read_many(self, paths: Iterable[str]) -> dict[str, bytes]:
        """The bytes of several files by path; those that do not exist are left out."""
        wanted = list(paths)
        found = zip(wanted, self._contents(wanted), strict=True)
        return {path: data for path, data in found if data is not None}

    def _contents(self, paths: list[str]) -> Iterator[bytes | None]:
        asked = [self._place.root + path for path in paths if self.commit is not None and _plain(path)]
        answers = dict(
            zip(asked, self._objects.blobs(f"{self.commit}:{path}" for path in asked), strict=True)
        )
        for path in paths:
            data = answers.get(self._place.root + path)
            if data is None and self._place.root + path in answers:
                self._require_absent(self._place.root + path)
            yield data

    def _require_absent(self, path: str) -> None:
        """Raises StoreError if the tree does name the file: then its object is lost, which git calls "missing" too."""
        parts = path.split("/")
        names = [f"{self.commit}:{'/'.join(parts[:depth])}" for depth in range(len(parts))]
        for part, answer in zip(parts, self._objects.get(names), strict=True):
            if answer is None:
                raise _lost(path)
            there = {name: mode for mode, name, _ in entries(answer)} if answer.kind == b"tree" else {}
            mode = there.get(os.fsencode(part))
            if mode is None:
                return
        if mode in _REGULAR:
            raise _lost(path)

    def read_blobs(self, entries: Iterable[Entry]) -> Iterator[tuple[Entry, bytes]]:
        """The bytes of each entry, in the order of the entries, as a stream."""
        ahead = list(entries)
        for entry, data in zip(ahead, self._objects.blobs(entry.blob for entry in ahead), strict=True):
            if data is None:
                raise _lost(entry.path)
            yield entry, data

    def entries(self, prefix: str = "") -> Iterator[Entry]:
        """The store's files whose path begins with `prefix`, in the order of their paths as bytes.

        Symbolic links and submodules are no files of a store and are left out.
        """
        if self.commit is None or not _possible(prefix):
            return
        asked = ("ls-tree", "-r", "-z", "--full-tree", self.commit, "--", *self._pathspecs(prefix))
        listed = self._git.read(*asked)
        for line in listed.out.split(b"\0")[:-1]:
            head, _, name = line.partition(b"\t")
            mode, _, blob = head.split(b" ")
            path = os.fsdecode(name)[len(self._place.root) :]
            if mode in _REGULAR and path.startswith(prefix):
                yield Entry(path, blob.decode("ascii"))

    def _pathspecs(self, prefix: str) -> list[str]:
        folder = prefix.rpartition("/")[0]
        return [f":(literal){self._place.root}{path}" for path in ([folder] if folder else TOP)]

    def changes(self, since: str) -> Mapping[str, str | None]:
        """What differs from commit `since`: each path with its blob here, None where it is gone here.

        Told once for both indexes.

        Raises:
            StoreError: `since` is not in this repository (code ``no_commit``): it was pruned, or the clone is
                another one.
        """
        if self.commit is None:
            return {}
        if since not in self._changes:
            self._changes[since] = self._compared(since)
        return self._changes[since]

    def _compared(self, since: str) -> dict[str, str | None]:
        folder = self._place.root.removesuffix("/")
        names = (since, f"{since}:{folder}", f"{self.commit}:{folder}")
        known, before, after = self._objects.get(names)
        if known is None or known.kind != b"commit":
            raise StoreError(f"{since}: no such commit here", "rebuild from the whole tree", code="no_commit")
        differing = differences(self._objects, _tree(before), _tree(after), TOP)
        return {path: now.id if now and now.mode in _REGULAR else None for path, _, now in differing}


def _tree(found: Found | None) -> Found | None:
    return found if found is not None and found.kind == b"tree" else None


def _lost(path: str) -> StoreError:
    return StoreError(
        f"the git repository looks damaged: the object of {path} is missing", "run: git fsck", code="damaged"
    )


def _plain(path: str) -> bool:
    """A path of a file below one of the store's folders, or of one of its two files; anything else is not there."""
    return _possible(path) and path.partition("/")[0] in TOP and not path.endswith("/")


def _possible(prefix: str) -> bool:
    """The beginning of a path that means one place in the tree: no ``..``, nothing absolute, no line end."""
    try:
        octets = os.fsencode(prefix)
    except UnicodeEncodeError:
        return False
    folders = octets.removesuffix(b"/").split(b"/")
    return not octets or not ({b"", b".", b".."} & set(folders) or b"\n" in octets or b"\0" in octets)
