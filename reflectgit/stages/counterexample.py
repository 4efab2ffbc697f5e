"""Counterexamples: failures inside a lesson's scope that came although its advice was followed (build spec 3.4).

Both ways by one rule: a candidate against earlier terminations, a new termination against stored lessons. The rule has
to be rarely wrong, for what it finds narrows a lesson or retires it. So all of this has to hold, and in doubt there is
none:

* the scope covers the failure, and it is the same class of failure as one that the lesson comes from;
* the failed change followed the advice: its added lines have every name out of code that the advice tells to use and
  none that it tells to leave, and together with the plan they have nearly all that it says;
* nothing that helped there was the advice: the lines of the repair do not follow it.
"""

import re
from collections.abc import Iterable, Sequence

from reflectgit.stages import thresholds
from reflectgit.stages.advice import names, occurs, orders, weighed
from reflectgit.stages.known import PastFailure
from reflectgit.text import scope
from reflectgit.text.words import stems

_CAPITAL = re.compile(r"(?<=[\w,;] )[A-Z][a-z]\w+")
#: The axes on which a failure can be told from those that a lesson comes from, the surest first.
_AXES = ("repo", "path", "lang", "error")


def speaks_against(
    past: PastFailure, statement: str, reach: scope.Scope, support: Sequence[PastFailure]
) -> bool:
    """Whether a failure is a counterexample of a lesson by the rule.

    Args:
        past: the failure.
        statement: the lesson's.
        reach: its scope.
        support: the failures that the lesson comes from; none of them, told again or not, speaks against it.
    """
    if not any(past.is_like(one) for one in support) or not scope.covers(reach, past.situation):
        return False
    return all(past.independent(one) for one in support) and was_followed(statement, past)


def was_followed(statement: str, past: PastFailure) -> bool:
    """Whether the failed change did what the advice says, and the advice was not what helped in the end."""
    if not past.added.strip() or _has_what_it_leaves(statement, past.added):
        return False
    asked = _asked_names(statement)
    least = thresholds.FOLLOWED_WITH_NAMES if asked else thresholds.FOLLOWED
    if _says(statement) < thresholds.FOLLOWED_WEIGHT or not all(occurs(name, past.added) for name in asked):
        return False
    if _done(statement, past.added) < thresholds.FOLLOWED_IN_LINES:
        return False
    if _done(statement, f"{past.intended}\n{past.added}") < least:
        return False
    return not _helped(statement, asked, past.repaired)


def separation(support: Iterable[PastFailure], past: PastFailure) -> scope.Scope | None:
    """The facet that tells a failure from all of those that a lesson comes from, as an exclusion; None without one."""
    kept = [one.situation for one in support]
    for axis in _AXES:
        terms = {scope.Term(axis, _pattern(axis, value), True) for value in past.situation.values(axis)}
        apart = {term for term in terms if _spares(term, kept)}
        if apart and (axis == "path" or apart == terms):
            return scope.Scope(frozenset(apart))
    return None


def _spares(term: scope.Term, kept: Sequence[scope.Situation]) -> bool:
    """Whether all say something on the axis of an exclusion, and none is shut out by it."""
    alone = scope.Scope(frozenset({term}))
    return all(one.values(term.facet) and scope.covers(alone, one) for one in kept)


def _pattern(axis: str, value: str) -> str:
    """The value as a scope writes it; of a path the glob that matches it alone."""
    if axis != "path":
        return value
    escaped = re.sub(r"([\\*?\[\]])", r"\\\1", value)
    return escaped if "/" in value.rstrip("/") else f"/{escaped}"


def _named(statement: str) -> list[str]:
    """The names out of code, and words with a capital inside a sentence: classes and products are written so."""
    return [
        *names(statement),
        *(word for word in _CAPITAL.findall(statement) if word not in names(statement)),
    ]


def _asked_names(statement: str) -> list[str]:
    """The names that the advice tells to use."""
    told = {word for clause in orders(statement) for word in clause.words}
    return [name for name in _named(statement) if told.issuperset(stems(name))]


def _has_what_it_leaves(statement: str, lines: str) -> bool:
    """Whether the lines have a name that the advice does not tell to use: it warns of it, or explains by it."""
    asked = _asked_names(statement)
    return any(name not in asked and occurs(name, lines) for name in _named(statement))


def _says(statement: str) -> float:
    """What the advice orders, in weighed words."""
    return sum(_wanted(statement).values())


def _wanted(statement: str) -> dict[str, float]:
    weights = weighed(statement)
    asked = {word for clause in orders(statement) for word in clause.words}
    return {word: weights[word] for word in sorted(asked) if word in weights}


def _done(statement: str, text: str) -> float:
    """The share of what the advice orders, by weight, that a text has: 0 to 1."""
    wanted, has = _wanted(statement), set(stems(text))
    whole = sum(wanted.values())
    return sum(weight for word, weight in wanted.items() if word in has) / whole if whole else 0.0


def _helped(statement: str, asked: Sequence[str], repaired: str) -> bool:
    """Whether the repair follows the advice as well: then the advice is not what failed."""
    if asked:
        return any(occurs(name, repaired) for name in asked)
    return _done(statement, repaired) >= thresholds.FOLLOWED_IN_LINES
