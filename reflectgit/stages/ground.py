"""Stage (c), evidence grounding: every causal claim against the evidence it cites (build spec 3.3).

No model runs here. For each claim the gate looks at the kinds of what is cited, at the quotes, at the hard anchors of
what it says was observed, and at how far the story agrees with the diagnosis. What fails says which claim it was and
what would have held it. When in doubt it is not grounded.
"""

import re
from collections.abc import Iterable

from reflectgit.model import (
    CheckVerdict,
    Check,
    ClaimField,
    ClaimKind,
    Comparison,
    CompareResult,
    EvidenceRecord,
    Failure,
    Grade,
    Grounding,
    Item,
    ItemKind,
    Reflection,
    Task,
    Value,
)
from reflectgit.stages import thresholds
from reflectgit.stages.agreement import Agreement, agreement
from reflectgit.stages.altitude import altitude
from reflectgit.text.anchors import Anchor, anchors, occurs
from reflectgit.text.foreign import foreign
from reflectgit.text.quotes import Quote, quotes, stands_in, without_quotes
from reflectgit.text.sentences import sentences

#: CONTRACT, "Reflection": the kinds that each claim must rest on. A repair or a trajectory may stand beside them.
CARRIERS: dict[ClaimField, tuple[ItemKind, ...]] = {
    "failed_assumption": ("plan", "patch", "diagnosis"),
    "overlooked_evidence": ("execution", "instrumentation"),
    "strategy_error": ("plan", "patch", "diagnosis"),
    "violated_invariant": ("execution", "instrumentation", "diagnosis"),
}
_CLAIM_KIND: dict[ClaimField, ClaimKind] = {
    "failed_assumption": "assumption",
    "overlooked_evidence": "observation",
    "strategy_error": "mechanism",
    "violated_invariant": "mechanism",
}
#: A sentence with one of these reports what was seen, in whichever field it stands.
_REPORTS = re.compile(
    r"\b(?:shows?|showed|shown|prints?|printed|reports?|reported|logs?|logged|lists?|listed|raised?|raises|threw|thrown|warned"
    r"|output|traceback|trace|stderr|stdout|sanitizer|log has|log says|failed with|crashed with)\b",
    re.I,
)
#: ... unless it tells of what did not happen.
_SUPPOSES = re.compile(
    r"\b(?:would|should|could|might|ought|if|unless|expected?|assumed?|believed?|thought|hoped)\b", re.I
)
_NEGATED = re.compile(
    r"\b(?:no|not|never|without|lacks?|nor|neither|missing|absent|nowhere|\w+n't)\b[^.;:]{0,40}$", re.I
)


class Grounded(Value, frozen=True, kw_only=True):
    """The answer of the stage, with the checks behind it.

    `thin`: nothing speaks against the story, but too little carries it; it is held, not refused as speculative.
    """

    grounding: Grounding
    checks: list[Check]
    grade: Grade
    thin: bool


class _Evidence:
    """The record as one story cites it."""

    def __init__(self, reflection: Reflection, record: EvidenceRecord, task: Task, failure: Failure) -> None:
        self.items = {item.id: item for item in record.items()}
        self.cited = [self.items[name] for name in reflection.evidence_ids if name in self.items]
        self._beside = "\n".join(
            (task.description, *task.paths, task.repo, failure.class_, failure.message, failure.site)
        )

    def carriers(self, field: ClaimField) -> list[Item]:
        """What is cited and may carry the claim."""
        return [item for item in self.cited if item.kind in CARRIERS[field]]

    def find(self, anchor: Anchor, first: Iterable[Item]) -> str | None:
        """The id of the item that has the anchor, those in `first` before others; "" for task and failure."""
        for item in (*first, *self.cited, *self.items.values()):
            if occurs(anchor, text_of(item)):
                return item.id
        return "" if occurs(anchor, self._beside) else None

    def everything(self) -> str:
        """The whole record as one text."""
        return "\n".join((self._beside, *(text_of(item) for item in self.items.values())))


