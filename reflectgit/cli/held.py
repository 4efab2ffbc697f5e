"""What would have held a claim, said of the very record: which item to quote, to cite or to look at again.

Nothing is decided here: it is read off the comparisons and the items. Where a decision keeps no claim text a comparison
is a kind alone, and what is said of it is as good as that allows.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reflectgit.cli.lacking import FAILED, Lacking, carriers, lacking
from reflectgit.cli.passages import passage, quoting
from reflectgit.cli.terminal import cut, one_line

if TYPE_CHECKING:
    from reflectgit.model import Check, Comparison, EvidenceRecord, Item

_ADDRESSES = "leave addresses out of lesson and scope, those in the record too"
_NOWHERE = "send the reader nowhere that the record does not know"
_NAMED = 3
_CAUSE_COLUMNS = 160
#: Kinds of comparison with a remedy of their own; of others, what no item has is a name that was made up.
_TOLD_APART = frozenset(
    (
        *("quote", "citation", "kind", "outcome", "ending"),
        *("url", "host", "command", "path", "instruction", "look-alike", "hidden"),
    )
)


def would_hold(check: "Check", checks: "Sequence[Check]", record: "EvidenceRecord") -> str:
    """What would have held the claim, without a full stop; "" where it stands, or where the story fails as a whole.

    Args:
        check: the claim as it was judged.
        checks: of the whole story.
        record: its evidence.
    """
    own = [one for one in check.compared if one.result in FAILED and not one.what.startswith("agreement")]
    ways = [mended(own, check.claim, record)] if own else []
    first = next((one for one in checks if one.claim == check.claim and one.verdict == check.verdict), check)
    if check.verdict == "nothing to check" and check is first:
        ways += _quoting(check, lacking(checks, record), record)
    return "; ".join(ways)


def story_would_hold(checks: "Sequence[Check]", record: "EvidenceRecord") -> str:
    """What would have held the story as a whole, beside what its claims are told; "" where that is enough."""
    told = lacking(checks, record)
    agreed = told.agreed
    if agreed is not None and not told.agrees and not agreed.with_:
        symptom = f"give {record.diagnosis.id} a root_cause (it tells only the symptom)"
        return f"{symptom}, and tell the story by what was recorded"
    ways = _more_quotes(told, checks, record)
    return "; ".join([*ways, _not_borne_out(record)] if told.is_apart else ways)


def _quoting(check: "Check", told: Lacking, record: "EvidenceRecord") -> list[str]:
    """There was nothing to check: a quote gives something."""
    for item in told.quotes.get(check.claim, ())[:1]:
        return [f"quote what {item.id} says of it, such as {_quote(item, record)}"]
    return [] if told.agreed or any(map(_is_quote, check.compared)) else ["bring evidence that shows it"]


def _is_quote(one: "Comparison") -> bool:
    return one.what.startswith("quote")


def _more_quotes(told: Lacking, checks: "Sequence[Check]", record: "EvidenceRecord") -> list[str]:
    """The quotes that are lacking, claim by claim; the first of a claim with nothing to check is told there."""
    cause, claims = record.diagnosis, {check.claim for check in checks}
    empty = {check.claim for check in checks if check.verdict == "nothing to check"}
    ways: list[str] = []
    for claim, items in told.quotes.items():
        rest = [item for item in (items[1:] if claim in empty else items) if item is not cause]
        verb = "quote in" if claim in claims else "say what was seen, and quote it in"
        ways += [f"{verb} {claim} {_quote(item, record)}" for item in rest]
    ways += _citing_new(
        [item for items in told.quotes.values() for item in items if item is not cause], checks
    )
    for claim, items in told.quotes.items():
        if cause in (items[1:] if claim in empty else items):
            ways.append(
                f"if {cause.id} tells the cause that you mean, cite it and quote in {claim} {_quote(cause, record)},"
                " and if not, bring evidence for yours"
            )
    return ways


def _citing_new(items: "Sequence[Item]", checks: "Sequence[Check]") -> list[str]:
    cited = {name for check in checks for name in check.cited}
    new = list(dict.fromkeys(item.id for item in items if item.id not in cited))
    return [f"list {listed(new)} in evidence_ids"] if new else []


def _not_borne_out(record: "EvidenceRecord") -> str:
    """No quote helps: the story tells something else than was found, or too much beside it."""
    from reflectgit.stages.diagnosis import split

    said = cut(one_line(split(record.diagnosis, [item.id for item in record.items()]).cause), _CAUSE_COLUMNS)
    cause = f" (“{said.rstrip(' .')}”)" if said else ""
    return (
        f"{record.diagnosis.id} does not bear the story out: tell its cause in its words{cause} and leave out what it"
        " does not say, or bring evidence for another cause"
    )


def _quote(item: "Item", record: "EvidenceRecord") -> str:
    """How the item could be quoted: of the diagnosis a passage that tells the cause, of a run how it came out."""
    from reflectgit.stages import thresholds
    from reflectgit.stages.diagnosis import split

    cause = split(record.diagnosis).cause
    if item.kind == "diagnosis":
        return quoting(item, [cause], thresholds.CAUSE_STEMS - 1)
    return quoting(item, [] if item.kind in ("execution", "instrumentation") else [cause])


def mended(failed: "Sequence[Comparison]", claim: str, record: "EvidenceRecord") -> str:
    """What would have held these comparisons, each way named once."""
    unknown = [one for one in failed if _is_unknown(one)]
    ways = [_mend(one, claim, record) for one in failed if one not in unknown]
    return "; ".join(dict.fromkeys([*ways, *([_leaving_out(unknown)] if unknown else [])]))


def _is_unknown(one: "Comparison") -> bool:
    """Whether it is a name or a number that the record does not have."""
    return one.result == "missing" and not one.with_ and one.what.partition(":")[0] not in _TOLD_APART


def named(ids: Sequence[str], by: str = "or") -> str:
    """Up to three ids in a sentence."""
    shown = list(ids[:_NAMED])
    return f" {by} ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))


def listed(words: Sequence[str]) -> str:
    """All of them in a sentence."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def quote_of(name: str, record: "EvidenceRecord") -> str:
    """How the item of that id could be quoted."""
    return _quote(next(item for item in record.items() if item.id == name), record)


