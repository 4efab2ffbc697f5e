"""What may reach a terminal, and how wide it is."""

import io
import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.cli import terminal


class Screen(io.StringIO):
    """A standard output that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def on_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on a terminal of 40 columns (no fixture, for pytest takes stdout back after setup)."""
    monkeypatch.setattr(sys, "stdout", Screen())
    monkeypatch.setenv("COLUMNS", "40")


@given(st.text())
def test_nothing_a_terminal_would_obey_is_visible(text: str) -> None:
    shown = terminal.one_line(text)
    assert "\x1b" not in shown
    assert "\x9b" not in shown
    assert "\n" not in shown
    assert "\u202e" not in shown
    shown.encode("utf-8")


def test_escapes_are_shown_as_what_they_are() -> None:
    assert terminal.visible("a\x1b[31mb\u202ec\ud800") == "a\\x1b[31mb\\u202ec\\ud800"
    assert terminal.visible("kept\tand\nkept") == "kept\tand\nkept"


#: Zero width space, marks and overrides of the reading order, word joiner, byte order mark, a tag.
UNSEEN = "\u200b\u200e\u202a\u202e\u2066\u2069\u061c\u2060\ufeff\U000e0041"


def test_what_is_unseen_or_turns_text_around_is_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.put(terminal.visible(UNSEEN))
    terminal.put_json({UNSEEN: UNSEEN})
    terminal.put_error(UNSEEN)
    out, err = capsys.readouterr()
    assert (out + err).isascii()
    assert json.loads(out.splitlines()[1]) == {UNSEEN: UNSEEN}
    assert "\\u200b" in out.splitlines()[0]


@given(st.text())
def test_json_reads_back_and_holds_nothing_unseen(text: str) -> None:
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", out)
        terminal.put_json(text)
    assert json.loads(out.getvalue()) == text
    assert not any("\u202a" <= char <= "\u202e" or char in UNSEEN for char in out.getvalue())


@given(st.text(), st.integers(min_value=3, max_value=60))
def test_a_cut_text_fits(text: str, columns: int) -> None:
    assert terminal.cells(terminal.cut(text, columns)) <= columns


def test_wide_and_combining_characters_are_counted_as_they_show() -> None:
    assert terminal.cells("日本") == 4
    assert terminal.cells("e\u0301") == 1
    assert terminal.cut("日本語", 5) == "日..."


def test_a_table_is_whole_in_a_pipe_and_cut_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [("id-1", "x" * 200)]
    assert terminal.table(rows) == ["id-1  " + "x" * 200]
    on_a_screen(monkeypatch)
    assert terminal.table(rows) == ["id-1  " + "x" * 31 + "..."]


def test_colour_is_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    on_a_screen(monkeypatch)
    assert terminal.paint("no", "red") == "no"  # NO_COLOR is set in every test
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "xterm")
    assert terminal.paint("yes", "bold", "red") == "\x1b[1;31myes\x1b[0m"
    monkeypatch.setenv("TERM", "dumb")
    assert terminal.paint("no", "red") == "no"


def test_a_pipe_is_never_coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR")
    assert terminal.paint("plain", "red") == "plain"


def test_what_the_encoding_lacks_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="latin-1"))
    terminal.put("grün 日")
    assert raw.getvalue() == b"gr\xfcn \\u65e5\n"


def test_json_is_utf8_in_any_locale_and_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="latin-1"))
    said = {"b": "日\x9b\u2028\ud800\n", "a": 1}
    terminal.put_json(said)
    assert raw.getvalue().count(b"\n") == 1
    assert "日".encode() in raw.getvalue()
    assert b"\xc2\x9b" not in raw.getvalue()
    assert json.loads(raw.getvalue()) == said
    assert raw.getvalue().startswith(b'{"b"')


def test_no_standard_output_at_all_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    terminal.put("into nothing")
    terminal.put_json({})


def test_prose_keeps_to_the_width(monkeypatch: pytest.MonkeyPatch) -> None:
    on_a_screen(monkeypatch)
    lines = terminal.prose("word " * 40, indent="  ", first="what: ").split("\n")
    assert all(len(line) <= 40 for line in lines)
    assert lines[0].startswith("what: word")
    assert lines[1].startswith("  word")
