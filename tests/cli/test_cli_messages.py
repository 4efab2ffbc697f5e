"""Messages over many refusals: they read well, and the quotes that they show hold."""

import re
from itertools import islice
from pathlib import Path

import pytest

from reflectgit.ab.cases import Candidate, read_cases
from reflectgit.cli.claims import print_refused
from reflectgit.cli.held import story_would_hold, would_hold
from reflectgit.cli.hints import hints
from reflectgit.cli.reasons import explained
from reflectgit.pipeline import Judged, judge
from reflectgit.policy import Policy
from reflectgit.stages.known import NOTHING_KNOWN
from reflectgit.stages.reflect import prepare_reflection
from reflectgit.text.quotes import quotes, stands_in

CASES = Path(__file__).parents[1] / "data" / "cases"
#: Two spaces, a mark behind a mark, a blank before one, an empty pair of marks, words of the inside.
FLAWS = re.compile(
    r"\S  \S|[,;:]\s*[.,;]|\.\.(?!\.)(?<!\.\.\.)|\s[,;](?:\s|$)|``|None|frozenset|Comparison\("
)
TICKED = re.compile(r"`[^`]*`|“[^”]*”")


@pytest.fixture(scope="module", params=["amber.jsonl", "birch.jsonl"])
def refused(request) -> list[tuple[Candidate, Judged]]:
    judged = (
        (one, judge(one.termination, one.reflection, NOTHING_KNOWN, Policy()))
        for one in islice(read_cases([CASES / request.param]), 0, None, 2)
    )
    return [(one, told) for one, told in judged if told.decision.rejected_reason]


def messages(candidate: Candidate, told: Judged) -> list[str]:
    reason, record = told.decision.rejected_reason or "", told.record
    refusal = explained(reason, told.checks, told.decision.grade, "C", record)
    shown = [hint.message for hint in hints(prepare_reflection(candidate.reflection, Policy()), told)]
    held = [would_hold(check, told.checks, record) for check in told.checks]
    return [
        refusal.why,
        refusal.remedy,
        *shown,
        *held,
        story_would_hold(told.checks, record),
    ]


def test_messages_read_well_and_their_quotes_hold(refused):
    assert len(refused) > 20
    for candidate, told in refused:
        contents = {item.id: item.content for item in told.record.items()}
        for message in messages(candidate, told):
            assert not FLAWS.search(TICKED.sub("Q", message)), message
            for quote in quotes(message) if "such as" in message and "does not stand" not in message else []:
                assert stands_in(quote.text, contents[quote.item]), message


def test_a_refusal_is_printed_without_text_that_is_out_of_place(refused, capsys):
    for _, told in refused:
        print_refused(told.checks, told.record)
    out = capsys.readouterr().out
    assert "`...`" not in out
    assert "which no item has" in out
    assert not re.search(r"What would have held it: \.?$", out, re.M)