def ground_reflection(
    reflection: Reflection, record: EvidenceRecord, task: Task, failure: Failure
) -> Grounded:
    """Judge every claim of a well-formed reflection, and what its lesson would send a reader to."""
    evidence = _Evidence(reflection, record, task, failure)
    agreed = agreement(reflection, record, task)
    quoted = all(quotes(claim) for claim in reflection.claims().values())
    states_principle = altitude(reflection.candidate_lesson, reflection.scope, record) == "calibrated"
    with_diagnosis = _compare_agreement(agreed, quoted, states_principle)
    checks = [_check(field, claim, evidence, with_diagnosis) for field, claim in reflection.claims().items()]
    checks += _foreign_checks(reflection, evidence)
    return _judge(checks, reflection, evidence)


def text_of(item: Item) -> str:
    """All that an item says: its content, and the values of its typed facts."""
    if not isinstance(item.facts, list):
        return item.content
    return "\n".join((item.content, *(str(value) for fact in item.facts for value in fact.values())))


# --- one claim -------------------------------------------------------------------------------------------


def _check(field: ClaimField, claim: str, evidence: _Evidence, agreed: Comparison) -> Check:
    carriers = evidence.carriers(field)
    compared = [
        *_compare_kinds(field, carriers),
        *(_compare_quote(quote, evidence) for quote in quotes(claim)),
        *_compare_anchors(field, claim, carriers, evidence),
        agreed,
    ]
    return Check(
        claim=field,
        cited=[item.id for item in carriers],
        kind=_CLAIM_KIND[field],
        compared=compared,
        verdict=_verdict(compared),
    )


def _verdict(compared: list[Comparison]) -> CheckVerdict:
    results = {comparison.result for comparison in compared}
    if "refuted" in results:
        return "contradicted"
    if results & {"missing", "differs"}:
        return "unsupported"
    return "supported" if "found" in results else "nothing to check"


def _compare_kinds(field: ClaimField, carriers: list[Item]) -> list[Comparison]:
    """A claim without a citation of a kind that can carry it: said once, naming the kinds that could."""
    if carriers:
        return []
    *most, last = CARRIERS[field]
    return [Comparison(what=f"kind: {', '.join(most)} or {last}", with_="", result="missing")]


def _compare_quote(quote: Quote, evidence: _Evidence) -> Comparison:
    item = evidence.items.get(quote.item)
    what = f"quote: {quote.text}"
    if item is None or item not in evidence.cited:
        return Comparison(
            what=f"citation: {quote.item} is not among the evidence_ids", with_="", result="missing"
        )
    if not stands_in(quote.text, text_of(item)):
        return Comparison(what=what, with_=item.id, result="missing")
    result: CompareResult = "found" if len(quote.text) >= thresholds.QUOTE_CHARS else "nothing to check"
    return Comparison(what=what, with_=item.id, result=result)


def _compare_anchors(
    field: ClaimField, claim: str, carriers: list[Item], evidence: _Evidence
) -> list[Comparison]:
    """The hard anchors of what the claim says was observed; a missing one was made up."""
    compared: list[Comparison] = []
    for sentence in sentences(without_quotes(claim)):
        for anchor in anchors(sentence):
            place = evidence.find(anchor, carriers)
            what = f"{anchor.kind}: {anchor.text}"
            if place is not None:
                compared.append(Comparison(what=what, with_=place, result="found"))
            elif _must_be_there(field, sentence, anchor):
                compared.append(Comparison(what=what, with_="", result="missing"))
    return compared


def _must_be_there(field: ClaimField, sentence: str, anchor: Anchor) -> bool:
    """Whether the sentence says that the anchor was seen: then a record without it refutes the sentence."""
    before = sentence[: sentence.find(anchor.text)]
    if _NEGATED.search(before):
        return False
    if field == "overlooked_evidence":
        return True
    if anchor.kind in ("test", "file"):
        return not _SUPPOSES.search(sentence)
    return bool(_REPORTS.search(sentence)) and not _SUPPOSES.search(sentence)


