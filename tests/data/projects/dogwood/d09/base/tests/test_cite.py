import pytest

from transcripts.cite import NoSuchLine, cite

HEARING = (
    "THE CLERK: Please state your name.\r\n"
    "WITNESS: Anna\u2028Lindqvist,\x0b surveyor.\r\n"
    "THE CLERK: You are under oath.\r\n"
)


def test_windows_line_ends_are_not_part_of_a_line():
    assert cite("one\r\ntwo\r\n", 2) == "two"


def test_no_line_after_the_last_one():
    with pytest.raises(NoSuchLine):
        cite("one\r\ntwo\r\n", 3)


def test_line_numbers_agree_with_the_editor():
    assert cite(HEARING, 3) == "THE CLERK: You are under oath."
