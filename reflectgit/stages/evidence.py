"""Stage (a), evidence collection: the record that every later stage judges against (build spec 3.1).

No model runs here. What a termination says is cleaned of terminal codes, cleared of secrets and bounded
*before* anything else sees it, so that the signature, the failure id and a replay depend on the same bytes,
and none of them on a secret's value (CONTRACT, "Ids").
"""

import re
from functools import lru_cache
from typing import TypeVar

import msgspec
from msgspec import UNSET

from reflectgit.errors import BadInput
from reflectgit.identity import canonical_json, digest, failure_id
from reflectgit.model import Diagnosis, EvidenceRecord, Failure, Item, ItemKind, Origin, Task, Termination
from reflectgit.policy import Policy
from reflectgit.text.bound import bound
from reflectgit.text.clean import clean
from reflectgit.text.gitnames import with_plain_names
from reflectgit.text.redact import redact

_AnyItem = TypeVar("_AnyItem", bound=Item)

#: A fault with its place and its hint has some 200 bytes; what is far longer repeats what it is about.
LINE_BYTES = 2_000
#: What is kept whole is bounded too, so that the file that comes of it can be read back (at most 10 MB, 64 levels).
#: Text is cut to the bounds of the policy; a list that is cut says something else, so more of them is refused.
MOST_ITEMS = 2_000
FACT_LEVELS = 8
LISTED_BYTES = 524_288
#: What an agent says about its own work is not an observation (DESIGN, "What an agent says about itself").
_STATED_KINDS: frozenset[ItemKind] = frozenset({"plan", "diagnosis"})


def safe(text: str, policy: Policy) -> str:
    """Text as it may be stored and sent: terminal codes out, secrets out, at most the bytes of one item.

    Names in the heads of a diff lose the quotes that git gives them: a story tells them as they are. That is before
    secrets are looked for, since an escape hides one.
    """
    return _safe(text, tuple(policy.redact.patterns), policy.bounds.item_bytes)


def safe_line(text: str, policy: Policy) -> str:
    """The same of what is said *about* a text and may repeat parts of it: one line, at most `LINE_BYTES`."""
    return " ".join(bound(safe(" ".join(text.split()), policy), LINE_BYTES).split())


@lru_cache(maxsize=64)
def _safe(text: str, patterns: tuple[str, ...], limit: int) -> str:
    """An admission prepares one termination up to three times, and looking for secrets is half of its time."""
    seen = redact(with_plain_names(clean(text)))
    for pattern in patterns:
        seen = re.sub(pattern, "[redacted:custom]", seen)
    return bound(seen, limit)


def prepare(termination: Termination, policy: Policy) -> Termination:
    """The termination as the gate judges it: clean, redacted, bounded, with every origin filled in.

    Preparing twice changes nothing.

    Raises:
        BadInput: a record without traces or diagnosis does not proceed; two items share an id; a name holds a secret;
            there are more items or lists than are kept.
    """
    _check_sizes(termination)
    _check_names(termination, policy)
    shown = msgspec.structs.replace(
        termination,
        task=_task(termination.task, policy),
        failure=_failure(termination.failure, policy),
        traces=[_item(item, policy) for item in termination.traces],
        diagnosis=_diagnosis(termination.diagnosis, policy),
        repair=_item(termination.repair, policy) if termination.repair else None,
        successful_trajectory=_item(termination.successful_trajectory, policy)
        if termination.successful_trajectory
        else None,
    )
    _complete(shown)
    return _fitted(shown, policy.bounds.record_bytes)


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


def _fitted(shown: Termination, budget: int) -> Termination:
    """All items together within `budget` bytes: the longest are cut first, to one length."""
    items = _items(shown)
    limit = _common_limit([_size(item.content) for item in items], budget)
    if all(_size(item.content) <= limit for item in items):
        return shown

    def cut(item: _AnyItem) -> _AnyItem:
        return _signed_anew(item, msgspec.structs.replace(item, content=bound(item.content, limit)))

    return msgspec.structs.replace(
        shown,
        traces=[cut(item) for item in shown.traces],
        diagnosis=cut(shown.diagnosis),
        repair=cut(shown.repair) if shown.repair else None,
        successful_trajectory=cut(shown.successful_trajectory) if shown.successful_trajectory else None,
    )


def _common_limit(sizes: list[int], budget: int) -> int:
    """The largest length to which all may be cut so that their sum stays within `budget`."""
    left = budget
    for number, size in enumerate(sorted(sizes)):
        share = left // (len(sizes) - number)
        if size > share:
            return share
        left -= size
    return max(sizes)


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _items(termination: Termination) -> list[Item]:
    rest = (termination.diagnosis, termination.repair, termination.successful_trajectory)
    return [*termination.traces, *(item for item in rest if item is not None)]


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
    ids = [item.id for item in _items(termination)]
    if twice := sorted({name for name in ids if ids.count(name) > 1}):
        raise BadInput(
            f"the item id {twice[0]} is used more than once in the termination",
            "give each item an id of its own, so that a citation names one of them",
        )


