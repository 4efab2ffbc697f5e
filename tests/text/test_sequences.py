"""Lists that a sentence spells out, against the order in which a record shows them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.text.sequences import order_in, told_orders

SHOWN = [
    "['pear', 'fig', 'plum']",
    "pear, fig, plum",
    "pear fig plum",
    "pear\nfig\nplum\n",
    "pear -> fig -> plum",
]


@pytest.mark.parametrize("shown", SHOWN)
def test_the_same_order_is_the_same_however_it_is_printed(shown):
    (told,) = told_orders("the basket held pear, fig, plum", [f"before\n{shown}\nafter it all\n"])
    assert told.order == "same"


@pytest.mark.parametrize("shown", SHOWN)
def test_two_terms_swapped_are_another_order(shown):
    (told,) = told_orders("the basket held fig, pear, plum", [f"before\n{shown}\nafter it all\n"])
    assert told.order == "other"


def test_terms_that_a_record_does_not_list_have_no_order_there():
    assert order_in(("pear", "fig", "plum"), "a pear fell; later a fig and, last, one plum") == "unknown"


def test_terms_between_the_listed_ones_do_not_matter():
    assert order_in(("pear", "fig", "plum"), "[pear, kiwi, fig, plum]") == "same"


def test_a_list_that_says_a_term_twice_says_no_order():
    assert told_orders("it gave pear, fig, pear", ["pear, fig, pear", "fig, pear, pear"]) == []


@given(st.lists(st.sampled_from("abcdefgh"), min_size=3, max_size=8, unique=True), st.randoms())
def test_only_its_own_order_is_the_same(terms, random):
    mixed = random.sample(terms, len(terms))
    assert order_in(tuple(terms), ", ".join(mixed)) == ("same" if mixed == terms else "other")


@given(st.text(max_size=400))
def test_any_text_is_read(text):
    assert all(told.order in ("same", "other") for told in told_orders(text, [text]))


CAME = "the queue: fig, plum, pear\n"


@pytest.mark.parametrize(
    "sentence",
    [
        "expected pear, fig, plum but the log shows fig, plum, pear",
        "expected pear, fig, plum, got fig, plum, pear",
        "the log shows fig, plum, pear, not pear, fig, plum",
        "the log shows fig, plum, pear instead of pear, fig, plum",
        "the run printed fig, plum, pear rather than pear, fig, plum",
        "fig, plum, pear came where pear, fig, plum was expected",
        "pear, fig, plum should come, and fig, plum, pear came",
        "it was supposed to print pear, fig, plum and it printed fig, plum, pear",
        "the recipe lists pear, fig, plum and the log fig, plum, pear",
        "as it came, fig, plum, pear",
    ],
)
def test_a_list_that_is_named_for_contrast_is_not_held_against_the_one_that_came(sentence):
    assert told_orders(sentence, ["nothing here", CAME]) == [(("fig", "plum", "pear"), "same", 1)]


@pytest.mark.parametrize(
    "sentence",
    [
        "it did not print pear, fig, plum",
        "not pear, fig, plum",
        "the test wants pear, fig, plum",
        "pear, fig, plum was expected",
        "somebody believed in pear, fig, plum",
        "it printed kiwi, fig, plum",
    ],
)
def test_what_did_not_come_or_is_not_known_says_nothing(sentence):
    assert told_orders(sentence, [CAME]) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "it printed pear, fig, plum",
        "the order was pear, fig, plum",
        "expected fig, plum, pear but the log shows pear, fig, plum",
        "expected fig, plum, pear, got pear, fig, plum",
        "the log shows pear, fig, plum, not fig, plum, pear",
        "the log shows pear, fig, plum instead of fig, plum, pear",
    ],
)
def test_a_list_that_is_said_to_have_come_in_another_order_did_not(sentence):
    assert told_orders(sentence, [CAME]) == [(("pear", "fig", "plum"), "other", 0)]


@given(st.text(max_size=400), st.text(max_size=200))
def test_any_sentence_is_read(sentence, text):
    assert all(one.text == 0 for one in told_orders(sentence, [text]))
