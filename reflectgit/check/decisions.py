"""Whether a decided termination says one thing throughout: ids, signature, digests, and the decision's own
parts.

All of it is recomputed from the file alone, so a file that was edited by hand and given the right name is
found.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from reflectgit import identity
from reflectgit.check.contents import Contents
from reflectgit.check.findings import Finding
from reflectgit.model import DecidedTermination, Decision, Item
from reflectgit.policy import Policy, policy_digest
from reflectgit.stages.admit import reaches
from reflectgit.stages.ledger import signature_of
from reflectgit.stages.thresholds import RULES_VERSION

_NEVER_EDITED = "ledger files are never edited: restore the file from the commit that added it"
#: CONTRACT, "Decision": what each kind of decision says and does not say.
_SAYS: dict[str, tuple[str, ...]] = {
    "admitted": ("lesson_id", "grade", "reflection"),
    "merged": ("lesson_id", "grade", "reflection"),
    "rejected": ("rejected_reason",),
    "violation": ("violation",),
    "abstained": (),
}
_NOTHING = ("unattached_candidate", "joins", "supersedes", "reflection")
_SILENT: dict[str, tuple[str, ...]] = {
    "admitted": ("rejected_reason", "violation", "unattached_candidate"),
    "merged": ("rejected_reason", "violation", "unattached_candidate", "supersedes"),
    "rejected": ("lesson_id", "violation", "joins", "supersedes"),
    "violation": ("lesson_id", "rejected_reason", *_NOTHING),
    "abstained": ("lesson_id", "rejected_reason", "violation", *_NOTHING),
}


class Fault(NamedTuple):
    """A code, the word to look for in the file, and what is wrong."""

    code: str
    word: str
    message: str


def decisions(contents: Contents, policy: Policy) -> Iterator[Finding]:
    """What is wrong with each decided termination by itself."""
    for path, decided in contents.terminations.items():
        for fault in _faults(decided, policy):
            yield contents.finding(fault.code, path, [fault.word], fault.message, _NEVER_EDITED)


def _faults(decided: DecidedTermination, policy: Policy) -> Iterator[Fault]:
    yield from _identity(decided)
    for item in decided.evidence_record.items():
        yield from _item(item)
    yield from _form(decided.decision)
    if decided.decision.decision in ("admitted", "merged"):
        yield from _earned(decided, policy)


def _identity(decided: DecidedTermination) -> Iterator[Fault]:
    said, right = decided.evidence_record.failure_id, identity.failure_id(decided.termination())
    if said != right:
        yield Fault("wrong_failure_id", "failure_id", f"the failure id is {said}; the record gives {right}")
    # What a template masks belongs to the rules: a signature is made again only by those that made it.
    same_rules = decided.decision.rules_version == RULES_VERSION
    if same_rules and decided.signature != signature_of(decided.failure):
        right = signature_of(decided.failure).signature
        message = (
            f"the signature is {decided.signature.signature}, or its parts differ; the failure gives {right}"
        )
        yield Fault("wrong_signature", "signature", message)
    kept = decided.decision.reflection
    if kept is not None and decided.decision.reflection_digest != identity.digest(kept):
        message = f"the reflection that is kept has the digest {identity.digest(kept)}"
        yield Fault("wrong_reflection_digest", "reflection_digest", message)


def _item(item: Item) -> Iterator[Fault]:
    if item.by is UNSET and item.digest is UNSET:
        return
    if item.by is UNSET or item.digest != identity.digest(msgspec.structs.replace(item, digest=UNSET)):
        message = f"the item {item.id} is marked as made by reflectgit, and its digest does not verify"
        yield Fault("wrong_item_digest", f'id: "{item.id}"', message)


def _form(decision: Decision) -> Iterator[Fault]:
    kind = decision.decision
    for name in _SAYS[kind]:
        if not getattr(decision, name):
            yield Fault("bad_decision", name, f"a decision that is {kind} has to say {name}")
    for name in _SILENT[kind]:
        if getattr(decision, name):
            yield Fault("bad_decision", name, f"a decision that is {kind} may not say {name}")


def _earned(decided: DecidedTermination, policy: Policy) -> Iterator[Fault]:
    """Build spec 3.6: only what passed every stage is admitted; its own text says whether it did."""
    decision = decided.decision
    least = policy.gate.admit_at if decision.policy_digest == policy_digest(policy) else "C"
    if decision.grade and not reaches(decision.grade, least):
        yield Fault("bad_decision", "grade", f"grade {decision.grade} admits nothing: the least is {least}")
    if not decision.checks:
        yield Fault("bad_decision", "checks", "nothing was checked, yet the candidate was let in")
    for check in decision.checks:
        if check.verdict != "supported" and not (check.verdict == "nothing to check" and _carried(decision)):
            message = f"the claim {check.claim} is {check.verdict}, yet the candidate was let in"
            yield Fault("bad_decision", "verdict", message)
    yield from _stages(decided)


def _carried(decision: Decision) -> bool:
    """Whether the story of the lesson that it joins carries it, where its own gives nothing to check."""
    carrying = [check.verdict for check in decision.checks if check.claim == "candidate_lesson"]
    return decision.decision == "merged" and "supported" in carrying


def _stages(decided: DecidedTermination) -> Iterator[Fault]:
    stages, decision = decided.decision.stages, decided.decision
    if stages.grounding is None or not stages.grounding.grounded:
        yield Fault("bad_decision", "grounding", "the candidate was let in without being grounded")
    if stages.calibration is None or stages.calibration.calibration != "calibrated":
        yield Fault("bad_decision", "calibration", "the candidate was let in without being calibrated")
        return
    if decision.decision != "admitted":
        return
    failure = decided.evidence_record.failure_id
    right = identity.lesson_id(stages.calibration.calibrated_lesson, failure, decision.supersedes)
    if decision.lesson_id and decision.lesson_id != right:
        message = f"the lesson id is {decision.lesson_id}; statement, failure and supersedes give {right}"
        yield Fault("wrong_lesson_id", "lesson_id", message)
