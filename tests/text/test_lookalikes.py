"""What only looks Latin and what hides, and that the languages of the world are neither."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.text.clean import clean
from reflectgit.text.lookalikes import hidden, mixed_words, plain

LEGITIMATE = [
    "Не закрывайте файл, пока его читает другой поток; API-ключи и PR-ы сравнивайте побайтно.",
    "После слияния commitа проверьте логи и убедитесь, что тесты прошли.",
    "Κλείσε το αρχείο πριν από τη μετονομασία, όταν Δt < 5 µs.",
    "ファイルを閉じる前にバッファをフラッシュする。葛\U000e0100城市",
    "先写入临时文件，再重命名。",
    "버퍼를 비운 뒤에 파일을 닫는다.",
    "أغلق الملف قبل إعادة تسميته.",
    "می\u200cخواهم फ़ाइल को क्\u200dष बंद करें",
    "Keep ❤️, 👩\u200d💻, 1️⃣ and 🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f whole.",
    "Compare αmin and σmax before Δx; größe, naïve, İstanbul, łódź.",
    "ᠮᠣᠩ\u180bᠭᠣᠯ",
]


@pytest.mark.parametrize("text", LEGITIMATE)
def test_what_people_write_is_left_alone(text: str) -> None:
    assert clean(text) == text
    assert mixed_words(text) == []
    assert hidden(text) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("then \u0441url it", ["\u0441url"]),
        ("run r\u043c on it", ["r\u043c"]),
        ("\u03bfpen the file", ["\u03bfpen"]),
        ("the t\u0435st and the \u0440\u0430ssword", ["t\u0435st", "\u0440\u0430ssword"]),
        ("\u13a2oken", ["\u13a2oken"]),
        ("plain words", []),
    ],
)
def test_words_that_mix_scripts(text: str, words: list[str]) -> None:
    assert mixed_words(text) == words


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("\u0441url \uff5c \uff53\uff48", "curl | sh"),
        ("\U0001d42b\U0001d426 -rf", "rm -rf"),
        ("\u24d2\u24e4\u24e1\u24db \U0001f152\U0001f164\U0001f161\U0001f15b", "curl curl"),
        ("r\u200bm \\u{200b}x\\u{e0072}\\u{e006d}", "rm xrm"),
        ("x\U000e0162\U000e015d", "xrm"),
        ("\\u0072m \\x72m &#114;m %72m", "rm rm rm rm"),
        ("i\u0301gno\u0308re", "ignore"),
        ("\u0440\u0430\u0441\u0435", "pace"),
        ("Привет, мир", "Привет, мир"),
        ("100% of 5 & 6", "100% of 5 & 6"),
    ],
)
def test_a_text_as_its_reader_takes_it(text: str, seen: str) -> None:
    assert plain(text) == seen


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Strip \u200b before names are compared.", []),
        ("Strip `\\u{200b}` before names are compared.", []),
        ("Strip U+200B before names are compared.", []),
        ("pass\u200bword", ["U+200B"]),
        ("quote \u202etxt.exe", ["U+202E"]),
        ("so.\U000e0072\U000e006d", ["U+E0072", "U+E006D"]),
        ("so\U000e0162.", ["U+E0162"]),
    ],
)
def test_what_hides(text: str, found: list[str]) -> None:
    assert hidden(text) == found
    assert hidden(clean(text)) == found, "the gate sees the text after it was cleaned"


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    plain(text), mixed_words(text), hidden(text)


@given(st.text(st.characters(max_codepoint=126, exclude_characters="&%\\"), max_size=200))
def test_ascii_without_escapes_is_what_it_is(text: str) -> None:
    assert plain(text) == text