def _mend(one: "Comparison", claim: str, record: "EvidenceRecord") -> str:
    kind, _, text = one.what.partition(": ")
    match kind:
        case "quote":
            return _requoted(text, one.with_, record)
        case "citation":
            return f"list {text.split()[0] if text else 'each item that is quoted'} in evidence_ids"
        case "kind":
            return _citing([item.id for item in carriers(claim, record)], text, record)
        case "outcome":
            return f"say of each test what {one.with_ or 'the run'} says of it"
        case "ending":
            return f"tell of the outcome that the record has: {record.outcome}"
        case "order":
            return f"give the order that {one.with_} shows"
        case "denied":
            said = text.rstrip(" ,;:.")
            return f"do not deny what {one.with_} says{f': “{said}”' if said else ''}"
        case "denied there":
            return f"quote the word too that denies it in {one.with_}"
        case "instruction":
            return f"say what is to be done in the program, and nothing to whoever reads it{_such(text)}"
        case "look-alike":
            return f"write each word in the letters of one script{_such(text)}"
        case "hidden":
            return "leave out characters that cannot be seen"
        case "url" | "host":
            return _ADDRESSES
        case "command" | "path":
            return _NOWHERE
        case "number" if not one.with_:
            number = text.split()[0] if text else "each number"
            return f"say of {number} what the record says of it, or leave it out"
        case _:
            return f"say of {text or f'the {kind}'} what {one.with_ or 'the record'} says of it"


def _such(text: str) -> str:
    """What is meant, where a decision keeps its text."""
    return f" (“{one_line(text)}”)" if text else ""


def _leaving_out(unknown: "Sequence[Comparison]") -> str:
    """Of names that no item has."""
    parts = [one.what.partition(": ") for one in unknown]
    texts = list(dict.fromkeys(text for _, _, text in parts if text))
    if texts:
        return f"leave {named(texts, 'and')} out, which no item has"
    return f"name no {named(list(dict.fromkeys(kind for kind, _, _ in parts)))} that no item has"


def _citing(able: Sequence[str], kinds: str, record: "EvidenceRecord") -> str:
    if not able:
        return f"bring an item that can carry it: {kinds}" if kinds else "bring an item that can carry it"
    return f"cite {named(able)}, and quote what shows it, such as {quote_of(able[0], record)}"


def _requoted(text: str, item: str, record: "EvidenceRecord") -> str:
    elsewhere = [one.id for one in record.items() if text and _holds(one, text)]
    if elsewhere:
        return f"the quote stands in {named(elsewhere)}, not in {item}: name that one"
    if any(dots in text for dots in ("...", "…")):
        return f"cut only inside a sentence or between lines of {item}, not at a denial, or make two quotes of it"
    said = next((passage(one, [text]) for one in record.items() if one.id == item and text), "")
    return f"copy the passage of {item} word for word{f', such as `{said}` [{item}]' if said else ''}"


def _holds(item: "Item", text: str) -> bool:
    from reflectgit.text.quotes import stands_in

    return stands_in(text, item.content)
