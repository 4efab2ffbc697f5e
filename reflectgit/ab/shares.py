"""Shares with 90% intervals over cases.

Candidates on one failure share its record, so they are drawn together: the bootstrap takes cases with
replacement, not candidates (Field & Welsh 2007, "Bootstrapping clustered data"; percentile interval). The draws
come from a fixed seed and cases are taken in the order of their ids, so the order of files plays no part.
"""

import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

_DRAWS = 1000
_SEED = 90
#: What is left out at either end of a 90% interval.
_TAIL = 0.05
#: With fewer cases there are hardly two different draws.
_FEWEST_CASES = 3

Interval = tuple[float, float]
#: A member of the whole a share is of: its case, and whether it counts.
Flag = tuple[str, bool]


class Share(NamedTuple):
    """A share from 0 to 1 of `n` things, with its 90% interval; None where there is nothing to take it of."""

    figure: float | None
    interval: Interval | None
    n: int


def share(flags: Iterable[Flag]) -> Share:
    """The share of flags that are up."""
    seen = list(flags)
    if not seen:
        return Share(None, None, 0)
    figure = sum(up for _, up in seen) / len(seen)
    return Share(figure, _interval_of(figure, seen), len(seen))


def contrast(
    one: Iterable[Flag], other: Iterable[Flag], combine: Callable[[float, float], float | None]
) -> Share:
    """Two shares made one figure (a difference, a ratio), with an interval that draws both from the same cases."""
    first, second = list(one), list(other)
    if not first or not second:
        return Share(None, None, 0)
    rows = _by_case(first, second)
    figure = combine(sum(up for _, up in first) / len(first), sum(up for _, up in second) / len(second))

    def drawn(counts: Sequence[int]) -> float | None:
        up, n, up_other, n_other = counts
        return combine(up / n, up_other / n_other) if n and n_other else None

    return Share(figure, bootstrap(rows, drawn), len(first))


def _interval_of(figure: float, flags: Sequence[Flag]) -> Interval | None:
    rows = _by_case(flags)
    if len(rows) < _FEWEST_CASES:
        return None
    # Where all or none count every draw is the same, and would claim certainty: Clopper & Pearson's bound, over cases.
    bound = _TAIL ** (1 / len(rows))
    if figure == 1:
        return (bound, 1.0)
    if figure == 0:
        return (0.0, 1 - bound)
    return bootstrap(rows, lambda counts: counts[0] / counts[1] if counts[1] else None)


def _by_case(*groups: Sequence[Flag]) -> list[list[int]]:
    """A row a case, in the order of their ids: for each group how many count, and of how many."""
    rows: dict[str, list[int]] = defaultdict(lambda: [0] * (2 * len(groups)))
    for place, group in enumerate(groups):
        for case, up in group:
            rows[case][2 * place] += up
            rows[case][2 * place + 1] += 1
    return [rows[case] for case in sorted(rows)]


def bootstrap(
    rows: Sequence[Sequence[int]], figure: Callable[[Sequence[int]], float | None]
) -> Interval | None:
    """The 90% percentile interval of a figure of summed counts; None for too few rows, or where it has no value.

    Args:
        rows: the counts of a case each, all of one length.
        figure: makes a number of the sums over the drawn cases; None for a draw that has none.
    """
    if len(rows) < _FEWEST_CASES:
        return None
    columns = list(zip(*rows, strict=True))
    values = [
        value
        for draw in _draws(len(rows))
        if (value := figure([sum(map(column.__getitem__, draw)) for column in columns])) is not None
    ]
    if not values:
        return None
    values.sort()
    return (values[math.floor(_TAIL * len(values))], values[math.ceil((1 - _TAIL) * len(values)) - 1])


@lru_cache(maxsize=64)
def _draws(n: int) -> list[list[int]]:
    chance = random.Random(_SEED)
    return [chance.choices(range(n), k=n) for _ in range(_DRAWS)]
