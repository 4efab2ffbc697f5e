"""Passages that messages show: verbatim, short, and such that a quote of them can be written."""

from pathlib import Path

import pytest

from reflectgit.ab.cases import read_cases
from reflectgit.cli.passages import passage, quoting
from reflectgit.model import Item
from reflectgit.stages.evidence import collect_evidence
from reflectgit.text.quotes import quotes, stands_in

CASES = Path(__file__).parents[1] / "data" / "cases"


def item(content: str, kind: str = "execution") -> Item:
    return Item(id="run-1", component=11, kind=kind, content=content)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["amber.jsonl", "birch.jsonl"])
def test_what_is_shown_of_an_item_is_a_quote_of_it(name):
    records = {one.case_id: collect_evidence(one.termination) for one in read_cases([CASES / name])}
    for record in records.values():
        for one in record.items():
            (quote,) = quotes(f"It says {quoting(one, [record.diagnosis.content])}.")
            assert quote.item == one.id
            assert len(quote.text) <= 60
            assert stands_in(quote.text, one.content)


@pytest.mark.parametrize(
    ("content", "kind", "near", "shown"),
    [
        (">       assert deck == 3\nE       assert 2 == 3\n", "execution", [], "assert 2 == 3"),
        ("===== FAILURES =====\nboat left at noon\n", "execution", [], "boat left at noon"),
        ("one boat left\ntwo boats came back", "execution", ["which came back"], "two boats came back"),
        ("--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-old = 1\n+new = 2\n", "patch", [], "new = 2"),
        ("First it sails. Then it comes home.", "plan", ["comes home"], "Then it comes home."),
        ("- sail `out`\n- come home", "plan", [], "come home"),
        ("word", "plan", [], ""),
        ("", "plan", [], ""),
    ],
)
def test_the_passage_that_tells_most_is_shown(content, kind, near, shown):
    assert passage(item(content, kind), near) == shown


def test_a_long_line_is_cut_between_words_near_what_is_meant():
    line = "the first of many boats that left the harbour that day was seen again by the keeper at noon"
    said = passage(item(line), ["keeper at noon"])
    assert said == "keeper at noon"
    assert passage(item(line)) == "the first of many boats that left the harbour that day was"
