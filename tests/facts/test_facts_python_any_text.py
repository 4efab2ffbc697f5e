"""What holds for any text: nothing raises, lines are in range, line ends and size change nothing."""

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from reflectgit.facts.model import AnyFact
from reflectgit.facts.observe import LINE_LIMIT, observe

DATA = Path(__file__).parent / "data"
REAL = [path.read_text(encoding="utf-8") for path in sorted(DATA.glob("*.txt"))]
#: What parsers look for, so that any text comes near to them.
PIECES = [
    "Traceback (most recent call last):",
    "  + Exception Group Traceback (most recent call last):",
    '  File "a.py", line 3, in f',
    "KeyError: 'x'",
    "  +-+---------------- 1 ----------------",
    "The above exception was the direct cause of the following exception:",
    "E       AssertionError: assert [1] == [2]",
    "E   ",
    "E",
    ">       x()",
    "____ test_x[a] ____",
    "_ _ _ _ _",
    "== FAILURES ==",
    "FAILED a.py::test_x[a] - ",
    "a.py:3: in f",
    "a.py:3: KeyError: 'y'",
    "name       = [1,",
    "self = <A>, b = 3",
    "test_x (a.B.test_x) ... ",
    "AssertionError: Lists differ: [1] != [2]",
    "First differing element 0:",
    '{"level": "info", "msg": "x", "a": {"b": [1]}}',
    "10:00 INFO x: y=3",
    "exit code -11",
    "Killed",
    "assert 3 ==",
    "1 failed, 2 passed in 0.1s",
    "",
    "    ",
    "\t",
    "\r",
]
lines = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=30)), max_size=25)
texts = st.one_of(st.text(), lines.map("\n".join), lines.map("".join))


def check(text: str) -> tuple[AnyFact, ...]:
    facts = observe(text, "execution")
    last = text.count("\n") + 1
    assert all(1 <= fact.line <= last for fact in facts)
    assert [fact.line for fact in facts] == sorted(fact.line for fact in facts)
    assert len(set(facts)) == len(facts)
    return facts


@settings(max_examples=300, deadline=None)
@given(texts)
def test_any_text(text: str) -> None:
    assert check(text) == observe.__wrapped__(text, "execution")


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(REAL), st.data())
def test_any_part_of_a_real_output(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    check(text[start:end])
    check(text[:start] + data.draw(st.text(max_size=5)) + text[end:])


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(REAL), st.randoms(use_true_random=False))
def test_lines_of_a_real_output_in_any_order(text: str, random) -> None:
    shuffled = text.split("\n")
    random.shuffle(shuffled)
    check("\n".join(shuffled))


@pytest.mark.parametrize("text", REAL)
def test_line_ends_change_nothing(text: str) -> None:
    assert observe(text.replace("\n", "\r\n"), "execution") == observe(text, "execution")


@pytest.mark.parametrize("text", REAL)
def test_what_stands_above_only_moves_the_lines(text: str) -> None:
    moved = tuple(replace(fact, line=fact.line + 2) for fact in observe(text, "execution"))
    assert observe("started\n\n" + text, "execution") == moved


@pytest.mark.parametrize("kind", ["plan", "diagnosis"])
def test_what_is_stated_gives_no_facts(kind) -> None:
    assert observe(REAL[0], kind) == ()


@pytest.mark.parametrize(
    "piece", [*PIECES[:-4], "a=1 ", "[", "'", '"', "\\'", "____ ", "PASSED (", "a: ", "is not "]
)
def test_a_line_of_a_megabyte(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    start = time.process_time()
    check(text)
    check("E   assert " + text)
    check("AssertionError: " + text)
    assert time.process_time() - start < 2


@pytest.mark.parametrize("piece", [*PIECES[:-4], "a=1", "E   assert [1] == [2]", "    +---- 1 ----"])
def test_time_grows_with_the_text(piece: str) -> None:
    """8,000 lines, each full of what is looked for: far below what a quadratic reading would take."""
    start = time.process_time()
    check((piece + "\n") * 8_000)
    assert time.process_time() - start < 2


def test_lines_are_cut_where_the_limit_is() -> None:
    assert observe("x" * LINE_LIMIT + " exit code 3", "execution") == ()
