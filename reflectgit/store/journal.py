"""What an operation is about to do, on disk before it does it: what a later one needs after a kill.

The journal is written and synced before anything of the user's is touched, and removed last. It names the
ref with its old and its new commit, and each file of the work tree as it was seen. On disk it names folders from
the common git dir: a repository that was copied or moved since finds its own, never those of the original.
"""

import json
import os
from collections.abc import Iterable
from contextlib import suppress
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


class Damaged(Exception):
    """The journal cannot be read as one."""


class Journal(NamedTuple):
    """One operation in flight.

    Attributes:
        ref: the branch, or ``HEAD`` where it is detached.
        old, new: the commit that the ref names before and after; `old` is None on a branch without one.
        git_dir: the git dir of the worktree that the operation works in.
        work_tree: its work tree; None in a bare repository, and where it is gone or another repository's by now.
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
    plain = journal._asdict()
    plain["git_dir"] = os.path.relpath(journal.git_dir, place.common_dir)
    plain["work_tree"] = journal.work_tree and os.path.relpath(journal.work_tree, place.common_dir)
    path, fresh = place.private / _NAME, _draft(place)
    with fresh.open("wb") as stream:
        stream.write(json.dumps(plain).encode("ascii"))
        stream.flush()
        os.fsync(stream.fileno())
    fresh.replace(path)
    sync_folder(place.private)


def _draft(place: Place) -> Path:
    return (place.private / _NAME).with_suffix(".new")


def drop_draft(place: Place) -> None:
    """Take away a journal that was not written to its end: nothing had begun yet."""
    _draft(place).unlink(missing_ok=True)


def read(place: Place) -> Journal | None:
    """The journal of an operation that did not end, or None.

    Raises:
        Damaged: there is one, and nothing can be made of it.
    """
    try:
        return _parsed(place, json.loads((place.private / _NAME).read_bytes()))
    except FileNotFoundError:
        return None
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise Damaged from error


def _parsed(place: Place, plain: dict[str, Any]) -> Journal:
    git_dir = (place.common_dir / plain["git_dir"]).resolve()
    return Journal(
        ref=str(plain["ref"]),
        old=plain["old"],
        new=str(plain["new"]),
        git_dir=git_dir,
        work_tree=_work_tree(place, git_dir, plain["work_tree"]),
        files=tuple(_touched(plain["files"])),
        folders=tuple(map(str, plain["folders"])),
    )


def _work_tree(place: Place, git_dir: Path, told: str | None) -> Path | None:
    """The work tree of a git dir as it lies now; None where there is none or it belongs to another git dir."""
    if told is None or git_dir == place.git_dir.resolve():
        return place.work_tree
    entry = place.common_dir / told / ".git"
    with suppress(
        FileNotFoundError
    ):  # only a linked worktree has this file, which follows it when it is moved
        entry = git_dir / os.fsdecode((git_dir / "gitdir").read_bytes().rstrip(b"\n"))
    return entry.parent.resolve() if _leads_to(entry) == git_dir else None


def _leads_to(entry: Path) -> Path | None:
    """The git dir that a work tree's ``.git``, a folder or a file, stands for."""
    if entry.is_dir():
        return entry.resolve()
    if not entry.is_file():
        return None
    return (entry.parent / os.fsdecode(entry.read_bytes().removeprefix(b"gitdir: ").rstrip(b"\n"))).resolve()


def set_aside(place: Place) -> Path:
    """Put a damaged journal where it is in nobody's way; gives its new place."""
    aside = place.private / f"{_NAME}.damaged"
    (place.private / _NAME).replace(aside)
    return aside


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
