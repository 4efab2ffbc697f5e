"""What each rule of the gate is worth: the gate over labelled cases with the rule, and without it.

    python benchmarks/ablation.py CASES.jsonl... [--made-false] [--only WORD]

The rules are found where they stand. In the modules of `_MODULES` every comparison that a claim goes through is left
out in turn, every pattern finds nothing, and every question that is answered by yes or no gets one answer for all (of
the two the one that changes less); each number of `_NUMBERS` is put where it does nothing. Printed: by how many
points precision (over all and at grade B), recall and the share of right verdicts change when the rule is gone, and
which kinds gain or lose right verdicts; with --made-false, how many more true stories that were made false get in
(`reflectgit.ab.metamorphic`).

KEEP: something falls without it, and nothing rises. TRADE: something falls and something rises. DELETE: nothing falls.
Rules without which nothing changes on these files are named at the end. The set that is kept for the end chooses no
rule: it is refused.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, get_type_hints

from reflectgit.ab.cases import Candidate, read_cases
from reflectgit.ab.metamorphic import rates
from reflectgit.ab.shares import share
from reflectgit.ab.targets import admitted_fit, wanted_admitted
from reflectgit.ab.verdicts import Verdict, verdicts
from reflectgit.model import Comparison
from reflectgit.policy import Policy

_FINAL = "dogwood"
_MODULES = (
    "stages.comparisons",
    "stages.ground",
    "stages.observed",
    "stages.statements",
    "stages.foreign_matter",
    "facts.beside",
    "text.reckoning",
    "stages.agreement",
    "stages.altitude",
    "stages.edits",
    "text.blame",
)
_NUMBERS: tuple[tuple[str, float], ...] = (
    ("AGREES", 0.0),
    ("AGREES_QUOTED", 0.0),
    ("RECORD_OVERLAP", 0.0),
    ("FEW_WEIGHT", 0.0),
    ("USUAL_DIAGNOSIS", 1e9),
    ("CAUSE_STEMS", 0),
    ("FEW_RARE", 0.0),
    ("CLAIM_STEMS", 0),
    ("QUOTE_CHARS", 0),
    ("ADDED", 1e9),
    ("SURPLUS_COSTS", 0.0),
    ("WORDS_A_NAME", 0),
    ("CONCRETE_STEMS", 0),
    ("PRAISE_SHARE", 1e9),
)
_FINDS_NOTHING = re.compile(r"(?!)")
_LINE = "{:38}{:>10}{:>8}{:>8}{:>8}{:>12}  {:8}{}"


class _Switch(NamedTuple):
    """A rule switched off: in `module`, `name` is `new` in place of what it is."""

    told: str
    module: ModuleType
    name: str
    new: object


class _Measured(NamedTuple):
    judged: list[Verdict]
    precision: float
    precision_at_b: float
    recall: float
    made_false: int


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="CASES.jsonl")
    parser.add_argument("--made-false", action="store_true", help="also count true stories made false (slow)")
    parser.add_argument("--only", default="", metavar="WORD", help="rules with this in their name alone")
    given = parser.parse_args()
    if any(_FINAL in path.name for path in given.files):
        parser.error(f"{_FINAL} is the final set: no rule is chosen by it")
    candidates = list(read_cases(given.files))
    whole = _measured(candidates, given.made_false)
    print(
        _LINE.format("WITHOUT", "PRECISION", "AT B", "RECALL", "RIGHT", "MADE FALSE", "", "VERDICTS, BY KIND")
    )
    idle = []
    for rule, switches in _rules():
        if given.only not in rule:
            continue
        tried = [(switch, _without(switch, candidates, given.made_false)) for switch in switches]
        switch, without = max(tried, key=lambda one: _unchanged(whole, one[1]))
        if _unchanged(whole, without) == len(candidates) and whole.made_false == without.made_false:
            idle.append(switch.told)
        else:
            print(_told(switch.told, whole, without), flush=True)
    print(f"without these nothing changes on these files: {', '.join(idle) or '-'}")


def _without(switch: "_Switch", candidates: Sequence[Candidate], made_false: bool) -> _Measured:
    with _off(switch):
        return _measured(candidates, made_false)


def _unchanged(whole: _Measured, without: _Measured) -> int:
    pairs = zip(_decisions(whole), _decisions(without), strict=True)
    return sum(one == other for one, other in pairs)


def _measured(candidates: Sequence[Candidate], made_false: bool) -> _Measured:
    judged = verdicts(candidates, Policy())
    broken = rates(judged, Policy(), "not admitted") if made_false else []
    return _Measured(
        judged=judged,
        precision=share(admitted_fit(judged)).figure or 0.0,
        precision_at_b=share(admitted_fit(one for one in judged if one.judged.decision.grade == "B")).figure
        or 0.0,
        recall=share(wanted_admitted(judged)).figure or 0.0,
        made_false=sum(len(rate.broken) for rate in broken),
    )


def _decisions(measured: _Measured) -> list[tuple[str, str | None]]:
    return [(one.decided, one.judged.decision.grade) for one in measured.judged]


def _told(name: str, whole: _Measured, without: _Measured) -> str:
    kinds = _by_kind(whole, without)
    changes = [
        without.precision - whole.precision,
        without.precision_at_b - whole.precision_at_b,
        without.recall - whole.recall,
        sum(kinds.values()) / len(whole.judged),
    ]
    false = without.made_false - whole.made_false
    falls, rises = min(*changes, -false) < 0, max(*changes, -false) > 0
    verdict = ("TRADE" if rises else "KEEP") if falls else "DELETE"
    told = ", ".join(f"{kind} {change:+d}" for kind, change in kinds.items() if change)
    return _LINE.format(name, *(f"{100 * change:+.1f}" for change in changes), f"{false:+d}", verdict, told)


def _by_kind(whole: _Measured, without: _Measured) -> dict[str, int]:
    """By how many each kind has more verdicts that are right."""
    kinds = dict.fromkeys(one.kind for one in whole.judged)
    return {kind: _right(without, kind) - _right(whole, kind) for kind in kinds}


def _right(measured: _Measured, kind: str) -> int:
    return sum(one.right for one in measured.judged if one.kind == kind)


# --- switching off ---------------------------------------------------------------------------------------------


def _rules() -> Iterator[tuple[str, list[_Switch]]]:
    """Each rule by its name, with the one or two ways to be without it."""
    for place in _MODULES:
        module = import_module(f"reflectgit.{place}")
        for name, value in vars(module).items():
            told = f"{place.partition('.')[2]}.{name}"
            if switches := _switches(told, module, name, value):
                yield told, switches
    thresholds = import_module("reflectgit.stages.thresholds")
    for name, number in _NUMBERS:
        if hasattr(thresholds, name):
            yield name, [_Switch(f"{name} = {number:g}", thresholds, name, number)]


def _switches(told: str, module: ModuleType, name: str, value: object) -> list[_Switch]:
    if isinstance(value, re.Pattern):
        return [_Switch(told, module, name, _FINDS_NOTHING)]
    if not callable(value) or isinstance(value, type) or value.__module__ != module.__name__:
        return []
    answer = get_type_hints(value).get("return")
    if answer in (list[Comparison], dict[str, list[Comparison]]):
        return [_Switch(told, module, name, lambda *_, **__: answer())]
    if answer is not bool:
        return []
    return [
        _Switch(f"{told}: always", module, name, lambda *_, **__: True),
        _Switch(f"{told}: never", module, name, lambda *_, **__: False),
    ]


@contextmanager
def _off(switch: _Switch) -> Iterator[None]:
    """The rule replaced wherever it was imported to, and what was remembered of it forgotten; then as before."""
    was = getattr(switch.module, switch.name)
    places = [
        (module, name)
        for module in _loaded()
        for name, value in vars(module).items()
        if value is was and (name == switch.name) and (callable(was) or module is switch.module)
    ]
    _put(places, switch.new)
    try:
        yield
    finally:
        _put(places, was)


def _put(places: Sequence[tuple[ModuleType, str]], value: object) -> None:
    for module, name in places:
        setattr(module, name, value)
    for module in _loaded():
        for held in vars(module).values():
            if hasattr(held, "cache_clear"):
                held.cache_clear()


def _loaded() -> list[ModuleType]:
    return [module for name, module in sorted(sys.modules.items()) if name.startswith("reflectgit.")]


if __name__ == "__main__":
    main()
