"""Which tests passed and which failed: as a record lists them, and as a sentence says (polarity that is robust).

Only statements with a test's name and one word of outcome are read; everything else says nothing here.
"""

import re
from functools import lru_cache
from typing import Literal

Outcome = Literal["passed", "failed"]

_NAME = r"(?:[\w./-]+::)*(?P<name>[A-Za-z_]\w*)(?:\[[^\]\n]*\])?"
_LISTED = (
    # pytest -v, and its short summary
    re.compile(rf"^{_NAME} (?P<word>PASSED|XPASS|FAILED|ERROR)\b", re.M),
    re.compile(rf"^(?P<word>PASSED|FAILED|ERROR) {_NAME}", re.M),
    # cargo, go, unittest -v
    re.compile(rf"^test {_NAME} \.\.\. (?P<word>ok|FAILED)", re.M),
    re.compile(rf"^\s*--- (?P<word>PASS|FAIL): {_NAME}", re.M),
    re.compile(r"^(?P<name>test\w+) \([\w.]+\) \.\.\. (?P<word>ok|FAIL|ERROR)", re.M),
)
_PASSING = frozenset({"PASSED", "XPASS", "PASS", "ok"})
_SAID = re.compile(
    r"\b(?P<name>test_\w+|Test[A-Z]\w+|test[A-Z]\w+)(?:\(\))?(?: (?:still|now|also|then|always|itself|alone|and))?"
    r" (?:(?:is|was|are|were) )?"
    r"(?P<word>pass(?:es|ed|ing)?|succeed(?:s|ed)?|green|fail(?:s|ed|ing)?|errors|errored|red)\b"
)


@lru_cache(maxsize=64)
def listed(text: str) -> dict[str, frozenset[Outcome]]:
    """The outcomes that a run lists for each test, by its bare name. Several runs may give both."""
    found: dict[str, set[Outcome]] = {}
    for pattern in _LISTED:
        for match in pattern.finditer(text):
            outcome: Outcome = "passed" if match["word"] in _PASSING else "failed"
            found.setdefault(match["name"], set()).add(outcome)
    return {name: frozenset(outcomes) for name, outcomes in found.items()}


def said(sentence: str) -> list[tuple[str, Outcome]]:
    """Tests of which a sentence says that they passed or failed."""
    passing = ("pass", "succ", "green")
    return [
        (match["name"], "passed" if match["word"].startswith(passing) else "failed")
        for match in _SAID.finditer(sentence)
    ]
