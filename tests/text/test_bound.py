"""A long text keeps its ends and its failures, and says what it lost."""

import hashlib
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.text.bound import bound

MARKER = re.compile(r"\[\.\.\. (\d+) bytes elided, sha256 ([0-9a-f]{64}) \.\.\.\]\n")


def size(text: str) -> int:
    return len(text.encode("utf-8"))


@given(
    st.lists(st.text(max_size=30) | st.just("E   KeyError: 'x'"), max_size=60).map("\n".join),
    st.integers(0, 1200),
)
def test_it_keeps_the_limit_and_is_stable(text: str, limit: int) -> None:
    bounded = bound(text, limit)
    assert size(bounded) <= limit
    assert bound(bounded, limit) == bounded
    assert size(text) > limit or bounded == text


@given(st.text(min_size=300), st.integers(0, 280))
def test_no_character_is_cut(text: str, limit: int) -> None:
    assert set(MARKER.sub("", bound(text, limit))) <= set(text) | {"\n"}


def test_the_gap_is_accounted_for() -> None:
    text = "".join(f"line {number}\n" for number in range(1000))
    bounded = bound(text, 1000)
    marker = MARKER.search(bounded)
    assert marker is not None
    head, tail = bounded[: marker.start()], bounded[marker.end() :]
    assert text.startswith(head)
    assert text.endswith(tail)
    lost = text[len(head) : len(text) - len(tail)].encode()
    assert len(lost) == int(marker[1])
    assert hashlib.sha256(lost).hexdigest() == marker[2]
    assert head.startswith("line 0\n")
    assert tail.endswith("line 999\n")


@pytest.mark.parametrize(
    "telling",
    ["E   KeyError: 'discount'", "FAILED tests/test_cart.py::test_total", "thread 'main' panicked at src/lib.rs:3:5",
     "java.lang.IllegalStateException: closed", "make: *** [all] Error 2", "    assert 3 == 4"],
)  # fmt: skip
def test_lines_that_tell_of_a_failure_are_kept(telling: str) -> None:
    noise = "".join(f"collecting {number}\n" for number in range(2000))
    assert telling in bound(f"{noise}{telling}\n{noise}", 2000)


def test_a_line_without_end_is_cut_at_a_character() -> None:
    bounded = bound("é" * 100_000, 4001)
    assert bounded.startswith("é")
    assert bounded.endswith("é")
    assert MARKER.search(bounded)


@pytest.mark.parametrize("unit", ["a", "\n", "a\n", "Error\n", "é"])
def test_time_grows_with_the_length(unit: str, grows_linearly: Callable[..., None]) -> None:
    grows_linearly(lambda text: bound(text, len(text) // 2), unit)
