"""A decision claim by claim: what each cites, what was compared with what, how it fell, and what would have held it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from reflectgit.cli.held import story_would_hold, would_hold
from reflectgit.cli.lacking import FAILED, OF_THIS_CLAIM, is_of_one_claim
from reflectgit.cli.reasons import carried_by
from reflectgit.cli.terminal import cells, columns, cut, on_terminal, one_line, paint, prose, put, sentence

if TYPE_CHECKING:
    from reflectgit.model import Check, Comparison, EvidenceRecord

#: What begins the remedy: of a failure that is decided it comes too late, and says so.
WOULD_HOLD = "What would hold: "
WOULD_HAVE_HELD = "What would have held it: "
_GOOD = ("found", "supported")
_BAD = ("missing", "differs", "refuted", "unsupported", "contradicted")
#: What keeps a decision on one screen: of a claim that names very much, the most that is shown of it.
_SHOWN = 6
_WORD = re.compile(r"[^\W\d_]{2,}")
_CLAIM_COLUMNS = 400
_LINE_COLUMNS = 240


def print_checks(
    checks: "Sequence[Check]",
    claims: Mapping[str, str] = MappingProxyType({}),
    record: "EvidenceRecord | None" = None,
    heading: str = "",
    empty: str = "nothing to check",
) -> None:
    """Print of each claim what it says, what it cites, what was compared, how it fell, and what would have held it.

    Args:
        checks: of the decision.
        claims: their texts, where those are kept.
        record: the evidence; without it lines of items are not named.
        heading: what begins what would have held; "" where that is not asked.
        empty: what is said of a claim in which there is nothing to check.
    """
    shared, told = _shared(checks), dict(claims)
    for check in checks:
        _print_check(check, told.pop(check.claim, ""), record, shared, empty)
        _print_remedy(check, checks, record, heading)
    _print_story(checks, record, shared, heading)


def print_refused(
    checks: "Sequence[Check]", record: "EvidenceRecord | None" = None, heading: str = WOULD_HAVE_HELD
) -> None:
    """Print the claims of a refusal: in full what did not hold, of the rest the verdict; all, where all hold."""
    failing = [check for check in checks if check.verdict != "supported"]
    shared = _shared(checks)
    for check in failing or checks:
        _print_check(check, "", record, shared)
        _print_remedy(check, checks, record, heading)
    for check in checks if failing else ():
        if check not in failing:
            put(_headline(check))
    _print_story(checks, record, shared, heading)


def says_what_would_hold(reason: str, checks: "Iterable[Check]", record: "EvidenceRecord | None") -> bool:
    """Whether the claims, as they are printed, name what would have held a candidate that was refused so."""
    if record is None or reason not in ("speculative", "thin_evidence"):
        return False
    return any(check.verdict != "supported" for check in checks)


def _print_check(
    check: "Check",
    claim: str,
    record: "EvidenceRecord | None",
    shared: "Sequence[Comparison]",
    empty: str = "nothing to check",
) -> None:
    put(_headline(check).replace("nothing to check", empty, 1))
    if claim:
        put(prose(cut(one_line(claim), _CLAIM_COLUMNS), indent="    "))
    for line in _compared([one for one in check.compared if one not in shared], record):
        put(line)


def _print_remedy(
    check: "Check", checks: "Sequence[Check]", record: "EvidenceRecord | None", heading: str
) -> None:
    remedy = would_hold(check, checks, record) if record is not None and heading else ""
    if remedy:
        put(prose(f"{heading}{sentence(remedy)}", indent="      ", first="    "))


def _shared(checks: "Sequence[Check]") -> "list[Comparison]":
    """Agreement is the story's: what several claims have of it is told once."""
    every = [
        one
        for check in checks
        for one in check.compared
        if one.what.startswith("agreement") and not is_of_one_claim(one)
    ]
    return [one for number, one in enumerate(every) if every.index(one) == number and every.count(one) > 1]


def _print_story(
    checks: "Sequence[Check]",
    record: "EvidenceRecord | None",
    shared: "Sequence[Comparison]",
    heading: str,
) -> None:
    """What the claims share, and what the story lacks as a whole where a claim does not hold."""
    holds = all(check.verdict == "supported" for check in checks)
    remedy = story_would_hold(checks, record) if record is not None and heading and not holds else ""
    if shared or remedy:
        put(f"  {paint('the story', 'bold')}  as a whole")
    for line in _compared(shared, record):
        put(line)
    if remedy:
        put(prose(f"{heading}{sentence(remedy)}", indent="      ", first="    "))


