"""The user's hooks, run as ``git commit`` runs them.

``pre-commit`` sees an index of exactly what will be committed; ``prepare-commit-msg`` and ``commit-msg`` may
reword the message, as Gerrit's does, so long as the trailers stay; ``post-commit`` cannot object. In a bare
repository there is no ``git commit``, and none of these is run.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from reflectgit.errors import StoreError
from reflectgit.store.change import trailer_lines
from reflectgit.store.git import Git, first_complaint
from reflectgit.store.layout import Place
from reflectgit.store.settings import Settings
from reflectgit.store.worktree import link_or_copy

_BEFORE = ("pre-commit", "prepare-commit-msg", "commit-msg")


class Hooks(NamedTuple):
    """Where the user's hooks are: in a folder, and in the configuration of a git that knows such."""

    folder: Path
    configured: bool

    def may_refuse(self) -> bool:
        """Whether any would run before the commit: most stores have none, and need not pay for asking git."""
        return self.configured or any(map(self.has, _BEFORE))

    def has(self, name: str) -> bool:
        """Whether there is a hook of this name."""
        return self.configured or os.access(self.folder / name, os.X_OK)


def find_hooks(place: Place, git: Git, settings: Settings) -> Hooks:
    """The hooks of a store (``core.hooksPath`` is heeded)."""
    folder = place.common_dir / "hooks"
    if settings.hooks_path is not None:
        told = git.read("rev-parse", "--git-path", "hooks").out
        folder = git.folder / os.fsdecode(told.removesuffix(b"\n"))
    return Hooks(folder, settings.hooks_configured)


def run_before(git: Git, index: Path, tree: str, words: str, tell: Callable[[str], None]) -> str:
    """Run the hooks that may refuse; gives the message, which they may have reworded.

    Args:
        git: pinned to the work tree.
        index: our copy of the index; the hooks get another, which holds `tree` alone.
        tree: what will be committed.
        words: the commit message.
        tell: gets what the hooks print.

    Raises:
        StoreError: a hook refused, changed what would be committed, or took the trailers away (code ``hook``).
    """
    shown = index.with_name("hook-index")
    shown.unlink(missing_ok=True)
    if index.exists():
        link_or_copy(index, shown)
    git.write("read-tree", "--reset", tree, index=shown)
    note = index.with_name("COMMIT_EDITMSG")
    note.write_bytes(words.encode("utf-8"))
    _run(git, "pre-commit", (), shown, tell)
    if git.write("write-tree", index=shown).out.decode("ascii").strip() != tree:
        raise StoreError(
            "the pre-commit hook changed what would be committed, and nothing was committed",
            "let the hook leave lessons/ and ledger/ alone: their files are written byte for byte",
            code="hook",
        )
    _run(git, "prepare-commit-msg", (str(note), "message"), shown, tell)
    _run(git, "commit-msg", (str(note),), shown, tell)
    return _reworded(words, _message(note.read_bytes()))


def _run(git: Git, name: str, args: tuple[str, ...], index: Path, tell: Callable[[str], None]) -> None:
    answer = git.run_hook(name, args, index)
    for line in answer.err.splitlines():
        tell(line)
    if answer.code != 0:
        said = first_complaint(answer.err)
        raise StoreError(
            f"the {name} hook refused, and nothing was committed{': ' + said if said else ''}",
            f"mend what it objects to, or the hook ({name}), and try again",
            code="hook",
        )


def _message(data: bytes) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise StoreError(
            "a hook left a commit message that is not UTF-8 or has a NUL in it, and nothing was committed",
            "let the hook (prepare-commit-msg, commit-msg) write UTF-8 text",
            code="hook",
        )
    return text


def _reworded(before: str, after: str) -> str:
    if not set(trailer_lines(before)) <= set(trailer_lines(after)):
        raise StoreError(
            "a hook took the trailers out of the commit message, and nothing was committed",
            "let the hook keep the lines that begin with Reflectgit-",
            code="hook",
        )
    return after if after.endswith("\n") else after + "\n"


def run_after(git: Git, index: Path, tell: Callable[[str], None]) -> None:
    """Run ``post-commit``: the commit stands whatever it answers."""
    for line in git.run_hook("post-commit", (), index).err.splitlines():
        tell(line)
