"""The gate on failures and reflections of another author: what must not get worse unseen."""

import pytest

from reflectgit.ab import gate


@pytest.fixture(scope="module")
def report(amber):
    return gate.report(amber)


def test_what_is_admitted_is_right_twice_as_often_as_what_is_offered(report):
    assert report.precision >= 0.85
    assert report.precision >= 1.9 * report.naive_precision


def test_true_stories_that_quote_or_name_what_was_seen_get_in(report):
    assert report.recall >= 0.5


@pytest.mark.parametrize("kind", ["fabricated-detail", "bad-citation", "shallow", "too-vague"])
def test_hardly_a_story_of_these_kinds_gets_in(report, kind):
    (row,) = [row for row in report.by_kind if row.kind == kind]
    assert row.decisions.get("admitted", 0) <= 0.1 * row.n
