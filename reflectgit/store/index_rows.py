"""What the index keeps of one file: the kind its path gives it, its value, and what it is found by.

Pure: bytes in, a `Fact` out. A fact depends on the content alone, so that it is kept by blob and shared by
every commit, branch and worktree that holds the same bytes. The text of evidence stays in git (`View.whole`
reads it), which keeps the database small: what stands here of an item is its id.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple
from unicodedata import is_normalized

import msgspec

from reflectgit.errors import BadInput
from reflectgit.identity import digest
from reflectgit.model import (
    DecidedTermination,
    Decision,
    Failure,
    Lesson,
    Outcome,
    OutcomeEvent,
    Ruling,
    Signature,
    Task,
    Value,
)
from reflectgit.policy import MAX_INPUT_BYTES
from reflectgit.store.index_quick import quick
from reflectgit.text.rarity import rarity
from reflectgit.text.words import stems

Kind = Literal["lesson", "termination", "outcome", "ruling"]
Stored = Lesson | DecidedTermination | OutcomeEvent | Ruling

#: Where the files of each kind lie, and what they hold (CONTRACT, "Files in a store").
FOLDERS: dict[str, Kind] = {
    "lessons/": "lesson",
    "ledger/terminations/": "termination",
    "ledger/outcomes/": "outcome",
    "ledger/rulings/": "ruling",
}
TYPES: dict[Kind, type[Stored]] = {
    "lesson": Lesson,
    "termination": DecidedTermination,
    "outcome": OutcomeEvent,
    "ruling": Ruling,
}

#: By so many of its rarest words a candidate that waits is found again.
_TELLING = 8

_MARKER = re.compile(rb"^(?:<{7}|>{7}|\|{7})(?: |\r?$)", re.MULTILINE)


class Recorded(Value, frozen=True, kw_only=True):
    """A decided termination without its evidence, of which `items` keeps the ids; `View.whole` gives all."""

    failure_id: str
    label: str | None
    outcome: Outcome
    task: Task
    failure: Failure
    signature: Signature
    items: list[str]
    decision: Decision


class Fact(NamedTuple):
    """What one blob says as a file of its kind: its `json` and the `keys` it is found by, or an `error`.

    The error is the reader's line without the path: ``:12: conflict markers …``.
    """

    kind: Kind
    blob: str
    json: bytes | None
    error: str | None
    keys: tuple[tuple[str, str], ...] = ()


def kind_of(path: str) -> Kind | None:
    """The kind of the file at `path` in a store, or None where the index holds nothing of it."""
    if not path.endswith(".yaml") or not path.isascii():
        return None
    return next((kind for folder, kind in FOLDERS.items() if path.startswith(folder)), None)


def stem_of(path: str) -> str:
    """The file name without ``.yaml``: of a lesson, its id."""
    return path.rpartition("/")[2].removesuffix(".yaml")


@lru_cache(maxsize=64)
def read_stored(kind: Kind, data: bytes, path: str) -> Stored:
    """The typed value of a stored file. Remembered: both indexes read what is new, and so may whoever asks them.

    Raises:
        BadInput: one line, ``path:line: what is wrong``; conflict markers have the code ``conflict_markers``.
    """
    value = _read_quickly(kind, data)
    if value is not None:
        return value
    from reflectgit.formats import inputs  # PyYAML: a look at an index that is up to date never needs it

    try:
        return inputs.read_as(TYPES[kind], data, path)
    except BadInput as fault:
        raise _conflict(path, data) or fault from None


def _conflict(path: str, data: bytes) -> BadInput | None:
    """What is wrong by its name, where a merge was committed before it was finished."""
    marker = _MARKER.search(data)
    if marker is None:
        return None
    line = data.count(b"\n", 0, marker.start()) + 1
    hint = "finish the merge: keep one side, delete the marker lines, and commit"
    return BadInput(f"{path}:{line}: conflict markers of an unfinished merge", hint, code="conflict_markers")


def _read_quickly(kind: Kind, data: bytes) -> Stored | None:
    """The value where our own writer wrote the file and all is well with it; None where the reader has to tell."""
    plain = quick(data) if len(data) <= MAX_INPUT_BYTES else None
    if plain is None:
        return None
    try:
        value: Stored = msgspec.convert(plain, TYPES[kind])
    except msgspec.ValidationError:
        return None
    if isinstance(value, Lesson) and not is_normalized("NFC", value.statement + value.scope):
        return None
    return value


def fact_of(path: str, blob: str, data: bytes) -> Fact:
    """The fact of a blob at a path of a known kind; what cannot be read becomes a fact with an error."""
    kind = kind_of(path)
    assert kind is not None, path
    try:
        value = read_stored(kind, data, path)
    except BadInput as fault:
        return Fact(kind, blob, None, fault.message.removeprefix(path))
    kept = recorded(value) if isinstance(value, DecidedTermination) else value
    return Fact(kind, blob, msgspec.json.encode(kept), None, tuple(sorted(set(_KEYS[kind](kept)))))


def recorded(decided: DecidedTermination) -> Recorded:
    """The termination without the text of its evidence."""
    record = decided.evidence_record
    return Recorded(
        failure_id=record.failure_id,
        label=decided.label,
        outcome=record.outcome,
        task=decided.task,
        failure=decided.failure,
        signature=decided.signature,
        items=[item.id for item in record.items()],
        decision=decided.decision,
    )


def _termination_keys(kept: Recorded) -> Iterator[tuple[str, str]]:
    yield "failure", kept.failure_id
    yield "signature", kept.signature.signature
    yield "task", kept.task.id
    if kept.label is not None:
        yield "label", kept.label
    yield "likeness", likeness(kept.signature)
    if kept.decision.lesson_id is not None:
        yield "lesson", kept.decision.lesson_id
    if kept.decision.supersedes is not None:
        yield "supersedes", kept.decision.supersedes
    if kept.decision.decision == "admitted" and kept.decision.stages.calibration is not None:
        yield "wording", wording(kept.decision.stages.calibration.calibrated_lesson)
    if kept.decision.unattached_candidate and kept.decision.reflection is not None:
        for stem in telling(kept.decision.reflection.candidate_lesson):
            yield "waiting", stem


def _lesson_keys(lesson: Lesson) -> Iterator[tuple[str, str]]:
    for failure in lesson.derived_from.failures:
        yield "failure", failure


def _outcome_keys(event: OutcomeEvent) -> Iterator[tuple[str, str]]:
    for lesson in event.applied:
        yield "lesson", lesson


def _ruling_keys(ruling: Ruling) -> Iterator[tuple[str, str]]:
    for lesson in (ruling.lesson_id, ruling.other):
        if lesson is not None:
            yield "lesson", lesson
    if ruling.text is not None:
        yield "wording", wording(ruling.text)


def likeness(signature: Signature) -> str:
    """What failures of one class and message template have in common, wherever they happened."""
    return digest([signature.class_, signature.template])[:16]


def wording(statement: str) -> str:
    """A statement to the letter."""
    return digest(statement)[:16]


def telling(advice: str) -> list[str]:
    """The rarest stems of an advice, in whatever is written about programs."""
    return sorted(set(stems(advice)), key=lambda stem: (-rarity(stem), stem))[:_TELLING]


_KEYS: dict[Kind, Callable[..., Iterator[tuple[str, str]]]] = {
    "lesson": _lesson_keys,
    "termination": _termination_keys,
    "outcome": _outcome_keys,
    "ruling": _ruling_keys,
}
