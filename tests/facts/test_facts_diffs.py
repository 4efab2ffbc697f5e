"""What a patch changed: hunks, functions, identifiers."""

import re

from facts_printed import lines_of
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.facts import diffs
from reflectgit.facts.identifiers import identifiers
from reflectgit.facts.model import Changed

PATCH = """diff --git a/shop/stock.py b/shop/stock.py
index 3b18e51..8baef1b 100644
--- a/shop/stock.py
+++ b/shop/stock.py
@@ -1,4 +1,4 @@
-import os
+import pathlib
 LIMIT = 3
@@ -10,7 +10,7 @@ def total(rows, limit):
     found = 0
     for row in rows:
-        found += row["price"]  # every row has one
+        found += row.get("price", default)  # some rows have none
     return found
--- a/src/shelf.js
+++ b/src/shelf.js
@@ -3,3 +3,4 @@ class Shelf {
   constructor() {
-    this.rows = rows; // shared
+    this.rows = [...rows]; /* a copy */
+    this.label = 'two words';
"""


def changes(text: str) -> list[Changed]:
    return [fact for fact in diffs.parse(lines_of(text)) if isinstance(fact, Changed)]


def test_each_hunk_with_its_file_function_and_names() -> None:
    first, second, third = changes(PATCH)
    assert (first.path, first.function, first.added, first.removed) == (
        "shop/stock.py",
        "",
        ("pathlib",),
        ("os",),
    )
    assert (second.function, second.line) == ("total", 12)
    assert (second.added, second.removed, second.touched) == (
        ("get", "default"),
        (),
        ("found", "row", "price"),
    )
    assert (third.path, third.function) == ("src/shelf.js", "Shelf")
    assert (third.added, third.touched) == (("label",), ("rows",))


def test_comments_and_prose_name_nothing() -> None:
    lines = [
        "total = 0  # the sum of rows",
        '    """Reads a shelf, row by row."""',
        "key = 'price'",
        "say('no rows here')",
    ]
    assert identifiers(lines, "stock.py") == ["total", "key", "price", "say"]
    assert identifiers(["x = 1; // the sum", " * of all rows", '#include "shelf.h"'], "stock.c") == [
        "x",
        "shelf.h",
    ]
    assert identifiers(["select rows -- of all"], "q.sql") == ["select", "rows"]


def test_values_put_into_strings_are_named() -> None:
    assert identifiers(['say(f"row {number} of {total}")'], "stock.py") == ["say", "number", "total"]
    assert identifiers(['cp "$source/rows" "${target}"  # a copy'], "copy.sh") == ["cp", "source", "target"]


def test_a_diff_that_was_cut_is_read_as_far_as_it_goes() -> None:
    assert changes(PATCH[:250])[0].removed == ("os",)
    assert not changes("no diff at all\n+ but a plus\n")


def test_heads_that_count_right_or_wrong_give_the_same() -> None:
    right = "--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-int rows;\n+int shelves;\n@@ -9 +9 @@ int f(void)\n-a();\n+b();\n"
    wrong = right.replace("-1 +1", "-1,7 +1,7").replace("-9 +9", "-9,8 +9,8")
    assert changes(wrong) == changes(right)
    assert [change.function for change in changes(right)] == ["", "f"]


def test_a_hunk_without_a_function_has_none() -> None:
    (change,) = changes("--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-int rows;\n+int shelves;\n")
    assert (change.function, change.added, change.removed) == ("", ("shelves",), ("rows",))


@given(
    st.lists(
        st.sampled_from(
            [*PATCH.split("\n"), "+}", "-\"'", "@@ -1 +1 @@ f(", "@@ ", "+++ b/y", "\\ No newline"]
        )
    )
)
def test_no_identifier_is_made_up(parts: list[str]) -> None:
    text = "\n".join(parts)
    said = set(re.findall(r"[\w$]+(?:[.-][\w$]+)*|[\w$]+", "\n".join(parts))) | set(
        re.findall(r"[\w$]+", text)
    )
    for change in changes(text):
        assert 1 <= change.line <= len(parts)
        assert {*change.added, *change.removed, *change.touched} <= said
        assert not set(change.added) & set(change.removed)
        assert change.function in text
