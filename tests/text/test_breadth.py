"""Breadth: what claims it leaves a scope, what names a domain stays, and every scope is bounded by its failure."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.policy import Policy
from reflectgit.text.breadth import without_breadth
from reflectgit.text.scope import Situation, covers, fit, parse

UNIVERSAL = Policy().scope.universal_words
LESSONS = Path(__file__).parents[1] / "data" / "lessons" / "scopes.jsonl"
SCOPES = [json.loads(line) for line in LESSONS.read_text(encoding="utf-8").splitlines()]
HERE = Situation(repo="kelp/drier", language="python", error="KeyError", paths=("drier/rack.py",))
ELSEWHERE = Situation(repo="moss/press", language="elixir", error="ArgumentError", paths=("lib/press.ex",))


@pytest.mark.parametrize(
    ("declared", "left"),
    [
        ("parsers in all languages and teams", "parsers"),
        ("every program of any company, parsers", "parsers"),
        ("global state in tests", "global state in tests"),
        ("the general ledger", "the general ledger"),
        ("catch-all handlers over all()", "catch-all handlers over all()"),
    ],
)
def test_what_is_left_without_breadth(declared: str, left: str) -> None:
    assert without_breadth(declared, UNIVERSAL) == left


@pytest.mark.parametrize("declared", [one["scope"] for one in SCOPES if one["broad"]])
def test_an_over_broad_scope_is_narrowed_and_never_left_without_bounds(declared: str) -> None:
    fitted = fit(parse(declared), HERE, frozenset(), UNIVERSAL)
    assert str(fitted) != str(parse(declared))
    assert covers(fitted, HERE)
    assert not covers(fitted, ELSEWHERE)
    assert not set(fitted.text.lower().split()) & set(UNIVERSAL)


@pytest.mark.parametrize("declared", [one["scope"] for one in SCOPES if not one["broad"]])
def test_a_scope_with_a_domain_keeps_its_words(declared: str) -> None:
    kept = without_breadth(parse(declared).text, UNIVERSAL).split()
    assert len(kept) >= len(parse(declared).text.split()) - 1


@given(st.text(max_size=200))
def test_taking_breadth_away_twice_is_taking_it_away_once(text: str) -> None:
    once = without_breadth(text, UNIVERSAL)
    assert without_breadth(once, UNIVERSAL) == once


def test_wildcards_alone_bound_nothing() -> None:
    fitted = fit(parse("repo:* lang:* error:* path:** racks"), HERE, frozenset(), UNIVERSAL)
    assert str(fitted) == "repo:kelp/drier lang:python error:KeyError racks"


def test_a_policy_without_universal_words_takes_none_away() -> None:
    assert without_breadth("every rack, regardless of language", ()) == "every rack, regardless of language"
