"""``reflectgit check``: is the store what its ledger says?"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from reflectgit.cli.options import JsonOption, StoreOption, example, open_there
from reflectgit.cli.terminal import paint, prose, put, put_json, visible

if TYPE_CHECKING:
    from reflectgit.check.findings import Finding

EXAMPLES = example("reflectgit check", "reflectgit check --base origin/main --json")


def command(
    base: Annotated[
        str | None, typer.Option("--base", metavar="REF", help="Judge what HEAD changes against this commit.")
    ] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> int:
    """Check that a store is sound.

    Schema, joins, counters and invariants of the last commit, or of what a pull request changes.
    """
    from msgspec import to_builtins

    from reflectgit import check

    findings = check.check(open_there(store), base)
    sound = check.ok(findings)
    if as_json:
        put_json({"ok": sound, "findings": [to_builtins(finding) for finding in findings]})
        return 0 if sound else 1
    for finding in findings:
        _show(finding)
    put(_summary(findings, sound))
    return 0 if sound else 1


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
