"""What a commit and a whole admission cost, as ratios to a floor that is measured in the same run.

    python benchmarks/write_path.py [--sizes 100,10000,100000] [--rounds 15] [--ledger]

CPU milliseconds of this process and its children, user and system; medians of interleaved rounds, so that a
busy machine slows all arms alike. The floor is the least that git's own plumbing can do: ``hash-object -w``, a
``mktree`` of one entry, ``commit-tree``, ``update-ref``.
"""

import argparse
import hashlib
import os
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

from reflectgit.errors import ReflectgitError
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
    bare, top = build_stores(folder, size, ledger)
    bare_store, top_store = open_store(bare), open_store(top)
    arms: dict[str, Arm] = {
        "floor (four plumbing commands)": lambda n: floor(bare, n),
        "ready bytes, bare": lambda n: commit_ready_bytes(bare_store, n),
        "ready bytes, index and work tree": lambda n: commit_ready_bytes(top_store, n),
    }
    admission = admit_one(top_store)
    if admission is not None:
        arms["whole admission, index and work tree"] = admission
    costs = interleaved(arms, rounds)
    base = costs["floor (four plumbing commands)"].cpu
    before = bare_store.head() or ""
    commit_ready_bytes(bare_store, rounds + 1)
    objects, octets = added(bare, before)
    for name, cost in costs.items():
        extra = f"{objects:8d}{octets / 1024:10.1f}" if name == "ready bytes, bare" else ""
        print(f"{size:9d}  {name:38}{cost.cpu:9.1f}{cost.wall:9.1f}{cost.cpu / base:8.2f}{extra}")
    bare_store.close()
    top_store.close()


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


def commit_ready_bytes(store: Store, n: int) -> None:
    """What an admission writes, with the bytes at hand: a lesson and a termination."""
    name = f"ready-{n}"
    files = {
        f"lessons/episodic/{n % 256:02x}/{name}.yaml": lesson_bytes(n),
        f"ledger/terminations/{n * 7 % 256:02x}/{name}.yaml": lesson_bytes(n) * 4,
    }
    store.transact(lambda _: Change(files, f"admit: {name}", [("Reflectgit-Op", "admit")]))


def admit_one(store: Store) -> Arm | None:
    """A whole admission in process (gate, files, commit, index, work tree); None where there is no pipeline."""
    try:
        from reflectgit.admission import admit as admit_into
        from reflectgit.formats.inputs import read_reflection, read_termination
    except ImportError:
        return None

    def admit(n: int) -> None:
        termination = read_termination(termination_json(n), "termination")
        reflection = read_reflection(filled(REFLECTION, n).encode(), "reflection")
        answer = admit_into(store, termination, reflection)
        if answer.decision not in ("admitted", "merged") or not answer.recorded:
            raise SystemExit(f"the benchmark's admission was not recorded: {answer}")

    try:
        admit(10**6)
    except (ReflectgitError, AttributeError, TypeError) as error:
        print(f"no whole admission: {error}", file=sys.stderr)
        return None
    return admit


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


def termination_json(n: int) -> bytes:
    """One failure, with evidence of its own."""
    return filled(TERMINATION, n).encode()


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


def build_stores(folder: Path, size: int, ledger: bool) -> tuple[Path, Path]:
    """A bare store with `size` lessons, and a clone of it with index and work tree."""
    bare, top = folder / "bare.git", folder / "top"
    _git(folder, "init", "-q", "--bare", str(bare))
    init_store(bare, "# the defaults\n")
    stream = b"".join(_stream(size, ledger))
    _git(bare, "fast-import", "--quiet", data=stream)
    _git(bare, "repack", "-q", "-a", "-d")
    _git(folder, "clone", "-q", str(bare), str(top))
    return bare, top


def _stream(size: int, ledger: bool) -> Iterator[bytes]:
    yield b"commit refs/heads/main\ncommitter A <a@example.org> 0 +0000\ndata 4\nmany\nfrom refs/heads/main^0\n"
    for n in range(size):
        data = lesson_bytes(n)
        yield b"M 100644 inline lessons/episodic/%02x/lesson-%d.yaml\ndata %d\n%b\n" % (
            n % 256,
            n,
            len(data),
            data,
        )
        if ledger:
            path = b"ledger/terminations/%02x/f-%d.yaml" % (n * 7 % 256, n)
            yield b"M 100644 inline %b\ndata %d\n%b\n" % (path, len(data) * 4, data * 4)


def lesson_bytes(n: int) -> bytes:
    """A lesson as long as a real one."""
    lines = [
        f'statement: "Before indexing payload number {n}, check that the optional key is there."',
        'type: "episodic"',
        f'scope: "repo:acme/shop lang:python error:KeyError optional keys of payload {n}"',
        "derived_from:",
        f'  failures: ["f-{n:016x}"]',
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
