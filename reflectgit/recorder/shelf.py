"""Where the recorder keeps things: ``<git common dir>/reflectgit/watch``, shared by the repository's work trees.

A file is written under another name, synced and renamed: a process that is killed leaves the old one or the new one.
What is left over of it is swept away by the next one. Nothing is sent by a push and nothing is taken by a gc: the
commit that a failing run stood on is held by a ref until its failure has ended.
"""

import fcntl
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from reflectgit import identity
from reflectgit.errors import StoreError
from reflectgit.recorder.records import Failed, Run
from reflectgit.store.layout import Place
from reflectgit.store.lock import make_private

_WAIT = 20.0  # seconds: what is done under the lock takes one at most
_STEP = 0.02
_HOLDS = "refs/reflectgit/watch/"
#: What another run may still end.
WAITING = ("open", "unexplained")
_NAME = re.compile(r"[0-9a-f]{8,12}\.json")
T = TypeVar("T", Run, Failed)


class Shelf:
    """The recorder's files of one repository. Reading never raises over a file that cannot be read: it is left out."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self.folder = place.private / "watch"

    @property
    def is_there(self) -> bool:
        """Whether anything was ever kept."""
        return (self.folder / "failures").is_dir()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """One recorder at a time; the folders are made.

        Raises:
            StoreError: another one took too long. OSError: the git dir cannot be written.
        """
        if not self._place.private.is_dir():
            make_private(self._place.private, self._place.common_dir)
        for folder in (self.folder, self.folder / "runs", self.folder / "failures", self.folder / "inner"):
            if not folder.is_dir():
                make_private(folder, self._place.common_dir)
        descriptor = os.open(self.folder / "lock", os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            _take(descriptor)
            yield
        finally:
            os.close(descriptor)

    # --- failures and their runs ---------------------------------------------------------------------------

    def failures(self) -> list[Failed]:
        """All failures, the oldest first."""
        found = (self._read(file, Failed) for file in _records(self.folder / "failures"))
        return sorted((one for one in found if one is not None), key=lambda one: (one.first, one.id))

    def run(self, name: str) -> Run | None:
        """The run of that id."""
        return self._read(self.folder / "runs" / f"{name}.json", Run)

    def put_run(self, run: Run) -> str:
        """Keep a run and hold its commit; gives its id."""
        name = identity.digest(run)[:12]
        self._write(self.folder / "runs" / f"{name}.json", run)
        if run.state.commit is not None:
            self._place.git().write("update-ref", f"{_HOLDS}{name}", run.state.commit)
        return name

    def put(self, failed: Failed) -> None:
        """Keep a failure as it stands now."""
        self._write(self.folder / "failures" / f"{failed.id}.json", failed)

    def drop(self, failed: Failed) -> None:
        """Forget a failure."""
        (self.folder / "failures" / f"{failed.id}.json").unlink(missing_ok=True)

    def sweep(self) -> None:
        """Forget the runs that no failure needs, let go of commits, and clear away what a killed process left."""
        failures = self.failures()
        needed = {attempt.run for one in failures for attempt in one.attempts}
        still_open = {one.attempts[-1].run for one in failures if one.standing in WAITING}
        for file in [*_records(self.folder / "runs")]:
            if file.stem not in needed:
                file.unlink(missing_ok=True)
        for name in self._held() - still_open:
            self._place.git().write("update-ref", "-d", f"{_HOLDS}{name}")
        for file in self.folder.glob("*/*.new"):
            file.unlink(missing_ok=True)

    def _held(self) -> set[str]:
        told = self._place.git().read("for-each-ref", "--format=%(refname)", _HOLDS).out.decode()
        return {line.removeprefix(_HOLDS) for line in told.split()}

    # --- counting runs, and watches inside watches ------------------------------------------------------------

    def count(self) -> int:
        """How many runs were looked at."""
        try:
            return int((self.folder / "count").read_text(encoding="ascii"))
        except (OSError, ValueError):
            return 0

    def put_count(self, number: int) -> None:
        """Set it."""
        _replace(self.folder / "count", b"%d\n" % number)

    def tell_outer(self, outer: str) -> None:
        """Leave word for the watch around this one that failures of its run are kept."""
        if re.fullmatch(r"[0-9a-f-]{1,40}", outer):
            (self.folder / "inner" / outer).touch()

    def was_told(self, own: str) -> bool:
        """Whether a watch inside this one left word."""
        mark = self.folder / "inner" / own
        found = mark.exists()
        mark.unlink(missing_ok=True)
        return found

    # --- files ----------------------------------------------------------------------------------------------

    def _read(self, file: Path, type_: type[T]) -> T | None:
        try:
            return msgspec.json.decode(file.read_bytes(), type=type_)
        except (OSError, msgspec.DecodeError):  # gone meanwhile, damaged, or of another version
            return None

    def _write(self, file: Path, value: Run | Failed) -> None:
        _replace(file, msgspec.json.encode(value))


def _records(folder: Path) -> Iterator[Path]:
    with suppress(FileNotFoundError):
        yield from sorted(file for file in folder.iterdir() if _NAME.fullmatch(file.name))


def _replace(file: Path, data: bytes) -> None:
    fresh = file.with_name(file.name + ".new")
    with fresh.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    fresh.replace(file)


def _take(descriptor: int) -> None:
    for _ in range(int(_WAIT / _STEP)):
        with suppress(BlockingIOError):
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        time.sleep(_STEP)
    raise StoreError(
        "another watch holds the records of this repository", "say it again when it has ended", code="busy"
    )
