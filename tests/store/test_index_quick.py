"""The quick reader gives what the strict one gives, or nothing."""

from typing import Any

import ledger_builder as build
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflectgit.errors import BadInput
from reflectgit.formats.emit import to_yaml
from reflectgit.formats.read import load_yaml
from reflectgit.store.index_quick import quick

TEXT = st.text(st.sampled_from("ab \n\t\"\\:-#|>'[]{}&*!%@`~0.\u00e9\u2028\x85\u200b\U0001f600"), max_size=12)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-9, 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT
)
KEYS = st.sampled_from(["id", "null", "yes", "True", "a-b", "with space", "1", "", "é"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)


def strictly(data: bytes) -> Any:
    try:
        return load_yaml(data, "x.yaml")
    except BadInput:
        return BadInput


def same(one: Any, other: Any) -> bool:
    """Equal, and of the same types throughout: 1, 1.0 and True are three values."""
    return repr(one) == repr(other)


def files() -> list[bytes]:
    made = build.Ledger([*build.many(1), build.reject(build.termination(2))])
    return list(made.files().values())


@pytest.mark.parametrize("data", files())
def test_files_of_a_store_are_read_quickly(data: bytes) -> None:
    assert quick(data) is not None
    assert same(quick(data), strictly(data))


@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4))
@settings(max_examples=300, deadline=None)
def test_what_the_writer_writes(value: dict[str, Any]) -> None:
    data = to_yaml(value)
    found = quick(data)
    assert found is None or same(found, strictly(data))


SOME_LINES = r"""
a: 1|b: "x"|a:|  c: null|  - d|- e|  - "f"|- g: 1|  text||  |    |# no|j: "x" # no|k: 'x'|l: [1]|m: []|n: {}
o: 0x1|p: 1e5|q: .5|r: 1e999|s: "\u00e9"|t: "\ud83d\ude00"|u: "\x41"|v: &a 1|w: *a|null: 1|x: ~|---|...|y: "a
- - 1|  - - "x"|-|  -|aa: 010|ab: -0|ac: True|ad: null|ae: "a\tb"|af : 1|"ag": 1|ah: a: b|ai: "\/"|    text
"""
LITERALS = ["  h: |2-", "i: |2+", "i: |2-", "z: |", "- |2-", "  - |2+"]
LINES = st.lists(st.sampled_from([*SOME_LINES.strip().replace("\n", "|").split("|"), *LITERALS]), max_size=7)


@given(LINES)
@settings(max_examples=1500, deadline=None)
def test_any_lines(lines: list[str]) -> None:
    data = "".join(f"{line}\n" for line in lines).encode()
    found = quick(data)
    assert found is None or same(found, strictly(data))


@given(
    st.sampled_from(files()),
    st.integers(0, 4000),
    st.sampled_from([b"", b" ", b"\n", b"#", b"-", b'"', b":", b"\t", b"\xc2\x85"]),
)
@settings(max_examples=500, deadline=None)
def test_a_file_that_was_edited(data: bytes, at: int, put: bytes) -> None:
    edited = data[:at] + put + data[at + 1 :]
    found = quick(edited)
    assert found is None or same(found, strictly(edited))


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"a: 1", b"\xff\n", b"\xef\xbb\xbfa: 1\n", b"a: 1\r\n", b"1\n", b"a: 1\na: 2\n"]
)
def test_other_files_are_left_to_the_strict_reader(data: bytes) -> None:
    assert quick(data) is None


def test_nesting_is_bounded() -> None:
    assert quick(b"- " * 5000 + b"1\n") is None
