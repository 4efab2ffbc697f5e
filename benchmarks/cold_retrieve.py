"""What a cold `reflectgit retrieve` costs against a bare Python that ends at once, by the number of lessons.

    python benchmarks/cold_retrieve.py --sizes 1000,100000

CPU milliseconds of whole processes, children counted, medians of interleaved rounds in one run; the first call, which
builds the documents, stands apart. The lessons are synthetic: each has a statement and evidence of words that are
drawn with the frequencies of a language (a word of rank r occurs as 1/r). The bars: at 100,000 lessons at most 10 x
bare Python, and at most 1.5 x the cost at 1,000.
"""

import argparse
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import ledger_builder as build
from index import import_files
from msgspec.structs import replace

from reflectgit import identity
from reflectgit.formats.emit import to_yaml
from reflectgit.policy import Policy
from reflectgit.stages.lifecycle import fold

_SYLLABLES = [a + b for a in "bcdfghklmnprstvz" for b in ("a", "e", "i", "o", "u", "ar", "en", "ol")]
_ROUNDS = 9


def vocabulary(size: int = 30_000) -> tuple[list[str], list[float]]:
    """Made-up words, and the running sums of their frequencies."""
    chance = random.Random(1)
    words = sorted({"".join(chance.choices(_SYLLABLES, k=chance.randint(2, 4))) for _ in range(size)})
    chance.shuffle(words)
    return words, list(accumulate(1 / rank for rank in range(1, len(words) + 1)))


def files(count: int) -> Iterator[tuple[str, bytes]]:
    """The two files of each of `count` admissions."""
    words, sums = vocabulary()
    chance = random.Random(2)

    def text(length: int) -> str:
        return " ".join(chance.choices(words, cum_weights=sums, k=length))

    for number in range(1, count + 1):
        ended = build.termination(number, key=words[number % len(words)], repo=f"owner/repo-{number % 500}")
        output = replace(ended.traces[1], content=text(90))
        found = replace(ended.diagnosis, content=text(50))
        decided = build.decide(
            replace(ended, traces=[ended.traces[0], output], diagnosis=found), f"Mind {text(12)} {number}."
        )
        yield identity.termination_path(decided), to_yaml(decided)
        for name, lesson in fold([decided], [], [], Policy()).items():
            yield identity.lesson_path(lesson.type, name), to_yaml(lesson)


def cpu(command: list[str]) -> float:
    """CPU milliseconds of one process and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def store(folder: Path, size: int) -> Path:
    """A bare store of `size` lessons."""
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(folder)], check=True)
    import_files(folder, iter(build.base_files().items()), b"init", first=True)
    import_files(folder, files(size), b"lessons", first=False)
    subprocess.run(["git", "-C", str(folder), "repack", "-adq"], check=True)
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="1000,100000", help="numbers of lessons, with commas between")
    sizes = [int(size) for size in parser.parse_args().sizes.split(",")]
    words, sums = vocabulary()
    query = " ".join(random.Random(3).choices(words, cum_weights=sums, k=20))
    os.environ["PYTHONDONTWRITEBYTECODE"] = ""
    with tempfile.TemporaryDirectory() as name:
        commands = {"bare": [sys.executable, "-c", "pass"]}
        for size in sizes:
            place = store(Path(name) / f"{size}.git", size)
            commands[str(size)] = [
                sys.executable,
                "-m",
                "reflectgit",
                "retrieve",
                "--store",
                str(place),
                query,
            ]
            first = cpu(commands[str(size)])
            stored = sum(file.stat().st_size for file in (place / "reflectgit").glob("documents-*"))
            print(f"{size:>8} lessons: first call {first / 1000:.2f} s, documents {stored / 1e6:.1f} MB")
        rounds = [{arm: cpu(command) for arm, command in commands.items()} for _ in range(_ROUNDS)]
    costs = {arm: statistics.median(taken[arm] for taken in rounds) for arm in commands}
    for arm, cost in costs.items():
        print(f"{arm:>8}: {cost:7.1f} ms   {cost / costs['bare']:5.1f} x bare")
    print(f"largest / smallest: {costs[str(sizes[-1])] / costs[str(sizes[0])]:.2f}")


if __name__ == "__main__":
    main()
