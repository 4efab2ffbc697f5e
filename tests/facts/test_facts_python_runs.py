"""Logs, values, exits: what stands in the output of any run."""

import pytest

from reflectgit.facts.model import Bound, Exited, Logged
from reflectgit.facts.observe import observe


def logged(text: str) -> list[tuple[str, str]]:
    return [(one.level, one.text) for one in observe(text, "execution") if isinstance(one, Logged)]


def bound(text: str) -> list[tuple[str, str]]:
    return [(one.name, one.value) for one in observe(text, "instrumentation") if isinstance(one, Bound)]


def exited(text: str) -> list[tuple[int | None, str, bool]]:
    return [
        (one.code, one.signal, one.timed_out) for one in observe(text, "execution") if isinstance(one, Exited)
    ]


@pytest.mark.parametrize(
    ("line", "level", "text"),
    [
        ("2024-03-30 22:00:01,123 INFO shop.cart: restocked", "INFO", "shop.cart: restocked"),
        ("2024-03-30T22:00:01Z [error] payment refused", "ERROR", "payment refused"),
        ("INFO:root:loaded 3 rows", "INFO", "loaded 3 rows"),
        ("WARNING  stock:stock.py:82 stock low: 2", "WARNING", "stock low: 2"),
        ("[2024-05-01 10:00:00,000] ERROR in app: no row", "ERROR", "in app: no row"),
        ('level=warn ts=2024-01-01T00:00:00Z msg="started late" id=4', "WARNING", "started late"),
        ("I0330 22:00:00.000123   17 main.go:12] listening", "INFO", "listening"),
        ("[WARN] disk nearly full", "WARNING", "disk nearly full"),
        ('ERROR: relation "x" does not exist', "ERROR", 'relation "x" does not exist'),
        ('{"level": "warn", "msg": "slow query", "ms": 812}', "WARNING", "slow query"),
        ("2024-05-01 10:00:00 - shop - CRITICAL - no space", "CRITICAL", "no space"),
        ("    DEBUG: tried again", "DEBUG", "tried again"),
    ],
)
def test_log_lines(line: str, level: str, text: str) -> None:
    assert logged(line) == [(level, text)]


@pytest.mark.parametrize(
    "line",
    [
        "We got an ERROR in the middle",
        "ERROR tests/test_cart.py::test_sum - KeyError: 'a'",
        "ERROR: test_sum (test_cart.Cart.test_sum)",
        "at 10:00 there was an error in the log",
        "INFORMED: nobody",
        "DEBUG = True",
    ],
)
def test_no_log_lines(line: str) -> None:
    assert logged(line) == []


def test_the_order_of_a_log_is_its_lines() -> None:
    text = "INFO: opened\nsomething else\nINFO: closed\nINFO: opened\n"
    found = [one for one in observe(text, "execution") if isinstance(one, Logged)]
    assert [(one.line, one.text) for one in found] == [(1, "opened"), (3, "closed"), (4, "opened")]


@pytest.mark.parametrize(
    ("line", "pairs"),
    [
        ("retries: 3 limit: 5", [("retries", "3"), ("limit", "5")]),
        ("opened=1 close listeners=2", [("opened", "1"), ("close listeners", "2")]),
        ("end - start = 8:00:00", [("end - start", "8:00:00")]),
        ("order of keys ['a', 'b']", [("order of keys", "['a', 'b']")]),
        ("snapshot {'entries': 3}", [("snapshot", "{'entries': 3}")]),
        ("user.id = 'x7'", [("user.id", "'x7'")]),
        ("cache hit: True", [("cache hit", "True")]),
        ("size of pool: 12 MB", [("size of pool", "12 MB")]),
        ("- colour: blue", [("colour", "blue")]),
        ("len(rows) = 3", [("len(rows)", "3")]),
        ('asked for mode="fast" in path=/srv/a.db', [("mode", '"fast"'), ("path", "/srv/a.db")]),
        ("left with items=[1, 2, 3]", [("items", "[1, 2, 3]")]),
        (
            '{"user": {"id": 7}, "ok": true, "none": null}',
            [("none", "null"), ("ok", "true"), ("user.id", "7")],
        ),
        ("|dx|=   1.710 far=False km=     86.2", [("dx", "1.710"), ("far", "False"), ("km", "86.2")]),
        ("ok   stock nails=128 nuts=5000: none left", [("nails", "128"), ("nuts", "5000")]),
        ("rate: 1_000 total: 1e-9 part: 12%", [("part", "12%"), ("rate", "1_000"), ("total", "1e-9")]),
    ],
)
def test_values(line: str, pairs: list[tuple[str, str]]) -> None:
    assert sorted(bound(line)) == sorted(pairs)


