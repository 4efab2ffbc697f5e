"""What the reader takes, what it refuses, and the line that it names."""

import io
import json
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from reflectgit.errors import BadInput
from reflectgit.formats import yaml_text
from reflectgit.formats.json_text import json_places
from reflectgit.formats.read import load, load_json, load_yaml, read_source

json_values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=20),
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=15,
)


def refused(text: str | bytes, where: str = "f.yaml") -> BadInput:
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(BadInput) as caught:
        load(data, where)
    assert "\n" not in caught.value.message
    assert len(caught.value.message) < 250
    assert caught.value.hint
    return caught.value


# fmt: off
TEXT_WORDS = [
    "yes", "No", "on", "off", "y", "12:30", "1:20:30", "1_000", "0x1F", "0o17", "0b1", "010", "-01", "+1", ".5", "5.",
    "1.e3", "e3", "2026-11-30", "2026-11-30T01:02:03Z", "NaN", "nan", "inf", "nul", "1.2.3", "=",
]
CORE_WORDS = {
    "null": None, "~": None, "": None, "true": True, "False": False, "0": 0, "-7": -7, "3.10": 3.1, "1e3": 1000.0,
    "-0.5E-2": -0.005, "12345678901234567890": 12345678901234567890,
}
# fmt: on


@pytest.mark.parametrize("word", TEXT_WORDS)
def test_bare_words_that_json_has_not_stay_text(word: str) -> None:
    assert load_yaml(f"a: {word}\nb: [{word}]\n", "f") == {"a": word, "b": [word]}


@pytest.mark.parametrize(("word", "value"), CORE_WORDS.items())
def test_bare_words_of_the_core_schema(word: str, value: Any) -> None:
    assert repr(load_yaml(f"a: {word}\n", "f")["a"]) == repr(value)
    assert load_yaml(f"a: '{word}'\nb: \"{word}\"\nc: |-\n  {word}\n", "f") == dict.fromkeys("abc", word)


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("a: 1\nb: &name 2\n", 2, "the anchor &name"),
        ("a: 1\nb: *name\n", 2, "the alias *name"),
        ("a:\n  - !!python/object:os.system x\n", 2, "the tag"),
        ("a: !local x\n", 1, "the tag !local"),
        ("a: 1\nb: 2\na: 3\n", 3, "the key a stands twice"),
        ("a: 1\n'a': 3\n", 2, "the key a stands twice"),
        ("x:\n  a: 1\n  <<: {b: 1}\n", 3, "a merge key"),
        ("1: a\n", 1, "a key that is not text"),
        ("null: a\n", 1, "a key that is not text"),
        ("? [a, b]\n: c\n", 1, "a key that is not text"),
        ("a: 1\n---\nb: 2\n", 2, "a second YAML document"),
        ("%YAML 1.1\n---\na: 1\n", 1, "directive"),
        ("a: [1,\n .nan]\n", 2, ".nan is not a finite number"),
        ("a: -.Inf\n", 1, "-.Inf is not a finite number"),
        ("a: 1e999\n", 1, "not finite"),
        ("a: " + "9" * 5000, 1, "a number is too long"),
        ("a: x\nb: up\x07\n", 2, "U+0007"),
        ("a: x\nb: 'fold\x85ed'\n", 2, "U+0085"),
        ("a: x\nb: 'fold\u2028ed'\n", 2, "U+2028"),
        ("a: |\n  10%\r  20%\n", 2, "U+000D"),
        ("a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> other\n", 2, "a conflict marker"),
    ],
)
def test_what_yaml_may_not_hold(text: str, line: int, what: str) -> None:
    error = refused(text)
    assert error.message.startswith(f"f.yaml:{line}: ")
    assert what in error.message


