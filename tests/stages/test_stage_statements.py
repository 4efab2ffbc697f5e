"""A claim taken apart into what was assumed, seen, and held for the cause."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.stages.statements import statements
from reflectgit.text.quotes import quotes

FIELDS = ("failed_assumption", "overlooked_evidence", "strategy_error", "violated_invariant")


def kinds(field, claim):
    return [told.kind for told in statements(field, claim)]


@pytest.mark.parametrize(
    ("claim", "wanted"),
    [
        ("The plan took the queue for ordered.", ["assumption"]),
        ("The plan took the queue for ordered, but the broker shuffles it.", ["assumption", "mechanism"]),
        ("The plan took the queue for ordered. In fact the broker shuffles it.", ["assumption", "mechanism"]),
        ("The queue was held to be ordered; however, the broker shuffles it.", ["assumption", "mechanism"]),
        ("The plan believed one thing, but should have asked.", ["assumption", "assumption"]),
        ("The plan says `sorted, but not stable` [plan-1].", ["assumption"]),
        ("`sorted. Or not` [plan-1] was assumed. It was not so.", ["assumption", "mechanism"]),
    ],
)
def test_what_is_set_against_an_assumption_says_how_it_is(claim, wanted):
    assert kinds("failed_assumption", claim) == wanted


@pytest.mark.parametrize(
    ("field", "kind"),
    [
        ("overlooked_evidence", "observation"),
        ("strategy_error", "mechanism"),
        ("violated_invariant", "mechanism"),
    ],
)
def test_elsewhere_the_field_says_of_which_kind_it_is(field, kind):
    assert set(kinds(field, "The broker logs 3 shuffles. They came late, but they came.")) == {kind}


def test_what_was_expected_is_told_from_what_was():
    first, second = statements("overlooked_evidence", "It should have been 4. It was 5.")
    assert (first.supposes, second.supposes) == (True, False)


def test_a_side_of_a_contrast_knows_its_whole_sentence():
    (_, turned) = statements("failed_assumption", "The plan holds 3 for a limit, yet 5 came.")
    assert turned.own.startswith("yet")
    assert turned.sentence.startswith("The plan")


@given(st.sampled_from(FIELDS), st.text(max_size=200))
def test_no_word_and_no_quote_is_lost(field, claim):
    parts = statements(field, claim)
    assert [quote for told in parts for quote in quotes(told.text)] == quotes(claim)
    assert "".join("".join(told.text.split()) for told in parts) == "".join(claim.split())


@given(
    st.sampled_from(FIELDS),
    st.lists(st.sampled_from(["`a, but b` [r-1]", "yet so", "x.", "; while", "“q. r” [r-2]"]), max_size=8),
)
def test_quotes_are_never_parted(field, pieces):
    claim = " ".join(pieces)
    assert [quote for told in statements(field, claim) for quote in quotes(told.text)] == quotes(claim)
