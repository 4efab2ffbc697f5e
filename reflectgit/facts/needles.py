"""Whether one of many words stands in a text, at the price of looking through its different words alone.

Parsers have some two hundred needles, and a text of 100 KB takes as many looks through all of it. But it is made of few
different words: most needles hold a word that is none of them.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from reflectgit.text.words import ascii_runs

#: A shorter text is looked through as soon as its words are known.
_SHORT = 4_000
_WORD = re.compile(r"[A-Za-z0-9]+")


def any_stands(needles: Sequence[str], text: str) -> bool:
    """Whether one of them stands in the text."""
    return any(may_stand(needle, text) and needle in text for needle in needles)


def may_stand(needle: str, text: str) -> bool:
    """False where the text cannot hold the needle."""
    if len(text) < _SHORT:
        return True
    words, other = _words_of(text)
    return _longest_word(needle) in words or needle in other


@lru_cache(maxsize=64)
def _words_of(text: str) -> tuple[str, str]:
    """The different words of the lines of ASCII, with spaces around them; and the other lines as they are.

    A needle with a line end in it stands in neither: its last line is looked for (`_longest_word`), or it begins one.
    """
    words, other = ascii_runs(text)
    return f" {' '.join(words)} ", f"\n{other}\n"


@cache
def _longest_word(needle: str) -> str:
    """The longest word of a needle, with a space where the needle itself ends it."""
    word = max(_WORD.findall(needle), key=len, default="")
    begin = needle.find(word)
    return (" " * (begin > 0) + word + " " * (begin + len(word) < len(needle))) if word else ""
