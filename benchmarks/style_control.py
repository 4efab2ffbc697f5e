"""The gate beside a classifier that sees only style, on files of labelled cases.

    python benchmarks/style_control.py CASES.jsonl...

Each file is a set by one author. Style is learnt on the set itself, all cases but the one that is ranked, and, where
several files are given, on the other sets alone; it sees either lengths, filled fields and the share of new words
("plain"), or also marks, scope, citations and confidence ("all"). Both are compared at the gate's recall. "equal
style": how often the gate ranks a true candidate above a wrong one that style ranks beside it (0.5: by chance).
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from reflectgit.ab.cases import read_cases
from reflectgit.ab.style import PLAIN, StyleControl, control
from reflectgit.ab.verdicts import Verdict, verdicts
from reflectgit.policy import Policy

_COLUMNS = "{:14}{:20}{:8}{:>8}{:>8}{:>8}{:>24}{:>8}{:>8}{:>14}"
_HEADER = (
    "set",
    "style learnt on",
    "sees",
    "recall",
    "gate",
    "style",
    "gate better by",
    "AUC",
    "style",
    "equal style",
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="CASES.jsonl")
    sets = {path: verdicts(read_cases([path]), Policy()) for path in parser.parse_args().files}
    print(_COLUMNS.format(*_HEADER))
    for path in sets:
        for learnt, sees, found in _controls(path, sets):
            print(_line(path.stem, learnt, sees, found) if found else f"{path.stem:14}nothing to measure")


def _controls(path: Path, sets: dict[Path, list[Verdict]]) -> Iterator[tuple[str, str, StyleControl | None]]:
    others = [one for other, judged in sets.items() if other != path for one in judged]
    shown: Sequence[tuple[str, Sequence[str]]] = (("plain", PLAIN), ("all", ()))
    for sees, names in shown:
        yield "itself", sees, control(sets[path], None, names)
        if others:
            yield "the other sets", sees, control(sets[path], others, names)


def _line(name: str, learnt: str, sees: str, found: StyleControl) -> str:
    low, high = found.interval or (float("nan"), float("nan"))
    return _COLUMNS.format(
        name,
        learnt,
        sees,
        f"{found.recall:.1%}",
        f"{found.precision:.1%}",
        f"{found.style_precision:.1%}",
        f"{found.better:.1%} ({low:.0%} to {high:.0%})",
        f"{found.auc:.3f}",
        f"{found.style_auc:.3f}",
        f"{found.auc_at_equal_style:.3f}",
    )


if __name__ == "__main__":
    main()
