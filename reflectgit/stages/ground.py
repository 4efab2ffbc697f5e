"""Stage (c), evidence grounding: every causal claim against the evidence it cites (build spec 3.3).

No model runs here. For each claim the gate looks at the kinds of what is cited, at the quotes, at the hard
anchors of what it says was observed, and at how far the story agrees with the diagnosis. What fails says which
claim it was and what would have held it. When in doubt it is not grounded.
"""

import math
import re
from collections.abc import Iterator
from typing import Literal

from reflectgit.facts.slots import normal, values
from reflectgit.model import (
    Check,
    CheckVerdict,
    ClaimField,
    ClaimKind,
    Comparison,
    EvidenceRecord,
    Failure,
    Grade,
    Grounding,
    Item,
    Reflection,
    Task,
    Value,
)
from reflectgit.stages import comparisons, thresholds
from reflectgit.stages.agreement import Agreement, agreement
from reflectgit.stages.altitude import altitude
from reflectgit.stages.comparisons import CARRIERS, Evidence
from reflectgit.stages.drawn import lesson_check
from reflectgit.stages.foreign_matter import foreign_matter
from reflectgit.stages.observed import facts_of
from reflectgit.stages.statements import Statement, statements
from reflectgit.stages.stemmed import record_stems, stem_set
from reflectgit.stages.vocabulary import constructs
from reflectgit.text.anchors import anchors, occurs
from reflectgit.text.names import names
from reflectgit.text.quotes import quotes, without_quotes
from reflectgit.text.rarity import rarity

_WORD = re.compile(r"[^\W\d_]{2,}")


class Grounded(Value, frozen=True, kw_only=True):
    """The answer of the stage, with the checks behind it.

    `thin`: nothing speaks against the story, but too little carries it; it is held, not refused as speculative.
    """

    grounding: Grounding
    checks: list[Check]
    grade: Grade
    thin: bool


class Short(Value, frozen=True, kw_only=True):
    """One thing that keeps a grounded story from grade B (DESIGN, "Evidence grades").

    `claim` is the field, ``candidate_lesson`` for the lesson and "" for the story as a whole; `told` is what is meant:

    * ``unquoted``: it quotes nothing that carries it; `told` are the ids that it quotes all the same.
    * ``added``: it says much that nothing in the record has; `told` are those words, the rarest first.
    * ``value``: values that neither its quotes nor a fact has.
    * ``agreement``: the share, 0 to 1, by which the story agrees, and the one that B asks for.
    * ``symptom``: the diagnosis tells no cause; `told` is empty.
    * ``lesson``: what is said of the lesson itself (`stages.drawn`).
    """

    claim: str
    why: Literal["unquoted", "added", "value", "agreement", "symptom", "lesson"]
    told: list[str]


def ground_reflection(
    reflection: Reflection, record: EvidenceRecord, task: Task, failure: Failure
) -> Grounded:
    """Judge every claim of a well-formed reflection, and what its lesson would send a reader to."""
    evidence = _evidence(reflection, record, task, failure)
    claims = reflection.claims()
    agreed = agreement(reflection, record, task)
    least = comparisons.least_agreement(agreed, claims.values(), evidence)
    comparable = evidence.calibrated and any(map(_can_be_looked_up, claims.values()))
    surplus = comparisons.surplus(agreed, claims.values(), evidence)
    with_story = comparisons.agrees(agreed, least, surplus, comparable)
    checks = [
        check
        for field, claim in claims.items()
        for check in _checks(
            field, claim, evidence, with_story if _says_something(claim, record) else _NOTHING
        )
    ]
    checks += _ending(reflection, record)
    foreign = foreign_matter(reflection, evidence)
    checks += [_made(name, [], "mechanism", compared) for name, compared in foreign.items()]
    checks += _lesson(reflection, record, task, failure, evidence)
    return _judge(checks, reflection, evidence, agreed)


def short_of_b(reflection: Reflection, record: EvidenceRecord, task: Task, failure: Failure) -> list[Short]:
    """What keeps a story that holds from grade B, by the very rules of the grade; empty where nothing does."""
    evidence = _evidence(reflection, record, task, failure)
    checks = _lesson(reflection, record, task, failure, evidence)
    return [*_unquoted(checks, reflection, evidence), *_short_of_cause(agreement(reflection, record, task))]


def _evidence(reflection: Reflection, record: EvidenceRecord, task: Task, failure: Failure) -> Evidence:
    calibrated = altitude(reflection.candidate_lesson, reflection.scope, record) == "calibrated"
    return Evidence(reflection, record, task, failure, calibrated)


