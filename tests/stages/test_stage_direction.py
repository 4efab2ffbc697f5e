"""Lessons that point against what was done about their failure, and those that only speak of it."""

import msgspec
import pytest

from reflectgit.model import EvidenceRecord
from reflectgit.stages.direction import (
    NOTHING_MENDED,
    Mended,
    is_astray,
    left_of_change,
    lesson_against_evidence,
    mended_of,
)

MENDED = Mended(
    removed="    total = ledger.balance\n    ledger.balance = total - sum",
    added="    with ledger.mutex:\n        ledger.balance -= sum",
    directions=("Hold the mutex while the balance is read and written.",),
)


@pytest.mark.parametrize(
    "lesson",
    [
        "Leave out the mutex around a read and the write that depends on it.",
        "Read and write a balance without a mutex.",
        "A balance may be changed with no mutex needed.",
        "Rely on the interpreter instead of a mutex.",
    ],
)
def test_what_the_change_put_in_is_not_to_be_left(lesson: str) -> None:
    assert left_of_change(lesson, MENDED) == ["mutex"]
    assert is_astray(lesson, MENDED)


@pytest.mark.parametrize(
    "lesson",
    [
        "Hold a mutex around a read and the write that depends on it.",
        "Do not leave out the mutex around a read and the write that depends on it.",
        "Never change a balance without a mutex.",
        "A read and a write are two steps, even where each is one statement.",
        "Take the mutex first, and never take it twice.",
        "No bare mutex: hand it out with what it guards.",
        "Two statements are not one.",
        "",
    ],
)
def test_what_follows_the_change_or_says_nothing_of_it_is_not_astray(lesson: str) -> None:
    assert not is_astray(lesson, MENDED)
    assert not is_astray(lesson, NOTHING_MENDED)


def test_a_direction_is_opposed_in_its_own_words() -> None:
    said = Mended(directions=("Round the quotient up for containers that are partly filled.",))
    assert is_astray("Round the quotient down for containers that are partly filled.", said)
    assert not is_astray("Round up what is partly filled.", said)


def test_keywords_of_a_query_are_told_apart() -> None:
    change = Mended(
        removed="SELECT name FROM guest ORDER BY booked", added="SELECT name FROM guest GROUP BY family"
    )
    assert is_astray("Use ORDER BY in place of GROUP BY where guests share a booking.", change)
    assert not is_astray("Use GROUP BY in place of ORDER BY where guests share a booking.", change)


def test_each_kind_is_told_with_its_item(record: EvidenceRecord) -> None:
    change = lesson_against_evidence("Merge two shelves without a Counter.", record, {})
    assert change is not None
    assert (change.what, change.told, change.item) == ("change", "counter", "repair-1")
    direction = lesson_against_evidence(
        "Overwrite quantities instead of adding them article by article.", record, {}
    )
    assert direction is not None
    assert (direction.what, direction.item) == ("direction", "diag-1")
    claims = {"violated_invariant": "Never merge two shelves with another unit of quantity."}
    invariant = lesson_against_evidence(
        "Merge two shelves with another unit of quantity.",
        record,
        claims,  # type: ignore[arg-type]
    )
    assert invariant is not None
    assert invariant.what == "invariant"


def test_the_lesson_that_follows_is_against_nothing(record: EvidenceRecord) -> None:
    lesson = "Add quantities key by key with Counter; dict.update overwrites and never sums."
    assert lesson_against_evidence(lesson, record, {}) is None


def test_what_was_tried_before_a_cap_was_hit_did_not_help(record: EvidenceRecord) -> None:
    escalated = msgspec.structs.replace(record, outcome="escalated")
    assert mended_of(escalated).added == ""
    assert lesson_against_evidence("Merge two shelves without a Counter.", escalated, {}) is None
