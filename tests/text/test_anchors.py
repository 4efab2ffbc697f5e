"""Hard anchors: what a sentence names that a record has or has not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.text.anchors import Anchor, _has_number, anchors, numbers, occurs
from reflectgit.text.outcomes import said
from reflectgit.text.sentences import sentences


def found(text: str) -> set[tuple[str, str]]:
    return {(anchor.kind, anchor.text) for anchor in anchors(text)}


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        ("It died with a ConnectionResetError.", ("exception", "ConnectionResetError")),
        ("The child got SIGSEGV.", ("exception", "SIGSEGV")),
        ("link() gave EXDEV.", ("exception", "EXDEV")),
        ("Then test_round_trip ran.", ("test", "test_round_trip")),
        ("See src/net/pool.rs:41 there.", ("file", "src/net/pool.rs")),
        ('It printed "no route to host" twice.', ("string", "no route to host")),
        ("It printed 'no route' twice.", ("string", "no route")),
        ("It ended with exit code 37.", ("number", "37")),
        ("It took `retry_after` from the header.", ("code", "retry_after")),
        ("Then Pool.close() ran.", ("code", "Pool.close()")),
        ("A ROLLBACK came first.", ("capitals", "ROLLBACK")),
        ("It gave 3.50 there.", ("number", "3.50")),
        ("The byte 0xC3 came last.", ("number", "0xC3")),
        ("It began at 12:30:05.", ("number", "12:30:05")),
    ],
)
def test_what_is_an_anchor(text: str, anchor: tuple[str, str]) -> None:
    assert anchor in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "The two tests don't agree, and the caller's view of it isn't the pool's.",
        "Step 1 of 2 is done after 12 rounds with 40 members.",
        "What is 'final' was called \"ready\".",
        "UTF-8 and HTTP are vocabulary, as is SQL.",
        "Put/get pairs, and/or either of them.",
        "Python3 and utf8 keep their digits.",
    ],
)
def test_what_is_none(text: str) -> None:
    assert found(text) == set()


@pytest.mark.parametrize(
    ("kind", "text", "record", "right"),
    [
        ("number", "25200", "difference = 25200.0", True),
        ("number", "0.50", "gave Decimal('0.5')", True),
        ("number", "0xC3", "byte 0xc3 in position 7", True),
        ("number", "1:00", "utcoffset 1:00:00", True),
        ("number", "12", "112 and 1.2 and 12.5", False),
        ("number", "1024", "limit=1024", True),
        ("test", "test_open", "tests/test_open_twice.py", False),
        ("exception", "KeyError", "MyKeyError", False),
        ("capitals", "READ", "READY", False),
        ("code", "Pool.close()", "self.close()", True),
        ("string", "no  route", "no\nroute to host", True),
        ("string", "Lost ... of 7.", "warning: lost packets 3 of 7", True),
        ("code", "a == b", "if a==b:", True),
    ],
)
def test_what_occurs(kind: str, text: str, record: str, right: bool) -> None:
    assert occurs(Anchor(kind=kind, text=text), record) is right  # type: ignore[arg-type]


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    for anchor in anchors(text):
        assert anchor.text in text
        if anchor.kind not in ("number", "capitals", "test", "exception"):
            assert occurs(anchor, text)
    assert isinstance(numbers(text), frozenset)
    assert isinstance(said(text), list)
    said(text)


spelt = st.sampled_from(
    [
        "0",
        "7",
        "007",
        "7.0",
        "7.50",
        "-",
        "+",
        "0x1F",
        "0x",
        ".",
        ",",
        " ",
        "\n",
        "v",
        "=",
        "_",
        "é",
        "\u0663",
    ]
)


@given(st.lists(spelt, max_size=4).map("".join), st.lists(spelt, max_size=30).map("".join))
def test_a_number_is_looked_for_as_among_all_the_numbers(told: str, text: str) -> None:
    for number in numbers(told) | numbers(text):
        assert _has_number(number, text) is (number in numbers(text))


@given(st.text(max_size=300))
def test_sentences_lose_no_word(text: str) -> None:
    assert " ".join(sentences(text)).split() == text.split()


def test_sentences_end_where_one_ends() -> None:
    text = "It printed `a. b` [run-1]. See x.py, e.g. line 3. It took 1.5 s; then it died!"
    assert sentences(text) == [
        "It printed `a. b` [run-1].",
        "See x.py, e.g. line 3.",
        "It took 1.5 s;",
        "then it died!",
    ]


def test_outcomes_that_a_sentence_says() -> None:
    assert said("test_one still passes, but test_two failed and TestFive is green.") == [
        ("test_one", "passed"),
        ("test_two", "failed"),
        ("TestFive", "passed"),
    ]
    assert said("test_one checks what test_two does not") == []
