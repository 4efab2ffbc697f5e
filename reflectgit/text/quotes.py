"""Quotes in a claim: a span between backticks, followed by the id of its item in square brackets.

CONTRACT, "Quotes": a quote must stand verbatim, white space aside, in the item that it names (`text.verbatim` tells).
Whoever writes quotation marks in place of backticks means the same, and is held to the same; so does whoever adds the
line to the id ([run-1, line 3], [run-1:12]), names several items ([run-1][patch-1], [run-1, patch-1]) or puts an id
that is named after the kind of its item into round brackets.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from reflectgit.model import Value
from reflectgit.text.verbatim import cut_from_negation, says_no, squeeze, stands_in

__all__ = [
    "Quote",
    "cut_from_negation",
    "denied_quotes",
    "quotes",
    "settled",
    "squeeze",
    "stands_in",
    "turned_quotes",
    "without_ids",
    "without_quotes",
]

_NAME = r"[A-Za-z0-9][A-Za-z0-9._/-]{0,199}"
#: As ids are made as a rule: only so are several between brackets told from a list, and one with a line from a slice.
_LIKE_ID = r"[A-Za-z][A-Za-z0-9._]{0,60}[-/][a-z]?[0-9]{1,6}"
#: Named after the kind of the item: only so is a word in round brackets no remark.
_KIND = r"plan|patch|exec(?:ution)?|run|instr(?:umentation)?|probe|diag(?:nosis)?|repair|traj(?:ectory)?"
_OF_A_KIND = rf"(?:{_KIND})-[0-9]{{1,6}}"
_SPAN = r"[0-9]{1,9}(?:\s?(?:[-–,]|to|and)\s?[0-9]{1,9}){0,8}"
_LINE = rf"(?:,\s?|\s)(?:[Ll]ines?|ll?\.|L)\s?{_SPAN}"
_PLACE = rf"(?:{_LINE}|:[0-9]{{1,9}}(?:[-–:][0-9]{{1,9}})?|\#L?[0-9]{{1,9}}(?:-L?[0-9]{{1,9}})?)"
_AND = r"\s?(?:[,;&]|,?\sand)\s?"
_LIKE_IDS = rf"{_LIKE_ID}{_PLACE}?(?:{_AND}{_LIKE_ID}{_PLACE}?){{0,8}}"
_ITEM = re.compile(
    rf"\s*(?:\[(?:`?{_NAME}`?|{_NAME}{_LINE}|{_LIKE_IDS})\](?:\s?\[{_LIKE_IDS}\]){{0,8}}"
    rf"|\({_OF_A_KIND}{_PLACE}?(?:{_AND}{_OF_A_KIND}{_PLACE}?){{0,8}}\))"
)
_NO_ID = re.compile(rf"{_PLACE}(?=[\]),;&\s])|[\[\](),;&`\s]|\band\b")
_TICKS = re.compile(r"(?<!`)`+")
_MARKED = re.compile(r"[\"“„](?P<marked>[^\"“”„]{1,2000})[\"”“](?=\s*[\[(])")


class Quote(Value, frozen=True, kw_only=True):
    """`text` is said to stand in the item with the id `item`, or in one of `others`, where several are named."""

    text: str
    item: str
    others: tuple[str, ...] = ()


def quotes(text: str) -> list[Quote]:
    """The quotes of a claim, in their order. A span that no id follows is no quote."""
    return [span.quote for span in _spans(text)]


def without_quotes(text: str) -> str:
    """The claim in its author's own words: quotes and their ids taken out."""
    end, parts = 0, []
    for span in _spans(text):
        parts.append(text[end : span.start])
        end = span.end
    return " ".join([*parts, text[end:]])


#: Right in front of a quote: what was seen is said not to be it. Any other "not" may have the quote for its object
#: ("never closed `conn`", "did not notice `7 rows`"), and says nothing against it.
_DENIES = re.compile(
    r"\b(?:(?:is|was|are|were|has|had|have)(?:\s+not|n['’]t)"
    r"|(?:(?:do|does|did)(?:\s+not|n['’]t)|never)\s+"
    r"(?:print|show|say|said|report|log|contain|have|had|list|read|output|give|gave|return)(?:s|ed|ted)?)"
    r"(?:\s+(?:a|an|the|any|even|once))?\s*$",
    re.I,
)


