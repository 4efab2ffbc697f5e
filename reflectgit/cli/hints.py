"""What `lint` points at that is no fault of form, and that `admit` would hold or refuse a story for.

Quotes that name no item or are nearly verbatim, a story that quotes nothing, another outcome than the record's, words
of the scope that look like facets and are none; and what the gate says of the story by itself, without any store.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from reflectgit.cli.held import quote_of, story_would_hold, would_hold
from reflectgit.cli.lacking import FAILED, observed
from reflectgit.cli.terminal import cut, one_line

if TYPE_CHECKING:
    from reflectgit.model import Check, EvidenceRecord, Grade, Item, Reflection
    from reflectgit.pipeline import Judged

#: Between backticks, or what in quotation marks has the length of a quote: a single word is often only a name.
_TICKED = re.compile(r"`([^`]{4,2000})`")
_MARKED = re.compile(r"[\"“„]([^\"“”„]{4,2000})[\"”“]")
_SHOWN = 60
#: A word with a colon inside, as facets have it; an address is none.
_FACET_LIKE = re.compile(r"(?<!\S)-?([A-Za-z][A-Za-z_-]*):(?![:/])\S+")
#: The grade that a store asks for unless its policy says otherwise.
_ASKED: "Grade" = "C"
#: A quote shorter than this is like too many lines.
_LONG_ENOUGH = 8


class Hint(NamedTuple):
    """`claim` is the field that is meant; "" for the whole story."""

    claim: str
    message: str


def hints(reflection: "Reflection", judged: "Judged") -> list[Hint]:
    """What the author may want to look at before the story is judged.

    Args:
        reflection: as the gate judges it.
        judged: what the gate makes of it where nothing is known beside it.
    """
    from reflectgit.text.quotes import quotes

    record, claims = judged.record, reflection.claims()
    found = [
        Hint(name, said) for name, claim in claims.items() for said in _unnamed(claim, reflection, record)
    ]
    found += [Hint(name, said) for name, claim in claims.items() for said in _nearly(claim, record)]
    found += [Hint("scope", said) for said in _no_facets(reflection.scope)]
    if claims and not any(quotes(claim) for claim in claims.values()):
        found += [Hint("", said) for said in _without_quotes(judged)]
    if reflection.outcome != record.outcome and claims:
        said = f"the story tells of {reflection.outcome}, and the record of {record.outcome}"
        found.append(Hint("outcome", f"{said}: admit will refuse it"))
    return list(dict.fromkeys([*found, *_refused(judged)]))


def _nearly(claim: str, record: "EvidenceRecord") -> Iterator[str]:
    """Quotes that do not stand in the item that they name, each with the line that may be meant."""
    from reflectgit.text.alike import nearest
    from reflectgit.text.quotes import quotes, settled, squeeze, stands_in

    items: dict[str, Item] = {item.id: item for item in record.items()}
    contents = {name: item.content for name, item in items.items()}
    for quote in (settled(one, contents) for one in quotes(claim)):
        item = items.get(quote.item)
        text = squeeze(quote.text)
        if item is None or len(text) < _LONG_ENOUGH or stands_in(quote.text, item.content):
            continue
        line = nearest(text, filter(None, map(squeeze, item.content.splitlines())))
        if line is not None:
            shown, there = (cut(one_line(words), 2 * _SHOWN) for words in (text, line))
            yield f"`{shown}` does not stand in {item.id} word for word; nearest: `{there}` [{item.id}]"


def _no_facets(text: str) -> Iterator[str]:
    """Words of the scope that are written like a facet and name none: they bound nothing."""
    from reflectgit.text.alike import alike
    from reflectgit.text.scope import FACETS

    known = dict.fromkeys(FACETS) | _MEANT
    for found in _FACET_LIKE.finditer(text):
        name = found[1].lower()
        if name in FACETS:
            continue
        like = _MEANT.get(name) or next(iter(alike(name, known)), None)
        meant = f"; {_MEANT.get(like, like)}: may be meant" if like else ""
        facets = " ".join(f"{facet}:" for facet in FACETS)
        yield f"`{cut(found[0], _SHOWN)}` is no facet and bounds nothing (facets: {facets}){meant}"


#: What facets are called elsewhere.
_MEANT = {
    "language": "lang",
    "library": "lib",
    "package": "lib",
    "repository": "repo",
    "exception": "error",
    "file": "path",
}


def _refused(judged: "Judged") -> Iterator[Hint]:
    """What `admit` would refuse it for even where it knows of nothing beside it; form and quotes are told already."""
    from reflectgit.cli.reasons import explained

    reason = judged.decision.rejected_reason
    if reason is None:
        return
    record, told = judged.record, [check for check in judged.checks if _astray(check)]
    for check in told:
        remedy = would_hold(check, judged.checks, record)
        yield Hint(check.claim, f"admit will find it {check.verdict}{f': {remedy}' if remedy else ''}")
    if told and (remedy := story_would_hold(judged.checks, record)):
        yield Hint("", f"what would hold of the story as a whole: {remedy}")
    if not told and reason not in ("speculative", "thin_evidence"):
        why = explained(reason, judged.checks, judged.decision.grade, _ASKED, record)
        yield Hint("candidate_lesson", f"admit will refuse it as {reason}: {why.why}. {why.remedy}")
    if reason == "thin_evidence":
        yield from _thin(judged)


def _thin(judged: "Judged") -> Iterator[Hint]:
    """Why it is held: claim by claim where a claim says nothing that can be checked, else of the whole story."""
    from reflectgit.cli.reasons import explained

    bare = [check for check in judged.checks if check.verdict == "nothing to check"]
    for check in bare:
        remedy = would_hold(check, judged.checks, judged.record)
        yield Hint(check.claim, f"admit will find nothing to check in it{f': {remedy}' if remedy else ''}")
    if bare and (remedy := story_would_hold(judged.checks, judged.record)):
        yield Hint("", f"what would hold of the story as a whole: {remedy}")
    if not bare:
        why = explained("thin_evidence", judged.checks, judged.decision.grade, _ASKED, judged.record)
        yield Hint("", f"admit will hold it as thin evidence: {why.why}. {why.remedy}")


def _astray(check: "Check") -> bool:
    """Whether it is refused for something that no other line of `lint` tells: neither form nor the ending."""
    return check.claim != "outcome" and any(
        one.result in FAILED and one.what.partition(":")[0] not in _TOLD for one in check.compared
    )


_TOLD: Sequence[str] = ("quote", "citation", "kind", "ending")


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


def _without_quotes(judged: "Judged") -> Iterator[str]:
    """A story that holds without a quote holds better with quotes; of one that does not, `_thin` tells."""
    seen = observed(judged.record)
    if judged.decision.rejected_reason is None and seen:
        yield (
            f"no claim quotes anything: admit will let it in at grade {judged.decision.grade}; a quote in each claim,"
            f" such as {quote_of(seen[0], judged.record)}, makes it stronger"
        )
