"""What judging a termination costs beside reading it: much evidence, and what a store of many lessons knows near it.

    python benchmarks/gate.py [--shape log] [--kilobytes 100] [--lessons 10000] [--rounds 9] [--no-profile]

CPU milliseconds in one process, the least of interleaved rounds, every cache of reflectgit emptied before each; only
the ratios are meant to be compared between machines. Read and parsed is the termination with its reflection, from JSON
and from the YAML that a store keeps. What the store knows is fetched through its indexes before, and once more in an
arm of its own. Then, where judging spends its time, by the modules of reflectgit; what they call in C counts as
theirs. The bar: judging <= 3 x reading.
"""

import argparse
import cProfile
import pstats
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import index
import ledger_builder as build  # index.py shows where it is
import msgspec
from gate_shapes import SHAPES, WORDS, lines, logged, patched, probed

from reflectgit import identity
from reflectgit.formats.emit import to_yaml
from reflectgit.formats.inputs import read_reflection, read_termination
from reflectgit.knowledge import known_near
from reflectgit.model import Diagnosis, Failure, Item, Reflection, Task, Termination
from reflectgit.pipeline import judge
from reflectgit.policy import Policy
from reflectgit.stages.evidence import prepare
from reflectgit.stages.fold import fold
from reflectgit.stages.known import Known
from reflectgit.store.index import Index
from reflectgit.store.repository import open_store

#: Words of the candidate that some lessons have too: a store finds what is near by the rarest of them.
_OWN_WORDS = ("optional", "payload", "voucher", "indexed", "parsed", "cart")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kilobytes", type=int, default=100, help="evidence of the termination")
    parser.add_argument("--lessons", type=int, default=10_000, help="lessons in the store")
    parser.add_argument("--rounds", type=int, default=9, help="times that each arm is measured")
    parser.add_argument(
        "--shape", action="append", choices=list(SHAPES), help="of the evidence (default: all)"
    )
    parser.add_argument("--no-profile", action="store_true", help="leave out where the time goes")
    told = parser.parse_args()
    shapes = told.shape or list(SHAPES)
    reflection = said()
    print(f"{'shape':12}{'arm':26}{'CPU ms':>8}{'x JSON':>9}{'x YAML':>9}")
    with looking(told.lessons) as look:
        for shape in shapes:
            termination = ended(told.kilobytes * 1000, shape)
            known = look(termination, reflection)
            costs = least(arms(termination, reflection, known, look), told.rounds)
            decision = judge(termination, reflection, known, Policy()).decision
            print_costs(shape, costs)
            near = f"{len(known.lessons)} lessons and {len(known.terminations)} failures known near"
            print(f"{'':12}{decision.decision} ({decision.rejected_reason or decision.grade}), {near}")
    if not told.no_profile:
        termination = ended(told.kilobytes * 1000, shapes[0])
        print_profile(lambda: judge(termination, reflection, known, Policy()))


Look = Callable[[Termination, Reflection], Known]


@contextmanager
def looking(lessons: int) -> Iterator[Look]:
    """How a store of so many lessons is asked what it knows near a candidate; its indexes are built."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run(["git", "init", "-q", "--bare", "-b", "main", name], check=True)
        index.import_files(folder, iter(build.base_files().items()), b"init", first=True)
        index.import_files(folder, _admitted(lessons), b"lessons", first=False)
        store = open_store(folder)
        snapshot = store.snapshot()
        view = Index.open(store).at(snapshot)
        try:
            yield lambda ended, told: known_near(store, snapshot, view, prepare(ended, Policy()), told)
        finally:
            view.close()
            store.close()


def _admitted(count: int) -> Iterator[tuple[str, bytes]]:
    """The two files of each of so many admissions, whose lessons say the like of different things."""
    chance = random.Random(5)
    for number in range(count):
        one, two, three, four = chance.choices([*WORDS, *_OWN_WORDS], k=4)
        lesson = f"Look for the {one} {two} first when some {three} depends on its {four}."
        decided = build.decide(build.termination(number, key=f"{one}_{number}"), lesson)
        yield identity.termination_path(decided), to_yaml(decided)
        for name, made in fold([decided], [], [], Policy()).items():
            yield identity.lesson_path(made.type, name), to_yaml(made)


def arms(
    termination: Termination, reflection: Reflection, known: Known, look: Look
) -> dict[str, Callable[[], object]]:
    """What is measured, by name."""
    as_json, as_yaml = msgspec.json.encode, to_yaml
    files = {
        "JSON": (as_json(termination), as_json(reflection)),
        "YAML": (as_yaml(termination), as_yaml(reflection)),
    }

    def reading(form: str) -> Callable[[], object]:
        first, second = files[form]
        return lambda: (read_termination(first, "termination"), read_reflection(second, "reflection"))

    return {
        "read and parsed, JSON": reading("JSON"),
        "read and parsed, YAML": reading("YAML"),
        "judged": lambda: judge(termination, reflection, known, Policy()),
        "prepared and looked up": lambda: look(termination, reflection),
    }


def least(arms: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """CPU milliseconds of each arm: the least of the rounds, since a busy machine only ever adds."""
    costs = dict.fromkeys(arms, float("inf"))
    for _ in range(rounds):
        for name, arm in arms.items():
            empty_caches()
            before = time.process_time()
            arm()
            costs[name] = min(costs[name], (time.process_time() - before) * 1000)
    return costs


def empty_caches() -> None:
    """As in a process that has judged nothing yet, but for its imports."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "reflectgit":
            for member in vars(module).values():
                if callable(clear := getattr(member, "cache_clear", None)):
                    clear()


