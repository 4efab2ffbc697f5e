"""What tools printed (`data/printed`), and the facts in it."""

from pathlib import Path
from typing import TypeVar

from reflectgit.facts.model import AnyFact
from reflectgit.facts.observe import LINE_LIMIT, Parse

PRINTED = Path(__file__).parent / "data" / "printed"
F = TypeVar("F", bound=AnyFact)


def lines_of(text: str) -> tuple[str, ...]:
    """The lines of a text as `observe` hands them to parsers."""
    return tuple(line[:LINE_LIMIT].rstrip() for line in text.split("\n"))


def printed(name: str) -> str:
    return (PRINTED / f"{name}.txt").read_text(encoding="utf-8")


def facts(parse: Parse, sort: type[F], text: str) -> list[F]:
    """The facts of a sort in a text, each once, by their lines."""
    found = dict.fromkeys(fact for fact in parse(lines_of(text)) if isinstance(fact, sort))
    return sorted(found, key=lambda fact: fact.line)
