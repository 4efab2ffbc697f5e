"""Text from outside as it may be written: terminal codes out, secrets out, within a bound (docs/redaction.md).

The order is that of `stages.evidence.safe`, so that preparing what was collected changes nothing.
"""

from functools import lru_cache

from reflectgit.text.bound import bound
from reflectgit.text.clean import clean
from reflectgit.text.gitnames import with_plain_names
from reflectgit.text.redact import redact


@lru_cache(maxsize=8)
def safe_text(text: str, limit: int = 0) -> str:
    """The text without terminal codes and secrets, at most `limit` bytes of it; 0: no bound."""
    seen = redact(with_plain_names(clean(text)))
    return bound(seen, limit) if limit else seen
