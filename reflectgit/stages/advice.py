"""Whether two lessons give the same advice (DESIGN, "Corroboration", "Contradiction").

Words tell it where somebody says a thing again; where somebody else says it, they do not: of two true lessons about one
failure, one in concrete words and one in other words, two in twenty-four are told from lessons about different
failures by their words. Two stories that the evidence bore out are the same, too, when the *diagnoses* of their
failures tell the same cause. So three things are measured, each from 0 to 1: how alike the statements are, the stories,
and the causes. What any program is made of weighs little, a name out of code much.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from reflectgit.model import Value
from reflectgit.stages import thresholds
from reflectgit.stages.stemmed import stem_set
from reflectgit.stages.vocabulary import constructs, virtues
from reflectgit.text.polarity import opposed

#: A name out of code: with an underscore, a hump, a dot between letters, or in capitals.
_NAME = re.compile(
    r"(?<![\w.])(?:[A-Za-z]\w*(?:\.[A-Za-z_]\w*)+|\w+_\w+|[a-z]+[A-Z]\w*|[A-Z]+[a-z0-9]+[A-Z]\w*|[A-Z]{4,})(?![\w])"
)


#: Words in which any advice is given: they make two sentences alike, and not two pieces of advice.
_FRAME = """
before after when where while until unless whenever wherever whether if then ask check verify test prove see look know
read write call take give put use let keep hold make sure ensure prefer avoid never always only every each other same
new old come go get set out whole part case place time way kind one two first last once again still yet both own
"""
#: The id behind a quote is the name of an item, and no word of the story.
_CITED = re.compile(r"(?<=[`\"”])\s*\[[A-Za-z0-9][\w./-]*\]")


class Account(Value, frozen=True, kw_only=True):
    """A WHY: the advice, the story behind it, and the cause that its failure's diagnosis tells ("" where none)."""

    statement: str
    story: str
    cause: str


def same_advice(one: Account, other: Account, *, same_signature: bool) -> bool:
    """Whether both give the same advice: similar, and not opposed.

    Args:
        one: a WHY that its evidence bears out.
        other: another.
        same_signature: whether their failures share the WHAT; then less likeness of the causes is asked for.
    """
    if " ".join(one.statement.split()) == " ".join(other.statement.split()):
        return True
    return _alike(one, other, same_signature) and not opposed(one.statement, other.statement)


def opposite_advice(one: Account, other: Account, *, same_signature: bool) -> bool:
    """Whether they are about the same subject and one tells to do what the other tells to leave."""
    if not opposed(one.statement, other.statement):
        return False
    subject = likeness(one.statement, other.statement) >= thresholds.SAME_SUBJECT
    return subject or (same_signature and likeness(one.cause, other.cause) >= thresholds.SAME_CAUSE)


def _alike(one: Account, other: Account, same_signature: bool) -> bool:
    said = likeness(one.statement, other.statement)
    told = likeness(f"{one.statement} {one.story}", f"{other.statement} {other.story}")
    cause = likeness(one.cause, other.cause)
    least = thresholds.SAME_CAUSE if same_signature else thresholds.SAME_CAUSE_ELSEWHERE
    # One story may teach two things: without a word in common the statements are two pieces of advice.
    story = said >= thresholds.SOME_WORDS and (said + told) / 2 >= thresholds.SAME_STORY
    return said >= thresholds.SAME_STATEMENT or story or cause >= least


def likeness(one: str, other: str) -> float:
    """How alike two texts are, from 0 to 1: twice the weight that they share, over the weight of both."""
    mine, theirs = weighed(one), weighed(other)
    whole = sum(mine.values()) + sum(theirs.values())
    return 2 * sum(mine[word] for word in sorted(mine.keys() & theirs.keys())) / whole if whole else 0.0


@lru_cache(maxsize=4096)
def weighed(text: str) -> dict[str, float]:
    """The different stems of a text and its names out of code, with what each says about its subject."""
    common = constructs() | virtues() | _frame()
    said = stem_set(_CITED.sub(" ", text))
    weights = {stem: thresholds.COMMON_WEIGHT if stem in common else 1.0 for stem in sorted(said)}
    return weights | dict.fromkeys(names(text), thresholds.NAME_WEIGHT)


@cache
def _frame() -> frozenset[str]:
    return stem_set(_FRAME)


def names(text: str) -> list[str]:
    """The names out of code, with their dots and underscores, each once."""
    return list(dict.fromkeys(found.strip("`") for found in _found(text)))


def _found(text: str) -> Iterable[str]:
    return (match.group() for match in _NAME.finditer(text.replace("()", "")))