def _lesson(
    reflection: Reflection, record: EvidenceRecord, task: Task, failure: Failure, evidence: Evidence
) -> list[Check]:
    """The check of the lesson itself, where there is something to say of it."""
    check = lesson_check(reflection, record, task, failure) if evidence.calibrated else None
    return [check] if check else []


def _can_be_looked_up(claim: str) -> bool:
    """Whether it quotes, or names anything that a record may have."""
    return bool(quotes(claim) or anchors(claim) or names(claim))


#: What stands in place of the story's agreement for a claim that could be made of any failure.
_NOTHING = Comparison(what="agreement: of this claim with anything", with_="", result="nothing to check")


def _says_something(claim: str, record: EvidenceRecord) -> bool:
    """Whether the claim can be checked by itself: it quotes, it names, or it speaks of what the record speaks of.

    The story as a whole may agree with the diagnosis; a claim that says nothing does not live on its neighbours.
    """
    if _can_be_looked_up(claim):
        return True
    said = stem_set(claim) - constructs()
    return len(said) >= thresholds.CLAIM_STEMS and bool(said & record_stems(record))


def _checks(field: ClaimField, claim: str, evidence: Evidence, with_story: Comparison) -> list[Check]:
    """One check for each kind of statement in a claim: what it assumes, what it saw, what it holds for the cause."""
    carriers = evidence.carriers(field)
    by_kind: dict[ClaimKind, list[Comparison]] = {}
    for told in statements(field, claim):
        by_kind.setdefault(told.kind, []).extend(_compared(field, told, carriers, evidence))
    cited = [item.id for item in carriers]
    kinds = comparisons.kinds(field, carriers)
    return [_made(field, cited, kind, [*kinds, *found, with_story]) for kind, found in by_kind.items()]


def _compared(
    field: ClaimField, told: Statement, carriers: list[Item], evidence: Evidence
) -> list[Comparison]:
    return [
        *comparisons.quoted(told.text, evidence),
        *comparisons.anchored(told, carriers, evidence),
        *comparisons.named(told, evidence),
        *comparisons.ordered(told, evidence),
        *comparisons.denied(field, told, evidence),
        *comparisons.observed(told, evidence),
    ]


def _ending(reflection: Reflection, record: EvidenceRecord) -> list[Check]:
    """A story of a failure that ended otherwise is not about this one."""
    if reflection.outcome == record.outcome:
        return []
    what = f"ending: {reflection.outcome}, but the record says {record.outcome}"
    return [_made("outcome", [], "observation", [Comparison(what=what, with_="", result="refuted")])]


def _made(claim: str, cited: list[str], kind: ClaimKind, compared: list[Comparison]) -> Check:
    return Check(claim=claim, cited=cited, kind=kind, compared=compared, verdict=_verdict(compared))


def _verdict(compared: list[Comparison]) -> CheckVerdict:
    """Nothing against it, and the story's agreement, which stands last, for it: names alone carry no claim."""
    results = {comparison.result for comparison in compared}
    if "refuted" in results:
        return "contradicted"
    if results & {"missing", "differs"}:
        return "unsupported"
    return "supported" if compared[-1].result == "found" else "nothing to check"


# --- the whole story -------------------------------------------------------------------------------------


def _judge(checks: list[Check], reflection: Reflection, evidence: Evidence, agreed: Agreement) -> Grounded:
    failed = _claims(checks, "unsupported", "contradicted")
    empty = [claim for claim in _claims(checks, "nothing to check") if claim not in failed]
    observed = _rests_on_observation(checks, evidence) and _found_in_observation(checks, evidence)
    grounded = not failed and not empty
    return Grounded(
        grounding=Grounding(
            grounded=grounded,
            verdict="grounded" if grounded else "speculative",
            unresolved_claims=[*failed, *empty],
        ),
        checks=checks,
        grade=_grade(checks, reflection, evidence, agreed) if grounded and observed else "D",
        thin=not failed and (bool(empty) or not observed),
    )


def _claims(checks: list[Check], *verdicts: CheckVerdict) -> list[str]:
    """The claims of which a check fell so, each once."""
    return list(dict.fromkeys(check.claim for check in checks if check.verdict in verdicts))


