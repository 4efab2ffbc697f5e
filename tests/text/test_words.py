"""Words, stems and likeness."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.text.words import occurring, similarity, stem_set, stems, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("parse_HTTPHeader2", ["parse", "http", "header2"]),
        ("E0308 in utf8, row 17", ["e0308", "in", "utf8", "row", "17"]),
        ("Größe naïve", ["grösse", "naïve"]),
        ("", []),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_stems_are_of_content_words() -> None:
    assert stems("the caches were verified by verifying") == ["cach", "verifi", "verifi"]


pieces = st.sampled_from(
    ["parse", "HTTP", "Header2", "straße", "STRASSE", "İ", "utf8", "_", ".", "\n", " ", "a\u0301", "ſet"]
)
texts = st.lists(pieces | st.text(max_size=3), max_size=12).map("".join)


@given(texts, st.lists(texts.map(str.casefold) | pieces.map(str.casefold)))
def test_the_words_that_occur_are_the_wanted_ones_among_all(text: str, wanted: list[str]) -> None:
    assert occurring(wanted, text) == set(wanted) & set(tokens(text))
    assert occurring(tokens(text), text) == set(tokens(text))


@given(texts)
def test_the_set_of_stems_is_that_of_all_stems(text: str) -> None:
    assert stem_set(text) == set(stems(text))


def test_order_and_inflection_do_not_matter() -> None:
    assert similarity("verify optional keys before indexing", "before index, verified key is optional") == 1.0


def test_a_common_word_inside_a_long_text_is_no_full_match() -> None:
    timeouts = similarity("asyncio timeout in worker pool", "timeouts of asyncio workers")
    assert similarity("io", "file io is slow on cold disks") < timeouts
    assert similarity("io", "file io is slow on cold disks") < 0.5


@pytest.mark.parametrize("empty", ["", "the of and", "…"])
def test_what_says_nothing_is_like_nothing(empty: str) -> None:
    assert similarity(empty, "anything at hand") == 0.0
    assert similarity(empty, empty) == 0.0


@given(st.text(), st.text())
def test_similarity_is_symmetric_and_bounded(one: str, other: str) -> None:
    score = similarity(one, other)
    assert 0.0 <= score <= 1.0
    assert score == similarity(other, one)
    assert similarity(one, one) == (1.0 if stems(one) else 0.0)


def test_importing_words_loads_no_matcher() -> None:
    code = "import sys, reflectgit.text.words; print({'rapidfuzz', 'Stemmer', 'pathspec'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
