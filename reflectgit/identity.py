"""Names that come from what things say: digests, ids, slugs, and where each file lies in a store.

Nothing here depends on a clock, a random number, a locale or the order of a mapping (CONTRACT, "Ids").
"""

import hashlib
import json
import re
import unicodedata
from typing import Any

import msgspec

from reflectgit.model import (
    DecidedTermination,
    Level,
    OutcomeEvent,
    Ruling,
    Termination,
)

_SLUG_WORDS = 6
_SLUG_BYTES = 60


def canonical_json(value: Any) -> bytes:
    """Canonical JSON: sorted keys, no spaces, shortest numbers, null and absent members left out.

    Structs are written with their defaults filled in. Two values that say the same give the same bytes.
    """
    plain = _plain(msgspec.to_builtins(value))
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8")


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(member) for key, member in value.items() if member is not None}
    if isinstance(value, list | tuple):
        return [_plain(member) for member in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def digest(value: Any) -> str:
    """SHA-256 over the canonical JSON of `value`, as 64 hex digits."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


def failure_id(termination: Termination) -> str:
    """``f-`` and 16 hex: task, failure, outcome and items of a redacted, bounded termination.

    The caller's own label is left out, so that the same failure is one however it was labelled.
    """
    said = msgspec.to_builtins(termination)
    said.pop("failure_id", None)
    return "f-" + digest(said)[:16]


def signature_id(class_: str, template: str, site: str) -> str:
    """16 hex of the digest of ``[class, template, site]`` (build spec 3.2)."""
    return digest([class_, template, site])[:16]


def lesson_id(statement: str, founding_failure: str, supersedes: str | None = None) -> str:
    """``<slug>-<8 hex>``: readable, safe as a file name, and the same for the same admission."""
    return f"{slug(statement)}-{digest([statement, founding_failure, supersedes or ''])[:8]}"


def slug(statement: str) -> str:
    """The first six ``[a-z0-9]+`` words of the statement, at most 60 bytes; ``lesson`` where there are none."""
    folded = unicodedata.normalize("NFKD", statement)
    bare = "".join(char for char in folded if not unicodedata.combining(char)).lower()
    words = re.findall(r"[a-z0-9]+", bare)[:_SLUG_WORDS]
    while len(words) > 1 and len("-".join(words)) > _SLUG_BYTES:
        words.pop()
    return "-".join(words)[:_SLUG_BYTES] or "lesson"


def event_id(task: str, repo: str, outcome: str, applied: list[str], key: str = "") -> str:
    """16 hex: the same event told twice is one, whatever was retrieved beside."""
    return digest([task, repo.lower(), outcome, sorted(applied), key])[:16]


def shard(name: str) -> str:
    """First two hex of the SHA-256 of an id: the folder that keeps folders small."""
    return hashlib.sha256(name.encode("utf-8")).hexdigest()[:2]


def lesson_path(level: Level, lesson: str) -> str:
    """``lessons/<level>/<hh>/<lesson_id>.yaml``."""
    return f"lessons/{level}/{shard(lesson)}/{lesson}.yaml"


def termination_path(decided: DecidedTermination) -> str:
    """``ledger/terminations/<hh>/<failure_id>-<8 hex of the content>.yaml``."""
    name = decided.evidence_record.failure_id
    return f"ledger/terminations/{shard(name)}/{name}-{digest(decided)[:8]}.yaml"


def outcome_path(event: OutcomeEvent) -> str:
    """``ledger/outcomes/<hh>/<event_id>-<8 hex of the content>.yaml``."""
    return f"ledger/outcomes/{shard(event.event_id)}/{event.event_id}-{digest(event)[:8]}.yaml"


def ruling_path(ruling: Ruling) -> str:
    """``ledger/rulings/<hh>/<ruling_id>.yaml``, where the id is 16 hex of the content."""
    name = digest(ruling)[:16]
    return f"ledger/rulings/{shard(name)}/{name}.yaml"
