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
from reflectgit.text.words import stems, tokens

#: Words shared, and the share of the shorter clause that they make up, from which on two clauses speak of one act.
_SHARED = 3
_COVERED = 0.7

#: Stop words that tell one act from another.
_SMALL = "before after inside outside above below same once each every on off up down more without unless"
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
_PREFERS = re.compile(r"\bprefer\s+([^,;.]+?)\s+over\s+", re.I)
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
    agreed = set(clauses(one)) & set(clauses(other))
    mine, theirs = (tuple(part for part in clauses(text) if part not in agreed) for text in (one, other))
    return any(_apart(a, b) for a, b in product(mine, theirs)) or _crossed(mine, theirs)


def _parted(text: str) -> list[tuple[int, str]]:
    """Clauses, each with its place behind a contrast: 0 before one, more behind it."""
    return [
        (number, part)
        for clause in _BREAK.split(_PREFERS.sub(r"prefer \1 rather than ", text))
        for number, part in enumerate(_CONTRAST.split(clause))
    ]


def _words(clause: str) -> list[str]:
    """Stems in their order, with the small words that tell acts apart."""
    kept = []
    for word in tokens(clause):
        kept += [word] if word in _KEPT else stems(word)
    return [word for word in kept if word not in _ORDER_WORDS]


#: Of the order itself, not of the act.
_ORDER_WORDS = frozenset(stems("never avoid refrain stop always must shall ought dont prefer"))
#: What turns a prohibition round: "do not … without X" asks for X.
_UNLESS = frozenset({"without", "unless", "except"})


def _apart(one: Clause, other: Clause) -> bool:
    shared = set(one.words) & set(other.words)
    if not _one_order(one.words, other.words):
        return False
    if one.against == other.against:
        return _differ_by_an_opposite(one, other, shared)
    if _UNLESS & {*one.words, *other.words} or _antonyms_between(one, other, shared):
        return False  # a double negation
    return len(shared - _KEPT) >= _SHARED - 1 and len(shared) >= _SHARED and _covers(one, other)


def _covers(one: Clause, other: Clause) -> bool:
    """Whether nearly all that the shorter clause says is in the other."""
    shared = set(one.words) & set(other.words)
    return len(shared) >= _COVERED * min(len(one.words), len(other.words))


def _crossed(mine: tuple[Clause, ...], theirs: tuple[Clause, ...]) -> bool:
    """ "A instead of B" and "B instead of A": each is for what the other is against."""

    def meeting(some: tuple[Clause, ...], others: tuple[Clause, ...]) -> set[str]:
        pairs = [(a, b) for a, b in product(some, others) if not a.against and b.against and _covers(a, b)]
        return {word for a, b in pairs for word in set(a.words) & set(b.words)}

    there, back = meeting(mine, theirs), meeting(theirs, mine)
    return bool(there and back) and len(there | back) >= _SHARED and not there & back


def _differ_by_an_opposite(one: Clause, other: Clause, shared: set[str]) -> bool:
    """The same words, but for one and its opposite."""
    rest = min(len(one.words), len(other.words)) - len(shared) - 1
    if len(shared - _KEPT) < _SHARED or len(shared) < _COVERED * (len(shared) + rest):
        return False
    return _antonyms_between(one, other, shared)


def _antonyms_between(one: Clause, other: Clause, shared: set[str]) -> bool:
    mine, theirs = _unbalanced(one) - shared, _unbalanced(other) - shared
    return any(pair in _antonyms() for pair in product(mine, theirs))


def _unbalanced(clause: Clause) -> set[str]:
    """The words whose opposite the clause does not say itself: "drop … in an order-keeping way" is for neither."""
    said = set(clause.words)
    return {word for word in said if not any((word, other) in _antonyms() for other in said)}


def _one_order(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether what comes first in one comes first in the other, where both speak of it: "A before B" is "B after A"."""
    (early, late), (first, last) = _sides(one), _sides(other)
    kept = len(early & first) + len(late & last)
    return kept >= len(early & last) + len(late & first)


def _sides(words: tuple[str, ...]) -> tuple[set[str], set[str]]:
    at = next((place for place, word in enumerate(words) if word in ("before", "after")), None)
    return (set(words[:at]), set(words[at + 1 :])) if at is not None else (set(), set())


@lru_cache(maxsize=1)
def _antonyms() -> frozenset[tuple[str, str]]:
    pairs = [pair.split("/") for pair in _OPPOSITES.split()]
    known = [tuple(word if word in _KEPT else (stems(word) or [word])[0] for word in pair) for pair in pairs]
    return frozenset(both for a, b in known for both in ((a, b), (b, a)))
