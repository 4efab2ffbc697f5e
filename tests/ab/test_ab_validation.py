"""The gate on failures and reflections of other authors: what must not get worse unseen."""

from pathlib import Path

import pytest

from reflectgit.ab import gate
from reflectgit.ab.cases import read_cases
from reflectgit.ab.targets import targets
from reflectgit.ab.verdicts import verdicts
from reflectgit.policy import Policy

CASES = Path(__file__).parents[1] / "data" / "cases"
SETS = ["amber", "cedar"]
#: Short of the bar on these sets, and known to be (docs/open-work.md).
SHORT = {
    ("amber", "shallow: told as such"),
    ("cedar", "recall: true, quoted"),
    ("cedar", "shallow: told as such"),
}
ADMITTED = "over-broad: admitted, and narrowed"


@pytest.fixture(scope="module", params=SETS)
def judged(request):
    return request.param, verdicts(read_cases([CASES / f"{request.param}.jsonl"]), Policy())


def test_what_is_admitted_is_right_twice_as_often_as_what_is_offered(judged):
    report = gate.report(judged[1])
    assert report.precision >= 0.85
    assert report.precision >= 1.8 * report.naive_precision


def test_true_stories_that_quote_or_name_what_was_seen_get_in(judged):
    assert gate.report(judged[1]).recall >= 0.55


def test_what_is_to_be_reached_is_reached(judged):
    name, verdicts_of_set = judged
    short = {
        one.measure for one in targets(verdicts_of_set) if one.reached is False and one.measure != ADMITTED
    }
    assert short <= {measure for of_set, measure in SHORT if of_set == name}


@pytest.mark.parametrize("kind", ["fabricated-detail", "bad-citation", "shallow", "too-vague"])
def test_hardly_a_story_of_these_kinds_gets_in(judged, kind):
    (row,) = [row for row in gate.report(judged[1]).by_kind if row.kind == kind]
    assert row.decisions.get("admitted", 0) <= 0.1 * row.n
