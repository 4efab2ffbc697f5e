"""Outward blame: a party with a fault, or with a demand that it change; a topic is no blame."""

import json
from pathlib import Path

import pytest

from reflectgit.text.blame import blames_outward

BLAME = (
    "The tests were wrong.",
    "The framework is simply broken.",
    "This is a bug in the standard library.",
    "Our change was correct; the fixture is unrealistic.",
    "The plan was right, the server answered late.",
    "Report it to the maintainers and skip the test until they answer.",
    "Relax the flaky assertion.",
    "Ask the vendor to allow more connections.",
    "The spec should be changed so that empty names pass.",
    "The fault lies with the runner.",
    "Nothing is wrong with our parser code, the data is corrupt.",
    "The limiter works as designed, and the case is contrived.",
    "The test author misread the specification.",
    "File a bug against the driver and pin the old version.",
    "Users must not enter accents.",
    "The compiler miscompiles the loop.",
    "Loosen the tolerance of the test.",
)
OWN = (
    "The test shows that the plan took the wrong key.",
    "The plan thought that the server closes idle connections; it does not.",
    "The library sorts by code point, which the patch did not consider.",
    "The assertion reads 3 in place of 5, so the patch counts twice.",
    "Run the tests under several seeds.",
    "The patch passes the wrong argument to the compiler.",
    "Check the data before it is written, and fix the reader.",
    "The API returns pages; the patch read only the first.",
    "Tests that format numbers need a pinned locale.",
    "The code is compiled twice, and the module is loaded late.",
    "The code is almost correct.",
    "The solution is to correct the bound of the loop.",
    "The mock in the plan hides that the real client retries.",
    "Declaring the shared file as an input renews both halves.",
    "The change trusted the file order of the operating system, which is not defined.",
    "Every caller must hold the lock; the new one did not.",
)


@pytest.mark.parametrize("text", BLAME)
def test_blame(text: str) -> None:
    assert blames_outward(text)


@pytest.mark.parametrize("text", OWN)
def test_ones_own_error(text: str) -> None:
    assert not blames_outward(text)


def _sentences(voice: str, blame: bool) -> list[str]:
    lines = (Path(__file__).parents[1] / "data" / "lessons" / "blame.jsonl").read_text(encoding="utf-8")
    told = [json.loads(line) for line in lines.splitlines()]
    return [one["text"] for one in told if (one["voice"], one["blame"]) == (voice, blame)]


@pytest.mark.parametrize(("voice", "least"), [("wren", 0.85), ("crake", 0.70)])
def test_blame_in_single_sentences_of_many_wordings(voice: str, least: float) -> None:
    """A story has five or six of these: each is one more chance to tell."""
    told = [blames_outward(text) for text in _sentences(voice, blame=True)]
    assert sum(told) >= least * len(told)


@pytest.mark.parametrize("voice", ["wren", "crake"])
def test_no_sentence_about_ones_own_error_is_blame(voice: str) -> None:
    assert [text for text in _sentences(voice, blame=False) if blames_outward(text)] == []
