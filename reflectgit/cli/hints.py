"""What `lint` points at that is no fault: quotes that name no item, and a story that quotes nothing."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from reflectgit.cli.held import named, observed
from reflectgit.cli.terminal import cut, one_line

if TYPE_CHECKING:
    from reflectgit.model import EvidenceRecord, Reflection

#: Between backticks, or what in quotation marks has the length of a quote: a single word is often only a name.
_TICKED = re.compile(r"`([^`]{4,2000})`")
_MARKED = re.compile(r"[\"“„]([^\"“”„]{4,2000})[\"”“]")
_SHOWN = 60


class Hint(NamedTuple):
    """`claim` is the field that is meant; "" for the whole story."""

    claim: str
    message: str


def hints(reflection: "Reflection", record: "EvidenceRecord") -> list[Hint]:
    """What the author may want to look at before the story is judged."""
    from reflectgit.text.quotes import quotes

    claims = reflection.claims()
    found = [
        Hint(name, said) for name, claim in claims.items() for said in _unnamed(claim, reflection, record)
    ]
    if claims and not any(quotes(claim) for claim in claims.values()):
        found.append(Hint("", _without_quotes(record)))
    return found


def _unnamed(claim: str, reflection: "Reflection", record: "EvidenceRecord") -> Iterator[str]:
    """Spans that look like quotes and name no item; beside a quote, code between backticks is only a name."""
    from reflectgit.text.quotes import quotes, stands_in, without_quotes

    rest, has_quote = without_quotes(claim), bool(quotes(claim))
    for text in dict.fromkeys([*_TICKED.findall(rest), *_MARKED.findall(rest)]):
        if has_quote and " " not in text.strip():
            continue
        items = [item.id for item in record.items() if stands_in(text, item.content)]
        ids = [name for name in items if name in reflection.evidence_ids] or items
        shown = f"`{cut(one_line(text), _SHOWN)}`"
        if ids:
            yield f"{shown} names no item, and is read as no quote: write {shown} [{ids[0]}]"
        elif " " in text.strip():
            yield f"{shown} stands in no item word for word; a quote names its item: `...` [item id]"


def _without_quotes(record: "EvidenceRecord") -> str:
    seen = observed(record)
    places = f" ({named(seen)})" if seen else ""
    like = seen[0] if seen else record.diagnosis.id
    return (
        f"no claim quotes anything: admit will hold it as thin evidence unless it names what was observed{places}"
        f" and tells the cause as {record.diagnosis.id} does; a quote in each claim, like `...` [{like}], makes it"
        " stronger"
    )