#: Right behind a quote: it was not so, or never came.
_DENIED_BEHIND = re.compile(
    r"[\s,;:–—-]*(?:that\s+)?"
    r"(?:(?:is|was|are|were)\s+(?:simply\s+|plainly\s+|just\s+)?"
    r"(?:untrue|(?-i:false)|a lie|wrong|invented|made up|not (?:so|true|there|the case))"
    r"|(?:(?:do|does|did)(?:\s+not|n['’]t)|never)\s+"
    r"(?:appear|happen|occur|show up|come (?:up|out)|came (?:up|out)|stand|stood|exist|hold|held)(?:s|ed|red)?"
    r"|(?:is|was|are|were)\s+never\s+(?:printed|shown|said|reported|logged|raised|thrown|returned|there))\b",
    re.I,
)


def denied_quotes(text: str) -> list[Quote]:
    """The quotes that the claim says not to be so: "it was not `3 rows` [run-1]", "`3 rows` [run-1] never came"."""
    return [
        span.quote
        for span in _spans(text)
        if _DENIES.search(text[: span.start]) or _DENIED_BEHIND.match(text, span.end)
    ]


def settled(quote: Quote, contents: Mapping[str, str]) -> Quote:
    """The quote with one item: of those that it names the first in which it stands, else the first.

    Args:
        contents: of each item that is cited its text, by its id.
    """
    named = (quote.item, *quote.others)
    item = next((one for one in named if stands_in(quote.text, contents.get(one, ""))), quote.item)
    return Quote(text=quote.text, item=item)


def turned_quotes(text: str, contents: Mapping[str, str]) -> list[Quote]:
    """The quotes that stand in their item behind a word that denies them, where the claim says no such word itself.

    The plan says "never assume that the cache is shared"; the claim, that the plan says `the cache is shared`.

    Args:
        contents: of each item that is cited its text, by its id.
    """
    spans = ((span, settled(span.quote, contents)) for span in _spans(text))
    return [
        quote
        for span, quote in spans
        if not says_no(text[: span.start]) and cut_from_negation(quote.text, contents.get(quote.item, ""))
    ]


class _Span(NamedTuple):
    start: int
    end: int
    quote: Quote


def _spans(text: str) -> Iterator[_Span]:
    """Quotes between backticks, and between them those in quotation marks."""
    done = 0
    for span in _ticked(text):
        yield from _marked(text, done, span.start)
        yield span
        done = span.end
    yield from _marked(text, done, len(text))


def _ticked(text: str) -> Iterator[_Span]:
    """A run of backticks that an id follows closes the nearest run of the same length before it.

    So a quote may hold backticks of another number, and a bare `name` before a quote is no part of it. The runs
    are gone through once: a claim of nothing but backticks takes no longer than any other.
    """
    open_at: dict[int, int] = {}
    done = 0
    for run in _TICKS.finditer(text):
        if run.start() < done:
            continue
        start, length = open_at.get(len(run[0]), -1), len(run[0])
        named = _ITEM.match(text, run.end()) if start >= 0 else None
        if named is None:
            open_at[length] = run.start()
            continue
        yield _Span(start, named.end(), _quote(text[start + length : run.start()], named[0]))
        open_at, done = {}, named.end()


def _marked(text: str, start: int, end: int) -> Iterator[_Span]:
    for found in _MARKED.finditer(text, start, end):
        named = _ITEM.match(text, found.end(), end)
        if named is not None:
            yield _Span(found.start(), named.end(), _quote(found["marked"], named[0]))


def _quote(said: str, named: str) -> Quote:
    first, *others = dict.fromkeys(filter(None, _NO_ID.sub(" ", named).split()))
    return Quote(text=said.strip(), item=first, others=tuple(others))


def without_ids(text: str, ids: Iterable[str]) -> str:
    """The text without the names of its evidence, in brackets or bare: they are no words of the story."""
    for name in sorted(ids, key=len, reverse=True):
        text = re.sub(rf"[\[(]?(?<![\w.-]){re.escape(name)}(?![\w-])[\])]?", " ", text)
    return text
