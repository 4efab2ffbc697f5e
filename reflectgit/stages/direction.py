"""Whether a lesson points against its own evidence (build spec 3.3; DESIGN, "Grounding").

A true story may be given the opposite lesson. What was done about a failure tells which way its advice has to point:
the *change* that helped was seen, the *direction* that the diagnosis names was only said, and so was the *invariant*
that the candidate itself names. The lesson is laid beside each of them: does it leave what the repair put in, does it
dispense with what the diagnosis orders, does it order the opposite?

Told by words that stand on one side alone, so it is told of half: of 59 opposites of true lessons, written for the
failures of four labelled sets, 13 leave what the change put in, and 29 stand against any of the three. Of 348
candidates with a true lesson none does the first, and 3 do any. What merely *orders* a thing that the repair took out
is no sign: 9 true ones do, in telling what went wrong.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from reflectgit.model import ClaimField, EvidenceRecord, Value
from reflectgit.stages import diagnosis, thresholds
from reflectgit.stages.vocabulary import constructs, virtues
from reflectgit.text.clauses import Clause, clauses, words_of_code
from reflectgit.text.diff import read_diff
from reflectgit.text.polarity import opposed
from reflectgit.text.rarity import rarity

#: "No plain reference" asks for another one: what is so qualified is not left.
_QUALIFIED = frozenset({"plain", "bare", "mere", "raw", "naked", "alon"})


class Mended(Value, frozen=True, kw_only=True):
    """What became of a failure: the lines that the change which helped took out and put in, "" where none is known to
    have helped, and what the diagnosis says would help.
    """

    removed: str = ""
    added: str = ""
    directions: tuple[str, ...] = ()


NOTHING_MENDED = Mended()


class Against(Value, frozen=True, kw_only=True):
    """What a lesson stands against, the words or sentence that tell it, and the item. Only a change was observed."""

    what: Literal["change", "direction", "invariant"]
    told: str
    item: str


def mended_of(record: EvidenceRecord) -> Mended:
    """What a record tells of the mending of its failure. What was tried last before a cap was hit did not help."""
    repair = record.repair_delta if record.outcome == "resolved" else None
    hunks = read_diff(repair.content) if repair is not None else []
    return Mended(
        removed="\n".join(line for hunk in hunks for line in hunk.removed),
        added="\n".join(line for hunk in hunks for line in hunk.added),
        directions=diagnosis.split(record.diagnosis, [item.id for item in record.items()]).directions,
    )


def lesson_against_evidence(
    lesson: str, record: EvidenceRecord, claims: Mapping[ClaimField, str]
) -> Against | None:
    """What of its own evidence a lesson speaks against; None where nothing is known to.

    Args:
        lesson: the statement.
        record: its evidence.
        claims: the claims of its story, of which ``violated_invariant`` says what has to hold.
    """
    mended = mended_of(record)
    left = left_of_change(lesson, mended)
    if left and record.repair_delta is not None:
        return Against(what="change", told=", ".join(left), item=record.repair_delta.id)
    direction = against_direction(lesson, mended.directions)
    if direction:
        return Against(what="direction", told=direction, item=record.diagnosis.id)
    invariant = claims.get("violated_invariant", "")
    return Against(what="invariant", told=invariant, item="") if opposed(lesson, invariant) else None


@lru_cache(maxsize=1024)
def is_astray(statement: str, mended: Mended) -> bool:
    """Whether a statement speaks against the change that helped, or against the direction."""
    return bool(left_of_change(statement, mended) or against_direction(statement, mended.directions))


def left_of_change(statement: str, mended: Mended) -> list[str]:
    """The words that only the new side of the change has and that the statement tells to leave, sorted.

    None where it orders something of the new side, too, or leaves something of the old: then it follows the change.
    """
    old, new = words_of_code(mended.removed), words_of_code(mended.added)
    before, after = _telling(old - new), _telling(new - old)
    said = _read(statement)
    if said.ordered & after or said.left & before:
        return []
    return sorted((said.left - said.ordered) & after)


def against_direction(statement: str, directions: Iterable[str]) -> str | None:
    """The direction that the statement opposes, or something of which it does without."""
    said = _read(statement)
    for direction in directions:
        asked = _read(direction)
        wanted = _telling(asked.ordered - asked.left)
        if opposed(statement, direction) or (said.dispensed - said.ordered) & wanted:
            return direction
    return None


class _Said(NamedTuple):
    """The words of what is ordered, of what is left, and of what is left otherwise than by a "never" or "do not"."""

    ordered: frozenset[str]
    left: frozenset[str]
    dispensed: frozenset[str]


def _read(text: str) -> _Said:
    told = clauses(text)
    return _Said(
        ordered=frozenset(
            word for one in told if not one.against for word in one.words if word not in one.lacking
        ),
        left=frozenset(word for one in told for word in _left(one)),
        dispensed=frozenset(word for one in told if not one.forbids for word in _left(one)),
    )


def _left(clause: Clause) -> tuple[str, ...]:
    words = clause.words if clause.against else clause.lacking
    return () if _QUALIFIED & set(words) else words


def _telling(words: Iterable[str]) -> frozenset[str]:
    """Those that tell one program from another."""
    common = constructs() | virtues()
    return frozenset(
        word
        for word in words
        if rarity(word) >= thresholds.TELLING and word not in common and len(word) > 1 and not word.isdigit()
    )
