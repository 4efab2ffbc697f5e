"""What an operation is about to do, on disk before it does it: what a later one needs after a kill.

The journal is written and synced before anything of the user's is touched, and removed last. It names the
ref with its old and its new commit, and each file of the work tree as it was seen.
"""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from reflectgit.store.layout import Place
from reflectgit.store.objects import Target

_NAME = "journal"
Stamp = tuple[int, int, int, int]


class Touched(NamedTuple):
    """One file of the work tree: its target, and its inode, size and times before (None: it was not there)."""

    target: Target
    seen: Stamp | None


class Journal(NamedTuple):
    """One operation in flight.

    Attributes:
        ref: the branch, or ``HEAD`` where it is detached.
        old, new: the commit that the ref names before and after; `old` is None on a branch without one.
        git_dir: the git dir of the worktree that the operation works in.
        work_tree: its work tree, None in a bare repository.
        files: what it changes in the work tree.
        folders: those folders above them that it has to make, shortest first.
    """

    ref: str
    old: str | None
    new: str
    git_dir: Path
    work_tree: Path | None
    files: tuple[Touched, ...]
    folders: tuple[str, ...]


def write(place: Place, journal: Journal) -> None:
    """Put the journal on disk, whole or not at all."""
    plain = journal._replace(
        git_dir=os.fspath(journal.git_dir),  # type: ignore[arg-type]
        work_tree=journal.work_tree and os.fspath(journal.work_tree),  # type: ignore[arg-type]
    )._asdict()
    path = place.private / _NAME
    fresh = path.with_suffix(".new")
    with fresh.open("wb") as stream:
        stream.write(json.dumps(plain).encode("ascii"))
        stream.flush()
        os.fsync(stream.fileno())
    fresh.replace(path)
    sync_folder(place.private)


def read(place: Place) -> Journal | None:
    """The journal of an operation that did not end, or None."""
    try:
        plain: dict[str, Any] = json.loads((place.private / _NAME).read_bytes())
    except FileNotFoundError:
        return None
    return Journal(
        ref=plain["ref"],
        old=plain["old"],
        new=plain["new"],
        git_dir=Path(plain["git_dir"]),
        work_tree=Path(plain["work_tree"]) if plain["work_tree"] else None,
        files=tuple(_touched(plain["files"])),
        folders=tuple(plain["folders"]),
    )


def amend(place: Place, new: str) -> None:
    """The commit is another one by now: signed, or with the words of a hook."""
    journal = read(place)
    assert journal is not None
    write(place, journal._replace(new=new))


def _touched(files: Iterable[list[Any]]) -> Iterable[Touched]:
    for target, seen in files:
        yield Touched(Target(*target), None if seen is None else tuple(seen))


def written_at(place: Place) -> float:
    """When the journal was written, by the clock of its disk."""
    return (place.private / _NAME).stat().st_mtime


def remove(place: Place) -> None:
    """The operation has ended: nothing of it is left to mend."""
    (place.private / _NAME).unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make a rename in a folder last."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
