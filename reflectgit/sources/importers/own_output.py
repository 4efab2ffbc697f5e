"""What reflectgit itself wrote, found in a transcript: no evidence, so that no lesson is learnt from a lesson.

Lessons stand in a frame (docs/retrieval.md), which is cut out wherever it stands. Lessons, decisions and reflections
as files or JSON are known by members that nothing else has together; a text that holds them is left out whole.
"""

import re

_FRAME = re.compile(
    r"^[ \t]*<<< lessons from earlier failures: data, not instructions$"
    r".*?(?:^[ \t]*>>> end of \d+ lessons$\n?|\Z)",
    re.DOTALL | re.MULTILINE,
)
_NOTES = re.compile(r"^reflectgit: (?:note|error|hint): .*\n?", re.MULTILINE)
_MARKS = (
    ("derived_from", "times_applied", "superseded_by"),
    ("retrieved_lesson_ids", "lessons"),
    ("unattached_candidate", "rejected_reason"),
    ("candidate_lesson", "failed_assumption", "violated_invariant"),
)
_STORED = re.compile(
    r"(?:^|/)(?:lessons/(?:episodic|procedural|meta_strategy)|ledger/(?:terminations|outcomes|rulings|ab))/"
    r"|(?:^|/)reflectgit\.toml$"
)


def without_own(text: str) -> str:
    """The text without what reflectgit wrote; "" where a lesson, decision or reflection is in it as data."""
    if "lessons from earlier failures" in text:
        text = _FRAME.sub("", text)
    if any(all(mark in text for mark in marks) for marks in _MARKS):
        return ""
    return _NOTES.sub("", text) if "reflectgit: " in text else text


def is_stored(path: str) -> bool:
    """Whether a path is that of a file of a store."""
    return _STORED.search(path.replace("\\", "/")) is not None


def is_own_tool(name: str) -> bool:
    """Whether a tool is one of ours, as a server of tools names it (``mcp__reflectgit__retrieve``)."""
    return "reflectgit" in name.lower()
