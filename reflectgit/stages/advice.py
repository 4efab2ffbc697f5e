"""Whether two lessons give the same advice (DESIGN, "Corroboration", "Contradiction").

Words tell it where somebody says a thing again; where somebody else says it, they do not: of two true lessons about one
failure, one in concrete words and one in other words, two in twenty-four are told from lessons about different
failures by their words. Two stories that the evidence bore out are the same, too, when the *diagnoses* of their
failures tell the same cause. So three things are measured, each from 0 to 1: how alike the statements are, the stories,
and the causes. What any program is made of weighs little, a name out of code much.

A story may be true and its lesson none that follows from it. So stories and causes make a lesson swallow a candidate
only where both statements *bear* on their own evidence: where the rare words in which they are given are those in which
the failure was told and mended. Else they are two lessons, and the second an alternative. That the first bears on it
weakly costs a merge; that it swallows what comes after would cost every true lesson on that failure.
"""

import math
import re
from collections.abc import Iterable
from functools import cache, lru_cache

from reflectgit.model import Value
from reflectgit.stages import thresholds
from reflectgit.stages.stemmed import stem_set
from reflectgit.stages.vocabulary import constructs, virtues
from reflectgit.text import words
from reflectgit.text.clauses import Clause, clauses
from reflectgit.text.polarity import opposed
from reflectgit.text.rarity import rarity

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
    """A WHY: the advice, the story behind it, and the cause that its failure's diagnosis tells ("" where none).

    `grounds`: what its own evidence says: story, cause, and the lines that failed and that helped; "" where nothing of
    it is known, and then nothing is held against the statement. `astray`: whether the statement speaks against what its
    evidence says would help.
    """

    statement: str
    story: str
    cause: str
    grounds: str = ""
    astray: bool = False


def same_advice(candidate: Account, lesson: Account, *, same_signature: bool) -> bool:
    """Whether a lesson says what the candidate says: similar, and not opposed.

    The lesson's statement is the one that stays, so more is asked of it: who comes second may be told in words of
    somebody else's.

    Args:
        candidate: a WHY that its evidence bears out.
        lesson: the one that it may be merged into.
        same_signature: whether their failures share the WHAT; then less likeness of the causes is asked for.
    """
    if " ".join(candidate.statement.split()) == " ".join(lesson.statement.split()):
        return True
    return _alike(candidate, lesson, same_signature) and not _apart(candidate, lesson)


def opposite_advice(one: Account, other: Account, *, same_signature: bool) -> bool:
    """Whether they are about the same subject and one tells to do what the other tells to leave."""
    if not opposed(one.statement, other.statement):
        return False
    subject = likeness(one.statement, other.statement) >= thresholds.SAME_SUBJECT
    return subject or (same_signature and likeness(one.cause, other.cause) >= thresholds.SAME_CAUSE)


def _alike(candidate: Account, lesson: Account, same_signature: bool) -> bool:
    said = likeness(candidate.statement, lesson.statement)
    if said >= thresholds.SAME_STATEMENT and _share_more_than_a_word(candidate.statement, lesson.statement):
        return True
    told = likeness(f"{candidate.statement} {candidate.story}", f"{lesson.statement} {lesson.story}")
    cause = likeness(candidate.cause, lesson.cause)
    least = thresholds.SAME_CAUSE if same_signature else thresholds.SAME_CAUSE_ELSEWHERE
    # One story may teach two things: without a word in common the statements are two pieces of advice.
    story = said >= thresholds.SOME_WORDS and (said + told) / 2 >= thresholds.SAME_STORY
    return (story or cause >= least) and _borne_out(candidate, lesson)


def _share_more_than_a_word(one: str, other: str) -> bool:
    """One word may be met by chance, and in another sense ("pass a comparator", "mark as passed")."""
    mine, theirs = weighed(one), weighed(other)
    return sum(mine[word] >= 1 for word in mine.keys() & theirs.keys()) > 1


def _apart(one: Account, other: Account) -> bool:
    """Whether they point apart: by what they say, by what one alone has against it, or by what they tell to call."""
    return one.astray != other.astray or _other_calls(one, other) or opposed(one.statement, other.statement)


def _borne_out(candidate: Account, lesson: Account) -> bool:
    """Whether both speak of what they were drawn from, the lesson by itself and not much less than the candidate."""
    least = max(thresholds.BEARS, thresholds.BEARS_BESIDE * bearing(candidate))
    return bearing(candidate) > 0 and bearing(lesson) >= least


@lru_cache(maxsize=1024)
def bearing(account: Account) -> float:
    """How far a statement speaks of what its own evidence speaks of: the share of its words that the grounds have, by
    how rare they are; 0 to 1, and 1 where no grounds are known.
    """
    if not account.grounds:
        return 1.0
    said = stem_set(account.statement) - constructs() - virtues() - _frame()
    borne_out = said & stem_set(account.grounds)
    return _rare(borne_out) / (_rare(said) + thresholds.FEW_SAID)


def _rare(stems: Iterable[str]) -> float:
    return math.fsum(sorted(map(rarity, stems)))


def _other_calls(one: Account, other: Account) -> bool:
    """Whether one orders calls that its own evidence does not have, and none that the other orders."""
    mine, theirs = _ordered_calls(one.statement), _ordered_calls(other.statement)
    return not mine & theirs and (_made_up(mine, one.grounds) or _made_up(theirs, other.grounds))


def _made_up(ordered: set[str], grounds: str) -> bool:
    return bool(ordered and grounds) and not any(occurs(name, grounds) for name in ordered)


def orders(statement: str) -> list[Clause]:
    """What it tells to do. A clause that begins with a name out of code describes it: "dict.update overwrites"."""
    named = [words.stems(name) for name in names(statement)]
    return [
        clause
        for clause in clauses(statement)
        if not clause.against and not any(list(clause.words[: len(name)]) == name for name in named)
    ]


def _ordered_calls(statement: str) -> set[str]:
    """The names out of code that it tells to use. With a capital in front it may be a tool, which any advice names."""
    told = {word for clause in orders(statement) for word in clause.words}
    called = (name for name in names(statement) if not name[0].isupper())
    return {name for name in called if told.issuperset(words.stems(name))}


def occurs(name: str, text: str) -> bool:
    """Whether a text has the name itself, or its last part alone: a module may be imported under another name."""
    spellings = "|".join(re.escape(part) for part in (name, name.rsplit(".", 1)[-1]) if len(part) > 2)
    return re.search(rf"(?<!\w)(?:{spellings})(?!\w)", text) is not None


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
