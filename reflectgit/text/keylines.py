"""A long text cut to the lines that tell: what a log is asked about is its failure, not its progress.

The rule. A text of at most 4,000 characters is taken whole. Of a longer one the key lines are taken: lines that name
an error, a failed test or an assertion, or a failing exit; each once, the last ones first (the end of a log is
where it failed), until 4,000 characters are full, in the order in which they stand. Of a line of more than 300
characters the 300 around its first such word are taken. Where no line tells, the first and the last lines are taken,
half of the room each. Cutting twice is cutting once.
"""

import re

LIMIT = 4_000
_LINE = 300
#: Of them before the word that tells.
_LEAD = 100
_TELLS = re.compile(
    r"(?:Error|Exception|Panic|Fault)\b|\berror(?:\[\w+\])?:|\b(?:FAILED|FAIL|ERROR|FATAL|CRITICAL)\b"
    r"|\b(?:panicked at|fatal|undefined reference|assertion|segmentation fault|traceback|not ok|core dumped|killed)\b"
    r"|^E  +\S"
    r"|\b(?:exit(?:ed)?(?: with)?(?: code| status)?|returned|status) [1-9]\d{0,2}\b",
    re.MULTILINE,
)


def key_lines(text: str) -> str:
    """The text, or of a longer one what tells in it: at most `LIMIT` characters."""
    if len(text) <= LIMIT:
        return text
    lines = text.split("\n")
    telling = [cut for line in lines if (cut := _telling(line))]
    if telling:
        return "\n".join(reversed(_filling(list(reversed(telling)), LIMIT)))
    plain = [line[:_LINE].strip() for line in lines if line.strip()]
    head = _filling(plain, LIMIT // 2)
    tail = _filling(list(reversed(plain[len(head) :])), LIMIT // 2)
    return "\n".join([*head, *reversed(tail)])[:LIMIT]


def _telling(line: str) -> str:
    """The line, cut around the word that tells; empty where none does."""
    found = _TELLS.search(line)
    if found is None:
        return ""
    start = max(0, min(found.start() - _LEAD, len(line) - _LINE))
    return line[start : start + _LINE].strip()


def _filling(lines: list[str], room: int) -> list[str]:
    """The first lines, each once, that fit into `room` characters with their line ends."""
    taken: dict[str, None] = {}
    for line in lines:
        if line in taken:
            continue
        room -= len(line) + 1
        if room < 0:
            break
        taken[line] = None
    return list(taken)
