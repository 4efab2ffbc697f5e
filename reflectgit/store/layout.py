"""Where a store lies, and which paths it may hold."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from reflectgit.errors import BadInput, StoreError
from reflectgit.store.git import Git

POLICY_FILE = "reflectgit.toml"
ATTRIBUTES_FILE = ".gitattributes"
FOLDERS = ("lessons", "ledger")

#: Everything of a repository that is the store's: nothing else is read or written.
TOP = (ATTRIBUTES_FILE, *reversed(FOLDERS), POLICY_FILE)

#: Lower-case ASCII alone: safe on every disk, and two names can never differ by case only.
_COMPONENT = re.compile(r"[a-z0-9_][a-z0-9._-]{0,199}", re.ASCII)


class Place(NamedTuple):
    """One store in one checkout.

    Attributes:
        git_dir: the git dir of this worktree: its HEAD and its index lie there.
        common_dir: what all worktrees of the repository share: objects, branches, our lock.
        work_tree: the top of the work tree; None in a bare repository.
        root: the store's folder in the tree, ``""`` or ``"folder/"`` (slash at the end).
        object_format: ``sha1`` or ``sha256``.
    """

    git_dir: Path
    common_dir: Path
    work_tree: Path | None
    root: str
    object_format: str

    @property
    def folder(self) -> Path:
        """The store's folder on disk; the git dir where there is no work tree."""
        return self.git_dir if self.work_tree is None else self.work_tree / self.root

    @property
    def private(self) -> Path:
        """Our own folder in the git dir shared by all worktrees: the lock, the journal, the cache."""
        return self.common_dir / "reflectgit"

    @property
    def zero(self) -> str:
        """The object id that stands for "no object"."""
        return "0" * (64 if self.object_format == "sha256" else 40)

    def git(self) -> Git:
        """git, pinned to this place."""
        return Git(self.work_tree or self.git_dir, self.git_dir, self.work_tree)


def check_path(path: str) -> str:
    """A path that a store may hold, relative to its root.

    Raises:
        BadInput: anything else: ``..``, an absolute path, an upper-case or control character, a leading ``-``,
            a folder that is not the store's.
    """
    if path in (POLICY_FILE, ATTRIBUTES_FILE):
        return path
    top, *rest = path.split("/")
    if top in FOLDERS and rest and all(_COMPONENT.fullmatch(part) for part in rest):
        return path
    shown = path[:80].encode("unicode_escape").decode("ascii")
    raise BadInput(
        f"{shown!r} is not a path of a store",
        "paths are lessons/… or ledger/… with lower-case letters, digits, '.', '_' and '-'",
        code="bad_path",
    )


def parents(paths: Iterable[str]) -> list[str]:
    """Every folder above the paths, each once, shortest first."""
    found = {folder for path in paths for folder in _above(path)}
    return sorted(found, key=lambda folder: (folder.count("/"), folder))


def _above(path: str) -> Iterator[str]:
    parts = path.split("/")[:-1]
    for length in range(1, len(parts) + 1):
        yield "/".join(parts[:length])


# --- finding a store ------------------------------------------------------------------------------------


def find(start: Path | None) -> Place:
    """The store that is meant: `start`, else ``REFLECTGIT_STORE``, else the nearest one upward.

    A store is a folder whose ``reflectgit.toml`` is committed on the branch checked out there (on a branch
    without a commit, the file itself is enough). The search upward ends at the top of the repository: a
    submodule or a nested clone never writes into the repository around it.

    Raises:
        StoreError: there is no store, no repository, or git cannot or will not read it.
    """
    named = start or (Path(told) if (told := os.environ.get("REFLECTGIT_STORE")) else None)
    if named is not None:
        return _store_at(_existing(named))
    here = _current()
    folder = next((each for each in _upward(here) if (each / POLICY_FILE).is_file()), here)
    return _store_at(folder, searched=True)


def _existing(folder: Path) -> Path:
    if not folder.is_dir():
        raise StoreError(f"{folder}: no such folder", "name the store's folder", code="no_store")
    return folder.resolve()


def _current() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError as error:
        raise StoreError(
            "the current folder is gone", "go to a folder that exists", code="no_folder"
        ) from error


def _upward(folder: Path) -> Iterator[Path]:
    for each in (folder, *folder.parents):
        yield each
        if (each / ".git").exists():
            return


def _store_at(folder: Path, searched: bool = False) -> Place:
    place = locate(folder)
    git = place.git()
    roots = [place.root]
    if searched and place.work_tree is not None:
        # A sparse checkout may leave the file out of the work tree: then the commit knows.
        roots += [f"{above}/" for above in reversed(parents([place.root]))][1:] + ([""] if place.root else [])
    for root in roots:
        if git.read("cat-file", "-e", f"HEAD:{root}{POLICY_FILE}", ok=range(256)).code == 0:
            return place._replace(root=root)
    born = git.read("rev-parse", "--verify", "-q", "HEAD", ok=range(256)).code == 0
    if born:
        # Raises where the commit cannot be read: a damaged repository is not one without a store.
        git.read("ls-tree", "HEAD", f"{place.root}{POLICY_FILE}")
    if not (folder / POLICY_FILE).is_file() or place.work_tree is None:
        raise StoreError(f"{folder}: no store here{' or above' if searched else ''}", _MEND, code="no_store")
    if not born:
        return place
    raise StoreError(
        f"{folder / POLICY_FILE} is not committed on this branch",
        "commit it, or move it away and run: reflectgit init",
        code="no_store",
    )


_MEND = "run: reflectgit init, or name a store with --store DIR"


def locate(folder: Path) -> Place:
    """What git says of a folder: its repository, and the folder's place in the tree.

    Raises:
        StoreError: no repository there, or git cannot or will not read it.
    """
    answer = Git(folder).read(
        "rev-parse",
        "--is-bare-repository",
        "--is-inside-git-dir",
        "--show-object-format",
        "--absolute-git-dir",
        "--git-common-dir",
        "--show-prefix",
        "--show-cdup",
        ok=(0,),
    )
    bare, inside, object_format, git_dir, common, *rest = os.fsdecode(answer.out).split("\n")
    if bare != "true" and inside == "true":
        raise StoreError(f"{folder} is inside a git dir", "go to the work tree", code="no_store")
    common_dir = (folder / common).resolve()
    if bare == "true":
        return Place(Path(git_dir), common_dir, None, "", object_format)
    if len(rest) > 3:
        raise StoreError(f"{folder}: a line end in a folder's name", "rename the folder", code="no_store")
    prefix, cdup = rest[0], rest[1]
    return Place(Path(git_dir), common_dir, (folder / cdup).resolve(), prefix, object_format)
