"""Words that are nearly the same: a slip of the pen, an ending that the stemmer leaves.

rapidfuzz is imported where it is used, as in `text.words`.
"""

from collections.abc import Iterable

#: rapidfuzz `ratio` from which two words count as one: one letter in seven may differ.
_ALIKE = 85
#: rapidfuzz `partial_ratio` from which a line is shown as the one that may be meant: of quotes with a word or two
#: put otherwise it is above 70, of sentences that only have letters in common below 60.
_PASSAGE = 70


def nearest(passage: str, lines: Iterable[str]) -> str | None:
    """The line that has something most like the passage, the first of equals; None where nothing is like it."""
    from rapidfuzz import fuzz, process

    room = [
        line for line in lines if 2 * len(line) >= len(passage)
    ]  # a short line is a part of many a passage
    found = process.extractOne(
        passage, room, scorer=fuzz.partial_ratio, processor=None, score_cutoff=_PASSAGE
    )
    return None if found is None else str(found[0])


def alike(word: str, others: Iterable[str]) -> dict[str, float]:
    """The words among `others` that begin with the same letter and are like `word`, each with how like (0 to 1).

    The word itself, where it is among them, is like itself by 1.
    """
    from rapidfuzz import fuzz, process

    choices = sorted(other for other in others if other[:1] == word[:1])
    found = process.extract(word, choices, scorer=fuzz.ratio, processor=None, score_cutoff=_ALIKE, limit=None)
    return {other: score / 100 for other, score, _ in found}
