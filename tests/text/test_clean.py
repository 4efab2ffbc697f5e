"""What a terminal would do with a text is undone, and what hides in it is shown."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.text.clean import HIDDEN, clean


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("\x1b[1;31mFAILED\x1b[0m x", "FAILED x"),
        ("\x9b31mred", "red"),
        ("\x1b]8;;https://h/\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b(Bplain\x1b", "plain"),
        ("\x1b]never ends\nnext", "\nnext"),
        ("a\r\nb\r\n", "a\nb\n"),
        ("10%\r 50%\r100%\ndone", "100%\ndone"),
        ("100%\r", "100%"),
        ("a\x85b\u2028c\u2029d\x0ce", "a\nb\nc\nd\ne"),
        ("abc\b\bX", "aX"),
        ("nul\x00 bel\x07 del\x7f\ttab", "nul bel del\ttab"),
        ("a\u202eb\u200bc\ufeffd", "a\\u{202e}b\\u{200b}c\\u{feff}d"),
        ("lone \udc80", "lone \\u{dc80}"),
        ("👩\u200d💻 می\u200cخواهم", "👩\u200d💻 می\u200cخواهم"),
        ("pass\u200dword", "pass\\u{200d}word"),
        ("größe 東京 ✓\n", "größe 東京 ✓\n"),
        ("❤\ufe0f 1\ufe0f\u20e3 葛\U000e0100", "❤\ufe0f 1\ufe0f\u20e3 葛\U000e0100"),
        ("a\ufe0f\u200d👩", "a\\u{fe0f}\\u{200d}👩"),
        ("x\U000e0162", "x\\u{e0162}"),
        ("葛\U000e0100\U000e0101", "葛\U000e0100\\u{e0101}"),
        ("run\U000e0072", "run\\u{e0072}"),
        (
            "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
            "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        ),
        ("🏴\U000e0067", "🏴\\u{e0067}"),
        ("⠓⠊\u2800⠓⠕", "⠓⠊ ⠓⠕"),
        ("ᠮᠣ\u180bᠭ a\u180b", "ᠮᠣ\u180bᠭ a\\u{180b}"),
    ],
)
def test_the_stated_rules(text: str, seen: str) -> None:
    assert clean(text) == seen


HARD = (
    "\x1b[]0m;\r\n\b\x07\\ab\x9c\x9d\u200d\u202e1#❤葛ᠮက👩🏴\ufe00\ufe0f"
    "\u20e3\u180b\u2800\u3164\U000e0067\U000e0062\U000e007f\U000e0100\U000e01ef"
)


@given(st.text(st.characters()) | st.text(HARD, max_size=40))
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    assert not any(ord(char) < 32 and char not in "\t\n" for char in cleaned)
    cleaned.encode("utf-8")


@given(st.text(HARD, max_size=40))
def test_what_still_hides_varies_what_stands_before_it(text: str) -> None:
    cleaned = clean(text)
    for char, following in zip("\n" + cleaned, cleaned, strict=False):
        assert not HIDDEN.match(following) or not char.isascii() or char in "0123456789#*"


@pytest.mark.parametrize(
    "unit", ["a", "\r", "x\r", "\b", "a\b", "\x1b", "\x1b[", "\x1b]", "\x1b[1", "\u200d", "\u202e", "\x9d"]
)
def test_time_grows_with_the_length(unit: str, grows_linearly: Callable[..., None]) -> None:
    grows_linearly(clean, unit)
