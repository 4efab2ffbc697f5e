"""What a commit and a whole admission cost, as ratios to a floor that is measured in the same run.

    python benchmarks/write_path.py [--sizes 100,10000,100000] [--rounds 15] [--ledger]

CPU milliseconds of this process and its children, user and system; medians of interleaved rounds, so that a
busy machine slows all arms alike. The floor is the least that git's own plumbing can do: ``hash-object -w``, a
``mktree`` of one entry, ``commit-tree``, ``update-ref``. Each arm works in a repository of its own, so that none reads
what another one wrote; all files are as our writer writes them.
"""

import argparse
import hashlib
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from reflectgit.admission import admit
from reflectgit.formats.emit import to_yaml
from reflectgit.formats.inputs import read_reflection, read_termination
from reflectgit.identity import lesson_path, termination_path
from reflectgit.model import Reflection, Termination
from reflectgit.pipeline import judge
from reflectgit.policy import Policy
from reflectgit.stages.fold import fold
from reflectgit.stages.known import NOTHING_KNOWN
from reflectgit.store import Change, Store, init_store, open_store

Arm = Callable[[int], None]


class Cost(NamedTuple):
    """Medians over the rounds: CPU and wall-clock milliseconds."""

    cpu: float
    wall: float


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", default="100,10000,100000", help="lessons in the store, comma-separated")
    parser.add_argument("--rounds", type=int, default=15, help="times that each arm is measured")
    parser.add_argument("--ledger", action="store_true", help="as many ledger files as lessons")
    told = parser.parse_args()
    print(_header())
    for size in map(int, told.sizes.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            _isolate(Path(folder))
            measure_size(Path(folder), size, told.rounds, told.ledger)


def measure_size(folder: Path, size: int, rounds: int, ledger: bool) -> None:
    """Build the stores of one size, measure every arm, print one line for each."""
    built = build_stores(folder, size, ledger)
    bare = built["bare.git"]
    bare_store, top_store, admitting = (
        open_store(built[name]) for name in ("bare.git", "ready", "admitting")
    )
    ready = [admitted_files(n) for n in range(rounds + 2)]
    arms: dict[str, Arm] = {
        "floor (four plumbing commands)": lambda n: floor(built["floor.git"], n),
        "ready bytes, bare": lambda n: commit_ready_bytes(bare_store, ready[n]),
        "ready bytes, index and work tree": lambda n: commit_ready_bytes(top_store, ready[n]),
        "whole admission, index and work tree": lambda n: admit_one(admitting, n),
    }
    admit_one(admitting, rounds + 2)
    costs = interleaved(arms, rounds)
    base = costs["floor (four plumbing commands)"].cpu
    before = bare_store.head() or ""
    commit_ready_bytes(bare_store, ready[rounds + 1])
    objects, octets = added(bare, before)
    for name, cost in costs.items():
        extra = f"{objects:8d}{octets / 1024:10.1f}" if name == "ready bytes, bare" else ""
        print(f"{size:9d}  {name:38}{cost.cpu:9.1f}{cost.wall:9.1f}{cost.cpu / base:8.2f}{extra}")
    for store in (bare_store, top_store, admitting):
        store.close()


def _header() -> str:
    columns = f"{'CPU ms':>9}{'wall ms':>9}{'x floor':>8}{'objects':>8}{'KB':>10}"
    return f"{'lessons':>9}  {'':38}{columns}"


# --- arms -----------------------------------------------------------------------------------------------


def floor(repository: Path, n: int) -> None:
    """The least: one blob, a tree of one entry, a commit, the ref."""
    blob = _git(repository, "hash-object", "-w", "--stdin", data=lesson_bytes(n))
    tree = _git(repository, "mktree", data=f"100644 blob {blob}\tlesson.yaml\n".encode())
    commit = _git(repository, "commit-tree", tree, "-m", "admit: a lesson")
    _git(repository, "update-ref", "refs/heads/floor", commit)


def commit_ready_bytes(store: Store, files: dict[str, bytes]) -> None:
    """What an admission writes, with the bytes at hand: a lesson and a termination."""
    store.transact(lambda _: Change(files, "admit: ready", [("Reflectgit-Op", "admit")]))


def admitted_files(n: int) -> dict[str, bytes]:
    """The files of the admission of a number, by path."""
    decided = judge(*told(n), NOTHING_KNOWN, Policy()).decided()
    lessons = fold([decided], [], [], Policy())
    files = {lesson_path(lesson.type, name): to_yaml(lesson) for name, lesson in lessons.items()}
    return {termination_path(decided): to_yaml(decided), **files}


def told(n: int) -> tuple[Termination, Reflection]:
    """The failure of a number, and what is said of it."""
    termination = read_termination(filled(TERMINATION, n).encode(), "termination")
    return termination, read_reflection(filled(REFLECTION, n).encode(), "reflection")


def admit_one(store: Store, n: int) -> None:
    """A whole admission in process: gate, files, commit, index and work tree."""
    answer = admit(store, *told(n))
    if answer.decision not in ("admitted", "merged") or not answer.recorded:
        raise SystemExit(f"the benchmark's admission was not recorded: {answer}")


#: Words that are no frame of a sentence: the names of Python's own modules.
_POOL = sorted(name for name in sys.stdlib_module_names if name.isalpha() and len(name) > 4)


def words(n: int) -> dict[str, str]:
    """Words of its own for each number, so that no two lessons give the same advice."""
    spelt = hashlib.sha256(str(n).encode()).hexdigest()
    picks = [int(spelt[4 * k : 4 * k + 4], 16) % len(_POOL) for k in range(16)]
    return {f"W{k}": _POOL[picks[k]] + _POOL[picks[k + 8]] for k in range(8)}


def filled(template: str, n: int) -> str:
    """The template with the words of a number."""
    for name, text in words(n).items():
        template = template.replace(name, text)
    return template


TERMINATION = """{"task": {"id": "task-W0W1", "repo": "acme/shop", "description": "total a cart with W0",
 "paths": ["shop/cart.py"], "language": "python"},
 "failure": {"class": "KeyError", "message": "KeyError: 'W0W1'", "site": "shop/W2.py:W3"},
 "outcome": "resolved",
 "traces": [
  {"id": "plan-1", "component": 11, "kind": "plan", "content": "Assume each W4 of W0 has a W1."},
  {"id": "patch-1", "component": 11, "kind": "patch", "content": "+    W5 -= W4['W0W1']"},
  {"id": "exec-1", "component": 11, "kind": "execution",
   "content": "shop/W2.py:12: in W3\\n    W5 -= W4['W0W1']\\nKeyError: 'W0W1'"}],
 "diagnosis": {"id": "diag-1", "component": 13, "kind": "diagnosis",
  "content": "The W4 has no W0W1: it is W6, and W3 reads it without a W7."},
 "repair": {"id": "repair-1", "component": 14, "kind": "repair",
  "content": "-    W5 -= W4['W0W1']\\n+    W5 -= W4.get('W0W1', 0)"},
 "successful_trajectory": null}"""

REFLECTION = """{"outcome": "resolved",
 "failed_assumption": "W0 has no W1, W2 no W3: `each W4 of W0 has a W1` [plan-1].",
 "overlooked_evidence": "`KeyError: 'W0W1'` [exec-1], for W5 and W6.",
 "strategy_error": "`W4['W0W1']` [patch-1] without W7.",
 "violated_invariant": "", "evidence_ids": ["plan-1", "patch-1", "exec-1", "diag-1"],
 "counterfactual": "W6 of W0W1 through W7.",
 "candidate_lesson": "Take W3 from W6 where W1, W4 and W7 hold, before W0 or W2 reads W5.",
 "scope": "repo:acme/shop lang:python error:KeyError W6 W4", "confidence": 0.7}"""


# --- measuring ------------------------------------------------------------------------------------------


def interleaved(arms: dict[str, Arm], rounds: int) -> dict[str, Cost]:
    """The median cost of each arm; each round runs every arm once. The first round only warms up."""
    spent: dict[str, list[Cost]] = {name: [] for name in arms}
    for n in range(rounds + 1):
        for name, arm in arms.items():
            cpu, wall = _cpu(), time.perf_counter()
            arm(n)
            spent[name].append(Cost((_cpu() - cpu) * 1000, (time.perf_counter() - wall) * 1000))
    return {
        name: Cost(*map(statistics.median, zip(*costs[1:], strict=True))) for name, costs in spent.items()
    }


def _cpu() -> float:
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def added(repository: Path, before: str) -> tuple[int, int]:
    """Objects that the newest commit added, and the bytes that they take on disk."""
    listed = _git(repository, "rev-list", "--objects", "--no-object-names", "HEAD", f"^{before}")
    asked = "--batch-check=%(objectsize:disk)"
    sizes = _git(repository, "cat-file", asked, data=f"{listed}\n".encode()).split()
    return len(sizes), sum(map(int, sizes))


# --- stores to measure on -------------------------------------------------------------------------------


def build_stores(folder: Path, size: int, ledger: bool) -> dict[str, Path]:
    """A bare store with `size` lessons and one for the floor, and two clones with index and work tree."""
    bare = folder / "bare.git"
    _git(folder, "init", "-q", "--bare", str(bare))
    init_store(bare, "# the defaults\n")
    stream = b"".join(_stream(size, ledger))
    _git(bare, "fast-import", "--quiet", data=stream)
    _git(bare, "repack", "-q", "-a", "-d")
    for name in ("floor.git", "ready", "admitting"):
        _git(folder, "clone", "-q", *(["--bare"] if name.endswith(".git") else []), str(bare), name)
    return {name: folder / name for name in ("bare.git", "floor.git", "ready", "admitting")}


def _stream(size: int, ledger: bool) -> Iterator[bytes]:
    yield b"commit refs/heads/main\ncommitter A <a@example.org> 0 +0000\ndata 4\nmany\nfrom refs/heads/main^0\n"
    [ended] = [data for path, data in admitted_files(size).items() if path.startswith("ledger/")]
    for n in range(size):
        yield _inline(f"lessons/episodic/{n % 256:02x}/lesson-{n}.yaml", lesson_bytes(n))
        if ledger:
            yield _inline(f"ledger/terminations/{n * 7 % 256:02x}/f-{n}.yaml", _of_lesson(ended, n))


def _inline(path: str, data: bytes) -> bytes:
    return b"M 100644 inline %b\ndata %d\n%b\n" % (path.encode(), len(data), data)


def _of_lesson(ended: bytes, n: int) -> bytes:
    """A termination told as that of a lesson of `lesson_bytes`."""
    numbered = re.sub(rb"f-[0-9a-f]{16}", b"f-%016x" % n, ended)
    return re.sub(rb'(?m)^( +lesson_id: )".*"$', rb'\1"lesson-%d"' % n, numbered)


def lesson_bytes(n: int) -> bytes:
    """A lesson as long as a real one."""
    lines = [
        f'statement: "Before indexing payload number {n}, check that the optional key is there."',
        'type: "episodic"',
        f'scope: "repo:acme/shop lang:python error:KeyError optional keys of payload {n}"',
        "derived_from:",
        "  failures:",
        f'    - "f-{n:016x}"',
        "  successes: []",
        "evidence:",
        *(f'  - "f-{n:016x}#exec-{item}"' for item in range(3)),
        "counterexamples: []",
        "confidence: 0.5",
        "times_applied: 0",
        "times_helped: 0",
        "times_hurt: 0",
        "supersedes: null",
        "superseded_by: null",
    ]
    return ("\n".join(lines) + "\n").encode()


def _isolate(folder: Path) -> None:
    for name in [name for name in os.environ if name.startswith(("GIT_", "REFLECT"))]:
        del os.environ[name]
    (folder / ".gitconfig").write_text(
        "[user]\n\tname = A\n\temail = a@example.org\n[init]\n\tdefaultBranch = main\n[gc]\n\tauto = 0\n"
    )
    os.environ.update(HOME=str(folder), GIT_CONFIG_NOSYSTEM="1", GIT_CONFIG_GLOBAL=str(folder / ".gitconfig"))


def _git(folder: Path, *args: str, data: bytes | None = None) -> str:
    done = subprocess.run(["git", *args], cwd=folder, input=data, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"git {args[0]}: {done.stderr.decode()}")
    return done.stdout.decode().strip()


if __name__ == "__main__":
    if not shutil.which("git"):
        raise SystemExit("git is not installed")
    main()
