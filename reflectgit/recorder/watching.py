"""``watch`` as a whole: the command first, as ever; then what it showed, and nothing of that can fail the run."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from reflectgit.errors import ReflectgitError, StoreError
from reflectgit.recorder.process import Ended, run
from reflectgit.text.bound_stream import Kept

if TYPE_CHECKING:
    from reflectgit.recorder.recorder import Happened, Recorder
    from reflectgit.recorder.records import Told
    from reflectgit.store import Store
    from reflectgit.store.layout import Place

#: Tells a watch of the one around it.
AROUND = "REFLECTGIT_WATCH"
#: Of what a run printed: a sixth of its beginning, a third of its end, and what is around failures.
_OUTPUT_BYTES = 512 * 1024


class Watched(NamedTuple):
    """What came of a run: how it ended, what it did to the failures that are kept, whether there is a store.

    `fault` says on one line why nothing was recorded, "" where it was.
    """

    ended: Ended
    happened: "Happened | None"
    has_store: bool
    fault: str


def watch(
    command: Sequence[str], told: "Callable[[], Told]", reason: str | None, store: Path | None
) -> Watched:
    """Run the command, then record what it showed.

    Args:
        told: what the caller says of the task; asked for when the command has ended.
        reason: why a failure that it shows is given up; None where it is not.
        store: the store that is meant; None for the nearest one upward.

    Raises:
        NotStarted: the command could not be started.
    """
    own = f"{os.getpid():x}-{os.urandom(4).hex()}"
    tape = Kept(_OUTPUT_BYTES)
    ended = run(command, tape.add, {AROUND: own})
    if ended.cut_off:
        return Watched(ended, None, True, "")
    try:
        happened, has_store = _record(command, tape, ended, own, told, reason, store)
    except ReflectgitError as fault:
        return Watched(ended, None, True, fault.message)
    except OSError as fault:
        return Watched(ended, None, True, f"{fault.filename or 'git dir'}: {fault.strerror}")
    except (Exception, KeyboardInterrupt) as fault:  # whatever it is, the run is not ours to fail
        if os.environ.get("REFLECTGIT_DEBUG"):
            raise
        return Watched(ended, None, True, f"{type(fault).__name__}: {fault}")
    return Watched(ended, happened, has_store, "")


def _record(
    command: Sequence[str],
    tape: Kept,
    ended: Ended,
    own: str,
    told: "Callable[[], Told]",
    reason: str | None,
    store: Path | None,
) -> "tuple[Happened | None, bool]":
    from reflectgit.recorder.glance import anything_waits, may_fail

    output = tape.text()
    if ended.code == 0 and not anything_waits(here()) and not may_fail(output):
        return None, True
    from reflectgit.recorder.recorder import Finished

    outer = os.environ.get(AROUND, "")
    recorder, there = recorder_here(store)
    happened = recorder.record(Finished(command, output, ended.code, outer, own), told(), reason)
    return happened, there is not None


def here() -> "Place":
    """The repository of the current folder, with its work tree.

    Raises:
        StoreError: there is none.
    """
    from reflectgit.store.layout import locate

    try:
        place = locate(Path.cwd())
    except FileNotFoundError:
        raise StoreError(
            "the current folder is gone", "go to a folder that exists", code="no_folder"
        ) from None
    except StoreError as fault:
        if fault.code != "no_repository":
            raise
        raise StoreError("no git repository here", "run it in a repository", code="no_repository") from None
    if place.work_tree is None:
        raise StoreError("no work tree here", "run it in a work tree", code="no_repository")
    return place


def give_up(reason: str, store: Path | None) -> "Happened":
    """Close the open failures of the last run that failed, without running anything.

    Raises:
        StoreError: no repository here, or its git dir cannot be written.
    """
    return recorder_here(store)[0].give_up(reason)


def recorder_here(store: Path | None) -> "tuple[Recorder, Store | None]":
    """The recorder of the repository here, and the store that is meant, where there is one.

    What the store's policy calls a secret is one here too, and the store's own files are no part of a repair.

    Raises:
        StoreError: no repository here.
    """
    from reflectgit.recorder.recorder import Recorder
    from reflectgit.recorder.store import safe_for, store_meant

    place = here()
    there = store_meant(store)
    own = there is not None and there.place.common_dir == place.common_dir
    hidden = (
        (f"{there.place.root}lessons/", f"{there.place.root}ledger/") if there is not None and own else ()
    )
    return Recorder(place, safe_for(there), hidden), there
