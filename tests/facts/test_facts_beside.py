"""Numbers and the words that say what they count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.facts.beside import displaced, neighbours

RECORD = ("hoist 3 lifted 40 crates\nport 8080 open\n", "at ledger.py:17 in weigh\n")


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("40", "40 crates were lifted"),
        ("3", "hoist 3 did it"),
        ("8080", "port 8080"),
        ("17", "weigh broke at 17"),
    ],
)
def test_a_number_in_its_place(number, said):
    assert not displaced(number, said, said, RECORD)


@pytest.mark.parametrize(
    ("number", "said"), [("17", "17 crates were gone"), ("8080", "hoist 8080 did it"), ("3", "port 3")]
)
def test_a_number_in_the_place_of_another(number, said):
    assert displaced(number, said, said, RECORD)


def test_where_the_record_counts_nothing_of_the_kind_there_is_no_other_place():
    assert not displaced("17", "17 gulls", "17 gulls", RECORD)


def test_a_line_that_has_more_of_the_sentence_bears_it_out():
    said = "40 bytes of port and crates"
    record = ("bytes 12\n", "port crates: 40\n")
    assert not displaced("40", said, said, record)
    assert displaced("40", "40 bytes", "40 bytes", record)


@given(st.text(max_size=200), st.frozensets(st.text(max_size=5), max_size=3))
def test_any_text_has_neighbours(text, words):
    assert all(word in words and values for word, values in neighbours(text, words).items())


def test_neighbours_are_found_by_their_stems_whatever_their_form_and_where_digits_end_a_word():
    text = "utf8Decoders 5\nskies over 12 quays\nMüde 7 of a crate\n"
    words = frozenset({"decod", "sky", "quay", "müde", "crate", "utf"})
    assert neighbours(text, words) == {
        "utf": {"8", "5"},
        "decod": {"8", "5"},
        "sky": {"12"},
        "quay": {"12"},
        "müde": {"7"},
        "crate": {"7"},
    }


@given(st.text(max_size=10), st.text(max_size=100), st.text(max_size=100))
def test_any_number_is_looked_for(number, said, record):
    assert displaced(number, said, said, [record]) in (True, False)
