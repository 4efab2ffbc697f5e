"""What the reading commands share: the store's last commit as a view, and names that are safe to look up."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from reflectgit.cli.options import open_there
from reflectgit.cli.terminal import put_error
from reflectgit.errors import BadInput, BadUsage, NotFound, StoreError

if TYPE_CHECKING:
    from reflectgit.store import Store
    from reflectgit.store.index import View
    from reflectgit.store.index_rows import Kind

#: A lesson's id is a slug and eight hex digits (CONTRACT, "Ids"); nothing else gets near a path or git.
_LESSON = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*-?")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,199}")
_LONGEST = 200


def open_view(store: Path | None) -> "View":
    """The store's last commit, read through its index; standard error names files that cannot be read."""
    return open_both(store)[1]


def open_both(store: Path | None) -> tuple["Store", "View"]:
    """The store, and the view of its last commit as `open_view` gives it."""
    from reflectgit.store.index import Index

    there = open_there(store)
    view = Index.open(there).at(there.snapshot())
    tell_left_out(broken.error for broken in view.broken())
    return there, view


def tell_left_out(errors: Iterable[str]) -> None:
    """Name on standard error the files that could not be read: ``path:line: reason``."""
    for error in errors:
        put_error(f"reflectgit: note: left out: {error}")


def check_readable(view: "View", kind: "Kind", name: str) -> None:
    """Raise StoreError, with line and reason, where the file that is named so is there but cannot be read."""
    from reflectgit.store.index_rows import kind_of, stem_of

    for broken in view.broken():
        if kind_of(broken.path) == kind and stem_of(broken.path).startswith(name):
            raise StoreError(broken.error, "Mend the file and commit it", code="unreadable")


def lesson_id(view: "View", text: str, *, waiting: bool = False) -> str:
    """The id of the one lesson that is meant by an id or the beginning of one; `waiting`, also of one that is no lesson
    yet because it waits for approval.

    Raises:
        BadInput: the text cannot be an id. BadUsage: it may be several. NotFound: there is no such lesson; a
            failure is named as what it is.
    """
    could_be = len(text) <= _LONGEST and _LESSON.fullmatch(text) is not None
    found = living(view, view.lessons_beginning(text)) if could_be else []
    if not found and _is_failure(view, text):
        raise NotFound(f"{text} is a failure and no lesson", f"See its decision: reflectgit explain {text}")
    if not could_be:
        raise BadInput(f"{text[:80]!r} is not the id of a lesson", "Take an id from: reflectgit list --all")
    pending = [] if found else waiting_named(view, text)
    if pending and not waiting:
        raise NotFound(
            f"{pending[0]} waits for approval", f"Let it in first: reflectgit approve {pending[0]}"
        )
    if not found and not pending:
        raise NotFound(f"no lesson {text} in this store", "See what there is: reflectgit list --all")
    return only(text, found or pending, _none_holds(view, found))


def _none_holds(view: "View", found: list[str]) -> bool:
    rows = [view.lesson(name) for name in found]
    return bool(rows) and all(row is not None and row.value.superseded_by is not None for row in rows)


def waiting_named(view: "View", text: str) -> list[str]:
    """The ids that begin so of lessons that wait for approval, in order; of a whole id that one alone."""
    from reflectgit.pending import waits

    decisions = [row.value.decision for row in view.terminations()]
    admitted = {one.lesson_id or "" for one in decisions if one.decision == "admitted"}
    found = sorted(name for name in admitted if name.startswith(text) and waits(view, name))
    return [text] if text in found else found


def living(view: "View", found: list[str]) -> list[str]:
    """Of lessons that begin so, the one that holds today, where it is one alone: the others are its past."""
    rows = [view.lesson(name) for name in found] if len(found) > 1 else []
    if None in rows:  # one that cannot be read may hold today
        return found
    living = [row.id for row in rows if row is not None and row.value.superseded_by is None]
    return living if len(living) == 1 else found


def _is_failure(view: "View", text: str) -> bool:
    if not _NAME.fullmatch(text):
        return False
    return bool(view.terminations(label=text)) or (
        text.startswith("f-") and bool(view.failures_beginning(text))
    )


def failure_name(text: str) -> str:
    """The text, if it can be a failure's id, the beginning of one, or a label; BadInput otherwise."""
    if not _NAME.fullmatch(text):
        raise BadInput(
            f"{text[:80]!r} is no failure id and no label", "Take an id from: reflectgit list --failures"
        )
    return text


def failures_named(view: "View", name: str) -> list[str]:
    """The ids of the decided failures that may be meant: the one with that id, else by label, else by beginning.

    An id is the store's own and a label is anybody's: where a failure has another one's id for its label, standard
    error says that it is not the one that is shown.
    """
    labelled = {row.value.failure_id for row in view.terminations(label=name)}
    beginning = view.failures_beginning(name)
    if name not in beginning:
        return sorted(labelled) or beginning
    if others := sorted(labelled - {name}):
        put_error(f"reflectgit: note: {name} is the label of {', '.join(others[:5])} as well")
    return [name]


def only(text: str, found: list[str], none_holds: bool = False) -> str:
    """The one that was found; BadUsage where the text may mean several. `none_holds`: all of them are past."""
    if len(found) > 1:
        past = "; none of them holds today" if none_holds else ""
        raise BadUsage(
            f"{text} may be any of {', '.join(found[:5])}{past}",
            "Give more of its beginning, or the whole id",
        )
    return found[0]
