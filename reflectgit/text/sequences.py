"""Lists that a text spells out, and whether a record has them in the same order.

"evicted c, a, d": three or more short terms between commas. A record that has the same terms in another order alone
says the opposite of a sentence that lists them.
"""

import re
from functools import lru_cache
from typing import Literal

_TERM = r"[\"'`]?[\w.+-]{1,24}(?:\(\))?[\"'`]?"
_GAP = r"\s?(?:,|->|→|>)\s?(?:and\s|then\s)?"
_LIST = re.compile(rf"(?<![\w.]){_TERM}(?:{_GAP}{_TERM}){{2,40}}(?![\w.])")
_BARE = "\"'`+-. "
#: Terms that a run prints one to a line, or between blanks, are a list too, when nothing else stands there.
_LINES = re.compile(rf"(?:^[ \t]*{_TERM}[ \t]*$\n?){{3,40}}", re.M)
_BLANKS = re.compile(rf"^[ \t]*{_TERM}(?:[ \t]+{_TERM}){{2,40}}[ \t]*$", re.M)


@lru_cache(maxsize=256)
def spelled_lists(text: str) -> tuple[tuple[str, ...], ...]:
    """The lists that a sentence spells out, terms bare; such as say a term twice say no order of it."""
    return tuple(one for one in _lists(text, (_LIST,)) if len(set(one)) == len(one))


@lru_cache(maxsize=128)
def printed_lists(text: str) -> tuple[tuple[str, ...], ...]:
    """The lists that an item of a record shows."""
    return _lists(text, (_LIST, _LINES, _BLANKS))


def order_in(listed: tuple[str, ...], text: str) -> Literal["same", "other", "unknown"]:
    """Whether the text has these terms in this order ("same"), only in others ("other"), or says nothing of them."""
    known = [found for found in printed_lists(text) if set(listed) <= set(found)]
    if not known:
        return "unknown"
    return "same" if any(_within(listed, found) for found in known) else "other"


def _lists(text: str, patterns: tuple[re.Pattern[str], ...]) -> tuple[tuple[str, ...], ...]:
    lists = (
        tuple(
            term.strip(_BARE)
            for term in re.split(r"\s*(?:,|->|→|>)\s*(?:and\s|then\s)?|\s+", found[0].strip())
        )
        for pattern in patterns
        for found in pattern.finditer(text)
    )
    return tuple(dict.fromkeys(one for one in lists if all(one)))


def _within(listed: tuple[str, ...], found: tuple[str, ...]) -> bool:
    """Whether the terms stand there in this order, others between them or not."""
    rest = iter(found)
    return all(term in rest for term in listed)
