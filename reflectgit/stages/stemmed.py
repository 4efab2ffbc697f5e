"""The stems of evidence, remembered: several stages measure the same items of one record."""

from functools import lru_cache

from reflectgit.model import EvidenceRecord
from reflectgit.text import words

stem_set = lru_cache(maxsize=512)(words.stem_set)


def record_stems(record: EvidenceRecord) -> frozenset[str]:
    """The different stems of all items of a record."""
    return frozenset().union(*(stem_set(item.content) for item in record.items()))
