"""Which tests a sentence says passed and which failed (polarity that is robust).

Only statements with a test's name and one word of outcome are read; everything else says nothing here.
"""

import re
from typing import Literal

Outcome = Literal["passed", "failed"]

_SAID = re.compile(
    r"\b(?P<name>test_\w+|Test[A-Z]\w+|test[A-Z]\w+)(?:\(\))?(?: (?:still|now|also|then|always|itself|alone|and))?"
    r" (?:(?:is|was|are|were) )?"
    r"(?P<word>pass(?:es|ed|ing)?|succeed(?:s|ed)?|green|fail(?:s|ed|ing)?|errors|errored|red)\b"
)


def said(sentence: str) -> list[tuple[str, Outcome]]:
    """Tests of which a sentence says that they passed or failed."""
    passing = ("pass", "succ", "green")
    return [
        (match["name"], "passed" if match["word"].startswith(passing) else "failed")
        for match in _SAID.finditer(sentence)
    ]
