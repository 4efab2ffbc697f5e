"""The user's settings that decide how a commit is made, read by one command.

``git var -l`` lists the configuration and both identities. An identity is never guessed from the machine's
name: what a lesson's history says of its author was said by somebody.
"""

import os
from collections.abc import Iterable
from typing import NamedTuple

from reflectgit.errors import StoreError
from reflectgit.store.git import Git

#: What git drops from the ends of a name or an address; where that is all, `git commit` refuses.
_CRUD = "".join(map(chr, range(33))) + ".,:;<>\"\\'"
_NO = {"false", "no", "off", "0", ""}


class Settings(NamedTuple):
    """Who commits, and what the user's configuration asks for.

    `author` and `committer` are as a commit has them: ``Name <email> seconds zone``.
    """

    author: str
    committer: str
    sign: bool
    sparse: bool
    excludes_file: str | None
    hooks_path: str | None
    hooks_configured: bool
    maintenance: bool


def read_settings(git: Git) -> Settings:
    """Raises StoreError (code ``no_identity``) where a name or an address is not set."""
    listed = git.read("-c", "i18n.commitEncoding=UTF-8", "var", "-l").out
    values = dict(_pairs(listed.decode("utf-8", "surrogateescape").splitlines()))
    for role in ("author", "committer"):
        _require_identity(role, values)
    excludes = values.get("core.excludesfile")
    return Settings(
        author=values["GIT_AUTHOR_IDENT"],
        committer=values["GIT_COMMITTER_IDENT"],
        sign=_true(values.get("commit.gpgsign", "false")),
        sparse=_true(values.get("core.sparsecheckout", "false")),
        excludes_file=None if excludes is None else os.fsdecode(excludes.encode("utf-8", "surrogateescape")),
        hooks_path=values.get("core.hookspath"),
        hooks_configured=any(key.startswith("hook.") for key in values),
        maintenance=_true(values.get("maintenance.auto", "true")) and values.get("gc.auto") != "0",
    )


def _pairs(lines: Iterable[str]) -> Iterable[tuple[str, str]]:
    for line in lines:
        key, equals, value = line.partition("=")
        yield key, value if equals else "true"


def _true(text: str) -> bool:
    return text.strip().lower() not in _NO


def _shown(told: str) -> str:
    return f"{told!r}, which says nothing" if told else "not set"


def _require_identity(role: str, values: dict[str, str]) -> None:
    for part in ("name", "email"):
        told = os.environ.get(f"GIT_{role.upper()}_{part.upper()}")
        if told is None:
            told = values.get(f"{role}.{part}") or values.get(f"user.{part}") or ""
        if not told.strip(_CRUD):
            raise StoreError(
                f"git does not know who you are ({role} {part} is {_shown(told)})",
                'set git config user.name "Your Name" and git config user.email you@example.org',
                code="no_identity",
            )