def verdict(check: "Check") -> str:
    """The verdict; of a claim that neither quotes nor names anything found, what it stands on."""
    alone = carried_by(check)
    return f"{check.verdict} ({alone})" if alone else check.verdict


def print_what_now(reason: str, *, decided: bool) -> None:
    """Print what the author of a refused story can do: mend it, or, where the failure is decided, the next one."""
    if not decided:
        return put(prose("Nothing is recorded: mend it and try again.", indent="  "))
    waits = (
        "; what it says waits, and a later failure or a proof may carry it"
        if reason == "thin_evidence"
        else ""
    )
    return put(
        prose(
            f"This failure is decided{waits}. Before the next one, lint (and admit --dry-run) tell this without"
            " deciding.",
            indent="  ",
        )
    )


def _headline(check: "Check") -> str:
    cited = one_line(", ".join(check.cited)) or "nothing"
    said = f"{verdict(check)}  ({check.kind}, cites {cited})"
    first = f"  {check.claim}  "
    text = prose(said, "      ", first) if on_terminal() else first + said
    bold = text.replace(check.claim, paint(check.claim, "bold"), 1)
    return bold.replace(check.verdict, _mark(check.verdict), 1)


def _compared(compared: "Sequence[Comparison]", record: "EvidenceRecord | None") -> list[str]:
    """One line a comparison, what failed first; on a terminal it is wrapped: its end is what was asked for."""
    ranked = sorted(_each_thing_once(compared), key=lambda one: one.result not in FAILED)
    shown = ranked[:_SHOWN]
    found = [_found_in(one, record) for one in shown]
    results = max((len(one.result) for one in shown), default=0)
    width = max((cells(place) for place, _ in found), default=0)
    lines = [
        _line(f"    {one.result:<{results}}  {place:<{width}}  ", one, _said(one, record), said)
        for one, (place, said) in zip(shown, found, strict=True)
    ]
    left = len(ranked) - len(shown)
    return [*lines, f"    and {left} more (--json has them)"] if left else lines


def _each_thing_once(compared: "Sequence[Comparison]") -> "list[Comparison]":
    """What was found as a number, a test or a code is a name as well, and is told as what it is."""
    texts = [_name(one) for one in compared if not one.what.startswith("name: ")]
    once = (one for one in compared if not one.what.startswith("name: ") or _name(one) not in texts)
    return list(dict.fromkeys(once))


def _name(one: "Comparison") -> str:
    return one.what.partition(": ")[2].removesuffix("()")


def _said(one: "Comparison", record: "EvidenceRecord | None") -> str:
    """The comparison as it is read: words in the form in which the item has them."""
    if one.what == OF_THIS_CLAIM:
        return "it neither quotes nor names anything, and says little that the record speaks of"
    kind, _, text = one.what.partition(": ")
    item = next((item for item in record.items() if item.id == one.with_), None) if record else None
    if kind != "words" or item is None:
        return one.what
    from reflectgit.text.words import stems

    shared = set(text.split(", "))
    found = {stem: word for word in reversed(_WORD.findall(item.content)) for stem in stems(word)}
    common = [word for stem, word in reversed(found.items()) if stem in shared]
    return f"words in common: {', '.join(common[:_SHOWN])}" if common else one.what


def _line(first: str, one: "Comparison", told: str, said: str) -> str:
    indent = " " * min(len(first), columns() // 3)
    text = cut(one_line(told), _LINE_COLUMNS) + (f"  in: {cut(said, _LINE_COLUMNS)}" if said else "")
    line = prose(text, indent, first) if on_terminal() else first + text
    return line.replace(one.result, _mark(one.result), 1)


def _found_in(one: "Comparison", record: "EvidenceRecord | None") -> tuple[str, str]:
    """Where it was looked for, as ``item:line`` where one line has it, and that line where it says more."""
    kind, _, text = one.what.partition(": ")
    place = one.with_ or "the record"
    item = next((item for item in record.items() if item.id == one.with_), None) if record else None
    if item is None or not text or kind == "agreement" or one.result == "missing":
        return place, ""
    for number, line in enumerate(item.content.splitlines(), 1):
        if _first_line(kind, text) in line:
            said = one_line(line)
            return f"{place}:{number}", "" if kind == "quote" or said == text else said
    return place, ""


def _first_line(kind: str, text: str) -> str:
    """What to look for in the lines of an item: of an outcome the name of the test."""
    return text.split()[0] if kind == "outcome" else next(iter(text.splitlines()), text)


def _mark(word: str) -> str:
    if word in _GOOD:
        return paint(word, "green")
    return paint(word, "red" if word in _BAD else "yellow")
