"""The stems of evidence, remembered: several stages measure the same items of one record."""

from functools import lru_cache

from reflectgit.model import EvidenceRecord
from reflectgit.text.words import stems


@lru_cache(maxsize=64)
def stem_set(text: str) -> frozenset[str]:
    """The different stems of a text."""
    return frozenset(stems(text))


def record_stems(record: EvidenceRecord) -> frozenset[str]:
    """The different stems of all items of a record."""
    return frozenset().union(*(stem_set(item.content) for item in record.items()))
