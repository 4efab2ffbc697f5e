"""What a watch costs: a real test suite bare and watched, and a long output through `watch` and `collect`.

    python benchmarks/watch.py [--runs N] [--suite FOLDER] [--megabytes N]

Bare, watched and bare again take turns, so that a busy machine disturbs all alike. Medians are printed, the ratio of
watched to bare, and the floor: the ratio of bare to bare, which is what the machine adds by itself. Of a busy machine
the processor's time is the one to read.
"""

import argparse
import os
import pty
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROGRAM = [sys.executable, "-m", "reflectgit"]
WATCH = [*PROGRAM, "watch", "-q", "--"]


def seconds(command: Sequence[str], folder: Path) -> tuple[float, float]:
    """How long a command took by the clock, and the time that it and its children had a processor."""
    begun = time.perf_counter()
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as running:
        _, _, used = os.wait4(running.pid, 0)
        running.returncode = 0
    return time.perf_counter() - begun, used.ru_utime + used.ru_stime


def seconds_on_a_terminal(command: Sequence[str], folder: Path) -> tuple[float, float]:
    begun = time.perf_counter()
    pid, screen = pty.fork()
    if not pid:
        os.chdir(folder)
        os.execvp(command[0], command)
    try:
        while os.read(screen, 65536):
            pass
    except OSError:
        pass
    _, _, used = os.wait4(pid, 0)
    os.close(screen)
    return time.perf_counter() - begun, used.ru_utime + used.ru_stime


def compare(what: str, command: Sequence[str], folder: Path, runs: int, clock=seconds) -> None:
    turns = (command, [*WATCH, *command], command)
    times = [[clock(words, folder) for words in turns] for _ in range(runs)]
    for kind, unit in ((0, "clock"), (1, "processor")):
        bare, watched, again = (
            statistics.median(one[kind] for one in side) for side in zip(*times, strict=True)
        )
        ratios = f"ratio {watched / bare:7.3f}  floor {again / bare:6.3f}"
        print(f"{what:<36} {unit:<9} bare {bare:6.2f} s  watched {watched:6.2f} s  {ratios}")


def long_output(megabytes: int, folder: Path) -> None:
    loop = f"for _ in range({megabytes * 10}):\n    sys.stdout.write(('x' * 99 + chr(10)) * 1000)"
    trace = "Traceback (most recent call last):\\n  File 'feed.py', line 2, in give\\nKeyError: 'oats'\\n"
    script = f'import sys\n{loop}\nsys.stdout.write("{trace}")\nsys.exit(1)'
    command = [sys.executable, "-c", script]
    bare, _ = seconds(command, folder)
    took, most = peak([*WATCH, *command], folder)
    kept = sum(file.stat().st_size for file in (folder / ".git" / "reflectgit").rglob("*"))
    print(
        f"{megabytes} MB of output that fails: bare {bare:.2f} s, watched {took:.2f} s, at most "
        f"{most} MiB of memory, {kept // 1024} KiB kept"
    )
    log = folder / "long.log"
    with log.open("wb") as file:
        subprocess.run(command, stdout=file, check=False)
    took, most = peak(
        [*PROGRAM, "collect", str(log), "--escalated", "x", "-o", str(folder / "x.json")], folder
    )
    log.unlink()
    print(f"{megabytes} MB of log through collect: {took:.2f} s, at most {most} MiB of memory")


def peak(command: Sequence[str], folder: Path) -> tuple[float, int]:
    """Seconds, and the most memory of the process itself in MiB."""
    begun = time.perf_counter()
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL) as running:
        _, _, used = os.wait4(running.pid, 0)
        running.returncode = 1
    return time.perf_counter() - begun, used.ru_maxrss // 1024


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--suite", default="tests/text")
    parser.add_argument("--megabytes", type=int, default=200)
    told = parser.parse_args()
    suite = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", told.suite]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run(["git", "init", "-q", name], check=True)
        compare("nothing, passing", ["true"], folder, told.runs * 4)
        compare("nothing, failing", ["false"], folder, told.runs * 4)
        long_output(told.megabytes, folder)
    compare(f"{told.suite}, in a pipe", suite, ROOT, told.runs)
    compare(f"{told.suite}, on a terminal", suite, ROOT, told.runs, seconds_on_a_terminal)


if __name__ == "__main__":
    main()
