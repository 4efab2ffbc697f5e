"""What a watch costs: a real test suite bare and watched, and a long output through it.

    python benchmarks/watch.py [--runs N] [--suite FOLDER] [--megabytes N]

Bare and watched runs alternate, so that a busy machine disturbs both alike; medians and their ratio are printed.
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
WATCH = [sys.executable, "-m", "reflectgit", "watch", "-q", "--"]


def seconds(command: Sequence[str], folder: Path) -> float:
    begun = time.perf_counter()
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - begun


def seconds_on_a_terminal(command: Sequence[str], folder: Path) -> float:
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
    os.waitpid(pid, 0)
    os.close(screen)
    return time.perf_counter() - begun


def compare(what: str, command: Sequence[str], folder: Path, runs: int, clock=seconds) -> None:
    pairs = [(clock(command, folder), clock([*WATCH, *command], folder)) for _ in range(runs)]
    bare, watched = (statistics.median(side) for side in zip(*pairs, strict=True))
    print(f"{what:<44} bare {bare:7.2f} s  watched {watched:7.2f} s  ratio {watched / bare:5.3f}")


def long_output(megabytes: int, folder: Path) -> None:
    loop = f"for _ in range({megabytes * 10}):\n    sys.stdout.write(('x' * 99 + chr(10)) * 1000)"
    script = f"import sys\n{loop}\nsys.exit(1)"
    command = [sys.executable, "-c", script]
    bare = seconds(command, folder)
    begun = time.perf_counter()
    with subprocess.Popen([*WATCH, *command], cwd=folder, stdout=subprocess.DEVNULL) as running:
        _, _, used = os.wait4(running.pid, 0)
        running.returncode = 1
    took = time.perf_counter() - begun
    kept = sum(file.stat().st_size for file in (folder / ".git" / "reflectgit").rglob("*"))
    print(
        f"{megabytes} MB of output that fails: bare {bare:.2f} s, watched {took:.2f} s, at most "
        f"{used.ru_maxrss // 1024} MiB of memory, {kept // 1024} KiB kept"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--suite", default="tests/formats")
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
