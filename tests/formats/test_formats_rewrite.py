"""A reviewer's comments outlive a rewrite, and a rewrite changes nothing but what it has to."""

import difflib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflectgit.errors import BadInput
from reflectgit.formats.emit import rewrite, to_yaml
from reflectgit.formats.read import load_yaml

HAND_WRITTEN = (
    """\
# agreed in review
statement: 'quoted by hand'   # wording is final
scope: >-
  folded by
  hand
derived_from:
    failures:
        - "f-1"  # the first
        # the one from staging
        - "f-2"
    successes: []
# why these
evidence: ["a#b"]
notes: |
  # no comment
  text # neither


confidence: 0.5
long: """
    + "x" * 200
    + """
times_applied: 0\x20\x20

# the end
"""
)


def value_of(text: str | bytes) -> Any:
    return load_yaml(text, "f.yaml")


def changed_lines(old: str, new: bytes) -> list[str]:
    lines = difflib.ndiff(old.splitlines(), new.decode().splitlines())
    return [line for line in lines if line.startswith(("+", "-"))]


def test_the_same_value_leaves_every_byte() -> None:
    old = HAND_WRITTEN.encode()
    assert rewrite(old, value_of(old)) == old


def test_only_the_changed_member_differs() -> None:
    value = value_of(HAND_WRITTEN) | {"confidence": 0.6, "times_applied": 1}
    new = rewrite(HAND_WRITTEN.encode(), value)
    assert changed_lines(HAND_WRITTEN, new) == [
        "- confidence: 0.5",
        "+ confidence: 0.6",
        "- times_applied: 0  ",
        "+ times_applied: 1",
    ]
    assert rewrite(new, value) == new


def test_comments_inside_a_member_that_changed_stay_beside_their_items() -> None:
    value = value_of(HAND_WRITTEN)
    value["derived_from"]["failures"] = ["f-0", "f-1", "f-2", "f-3"]
    new = rewrite(HAND_WRITTEN.encode(), value)
    assert value_of(new) == value
    assert b'# the one from staging\n    - "f-2"\n' in new
    assert b'- "f-1"      # the first\n' in new


def test_a_comment_whose_item_goes_is_kept_above_its_member() -> None:
    value = value_of(HAND_WRITTEN)
    value["derived_from"]["failures"] = ["f-2"]
    new = rewrite(HAND_WRITTEN.encode(), value).decode()
    assert "# the first\n" in new
    assert "# the one from staging\n" in new


def test_a_comment_of_a_member_that_goes_is_kept() -> None:
    value = value_of(HAND_WRITTEN)
    del value["evidence"]
    new = rewrite(HAND_WRITTEN.encode(), value)
    assert value_of(new) == value
    assert b"# why these\n" in new


def test_without_comments_the_bytes_are_canonical() -> None:
    value = {"a": "# not a comment", "b": [1, 2]}
    assert rewrite(b"a: '# not a comment'\nb: [1]\n", value) == to_yaml(value)


def test_an_empty_file_becomes_canonical() -> None:
    assert rewrite(b"", {"a": 1}) == rewrite(b" \n", {"a": 1}) == b"a: 1\n"


def test_flow_style_with_comments_becomes_canonical_under_them() -> None:
    assert rewrite(b"{a: 1, # one\n b: 2}\n", {"a": 3, "b": 2}) == b"# one\na: 3\nb: 2\n"


def test_crlf_line_ends_become_lf_where_something_changes() -> None:
    assert rewrite(b"# note\r\na: 1\r\nb: 2\r\n", {"a": 1, "b": 3}) == b"# note\na: 1\nb: 3\n"


def test_a_file_that_cannot_be_read_is_not_overwritten() -> None:
    with pytest.raises(BadInput):
        rewrite(b"a: &x 1\n", {"a": 1})


COMMENTS = st.sampled_from(["", "# why\n", "# one\n# two: x\n", "\n# 'quoted\n\n"])
MEMBERS = st.dictionaries(
    st.sampled_from("abcdef"),
    st.one_of(
        st.integers(0, 3),
        st.none(),
        st.sampled_from(["x", "p # q\nr", "# s\nt\n", "u\n\n"]),
        st.lists(st.sampled_from(["one", "two", "three # 3"]), max_size=3),
        st.fixed_dictionaries(
            {"in": st.lists(st.integers(0, 2), max_size=2), "out": st.sampled_from(["v", "w\n#x"])}
        ),
    ),
    min_size=1,
    max_size=5,
)


@settings(max_examples=150, deadline=None)
@given(before=MEMBERS, after=MEMBERS, data=st.data())
def test_no_value_and_no_comment_is_lost(
    before: dict[str, Any], after: dict[str, Any], data: st.DataObject
) -> None:
    written = [data.draw(COMMENTS) + to_yaml({key: member}).decode() for key, member in before.items()]
    # comments between the lines of a list, too
    old = "".join(written).replace('  - "two"', '  # of two\n  - "two" # beside') + data.draw(COMMENTS)
    new = rewrite(old.encode(), after)
    assert value_of(new) == after
    assert list(value_of(new)) == list(after) or value_of(old) == after
    for comment in ("# why", "# two: x", "# 'quoted", "# of two", "# beside"):
        assert new.decode().count(comment) >= old.count(comment)
    assert rewrite(new, after) == new
