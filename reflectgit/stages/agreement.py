"""How far a story agrees with the diagnosis of its failure: both ways at once.

What share of the *diagnosis* does the story cover, and what share of the *story* does the diagnosis bear out; agreement
is the geometric mean of the two. Coverage alone is what a long story has, share alone what a short one has; a fluent
wrong story is made of words of the evidence, but it leaves out what the diagnosis found and brings in what it did not.
A stem weighs the less, the more items of the record use it: the names that everybody uses tell nothing apart. The
words of a quote are the record's own: they count as covering, not as said.
"""

import math
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from reflectgit.model import EvidenceRecord, Reflection, Task, Value
from reflectgit.stages import diagnosis, thresholds
from reflectgit.stages.stemmed import stem_set
from reflectgit.text.quotes import without_quotes
from reflectgit.text.rarity import rarity


class Agreement(Value, frozen=True, kw_only=True):
    """A share from 0 to 1 of `what` ("diagnosis" or "record"), the item `item`; None: nothing to compare."""

    what: str
    item: str
    share: float | None


class Story(NamedTuple):
    """What is said to have happened, in one text a claim, and what would have been otherwise.

    The lesson is no part of it: its words make no story true or false (`stages.drawn` asks whether it follows).
    """

    claims: tuple[str, ...]
    counterfactual: str


def agreement(reflection: Reflection, record: EvidenceRecord, task: Task) -> Agreement:
    """Agreement with the diagnosis; where it states no cause, with what was changed, asked for and seen."""
    claims = tuple(reflection.claims().values())
    return agrees_with(Story(claims, reflection.counterfactual), record, task)


def agrees_with(story: Story, record: EvidenceRecord, task: Task) -> Agreement:
    """The same of a story that may have been told of another failure."""
    if diagnosis.cause_of(record):
        found = stem_set(diagnosis.standing(record.diagnosis, [item.id for item in record.items()]))
        share = _with_diagnosis(story, record, found)
        return Agreement(what="diagnosis", item=record.diagnosis.id, share=share)
    return Agreement(what="record", item="", share=_with_record(story, record, task))


def _with_diagnosis(story: Story, record: EvidenceRecord, found: frozenset[str]) -> float:
    weight = _Rarity(record, found)
    told = stem_set(" ".join((*story.claims, story.counterfactual)))
    said = stem_set(" ".join((*map(without_quotes, story.claims), story.counterfactual)))
    covered = weight.of(found & told) / (_damped(weight.of(found)) + thresholds.FEW_WEIGHT)
    borne_out = weight.of(said & found) / (weight.of(said) + thresholds.FEW_WEIGHT)
    return math.sqrt(covered * borne_out)


def _with_record(story: Story, record: EvidenceRecord, task: Task) -> float | None:
    """Where there is no diagnosis to cover: the share of the story that the record has, by how rare its stems are."""
    told = stem_set(" ".join((*story.claims, story.counterfactual)))
    texts = [task.description, *(item.content for item in record.items() if item.kind != "diagnosis")]
    known = {stem for text in texts for stem in stem_set(text)}
    return _rare(told & known) / (_rare(told) + thresholds.FEW_RARE) if told else None


def _rare(chosen: Iterable[str]) -> float:
    return math.fsum(rarity(stem) ** 2 for stem in chosen)


class _Rarity:
    """Weights stems by how few items of the record have them; of the diagnosis, what it holds to be so."""

    def __init__(self, record: EvidenceRecord, found: frozenset[str]) -> None:
        others = [stem_set(item.content) for item in record.items() if item.kind != "diagnosis"]
        self._items = Counter(stem for stems in (*others, found) for stem in stems)

    def of(self, chosen: Iterable[str]) -> float:
        """The weight of all of them together; a stem that no item has weighs 1."""
        return math.fsum(1 / (1 + self._items[stem]) for stem in chosen)


def _damped(whole: float) -> float:
    """A long diagnosis is never told again in full: beyond a usual length only the root of it is asked for."""
    usual = thresholds.USUAL_DIAGNOSIS
    return whole if whole <= usual else math.sqrt(whole * usual)
