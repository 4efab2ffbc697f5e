"""What would have held a claim, said of the very record: which item to quote, to cite or to look at again.

Nothing is decided here: it is read off the comparisons and the items. Where a decision keeps no claim text a comparison
is a kind alone, and what is said of it is as good as that allows.
"""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from reflectgit.cli.passages import passage, quoting
from reflectgit.cli.terminal import one_line

if TYPE_CHECKING:
    from reflectgit.model import Check, Comparison, EvidenceRecord, Item

FAILED = ("missing", "differs", "refuted")
_ADDRESSES = "leave addresses out of lesson and scope, those in the record too"
_NOWHERE = "send the reader nowhere that the record does not know"
_NAMED = 3
#: Kinds of comparison with a remedy of their own; of others, what no item has is a name that was made up.
_TOLD_APART = frozenset(
    (
        *("quote", "citation", "kind", "outcome", "agreement", "ending"),
        *("url", "host", "command", "path", "instruction", "look-alike", "hidden"),
    )
)


def would_hold(check: "Check", record: "EvidenceRecord", shared: "Collection[Comparison]" = ()) -> str:
    """What would have held the claim, without a full stop; "" where it stands, or where only what is `shared` failed.

    Args:
        check: the claim as it was judged.
        record: its evidence.
        shared: comparisons that are the story's, not this claim's.
    """
    own = [one for one in check.compared if one.result in FAILED and one not in shared]
    if own:
        return mended(own, check.claim, record)
    return _quoting(check, record, shared) if check.verdict == "nothing to check" else ""


def story_would_hold(shared: "Collection[Comparison]", record: "EvidenceRecord") -> str:
    """What would have held the story as a whole, without a full stop; "" where it agrees."""
    lacking = [one for one in shared if one.result != "found"]
    return _retelling(lacking[0], record) if lacking else ""


def mended(failed: "Sequence[Comparison]", claim: str, record: "EvidenceRecord") -> str:
    """What would have held these comparisons, each way named once."""
    unknown = [one for one in failed if _is_unknown(one)]
    ways = [_mend(one, claim, record) for one in failed if one not in unknown]
    return "; ".join(dict.fromkeys([*ways, *([_leaving_out(unknown)] if unknown else [])]))


def _is_unknown(one: "Comparison") -> bool:
    """Whether it is a name or a number that the record does not have."""
    return one.result == "missing" and not one.with_ and one.what.partition(":")[0] not in _TOLD_APART


def observed(record: "EvidenceRecord") -> list[str]:
    """The ids of the items that a program saw, of those that can carry a claim."""
    from reflectgit.stages.comparisons import CARRIERS

    kinds = {kind for those in CARRIERS.values() for kind in those}
    return [item.id for item in record.items() if item.origin == "observed" and item.kind in kinds]


def carriers(claim: str, record: "EvidenceRecord") -> list[str]:
    """The ids of the items that can carry the claim, a diagnosis last: it reaches grade C alone."""
    from reflectgit.stages.comparisons import CARRIERS

    kinds: dict[str, tuple[str, ...]] = {str(name): those for name, those in CARRIERS.items()}
    items = [item for item in record.items() if item.kind in kinds.get(claim, ())]
    return [item.id for item in sorted(items, key=lambda item: item.kind == "diagnosis")]


def named(ids: Sequence[str], by: str = "or") -> str:
    """Up to three ids in a sentence."""
    shown = list(ids[:_NAMED])
    return f" {by} ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))


def listed(words: Sequence[str]) -> str:
    """All of them in a sentence."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def quote_of(names: Sequence[str], record: "EvidenceRecord", near: "Sequence[str]" = ()) -> str:
    """How the first of these items could be quoted, with a passage of it."""
    item = next(item for item in record.items() if item.id == names[0])
    return quoting(item, near)


def _quoting(check: "Check", record: "EvidenceRecord", shared: "Collection[Comparison]") -> str:
    """There was nothing to check: a quote gives something, and the story has to tell what the diagnosis found."""
    told = [one for one in check.compared if one.what.startswith("agreement") and one.with_]
    tell = _retelling(told[0], record) if told and told[0] not in shared else ""
    if any(one.what.startswith("quote") and one.result == "found" for one in check.compared):
        return tell
    able = carriers(check.claim, record)
    ids = [name for name in able if name in check.cited] or able or observed(record)
    if not ids:
        return tell or "bring evidence that shows it"
    near = [one.what.partition(": ")[2] for one in check.compared if one.with_ == ids[0]]
    quote = f"quote what {named(ids)} says of it, such as {quote_of(ids, record, near)}"
    return f"{quote}; {tell}" if tell else quote


def _retelling(one: "Comparison", record: "EvidenceRecord") -> str:
    """Of a story that does not tell what was found: the cause, or a passage of it."""
    if not one.with_:
        symptom = f"give {record.diagnosis.id} a root_cause (it tells only the symptom)"
        return f"{symptom}, and tell the story by what was recorded"
    other = (
        "bring evidence for another one" if one.result in FAILED else "quote a passage of it beside the rest"
    )
    return f"tell the cause as {one.with_} found it ({_cause(record)}), or {other}"


def _cause(record: "EvidenceRecord") -> str:
    """The diagnosis, quoted where it tells the cause."""
    from reflectgit.stages.diagnosis import split

    return quoting(record.diagnosis, [split(record.diagnosis).cause])


def _mend(one: "Comparison", claim: str, record: "EvidenceRecord") -> str:
    kind, _, text = one.what.partition(": ")
    match kind:
        case "quote":
            return _requoted(text, one.with_, record)
        case "citation":
            return f"list {text.split()[0] if text else 'each item that is quoted'} in evidence_ids"
        case "kind":
            return _citing(carriers(claim, record), text, record)
        case "outcome":
            return f"say of each test what {one.with_ or 'the run'} says of it"
        case "agreement":
            return _retelling(one, record)
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
    return f"cite {named(able)}, and quote what shows it, such as {quote_of(able, record)}"


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
