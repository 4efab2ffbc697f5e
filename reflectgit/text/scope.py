"""Scope expressions: where a lesson applies (CONTRACT, "Scope").

A scope is facets and free text: ``repo:acme/shop lang:python -path:src/vendor/** optional keys``. Several values
of one facet are alternatives, ``-`` excludes, and an axis without a facet is unbounded. The facets alone decide
what a scope covers; the text tells a reader, and retrieval, what it is about.

A facet's value runs to the next white space; commas part alternatives (``lib:numpy,pandas``), and the
punctuation of a sentence around it is not part of it. A value with white space, commas or quotes is written
in double quotes, with a backslash before ``"`` and a backslash.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from reflectgit.model import Level
from reflectgit.text.breadth import without_breadth
from reflectgit.text.words import tokens

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

FACETS = ("repo", "lang", "lib", "tool", "error", "path")

_NAMES = "|".join(FACETS)
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_BARE = r"[^\s,\"]+"
_VALUE = rf"(?:{_QUOTED}|{_BARE})"
_FACET = re.compile(
    rf"(?<![^\s(\[,;`'])(?P<minus>-?)(?P<name>{_NAMES}):"
    rf"(?P<values>{_VALUE}(?:,(?!-?(?:{_NAMES}):){_VALUE})*)",
    re.IGNORECASE,
)
_ONE_VALUE = re.compile(_VALUE)
_ESCAPED = re.compile(r"\\(.)")
_NEEDS_QUOTES = re.compile(r"[\s,\"]|^[(\[`']|[.,;:)\]}`']$")
_CLOSERS = {")": "(", "]": "[", "}": "{"}
_DROPPED = {
    "procedural": frozenset({"repo", "path"}),
    "meta_strategy": frozenset({"repo", "path", "error", "lib", "tool"}),
}


class Term(NamedTuple):
    """One value of one facet, asked for or excluded."""

    facet: str
    value: str
    excluded: bool = False

    def __str__(self) -> str:
        quoted = '"' + re.sub(r'(["\\])', r"\\\1", self.value) + '"'
        value = quoted if _NEEDS_QUOTES.search(self.value) else self.value
        return f"{'-' if self.excluded else ''}{self.facet}:{value}"

    def order(self) -> tuple[int, bool, str]:
        """The place of the term in a scope that is written out."""
        return FACETS.index(self.facet), self.excluded, self.value


class Scope(Struct, frozen=True):
    """Terms in any order and a text of one line; ``str()`` is the canonical form."""

    terms: frozenset[Term] = frozenset()
    text: str = ""

    def __str__(self) -> str:
        written = [str(term) for term in sorted(self.terms, key=Term.order)]
        return " ".join([*written, self.text]).rstrip()

    def values(self, facet: str) -> list[str]:
        """The alternatives of a facet, sorted; empty where the axis is unbounded."""
        return sorted(term.value for term in self.terms if term.facet == facet and not term.excluded)

    def exclusions(self) -> frozenset[Term]:
        """The terms that exclude."""
        return frozenset(term for term in self.terms if term.excluded)


class Situation(Struct, frozen=True, kw_only=True):
    """What a failure or a task says about itself; an empty member says nothing.

    `site` is the file in which it failed, which may be none of the `paths` that the task names: it bears out a path
    that is asked for, and speaks against none.
    """

    repo: str | None = None
    language: str | None = None
    error: str | None = None
    paths: tuple[str, ...] = ()
    site: str = ""
    libs: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()

    def values(self, facet: str) -> list[str]:
        """What it says on one axis, written as a scope writes it."""
        said: dict[str, Iterable[str | None]] = {
            "repo": [self.repo],
            "lang": [self.language],
            "error": [self.error],
            "path": self.paths,
            "lib": self.libs,
            "tool": self.tools,
        }
        written = [
            _path(value) if facet == "path" else _canonical(facet, value) for value in said[facet] if value
        ]
        return [value for value in written if value]

    def borne_out(self, facet: str) -> list[str]:
        """What a value that is asked for may match: what it says, and of paths the site."""
        said = self.values(facet)
        return [*said, _path(self.site)] if facet == "path" and said and self.site else said


def parse(text: str) -> Scope:
    """Read a scope from any text; it never raises.

    Facets may stand anywhere and in any letter case; what is no facet is free text, its white space folded.
    """
    line = _fold(text)
    terms = frozenset(term for match in _FACET.finditer(line) for term in _terms(match))
    return Scope(terms, _free_text(_FACET.sub(_gap, line)))


def covers(scope: Scope, situation: Situation) -> bool:
    """Whether the facets let the scope speak about the situation.

    On each axis one value that is asked for is enough, and one that is excluded shuts it out. An axis that the
    situation is silent on does not speak against it.
    """
    return all(_axis_covers(scope, facet, situation) for facet in FACETS)


def narrow(scope: Scope, exclusion: Scope) -> Scope:
    """The scope without what the exclusion names: each of its facets, with ``-`` or without, is excluded.

    Text and facets of the scope stay; the text of the exclusion is not used.
    """
    excluded = {term._replace(excluded=True) for term in exclusion.terms}
    return Scope(scope.terms | excluded, scope.text)


def broaden(scope: Scope, other: Scope) -> Scope:
    """The union: it covers whatever either covers.

    Alternatives are joined on every axis, an axis that one leaves unbounded is unbounded, and only what both
    exclude stays excluded. Two texts are joined as alternatives, parted by semicolons.
    """
    if scope == other:
        return scope
    bounded = {facet for facet in FACETS if scope.values(facet) and other.values(facet)}
    either = {term for term in scope.terms | other.terms if not term.excluded and term.facet in bounded}
    phrases = {phrase for text in (scope.text, other.text) for phrase in _phrases(text)}
    return Scope(frozenset(either | (scope.exclusions() & other.exclusions())), "; ".join(sorted(phrases)))


def join_repo(scope: Scope, repo: str) -> Scope:
    """The scope with one more repository as an alternative, where it is bound to repositories at all.

    What a corroboration from elsewhere adds: the other axes and the exclusions stay.
    """
    value = _canonical("repo", repo)
    return Scope(scope.terms | {Term("repo", value)}, scope.text) if value and scope.values("repo") else scope


def fit(
    scope: Scope, situation: Situation, record_words: Collection[str], universal: Collection[str]
) -> Scope:
    """The scope cut down to what one failure can support (CONTRACT, "Scope": "At admission").

    On the axes ``repo``, ``lang`` and ``error`` the record's own value is what remains, declared or not; of
    declared paths those that the record touches or failed in, else those it touches. ``lib`` and ``tool`` stay
    where the record says the name. Exclusions stay.

    Args:
        scope: as declared.
        situation: the failure's own.
        record_words: the lower-case words of the record (`words.tokens`).
        universal: words and phrases that claim breadth ("every", "any", "everywhere"); they leave the text.
    """
    positive = [term for facet in FACETS for term in _supported(scope, facet, situation, record_words)]
    return Scope(scope.exclusions() | frozenset(positive), _free_text(without_breadth(scope.text, universal)))


def lift(scope: Scope, level: Level) -> Scope:
    """The scope at a level: a promotion drops what binds it to a place; exclusions stay.

    To procedural, ``repo`` and ``path``; to meta_strategy also ``error``, ``lib`` and ``tool``.
    """
    dropped = _DROPPED.get(level, frozenset())
    return Scope(
        frozenset(term for term in scope.terms if term.excluded or term.facet not in dropped), scope.text
    )


# --- reading -------------------------------------------------------------------------------------------------


def _fold(text: str) -> str:
    """NFC, on one line: controls and every kind of white space become single spaces."""
    plain = "".join(" " if unicodedata.category(char) == "Cc" else char for char in text)
    return " ".join(unicodedata.normalize("NFC", plain).split())


def _terms(match: re.Match[str]) -> Iterator[Term]:
    facet, minus = match["name"].lower(), bool(match["minus"])
    for written in _ONE_VALUE.findall(match["values"]):
        excluded = minus or (facet == "path" and written.startswith("!"))
        if value := _canonical(facet, _unquoted(written)):
            yield Term(facet, value, excluded)


def _gap(match: re.Match[str]) -> str:
    """What is left in the text: nothing, or the match itself where it holds no value (``lib:...``)."""
    return " " if any(_terms(match)) else match[0]


def _unquoted(written: str) -> str:
    if written.startswith('"'):
        return _ESCAPED.sub(r"\1", written[1:-1])
    return _without_punctuation(written)


def _without_punctuation(written: str) -> str:
    """Without the punctuation of the sentence around: ``src/**)`` loses the bracket, ``[ab]`` keeps it."""
    value = written.lstrip("(`'")
    while value and (value[-1] in ".,;:`'" or (value[-1] in _CLOSERS and _CLOSERS[value[-1]] not in value)):
        value = value[:-1]
    return value


def _canonical(facet: str, value: str) -> str:
    """A value as it is written in a scope; empty where nothing is left of it."""
    value = _fold(value)
    if facet in ("repo", "lang"):
        return _fold(value.lower())
    if facet == "error":
        return re.split(r"\.|::", value.rstrip(".:"))[-1].strip()
    return value.lstrip("!").strip() if facet == "path" else value


def _free_text(text: str) -> str:
    """What facets leave behind, without the empty brackets and loose commas around their gaps."""
    words = [word for word in text.split() if word.strip("()[],;`'")]
    return _fold(" ".join(words)).strip(" ,;:")


def _phrases(text: str) -> list[str]:
    return [phrase for part in text.split("; ") if (phrase := part.strip(" ,;:"))]


# --- covering ------------------------------------------------------------------------------------------------


def _axis_covers(scope: Scope, facet: str, situation: Situation) -> bool:
    said = situation.values(facet)
    terms = [term for term in scope.terms if term.facet == facet]
    if not said or not terms:
        return True
    if any(term.excluded and _matches(term, said) for term in terms):
        return False
    asked = [term for term in terms if not term.excluded]
    return not asked or any(_matches(term, situation.borne_out(facet)) for term in asked)


def _matches(term: Term, said: list[str]) -> bool:
    if term.facet == "path":
        spec = _glob(term.value)
        return spec is not None and any(spec.match_file(path) for path in said)
    return term.value.casefold() in {value.casefold() for value in said}


@lru_cache(maxsize=1024)
def _glob(pattern: str) -> "GitIgnoreSpec | None":
    """The glob as .gitignore reads it; None where git would not take it, and it matches nothing."""
    from pathspec import GitIgnoreSpec  # 30 ms, and most scopes name no path

    try:
        return GitIgnoreSpec.from_lines([pattern])
    except ValueError:
        return None


def _path(path: str) -> str:
    """A path as git names it: slashes, relative to the root of the repository."""
    return path.replace("\\", "/").removeprefix("./").lstrip("/")


# --- fitting -------------------------------------------------------------------------------------------------


def _supported(scope: Scope, facet: str, situation: Situation, words: Collection[str]) -> Iterable[Term]:
    """What one failure supports on an axis. A value of wildcards alone (``path:**``) bounds nothing."""
    declared = [Term(facet, value) for value in scope.values(facet) if value.strip("*/")]
    said = situation.values(facet)
    if facet in ("lib", "tool"):
        return [term for term in declared if _named(term.value, words) and (not said or _matches(term, said))]
    if not said or (facet == "path" and not declared):
        return declared
    kept = [term for term in declared if _matches(term, situation.borne_out(facet))]
    own = said if facet != "path" else [_literal_glob(path) for path in said]
    return kept or [Term(facet, value) for value in own]


def _named(name: str, words: Collection[str]) -> bool:
    parts = tokens(name)
    return name.casefold() in words or (bool(parts) and all(part in words for part in parts))


def _literal_glob(path: str) -> str:
    """The glob that matches this path alone (and what lies under it, where it is a folder)."""
    escaped = re.sub(r"([\\*?\[\]])", r"\\\1", path)
    return escaped if "/" in path.rstrip("/") else f"/{escaped}"
