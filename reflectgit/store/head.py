"""Where the branch stands, and whether this is a moment to move it."""

import os
from pathlib import Path
from typing import NamedTuple

from reflectgit.errors import StoreError
from reflectgit.store.batch import Objects
from reflectgit.store.git import Git, failure
from reflectgit.store.layout import Place


class Head(NamedTuple):
    """The checked-out branch.

    Attributes:
        ref: its full name; ``HEAD`` where it is detached (a commit made there is as safe as one of the user's).
        commit: its newest commit; None on a branch that has none yet.
    """

    ref: str
    commit: str | None


_BRANCH = "ref: refs/heads/"


def read_head(place: Place, git: Git, objects: Objects) -> Head:
    """Where HEAD stands now.

    Raises:
        StoreError: HEAD is damaged.
    """
    try:
        said = os.fsdecode((place.git_dir / "HEAD").read_bytes()).rstrip("\n")
    except OSError:
        return _ask_git(git)
    # One line in a file and a conversation that is open anyway: 0.1 ms instead of 1.4. In a repository that
    # keeps its refs in a table the file names no branch, and git is asked.
    ref = said.removeprefix("ref: ") if said.startswith(_BRANCH) else "HEAD"
    commit = objects.commit(ref)
    return _ask_git(git) if commit is None else Head(ref, commit)


def _ask_git(git: Git) -> Head:
    asked = ("rev-parse", "HEAD", "--symbolic-full-name", "HEAD")
    answer = git.read(*asked, ok=range(256))
    said = os.fsdecode(answer.out).splitlines()
    if answer.code == 0:
        return Head(said[1], said[0])
    named = git.read("symbolic-ref", "-q", "HEAD", ok=range(256))
    ref = os.fsdecode(named.out).strip()
    if named.code != 0 or "broken" in git.read("for-each-ref", ref).err:
        raise failure(asked, answer)
    return Head(ref, None)


# A rebase, a cherry-pick or a bisection takes HEAD back when it is given up, and a commit made meanwhile is lost
# with it. A merge does not: `git merge --abort` goes back to HEAD, and concluding it takes our files along.
_UNFINISHED = {
    "rebase-merge": ("rebase", "git rebase --continue or --abort"),
    "rebase-apply": ("rebase or am", "git rebase --continue or --abort (git am --continue or --abort)"),
    "CHERRY_PICK_HEAD": ("cherry-pick", "git cherry-pick --continue or --abort"),
    "REVERT_HEAD": ("revert", "git revert --continue or --abort"),
    "BISECT_LOG": ("bisect", "git bisect reset"),
}


def refuse_unfinished(place: Place) -> None:
    """Raises StoreError (code ``unfinished``) in the middle of what would drop or displace a commit."""
    for name, (what, mend) in _UNFINISHED.items():
        if (place.git_dir / name).exists():
            raise StoreError(f"a {what} is in progress here", f"end it first: {mend}", code="unfinished")


def refuse_in_hook(place: Place) -> None:
    """Raises StoreError (code ``in_hook``) inside a hook of this very repository.

    git has the commit half made there: another one beside it would be lost or would fail the user's. A hook of
    another repository is none of our business.
    """
    for name in ("GIT_INDEX_FILE", "GIT_QUARANTINE_PATH"):
        told = os.environ.get(name)
        if told and _belongs(told, place):
            raise StoreError(
                "reflectgit does not write inside a git hook of the same repository",
                "run it when git has ended",
                code="in_hook",
            )


def _belongs(told: str, place: Place) -> bool:
    # A relative path is one from the top of the work tree, where git starts a hook, or from where we are.
    bases = (Path(os.curdir), *([place.work_tree] if place.work_tree else []))
    homes = {place.git_dir.resolve(), place.common_dir}
    return any(not homes.isdisjoint((base / told).resolve().parents) for base in bases)
