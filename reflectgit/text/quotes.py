"""Quotes in a claim: a span between backticks, followed by the id of its item in square brackets.

CONTRACT, "Quotes": a quote must stand verbatim, white space aside, in the item that it names. Whoever writes
quotation marks in place of backticks means the same, and is held to the same.
"""

import re
from collections.abc import Iterable

from reflectgit.model import Value
from reflectgit.text.gitnames import spelled_out

_ITEM = r"\s*\[(?P<{}>[A-Za-z0-9][A-Za-z0-9._/-]{{0,199}})\]"
#: A run of backticks opens a span and the same run closes it, so that a quote may itself hold backticks.
_TICKED = r"(?<!`)(`+)(?!`)(?P<ticked>.+?)(?<!`)\1(?!`)" + _ITEM.format("of_ticked")
_MARKED = r"[\"“„](?P<marked>[^\"“”„]{1,2000})[\"”“]" + _ITEM.format("of_marked")
_QUOTE = re.compile(f"{_TICKED}|{_MARKED}", re.S)
_SPACE = re.compile(r"\s+")
_DIFF_SIGN = re.compile(r"^[+\- ]", re.M)


class Quote(Value, frozen=True, kw_only=True):
    """`text` is said to stand in the item with the id `item`."""

    text: str
    item: str


def quotes(text: str) -> list[Quote]:
    """The quotes of a claim, in their order. A span that no id follows is no quote."""
    return [
        Quote(
            text=(found["ticked"] or found["marked"]).strip(), item=found["of_ticked"] or found["of_marked"]
        )
        for found in _QUOTE.finditer(text)
    ]


def without_quotes(text: str) -> str:
    """The claim in its author's own words: quotes and their ids taken out."""
    return _QUOTE.sub(" ", text)


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
