"""Numbers that a text writes out: "three times seven", "sixty days"."""

import re
from functools import lru_cache

_WORDS = """
two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen twenty
"""
_SMALL = {word: str(value) for value, word in enumerate(_WORDS.split(), start=2)}
_TENS = {
    word: str(10 * value)
    for value, word in enumerate(["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 3)
}
_WORD = re.compile(
    rf"\b(?:{'|'.join((*_SMALL, *_TENS))})(?=\b|fold\b)(?!-(?:one|two|three|four|five|six|seven|eight|nine)\b)",
    re.I,
)


@lru_cache(maxsize=256)
def written_out(text: str) -> frozenset[str]:
    """The numbers from 2 to 90 that a text writes in one English word, in digits."""
    return frozenset((_SMALL | _TENS)[word.lower()] for word in set(_WORD.findall(text)))