def _compare_agreement(agreed: Agreement, quoted: bool, states_principle: bool) -> Comparison:
    """Agreement is the story's, so every claim carries it.

    A lesson that states no principle has nothing to agree with a direction: calibration refuses it by its own name.
    """
    if agreed.share is None:
        return Comparison(
            what=f"agreement: with the {agreed.what}", with_=agreed.item, result="nothing to check"
        )
    least = _least(agreed, quoted)
    what = f"agreement: {agreed.share:.2f} with the {agreed.what}, at least {least:.2f}"
    if agreed.share >= least:
        return Comparison(what=what, with_=agreed.item, result="found")
    return Comparison(
        what=what, with_=agreed.item, result="differs" if states_principle else "nothing to check"
    )


def _least(agreed: Agreement, quoted: bool) -> float:
    if agreed.what == "record":
        return thresholds.RECORD_OVERLAP
    return thresholds.AGREES_QUOTED if quoted else thresholds.AGREES


def _foreign_checks(reflection: Reflection, evidence: _Evidence) -> list[Check]:
    """URLs, commands and paths of lesson and scope that the record lacks: they may stand nowhere in a lesson."""
    texts = {"candidate_lesson": reflection.candidate_lesson, "scope": _without_facets(reflection.scope)}
    found = {
        name: foreign(text, evidence.everything()) for name, text in texts.items() if _SUSPECT.search(text)
    }
    return [
        Check(
            claim=name,
            cited=[],
            kind="mechanism",
            compared=[
                Comparison(what=f"{one.kind}: {one.text}", with_="", result="missing") for one in lacking
            ],
            verdict="unsupported",
        )
        for name, lacking in found.items()
        if lacking
    ]


_SUSPECT = re.compile(r"[/|$@-]|www\.|install")
_FACET = re.compile(r"(?<!\S)-?(?:repo|lang|lib|tool|error|path):\S+")


def _without_facets(scope: str) -> str:
    return _FACET.sub(" ", scope)


# --- the whole story -------------------------------------------------------------------------------------


def _judge(checks: list[Check], reflection: Reflection, evidence: _Evidence) -> Grounded:
    failed = [check.claim for check in checks if check.verdict in ("unsupported", "contradicted")]
    empty = [check.claim for check in checks if check.verdict == "nothing to check"]
    observed = any(
        evidence.items[name].origin == "observed"
        for check in checks
        if check.verdict == "supported"
        for name in check.cited
    )
    unresolved = failed or empty
    return Grounded(
        grounding=Grounding(
            grounded=not unresolved,
            verdict="speculative" if unresolved else "grounded",
            unresolved_claims=[*failed, *empty],
        ),
        checks=checks,
        grade=_grade(checks, reflection, evidence) if not unresolved and observed else "D",
        thin=not failed and (bool(empty) or not observed),
    )


def _grade(checks: list[Check], reflection: Reflection, evidence: _Evidence) -> Grade:
    claims = reflection.claims()
    quoted = all(_is_quoted(check, claims, evidence) for check in checks if check.claim in claims)
    return "B" if quoted else "C"


def _is_quoted(check: Check, claims: dict[ClaimField, str], evidence: _Evidence) -> bool:
    """Whether the claim quotes an item of a kind that carries it, and its values stand in what it quotes."""
    field: ClaimField = check.claim  # type: ignore[assignment]
    said = [quote for quote in quotes(claims[field]) if len(quote.text) >= thresholds.QUOTE_CHARS]
    carrying = [quote for quote in said if _carries(field, evidence.items[quote.item])]
    spans = "\n".join(quote.text for quote in said)
    facts = {
        str(value)
        for item in evidence.cited
        if isinstance(item.facts, list)
        for fact in item.facts
        for value in fact.values()
    }
    stated = [
        anchor for anchor in anchors(without_quotes(claims[field])) if anchor.kind in ("number", "string")
    ]
    return bool(carrying) and all(occurs(anchor, spans) or anchor.text in facts for anchor in stated)


def _carries(field: ClaimField, item: Item) -> bool:
    """Of the kind, and seen: a quoted diagnosis is a statement, and carries a claim at grade C at most."""
    if item.kind not in CARRIERS[field] or item.kind == "diagnosis":
        return False
    return item.kind == "plan" or item.origin == "observed"
