"""What one claim is compared with: kinds, quotes, hard anchors, outcomes of tests, agreement.

Each comparison says what was looked for, in which item, and what that gave; `ground` makes verdicts of them. Text
of `what` is ``kind: text``.
"""

import math
import re
from collections.abc import Iterable
from functools import cached_property

from reflectgit.model import (
    ClaimField,
    CompareResult,
    Comparison,
    EvidenceRecord,
    Failure,
    Item,
    ItemKind,
    Reflection,
    Task,
)
from reflectgit.stages import thresholds
from reflectgit.stages.agreement import Agreement
from reflectgit.stages.observed import NEGATED, test_outcomes, told_numbers, told_values
from reflectgit.stages.statements import Statement
from reflectgit.stages.stemmed import stem_set
from reflectgit.text.anchors import Anchor, anchors, occurs
from reflectgit.text.denial import denies
from reflectgit.text.names import names, stands_as_name
from reflectgit.text.quotes import (
    Quote,
    denied_quotes,
    quotes,
    settled,
    stands_in,
    turned_quotes,
    without_ids,
    without_quotes,
)
from reflectgit.text.rarity import rarity
from reflectgit.text.sentences import sentences
from reflectgit.text.sequences import told_orders

#: CONTRACT, "Reflection": the kinds that each claim must rest on. A repair or a trajectory may stand beside them.
CARRIERS: dict[ClaimField, tuple[ItemKind, ...]] = {
    "failed_assumption": ("plan", "patch", "diagnosis"),
    "overlooked_evidence": ("execution", "instrumentation"),
    "strategy_error": ("plan", "patch", "diagnosis"),
    "violated_invariant": ("execution", "instrumentation", "diagnosis"),
}

#: A sentence with one of these reports what was seen, in whichever field it stands, unless it supposes.
_REPORTS = re.compile(
    r"\b(?:show(?:s|ed|n)?|print(?:s|ed)?|report(?:s|ed)?|log(?:s|ged)?|list(?:s|ed)?|raise[sd]?|threw|thrown"
    r"|warned|output|traceback|trace|stderr|stdout|sanitizer|(?:failed|crashed|died) with)\b",
    re.I,
)
#: A sentence with one of these says how it ought to be.
_ASKS = re.compile(r"\b(?:must|shall|(?:has|have|had|needs?|needed) to)\b", re.I)
_RUNS: tuple[ItemKind, ...] = ("execution", "instrumentation")


