"""A repository for the demo's store: it works where git was never set up, whatever the user's settings."""

from pathlib import Path

from reflectgit.policy import render_policy
from reflectgit.store import Store, init_store, open_store
from reflectgit.store.git import Git

_SETTINGS = {
    "user.name": "reflectgit demo",
    "user.email": "demo@example.org",
    "commit.gpgsign": "false",
    "core.hooksPath": "no-hooks",
    "core.autocrlf": "false",
}


def make_store(directory: Path) -> Store:
    """A new repository with a store in it. Raises StoreError where git cannot."""
    directory.mkdir(parents=True)
    git(directory, "init", "--quiet", "--template=", "--initial-branch=main")
    for name, value in _SETTINGS.items():
        git(directory, "config", name, value)
    init_store(directory, render_policy())
    return open_store(directory)


def git(directory: Path, *arguments: str) -> str:
    """What git printed. Raises StoreError where it could not."""
    answer = Git(directory).read(*arguments)
    return answer.out.decode("utf-8", "replace")
