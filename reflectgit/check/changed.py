"""What a pull request may not do to the ledger: files are added, never edited and never removed."""

from collections.abc import Iterator

from reflectgit.check.findings import Finding
from reflectgit.store.snapshot import Snapshot

_LEDGER = "ledger/"


def changed(before: Snapshot, after: Snapshot) -> Iterator[Finding]:
    """The ledger files of `before` that are others, or gone, in `after`."""
    now = {entry.path: entry.blob for entry in after.entries(_LEDGER)}
    for path, blob in before.entries(_LEDGER):
        if path not in now:
            message = "this ledger file was removed"
            yield _finding(
                "ledger_removed", path, message, f"restore it: git checkout {before.commit} -- {path}"
            )
        elif now[path] != blob:
            message = "this ledger file was edited"
            yield _finding(
                "ledger_edited", path, message, f"restore it: git checkout {before.commit} -- {path}"
            )


def _finding(code: str, path: str, message: str, hint: str) -> Finding:
    return Finding(code=code, path=path, line=None, message=message, hint=hint)
