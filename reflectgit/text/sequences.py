"""Lists that a text spells out, and whether a record has them in the same order.

"evicted c, a, d": three or more short terms between commas. A record that has the same terms in another order alone
says the opposite of a sentence that lists them, unless it sets them against what came ("expected a, b, c but the log
shows c, a, b").
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

_TERM = r"[\"'`]?[\w.+-]{1,24}(?:\(\))?[\"'`]?"
_GAP = r"\s?(?:,|->|→|>)\s?(?:and\s|then\s)?"
_LIST = re.compile(rf"(?<![\w.]){_TERM}(?:{_GAP}{_TERM}){{2,40}}(?![\w.])")
_BARE = "\"'`+-. "
#: Terms that a run prints one to a line, or between blanks, are a list too, when nothing else stands there.
_LINES = re.compile(rf"(?:^[ \t]*{_TERM}[ \t]*$\n?){{3,40}}", re.M)
_BLANKS = re.compile(rf"^[ \t]*{_TERM}(?:[ \t]+{_TERM}){{2,40}}[ \t]*$", re.M)


#: In front of a list, as the last thing said before it: it is one that did not come, or that somebody only had in mind.
_NOT_THIS = re.compile(
    r"\b(?:not|never|without|instead of|in place of|rather than|than|n't|no longer|as opposed to|unlike)\b[^,;.]{0,30}$"
    r"|\b(?:expect|assum|want|plann?|intend|believ|suppos|hop|require|promis|ask|document)(?:e[sd]?|ed|s|ing|ation)?\b"
    r"[^;.]{0,50}$|\b(?:should|would|must|ought|might|could|had|needs?) (?:\w+ )?(?:be|been|to|have|come|give|print)\b"
    r"[^;.]{0,50}$|\b(?:spec(?:ification)?|docs?|task|thought|took|due)\b[^;.]{0,50}$",
    re.I,
)
#: Behind it the same: "a, b, c was expected".
_WAS_NOT = re.compile(
    r"[^\w;.]{0,3}(?:(?:in|as) (?:that|this) order\W{1,2})?(?:(?:that|which|as|it) )?"
    r"(?:(?:is|was|were|are|had been|has been|would be|would have been|should be|should have been) )?"
    r"(?:the (?:order|one|list) )?"
    r"(?:expected|wanted|assumed|planned|intended|due|required|promised|believed|supposed|hoped|should|would|did not"
    r"|didn't|never|(?:is|was|were) not|isn't|wasn't|weren't)\b",
    re.I,
)
#: With one of these what came is said, whatever was expected before it.
_THIS = re.compile(
    r"\b(?:got|gave|gives?|shows?|showed|shown|prints?|printed|logs?|logged|returns?|returned|came|comes?|is|was|are"
    r"|were|reads?|lists?|listed|ran|evicts?|evicted|yields?|yielded|actual(?:ly)?|in fact|really)\b[^;.]{0,30}$",
    re.I,
)
#: What is no term of a list but begins what is said behind it: "a, b, c, got c, a, b".
_GOES_ON = re.compile(
    r"\b(?:got|gave|but|not|instead|yet|while|where|whereas|expected|the|it|was|so|which)\b"
)


#: Two terms are in order half of the time.
_FEWEST = 3


class Told(NamedTuple):
    """A list that a sentence says came; whether a text has it so, or in other orders alone; which text."""

    listed: tuple[str, ...]
    order: Literal["same", "other"]
    text: int


def told_orders(sentence: str, texts: Sequence[str]) -> list[Told]:
    """The lists that a sentence says came, where the texts show the same terms.

    Lists that it sets against what came are passed over. Where it lists the same terms in two orders and does not say
    which of them came, one that a text has is enough: the other is what it is told apart from.
    """
    told = [found for listed in _stated(sentence) if (found := _first_in(listed, texts))]
    same = {frozenset(one.listed) for one in told if one.order == "same"}
    return [one for one in told if one.order == "same" or frozenset(one.listed) not in same]


def _first_in(listed: tuple[str, ...], texts: Sequence[str]) -> Told | None:
    """The list in the texts, if need be without the word before or behind it ("as it came, a, b, c")."""
    for part in (listed, listed[1:], listed[:-1]):
        orders = [order_in(part, text) for text in texts] if len(part) >= _FEWEST else []
        for order in ("same", "other"):
            if order in orders:
                return Told(part, order, orders.index(order))
    return None


def _stated(sentence: str) -> list[tuple[str, ...]]:
    """The lists that are not set against what came; a sentence has one frame in front of a list and one behind it."""
    lists = _placed(sentence)
    stated, done = [], 0
    for number, (start, end, listed) in enumerate(lists):
        before = sentence[done:start]
        until = lists[number + 1][0] if number + 1 < len(lists) else len(sentence)
        was_not = _WAS_NOT.match(sentence, end, until)
        done = was_not.end() if was_not else end
        if not was_not and not _is_set_against(before):
            stated.append(listed)
    return stated


def _is_set_against(before: str) -> bool:
    """What is nearest to the list decides between what was expected and what came; a denial always does."""
    against, came = _NOT_THIS.search(before), _THIS.search(before)
    return against is not None and (came is None or against.start() >= came.start() or _denies(against[0]))


def _denies(frame: str) -> bool:
    return (
        re.match(r"not|never|n't|instead|in place|rather|than|no longer|as opposed", frame, re.I) is not None
    )


def _placed(sentence: str) -> list[tuple[int, int, tuple[str, ...]]]:
    """The lists with their places, each ended where the sentence goes on; such as say a term twice say no order."""
    found = []
    for match in _LIST.finditer(sentence):
        goes_on = _GOES_ON.search(match[0])
        end = match.start() + goes_on.start() if goes_on else match.end()
        said = _lists(sentence[match.start() : end], (_LIST,))
        found += [(match.start(), end, listed) for listed in said if len(set(listed)) == len(listed)]
    return found


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