def _check_sizes(termination: Termination) -> None:
    items = _items(termination)
    if len(items) > MOST_ITEMS:
        raise BadInput(
            f"the termination has {len(items):,} items; at most {MOST_ITEMS:,} are kept",
            "give fewer items: one for each run or step that a claim may rest on",
        )
    facts = [item.facts for item in items if isinstance(item.facts, list)]
    # One level around the facts of an item, one around those of all.
    if _levels(facts) > FACT_LEVELS + 2:
        raise BadInput(
            f"facts are nested deeper than {FACT_LEVELS} levels",
            "write flatter facts: names and plain values",
        )
    diagnosis = termination.diagnosis
    parts = [part for part in (diagnosis.evidence, diagnosis.ruled_out) if isinstance(part, list)]
    size = len(canonical_json([facts, termination.task.paths, parts]))
    if size > LISTED_BYTES:
        raise BadInput(
            f"facts, task.paths and the lists of the diagnosis take {size:,} bytes; at most {LISTED_BYTES:,} are kept",
            "give fewer of them, or put long text into the content of an item",
        )


def _levels(value: object) -> int:
    """How deep mappings and lists are nested; 0 for a scalar."""
    if isinstance(value, dict):
        value = list(value.values())
    return 1 + max(map(_levels, value), default=0) if isinstance(value, list) else 0


def _check_names(termination: Termination, policy: Policy) -> None:
    """Names are kept to the letter, and a placeholder in one would name nothing: what holds a secret is refused.

    A repository comes in lower case, and so may a secret in it that is known by its capitals.
    """
    task, label = termination.task, termination.failure_id
    names = [("failure_id", label)] if isinstance(label, str) else []
    names += [("task.id", task.id), ("task.repo", task.repo), ("task.repo", task.repo.upper())]
    names += [(f"the id of item {number}", item.id) for number, item in enumerate(_items(termination), 1)]
    for what, name in names:
        if safe(name, policy) != name:
            raise BadInput(
                f"{what} holds what looks like a secret: names are kept as they are, so nothing was",
                "give it a name without the secret, and revoke the secret where it was real",
                code="secret_in_name",
            )


def _says_something(diagnosis: Diagnosis) -> bool:
    parts = (diagnosis.content, diagnosis.symptom, diagnosis.root_cause)
    return any(isinstance(part, str) and part.strip() for part in parts)


def _task(task: Task, policy: Policy) -> Task:
    return msgspec.structs.replace(
        task,
        repo=task.repo.lower(),
        description=safe(task.description, policy),
        paths=[safe(path, policy) for path in task.paths],
        language=safe(task.language, policy) if task.language else None,
    )


def _failure(failure: Failure, policy: Policy) -> Failure:
    return Failure(
        class_=safe(failure.class_, policy).strip() or "unknown",
        message=safe(failure.message, policy),
        site=safe(failure.site, policy),
    )


def _item(item: _AnyItem, policy: Policy) -> _AnyItem:
    return _signed_anew(item, _shown(item, policy))


def _signed_anew(item: _AnyItem, shown: _AnyItem) -> _AnyItem:
    """What is shown of an item; one that reflectgit signed has a digest of what is shown, where the store's policy
    changes it. A digest that did not hold is left as it is, for `check` to find."""
    held = item.by == "reflectgit" and item.digest == digest(msgspec.structs.replace(item, digest=UNSET))
    if not held or shown == item:
        return shown
    return msgspec.structs.replace(shown, digest=digest(msgspec.structs.replace(shown, digest=UNSET)))


def _shown(item: _AnyItem, policy: Policy) -> _AnyItem:
    origin: Origin = "stated" if item.kind in _STATED_KINDS else "observed"
    return msgspec.structs.replace(
        item,
        content=safe(item.content, policy),
        digest=item.digest if item.digest is UNSET else safe(item.digest, policy),
        origin=origin if item.origin is UNSET else item.origin,
        facts=item.facts if item.facts is UNSET else [_fact(fact, policy) for fact in item.facts],
    )


def _diagnosis(diagnosis: Diagnosis, policy: Policy) -> Diagnosis:
    parts = {
        name: _value(getattr(diagnosis, name), policy)
        for name in ("symptom", "root_cause", "evidence", "fix_direction", "ruled_out")
        if getattr(diagnosis, name) is not UNSET
    }
    return _signed_anew(diagnosis, msgspec.structs.replace(_shown(diagnosis, policy), **parts))


def _fact(fact: dict[str, object], policy: Policy) -> dict[str, object]:
    return {safe(name, policy): _value(value, policy) for name, value in fact.items()}


def _value(value: object, policy: Policy) -> object:
    if isinstance(value, str):
        return safe(value, policy)
    if isinstance(value, list):
        return [_value(member, policy) for member in value]
    if isinstance(value, dict):
        return _fact(value, policy)
    return value
