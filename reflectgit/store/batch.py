"""One ``git cat-file --batch`` kept open: 0.1 ms an object, where a process for each costs 1.5 ms."""

import os
import subprocess
import threading
import weakref
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from reflectgit.errors import StoreError
from reflectgit.store.git import Answer, Git, failure

#: Requests written before answers are read: together they fit into a pipe, so neither side waits for ever.
_AHEAD = 100


class Found(NamedTuple):
    """An object: its id, its kind (``blob``, ``tree``, ``commit``) and its contents."""

    id: str
    kind: bytes
    data: bytes


class Objects:
    """The objects of a repository, read in one conversation.

    Objects, packs and refs that come later are seen. Safe to share between threads; a forked child starts its own.
    """

    def __init__(self, git: Git) -> None:
        self._git = git
        self._guard = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._finalizer: weakref.finalize[[subprocess.Popen[bytes]], Objects] | None = None

    def blobs(self, names: Iterable[str]) -> Iterator[bytes | None]:
        """The contents for object names (``<id>`` or ``<commit>:<path>``), in order; None where there is no blob."""
        for answer in self.get(names):
            yield answer.data if answer is not None and answer.kind == b"blob" else None

    def commit(self, name: str) -> str | None:
        """The id of the commit that a ref or an id names; None where it names none."""
        found = next(self.get([name]))
        return found.id if found is not None and found.kind == b"commit" else None

    def get(self, names: Iterable[str]) -> Iterator[Found | None]:
        """What object names stand for, in order; None where git finds nothing.

        Raises:
            StoreError: git ended in the middle, as it does over a damaged object.
        """
        waiting: list[str] = []
        for name in names:
            waiting.append(name)
            if len(waiting) == _AHEAD:
                yield from self._ask(waiting)
                waiting = []
        if waiting:
            yield from self._ask(waiting)

    def _ask(self, names: list[str]) -> list[Found | None]:
        with self._guard:
            child = self._running()
            assert child.stdin is not None
            try:
                child.stdin.write(os.fsencode("".join(f"{name}\n" for name in names)))
                child.stdin.flush()
                return [self._answer(child) for _ in names]
            except BrokenPipeError as error:
                raise self._broken(child) from error

    def _answer(self, child: subprocess.Popen[bytes]) -> Found | None:
        assert child.stdout is not None
        head = child.stdout.readline()
        if not head:
            raise self._broken(child)
        if head.endswith((b" missing\n", b" ambiguous\n")):
            return None
        name, kind, size = head.split()
        data = child.stdout.read(int(size) + 1)
        if len(data) != int(size) + 1:
            raise self._broken(child)
        return Found(name.decode("ascii"), kind, data[:-1])

    def _broken(self, child: subprocess.Popen[bytes]) -> StoreError:
        assert child.stderr is not None
        words = child.stderr.read().decode("utf-8", "replace")
        self.close()
        return failure(("cat-file",), Answer(child.returncode or 1, b"", words))

    def _running(self) -> subprocess.Popen[bytes]:
        if self._child is None or self._owner != os.getpid() or self._child.poll() is not None:
            self.close()
            self._child = self._git.open("cat-file", "--batch")
            self._owner = os.getpid()
            self._finalizer = weakref.finalize(self, _end, self._child)
        return self._child

    def close(self) -> None:
        """End the conversation; the next question starts another."""
        if self._finalizer is not None and self._owner == os.getpid():
            self._finalizer()
        self._child = None


def _end(child: subprocess.Popen[bytes]) -> None:
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe is not None:
            pipe.close()
    child.terminate()
    child.wait()