@pytest.mark.parametrize(
    "line",
    [
        "This is a sentence: it says something, and ends.",
        "Note: careful",
        "KeyError: 'x'",
        "+ added = 3",
        "-removed = 3",
        "@@ -1,2 +1,2 @@ total = 3",
        "ERROR: 3",
        "tests/test_cart.py .F.                 [100%]",
        "test_sum (test_cart.Cart.test_sum)",
        "FAILED (failures=1, errors=2)",
        "a == b",
        "https://example.com/?a=1",
        "if total == 3: return 4",
    ],
)
def test_no_values(line: str) -> None:
    assert bound(line) == []


def test_source_and_diffs_bind_nothing() -> None:
    traceback = (
        'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    total = 3\nKeyError: 1\n'
    )
    diff = (
        "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-total = 3\n+total = 4\n size = 2\n"
    )
    assert bound(traceback) == []
    assert bound(diff) == []


@pytest.mark.parametrize(
    ("line", "code", "name"),
    [
        ("exit code 2", 2, ""),
        ("exited with 139", 139, "SIGSEGV"),
        ("Process finished with exit code 137 (interrupted by signal 9: SIGKILL)", 137, "SIGKILL"),
        ("CalledProcessError: Command 'false' returned non-zero exit status 1.", 1, ""),
        ("died with <Signals.SIGKILL: 9>.", None, "SIGKILL"),
        ("Segmentation fault (core dumped)", None, "SIGSEGV"),
        ("./run.sh: line 3:  4121 Killed                  python job.py", None, "SIGKILL"),
        ("Killed", None, "SIGKILL"),
        ("signal: killed", None, "SIGKILL"),
        (
            "process didn't exit successfully: `x` (signal: 11, SIGSEGV: invalid memory reference)",
            None,
            "SIGSEGV",
        ),
        ("make: *** [test] Error 2", 2, ""),
        ("make[1]: *** [Makefile:3: test] Error 1", 1, ""),
        ("Fatal Python error: Segmentation fault", None, "SIGSEGV"),
        ("returncode=-11", -11, "SIGSEGV"),
        ("exit status 3221225477", 3221225477, ""),
        ("terminated by signal SIGABRT (Abort)", None, "SIGABRT"),
        ("exit status: 0", 0, ""),
    ],
)
def test_exits(line: str, code: int | None, name: str) -> None:
    assert exited(line) == [(code, name, False)]


@pytest.mark.parametrize(
    "line",
    [
        "command timed out after 5s",
        "subprocess.TimeoutExpired: Command 'sleep' timed out after 0.1 seconds",
        "E       Failed: Timeout >1.0s",
        "The job has timed out",
    ],
)
def test_timeouts(line: str) -> None:
    assert exited(line) == [(None, "", True)]


@pytest.mark.parametrize(
    "line",
    [
        "expected exit code 0",
        "HTTP returned status 404",
        "connection timed out after 5s",
        "sys.exit(2)",
        "exit code 4096",
        "nobody was Killed here",
        "signals a change",
    ],
)
def test_no_exits(line: str) -> None:
    assert exited(line) == []