@pytest.mark.parametrize(
    ("text", "place", "hint"),
    [
        ("title: KeyError: 'x' # in cfg\n", "1:16", "double quotes"),
        ("ok: 1\ntitle: @pytest\n", "2:8", "double quotes"),
        ("ok:\n\t- tab\n", "2:1", "spaces"),
        ("a: \"it's\n", "2:1", "close every quote"),
        ('a: "C:\\path"\n', "1:7", r"\\ for a backslash"),
        ("a: 'it's'\n", "1:8", "double quotes"),
        ("a:\n   b: 1\n  c: 2\n", "3:3", "indentation"),
    ],
)
def test_yaml_that_people_get_wrong_is_named_by_line_and_column(text: str, place: str, hint: str) -> None:
    error = refused(text)
    assert error.message.startswith(f"f.yaml:{place}: not valid YAML")
    assert hint in error.hint


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ('{"a": 1,\n "b": 2,\n "a": 3}', 3, "the key a stands twice"),
        ('{"x": [{"a": {},\n "a": []}]}', 2, "the key a stands twice"),
        ('{"a": [1,\nNaN]}', 2, "NaN is not a finite number"),
        ('{"a": -Infinity}', 1, "-Infinity is not a finite number"),
        ('{"a": 1e999}', 1, "1e999 is not a finite number"),
        ('{"a": 1,\n "b": "\\ud800"}', 2, "half a surrogate pair"),
        ('{"a": 1,\n "\\uDFFF": 1}', 2, "half a surrogate pair"),
        ('{"a": 1,\n}', 2, "not valid JSON"),
        ("{'a': 1}", 1, "not valid JSON"),
        ('{"a": 1', 1, "not valid JSON"),
        ('{"a": "x\ny"}', 1, "not valid JSON"),
        ('{"a": 1} {"b": 2}', 1, "not valid JSON"),
        ('{\n<<<<<<< HEAD\n"a": 1\n', 2, "a conflict marker"),
    ],
)
def test_what_json_may_not_hold(text: str, line: int, what: str) -> None:
    error = refused(text, "f.json")
    assert error.message.startswith(f"f.json:{line}: ")
    assert what in error.message


def test_json_numbers_beyond_all_bounds() -> None:
    assert "too long" in refused('{"a": ' + "9" * 5000 + "}", "f.json").message


@pytest.mark.parametrize("depth", [65, 100_000])
@pytest.mark.parametrize("where", ["f.json", "f.yaml"])
def test_nesting_is_bounded(depth: int, where: str) -> None:
    assert "nested deeper than 64" in refused("[" * depth + "]" * depth, where).message
    assert load(b"[" * 64 + b"]" * 64, where).value


def test_a_billion_laughs_cost_nothing() -> None:
    laughs = 'a: &a ["ha","ha"]\n' + "".join(
        f"{name}: &{name} [{','.join(['*' + before] * 9)}]\n"
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    start = time.perf_counter()
    assert refused(laughs).message.startswith("f.yaml:1: the anchor &a")
    assert time.perf_counter() - start < 1


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_other_encodings_are_named(encoding: str) -> None:
    assert "UTF-16" in refused("a: 1".encode(encoding)).message


def test_invalid_utf_8_is_named_by_its_byte() -> None:
    assert refused(b"a: 1\nb: caf\xe9\n").message == "f.yaml:2: byte 11 of the file is not UTF-8"


@pytest.mark.parametrize("text", ["", " \n\t\n", "# only a comment\n", "\ufeff"])
def test_empty_files(text: str) -> None:
    assert "empty" in refused(text).message


def test_a_byte_order_mark_and_crlf_are_accepted() -> None:
    assert load(b"\xef\xbb\xbfa: |\r\n  x\r\n  y\r\n", "f").value == {"a": "x\ny\n"}
    assert load(b'\xef\xbb\xbf{"a": 1}\r\n', "f").value == {"a": 1}


def test_half_surrogates_in_text_that_is_decoded_already() -> None:
    for reader in (load_yaml, load_json):
        with pytest.raises(BadInput, match="half a surrogate pair"):
            reader('{"a": "\udc80"}', "f")


def test_content_says_json_unless_the_name_does() -> None:
    assert load(b"  {'a': 1}", "f.yml").value == {"a": 1}
    assert "JSON" in refused("{'a': 1}", "<stdin>").message
    assert "JSON" in refused("a: 1", "f.json").message
    assert load(b'{"a": "\\ud83d\\ude00"}', "-").value == {"a": "😀"}


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    huge = tmp_path / "huge.json"
    with huge.open("wb") as stream:
        stream.truncate(50_000_000)
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("the file was opened"))
    with pytest.raises(BadInput, match="larger than 10,000,000 bytes") as caught:
        read_source(huge)
    assert caught.value.code == "too_large"


