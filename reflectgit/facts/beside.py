"""What stands beside a number: the word that says what it counts ("acquire 1", "5 bytes", "id=3").

A record that has other numbers beside that word, and never this one, does not bear out that this one was seen there;
though it may have it elsewhere ("13 bytes", where 13 is the line of a traceback).
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from reflectgit.facts.slots import normal
from reflectgit.text.words import stem_set, stems

_TOKEN = re.compile(r"\d[\d_]*(?:[.,:]\d+)*|[^\W\d]+")
#: How far, in words and numbers, a record may put a number from the word that says what it counts ("size is now 11").
_NEAR = 3
#: How much else of the sentence on the same line makes up for it.
_COMPANY = 2


def displaced(number: str, own: str, sentence: str, record: Iterable[str]) -> bool:
    """Whether the words right beside a number have other numbers beside them in the record, and never this one.

    Args:
        number: as the sentence writes it.
        own: the author's own words around it.
        sentence: the whole sentence, with what it quotes: a line of the record that has the number and two more of its
            words or numbers bears it out, whatever stands in between.
        record: the texts in which it may have been seen.
    """
    value, texts = plain(number), tuple(record)
    said = _beside(own, value)
    rivals = [found for word in said for text in texts if (found := neighbours(text).get(word))]
    if not rivals or any(value in found for found in rivals):
        return False
    company = (stem_set(sentence) | _numbers(sentence)) - {value}
    return not any(
        len(company & (stem_set(line) | _numbers(line))) >= _COMPANY
        for text in texts
        for line in text.splitlines()
        if value in _numbers(line)
    )


@lru_cache(maxsize=128)
def neighbours(text: str) -> dict[str, frozenset[str]]:
    """The numbers of a text by the stems that stand near them on their line."""
    found: dict[str, set[str]] = {}
    for line in text.splitlines():
        tokens = _TOKEN.findall(line)
        for at, token in enumerate(tokens):
            if token[0].isdigit():
                for word in _words(tokens, at, _NEAR):
                    found.setdefault(word, set()).add(plain(token))
    return {word: frozenset(values) for word, values in found.items()}


def _beside(text: str, value: str) -> frozenset[str]:
    tokens = _TOKEN.findall(text)
    places = [at for at, token in enumerate(tokens) if token[0].isdigit() and plain(token) == value]
    return frozenset(word for at in places for word in _words(tokens, at, 1))


def _words(tokens: list[str], at: int, reach: int) -> list[str]:
    around = (*tokens[max(0, at - reach) : at], *tokens[at + 1 : at + 1 + reach])
    return [stem for token in around if not token[0].isdigit() for stem in stems(token)]


@lru_cache(maxsize=1024)
def _numbers(text: str) -> frozenset[str]:
    return frozenset(plain(token) for token in _TOKEN.findall(text) if token[0].isdigit())


def plain(number: str) -> str:
    """A number without its sign in the one spelling of `slots.normal`."""
    return normal(number.lstrip("+-"))