class Evidence:
    """The record as one story cites it.

    `calibrated`: whether its lesson states a principle. One that does not is refused by that name; what may be told
    loosely (how far a story agrees, what stands beside a number) is not held against it first.
    """

    def __init__(
        self,
        reflection: Reflection,
        record: EvidenceRecord,
        task: Task,
        failure: Failure,
        calibrated: bool = True,
    ) -> None:
        self.calibrated = calibrated
        self.items = {item.id: item for item in record.items()}
        self.cited = [self.items[name] for name in reflection.evidence_ids if name in self.items]
        self.contents = {item.id: text_of(item) for item in self.cited}
        self.beside = "\n".join(
            (task.description, *task.paths, task.repo, failure.class_, failure.message, failure.site)
        )

    def quotes(self, claim: str) -> list[Quote]:
        """What the claim quotes, each with the one item in which it stands, or else is said to."""
        return [settled(quote, self.contents) for quote in quotes(claim)]

    def carriers(self, field: ClaimField) -> list[Item]:
        """What is cited and may carry the claim."""
        return [item for item in self.cited if item.kind in CARRIERS[field]]

    def was_seen(self, item: Item) -> bool:
        """Whether a machine wrote it down. What a plan or a diagnosis says is never that."""
        return item.origin == "observed" and item.kind not in ("plan", "diagnosis")

    def find(self, anchor: Anchor, first: Iterable[Item]) -> str | None:
        """The id of the item that has the anchor, those in `first` before others; "" for task and failure."""
        for item in (*first, *self.cited, *self.items.values()):
            if occurs(anchor, text_of(item)):
                return item.id
        return "" if occurs(anchor, self.beside) else None

    def places(self) -> tuple[str, ...]:
        """Where what was seen is told: runs and the diagnosis, which tells a sentence a line."""
        told = (
            "\n\n".join(sentences(item.content)) if item.kind == "diagnosis" else item.content
            for item in self.items.values()
            if item.kind not in ("plan", "patch", "repair")
        )
        return (self.beside, *told)

    @cached_property
    def seen(self) -> list[Item]:
        """What is cited and was seen."""
        return [item for item in self.cited if self.was_seen(item)]

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of all that the record says, and of what a story may take for known beside it."""
        return frozenset().union(*map(stem_set, self.texts()))

    def own_words(self, claim: str) -> str:
        """A claim without its quotes and the ids of its evidence."""
        return without_ids(without_quotes(claim), self.items)

    def added(self, claim: str) -> float:
        """How much a claim says in words of its own that nothing in the record has: the sum of their rarities."""
        return math.fsum(sorted(map(rarity, stem_set(self.own_words(claim)) - self.stems)))

    def texts(self) -> tuple[str, ...]:
        """What the record says, and what a story may take for known beside it."""
        return (self.beside, *map(text_of, self.items.values()))


def text_of(item: Item) -> str:
    """All that an item says: its content, and the values of the facts that came with it."""
    facts = item.facts if isinstance(item.facts, list) else []
    values = [str(value) for fact in facts for value in fact.values()]
    return "\n".join((item.content, *values)) if values else item.content


def kinds(field: ClaimField, carriers: list[Item]) -> list[Comparison]:
    """A claim that cites nothing of a kind that can carry it: said once, naming the kinds that could."""
    if carriers:
        return []
    *most, last = CARRIERS[field]
    return [Comparison(what=f"kind: {', '.join(most)} or {last}", with_="", result="missing")]


def quoted(claim: str, evidence: Evidence) -> list[Comparison]:
    """Every quote against the item that it names, and what was left out in front of it."""
    turned = [
        Comparison(what=f"denied there: {quote.text}", with_=quote.item, result="refuted")
        for quote in turned_quotes(claim, evidence.contents)
    ]
    return [*(_quote(quote, evidence) for quote in evidence.quotes(claim)), *turned]


def _quote(quote: Quote, evidence: Evidence) -> Comparison:
    item = evidence.items.get(quote.item)
    if item is None or item not in evidence.cited:
        what = f"citation: {quote.item} is quoted, but not among the evidence_ids"
        return Comparison(what=what, with_="", result="missing")
    result: CompareResult = "found" if len(quote.text) >= thresholds.QUOTE_CHARS else "nothing to check"
    if not stands_in(quote.text, text_of(item)):
        result = "missing"
    return Comparison(what=f"quote: {quote.text}", with_=item.id, result=result)


def anchored(told: Statement, carriers: list[Item], evidence: Evidence) -> list[Comparison]:
    """The hard anchors of what a statement says was observed; one that the record lacks was made up."""
    compared: list[Comparison] = []
    for anchor in anchors(told.own):
        place = evidence.find(anchor, carriers)
        what = f"{anchor.kind}: {anchor.text}"
        if place is not None:
            compared.append(Comparison(what=what, with_=place, result="found"))
        elif anchor.kind != "number" and _must_be_there(told, anchor):
            compared.append(Comparison(what=what, with_="", result="missing"))
    return compared


def _must_be_there(told: Statement, anchor: Anchor) -> bool:
    """Whether it is said that the anchor was seen: then a record without it refutes the statement."""
    if NEGATED.search(told.own[: told.own.find(anchor.text)]):
        return False
    reports = _REPORTS.search(told.own) is not None
    if told.kind == "observation":
        return reports or anchor.kind != "capitals"
    if anchor.kind in ("test", "file"):
        return not told.supposes
    return reports and anchor.kind != "capitals" and not told.supposes


def named(told: Statement, evidence: Evidence) -> list[Comparison]:
    """Names of a statement that something seen has, of what is cited: they show what it rests on."""
    runs = [item for item in evidence.seen if item.kind != "repair"]
    found = ((name, _having(name, runs)) for name in names(told.own))
    return [Comparison(what=f"name: {name}", with_=item.id, result="found") for name, item in found if item]


def _having(name: str, items: Iterable[Item]) -> Item | None:
    return next((item for item in items if stands_as_name(name, text_of(item))), None)


def ordered(told: Statement, evidence: Evidence) -> list[Comparison]:
    """Lists that a statement spells out, where what is cited shows the same terms: in this order, or in others alone.

    What was assumed may be an order that never came.
    """
    if told.kind == "assumption":
        return []
    return [
        Comparison(
            what=f"order: {', '.join(one.listed)}",
            with_=evidence.seen[one.text].id,
            result="found" if one.order == "same" else "refuted",
        )
        for one in told_orders(told.own, [text_of(item) for item in evidence.seen])
    ]


def denied(field: ClaimField, told: Statement, evidence: Evidence) -> list[Comparison]:
    """What a statement says not to be so though it stands there: its own quote, or a clause of the diagnosis.

    Asked of what was seen and done alone. What was assumed is as a rule what the diagnosis denies, and what was
    violated is what did not hold.
    """
    if told.kind == "observation":
        quote = next(iter(denied_quotes(told.text)), None)
        if quote is not None:
            return [Comparison(what=f"denied: {quote.text}", with_=quote.item, result="refuted")]
    if told.kind == "assumption" or field == "violated_invariant" or told.supposes or not evidence.calibrated:
        return []
    for item in evidence.items.values():
        clause = denies(told.own, item.content) if item.kind == "diagnosis" else None
        if clause:
            return [Comparison(what=f"denied: {clause}", with_=item.id, result="refuted")]
    return []


def observed(told: Statement, evidence: Evidence) -> list[Comparison]:
    """What a statement says of values, numbers and tests, against the facts of runs (`stages.observed`).

    Asked of a story with a principle alone: see `Evidence`.
    """
    if not evidence.calibrated:
        return []
    runs = [item for item in evidence.items.values() if item.kind in _RUNS]
    compared = [*test_outcomes(told, runs)]
    if told.kind != "assumption":
        compared += told_values(told, evidence.seen)
    if told.kind == "mechanism" and (told.supposes or _ASKS.search(told.own)):
        return compared
    return compared + told_numbers(told, evidence.texts(), evidence.places())


def agrees(agreed: Agreement, least: float, surplus: float, comparable: bool) -> Comparison:
    """Agreement is the story's, so every claim carries it.

    Args:
        agreed: how far the story agrees, and with what.
        least: how far it has to.
        surplus: how much more it has to for what it says that nothing in the record has. A story that agrees, and says
            more beside than that bears out, is not refuted: it cannot be checked.
        comparable: what is not may agree, and cannot differ: a lesson without a principle has nothing to agree with,
            and a story that neither quotes nor names anything has only words, and somebody else's may mean the same.
    """
    if agreed.share is None:
        return Comparison(
            what=f"agreement: with the {agreed.what}", with_=agreed.item, result="nothing to check"
        )
    what = f"agreement: {_beside_its_bar(agreed.share, least + surplus, agreed.what)}"
    result: CompareResult = "found"
    if agreed.share < least + surplus:
        result = "differs" if comparable and agreed.share < least else "nothing to check"
    return Comparison(what=what, with_=agreed.item, result=result)


def _beside_its_bar(share: float, bar: float, what: str) -> str:
    """A share under a bar that would look like it is told with a third digit of the bar, rounded down and up."""
    if share >= bar or round(share, 3) < round(bar, 2):
        return f"{share:.3f} with the {what}, at least {bar:.2f}"
    return (
        f"{math.floor(share * 1000) / 1000:.3f} with the {what}, at least {math.ceil(bar * 1000) / 1000:.3f}"
    )


def surplus(agreed: Agreement, claims: Iterable[str], evidence: Evidence) -> float:
    """How much further a story has to agree with the diagnosis for what it adds to its record.

    Where it is held against the record itself, that is what its agreement is.
    """
    if agreed.what != "diagnosis":
        return 0.0
    added = math.fsum(map(evidence.added, claims))
    return thresholds.SURPLUS_COSTS * max(0.0, added - thresholds.ADDED_FREELY)


def least_agreement(agreed: Agreement, claims: Iterable[str], evidence: Evidence) -> float:
    """How far a story has to agree: the less, the more it shows otherwise."""
    if agreed.what == "record":
        return thresholds.RECORD_OVERLAP
    told = [evidence.quotes(claim) for claim in claims]
    if not all(told):
        return thresholds.AGREES
    cites = any(_tells_of_it(quote, evidence) for quotes_of_claim in told for quote in quotes_of_claim)
    return thresholds.AGREES_CITING if cites else thresholds.AGREES_QUOTED


def _tells_of_it(quote: Quote, evidence: Evidence) -> bool:
    """Whether a passage of the diagnosis is quoted, and not a word of it."""
    item = evidence.items.get(quote.item)
    passage = item is not None and item.kind == "diagnosis" and stands_in(quote.text, text_of(item))
    return passage and len(stem_set(quote.text)) >= thresholds.CAUSE_STEMS - 1
