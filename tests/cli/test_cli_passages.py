"""Passages that messages show: verbatim, short, and such that a quote of them can be written."""

from pathlib import Path

import pytest

from reflectgit.ab.cases import read_cases
from reflectgit.cli.passages import passage, quoting
from reflectgit.model import Item
from reflectgit.stages.evidence import collect_evidence
from reflectgit.text.quotes import quotes, stands_in
from reflectgit.text.verbatim import cut_from_negation

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
            assert len(quote.text) <= 100
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
    line = (
        "the first of many boats that left the harbour that day with salt and rope was seen by some of the keepers at"
        " noon"
    )
    assert passage(item(line), ["keepers at noon"]) == "keepers at noon"
    assert (
        passage(item(line))
        == "the first of many boats that left the harbour that day with salt and rope was seen by some"
    )


def test_a_long_sentence_ends_at_a_joint_and_never_on_a_word_that_leads_on():
    line = (
        "weigh() empties the basket when it sums the catch, so that count() finds it empty and the mean of the day is"
        " divided by nothing"
    )
    assert passage(item(line, "diagnosis")) == "weigh() empties the basket when it sums the catch"
    assert passage(item("x" * 90 + " is one of the many names of it", "plan")) == "x" * 90 + " is one"


def test_what_somebody_wrote_is_taken_sentence_by_sentence():
    said = item("The nets are wet. dry() has to run before fold(), else they rot.", "diagnosis")
    assert passage(said, ["fold"]) == "dry() has to run before fold(), else they rot."


def test_no_passage_is_cut_out_of_a_denial():
    line = (
        "Never assume that the anchor holds in a tide like this one, whatever the chart of the bay says about its"
        " ground"
    )
    shown = passage(item(line, "plan"), ["chart of the bay"])
    assert not cut_from_negation(shown, line)


def test_a_passage_of_enough_words_goes_before_one_that_is_only_near():
    said = item("The keel broke. A keel of green wood warps and splits when it dries.", "diagnosis")
    assert passage(said, ["the keel broke"]) == "The keel broke."
    assert (
        passage(said, ["the keel broke"], least=4) == "A keel of green wood warps and splits when it dries."
    )
