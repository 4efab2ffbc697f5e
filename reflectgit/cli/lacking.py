"""Which quotes a story lacks, so that its record carries it: all of them at once, so that one more try is enough.

Nothing is decided here: it is read off the comparisons and the items, by what `stages.ground` asks for. Every claim has
to quote and a passage of the diagnosis has to be among the quotes before the least agreement is enough; and something
that was observed, and that can carry the claim for which it is cited, has to be quoted or named.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from reflectgit.model import Check, Comparison, EvidenceRecord, Item

FAILED = ("missing", "differs", "refuted")
OF_THIS_CLAIM = "agreement: of this claim with anything"
#: The claim that what a run showed can always stand in.
_SEEN_CLAIM = "overlooked_evidence"
_NUMBERS = re.compile(r"^agreement: (?P<share>\d\.\d+) .*at least (?P<bar>\d\.\d+)")


class Lacking(NamedTuple):
    """What a story lacks.

    Attributes:
        quotes: by claim the items that it should quote beside what it has; a claim may be one that is not told yet.
        agreed: how the story compares with the diagnosis (or, where that has no id, with the record); None where
            nothing says so.
        is_apart: whether no quote helps: the story agrees by less than is asked of one that quotes everything.
    """

    quotes: "dict[str, list[Item]]"
    agreed: "Comparison | None"
    is_apart: bool

    @property
    def agrees(self) -> bool:
        """Whether the story agrees with what it is compared with."""
        return self.agreed is not None and self.agreed.result == "found"


def lacking(checks: "Sequence[Check]", record: "EvidenceRecord") -> Lacking:
    """What the story lacks, by its checks; of a decision that keeps no text, as far as kinds tell it."""
    from reflectgit.stages.diagnosis import cause_of

    own = [check for check in checks if check.claim in _fields()]
    told, agreed = list(dict.fromkeys(check.claim for check in own)), agreement_of(own)
    unquoted = [claim for claim in told if not any(map(_is_quoted, _of(claim, own)))]
    fails = agreed is None or agreed.result != "found"
    cites = _cites_cause(own, record)
    story_quotes = fails and bool(cause_of(record)) and (agreed is None or bool(agreed.with_))
    wanted = {
        claim: [item]
        for claim in unquoted
        if (story_quotes or _is_empty(claim, own)) and (item := _carrier(claim, own, record))
    }
    if not _shows(own, record):
        _show(wanted, own, record)
    far = _short_by(agreed, bool(unquoted), cites)
    is_apart = story_quotes and (far.of_all or (cites and not unquoted))
    cites_then = cites or any(record.diagnosis in items for items in wanted.values())
    if story_quotes and told and not cites_then and far.of_quoted and not is_apart:
        wanted.setdefault(told[0], []).append(record.diagnosis)
    return Lacking(wanted, agreed, is_apart)


def agreement_of(checks: "Sequence[Check]") -> "Comparison | None":
    """The comparison that is the story's. Of one claim is what says nothing; where no text is kept, it has no item."""
    every = (one for check in checks for one in check.compared if one.what.startswith("agreement"))
    return next((one for one in every if not is_of_one_claim(one)), None)


def is_of_one_claim(one: "Comparison") -> bool:
    """What says nothing could not agree with anything; a decision that keeps no text has the kind of it alone."""
    return one.what == OF_THIS_CLAIM or (one.result == "nothing to check" and not one.with_)


def numbers(one: "Comparison") -> tuple[str, str] | None:
    """Share and bar of an agreement as they are printed; a third digit of the share only where the two look alike."""
    found = _NUMBERS.match(one.what)
    if found is None:
        return None
    share, bar = found["share"], found["bar"]
    return (share if float(share) >= float(bar) - 0.005 else f"{float(share):.2f}"), bar


def observed(record: "EvidenceRecord", claims: "Sequence[str]" = ()) -> "list[str]":
    """The ids of the items that a program saw and that can carry one of the claims; any claim where none is given."""
    kinds = {kind for claim, those in _fields().items() if not claims or claim in claims for kind in those}
    return [item.id for item in record.items() if _was_seen(item) and item.kind in kinds]


