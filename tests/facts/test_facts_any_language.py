"""What every parser keeps, whatever the text: it never raises, places every fact, repeats itself, takes linear time."""

import time
from collections.abc import Iterator

import pytest
from facts_printed import PRINTED, lines_of
from hypothesis import given, settings
from hypothesis import strategies as st

from reflectgit.facts import (
    builds,
    c_family,
    checkers,
    cpp_tests,
    diffs,
    go,
    java,
    java_tests,
    javascript,
    marked_tests,
    plain_tests,
    rust,
    sanitizers,
    shell,
    sql,
    tap,
    typescript,
)
from reflectgit.facts.observe import Parse, observe

PARSERS: dict[str, Parse] = {
    module.__name__.rpartition(".")[2]: module.parse
    for module in (
        builds, c_family, checkers, cpp_tests, diffs, go, java, java_tests, javascript, marked_tests, plain_tests, rust,
        sanitizers, shell, sql, tap, typescript,
    )
}  # fmt: skip
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(PRINTED.glob("*.txt"))}
#: Lines that some parser reads, and what stands between them.
PIECES = sorted({line for text in TEXTS.values() for line in text.split("\n")})
NEAR = [
    "",
    "    ",
    "at ",
    "expected: <",
    "got ",
    "'" * 9,
    "1" * 5000,
    "9" * 400 + ":1:1",
    "²:³:¹",
    "\u0663:\u0663",
    "(" * 50,
]


def mutated(line: str, cut: int, put: str) -> str:
    return line[: cut % (len(line) + 1)] + put + line[cut % (len(line) + 1) + 1 :]


@pytest.mark.parametrize("parse", PARSERS.values(), ids=PARSERS)
@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(st.sampled_from([*PIECES, *NEAR]), st.integers(0, 4000), st.sampled_from(["", *NEAR])),
        max_size=25,
    )
)
def test_any_mixture_of_damaged_lines(parse: Parse, parts: list[tuple[str, int, str]]) -> None:
    lines = lines_of("\n".join(mutated(*part) for part in parts))
    found = list(parse(lines))
    assert all(1 <= fact.line <= len(lines) for fact in found)
    assert found == list(parse(lines))


@pytest.mark.parametrize("parse", PARSERS.values(), ids=PARSERS)
@settings(max_examples=30)
@given(st.text(max_size=300))
def test_any_text(parse: Parse, text: str) -> None:
    lines = lines_of(text)
    assert all(1 <= fact.line <= len(lines) for fact in parse(lines))


@pytest.mark.parametrize("name", TEXTS)
def test_every_truncation(name: str) -> None:
    text = TEXTS[name]
    for end in range(0, len(text), max(1, len(text) // 40)):
        for fact in observe(text[:end], "execution"):
            assert 1 <= fact.line <= text.count("\n") + 1


@pytest.mark.parametrize("name", TEXTS)
def test_a_fact_says_what_is_printed(name: str) -> None:
    """Paths, functions and names stand in the text; so do sides, of which those of several lines line by line."""
    text = TEXTS[name]
    for fact in observe(text, "execution"):
        for slot in ("path", "function", "name", "left", "right"):
            for line in getattr(fact, slot, "").split("\n"):
                assert line in text or (
                    slot in ("left", "right") and line in text.replace("[", "").replace("]", "")
                )


def heavy() -> Iterator[tuple[str, str]]:
    pieces = (
        "at x (",
        "expected ",
        "got ",
        "want ",
        ": error: ",
        "<",
        "'",
        "== ",
        " !== ",
        "(a (",
        "Error: ",
        "1:1:",
    )
    for piece in pieces:
        yield piece, piece * (1_000_000 // len(piece))
    yield "one long word", "a" * 1_000_000
    yield "many frames", "    at total (/builds/x/stock.js:2:70)\n" * 25_000
    yield "many sides", "assertion `left == right` failed\n  left: 1\n" * 20_000
    yield "many blocks", "not ok 1 - x\n  ---\n  error: 'x'\n" * 20_000


@pytest.mark.parametrize("text", [text for _, text in heavy()], ids=[name for name, _ in heavy()])
def test_a_million_characters_take_time_in_proportion(text: str) -> None:
    lines = text.split("\n")
    for name, parse in PARSERS.items():
        begin = time.process_time()
        for _ in parse(lines):
            pass
        assert time.process_time() - begin < 3, name
