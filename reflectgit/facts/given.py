"""Facts that came with an item, and facts as an importer writes them: one form for both (CONTRACT, "Inputs")."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from reflectgit.facts.model import AnyFact


def given(facts: Iterable[Mapping[str, object]]) -> tuple[AnyFact, ...]:
    """The facts that a harness handed over with an item, where they have our form; others are passed over.

    Args:
        facts: `Item.facts`: mappings with ``kind`` and the slots of that kind (facts/model.py). ``line`` may be absent.
    """
    return tuple(_typed(facts))


def _typed(facts: Iterable[Mapping[str, object]]) -> Iterator[AnyFact]:
    for fact in facts:
        try:
            yield msgspec.convert(fact, AnyFact)
        except msgspec.ValidationError:
            continue  # a harness may have kinds of its own: they are searched as text


def as_dicts(facts: Iterable[AnyFact]) -> list[dict[str, Any]]:
    """The facts as `Item.facts` holds them: plain values, slots that say nothing left out."""
    return [msgspec.to_builtins(fact) for fact in facts]
