"""Two runs of one failure have one template and one site; two failures have two."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.text.template import message_template, normal_site, site_path

DOCS = Path(__file__).resolve().parents[2] / "docs" / "signatures.md"
ROW = re.compile(r"^\| (same|differ|site) \| `(.+?)` \| `(.+?)` \|", re.MULTILINE)
ROWS = ROW.findall(DOCS.read_text("utf-8"))


@pytest.mark.parametrize(("kind", "one", "other"), ROWS)
def test_the_documented_table_holds(kind: str, one: str, other: str) -> None:
    if kind == "site":
        assert normal_site(one) == other
        return
    templates = {message_template("Error", one), message_template("Error", other)}
    assert len(templates) == (1 if kind == "same" else 2), templates


def test_the_table_is_read() -> None:
    assert len(ROWS) > 50


def test_two_runs_of_one_failure_show_their_masks() -> None:
    runs = [
        f"ValueError: bad handle <object object at 0x7f70b5f9{n}5d0> job=123e4567-e89b-12d3-a456-42661417400{n} at "
        f"2026-11-30 21:22:3{n}.123456 in /tmp/pytest-of-bo/pytest-{n}/test_x0/x-{n}77.json took 0.8{n}s, 3.{n} MiB"
        for n in (1, 2)
    ]
    templates = {message_template("ValueError", run) for run in runs}
    assert templates == {
        "bad handle <object object at <addr>> job=<uuid> at <time> in <tmp> took <amount>, <amount>"
    }


@pytest.mark.parametrize(
    ("class_", "message", "template"),
    [
        ("KeyError", "KeyError: 'discount'", "'discount'"),
        ("KeyError", "shop.errors.KeyError: 'discount'", "'discount'"),
        ("shop.errors.KeyError", "KeyError: 'discount'", "'discount'"),
        ("Error", "std::io::Error: gone", "gone"),
        ("KeyError", "KeyError", ""),
        ("KeyError", "ValueError: of a cause", "ValueError: of a cause"),
        ("panic", "thread 'tests::a' (311) panicked at src/lib.rs:5:17:\nattempt to subtract with overflow",
         "thread panicked at src/lib.rs attempt to subtract with overflow"),
        ("AssertionError", "assert [0, 1, 2] == [0, 1]\n  At index 2\n  Use -v", "assert [<n>, ...] == [<n>, ...]"),
        ("AssertionError", "values differ:\n\n1280 !== 320", "values differ: <n> !== <n>"),
        ("E", "\n\n  late  text \r\n", "late text"),
        ("E", "", ""),
    ],
)  # fmt: skip
def test_the_prefix_goes_and_the_first_line_speaks(class_: str, message: str, template: str) -> None:
    assert message_template(class_, message) == template


def test_line_ends_do_not_matter() -> None:
    assert message_template("E", "got:\r\n 3 args\r\n") == message_template("E", "got:\n 3 args\n")


def test_a_secret_or_a_person_never_shows() -> None:
    assert message_template("E", "[redacted:user] failed") == "[redacted:user] failed"
    assert normal_site("/home/ines/shop/cart.py:total") == normal_site(
        "/home/[redacted:user]/shop/cart.py:total"
    )


messages = st.lists(
    st.text(max_size=4)
    | st.sampled_from(["0x7f70b5f975d0", "17", "3.5 MiB", "/tmp/x.py", "/home/a/b/src/c.py:3", "port 80", ":",
    "-", "x.py:3",
                       "[0, 1]", "2026-11-30", "12:30:01", "expected 2", "<n>", "deadbee1", "\n",
                       "$$Lambda$4/0x12", "1e5"])
).map(" ".join)  # fmt: skip


@given(messages)
def test_a_template_is_one_line_and_its_own_template(message: str) -> None:
    template = message_template("SomeError", message)
    assert len(template.splitlines()) <= 1
    assert message_template("SomeError", template) == template


@given(messages)
def test_a_site_is_one_line_and_its_own_site(site: str) -> None:
    normal = normal_site(site)
    assert len(normal.splitlines()) <= 1
    assert normal_site(normal) == normal


UNITS = ["a", "1", "1 ", "1.", "-1", "/", "/tmp", "/tmp/a", "/home/a", "deadbee1", "x.py:1", "2026-", "$$",
"$$Lambda", "C:\\",
         "[1, ", "Mon ", "<n>", "f:", "::"]  # fmt: skip


@pytest.mark.parametrize("unit", UNITS)
def test_time_grows_with_the_length(unit: str, grows_linearly: Callable[..., None]) -> None:
    grows_linearly(lambda text: message_template("Error", text), unit)
    grows_linearly(normal_site, unit)


@pytest.mark.parametrize(
    ("site", "path"),
    [
        ("shop/cart.py:total", "shop/cart.py"),
        ("test_titles.py:test_ending", "test_titles.py"),
        ("/home/ines/shop/cart.py:12:total", "cart.py"),
        ("src/net/pool.rs::Pool::get", "src/net/pool.rs"),
        ('File "src/größe.py", line 3, in total', "src/größe.py"),
        ("shop.cart:total", ""),
        ("main", ""),
        ("while reading a/b: no such file", ""),
        ("/tmp/x1/cart.py:total", ""),
        ("", ""),
    ],
)
def test_the_file_of_a_site(site: str, path: str) -> None:
    assert site_path(site) == path
