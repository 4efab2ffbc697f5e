"""A claim taken apart: its statements, and of which kind each is (DESIGN, "Grounding").

A claim is a field of a reflection; what it says is rarely of one kind. "The plan took the clock for monotonic, but the
log shows that it went back" is an assumption and an observation. Each statement is compared with what can show *it*:
what was assumed with plan and patch, what was seen with runs, what brought it about with the diagnosis.
"""

import re
from itertools import pairwise

from reflectgit.model import ClaimField, ClaimKind, Value
from reflectgit.text.quotes import quotes, without_quotes
from reflectgit.text.sentences import sentences

_OF_FIELD: dict[ClaimField, ClaimKind] = {
    "failed_assumption": "assumption",
    "overlooked_evidence": "observation",
    "strategy_error": "mechanism",
    "violated_invariant": "mechanism",
}

#: A sentence with one of these tells of what was supposed.
SUPPOSES = re.compile(
    r"\b(?:would|should|could|might|ought|if|unless|expect(?:s|ed)?|assum(?:e[sd]?|ing|ption)|believ(?:e[sd]?|ing)"
    r"|belief|thought|thinking|hop(?:e[sd]?|ing)|suppos(?:e[sd]?|ing)"
    r"|(?:took|tak(?:es?|en|ing)) (?:it )?for granted)\b",
    re.I,
)
#: What follows one of these is set against what was assumed: it says how it is.
_TURN = re.compile(
    r"(?:[,;:]|\s[-–—])\s+(?=(?:but|yet|while|whereas|when in fact|although|though|however|in fact|in truth|actually"
    r"|in reality)\b)",
    re.I,
)
_TURNED = re.compile(
    r"\W*(?:but|yet|while|whereas|when in fact|although|though|however|in (?:fact|truth|reality)|actually|really"
    r"|it (?:is|was|does|did|has|had) not|that (?:is|was) (?:wrong|false|not so|untrue)|not so)\b",
    re.I,
)


class Statement(Value, frozen=True, kw_only=True):
    """A sentence of a claim, or one side of a contrast in it.

    `text` is the whole of it, `own` what it says in words of its own, without its quotes; `sentence` is the sentence in
    which it stands. `supposes`: it tells what was thought, or how it ought to have been, and not how it was.
    """

    kind: ClaimKind
    text: str
    own: str
    sentence: str
    supposes: bool


def statements(field: ClaimField, claim: str) -> tuple[Statement, ...]:
    """The statements of a claim in their order; never an empty one."""
    parts = [(sentence, part) for sentence in sentences(claim) for part in _sides(sentence)]
    if [quote for _, part in parts for quote in quotes(part)] != quotes(claim):
        parts = [(claim, claim)]  # a quote that runs over a full stop holds its sentences together
    return tuple(_statement(field, part, sentence) for sentence, part in parts if part.strip())


def _sides(sentence: str) -> list[str]:
    """The sides of a contrast, a quote never parted."""
    cuts = [turn.end() for turn in _TURN.finditer(sentence) if not sentence.count("`", 0, turn.start()) % 2]
    return [sentence[start:end] for start, end in pairwise((0, *cuts, len(sentence)))]


def _statement(field: ClaimField, part: str, sentence: str) -> Statement:
    own = without_quotes(part)
    supposes = bool(SUPPOSES.search(own))
    kind = _kind(field, own, supposes)
    return Statement(kind=kind, text=part, own=own, sentence=sentence, supposes=supposes)


def _kind(field: ClaimField, own: str, supposes: bool) -> ClaimKind:
    if field == "failed_assumption":
        return "mechanism" if _TURNED.match(own) and not supposes else "assumption"
    return _OF_FIELD[field]
