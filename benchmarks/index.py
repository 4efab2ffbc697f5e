"""What the index costs: building it against the raw read of its files, and catching up after one commit.

    python benchmarks/index.py --sizes 100,10000

CPU time, children counted, in one run; only the ratios are meant to be compared between machines. Each lesson has
the termination that admitted it. The bars: rebuild <= 8 x raw, catch-up <= 0.03 x rebuild at the largest size.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import ledger_builder as build

from reflectgit import identity
from reflectgit.formats.emit import to_yaml
from reflectgit.policy import Policy
from reflectgit.stages.lifecycle import fold
from reflectgit.store.index import Index
from reflectgit.store.index_rows import kind_of
from reflectgit.store.repository import Store, open_store

_IDENTITY = "Bench <bench@example.org> 1700000000 +0000"


def files(count: int, start: int = 1) -> Iterator[tuple[str, bytes]]:
    """The two files of each of `count` admissions."""
    for decided in build.many(count, start=start):
        yield identity.termination_path(decided), to_yaml(decided)
        for name, lesson in fold([decided], [], [], Policy()).items():
            yield identity.lesson_path(lesson.type, name), to_yaml(lesson)


def import_files(folder: Path, made: Iterator[tuple[str, bytes]], subject: bytes, first: bool) -> None:
    """One commit of all files by `git fast-import`."""
    command = ["git", "-C", str(folder), "fast-import", "--quiet"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as child:
        assert child.stdin is not None
        head = f"commit refs/heads/main\ncommitter {_IDENTITY}\ndata {len(subject)}\n".encode()
        child.stdin.write(head + subject + b"\n")
        if not first:
            child.stdin.write(b"from refs/heads/main^0\n")
        for path, data in made:
            child.stdin.write(f"M 644 inline {path}\ndata {len(data)}\n".encode() + data + b"\n")
        child.stdin.close()
        child.wait()


@contextmanager
def a_store(size: int) -> Iterator[Path]:
    """A bare store of `size` lessons."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run(["git", "init", "-q", "--bare", "-b", "main", name], check=True)
        import_files(folder, iter(build.base_files().items()), b"init", first=True)
        import_files(folder, files(size), b"lessons", first=False)
        subprocess.run(["git", "-C", name, "repack", "-adq"], check=True)
        yield folder


def cpu(action: Callable[[], object]) -> float:
    """CPU seconds of one call, its children counted."""
    before = os.times()
    action()
    after = os.times()
    return sum(after[:4]) - sum(before[:4])


def raw_read(store: Store) -> None:
    """Every indexed file listed and read, and nothing done with it."""
    snapshot = store.snapshot()
    for _ in snapshot.read_blobs(entry for entry in snapshot.entries() if kind_of(entry.path)):
        pass
    store.close()


def look(store: Store) -> None:
    """A view at HEAD; the child that reads blobs is ended, so that its time counts."""
    Index.open(store).at(store.snapshot()).close()
    store.close()


def measure(size: int) -> None:
    """Build a store of `size` lessons and print its line."""
    with a_store(size) as folder:
        store = open_store(folder)
        raw = min(cpu(lambda: raw_read(store)) for _ in range(3))
        rebuild = cpu(lambda: look(store))
        import_files(folder, files(1, start=size + 1), b"one more", first=False)
        catch_up = cpu(lambda: look(store))
        again = cpu(lambda: look(store))
        stored = sum(path.stat().st_size for path in (folder / "reflectgit").iterdir())
    print(
        f"{size:>8} {raw:>8.3f} {rebuild:>9.3f} {rebuild / raw:>9.1f} {catch_up:>9.4f} {catch_up / rebuild:>10.4f}"
        f" {again:>8.4f} {stored / 1e6:>8.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="100,1000,10000", help="numbers of lessons, with commas between")
    sizes = [int(size) for size in parser.parse_args().sizes.split(",")]
    print("CPU s     raw read   rebuild  / raw     catch-up  / rebuild   warm    size MB")
    for size in sizes:
        measure(size)


if __name__ == "__main__":
    main()
