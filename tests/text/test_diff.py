"""Diffs: read where they parse, by lines where they do not, never an exception."""

from hypothesis import given
from hypothesis import strategies as st

from reflectgit.text.diff import Hunk, read_diff

DIFF = """\
--- a/src/gr\u00f6\u00dfe.py
+++ b/src/gr\u00f6\u00dfe.py
@@ -1,2 +1,2 @@
 keep
-old
+new
--- a/docs/a b/x.md
+++ b/docs/a b/x.md
@@ -0,0 +1 @@
+text
"""


def test_a_unified_diff() -> None:
    first, second = read_diff(DIFF)
    assert first == Hunk(path="src/größe.py", removed=("old",), added=("new",))
    assert (second.path, second.added) == ("docs/a b/x.md", ("text",))


def test_a_cut_diff_is_read_by_its_lines() -> None:
    cut = DIFF[: DIFF.index("+new")] + "+new\n[... 900 bytes elided ...]\n+more\n"
    assert read_diff(cut)[0].added[0] == "new"
    assert read_diff("--- a/x.py\n+++ b/x.py\n-a\n+b") == [Hunk(path="x.py", removed=("a",), added=("b",))]
    assert read_diff("no diff at all") == []


@given(st.text(alphabet="+-@ ab1,\n/", max_size=200))
def test_reading_never_raises(text: str) -> None:
    read_diff(text)
    read_diff("@@ -1,3 +1,3 @@\n" + text)
