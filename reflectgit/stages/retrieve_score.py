"""The arithmetic of retrieval: how well a document answers the stems of a query, from 0 to 1.

Of each stem of the query: its idf, times the mean of two opinions. *Word-wise*: the best weight of a field that holds
it, or a word like it (rapidfuzz ratio >= 85, same first letter), times that likeness. *BM25F*: how often the fields
hold the stem itself, saturated, against the usual length of each field. The sum ``a`` over the query is put in relation
twice, and the score is the geometric mean of both:

* ``a / T``, where ``T`` is the idf of the whole query: how much of what was asked is answered;
* ``a / (a + 30)``: how much is answered at all. One rare word in common is a coincidence, six are none; it takes some
  six informative words to reach a half. So a short or common word inside a long text never scores full marks.

The idf supposes 100 lessons beside those of the store, of which a fifth hold each everyday word of software work. So
"add a test for the function" tells little in a store of three lessons too, and scores compare across queries and stores.

In the same repository the answer about the *place* (task, paths, class and site of the failure) is joined in:
``s + (1 - s) x p / 2``.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import log, sqrt
from typing import TYPE_CHECKING, NamedTuple, Protocol

from reflectgit.text.fielded import FIELDS, Fields
from reflectgit.text.vocabulary_everyday import EVERYDAY
from reflectgit.text.words import like, stems

if TYPE_CHECKING:
    from reflectgit.stages.retrieve import Document

_BACKGROUND = 100
_EVERYDAY_IN = 20
_STRENGTH = 30.0
_PLACE = 0.5
_LIKE = 85
_K1, _B = 1.2, 0.5
#: What a word of each field says about the lesson, and the usual number of its words (stems, repetitions counted).
_WEIGHT = {"statement": 1.0, "scope": 1.0, "claims": 0.9, "diagnosis": 1.0, "evidence": 0.8, "place": 0.8}
_LENGTH = {"statement": 15, "scope": 10, "claims": 50, "diagnosis": 60, "evidence": 150, "place": 20}
