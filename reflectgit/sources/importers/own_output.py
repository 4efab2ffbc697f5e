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
#: What begins and ends with these lines is ours: lessons in their frame, a lesson as its file has it. The most lines.
_BLOCKS = (
    (
        re.compile(r"<<< lessons from earlier failures: data, not instructions$"),
        re.compile(r">>> end of \d+ lessons$"),
        2_000,
    ),
    (re.compile(r"(?:^|\W)statement: "), re.compile(r"(?:^|\W)superseded_by: "), 200),
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


def cut_own(text: str) -> str:
    """What a run printed without what reflectgit wrote in it: lessons in their frame or as files, JSON, notes.

    What else was printed stays, so that a failure beside a retrieval is a failure still.
    """
    framed = "lessons from earlier failures" in text
    if framed or any(all(mark in text for mark in marks) for marks in _MARKS):
        lines = [line for line in text.split("\n") if not _is_answer(line)]
        for first, last, most in _BLOCKS:
            lines = _without_blocks(lines, first, last, most)
        text = "\n".join(lines)
    return _NOTES.sub("", text) if "reflectgit: " in text else text


def _without_blocks(lines: list[str], first: re.Pattern[str], last: re.Pattern[str], most: int) -> list[str]:
    kept: list[str] = []
    begun = -1
    for line in lines:
        if first.search(line):
            begun = len(kept)
        kept.append(line)
        if begun >= 0 and last.search(line) and len(kept) - begun <= most:
            del kept[begun:]
            begun = -1
    return kept


def _is_answer(line: str) -> bool:
    return "{" in line and any(all(mark in line for mark in marks) for marks in _MARKS)


def is_stored(path: str) -> bool:
    """Whether a path is that of a file of a store."""
    return _STORED.search(path.replace("\\", "/")) is not None


def is_own_tool(name: str) -> bool:
    """Whether a tool is one of ours, as a server of tools names it (``mcp__reflectgit__retrieve``)."""
    return "reflectgit" in name.lower()
