"""``reflectgit pending``: the failures that the recorder keeps, and what to do with each."""

import shlex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.cli.reading import only
from reflectgit.cli.terminal import entries, paint, put, put_json
from reflectgit.errors import NotFound

if TYPE_CHECKING:
    from reflectgit.recorder.records import Failed
    from reflectgit.recorder.shelf import Shelf

EXAMPLES = example("reflectgit pending", "reflectgit pending --json", "reflectgit pending --drop 3f9a12bc")
_HEADER = ("FAILURE", "STATE", "RUNS", "CLASS AT TEST", "NEXT")


def command(
    drop: Annotated[
        str | None, typer.Option("--drop", metavar="FAILURE", help="Forget a failure: its label or id.")
    ] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the failures that wait for a reflection.

    open: it still fails. resolved or escalated: it ended, and a reflection can be written. unexplained: it passed
    with nothing changed. RUNS counts the watched runs from the one that first showed it. A failure that admit has
    decided is listed no more. Lessons that wait for a person are listed by: reflectgit list --pending.
    """
    from reflectgit.recorder.shelf import Shelf
    from reflectgit.recorder.store import store_meant, undecided
    from reflectgit.recorder.watching import here

    shelf = Shelf(here())
    found = undecided(shelf, store_meant(store))
    if drop is not None:
        return _drop(shelf, failure_meant(found, drop), as_json)
    told = [_members(one, shelf.count()) for one in found]
    if as_json:
        return put_json({"failures": told})
    if not told:
        return put("Nothing waits. Record a failing run: reflectgit watch -- CMD")
    for number, lines in enumerate(entries([_line(one) for one in told], _HEADER)):
        for line in lines:
            put(line if number else paint(line, "bold"))
    return None


def failure_meant(found: "list[Failed]", text: str) -> "Failed":
    """The one failure of that label or id, or that begins so.

    Raises:
        NotFound: there is none. BadUsage: it may be several.
    """
    names = {
        one.label: one for one in found if one.label.startswith(text) or (text and one.id.startswith(text))
    }
    if not names or not text:
        raise NotFound(f"no failure {text[:80]!r} waits here", "See what waits: reflectgit pending")
    return names[only(text, [text] if text in names else sorted(names))]


def _drop(shelf: "Shelf", failed: "Failed", as_json: bool) -> None:
    with shelf.locked():
        shelf.drop(failed)
        shelf.sweep()
    if as_json:
        return put_json({"dropped": failed.label})
    return put(f"Forgotten: {failed.label}")


def _members(one: "Failed", count: int) -> dict[str, Any]:
    last = one.shown[-1]
    return {
        "id": one.id,
        "label": one.label,
        "state": one.standing,
        "class": one.failure.class_,
        "message": one.failure.message,
        "site": one.failure.site,
        "tests": one.tests,
        "signature": one.signature,
        "attempts": len(one.attempts),
        "runs": count - one.first + 1,
        "folder": last.folder,
        "command": shlex.join(last.command),
        "next": _next(one, shlex.join(last.command)),
    }


def _next(one: "Failed", words: str) -> str:
    if one.standing == "open":
        return f"reflectgit watch -- {words}"
    if one.standing == "unexplained":
        return f"reflectgit pending --drop {one.label}"
    return f"reflectgit draft {one.label}"


def _line(one: dict[str, Any]) -> tuple[str, ...]:
    where = (one["tests"] or [one["site"]])[0]
    told = f"{one['class']} at {where}" if where else one["class"]
    return one["label"], one["state"], str(one["runs"]), told, one["next"]