def _rests_on_observation(checks: list[Check], evidence: Evidence) -> bool:
    """CONTRACT, "Reflection": at least one claim rests on an item that was seen, not only said."""
    supported = [check for check in checks if check.verdict == "supported"]
    return any(evidence.was_seen(evidence.items[name]) for check in supported for name in check.cited)


def _found_in_observation(checks: list[Check], evidence: Evidence) -> bool:
    """DESIGN, grade C, "anchored": something that the story quotes or names stands in an item that was seen.

    A story that only retells the diagnosis in its words rests on what somebody said, whatever it cites.
    """
    found = [one for check in checks for one in check.compared if one.result == "found"]
    return any(
        one.with_ in evidence.items
        and evidence.was_seen(evidence.items[one.with_])
        and not one.what.startswith("agreement")
        for one in found
    )


def _grade(checks: list[Check], reflection: Reflection, evidence: Evidence, agreed: Agreement) -> Grade:
    """B and C as DESIGN has them. Where nobody diagnosed a cause there was less to agree with: one grade lower.

    So it is where a quoted story agrees by less than one in words of its own has to, and where something is said of the
    lesson itself (`stages.drawn`).
    """
    unquoted = any(_unquoted(checks, reflection, evidence))
    if agreed.what == "diagnosis":
        return "C" if unquoted or any(_short_of_cause(agreed)) else "B"
    return "D" if unquoted else "C"


def _unquoted(checks: list[Check], reflection: Reflection, evidence: Evidence) -> Iterator[Short]:
    """What keeps a story from counting as quoted: claims that do not, and a lesson of which something is said."""
    for field, claim in reflection.claims().items():
        yield from _short_of_quotes(field, claim, evidence)
    for check in checks:
        if check.claim == "candidate_lesson":
            yield Short(claim=check.claim, why="lesson", told=[one.what for one in check.compared])


def _short_of_cause(agreed: Agreement) -> Iterator[Short]:
    if agreed.what != "diagnosis":
        yield Short(claim="", why="symptom", told=[])
    elif (agreed.share or 0.0) < thresholds.AGREES:
        share = math.floor((agreed.share or 0.0) * 1000) / 1000
        yield Short(claim="", why="agreement", told=[f"{share:.3f}", f"{thresholds.AGREES:.2f}"])


def _short_of_quotes(field: ClaimField, claim: str, evidence: Evidence) -> Iterator[Short]:
    """Nothing where the claim quotes an item that carries it, adds little that the record does not have, and its values
    stand in what it quotes or in facts.
    """
    if evidence.added(claim) > thresholds.ADDED:
        yield Short(claim=field, why="added", told=_words_added(claim, evidence))
    said = [quote for quote in evidence.quotes(claim) if len(quote.text) >= thresholds.QUOTE_CHARS]
    if not any(
        quote.item in evidence.items and _carries(field, evidence.items[quote.item], evidence)
        for quote in said
    ):
        yield Short(claim=field, why="unquoted", told=list(dict.fromkeys(quote.item for quote in said)))
    elif values_told := _unshown_values(claim, "\n".join(quote.text for quote in said), evidence):
        yield Short(claim=field, why="value", told=values_told)


def _words_added(claim: str, evidence: Evidence) -> list[str]:
    """The words of a claim that nothing in the record has, the rarest first."""
    own = dict.fromkeys(_WORD.findall(evidence.own_words(claim)))
    return sorted(
        (word for word in own if stem_set(word) - evidence.stems), key=lambda word: (-_rarest(word), word)
    )


def _rarest(word: str) -> float:
    return max(map(rarity, stem_set(word)))


def _unshown_values(claim: str, spans: str, evidence: Evidence) -> list[str]:
    """The numbers and strings of a claim that stand neither in its quotes nor in facts."""
    told = [anchor for anchor in anchors(without_quotes(claim)) if anchor.kind in ("number", "string")]
    rest = [anchor for anchor in told if not occurs(anchor, spans)]
    if not rest:
        return []
    facts = values(fact for item in evidence.cited for fact in facts_of(item))
    return [anchor.text for anchor in rest if normal(anchor.text) not in facts]


def _carries(field: ClaimField, item: Item, evidence: Evidence) -> bool:
    """Of the kind, and seen: a plan shows what was planned. A diagnosis tells what was violated; of what was assumed or
    done it carries grade C at most (CONTRACT, "Reflection").
    """
    if item.kind not in CARRIERS[field]:
        return False
    if item.kind == "diagnosis":
        return field == "violated_invariant"
    return item.kind == "plan" or evidence.was_seen(item)
