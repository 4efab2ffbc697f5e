"""Stage (a), evidence collection: the record that every later stage judges against (build spec 3.1).

No model runs here. What a termination says is cleaned of terminal codes, cleared of secrets and bounded
*before* anything else sees it, so that the signature, the failure id and a replay depend on the same bytes,
and none of them on a secret's value (CONTRACT, "Ids").
"""

from typing import TypeVar

import msgspec
from msgspec import UNSET

from reflectgit.errors import BadInput
from reflectgit.identity import failure_id
from reflectgit.model import Diagnosis, EvidenceRecord, Failure, Item, ItemKind, Origin, Task, Termination
from reflectgit.policy import Policy
from reflectgit.text.bound import bound
from reflectgit.text.clean import clean
from reflectgit.text.redact import redact

_AnyItem = TypeVar("_AnyItem", bound=Item)

#: What an agent says about its own work is not an observation (DESIGN, "What an agent says about itself").
_STATED_KINDS: frozenset[ItemKind] = frozenset({"plan", "diagnosis"})


def safe(text: str, limit: int) -> str:
    """Text as it may be stored and sent: terminal codes out, secrets out, at most `limit` characters."""
    return bound(redact(clean(text)), limit)


def prepare(termination: Termination, policy: Policy) -> Termination:
    """The termination as the gate judges it: clean, redacted, bounded, with every origin filled in.

    Preparing twice changes nothing.

    Raises:
        BadInput: a record without traces or diagnosis does not proceed; two items share an id.
    """
    _complete(termination)
    limit = policy.bounds.item_bytes
    return msgspec.structs.replace(
        termination,
        task=_task(termination.task, limit),
        failure=_failure(termination.failure, limit),
        traces=[_item(item, limit) for item in termination.traces],
        diagnosis=_diagnosis(termination.diagnosis, limit),
        repair=_item(termination.repair, limit) if termination.repair else None,
        successful_trajectory=_item(termination.successful_trajectory, limit)
        if termination.successful_trajectory
        else None,
    )


def collect_evidence(prepared: Termination) -> EvidenceRecord:
    """The evidentiary record of a prepared termination: exactly the six members of build spec 3.1."""
    return EvidenceRecord(
        failure_id=failure_id(prepared),
        outcome=prepared.outcome,
        traces=prepared.traces,
        diagnosis=prepared.diagnosis,
        repair_delta=prepared.repair,
        successful_trajectory=prepared.successful_trajectory,
    )


def _complete(termination: Termination) -> None:
    if not any(item.content.strip() for item in termination.traces):
        raise BadInput(
            "the termination has no traces: a record without traces does not proceed",
            'give at least one item under "traces" with the output of the failed run as its content',
        )
    if not _says_something(termination.diagnosis):
        raise BadInput(
            "the diagnosis is empty: a record without a diagnosis does not proceed",
            'give "diagnosis" a content; where nobody diagnosed, state the symptom',
        )
    rest = (termination.diagnosis, termination.repair, termination.successful_trajectory)
    ids = [item.id for item in (*termination.traces, *rest) if item is not None]
    if twice := sorted({name for name in ids if ids.count(name) > 1}):
        raise BadInput(
            f"the item id {twice[0]} is used more than once in the termination",
            "give each item an id of its own, so that a citation names one of them",
        )


def _says_something(diagnosis: Diagnosis) -> bool:
    parts = (diagnosis.content, diagnosis.symptom, diagnosis.root_cause)
    return any(isinstance(part, str) and part.strip() for part in parts)


def _task(task: Task, limit: int) -> Task:
    return msgspec.structs.replace(
        task,
        repo=task.repo.lower(),
        description=safe(task.description, limit),
        paths=[safe(path, limit) for path in task.paths],
        language=safe(task.language, limit) if task.language else None,
    )


def _failure(failure: Failure, limit: int) -> Failure:
    return Failure(
        class_=safe(failure.class_, limit).strip() or "unknown",
        message=safe(failure.message, limit),
        site=safe(failure.site, limit),
    )


def _item(item: _AnyItem, limit: int) -> _AnyItem:
    origin: Origin = "stated" if item.kind in _STATED_KINDS else "observed"
    return msgspec.structs.replace(
        item,
        content=safe(item.content, limit),
        origin=origin if item.origin is UNSET else item.origin,
        facts=item.facts if item.facts is UNSET else [_fact(fact, limit) for fact in item.facts],
    )


def _diagnosis(diagnosis: Diagnosis, limit: int) -> Diagnosis:
    parts = {
        name: _value(getattr(diagnosis, name), limit)
        for name in ("symptom", "root_cause", "evidence", "fix_direction", "ruled_out")
        if getattr(diagnosis, name) is not UNSET
    }
    return msgspec.structs.replace(_item(diagnosis, limit), **parts)


def _fact(fact: dict[str, object], limit: int) -> dict[str, object]:
    return {safe(name, limit): _value(value, limit) for name, value in fact.items()}


def _value(value: object, limit: int) -> object:
    if isinstance(value, str):
        return safe(value, limit)
    if isinstance(value, list):
        return [_value(member, limit) for member in value]
    if isinstance(value, dict):
        return _fact(value, limit)
    return value
