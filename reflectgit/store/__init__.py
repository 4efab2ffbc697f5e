"""git underneath: a store of files, read at one commit and changed by one commit. Knows no stage.

The names are loaded when they are used: a query that only reads does not pay for what writes.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reflectgit.store.change import Change, Committed
    from reflectgit.store.initialise import init_store
    from reflectgit.store.repository import Store, open_store
    from reflectgit.store.snapshot import Entry, Snapshot

__all__ = ["Change", "Committed", "Entry", "Snapshot", "Store", "init_store", "open_store"]

_HOMES = {
    "Change": "change",
    "Committed": "change",
    "Entry": "snapshot",
    "Snapshot": "snapshot",
    "Store": "repository",
    "init_store": "initialise",
    "open_store": "repository",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
