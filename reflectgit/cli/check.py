"""``reflectgit check``: is the store what its ledger says?"""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from reflectgit.cli.options import JsonOption, StoreOption, example, open_there
from reflectgit.cli.terminal import paint, prose, put, put_error, put_json, visible

if TYPE_CHECKING:
    from reflectgit.check.findings import Finding
    from reflectgit.store import Store

_NAMED = 5
EXAMPLES = example("reflectgit check", "reflectgit check --base origin/main --json")


def command(
    base: Annotated[
        str | None, typer.Option("--base", metavar="REF", help="Judge what HEAD changes against this commit.")
    ] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> int:
    """Check that a store is sound.

    Schema, joins, counters and invariants of the last commit, or of what a pull request changes. What is not
    committed does not count: it is named, and not judged.
    """
    from msgspec import to_builtins

    from reflectgit import check

    there = open_there(store)
    findings = check.check(there, base)
    _tell_uncommitted(there)
    sound = check.ok(findings)
    if as_json:
        put_json({"ok": sound, "findings": [to_builtins(finding) for finding in findings]})
        return 0 if sound else 1
    for finding in findings:
        _show(finding)
    put(_summary(findings, sound))
    return 0 if sound else 1


def _tell_uncommitted(there: "Store") -> None:
    """Name the files of the store that differ from the commit: whoever edited one waits for it to be judged."""
    edited = _uncommitted(there)
    if edited:
        more = f" and {len(edited) - _NAMED} more" if len(edited) > _NAMED else ""
        names = ", ".join(edited[:_NAMED])
        put_error(
            f"reflectgit: note: not committed, and so not judged: {names}{more}; only what is committed counts"
        )


def _uncommitted(there: "Store") -> list[str]:
    """Paths, relative to the store, of what git status names; none in a bare repository."""
    from reflectgit.store.layout import TOP

    place = there.place
    if place.work_tree is None:
        return []
    asked = ("status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--")
    told = there.git.read("--literal-pathspecs", *asked, *(place.root + name for name in TOP))
    lines = os.fsdecode(told.out).split("\0")
    return sorted(line[3:].removeprefix(place.root) for line in lines if line)


def _show(finding: "Finding") -> None:
    place = f"{finding.path}:{finding.line}" if finding.line else finding.path
    colour = "red" if finding.is_error else "yellow"
    put(f"{paint(visible(place), 'bold')}: {paint(finding.code, colour)}: {visible(finding.message)}")
    if finding.hint:
        put(prose(finding.hint, indent="    "))


def _summary(findings: Sequence["Finding"], sound: bool) -> str:
    wrong = sum(finding.is_error for finding in findings)
    look = len(findings) - wrong
    told = [f"{wrong} wrong"] * bool(wrong) + [f"{look} to look at"] * bool(look)
    return paint(", ".join(told) or "Nothing wrong.", "green" if sound else "red")
