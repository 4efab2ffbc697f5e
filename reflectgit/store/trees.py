"""How two trees differ, told in the conversation with git that is open anyway.

Only the folders on the way to what differs are read, all of one depth in one batch: 0.6 ms for the files of an
admission, where a ``git diff-tree`` costs 3 ms.
"""

import os
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from reflectgit.errors import StoreError
from reflectgit.store.batch import Found, Objects

_FOLDER = b"40000"
#: The entries of a raw tree object (``mode name NUL id`` …), by the size of an id in bytes.
_ENTRIES = {size: re.compile(rb"([0-7]+) ([^\0]+)\0(.{%d})" % size, re.DOTALL) for size in (20, 32)}


class Side(NamedTuple):
    """What stands at a path on one side."""

    mode: bytes
    id: str


class Difference(NamedTuple):
    """A path that is not the same on both sides; None where nothing stands there, or a folder."""

    path: str
    before: Side | None
    after: Side | None


class _Pair(NamedTuple):
    """What stands at a path on both sides."""

    path: bytes
    before: Side | None
    after: Side | None

    def only(self, folders: bool) -> "_Pair":
        """The sides that are folders, or those that are not."""
        sides = (side if side and (side.mode == _FOLDER) == folders else None for side in self[1:])
        return _Pair(self.path, *sides)


def differences(
    objects: Objects, before: Found | None, after: Found | None, within: Iterable[str]
) -> list[Difference]:
    """What differs between two trees, in the order of the paths as bytes.

    Args:
        objects: the repository's.
        before, after: the trees; None for an empty one.
        within: the names at the top that count.

    Raises:
        StoreError: a tree on the way is missing (code ``no_commit``).
    """
    counted = set(map(os.fsencode, within))
    pairs = [pair for pair in _changed(b"", before, after) if pair.path in counted]
    files: list[_Pair] = []
    while pairs:
        files += [file for pair in pairs if any((file := pair.only(folders=False))[1:])]
        folders = [folder for pair in pairs if any((folder := pair.only(folders=True))[1:])]
        trees = _read(objects, folders)
        pairs = [
            inner
            for folder in folders
            for inner in _changed(
                folder.path + b"/", *(trees.get(side.id) if side else None for side in folder[1:])
            )
        ]
    return [Difference(os.fsdecode(path), *sides) for path, *sides in sorted(files)]


def _read(objects: Objects, folders: Sequence[_Pair]) -> dict[str, Found]:
    """The trees of the folders, by id."""
    wanted = list(dict.fromkeys(side.id for _, *sides in folders for side in sides if side))
    trees = {name: found for name, found in zip(wanted, objects.get(wanted), strict=True) if found}
    if len(trees) != len(wanted):
        raise StoreError("a folder of the commit is missing here", "run: git fsck", code="no_commit")
    return trees


def _changed(path: bytes, before: Found | None, after: Found | None) -> list[_Pair]:
    """What differs between two versions of a folder."""
    mine, theirs = (entries(tree) if tree else set() for tree in (before, after))
    old = {name: Side(mode, id_.hex()) for mode, name, id_ in mine - theirs}
    new = {name: Side(mode, id_.hex()) for mode, name, id_ in theirs - mine}
    return [_Pair(path + name, old.get(name), new.get(name)) for name in old | new]


def entries(tree: Found) -> set[tuple[bytes, bytes, bytes]]:
    """Mode, name and id (raw) of what a tree holds."""
    return set(_ENTRIES[len(tree.id) // 2].findall(tree.data))
