"""The arithmetic of retrieval: how well a document answers the stems of a query, from 0 to 1.

Of each stem of the query: its idf, times the mean of two opinions. *Word-wise*: the best weight of a field that holds
it, or a word like it (rapidfuzz ratio >= 85, same first letter), times that likeness. *BM25F*: how often the fields
hold the stem itself, saturated, against the usual length of each field. The sum ``a`` over the query is put in relation
twice, and the score is their geometric mean, the second weighing three times the first (square roots alone, which
are rounded alike everywhere):

* ``a / T``, where ``T`` is the idf of the whole query: how much of what was asked is answered;
* ``a / (a + 25)``: how much is answered at all. One rare word in common is a coincidence, six are none. So a short or
  common word inside a long text never scores full marks; everyday words alone ("test fails error") are no answer.

The idf supposes 100 lessons beside those of the store, of which a fifth hold each everyday word of software work. So
"add a test for the function" tells little in a store of three lessons too, and scores compare across queries and
stores.

In the same repository the answer about the *place* (task, paths, class and site of the failure) is joined in:
``s + (1 - s) x p / 2``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import log, sqrt
from typing import NamedTuple, Protocol

from reflectgit.stages.vocabulary import constructs, virtues
from reflectgit.text.alike import alike
from reflectgit.text.fielded import FIELDS, Fields
from reflectgit.text.words import stems

_BACKGROUND = 100
_EVERYDAY_IN = 20
_STRENGTH = 25.0
_PLACE = 0.5
_K1, _B = 1.2, 0.5
#: What any failed run prints.
_RUNS = """
traceback recent call last most file line module test ran ok pass passed fail failed failure error errors exception
assert assertion expected actual got self stdout stderr collected session short summary info warning py unittest pytest
exit status main run running
"""
#: A word that no document holds is looked up by its first letters among those that are held.
_PREFIX = 3
#: What a word of each field says about the lesson, and the usual number of its words (stems, repetitions counted).
_WEIGHT = {"statement": 1.0, "scope": 1.0, "claims": 0.9, "diagnosis": 1.0, "evidence": 0.8, "place": 0.8}
_LENGTH = {"statement": 15, "scope": 10, "claims": 50, "diagnosis": 60, "evidence": 150, "place": 20}


class Share(NamedTuple):
    """What one stem of the query gave: the field and the word that answered it best, and its part of the score."""

    stem: str
    field: str
    word: str
    part: float


class Counts(Protocol):
    """How many documents there are, and how many hold a stem."""

    def count(self) -> int: ...

    def frequencies(self, stems: Sequence[str]) -> dict[str, int]: ...

    def beginning(self, prefix: str) -> list[str]: ...


class Weights:
    """What each stem of a query weighs in a store: its idf, never below zero."""

    def __init__(self, counts: Counts, asked: Sequence[str]) -> None:
        self._size = counts.count() + _BACKGROUND
        held = counts.frequencies(asked)
        nearest = {stem: alike(stem, counts.beginning(stem[:_PREFIX])) for stem in asked if stem not in held}
        held |= counts.frequencies(sorted({word for words in nearest.values() for word in words}))
        #: The words by which documents are found, with how many hold them: a stem that none holds by those like it.
        self._ways = {stem: sorted(nearest.get(stem, {stem: 1.0})) for stem in asked}
        self._held = held
        self._idf = {stem: self._weigh(stem) for stem in asked}

    def __getitem__(self, stem: str) -> float:
        return self._idf[stem]

    def rarest_first(self) -> Iterator[tuple[str, float]]:
        """The words to find documents by, rarest first, each with its weight."""
        ways = {word: self._idf[stem] for stem, words in sorted(self._ways.items()) for word in words}
        for word in sorted(ways, key=lambda word: (self._held.get(word, 0), word)):
            yield word, ways[word]

    def _weigh(self, stem: str) -> float:
        holders = max([self._held.get(word, 0) for word in self._ways[stem]], default=0)
        among = max(1, holders) + (_EVERYDAY_IN if stem in _everyday() else 0)
        return log(1 + (self._size - among + 0.5) / (among + 0.5))


class Scorer:
    """Scores documents for one query.

    Args:
        weights: of all stems that are asked for.
        asked: all stems that are asked for.
        documents: the fields of all documents that will be scored; what is like a stem is sought among their words.
    """

    def __init__(self, weights: Weights, asked: Sequence[str], documents: Iterable[Fields]) -> None:
        words: dict[str, set[str]] = {}
        for fields in documents:
            for word in {word for counts in fields.values() for word in counts}:
                words.setdefault(word[:1], set()).add(word)
        self._weights = weights
        self._near = {stem: alike(stem, words.get(stem[:1], ())) for stem in asked}

    def score(
        self, fields: Fields, asked: Sequence[str], place: Sequence[str] = ()
    ) -> tuple[float, list[Share]]:
        """The score from 0 to 1, and what each stem gave to it.

        Args:
            fields: of the document.
            asked: the stems that are asked for, sorted.
            place: the stems to compare with the document's place; none where it is another repository.
        """
        score, shares = self._part(fields, asked)
        where = {"place": fields.get("place", {})}
        told, at = self._part(where, place)
        joined = score + (1 - score) * _PLACE * told
        scaled = [share._replace(part=share.part * (1 - score) * _PLACE) for share in at]
        return joined, [*shares, *(share for share in scaled if share.part > 0)]

    def _part(
        self, fields: Mapping[str, Mapping[str, int]], asked: Sequence[str]
    ) -> tuple[float, list[Share]]:
        answers = [(stem, *self._answer(fields, stem)) for stem in asked]
        given = sum(self._weights[stem] * value for stem, _, _, value in answers)
        if not any(value for stem, _, _, value in answers if stem not in _everyday()):
            return 0.0, []
        whole = sum(self._weights[stem] for stem in asked)
        strength = given / (given + _STRENGTH)
        score = sqrt(strength * sqrt(strength * given / whole))
        return score, [
            Share(stem, field, word, score * self._weights[stem] * value / given)
            for stem, field, word, value in answers
            if value
        ]

    def _answer(self, fields: Mapping[str, Mapping[str, int]], stem: str) -> tuple[str, str, float]:
        """The field and word that answer the stem best, and the mean of both opinions."""
        best = ("", "", 0.0)
        for word, likeness in self._near[stem].items():
            for field in FIELDS:
                value = _WEIGHT[field] * likeness
                if value > best[2] and word in fields.get(field, {}):
                    best = (field, word, value)
        return best[0], best[1], (best[2] + _bm25f(fields, stem)) / 2


def _bm25f(fields: Mapping[str, Mapping[str, int]], stem: str) -> float:
    """BM25F's saturated frequency of the stem, from 0 to 1."""
    often = 0.0
    for field in FIELDS:
        words = fields.get(field, {})
        if stem in words:
            length = sum(words.values()) / _LENGTH[field]
            often += _WEIGHT[field] * words[stem] / (1 - _B + _B * length)
    return often / (_K1 + often)


@cache
def _everyday() -> frozenset[str]:
    return constructs() | virtues() | frozenset(stems(_RUNS))
