"""What the reading commands share: the store's last commit as a view, and names that are safe to look up."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from reflectgit.cli.terminal import put_error
from reflectgit.errors import BadInput, BadUsage, NotFound

if TYPE_CHECKING:
    from reflectgit.store.index import View

#: A lesson's id is a slug and eight hex digits (CONTRACT, "Ids"); nothing else gets near a path or git.
_LESSON = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*-?")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,199}")
_LONGEST = 200


def open_view(store: Path | None) -> "View":
    """The store's last commit, read through its index; standard error names files that cannot be read."""
    from reflectgit.store import open_store
    from reflectgit.store.index import Index

    there = open_store(store)
    view = Index.open(there).at(there.snapshot())
    for broken in view.broken():
        put_error(f"reflectgit: note: left out: {broken.error}")
    return view


def lesson_id(view: "View", text: str) -> str:
    """The id of the one lesson that is meant by an id or the beginning of one.

    Raises:
        BadInput: the text cannot be an id. BadUsage: it may be several. NotFound: there is no such lesson.
    """
    if len(text) > _LONGEST or not _LESSON.fullmatch(text):
        raise BadInput(f"{text[:80]!r} is not the id of a lesson", "Take an id from: reflectgit list --all")
    found = view.lessons_beginning(text)
    if not found:
        raise NotFound(f"no lesson {text} in this store", "See what there is: reflectgit list --all")
    return only(text, found)


def failure_name(text: str) -> str:
    """The text, if it can be a failure's id, the beginning of one, or a label; BadInput otherwise."""
    if not _NAME.fullmatch(text) or ".." in text:
        raise BadInput(
            f"{text[:80]!r} is no failure id and no label", "Take an id from: reflectgit show LESSON"
        )
    return text


def only(text: str, found: list[str]) -> str:
    """The one that was found; BadUsage where the text may mean several."""
    if len(found) > 1:
        raise BadUsage(f"{text} may be any of {', '.join(found[:5])}", "Give the whole id")
    return found[0]
