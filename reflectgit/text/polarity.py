"""Which way a piece of advice points: what it tells to do, what it tells to leave, and when two point apart.

Read clause by clause. A clause is *against* something where it orders ("never …", "do not …", "avoid …", "… must not
…", "rather than …"), not where it describes ("rename does not cross a mount"); reasons ("since …", "so that …") are no
advice. Two texts point apart when one orders what the other forbids, or when they order the same thing but for a word
and its opposite ("inside the loop", "outside the loop"). A flag that is wrong costs both lessons their confidence:
clauses have to share three words, and nearly all that the shorter one says.
"""

import re
from functools import lru_cache
from itertools import product

from reflectgit.model import Value
from reflectgit.text.words import STOP_WORDS, stems, tokens

#: Words shared, and the share of the shorter clause that they make up, from which on two clauses speak of one act.
_SHARED = 3
_COVERED = 0.7

#: Stop words that tell one act from another.
_SMALL = "before after inside outside above below same once each every on off up down more"
_KEPT = frozenset(_SMALL.split())

_OPPOSITES = """
before/after inside/outside inside/before above/below on/off up/down more/less more/fewer once/each once/every
same/new same/different same/fresh same/another first/last early/late earlier/later enable/disable allow/forbid
allow/refuse accept/reject accept/refuse include/exclude keep/drop keep/delete keep/remove keep/discard add/remove
increase/decrease raise/lower eager/lazy eagerly/lazily local/global share/separate shared/separate shared/private
mutable/immutable sync/async synchronous/asynchronous strict/lenient shallow/deep relative/absolute
wall/monotonic automatic/manual lock/unlock ascending/descending left/right min/max minimum/maximum signed/unsigned
encode/decode quote/unquote escape/unescape commit/rollback naive/aware implicit/explicit open/close start/stop
sorted/unsorted ordered/unordered serial/parallel sequentially/concurrently text/binary client/server wide/narrow
"""

#: Between clauses. A contrast begins one that is against what follows.
_CONTRAST = re.compile(r"\b(?:instead of|rather than|in place of|as opposed to)\b|,\s+(?=not\b)", re.I)
_REASON = re.compile(
    r"(?:\b(?:since|because|lest|so that|so as)\b|,\s*(?:as|for|which|who|or|so|otherwise)\b)[^.;:]*", re.I
)
_BREAK = re.compile(
    r"[.!?]\s+|[;:]\s|\s[-–—]\s|,?\s+(?:but|then|yet)\s|,\s+(?:and\s+)?|\sand\s+(?=(?:never|do not|don't|not|avoid)\b)",
    re.I,
)
_CONDITION = (
    r"(?:(?:for|when|whenever|where|wherever|if|in|on|while|with|to|at|once|and|please|always)\b[^,]*?\s)?"
)
_ORDERS_NOT = re.compile(
    rf"^\s*{_CONDITION}(?:never\s+(?!\w+[^s\W]s\b)|(?:do not|don't|not to|not|avoid|refrain from|stop)\s)"
    r"|\b(?:must|should|may|shall|ought)\s*(?:not|never)\b|\b(?:mustn't|shouldn't)\b",
    re.I,
)


class Clause(Value, frozen=True, kw_only=True):
    """The words of one act, as stems in their order, and whether the advice is against it."""

    against: bool
    words: tuple[str, ...]


@lru_cache(maxsize=4096)
def clauses(text: str) -> tuple[Clause, ...]:
    """The acts that a text is for or against, in their order."""
    plain = _REASON.sub(" ; ", text.replace("`", "").replace("’", "'"))
    found = []
    for number, part in _parted(plain):
        words = tuple(dict.fromkeys(_words(part)))
        if words:
            found.append(Clause(against=number > 0 or bool(_ORDERS_NOT.search(part)), words=words))
    return tuple(found)


def opposed(one: str, other: str) -> bool:
    """Whether one text orders what the other forbids, or its opposite. Symmetric; false of a text and itself."""
    pairs = list(product(clauses(one), clauses(other)))
    if any(first.words == second.words and first.against == second.against for first, second in pairs):
        return False
    return any(_apart(first, second) for first, second in pairs)


def _parted(text: str) -> list[tuple[int, str]]:
    """Clauses, each with its place behind a contrast: 0 before one, more behind it."""
    return [
        (number, part) for clause in _BREAK.split(text) for number, part in enumerate(_CONTRAST.split(clause))
    ]


def _words(clause: str) -> list[str]:
    """Stems in their order, with the small words that tell acts apart."""
    kept = []
    for word in tokens(clause):
        kept += [word] if word in _KEPT else stems(word)
    return [word for word in kept if word not in _ORDER_WORDS]


#: Of the order itself, not of the act.
_ORDER_WORDS = frozenset(stems("never avoid refrain stop always must shall ought dont"))


def _apart(one: Clause, other: Clause) -> bool:
    shared = set(one.words) & set(other.words)
    fewer = min(len(one.words), len(other.words))
    if one.against != other.against:
        return len(shared - _KEPT) >= _SHARED - 1 and len(shared) >= max(_SHARED, _COVERED * fewer)
    return _differ_by_an_opposite(one, other, shared)


def _differ_by_an_opposite(one: Clause, other: Clause, shared: set[str]) -> bool:
    """The same words in the same order, but for one and its opposite: "A before B" is "B after A"."""
    mine, theirs = set(one.words) - shared, set(other.words) - shared
    pairs = [(a, b) for a, b in product(sorted(mine), sorted(theirs)) if (a, b) in _antonyms()]
    rest = min(len(mine), len(theirs)) - 1
    if not pairs or len(shared - _KEPT) < _SHARED or len(shared) < _COVERED * (len(shared) + rest):
        return False
    return [word for word in one.words if word in shared] == [word for word in other.words if word in shared]


@lru_cache(maxsize=1)
def _antonyms() -> frozenset[tuple[str, str]]:
    pairs = [pair.split("/") for pair in _OPPOSITES.split()]
    known = [tuple(word if word in STOP_WORDS else stems(word)[0] for word in pair) for pair in pairs]
    return frozenset(both for a, b in known for both in ((a, b), (b, a)))
