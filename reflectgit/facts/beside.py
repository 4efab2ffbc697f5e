"""What stands beside a number: the word that says what it counts ("acquire 1", "5 bytes", "id=3").

A record that has other numbers beside that word, and never this one, does not bear out that this one was seen there;
though it may have it elsewhere ("13 bytes", where 13 is the line of a traceback).
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from reflectgit.facts.figures import figures, places, plain
from reflectgit.text.words import stem_set, stems, words_with

_TOKEN = re.compile(r"\d[\d_]*(?:[.,:]\d+)*|[^\W\d]+")
_WITHOUT_DIGITS = str.maketrans("0123456789", " " * 10)
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
    rival = False
    for found in (found for text in texts for found in neighbours(text, said).values()):
        if value in found:
            return False
        rival = True
    if not rival:
        return False
    company = (stem_set(sentence) | figures(sentence)) - {value}
    return not any(
        len(company & (stem_set(lines[at]) | figures(lines[at]))) >= _COMPANY
        for lines in map(str.splitlines, texts)
        for at in places(value, lines)
    )


@lru_cache(maxsize=128)
def neighbours(text: str, words: frozenset[str]) -> dict[str, frozenset[str]]:
    """The numbers of a text that stand near one of these stems on their line, by the stem."""
    found: dict[str, set[str]] = {}
    for line in _lines_with(words, text):
        tokens = _TOKEN.findall(line)
        for at, token in enumerate(tokens):
            for word in () if _is_number(token) else words.intersection(stems(token)):
                found.setdefault(word, set()).update(
                    map(plain, filter(_is_number, _around(tokens, at, _NEAR)))
                )
    return {word: frozenset(values) for word, values in found.items() if values}


def _lines_with(stems: frozenset[str], text: str) -> list[str]:
    """The lines that may have a word with one of these stems. Digits end a word here (``utf8``)."""
    lines = text.splitlines()
    spelt = words_with(stems, "\n".join(filter(str.isascii, lines)).translate(_WITHOUT_DIGITS))
    return [line for line in lines if not line.isascii() or any(word in line.lower() for word in spelt)]


def _beside(text: str, value: str) -> frozenset[str]:
    tokens = _TOKEN.findall(text)
    places = [at for at, token in enumerate(tokens) if _is_number(token) and plain(token) == value]
    around = (token for at in places for token in _around(tokens, at, 1) if not _is_number(token))
    return frozenset(stem for token in around for stem in stems(token))


def _around(tokens: list[str], at: int, reach: int) -> list[str]:
    return [*tokens[max(0, at - reach) : at], *tokens[at + 1 : at + 1 + reach]]


def _is_number(token: str) -> bool:
    return token[0].isdigit()
