"""``reflectgit check``: is the store what its ledger says?"""

from typing import Annotated

import typer

from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.cli.terminal import paint, prose, put, put_json, visible

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
    from reflectgit.store import open_store

    findings = list(check.check(open_store(store), base))
    if as_json:
        put_json({"ok": not findings, "findings": [to_builtins(finding) for finding in findings]})
        return 1 if findings else 0
    for finding in findings:
        place = f"{finding.path}:{finding.line}" if finding.line else finding.path
        put(f"{paint(visible(place), 'bold')}: {visible(finding.message)} [{finding.code}]")
        if finding.hint:
            put(prose(finding.hint, indent="    "))
    put(f"{len(findings)} findings" if len(findings) != 1 else "1 finding") if findings else put(
        "Nothing wrong."
    )
    return 1 if findings else 0
