"""Failures of the surroundings before the gate: one alone is held, and no lesson to avoid what works comes of it.

What tells them is `facts.transient`; the rules for lessons stand in docs/transient.md.
"""

import re
from collections.abc import Iterable

import msgspec

from reflectgit.facts.transient import Transient, transient
from reflectgit.model import Check, Comparison, EvidenceRecord
from reflectgit.stages.ground import Grounded
from reflectgit.stages.known import Known, Told
from reflectgit.stages.observed import facts_of
from reflectgit.stages.relation import Candidate, Relations, say_the_same
from reflectgit.text.diff import read_diff
from reflectgit.text.scope import Scope

#: What code does about surroundings that fail, and what a lesson about that speaks of.
_HANDLING = re.compile(
    r"(?<![a-z])(?:retr(?:y|ies|ied)|back.?off|time.?outs?|sleep|waits?|attempts?|reconnect|fall.?back|jitter|throttl|"
    r"semaphore|rate.?limit|concurren|except|catch|rescue|recover|lock|clean.?up|free|purge|evict|prune|cache|mirror|"
    r"offline|pre.?fetch|install|provision|renew|expir|batch|chunk|stream|queue|order)",
    re.IGNORECASE,
)
_AVOIDING = re.compile(
    r"\b(?:avoid\w*|never (?:use|call|run|rely)|(?:do|does)(?: not|n't) (?:use|call|run|rely|trust|try|work)"
    r"|stop (?:using|calling)|stay away|steer clear|(?:is|are) (?:broken|unreliable|unusable)"
    r"|cannot be (?:used|trusted|relied))\b",
    re.IGNORECASE,
)
_HOST = re.compile(r"\b[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}\b")


def held_alone(
    grounded: Grounded, candidate: Candidate, relations: Relations, known: Known, record: EvidenceRecord
) -> Grounded:
    """The grounding of a candidate on a failure of the surroundings: thin, so that it is held, as long as that failure
    stands alone and the lesson is not about handling it; else as it was (docs/transient.md).

    It stands alone unless the repair changed how the program handles it, or another failure, of another task, was told
    with the same advice. What a live lesson says already is not held: the failure bears it out.
    """
    found = transient_of(candidate, record)
    if found is None or grounded.thin or not grounded.grounding.grounded or relations.same:
        return grounded
    about_handling = _HANDLING.search(candidate.statement) and not _AVOIDING.search(candidate.statement)
    if about_handling and (
        _is_handled(found, record) or any(_bears_out(one, candidate) for one in known.held)
    ):
        return grounded
    what = f"transient: {found.what}: {found.said}"
    check = Check(
        claim="candidate_lesson",
        cited=[],
        kind="mechanism",
        compared=[Comparison(what=what, with_="", result="nothing to check")],
        verdict="nothing to check",
    )
    return msgspec.structs.replace(grounded, checks=[*grounded.checks, check], grade="D", thin=True)


def transient_of(candidate: Candidate, record: EvidenceRecord) -> Transient | None:
    """What of the surroundings the failure tells of. One that passed although nothing changed is none of the program
    either, whatever it says."""
    if _passed_unchanged(record):
        return Transient(what="passed without a change", said="a later run passed, and nothing had changed")
    runs = [item for item in record.traces if item.kind in ("execution", "instrumentation")]
    failure = candidate.past.failure
    facts = [fact for item in runs for fact in facts_of(item)]
    found = transient(failure.class_, failure.message, [item.content for item in runs], facts)
    return None if found is None or _is_corrected(found, record) else found


def _passed_unchanged(record: EvidenceRecord) -> bool:
    """Whether a run passed that is told whole, and neither a repair nor a patch stands before it."""
    passed = record.successful_trajectory
    if record.outcome != "resolved" or passed is None or read_diff(passed.content):
        return False
    repaired = record.repair_delta is not None and bool(record.repair_delta.content.strip())
    return not repaired and all(item.kind != "patch" for item in record.traces)


def _changed(record: EvidenceRecord) -> tuple[str, str]:
    """The lines that the repair took away, and those that it added."""
    hunks = read_diff(record.repair_delta.content) if record.repair_delta else []
    return _joined(hunk.removed for hunk in hunks), _joined(hunk.added for hunk in hunks)


def _joined(lines: Iterable[Iterable[str]]) -> str:
    return "\n".join(line for some in lines for line in some)


def _is_corrected(found: Transient, record: EvidenceRecord) -> bool:
    """Whether the repair put another address in the place of the one that failed: that was wrong, and nothing down."""
    removed, added = _changed(record)
    wrong = {host for host in _HOST.findall(found.said) if host in removed and host not in added}
    return bool(wrong) and bool(set(_HOST.findall(added)) - set(_HOST.findall(removed)))


def _is_handled(found: Transient, record: EvidenceRecord) -> bool:
    removed, added = _changed(record)
    return found.what != "passed without a change" and any(
        word.group() not in removed for word in _HANDLING.finditer(added)
    )


def _bears_out(held: Told, candidate: Candidate) -> bool:
    """Whether another failure, of another task, was told with the same advice, and waits for more."""
    reflection, past = held.decided.decision.reflection, held.past
    other = (past.task.repo.lower(), past.task.id) != (
        candidate.past.task.repo.lower(),
        candidate.past.task.id,
    )
    if reflection is None or not other or not past.independent(candidate.past):
        return False
    return say_the_same(Candidate(reflection=reflection, past=past, scope=Scope()), candidate)
