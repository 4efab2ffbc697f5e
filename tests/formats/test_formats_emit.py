"""Canonical YAML: the same bytes every time, and every reader reads the same value back."""

import io
from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from reflectgit.errors import BadInput
from reflectgit.formats.emit import to_yaml
from reflectgit.formats.read import load_yaml
from reflectgit.model import Diagnosis, Item

#: Characters that broke somebody's YAML, more often than chance would draw them.
AWKWARD = (
    "\n\n\n \t\r\x00\x07\x1b\x7f\x85\xa0\u2028\u2029\ufeff\u202e\u200b\ufffd\uffff😀#:-?'\"\\%@`&*!|>{}[],aé"
)
texts = st.one_of(
    st.text(st.sampled_from(AWKWARD), max_size=30),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    st.sampled_from(
        ["yes", "No", "on", "null", "~", "true", "3.10", "010", "0x1F", "1_000", "12:30", "2026-11-30", "<<"]
    ),
)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**18), 10**18),
    st.floats(allow_nan=False, allow_infinity=False),
    texts,
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
mappings = st.dictionaries(texts, values, min_size=1, max_size=4)


def by_ruamel(data: bytes) -> Any:
    return YAML(typ="safe", pure=True).load(data.decode())


def by_ruamel_round_trip(data: bytes) -> Any:
    return YAML().load(data.decode())


def by_pyyaml(data: bytes) -> Any:
    return yaml.load(data, yaml.SafeLoader)


def by_libyaml(data: bytes) -> Any:
    return yaml.load(data, yaml.CSafeLoader)


@pytest.mark.parametrize("reader", [by_ruamel, by_ruamel_round_trip, by_pyyaml, by_libyaml])
@settings(max_examples=120, deadline=None)
@given(value=mappings)
@example(value={"a": " \n\tx\n \n"})
@example(value={"a": ["\n\nx"], "b": "x\n\n\n"})
@example(value={"a": 1e-05, "b": 1e22, "c": -0.0, "d": 5e-324})
@example(value={"k" * 1500: ["x\ny", {"z" * 1100: "\ta\n# b\n---\n"}]})
def test_every_reader_reads_the_value_back(reader: Any, value: dict[str, Any]) -> None:
    assert reader(to_yaml(value)) == value


@settings(max_examples=300, deadline=None)
@given(value=values)
def test_our_reader_reads_the_value_back_and_writes_the_same_bytes(value: Any) -> None:
    data = to_yaml(value)
    back = load_yaml(data, "f.yaml")
    assert back == value
    assert repr(back) == repr(value)  # 1 is not 1.0, and the order of members stays
    assert to_yaml(back) == data


@settings(max_examples=200, deadline=None)
@given(text=texts)
def test_bytes_are_utf_8_lines_ended_by_lf_and_show_what_is_hidden(text: str) -> None:
    shown = to_yaml({"a": [text]}).decode("utf-8")
    assert shown.endswith("\n")
    assert not set(shown) & set("\r\x00\x07\x1b\x7f\x85\u2028\u2029\ufeff\u202e\u200b")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("one line", '"one line"'),
        ("", '""'),
        ("line\n", r'"line\n"'),
        ("\n\n", r'"\n\n"'),
        ("two\nlines", "|2-\n  two\n  lines"),
        ("two\nlines\n", "|2+\n  two\n  lines"),
        ("two\n\n  lines \n\n", "|2+\n  two\n\n    lines \n"),
        ("\tif x:\n\t\tpass", "|2-\n  \tif x:\n  \t\tpass"),
        ("bar\r100%\nend", r'"bar\r100%\nend"'),
        ("\x1b[31mred\x1b[0m\nnext", r'"\u001b[31mred\u001b[0m\nnext"'),
        ("next\x85line\nx", r'"next\u0085line\nx"'),
        ("turn\u202earound", r'"turn\u202earound"'),
        ("say \"it\" \\ 'so'", r'"say \"it\" \\ ' + "'so'\""),
        ("tag \U000e0041", r'"tag \U000e0041"'),
    ],
)
def test_how_text_is_written(text: str, written: str) -> None:
    assert to_yaml({"a": text}).decode() == f"a: {written}\n"


def test_the_form_of_a_mapping() -> None:
    value = {
        "null": None,
        "a-b": True,
        "list": [1, 2.0, [], {}, ["x"], {"k": "a\nb", "l": None}],
        "1": {"in": -3},
    }
    expected = """\
"null": null
a-b: true
list:
  - 1
  - 2.0
  - []
  - {}
  - - "x"
  - k: |2-
      a
      b
    l: null
"1":
  in: -3
"""
    assert to_yaml(value).decode() == expected


def test_structs_are_written_in_declaration_order_without_what_is_unset() -> None:
    item = Item(id="plan-1", component=11, kind="plan", content="x")
    assert to_yaml(item) == b'id: "plan-1"\ncomponent: 11\nkind: "plan"\ncontent: "x"\n'
    diagnosis = Diagnosis(id="d", component=13, kind="diagnosis", content="", origin="stated", evidence=[])
    names = list(load_yaml(to_yaml(diagnosis), "d"))
    assert names == ["id", "component", "kind", "content", "origin", "evidence"]


def test_long_lines_are_never_folded() -> None:
    text = "word " * 2000
    assert to_yaml({"a": text}).count(b"\n") == 1
    assert to_yaml({"a": text + "\n" + text}).count(b"\n") == 3


@pytest.mark.parametrize(
    "value", [{"a": "\udc80"}, {"\ud800": 1}, {"a": float("nan")}, {"a": [float("-inf")]}]
)
def test_what_cannot_be_stored_is_refused(value: Any) -> None:
    with pytest.raises(BadInput):
        to_yaml(value)


def test_ruamel_keeps_canonical_bytes_on_a_round_trip() -> None:
    """A reviewer's own tool that uses ruamel makes no noisy diff of a lesson (which has no text of several lines)."""
    data = to_yaml({"a": ["x", None], "b": {"c": "long " * 60}, "d": []})
    tool = YAML()
    tool.preserve_quotes = True
    tool.width = 4096
    tool.representer.add_representer(
        type(None), lambda representer, _: representer.represent_scalar("tag:yaml.org,2002:null", "null")
    )
    tool.indent(mapping=2, sequence=4, offset=2)
    out = io.BytesIO()
    tool.dump(tool.load(data), out)
    assert out.getvalue() == data