def test_standard_input_is_read_up_to_the_limit() -> None:
    assert read_source("-", 10, io.BytesIO(b"a: 1")) == (b"a: 1", "<stdin>")
    stream = io.BytesIO(b"x" * 1000)
    with pytest.raises(BadInput, match="<stdin>: larger than 10 bytes"):
        read_source("-", 10, stream)
    assert stream.tell() == 11


@pytest.mark.parametrize("name", ["absent.yaml", ".", "a\0b"])
def test_files_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput):
        read_source(f"{tmp_path}/{name}")


def test_a_file_name_cannot_break_the_message_into_lines(tmp_path: Path) -> None:
    (tmp_path / "odd\nname\x1b[31m").write_text("a: 1")
    _, where = read_source(tmp_path / "odd\nname\x1b[31m")
    assert where.endswith(r"odd\nname\x1b[31m")


@settings(max_examples=150, deadline=None)
@given(value=json_values, indent=st.sampled_from([None, 0, 2]), ascii_only=st.booleans())
def test_json_is_read_as_it_was_written(value: Any, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert load_json(text, "f") == value


@settings(max_examples=150, deadline=None)
@given(value=st.lists(json_values, min_size=1, max_size=3))
def test_every_place_of_json_has_the_line_on_which_it_stands(value: Any) -> None:
    """With one value a line, lines count the values and closing brackets in order."""
    text = json.dumps(value, indent=1)
    document = load(text.encode(), "f.json")
    lines = text.split("\n")
    for place, _, word in json_places(text):
        assert word in lines[document.line(place) - 1]  # type: ignore[operator]


@settings(max_examples=300, deadline=None)
@given(
    data=st.one_of(st.binary(max_size=60), st.text(max_size=60).map(str.encode)),
    where=st.sampled_from(["f", "f.yaml"]),
)
def test_any_bytes_give_a_value_or_one_clear_refusal(data: bytes, where: str) -> None:
    try:
        load(data, where)
    except BadInput as caught:
        error = caught
    else:
        return
    assert error.message.startswith(where)
    assert error.message.isprintable()
    assert error.hint


@settings(max_examples=300, deadline=None)
@given(text=st.text(st.sampled_from("ab:-[]{},'\"#&*!|>%@`?\n \t<0."), max_size=40))
def test_yaml_agrees_with_pyyaml_on_text_and_shape(text: str) -> None:
    """Where both read a text, they see the same mappings and lists (bare words aside, which PyYAML types otherwise)."""
    try:
        ours = load_yaml(text, "f")
    except BadInput:
        return
    assert _shape(ours) == _shape(yaml.load(text, yaml.CBaseLoader))


def _shape(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _shape(member) for key, member in value.items()}
    return [_shape(item) for item in value] if isinstance(value, list) else "scalar"


def test_without_libyaml_the_pure_parser_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a: [yes, 1.5, ~]\nb:\n  - c: |\n      x\n    d: 'e'\n"
    expected = load_yaml(text, "f")
    monkeypatch.setattr(yaml_text, "LOADER", yaml.Loader)
    assert load_yaml(text, "f") == expected
    assert refused("a: @x\n").message.startswith("f.yaml:1:4: not valid YAML")
    assert "U+0007" in refused("a: \x07\n").message


def test_messages_do_not_echo_what_is_long() -> None:
    secret = "s3cr3t" * 50
    assert secret not in refused(f"{secret}: 1\n{secret}: 2\n").message
    assert secret not in refused(f"a: &{secret} 1\n").message
