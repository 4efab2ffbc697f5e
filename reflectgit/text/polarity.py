"""When two pieces of advice point apart.

They do when one orders what the other forbids or dispenses with, when one asks for what the other does without, when
each prefers what the other puts behind it, and when they order the same thing but for a word and its opposite ("inside
the loop", "outside the loop"). A flag that is wrong costs both lessons their confidence: the clauses have to share
three words, and nearly all that the shorter one says.
"""

from functools import lru_cache
from itertools import product

from reflectgit.text.clauses import FORMS, SMALL, Clause, clauses
from reflectgit.text.words import stems

#: Words shared, and the share of the shorter clause that they make up, from which on two clauses speak of one act.
_SHARED = 3
_COVERED = 0.7

_OPPOSITES = """
before/after inside/outside inside/before above/below on/off up/down more/less more/fewer once/each once/every once/anew
same/new same/different same/fresh same/another first/last early/late earlier/later enable/disable allow/forbid
allow/refuse accept/reject accept/refuse include/exclude keep/drop keep/delete keep/remove keep/discard add/remove
add/drop add/strip attach/strip attach/detach hold/drop hold/release take/drop take/release acquire/drop acquire/release
set/unset guard/remove create/delete create/drop use/remove index/drop
increase/decrease raise/lower eager/lazy eagerly/lazily local/global share/separate shared/separate shared/private
mutable/immutable sync/async synchronous/asynchronous strict/lenient shallow/deep relative/absolute
wall/monotonic automatic/manual lock/unlock ascending/descending left/right min/max minimum/maximum signed/unsigned
encode/decode quote/unquote escape/unescape commit/rollback naive/aware implicit/explicit open/close start/stop
sorted/unsorted ordered/unordered serial/parallel sequentially/concurrently text/binary client/server wide/narrow
widen/narrow smaller/larger small/large shorter/longer behind/front propagate/swallow raise/swallow check/trust
verify/trust validate/trust copy/alias positive/negative inclusive/exclusive buffered/unbuffered bounded/unbounded
"""
#: Verbs of leaving out: where one text says "drop", and the other "skip", neither is against the other.
_LEAVES_OUT = frozenset(stems("filter drop remove discard exclude strip delete reject ignore skip omit trim"))
#: What turns a prohibition round: "do not … unless X" asks for X.
_UNLESS = frozenset({"without", "unless", "except"})


def opposed(one: str, other: str) -> bool:
    """Whether one text orders what the other forbids, or its opposite. Symmetric; false of a text and itself."""
    agreed = set(clauses(one)) & set(clauses(other))
    mine, theirs = (tuple(part for part in clauses(text) if part not in agreed) for text in (one, other))
    return any(_apart(a, b) for a, b in product(mine, theirs)) or _crossed(mine, theirs)


def _apart(one: Clause, other: Clause) -> bool:
    shared = set(one.words) & set(other.words)
    if not _one_order(one.words, other.words):
        return False
    without = any(_does_without(a, b) for a, b in ((one, other), (other, one)))
    if one.against == other.against:
        return _one_act(one, other) if without else _differ_by_an_opposite(one, other, shared)
    if without or _UNLESS & {*one.words, *other.words} or _antonyms_between(one, other, shared):
        return False  # a double negation
    forbids, orders = (one, other) if one.against else (other, one)
    if not _speaks_of(orders, forbids.forbids):
        return False
    return _one_act(one, other) and not _another_time(one, other) and not _leaves_out(orders, forbids)


def _speaks_of(orders: Clause, forbidden: tuple[str, ...]) -> bool:
    """Whether it has the verb that is forbidden, and a word of its object."""
    verb, told = forbidden[:1], set(orders.words)
    return told.issuperset(verb) and (len(forbidden) < 2 or bool(told.intersection(forbidden[1:])))


def _does_without(one: Clause, other: Clause) -> bool:
    """Whether one act is to be done without what the other has."""
    has = set(other.words) - set(other.lacking)
    return bool(one.lacking) and set(one.lacking) <= has and not _leaves_out(other, one)


def _one_act(one: Clause, other: Clause) -> bool:
    """Whether two clauses speak of one act, whatever they say of it: nearly all of the shorter one is in the other."""
    shared = set(one.words) & set(other.words)
    return len(shared) >= _SHARED and len(shared - SMALL) >= _SHARED - 1 and _covers(one, other)


def _covers(one: Clause, other: Clause) -> bool:
    mine, theirs = {*one.words, *one.names}, {*other.words, *other.names}
    return len(mine & theirs) >= _COVERED * min(len(mine), len(theirs))


def _another_time(one: Clause, other: Clause) -> bool:
    """Whether one of them alone says that the act comes before or after something that both speak of."""
    if any(_sides(one.words)) == any(_sides(other.words)):
        return False
    if "before" in (one.words[0], other.words[0]) or "after" in (one.words[0], other.words[0]):
        return True
    early, late = max(_sides(one.words), _sides(other.words), key=lambda sides: any(sides))
    shared = set(one.words) & set(other.words)
    return bool(early & shared and late & shared)


def _leaves_out(orders: Clause, other: Clause) -> bool:
    """Whether what is ordered is to leave something out, in another word than the other text has."""
    return bool(_LEAVES_OUT & set(orders.words) - set(other.words))


def _crossed(mine: tuple[Clause, ...], theirs: tuple[Clause, ...]) -> bool:
    """ "A instead of B" and "B instead of A": each is for what the other is against."""
    return any(_swapped(*a, *b) for a, b in product(_contrasts(mine), _contrasts(theirs)))


def _contrasts(told: tuple[Clause, ...]) -> list[tuple[set[str], set[str]]]:
    pairs = product((one for one in told if not one.against), (one for one in told if one.against))
    return [({*wanted.words, *wanted.names}, {*left.words, *left.names}) for wanted, left in pairs]


def _swapped(wanted: set[str], left: set[str], theirs: set[str], behind: set[str]) -> bool:
    there, back = (wanted - left) & (behind - theirs), (left - wanted) & (theirs - behind)
    whole, other = wanted | left, theirs | behind
    shared = len(whole & other)
    return bool(there and back) and shared >= _SHARED and shared >= _COVERED * min(len(whole), len(other))


def _differ_by_an_opposite(one: Clause, other: Clause, shared: set[str]) -> bool:
    """The same words, but for one and its opposite; two are enough where nothing else is said."""
    rest = min(len(one.words), len(other.words)) - len(shared) - 1
    alone = max(len(one.words), len(other.words)) == len(shared) + 1
    if len(shared - SMALL) < _SHARED - alone or len(shared) < _COVERED * (len(shared) + rest):
        return False
    return _antonyms_between(one, other, shared)


def _antonyms_between(one: Clause, other: Clause, shared: set[str]) -> bool:
    mine, theirs = _unbalanced(one) - shared, _unbalanced(other) - shared
    pairs = [pair for pair in product(mine, theirs) if pair in _antonyms()]
    # "Register the cleanup before …" and "run the cleanup after …" are two acts, each at its time.
    return any(set(pair) != {"before", "after"} or one.words[0] == other.words[0] for pair in pairs)


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
    pairs = ([FORMS.get(word, word) for word in pair.split("/")] for pair in _OPPOSITES.split())
    known = [tuple(word if word in SMALL else (stems(word) or [word])[0] for word in pair) for pair in pairs]
    return frozenset(both for a, b in known for both in ((a, b), (b, a)))
