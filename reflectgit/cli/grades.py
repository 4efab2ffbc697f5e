"""What keeps a story from grade B, in one line for the one who wrote it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from reflectgit.cli.terminal import cut, one_line

if TYPE_CHECKING:
    from reflectgit.model import Decision, EvidenceRecord, Failure, Grade, Reflection, Task
    from reflectgit.stages.ground import Short

#: Of words and values that a claim has beside its quotes, the most that are named.
_SHOWN = 3
_COLUMNS = 120


def why_not_b(
    reflection: "Reflection | None",
    record: "EvidenceRecord | None",
    task: "Task",
    failure: "Failure",
    grade: "Grade | None",
) -> str:
    """The line; "" where the story reached grade B, or where there is no story to look at."""
    from reflectgit.stages.ground import short_of_b

    if reflection is None or record is None or grade not in ("C", "D"):
        return ""
    return said_of(short_of_b(reflection, record, task, failure))


def is_told(decision: "Decision") -> bool:
    """Whether what keeps a decided story from B can be told: it came in or is held, under the rules of today."""
    from reflectgit.stages.thresholds import RULES_VERSION

    came = decision.decision in ("admitted", "merged") or decision.unattached_candidate
    return came and decision.rules_version == RULES_VERSION


def said_of(shorts: "Sequence[Short]") -> str:
    """Each thing in a few words; what is so of several claims is said once."""
    bare = [one.claim for one in shorts if one.why == "unquoted" and not one.told]
    parts = [f"{' and '.join(bare)} {'quotes' if len(bare) == 1 else 'quote'} nothing"] if bare else []
    return "; ".join(
        [
            *parts,
            *(
                said
                for one in shorts
                if one.claim not in bare or one.why != "unquoted"
                for said in _said(one)
            ),
        ]
    )


def _said(short: "Short") -> Iterator[str]:
    told = [one_line(text) for text in short.told]
    shown = ", ".join(told[:_SHOWN]) + (", ..." if len(told) > _SHOWN else "")
    match short.why:
        case "unquoted":
            yield f"{short.claim} quotes {shown} alone, which carries it at C at most"
        case "added":
            yield f"{short.claim} adds much of its own that nothing in the record has ({shown})"
        case "value":
            yield f"{short.claim} states {shown}, which neither its quotes nor a fact has"
        case "agreement":
            yield f"the story agrees with the diagnosis by {told[0]}, and B asks for {told[1]}"
        case "symptom":
            yield "the diagnosis tells the symptom only"
        case "lesson":
            yield from (f"of the {cut(text, _COLUMNS)}" for text in told)
