"""Lessons that a person put on the branch without a ruling, where the policy asks for one (`review = "required"`).

Their branch was merged by hand, by a host for instance. Who merged it has approved it, so it is no fault; what is
missing is the ruling, which `sweep` writes. Only the wording may be the reviewer's, and it has to pass the gate.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from reflectgit.check.contents import Contents
from reflectgit.check.findings import Finding
from reflectgit.model import DecidedTermination, Ruling
from reflectgit.pending import reworded, wording_fault
from reflectgit.policy import Policy
from reflectgit.store.index_rows import stem_of


class Unruled(NamedTuple):
    """A lesson file without a ruling: the ruling that it lacks, and why its wording cannot have one."""

    path: str
    ruling: Ruling
    fault: str | None


def unruled(contents: Contents, policy: Policy) -> list[Unruled]:
    """The lessons for which a ruling is owed, in the order of their paths; none where no approval is asked for."""
    if policy.review == "none":
        return []
    ruled = {one.lesson_id for one in contents.rulings.values() if one.op in ("approve", "refuse")}
    founding = {
        one.decision.lesson_id: one
        for _, one in sorted(contents.terminations.items(), reverse=True)
        if one.decision.decision == "admitted" and one.decision.lesson_id not in ruled
    }
    return [
        _unruled(path, lesson.statement, founding[stem_of(path)], policy)
        for path, lesson in sorted(contents.lessons.items())
        if stem_of(path) in founding
    ]


def _unruled(path: str, statement: str, decided: DecidedTermination, policy: Policy) -> Unruled:
    text = reworded(statement, decided)
    fault = wording_fault(decided, text, policy) if text else None
    return Unruled(path, Ruling(op="approve", lesson_id=stem_of(path), text=text), fault)


def owed(contents: Contents, found: Iterable[Unruled]) -> Iterator[Finding]:
    """What is to be said of each."""
    for path, ruling, fault in found:
        if fault is not None:
            message = f"nobody ruled on this lesson, and the gate does not let its wording in: {fault}"
            hint = "word it otherwise and commit that, or: reflectgit refuse, after git rm of the file"
            yield contents.finding("bad_wording", path, ["statement"], message, hint)
            continue
        words = "the wording is a reviewer's; " if ruling.text else ""
        message = f"{words}the lesson stands here and no ruling approves it yet"
        yield contents.finding(
            "not_ruled", path, [], message, "write the ruling that is owed: reflectgit sweep"
        )
