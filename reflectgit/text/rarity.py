"""How rare a stem is in what people write about programs, from a table that comes with the package.

A record is too small to tell common words from rare ones: every program has a list, few have a mailbox. The table
holds the stems that occur in at least 20 of the 4,090 docstrings of Python's standard library with more than 80
characters, and in how many (`tools/common_stems.py` writes it). A stem that it lacks is rare.
"""

import math
from functools import cache
from importlib import resources

#: How many docstrings were counted, and in how many a stem has to occur to be in the table.
COUNTED = 4090
LEAST = 20


def rarity(stem: str) -> float:
    """From 0 (in every docstring) to 1 (in hardly any): the logarithm of the inverse frequency, to scale."""
    return math.log(COUNTED / _table().get(stem, LEAST)) / math.log(COUNTED / LEAST)


@cache
def _table() -> dict[str, int]:
    text = resources.files("reflectgit.text").joinpath("common_stems.txt").read_text("utf-8")
    pairs = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return {stem: int(count) for stem, count in pairs}
