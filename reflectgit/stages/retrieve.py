"""Stage (h), bounded ranked retrieval: at most five lessons for a task, or none (build spec 3.8).

No model runs here. Scope and words rank; they do not wall off: a lesson learned in one repository may be given in
another, lower. Only an exclusion, retirement and the floor shut a lesson out. `retrieve_score` holds the arithmetic.

The order is the same on every machine: scores are sums taken in the order of the stems and rounded to four digits,
and ties go to the smaller id.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol
from unicodedata import normalize

from reflectgit.stages.retrieve_score import Scorer, Share, Weights
from reflectgit.text.fielded import Document
from reflectgit.text.keylines import key_lines
from reflectgit.text.words import stems, tokens

#: Documents that are scored whole; the cheap count of shared words picks them.
_CANDIDATES = 200
#: Postings are read, rarest stem first, until this many, or this share of all documents.
_POSTINGS, _SHARE_READ = 2_000, 20
#: Stems of one query; a query is a task in a few sentences, or the key lines of a log.
_STEMS = 64
#: What is left of the score of a lesson whose scope does not cover the task.
_OUTSIDE = 0.9
#: From this share of common words on two statements say the same (of all words: "never" tells two apart).
_SAME = 0.85


@dataclass(frozen=True)
class Query:
    """What a task says about itself. An empty member says nothing; names are NFC, as those of a store are.

    Attributes:
        text: the task in words, or what failed; a long text is cut to its key lines.
        repo: ``owner/name``.
        paths: what it touches, from the root of the repository.
        error: the class of the failure.
        language: the programming language.
        site: the file in which it failed.
    """

    text: str = ""
    repo: str | None = None
    paths: tuple[str, ...] = ()
    error: str | None = None
    language: str | None = None
    site: str = ""

    def __post_init__(self) -> None:
        for name in ("repo", "error", "language"):
            object.__setattr__(self, name, normalize("NFC", getattr(self, name) or "") or None)
        object.__setattr__(self, "paths", tuple(normalize("NFC", path) for path in self.paths))

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """The different content words of the text, stemmed: the first 64 in their order, sorted."""
        return tuple(sorted(list(dict.fromkeys(stems(key_lines(self.text))))[:_STEMS]))

    @cached_property
    def place_stems(self) -> tuple[str, ...]:
        """The words of the text, the paths and the error: what is compared with places of the same repository."""
        if self.repo is None:
            return ()
        said = stems(" ".join([*self.paths, self.error or ""]))
        return tuple(sorted({*self.stems, *said[:_STEMS]}))


class Documents(Protocol):
    """The lessons of a store that are live, by number, with an inverted index."""

    def count(self) -> int:
        """How many there are."""

    def frequencies(self, stems: Sequence[str]) -> dict[str, int]:
        """Of each stem that occurs, the number of documents that hold it."""

    def beginning(self, prefix: str) -> list[str]:
        """The stems that begin so, sorted."""

    def holding(self, stem: str) -> Iterable[int]:
        """The numbers of the documents that hold the stem."""

    def ids(self, numbers: Iterable[int]) -> dict[int, str]:
        """The lesson ids of these documents."""

    def read(self, numbers: Iterable[int]) -> list[Document]:
        """These documents, whole."""


class Limits(Protocol):
    """What a policy says of retrieval (`policy.Retrieve`)."""

    @property
    def cap(self) -> int:
        """The most lessons."""

    @property
    def floor(self) -> float:
        """Below this score no lesson applies."""


class Hit(NamedTuple):
    """A lesson that applies: its score from 0 to 1 (4 digits), and which words gave it."""

    score: float
    in_scope: bool
    document: Document
    shares: tuple[Share, ...] = ()

    def members(self) -> dict[str, Any]:
        """As CONTRACT prints it: the marks, then the lesson."""
        one = self.document
        marks = {"contested": one.contested, "red_flag": one.red_flag, "grade": one.grade}
        return {"id": one.id, "score": self.score, "in_scope": self.in_scope, **marks, **one.lesson}


class Shelf:
    """Documents in memory: what a caller without a store gives, in any order."""

    def __init__(self, documents: Iterable[Document]) -> None:
        live = (one for one in documents if one.lesson.get("superseded_by") is None)
        self._documents = sorted(live, key=lambda one: one.id)
        self._holding: dict[str, list[int]] = {}
        for number, one in enumerate(self._documents):
            for stem in {stem for words in one.fields.values() for stem in words}:
                self._holding.setdefault(stem, []).append(number)

    def count(self) -> int:
        return len(self._documents)

    def frequencies(self, stems: Sequence[str]) -> dict[str, int]:
        return {stem: len(self._holding[stem]) for stem in stems if stem in self._holding}

    def beginning(self, prefix: str) -> list[str]:
        return sorted(stem for stem in self._holding if stem.startswith(prefix))

    def holding(self, stem: str) -> Iterable[int]:
        return self._holding.get(stem, [])

    def ids(self, numbers: Iterable[int]) -> dict[int, str]:
        return {number: self._documents[number].id for number in numbers}

    def read(self, numbers: Iterable[int]) -> list[Document]:
        return [self._documents[number] for number in numbers]


def retrieve_lessons(query: Query, documents: Documents, limits: Limits) -> dict[str, Any]:
    """The lessons that apply, best first: ``{"lessons", "cap", "retrieved_lesson_ids"}`` (build spec 3.8)."""
    hits = rank(query, documents, limits)
    return {
        "lessons": [hit.members() for hit in hits],
        "cap": limits.cap,
        "retrieved_lesson_ids": [hit.document.id for hit in hits],
    }


def rank(query: Query, documents: Documents, limits: Limits) -> list[Hit]:
    """The lessons that apply with why, at most `limits.cap`; empty where no lesson applies.

    Of lessons that say the same only the best is given, so that they never fill the five; contested ones are
    all given, for one of them says the opposite.
    """
    wanted = sorted({*query.stems, *query.place_stems})
    if not wanted:
        return []
    weights = Weights(documents, wanted)
    found = documents.read(_candidates(documents, weights))
    scorer = Scorer(weights, wanted, [one.fields for one in found])
    hits = [hit for one in found if (hit := _hit(query, one, scorer)) and hit.score >= limits.floor]
    hits.sort(key=lambda hit: (-hit.score, hit.document.id))
    return _different(hits, limits.cap)


def _candidates(documents: Documents, ranking: Weights) -> list[int]:
    """The documents that share most of the query's weight, found by its rarest stems."""
    room = max(_POSTINGS, documents.count() // _SHARE_READ)
    weights: dict[int, float] = {}
    for stem, weight in ranking.rarest_first():
        if room <= 0:
            break
        holding = list(documents.holding(stem))
        room -= len(holding)
        for number in holding:
            weights[number] = weights.get(number, 0.0) + weight
    return _heaviest(weights, documents)


def _heaviest(weights: Mapping[int, float], documents: Documents) -> list[int]:
    """The heaviest documents; where the last places are tied, the smaller ids, for numbers differ between machines."""
    if len(weights) <= _CANDIDATES:
        return sorted(weights)
    rounded = {number: round(weight, 6) for number, weight in weights.items()}
    least = sorted(rounded.values(), reverse=True)[_CANDIDATES - 1]
    above = [number for number, weight in rounded.items() if weight > least]
    names = documents.ids(number for number, weight in rounded.items() if weight == least)
    return above + sorted(names, key=names.__getitem__)[: _CANDIDATES - len(above)]


def _hit(query: Query, one: Document, scorer: Scorer) -> Hit | None:
    """The document scored; None where its scope excludes the task, or no word answers."""
    covered, excluded = _scoped(str(one.lesson["scope"]), query)
    if excluded:
        return None
    same_repo = query.repo is not None and query.repo.lower() in one.repos
    score, shares = scorer.score(one.fields, query.stems, query.place_stems if same_repo else ())
    if not score:
        return None
    return Hit(round(score if covered else score * _OUTSIDE, 4), covered, one, tuple(shares))


def _scoped(scope: str, query: Query) -> tuple[bool, bool]:
    """Whether the scope's facets cover the task, and whether one of them excludes it."""
    if not (query.repo or query.paths or query.error or query.language):
        return True, False
    # A query of words alone does not pay for this import.
    from reflectgit.text.scope import Scope, Situation, covers, parse

    parsed = parse(scope)
    situation = Situation(
        repo=query.repo, language=query.language, error=query.error, paths=query.paths, site=query.site
    )
    return covers(parsed, situation), not covers(Scope(parsed.exclusions()), situation)


def _different(hits: list[Hit], cap: int) -> list[Hit]:
    """The first hits that do not repeat a better one."""
    taken: list[Hit] = []
    for hit in hits:
        if len(taken) == cap:
            break
        if not any(_repeats(hit.document, better.document) for better in taken):
            taken.append(hit)
    return taken


def _repeats(one: Document, better: Document) -> bool:
    if one.contested and better.contested:
        return False
    first, second = (set(tokens(str(each.lesson["statement"]))) for each in (one, better))
    either = first | second
    return bool(either) and len(first & second) >= _SAME * len(either)
