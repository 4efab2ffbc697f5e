"""Why a candidate was refused, in words for the one who wrote it, and what would have held it.

Nothing is decided here: the case is read off the checks, the grade and what the store asks for.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from reflectgit.cli.held import listed, named, story_would_hold
from reflectgit.cli.lacking import FAILED, agreement_of, carriers, numbers, observed

if TYPE_CHECKING:
    from reflectgit.model import Check, Comparison, EvidenceRecord, Grade

GRADES = {"A": "proven by running", "B": "quoted", "C": "anchored", "D": "nothing to check"}
#: The same in a sentence.
GRADES_SAID = {
    "A": "proven by running: every claim quotes what carries it, and reflectgit itself ran the proof",
    "B": "quoted: every claim quotes an item that carries it",
    "C": "anchored: something that it quotes or names was observed, and nothing speaks against it",
    "D": "nothing to check: too little that was observed carries the story",
}

_REASONS = {
    "speculative": "a claim is not borne out by the evidence that it cites",
    "contradicts_store": "an earlier failure speaks against the lesson, and no narrower scope avoids it",
    "shallow": "the lesson repeats the edit and does not say what is behind it",
    "too_vague": "beside words of praise the lesson leaves too little to act on",
}
_REMEDIES = {
    "contradicts_store": "Account for that failure, or give a scope in which it does not fall.",
    "shallow": "State the principle behind the edit, so that it helps in other code.",
    "too_vague": "Say what to do, to what, and in which situation.",
}
#: What a story gets wrong beside its claims.
_ASTRAY = {
    "outcome": "the story tells of another ending than the record",
    "candidate_lesson": "the lesson leads to something that the record does not know",
    "scope": "the scope leads to something that the record does not know",
    "counterfactual": "the counterfactual leads to something that the record does not know",
}
#: Of which kinds all that is wrong there is, and what it does then.
_ASTRAY_BY: tuple[tuple[frozenset[str], str], ...] = (
    (frozenset(("url", "host")), "holds an address"),
    (frozenset(("instruction",)), "gives orders to whoever reads it"),
    (frozenset(("look-alike", "hidden")), "holds characters that are not what they look like"),
)
#: What would have held a comparison that failed, by the kind that its `what` begins with.
_MENDS = {
    "quote": "Copy each quote as it stands in the item that it names.",
    "citation": "List every item that is quoted in evidence_ids.",
    "kind": "Cite an item of a kind that can carry the claim.",
    "outcome": "Say of each test what the run says of it.",
    "agreement": "Tell the cause as the diagnosis found it, or bring evidence for another one.",
    "ending": "Tell of the outcome that the record has.",
    "url": "Leave addresses out of lesson and scope, those in the record too.",
    "host": "Leave addresses out of lesson and scope, those in the record too.",
    "instruction": "Say what is to be done in the program, and nothing to whoever reads the lesson.",
    "look-alike": "Write each word in the letters of one script.",
    "hidden": "Leave out characters that cannot be seen.",
    "denied there": "Quote the word that denies it too.",
    "command": "Send the reader nowhere that the record does not know.",
    "path": "Send the reader nowhere that the record does not know.",
}
_NAMED = "Name only what stands in the items that are cited, and quote it word for word (`...` [item id])."
_DIAGNOSE = (
    "Give the diagnosis a root_cause (it tells only the symptom), and tell the story by what was recorded."
)
#: Begins what is told of a failure of the surroundings (`stages.surroundings`).
_TRANSIENT = "transient: "
_HANDLE = (
    "A lesson about handling it (trying again, cleaning up, installing …) comes in with a repair that does so, or"
    " beside a failure of another task with the same advice; one that avoids what works does not."
)
_QUOTE = "Quote in each claim, word for word, what carries it (`...` [item id])"


class Refusal(NamedTuple):
    """Why, as the end of a sentence, and what would hold, as sentences."""

    why: str
    remedy: str


def explained(
    reason: str,
    checks: "Sequence[Check]",
    grade: "Grade | None",
    asked: "Grade",
    record: "EvidenceRecord | None" = None,
) -> Refusal:
    """The refusal in words.

    Args:
        reason: the `rejected_reason` of the decision.
        checks: of the decision; their comparisons may hold kinds alone.
        grade: what the evidence reached.
        asked: the grade that the store asks for. Where the evidence reaches it the store asked for more once.
        record: the evidence, whose items are named then.
    """
    if reason == "thin_evidence":
        reached = grade or "D"
        refusal = _thin(checks, reached, asked if asked and asked < reached else None, record)
        return refusal._replace(remedy=f"{refusal.remedy}{_places(checks, reached, record)}")
    if reason == "speculative":
        return Refusal(_speculative(checks), _mends(checks))
    return Refusal(_REASONS[reason], _REMEDIES[reason])


def carried_by(check: "Check") -> str:
    """What holds a supported claim, where that is no more than its likeness to the diagnosis; else nothing."""
    found = [one for one in check.compared if one.result == "found"]
    if check.verdict != "supported" or not found or not all(map(_is_agreement, found)):
        return ""
    return f"by agreement with {'the diagnosis' if found[0].with_ else 'the record'} alone"


def _is_agreement(one: "Comparison") -> bool:
    return one.what.startswith("agreement")


def _speculative(checks: "Sequence[Check]") -> str:
    """The claims come first; where they hold, it is the ending or the lesson that leads astray."""
    failed = [check for check in checks if check.verdict in ("unsupported", "contradicted")]
    claims = [check for check in failed if check.claim not in _ASTRAY]
    if failed and not claims:
        return " and ".join(dict.fromkeys(map(_astray, failed)))
    own = list(dict.fromkeys(check.claim for check in claims if not all(map(_is_agreement, _failing(check)))))
    if own:
        return f"{listed(own)} {'is' if len(own) == 1 else 'are'} not borne out by the evidence"
    agreed = agreement_of(claims)
    if agreed is not None and agreed.with_:
        shown = numbers(agreed)
        figures = f" ({shown[0]}, at least {shown[1]})" if shown else ""
        return f"the story agrees too little with the diagnosis{figures}"
    return _REASONS["speculative"]


def _failing(check: "Check") -> "list[Comparison]":
    return [one for one in check.compared if one.result in FAILED]


def _astray(check: "Check") -> str:
    kinds = {one.what.partition(":")[0] for one in _failing(check)}
    does = next((said for those, said in _ASTRAY_BY if kinds and kinds <= those), "")
    return f"the {check.claim.removeprefix('candidate_')} {does}" if does else _ASTRAY[check.claim]


def _mends(checks: "Sequence[Check]") -> str:
    failed = [one for check in checks for one in _failing(check)]
    return " ".join(dict.fromkeys(map(_mend, failed))) or _NAMED


def _mend(failed: "Comparison") -> str:
    if _is_agreement(failed) and not failed.with_:
        return _DIAGNOSE
    return _MENDS.get(failed.what.partition(":")[0], _NAMED)


def _thin(
    checks: "Sequence[Check]", grade: "Grade", asked: "Grade | None", record: "EvidenceRecord | None"
) -> Refusal:
    said = (one.what for check in checks for one in check.compared if one.what.startswith(_TRANSIENT))
    if passing := next(said, "").removeprefix(_TRANSIENT):
        return Refusal(f"the failure is one of the surroundings ({passing}), and stands alone", _HANDLE)
    empty = list(dict.fromkeys(check.claim for check in checks if check.verdict == "nothing to check"))
    if empty:
        return Refusal(
            f"there is nothing to check in {listed(empty)}",
            "Quote what each claim rests on (`...` [item id]), name what can be looked up there, or tell the"
            " cause as the diagnosis found it.",
        )
    asks = f"this store asks for grade {asked} ({GRADES[asked]})" if asked else "a stronger one was asked for"
    if grade != "D":
        return Refusal(
            f"the evidence reaches grade {grade} ({GRADES[grade]}), and {asks}", _raises(checks, asked)
        )
    if _only_a_symptom(checks):
        return Refusal(
            "the diagnosis tells only the symptom, and the claims do not make up for it: grade D, and "
            f"{asks if asked else 'grade C was asked for'}",
            f"Give the diagnosis a root_cause. Or: {_QUOTE}, and something that was observed in one at least.",
        )
    return _rests_on_nothing_seen(checks, record)


def _rests_on_nothing_seen(checks: "Sequence[Check]", record: "EvidenceRecord | None") -> Refusal:
    """The claims hold, and none of them shows anything that a program saw: it is not cited, or it is only cited."""
    seen = observed(record, [check.claim for check in checks]) if record else []
    cited = [name for name in dict.fromkeys(one for check in checks for one in check.cited) if name in seen]
    remedy = story_would_hold(checks, record) if record else ""
    if record is None or not remedy:
        return Refusal(
            "no claim quotes or names anything that was observed (a run, an instrument, a patch)",
            "Cite what was observed, and quote it word for word (`...` [item id]).",
        )
    way = f"{remedy[:1].upper()}{remedy[1:]}."
    if cited:
        return Refusal(
            f"the claims cite {named(cited, 'and')}, but no claim quotes it or names anything that stands there",
            way,
        )
    if seen:
        return Refusal(f"no claim rests on what was observed and can carry it ({named(seen)})", way)
    return Refusal("nothing that was observed can carry any of the claims", way)


def _places(checks: "Sequence[Check]", grade: "Grade", record: "EvidenceRecord | None") -> str:
    """Where in this record to look for what carries the story: of each claim without a quote, the items that can."""
    if record is None:
        return ""
    quoted = {check.claim for check in checks if _is_quoted(check)}
    bare = dict.fromkeys(check.claim for check in checks if check.claim not in quoted)
    able = {claim: [item.id for item in carriers(claim, record)] for claim in bare}
    said = [f"{claim} can quote {named(ids)}" for claim, ids in able.items() if ids]
    return f" Of this record: {'; '.join(said)}." if said and grade != "D" else ""


def _raises(checks: "Sequence[Check]", asked: "Grade | None") -> str:
    """What raises the grade: quotes to B, and a cause in the diagnosis, without which B is out of reach."""
    if asked == "A":
        return "Grade A takes a proof that reflectgit itself ran, which this version cannot make."
    cause = (
        " Give the diagnosis a root_cause: without one, quotes reach grade C."
        if _only_a_symptom(checks)
        else ""
    )
    if not cause and all(map(_is_quoted, checks)):
        return (
            "Say less beside the quotes, tell more of the cause that the diagnosis found, and state only values that"
            " stand in the quotes or in facts."
        )
    return f"{_QUOTE}; the values that it states have to stand in its quotes.{cause}"


def _is_quoted(check: "Check") -> bool:
    return any(one.what.startswith("quote") and one.result == "found" for one in check.compared)


def _only_a_symptom(checks: "Sequence[Check]") -> bool:
    """Whether there was no cause to agree with: then the story was compared with the record, which has no id."""
    compared = [one for check in checks for one in check.compared]
    return any(_is_agreement(one) and one.result == "found" and not one.with_ for one in compared)
