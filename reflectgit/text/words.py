"""Words, their stems, and how alike two texts are in them (DESIGN, "Retrieval").

The one door to rapidfuzz and to the Snowball stemmers. Both are imported where they are used: a command that
compares nothing does not pay for them (rapidfuzz 21 ms).
"""

import re
import unicodedata
from collections.abc import Collection
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from Stemmer import Stemmer

#: A longer run of letters is no word (base64, a minified line): its head is enough to compare.
_TOKEN_CHARS = 64
#: rapidfuzz costs the product of the lengths; what a text is about shows in its first stems.
_COMPARED_STEMS = 400
#: Below this many different stems, being contained in another text says nothing.
_FEW_STEMS = 3

_RUN = re.compile(r"[^\W_]+")
#: What stands between the runs of a text of ASCII; taken out by a table, they are found four times as fast.
_BETWEEN = {code: " " for code in range(128) if not chr(code).isalnum()}
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

_STOP_WORDS = """
    a about above after again against ain all also am an and any are aren as at be because been before being
    below between both but by can cannot could couldn d did didn do does doesn doing don down during each else
    ever every few for from further had hadn has hasn have haven having he her here hers him his how i if in
    into is isn it its itself just ll m may me might more most must mustn my needn no nor not now o of off on
    once only or other ought our ours out over own re s same shan she should shouldn so some such t than that
    the their theirs them then there these they this those through thus to too under until up upon us ve very
    was wasn we were weren what when where which while who whom why will with won would wouldn y yet you your
    yours
"""
STOP_WORDS: frozenset[str] = frozenset(_STOP_WORDS.split())


def tokens(text: str) -> list[str]:
    """The words of a text in lower case, in their order.

    Identifiers are split at underscores and humps (``parseHTTPHeader`` → ``parse http header``); digits stay
    with their letters (``utf8``, ``E0308``), and numbers are words.
    """
    return [part for run in _runs(text) for part in _parts(run)]


def stems(text: str) -> list[str]:
    """Snowball English stems of the tokens that are not stop words, in their order."""
    return [stem for run in _runs(text) for stem in _stems(run)]


def stem_set(text: str) -> frozenset[str]:
    """The different `stems` of a text. Each of its words is stemmed once, however often it stands there."""
    return frozenset(_stemmer().stemWords(_different_words(text)))


def words_with(wanted: Collection[str], text: str) -> frozenset[str]:
    """Those `tokens` of a text that have one of these stems."""
    words = _different_words(text)
    stemmed = zip(words, _stemmer().stemWords(words), strict=True)
    return frozenset(word for word, stem in stemmed if stem in wanted)


def occurring(wanted: Collection[str], text: str) -> frozenset[str]:
    """Those of the wanted words (in lower case) that are `tokens` of the text. Only lines that hold one are split."""
    plain = unicodedata.normalize("NFC", text)
    seen = plain.casefold()
    held = frozenset(word for word in wanted if word in seen)
    if not held:
        return held
    lines = (line for line in plain.split("\n") if any(word in line.casefold() for word in held))
    return held.intersection(tokens("\n".join(lines)))


def _runs(text: str) -> list[str]:
    if text.isascii():
        return text.translate(_BETWEEN).split()
    return _RUN.findall(unicodedata.normalize("NFC", text))


def _different_words(text: str) -> list[str]:
    return list({part for run in _different_runs(text) for part in _parts(run)} - STOP_WORDS)


def _different_runs(text: str) -> set[str]:
    plain, other = ascii_runs(text)
    return {*plain, *_runs(other)} if other else set(plain)


@lru_cache(maxsize=64)
def ascii_runs(text: str) -> tuple[frozenset[str], str]:
    """The different runs of letters and digits in the lines that are ASCII, and the other lines.

    Much of what programs print is ASCII, and little keeps all of it from being so. Several stages ask the same texts.
    """
    if text.isascii():
        return frozenset(_runs(text)), ""
    lines = text.split("\n")
    plain, other = ("\n".join(line for line in lines if line.isascii() is ascii) for ascii in (True, False))
    return frozenset(_runs(plain)), other


def _parts(run: str) -> list[str]:
    parts = (run,) if run.islower() or run.isdecimal() else _HUMP.split(run)
    return [part[:_TOKEN_CHARS].casefold() for part in parts]


def _stems(run: str) -> tuple[str, ...]:
    return _stemmed_before(run) if len(run) <= _TOKEN_CHARS else _stemmed(run)


def _stemmed(run: str) -> tuple[str, ...]:
    words = [word for word in _parts(run) if word not in STOP_WORDS]
    return tuple(_stemmer().stemWords(words))


#: Texts repeat their words: two thirds of the time that stemming takes is saved.
_stemmed_before = lru_cache(maxsize=1 << 15)(_stemmed)


def similarity(one: str, other: str) -> float:
    """How alike two texts are, from 0 to 1: rapidfuzz ``token_set_ratio`` over their stems.

    A text of fewer than three different stems is compared whole (``token_sort_ratio``), so that one common
    word inside a long text is never a full match. A text without any content word is like nothing.
    """
    from rapidfuzz import fuzz

    first, second = _content(one), _content(other)
    if not first or not second:
        return 0.0
    few = min(len(first), len(second)) < _FEW_STEMS
    score = fuzz.token_sort_ratio if few else fuzz.token_set_ratio
    return score(" ".join(first), " ".join(second)) / 100


def _content(text: str) -> list[str]:
    return list(dict.fromkeys(stems(text)))[:_COMPARED_STEMS]


@cache
def _stemmer() -> "Stemmer":
    from Stemmer import Stemmer

    return Stemmer("english")
