"""What the recorder asks of a store: what else is secret there, and whether a failure was decided."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from reflectgit.errors import NotFound, ReflectgitError, StoreError
from reflectgit.identity import failure_id
from reflectgit.policy import Policy, read_policy
from reflectgit.recorder.records import Failed
from reflectgit.recorder.shelf import Shelf
from reflectgit.recorder.state import Safe
from reflectgit.sources.safe import safe_text
from reflectgit.store.layout import POLICY_FILE
from reflectgit.store.repository import Store, open_store

if TYPE_CHECKING:
    from reflectgit.store.index import View


def store_meant(folder: Path | None) -> Store | None:
    """The store in that folder, else the nearest one upward; None where there is none."""
    try:
        return open_store(folder)
    except StoreError:
        return None


def safe_for(store: Store | None) -> Safe:
    """Takes out of a text what is secret everywhere, and what the policy of the store says is."""
    patterns = policy_of(store).redact.patterns

    def safe(text: str) -> str:
        seen = safe_text(text)
        for pattern in patterns:
            seen = re.sub(pattern, "[redacted:custom]", seen)
        return seen

    return safe


def policy_of(store: Store | None) -> Policy:
    """The policy of the store; the default where there is none, or none that can be read."""
    try:
        data = None if store is None else store.snapshot().read(POLICY_FILE)
        return Policy() if data is None else read_policy(data.decode("utf-8", "replace"), POLICY_FILE)
    except ReflectgitError:  # a policy that cannot be read is told by the commands that need it
        return Policy()


def undecided(shelf: Shelf, store: Store | None) -> list[Failed]:
    """The failures that wait, the oldest first; one that the store has decided is forgotten.

    Raises:
        StoreError: the store cannot be read.
    """
    from reflectgit.store.index import Index  # what only records does not pay for it

    found = shelf.failures() if shelf.is_there else []
    if store is None or not found:
        return found
    with Index.open(store).at(store.snapshot()) as view:
        decided = [one for one in found if _is_decided(one, shelf, view, policy_of(store))]
    if decided:
        with shelf.locked():
            for one in decided:
                shelf.drop(one)
            shelf.sweep()
    return [one for one in found if one not in decided]


def _is_decided(failed: Failed, shelf: Shelf, view: "View", policy: Policy) -> bool:
    """By its label, or, where that was changed, by the id that its termination has in the store."""
    from reflectgit.recorder.endings import termination_of
    from reflectgit.stages.evidence import prepare

    if failed.standing not in ("resolved", "escalated"):
        return False
    if any(
        row.value.signature.signature == failed.signature for row in view.terminations(label=failed.label)
    ):
        return True
    try:
        return bool(view.terminations(failure_id=failure_id(prepare(termination_of(failed, shelf), policy))))
    except NotFound:
        return False
