"""How far a story agrees with the diagnosis of its failure, read in reverse.

What share of the *diagnosis* does the story cover, not what share of the story's words occur in it: a fluent
wrong story is made of words of the evidence, but it leaves out what the diagnosis found (DESIGN, "Grounding":
the only word measure that told true from wrong on cases it had not seen). A stem weighs the less, the more
items of the record use it: the names that everybody uses tell nothing apart.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import UnsetType

from reflectgit.model import Diagnosis, EvidenceRecord, Reflection, Task, Value
from reflectgit.stages import thresholds
from reflectgit.stages.vocabulary import constructs
from reflectgit.text.quotes import without_ids
from reflectgit.text.sentences import sentences
from reflectgit.text.words import stems


class Agreement(Value, frozen=True, kw_only=True):
    """A share from 0 to 1 of `what` ("diagnosis" or "record"), the item `item`; None: nothing to compare."""

    what: str
    item: str
    share: float | None


class DiagnosisParts(Value, frozen=True, kw_only=True):
    """A diagnosis as cause and direction: its own parts where it has them, else its text split as well as can be."""

    cause: str
    direction: str


_SYMPTOM = re.compile(r"^\s*(?:symptoms?|failure|error)\s*[:=-]", re.I)
_DIRECTION = re.compile(
    r"^\s*(?:suggested |proposed )?(?:fix(?: direction)?|direction|remedy|solution|repair)\s*[:=-]", re.I
)


def agreement(reflection: Reflection, record: EvidenceRecord, task: Task) -> Agreement:
    """Agreement with the diagnosis; where it states no cause, with what was changed, asked for and seen."""
    parts = split_diagnosis(record.diagnosis, [item.id for item in record.items()])
    symptom = {stem for item in record.traces if item.kind == "execution" for stem in _stems(item.content)}
    if len(_stems(f"{parts.cause} {parts.direction}") - symptom) >= thresholds.CAUSE_STEMS:
        return Agreement(
            what="diagnosis", item=record.diagnosis.id, share=_with_diagnosis(reflection, record, parts)
        )
    return Agreement(what="record", item="", share=_with_record(reflection, record, task))


def split_diagnosis(diagnosis: Diagnosis, ids: Sequence[str] = ()) -> DiagnosisParts:
    """Cause and direction. Free text: the first sentence tells the symptom, the last the direction."""
    said = sentences(without_ids(diagnosis.content, ids))
    told = [part for part in said if not _SYMPTOM.match(part)]
    cause = told[1:] if len(told) == len(said) and len(told) > 2 else told
    direction = [part for part in told if _DIRECTION.match(part)] or cause[-1:]
    return DiagnosisParts(
        cause=_stated(diagnosis.root_cause) or " ".join(cause),
        direction=_stated(diagnosis.fix_direction) or " ".join(direction),
    )


@lru_cache(maxsize=64)
def _stems(text: str) -> frozenset[str]:
    """Several measures look at the same items of evidence."""
    return frozenset(stems(text))


def _stated(part: str | UnsetType) -> str:
    return part.strip() if isinstance(part, str) else ""


def _with_diagnosis(reflection: Reflection, record: EvidenceRecord, parts: DiagnosisParts) -> float:
    weight = _Rarity(record)
    lesson = f"{reflection.counterfactual} {reflection.candidate_lesson}"
    story = set(stems(" ".join((*reflection.claims().values(), lesson))))
    cause = weight.covered(parts.cause, story)
    if not parts.direction:
        return cause
    return (cause + weight.covered(parts.direction, set(stems(lesson)))) / 2


def _with_record(reflection: Reflection, record: EvidenceRecord, task: Task) -> float | None:
    """The other way round, where there is no diagnosis to cover: the share of the story that the record has.

    What any program is made of weighs little, and a story of few words cannot reach a high share by chance.
    """
    story = sorted(set(stems(" ".join((*reflection.claims().values(), reflection.candidate_lesson)))))
    said = [task.description, *(item.content for item in record.items() if item.kind != "diagnosis")]
    known = {stem for text in said for stem in _stems(text)}
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
        self._items = Counter(stem for item in record.items() for stem in _stems(item.content))

    def covered(self, text: str, by: set[str]) -> float:
        """The weighted share of the stems of `text` that `by` has, from 0 to 1."""
        wanted = sorted(set(stems(text)))
        total = self._sum(wanted)
        return self._sum(stem for stem in wanted if stem in by) / total if total else 0.0

    def _sum(self, chosen: Iterable[str]) -> float:
        return sum(1 / (1 + self._items[stem]) for stem in chosen)
