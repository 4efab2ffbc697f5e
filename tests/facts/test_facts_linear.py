"""Four times the text takes some four times as long, whatever it is made of: lines, brackets, frames, heads, quotes."""

import time
from collections.abc import Callable

import pytest

from reflectgit.facts.beside import neighbours
from reflectgit.facts.observe import PARSERS
from reflectgit.text.redact import redact
from reflectgit.text.words import stem_set

#: Linear is 4; quadratic would be 16. Some room for a busy machine, and for what is too short to be measured.
MOST, FLOOR = 9.0, 0.02

TEXTS: dict[str, Callable[[int], str]] = {
    "one line": lambda n: "".join(f"crane_{k}={k}, " for k in range(n * 8)),
    "one word": lambda n: "x" * (n * 100),
    "brackets": lambda n: "load = " + "([{" * (n * 10) + "\n" + "hoist = [[[[{{{{\n" * n,
    "equals": lambda n: "=" * (n * 20) + "\n" + ("a=" * 190 + "\n") * (n // 4),
    "quotes": lambda n: ("'" * 90 + '"' * 90 + "\\" * 9 + "password='\n") * n,
    "dashes": lambda n: "-" * (n * 20) + "-x" * (n * 20) + "\n" + "----- \n" * n,
    "digits": lambda n: "1" * (n * 20) + "1_" * (n * 10) + "1,1." * (n * 10),
    "python frames": lambda n: (
        "Traceback (most recent call last):\n"
        + '  File "q/c.py", line 9, in f\n    f()\n' * n
        + "OSError: x\n"
    ),
    "frames of javascript": lambda n: "Error: x\n" + "    at f (/q/c.js:1:2)\n" * n,
    "frames of java": lambda n: "Caused by: a.B: x\n" + "\tat a.B.f(B.java:1)\n" * n,
    "heads without frames": lambda n: (
        "Error: hull\nCaused by: a.B: hull\nthread 'a' panicked at x.rs:1:1:\n" * n
    ),
    "explained": lambda n: "E   assert [1] == [2]\nE     At index 0 diff: 1 != 2\n" * n,
    "tests": lambda n: "FAILED t.py::test_a - assert 1 == 2\n--- FAIL: TestA (0.0s)\nnot ok 1 - hull\n" * n,
    "compilers": lambda n: "a.c:1:2: error: hull\nerror[E0502]: hull\n --> a.rs:1:2\n" * n,
    "diff": lambda n: "--- a/q.py\n+++ b/q.py\n" + "@@ -1,1 +1,1 @@\n-a = 1\n+b = 2\n" * n,
    "JSON": lambda n: '{"level": "info", "msg": "hull", "a": {"b": [1, 2]}}\n' * n + "[" * n,
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_facts_take_linear_time(text):
    for parser in PARSERS:
        assert_linear(
            lambda many, parse=parser.parse: list(parse([line[:4_000] for line in many.split("\n")])), text
        )


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_redacting_and_stemming_take_linear_time(text):
    assert_linear(redact, text)
    assert_linear(stem_set, text)
    assert_linear(lambda many: neighbours(many, frozenset({"crane", "hull", "index", "line"})), text)


def assert_linear(act: Callable[[str], object], text: Callable[[int], str]) -> None:
    few, many = text(250), text(1_000)
    short, long = least(act, few), least(act, many)
    assert long < max(short, FLOOR / MOST) * MOST, (short, long)


def least(act: Callable[[str], object], text: str) -> float:
    """CPU seconds, the least of up to three times: of one that is quick enough there is no need to know more."""
    spent = float("inf")
    for round_ in range(3):
        begun = time.process_time()
        act(f"{text}\n{round_}")
        spent = min(spent, time.process_time() - begun)
        if spent < FLOOR / 2:
            break
    return spent
