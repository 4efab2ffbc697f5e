"""A decision claim by claim: what each cites, what was compared with what, and how it fell."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from reflectgit.cli.reasons import carried_by
from reflectgit.cli.terminal import cells, on_terminal, one_line, paint, prose, put

if TYPE_CHECKING:
    from reflectgit.model import Check, Comparison

_GOOD = ("found", "supported")
_BAD = ("missing", "differs", "refuted", "unsupported", "contradicted")
_WIDEST_INDENT = 30


def print_checks(checks: "Iterable[Check]", claims: Mapping[str, str] = MappingProxyType({})) -> None:
    """Print of each claim what it says (where that is kept), what it cites, what was compared, how it fell."""
    for check in checks:
        put(_headline(check))
        if check.claim in claims:
            put(prose(claims[check.claim], indent="    "))
        for line in _compared(check.compared):
            put(line)


def print_refused(checks: "Sequence[Check]") -> None:
    """Print the claims of a refusal: in full what did not hold, of the rest the verdict; all, where all hold."""
    failing = [check for check in checks if check.verdict != "supported"]
    print_checks(failing or checks)
    for check in checks if failing else ():
        if check not in failing:
            put(_headline(check))


def verdict(check: "Check") -> str:
    """The verdict; of a claim that neither quotes nor names anything found, what it stands on."""
    alone = carried_by(check)
    return f"{check.verdict} ({alone})" if alone else check.verdict


def _headline(check: "Check") -> str:
    cited = one_line(", ".join(check.cited)) or "nothing"
    text = f"  {check.claim}  {verdict(check)}  ({check.kind}, cites {cited})"
    bold = text.replace(check.claim, paint(check.claim, "bold"), 1)
    return bold.replace(check.verdict, _mark(check.verdict), 1)


def _compared(compared: "Sequence[Comparison]") -> list[str]:
    """One line a comparison; on a terminal it is wrapped and never cut: its end is what was asked for."""
    places = [one.with_ or "the record" for one in compared]
    results = max((len(one.result) for one in compared), default=0)
    width = max(map(cells, places), default=0)
    return [
        _line(f"    {one.result:<{results}}  {place:<{width}}  ", one)
        for one, place in zip(compared, places, strict=True)
    ]


def _line(first: str, one: "Comparison") -> str:
    indent = " " * min(len(first), _WIDEST_INDENT)
    line = prose(one.what, indent, first) if on_terminal() else first + one_line(one.what)
    return line.replace(one.result, _mark(one.result), 1)


def _mark(word: str) -> str:
    if word in _GOOD:
        return paint(word, "green")
    return paint(word, "red" if word in _BAD else "yellow")
