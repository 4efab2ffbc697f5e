"""Names that a sentence takes out of code and output."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.text.names import names, stands_as_name


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("the value of max_retries was kept", "max_retries"),
        ("so parseHeader gives up", "parseHeader"),
        ("it reads config.default_zone first", "config.default_zone"),
        ("flush() runs last", "flush"),
        ("rustc says E0382 twice", "E0382"),
        ("it wrote 4_096 bytes", "4_096"),
        ("on 2023-02-29 it stops", "2023-02-29"),
        ("the flag read back as None", "None"),
        ("the header says GZIP", "GZIP"),
    ],
)
def test_what_is_taken_from_code_or_output_is_a_name(sentence, name):
    assert name in names(sentence)


@pytest.mark.parametrize("sentence", ["the loop ends one step early", "Nothing was flushed.", "a 7 and an 8"])
def test_words_of_the_language_are_none(sentence):
    assert names(sentence) == ()


def test_a_name_stands_as_a_whole():
    assert stands_as_name("max_retries", "x.max_retries=3")
    assert not stands_as_name("max_retries", "the_max_retries_now")


def test_a_dotted_name_stands_by_its_last_part_and_digits_without_their_lines():
    assert stands_as_name("config.default_zone", "default_zone: UTC")
    assert stands_as_name("4_096", "read 4096 bytes")


@given(st.text(max_size=300))
def test_every_name_stands_in_its_own_text(text):
    assert all(name in text for name in names(text))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("the log has r1 twice", "r1"),
        ("t12 came late", "t12"),
        ("got (6, 1) there", "(6, 1)"),
        ("it held [7, 7]", "[7, 7]"),
    ],
)
def test_short_ids_and_lists_of_numbers_are_taken_out_of_an_output(text, name):
    assert name in names(text)


def test_prose_in_brackets_is_none():
    assert names("a list (or two, three) of them [7]") == ()
