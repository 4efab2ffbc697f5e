"""Lists that a sentence spells out, against the order in which a record shows them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.text.sequences import order_in, spelled_lists

SHOWN = [
    "['pear', 'fig', 'plum']",
    "pear, fig, plum",
    "pear fig plum",
    "pear\nfig\nplum\n",
    "pear -> fig -> plum",
]


@pytest.mark.parametrize("shown", SHOWN)
def test_the_same_order_is_the_same_however_it_is_printed(shown):
    (listed,) = spelled_lists("the basket held pear, fig and plum".replace(" and", ","))
    assert order_in(listed, f"before\n{shown}\nafter it all\n") == "same"


@pytest.mark.parametrize("shown", SHOWN)
def test_two_terms_swapped_are_another_order(shown):
    (listed,) = spelled_lists("the basket held fig, pear, plum")
    assert order_in(listed, f"before\n{shown}\nafter it all\n") == "other"


def test_terms_that_a_record_does_not_list_have_no_order_there():
    assert order_in(("pear", "fig", "plum"), "a pear fell; later a fig and, last, one plum") == "unknown"


def test_terms_between_the_listed_ones_do_not_matter():
    assert order_in(("pear", "fig", "plum"), "[pear, kiwi, fig, plum]") == "same"


def test_a_list_that_says_a_term_twice_says_no_order():
    assert spelled_lists("it gave pear, fig, pear") == ()


@given(st.lists(st.sampled_from("abcdefgh"), min_size=3, max_size=8, unique=True), st.randoms())
def test_only_its_own_order_is_the_same(terms, random):
    mixed = random.sample(terms, len(terms))
    assert order_in(tuple(terms), ", ".join(mixed)) == ("same" if mixed == terms else "other")


@given(st.text(max_size=400))
def test_any_text_is_read(text):
    for listed in spelled_lists(text):
        assert order_in(listed, text) in ("same", "other", "unknown")
