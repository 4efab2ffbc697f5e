"""What a command that changes a lesson's life is told: names are made sure of before the store is locked.

A lesson may be given by the beginning of its id, and is whole from here on.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from reflectgit.cli.options import typed
from reflectgit.cli.reading import failure_name, failures_named, lesson_id, only, open_both
from reflectgit.cli.terminal import put_error
from reflectgit.errors import BadInput, NotFound

if TYPE_CHECKING:
    from reflectgit.store import Store


def lessons_meant(store: Path | None, given: Sequence[str]) -> tuple["Store", list[str]]:
    """The store, and the ids of the lessons that are meant, in the order in which they are given.

    Raises:
        BadInput, BadUsage, NotFound: as `reading.lesson_id`.
    """
    there, view = open_both(store)
    with view:
        return there, [lesson_id(view, text) for text in given]


def tell_past(there: "Store", name: str, follows: str) -> None:
    """Note on standard error that the lesson holds no more, which one stands in its place, and what `follows`."""
    from reflectgit.store.index import Index

    with Index.open(there).at(there.snapshot()) as view:
        seen, row = {name}, view.lesson(name)
        while row and (by := row.value.superseded_by) and by not in seen and (there_now := view.lesson(by)):
            seen.add(by)
            row = there_now
    if row is not None and row.id != name:
        put_error(f"reflectgit: note: {name} holds no more; {row.id} stands in its place, and {follows}")


def failure_meant(there: "Store", text: str) -> str:
    """The id of the one decided failure that is meant by an id, the beginning of one, or a label.

    Raises:
        BadInput: the text can be neither. BadUsage: it may be several. NotFound: the store has no such failure.
    """
    from reflectgit.store.index import Index

    name = failure_name(text)
    with Index.open(there).at(there.snapshot()) as view:
        found = failures_named(view, name)
    if not found:
        raise NotFound(
            f"no decided failure {name} in this store",
            "Hand in the failure itself: reflectgit counterexample LESSON TERMINATION",
        )
    return only(name, found)


def name_given(option: str, text: str) -> str:
    """The text, if it can be a name (CONTRACT, "Ids"); BadInput otherwise."""
    from reflectgit.model import NAME_PATTERN

    if not re.match(NAME_PATTERN, text):
        raise BadInput(
            f"{option} is {text[:80]!r}, which is no name",
            "Write a letter or digit, then letters, digits and . _ / - (at most 200)",
        )
    return text


def repo_given(option: str, text: str) -> str:
    """The text, if it names a repository with its owner; BadInput otherwise."""
    from reflectgit.formats.inputs import is_owned

    if not is_owned(name_given(option, text)):
        raise BadInput(f"{option} is {text!r}, which names no owner", "Write owner/name, as in acme/shop")
    return text


def words_given(option: str, text: str) -> str:
    """The text; BadInput where it says nothing."""
    if not text.strip():
        raise BadInput(f"{option} is empty", "Say it in a few words; they stay in the history of the store")
    return typed(text)
