"""Quotes in a claim: a span between backticks, followed by the id of its item in square brackets.

CONTRACT, "Quotes": a quote must stand verbatim, white space aside, in the item that it names. Whoever writes
quotation marks in place of backticks means the same, and is held to the same.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from reflectgit.model import Value
from reflectgit.text.gitnames import spelled_out

_ITEM = r"\s*\[(?P<item>[A-Za-z0-9][A-Za-z0-9._/-]{0,199})\]"
_TICKS = re.compile(r"(?<!`)`+")
_OF_ITEM = re.compile(_ITEM)
_MARKED = re.compile(r"[\"“„](?P<marked>[^\"“”„]{1,2000})[\"”“]" + _ITEM)
_SPACE = re.compile(r"\s+")
_DIFF_SIGN = re.compile(r"^[+\- ]", re.M)


class Quote(Value, frozen=True, kw_only=True):
    """`text` is said to stand in the item with the id `item`."""

    text: str
    item: str


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


def denied_quotes(text: str) -> list[Quote]:
    """The quotes that the claim says not to be so: "the output was not `3 rows` [run-1]"."""
    return [span.quote for span in _spans(text) if _DENIES.search(text[: span.start])]


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
        item = _OF_ITEM.match(text, run.end()) if start >= 0 else None
        if item is None:
            open_at[length] = run.start()
            continue
        said = text[start + length : run.start()].strip()
        yield _Span(start, item.end(), Quote(text=said, item=item["item"]))
        open_at, done = {}, item.end()


def _marked(text: str, start: int, end: int) -> Iterator[_Span]:
    for found in _MARKED.finditer(text, start, end):
        yield _Span(*found.span(), Quote(text=found["marked"].strip(), item=found["item"]))


def without_ids(text: str, ids: Iterable[str]) -> str:
    """The text without the names of its evidence, in brackets or bare: they are no words of the story."""
    for name in sorted(ids, key=len, reverse=True):
        text = re.sub(rf"[\[(]?(?<![\w.-]){re.escape(name)}(?![\w-])[\])]?", " ", text)
    return text


def squeeze(text: str) -> str:
    """White space does not count: every run of it is one space, none at the ends."""
    return _SPACE.sub(" ", text).strip()


def stands_in(quoted: str, content: str) -> bool:
    """Whether `quoted` is verbatim in `content`, white space aside.

    A diff may be quoted over several lines without the signs in its first column, and with names as git escapes them.
    """
    plain = spelled_out(quoted)
    if plain != quoted and stands_in(plain, content):
        return True
    wanted = squeeze(quoted)
    if not wanted:
        return False
    return wanted in squeeze(content) or ("\n" in quoted and wanted in squeeze(_DIFF_SIGN.sub("", content)))