def carriers(claim: str, record: "EvidenceRecord") -> "list[Item]":
    """The items that can carry the claim, a diagnosis last: it reaches grade C alone."""
    items = [item for item in record.items() if item.kind in _fields().get(claim, ())]
    return sorted(items, key=lambda item: item.kind == "diagnosis")


def _fields() -> "dict[str, tuple[str, ...]]":
    from reflectgit.stages.comparisons import CARRIERS

    return {str(name): tuple(map(str, kinds)) for name, kinds in CARRIERS.items()}


def _of(claim: str, checks: "Sequence[Check]") -> "list[Check]":
    return [check for check in checks if check.claim == claim]


def _is_quoted(check: "Check") -> bool:
    return any(one.what.startswith(("quote", "citation")) for one in check.compared)


def _is_empty(claim: str, checks: "Sequence[Check]") -> bool:
    return any(check.verdict == "nothing to check" for check in _of(claim, checks))


def _was_seen(item: "Item") -> bool:
    return item.origin == "observed" and item.kind not in ("plan", "diagnosis")


def _carrier(claim: str, checks: "Sequence[Check]", record: "EvidenceRecord") -> "Item | None":
    """What the claim should quote: of what it cites already, else the first that can carry it."""
    from reflectgit.cli.passages import passage

    able = [item for item in carriers(claim, record) if passage(item)]
    cited = {name for check in _of(claim, checks) for name in check.cited}
    return next((item for item in able if item.id in cited), next(iter(able), None))


# --- something that was observed -------------------------------------------------------------------------


def _shows(checks: "Sequence[Check]", record: "EvidenceRecord") -> bool:
    """Whether a claim cites what was seen and can carry it, and something of what was seen was found, or is to be."""
    seen = {item.id for item in record.items() if _was_seen(item)}
    cites = any(name in seen for check in checks for name in check.cited)
    compared = (one for check in checks for one in check.compared if not one.what.startswith("agreement"))
    return cites and any(
        one.with_ in seen and (one.result == "found" or one.what.startswith("quote")) for one in compared
    )


def _show(wanted: "dict[str, list[Item]]", checks: "Sequence[Check]", record: "EvidenceRecord") -> None:
    """Let one claim quote something that was seen: one that is to quote anyway, else one that is told, else another."""
    from reflectgit.cli.passages import passage

    if any(_was_seen(item) for items in wanted.values() for item in items):
        return
    told = dict.fromkeys(check.claim for check in checks)
    able = [
        (claim, item)
        for claim in dict.fromkeys([*wanted, *told, _SEEN_CLAIM])
        for item in carriers(claim, record)
        if _was_seen(item) and passage(item)
    ]
    cited = [pair for pair in able if any(pair[1].id in check.cited for check in _of(pair[0], checks))]
    for claim, item in [*cited, *able][:1]:
        wanted[claim] = [item]


# --- the cause -------------------------------------------------------------------------------------------


def _cites_cause(checks: "Sequence[Check]", record: "EvidenceRecord") -> bool:
    """Whether a passage of the diagnosis is quoted, and not a word of it (`comparisons.least_agreement`)."""
    from reflectgit.stages import thresholds
    from reflectgit.stages.stemmed import stem_set

    quoted = [one.what for check in checks for one in check.compared if one.with_ == record.diagnosis.id]
    return any(
        what == "quote" or len(stem_set(what.removeprefix("quote: "))) >= thresholds.CAUSE_STEMS - 1
        for what in quoted
        if what.startswith("quote")
    )


class _Far(NamedTuple):
    """Whether a share lies under what is asked of a story that quotes, and of one that quotes the diagnosis beside."""

    of_quoted: bool
    of_all: bool


def _short_by(agreed: "Comparison | None", some_unquoted: bool, cites: bool) -> _Far:
    """How far the story is from agreeing, were all its claims to quote; where no share is told, a passage may help."""
    from reflectgit.stages import thresholds

    found = _NUMBERS.match(agreed.what) if agreed else None
    if found is None:
        return _Far(of_quoted=True, of_all=False)
    share, bar, quoted = float(found["share"]), float(found["bar"]), thresholds.AGREES_QUOTED
    least = thresholds.AGREES if some_unquoted else thresholds.AGREES_CITING if cites else quoted
    surplus = max(0.0, bar - least)
    return _Far(of_quoted=share < quoted + surplus, of_all=share < thresholds.AGREES_CITING + surplus)
