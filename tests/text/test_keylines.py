"""A long text is cut to what tells, by a rule that a caller could apply beforehand."""

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from reflectgit.text.keylines import LIMIT, key_lines

TELLING = "AssertionError: 'basi' != 'basics' in title()"


def test_a_short_text_is_taken_whole() -> None:
    assert key_lines("any\n text") == "any\n text"


def test_of_a_log_the_lines_that_name_the_failure_remain() -> None:
    log = "".join(f"[{n}] worker {n % 7} did chunk {n}\n" for n in range(60_000)) + TELLING + "\nbye\n"
    assert key_lines(log) == TELLING


def test_of_one_long_line_what_stands_around_the_failure_remains() -> None:
    begun = time.process_time()
    cut = key_lines("x" * 500_000 + " before " + TELLING + " after " + "y" * 500_000)
    assert TELLING in cut
    assert len(cut) <= 300
    assert time.process_time() - begun < 1


def test_without_a_failure_both_ends_remain() -> None:
    cut = key_lines("\n".join(f"row {n} of the table" for n in range(5_000)))
    assert cut.startswith("row 0 ")
    assert cut.endswith("row 4999 of the table")
    assert len(cut) <= LIMIT


@settings(max_examples=80, deadline=None)
@given(st.lists(st.text(max_size=400) | st.just(TELLING) | st.just("ERROR " + "z" * 900), max_size=60))
def test_cutting_twice_is_cutting_once(lines: list[str]) -> None:
    once = key_lines("\n".join(lines * 3))
    assert len(once) <= LIMIT or once == "\n".join(lines * 3)
    assert key_lines(once) == once
