"""A diagnosis as cause and direction: by its own parts, by labels in its text, else split as well as can be.

The spec's diagnosis goes symptom → root cause → evidence → fix direction (build spec 3.1); people and agents write
it in parts, under labels, or as a paragraph in that order.
"""

import re
from collections.abc import Sequence

from msgspec import UnsetType

from reflectgit.model import Diagnosis, EvidenceRecord, Value
from reflectgit.stages import thresholds
from reflectgit.stages.stemmed import stem_set
from reflectgit.text.quotes import without_ids
from reflectgit.text.sentences import sentences

_LABEL = re.compile(
    r"(?:^|(?<=[\s.;>*#]))(?:[*_#]{0,3}\s?)"
    r"(?P<label>symptoms?|observed|(?:root[ -]?)?cause|why|evidence|proof|ruled[ -]out"
    r"|(?:suggested |proposed )?fix(?: direction)?|(?:fix )?direction|remedy|solution|recommendation)"
    r"(?:[*_]{0,3})\s?(?::|=|—|->|→)(?:[*_]{0,3})\s+",
    re.I,
)
_SYMPTOM_LABELS = ("symptom", "symptoms", "observed")
_CAUSE_LABELS = ("root", "rootcause", "root-cause", "cause", "why")
_DIRECTION_LABELS = ("fix", "suggested", "proposed", "direction", "remedy", "solution", "recommendation")
_TELLS_DIRECTION = re.compile(
    r"\b(?:to fix|the fix|fix (?:is|would|by)|remedy|solution|suggest\w*|recommend\w*|(?:should|must|needs? to) be)\b",
    re.I,
)


class Parts(Value, frozen=True, kw_only=True):
    """What went wrong, and what would mend it: one text, or two where a paragraph does not say which it is."""

    cause: str
    directions: tuple[str, ...]


def split(diagnosis: Diagnosis, ids: Sequence[str] = ()) -> Parts:
    """Cause and direction of a diagnosis. `ids` are names of evidence, which are no words of it."""
    told = _told(without_ids(diagnosis.content, ids))
    direction = _stated(diagnosis.fix_direction)
    return Parts(
        cause=_stated(diagnosis.root_cause) or told.cause,
        directions=(direction,) if direction else told.directions,
    )


def cause_of(record: EvidenceRecord) -> str:
    """Cause and direction as the diagnosis tells them; "" where it says no more than the run does."""
    parts = split(record.diagnosis, [item.id for item in record.items()])
    told = " ".join(dict.fromkeys((parts.cause, *parts.directions))).strip()
    run = {stem for item in record.traces if item.kind == "execution" for stem in stem_set(item.content)}
    return told if len(stem_set(told) - run) >= thresholds.CAUSE_STEMS else ""


def standing(diagnosis: Diagnosis, ids: Sequence[str] = ()) -> str:
    """All that the diagnosis holds to be so: its text and its parts, without what it rules out."""
    sections = _sections(without_ids(diagnosis.content, ids))
    told = (said for name, said in sections if not name.startswith("ruled"))
    parts = (diagnosis.symptom, diagnosis.root_cause, diagnosis.fix_direction)
    return " ".join((*told, *map(_stated, parts)))


def _stated(part: str | UnsetType) -> str:
    return part.strip() if isinstance(part, str) else ""


def _told(text: str) -> Parts:
    sections = _sections(text)
    cause = _under(sections, _CAUSE_LABELS)
    direction = _under(sections, _DIRECTION_LABELS)
    labelled = (direction,) if direction else ()
    if cause:
        return Parts(cause=cause, directions=labelled)
    free = [*sentences(_under(sections, ("",))), *_after_symptom(sections)]
    if len(free) > 2 and not _under(sections, _SYMPTOM_LABELS):
        free = free[1:]
    return Parts(cause=" ".join([*free, *labelled]), directions=labelled or _named(free))


def _named(free: list[str]) -> tuple[str, ...]:
    """The sentence that speaks of mending; else the last two: a remark often follows the direction."""
    saying = [part for part in free if _TELLS_DIRECTION.search(part)]
    return tuple(saying[-1:] or free[-2:])


def _sections(text: str) -> list[tuple[str, str]]:
    """Pairs of a label in lower case, "" for what stands before the first one, and what stands under it."""
    labels = list(_LABEL.finditer(text))
    starts = [0, *(label.end() for label in labels)]
    ends = [*(label.start() for label in labels), len(text)]
    names = ["", *(label["label"].lower() for label in labels)]
    return [(name, text[start:end].strip()) for name, start, end in zip(names, starts, ends, strict=True)]


def _under(sections: list[tuple[str, str]], labels: tuple[str, ...]) -> str:
    return " ".join(
        said for name, said in sections if said and (name in labels or name.split(" ")[0] in labels)
    )


def _after_symptom(sections: list[tuple[str, str]]) -> list[str]:
    """A symptom is one sentence; what follows it under the same label is the story of the cause."""
    return sentences(_under(sections, _SYMPTOM_LABELS))[1:]
