"""Patterns that mean the same on every Python 3.11."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import reflectgit
from reflectgit.text.template import message_template

SOURCES = sorted(Path(reflectgit.__file__).parent.rglob("*.py"))
#: A quantifier with a plus behind it, or an atomic group; a class of characters may hold either.
POSSESSIVE = re.compile(r"[*+?]\+|\{\d*,?\d*\}\+|\(\?>")
LITERAL = re.compile(
    r"\b[rR][bBfF]?(?:\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')|\b[bBfF]r\"(?:[^\"\\\n]|\\.)*\""
)
CLASS = re.compile(r"\\.|\[\^?\]?(?:[^\]\\]|\\.)*\]")


def possessive(source: str) -> Iterator[str]:
    for literal in LITERAL.findall(source):
        plain = CLASS.sub("x", literal.replace("{{", "{").replace("}}", "}"))
        yield from POSSESSIVE.findall(plain)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_pattern_is_possessive(path: Path) -> None:
    """Up to Python 3.11.4 such groups match wrongly (CPython gh-106052), and signatures would differ."""
    assert list(possessive(path.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    "source", [r'r"a++"', r"rf'(?:a|b)*+c'", r'rb"x{1,3}+"', r'rf"x{{2}}+"', r'r"(?>a)"']
)
def test_what_is_possessive_is_seen(source: str) -> None:
    assert list(possessive(source))


@pytest.mark.parametrize(
    ("message", "template"),
    [
        ("at 1.2.3x of 4", "at 1.2.3x of <n>"),
        ("at 1.2.3 of 1e5.3", "at <n> of <n>.3"),
        ("at 12e x -3.5E-7", "at 12e x <n>"),
        ("pkg.mod::KeyError: x", "x"),
        ("KeyError::x: y", "KeyError::x: y"),
    ],
)
def test_numbers_and_classes_are_told_apart_without(message: str, template: str) -> None:
    assert message_template("KeyError", message) == template