def print_costs(shape: str, costs: dict[str, float]) -> None:
    for name, cost in costs.items():
        ratios = (cost / costs[f"read and parsed, {form}"] for form in ("JSON", "YAML"))
        print(f"{shape:12}{name:26}{cost:8.2f}" + "".join(f"{ratio:9.2f}" for ratio in ratios))


def print_profile(action: Callable[[], object], shown: int = 14) -> None:
    """The share of each module in the time of one call."""
    empty_caches()
    profile = cProfile.Profile()
    profile.runcall(action)
    spent: Counter[str] = Counter()
    for (path, *_), (*_, own, _, callers) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        if path == "~":  # in C
            for (caller, *_), (*_, part, _) in callers.items():
                spent[_module(caller)] += part
        else:
            spent[_module(path)] += own
    whole = sum(spent.values())
    print("\nshare of judging, with the profiler's own cost")
    for name, part in spent.most_common(shown):
        print(f"{part / whole:8.1%}  {name}")


def _module(path: str) -> str:
    parts = Path(path).with_suffix("").parts
    return "/".join(parts[parts.index("reflectgit") + 1 :]) if "reflectgit" in parts else "elsewhere"


# --- a termination ---------------------------------------------------------------------------------------


def ended(size: int, shape: str = "mixed") -> Termination:
    """A failure with some `size` characters of evidence, of one of `gate_shapes.SHAPES`."""
    shares = SHAPES[shape]
    much = {line: lines(line, int(size * share)) for line, share in shares.items()}
    runs = "\n".join(text for line, text in much.items() if line not in (logged, patched, probed))
    log, patch, probe = (much.get(line, "") for line in (logged, patched, probed))
    return Termination(
        failure_id="benchmark-1",
        task=Task(id="benchmark-1", repo="acme/shop", description="total a cart", paths=["shop/cart.py"]),
        failure=Failure(class_="KeyError", message="KeyError: 'voucher'", site="shop/cart.py:total"),
        outcome="resolved",
        traces=[
            Item(id="exec-1", component=11, kind="execution", content=runs + _TRACEBACK),
            Item(id="log-1", component=11, kind="execution", content=log),
            Item(id="patch-1", component=11, kind="patch", content=_PATCH + patch),
            Item(id="probe-1", component=12, kind="instrumentation", content=probe + _PROBE),
        ],
        diagnosis=Diagnosis(
            id="diag-1",
            component=13,
            kind="diagnosis",
            content="Cause: total() indexes the payload by the optional key 'voucher', which a plain cart lacks,"
            " without asking whether the key is there.",
        ),
        repair=Item(
            id="repair-1",
            component=14,
            kind="repair",
            content=_PATCH.replace("payload['voucher']", "payload.get('voucher', 0)"),
        ),
    )


def said() -> Reflection:
    """What is said of it."""
    return Reflection(
        outcome="resolved",
        failed_assumption="The patch took it that every payload has `payload['voucher']` [patch-1].",
        overlooked_evidence="The run ended in `KeyError: 'voucher'` [exec-1]; test_total_of_plain_cart failed, and the"
        " probe shows limit=250 [probe-1].",
        strategy_error="The optional key was indexed in total() without asking whether it is there [patch-1].",
        violated_invariant="",
        evidence_ids=["exec-1", "patch-1", "log-1", "probe-1"],
        counterfactual="Had total() used payload.get('voucher', 0), test_total_of_plain_cart had passed [repair-1].",
        candidate_lesson="Ask whether an optional key is there before a parsed payload is indexed by it in a cart.",
        scope="repo:acme/shop lang:python error:KeyError lib:json optional keys of payloads",
        confidence=0.7,
    )


_TRACEBACK = """
Traceback (most recent call last):
  File "shop/cart.py", line 41, in total
    due -= payload['voucher']
KeyError: 'voucher'
FAILED tests/test_cart.py::test_total_of_plain_cart - KeyError: 'voucher'
"""
_PROBE = "\nprobe limit=250\n"
_PATCH = """diff --git a/shop/cart.py b/shop/cart.py
--- a/shop/cart.py
+++ b/shop/cart.py
@@ -38,4 +38,5 @@ def total(payload):
     due = sum(payload['prices'])
+    due -= payload['voucher']
     return due
"""

if __name__ == "__main__":
    main()
