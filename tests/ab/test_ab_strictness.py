"""Strictness and the curve over it."""

import pytest

from reflectgit.ab.gate import report
from reflectgit.ab.strictness import curve, margin, outline, strictness


def test_no_candidate_that_is_refused_is_stricter_than_one_that_is_admitted(amber):
    admitted = [strictness(one.judged) for one in amber if one.admitted]
    refused = [strictness(one.judged) for one in amber if not one.admitted]
    assert min(admitted) > max(refused)


def test_the_whole_part_is_the_grade(amber):
    for one in amber:
        if one.admitted:
            assert int(strictness(one.judged)) == {"A": 4, "B": 3, "C": 2}[one.judged.decision.grade]


def test_the_agreement_is_found_in_the_checks(amber):
    formed = [one for one in amber if one.decided != "violation"]
    assert sum(margin(one.judged.checks) != 0 for one in formed) >= 0.9 * len(formed)


def test_the_curve_goes_through_the_gate_as_it_is(amber):
    (today,) = [point for point in curve(amber) if point.today]
    figures = report(amber)
    assert today.admitted == sum(one.admitted for one in amber)
    assert today.precision == pytest.approx(figures.precision)
    assert today.recall == pytest.approx(figures.recall)


def test_the_curve_loosens_until_everything_is_in(amber):
    points = curve(amber)
    assert [point.strictness for point in points] == sorted({strictness(one.judged) for one in amber})[::-1]
    recalls = [point.recall for point in points]
    assert recalls == sorted(recalls)
    assert (points[-1].admitted, points[-1].recall) == (len(amber), 1.0)


def test_the_outline_is_short_and_keeps_the_gate_as_it_is(amber):
    points = curve(amber)
    chosen = outline(points)
    assert len(chosen) <= 12
    assert [point for point in points if point.today] == [point for point in chosen if point.today]


def test_nothing_labelled_has_no_curve():
    assert curve([]) == outline([]) == []
