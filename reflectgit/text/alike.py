"""Words that are nearly the same: a slip of the pen, an ending that the stemmer leaves.

rapidfuzz is imported where it is used, as in `text.words`.
"""

from collections.abc import Iterable

#: rapidfuzz `ratio` from which two words count as one: one letter in seven may differ.
_ALIKE = 85


def alike(word: str, others: Iterable[str]) -> dict[str, float]:
    """The words among `others` that begin with the same letter and are like `word`, each with how like (0 to 1).

    The word itself, where it is among them, is like itself by 1.
    """
    from rapidfuzz import fuzz, process

    choices = sorted(other for other in others if other[:1] == word[:1])
    found = process.extract(word, choices, scorer=fuzz.ratio, processor=None, score_cutoff=_ALIKE, limit=None)
    return {other: score / 100 for other, score, _ in found}
