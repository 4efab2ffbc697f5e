"""Whether there is anything to record at all: a run that passed where nothing waits pays for no more than this."""

import re

from reflectgit.store.layout import Place

#: One of these stands in what a test runner prints of a failed test; without one, a run that left with 0 passed.
_FAILED_TEST = re.compile(
    r"\bFAIL|\bFailed\b|\b[1-9]\d* (?:failed|failing|failures?|errors?)|not ok |[✗✘✖✕×]"
)


def may_fail(output: str) -> bool:
    """Whether a run that left with 0 may hold a failed test all the same."""
    return _FAILED_TEST.search(output) is not None


def anything_waits(place: Place) -> bool:
    """Whether a failure is kept there."""
    return any((place.private / "watch" / "failures").glob("*.json"))
