"""How far a story agrees with the diagnosis of its failure, read in reverse.

What share of the *diagnosis* does the story cover, not what share of the story's words occur in it: a fluent
wrong story is made of words of the evidence, but it leaves out what the diagnosis found (DESIGN, "Grounding":
the only word measure that told true from wrong on cases it had not seen). A stem weighs the less, the more
items of the record use it: the names that everybody uses tell nothing apart.
"""

import math
from collections import Counter
from collections.abc import Iterable

from reflectgit.model import EvidenceRecord, Reflection, Task, Value
from reflectgit.stages import diagnosis, thresholds
from reflectgit.stages.stemmed import stem_set
from reflectgit.stages.vocabulary import constructs


class Agreement(Value, frozen=True, kw_only=True):
    """A share from 0 to 1 of `what` ("diagnosis" or "record"), the item `item`; None: nothing to compare."""

    what: str
    item: str
    share: float | None


def agreement(reflection: Reflection, record: EvidenceRecord, task: Task) -> Agreement:
    """Agreement with the diagnosis; where it states no cause, with what was changed, asked for and seen."""
    parts = diagnosis.split(record.diagnosis, [item.id for item in record.items()])
    symptom = {stem for item in record.traces if item.kind == "execution" for stem in stem_set(item.content)}
    if len(stem_set(" ".join((parts.cause, *parts.directions))) - symptom) >= thresholds.CAUSE_STEMS:
        return Agreement(
            what="diagnosis", item=record.diagnosis.id, share=_with_diagnosis(reflection, record, parts)
        )
    return Agreement(what="record", item="", share=_with_record(reflection, record, task))


def _with_diagnosis(reflection: Reflection, record: EvidenceRecord, parts: diagnosis.Parts) -> float:
    weight = _Rarity(record)
    lesson = f"{reflection.counterfactual} {reflection.candidate_lesson}"
    story = stem_set(" ".join((*reflection.claims().values(), lesson)))
    cause = weight.covered(parts.cause, story)
    if not parts.directions:
        return cause
    told = stem_set(lesson)
    return (cause + max(weight.covered(direction, told) for direction in parts.directions)) / 2


def _with_record(reflection: Reflection, record: EvidenceRecord, task: Task) -> float | None:
    """The other way round, where there is no diagnosis to cover: the share of the story that the record has.

    What any program is made of weighs little, and a story of few words cannot reach a high share by chance.
    """
    story = sorted(stem_set(" ".join((*reflection.claims().values(), reflection.candidate_lesson))))
    said = [task.description, *(item.content for item in record.items() if item.kind != "diagnosis")]
    known = {stem for text in said for stem in stem_set(text)}
    weights = {stem: thresholds.CONSTRUCT_WEIGHT if stem in constructs() else 1.0 for stem in story}
    total = sum(weights.values())
    return (
        sum(weights[stem] for stem in story if stem in known) / (total + thresholds.FEW_WORDS)
        if total
        else None
    )


class _Rarity:
    """Weights stems by how few items of the record have them."""

    def __init__(self, record: EvidenceRecord) -> None:
        self._items = Counter(stem for item in record.items() for stem in stem_set(item.content))

    def covered(self, text: str, by: frozenset[str]) -> float:
        """The weighted share of the stems of `text` that `by` has, from 0 to 1."""
        wanted = sorted(stem_set(text))
        whole = self._sum(wanted) + thresholds.SHORT_DIAGNOSIS
        return self._sum(stem for stem in wanted if stem in by) / _damped(whole)

    def _sum(self, chosen: Iterable[str]) -> float:
        return sum(1 / (1 + self._items[stem]) for stem in chosen)


def _damped(whole: float) -> float:
    """A long diagnosis is never told again in full: beyond a usual length only the root of it is asked for."""
    usual = thresholds.USUAL_DIAGNOSIS
    return whole if whole <= usual else math.sqrt(whole * usual)
