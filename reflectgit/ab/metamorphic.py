"""Metamorphic relations: what may change in a true story without changing its verdict, and what may not.

From each true story that is admitted others are made. Where only its form changed (the order of sentences, function
words, the confidence, a sentence that says nothing, the name of a thing in record and story alike) the verdict has to
stay. Where its content was made false (another value, a negation, a quote laid to another item, two listed things
swapped) it must not be admitted. No label is needed for either (Chen et al. 1998, "Metamorphic testing").
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from reflectgit.ab.cases import Candidate
from reflectgit.ab.verdicts import Verdict, verdict
from reflectgit.model import Item, Reflection, Termination, Value
from reflectgit.policy import Policy
from reflectgit.text.anchors import numbers
from reflectgit.text.quotes import Quote, quotes, squeeze, stands_in
from reflectgit.text.sentences import sentences
from reflectgit.text.words import STOP_WORDS, stems, tokens

Relation = Literal["same verdict", "not admitted"]
_Variants = Callable[[Candidate], Iterator[Candidate]]


class Rate(Value, frozen=True, kw_only=True):
    """Of the `n` variants of one transformation, the share for which its relation holds, and those where not."""

    transformation: str
    relation: Relation
    n: int
    share: float | None
    broken: list[Candidate]


def rates(judged: Iterable[Verdict], policy: Policy, only: Relation | None = None) -> list[Rate]:
    """Every transformation, or those of one relation, of the true stories that are admitted among `judged`."""
    true = [one for one in judged if one.wanted and one.admitted]
    return [
        _rate(name, relation, make, true, policy)
        for name, relation, make in _TRANSFORMATIONS
        if only in (None, relation)
    ]


def _rate(name: str, relation: Relation, make: _Variants, true: Sequence[Verdict], policy: Policy) -> Rate:
    n, broken = 0, []
    for one in true:
        for changed in make(one.candidate):
            n += 1
            found = verdict(changed, policy)
            holds = _settled(found) == _settled(one) if relation == "same verdict" else not found.admitted
            if not holds:
                broken.append(changed)
    share = 1 - len(broken) / n if n else None
    return Rate(transformation=name, relation=relation, n=n, share=share, broken=broken)


def _settled(one: Verdict) -> tuple[str, str | None]:
    return one.decided, one.judged.decision.grade


def _with(candidate: Candidate, **texts: object) -> Candidate:
    return msgspec.structs.replace(
        candidate, reflection=msgspec.structs.replace(candidate.reflection, **texts)
    )


# --- form ------------------------------------------------------------------------------------------------------


def reordered(candidate: Candidate) -> Iterator[Candidate]:
    """The sentences of every claim in reverse."""
    claims = {name: _finished(sentences(claim)) for name, claim in candidate.reflection.claims().items()}
    if any(len(parts) > 1 for parts in claims.values()):
        yield _with(candidate, **{name: " ".join(reversed(parts)) for name, parts in claims.items()})


def _finished(parts: Sequence[str]) -> list[str]:
    return [part if part.endswith((".", "!", "?", ";")) else f"{part}." for part in parts]


_OTHER_WORDS = {
    "the": "that",
    "this": "that",
    "these": "those",
    "those": "these",
    "which": "that",
    "but": "yet",
    "so": "thus",
    "only": "just",
    "just": "only",
    "until": "till",
    "because": "as",
    "while": "as",
    "each": "every",
    "every": "each",
    "into": "in",
    "upon": "on",
}


def other_function_words(candidate: Candidate) -> Iterator[Candidate]:
    """Pronouns, conjunctions and the like exchanged, in the author's own words alone."""
    claims = candidate.reflection.claims()
    changed = {name: _in_own_words(claim, _exchange) for name, claim in claims.items()}
    if changed != claims:
        yield _with(candidate, **changed)


def _exchange(text: str) -> str:
    words = "|".join(_OTHER_WORDS)
    return re.sub(rf"\b(?:{words})\b", lambda found: _OTHER_WORDS[found[0]], text)


def other_confidence(candidate: Candidate) -> Iterator[Candidate]:
    """Hardly sure, and quite sure."""
    for confidence in (0.05, 0.99):
        yield _with(candidate, confidence=confidence)


def longer(candidate: Candidate) -> Iterator[Candidate]:
    """A sentence more in every claim that says nothing."""
    claims = candidate.reflection.claims()
    yield _with(
        candidate,
        **{name: f"{_finished([claim.strip()])[0]} So it was with this." for name, claim in claims.items()},
    )


_IDENTIFIER = re.compile(
    r"\b(?!test|Test)(?:[A-Za-z]+(?:_[A-Za-z0-9]+)+|[A-Za-z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)\b"
)
_FRESH = "velmor"


def renamed(candidate: Candidate) -> Iterator[Candidate]:
    """A name that a claim has, another in story and record: one part of it, wherever that stands, a fresh word."""
    story = " ".join(candidate.reflection.claims().values())
    told = _strings(msgspec.to_builtins((candidate.termination, candidate.reflection)))
    words = Counter(word for text in told for word in tokens(text))
    letters = "\n".join(told).casefold()
    structure = {word for item in _items(candidate) for word in tokens(f"{item.id} {item.kind}")}
    for name in sorted(set(_IDENTIFIER.findall(story))):
        for part in tokens(name):
            alone = letters.count(part) == words[part]
            uninflected = all(word == part for word in words if stems(word) == stems(part))
            if len(part) >= 4 and alone and uninflected and part not in structure | STOP_WORDS:
                yield _renamed(candidate, part)
                return


def _renamed(candidate: Candidate, part: str) -> Candidate:
    def fresh(found: re.Match[str]) -> str:
        if found[0].isupper():
            return _FRESH.upper()
        return _FRESH.capitalize() if found[0][0].isupper() else _FRESH

    def replaced(value: object) -> object:
        if isinstance(value, str):
            return re.sub(part, fresh, value, flags=re.I)
        if isinstance(value, list):
            return [replaced(one) for one in value]
        return {key: replaced(one) for key, one in value.items()} if isinstance(value, dict) else value

    return msgspec.structs.replace(
        candidate,
        termination=msgspec.convert(replaced(msgspec.to_builtins(candidate.termination)), Termination),
        reflection=msgspec.convert(replaced(msgspec.to_builtins(candidate.reflection)), Reflection),
    )


def _strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return [text for one in inner for text in _strings(one)]


# --- content ---------------------------------------------------------------------------------------------------

_NUMBER = re.compile(r"(?<![\w.:/-])\d+(?:\.\d+)?(?![\w:/-]|\.\d)")
_STRING = re.compile(r"(?<!\w)(?P<mark>['\"])(?P<text>[^'\"\n]{2,60})(?P=mark)(?!\w)")


def value_made_up(candidate: Candidate) -> Iterator[Candidate]:
    """A number of a claim, in the author's own words, made one that is nowhere in the record."""
    seen = numbers(_record(candidate))

    def unseen(found: re.Match[str]) -> str:
        return next(new for step in range(3, 999) if (new := _stepped(found[0], step)) not in seen)

    yield from _valued(candidate, _NUMBER, unseen)


def _stepped(number: str, step: int) -> str:
    whole, dot, fraction = number.partition(".")
    return f"{int(whole) + step}{dot}{fraction}"


def value_of_something_else(candidate: Candidate) -> Iterator[Candidate]:
    """A number or quoted string of a claim made another one that the run has."""
    runs = "\n".join(item.content for item in candidate.termination.traces if item.kind == "execution")
    strings = [found["text"] for found in _STRING.finditer(runs)]
    figures = _NUMBER.findall(runs)
    yield from _valued(candidate, _NUMBER, lambda found: _other(found[0], figures))
    yield from _valued(
        candidate, _STRING, lambda found: f"{found['mark']}{_other(found['text'], strings)}{found['mark']}"
    )


def _other(value: str, values: Sequence[str]) -> str:
    return next((one for one in values if one != value), value)


def value_in_a_quote(candidate: Candidate) -> Iterator[Candidate]:
    """A number inside a quote made another."""
    for name, claim in candidate.reflection.claims().items():
        for quote in quotes(claim):
            changed = _NUMBER.sub(lambda found: _stepped(found[0], 3), quote.text, count=1)
            if changed != quote.text and not _stands(candidate, changed, quote.item):
                yield _with(candidate, **{name: claim.replace(quote.text, changed, 1)})
                break


def _valued(
    candidate: Candidate, pattern: re.Pattern[str], new: Callable[[re.Match[str]], str]
) -> Iterator[Candidate]:
    """The first value of each claim made another: one variant a claim."""
    for name, claim in candidate.reflection.claims().items():
        changed = _in_own_words(claim, lambda text: pattern.sub(new, text, count=1), once=True, strings=True)
        if changed != claim:
            yield _with(candidate, **{name: changed})


_DENIED = re.compile(r"\b(is|are|was|were|has|have|had|does|did|do|can|could|will|would)(?: not\b|n't\b)")
_NEVER = re.compile(r"\bnever\b")
_SAID = re.compile(r"\b(is|are|was|were|has|have|had|can|could|will|would)\b(?! not\b)(?!n't)")


def negated(candidate: Candidate) -> Iterator[Candidate]:
    """The first verb of a claim denied, or no longer denied: one variant a claim."""
    for name, claim in candidate.reflection.claims().items():
        changed = _in_own_words(claim, _denied, once=True)
        if changed != claim:
            yield _with(candidate, **{name: changed})


def _denied(text: str) -> str:
    for pattern, new in ((_DENIED, r"\1"), (_NEVER, "always"), (_SAID, r"\1 not")):
        changed = pattern.sub(new, text, count=1)
        if changed != text:
            return changed
    return text


def quote_laid_elsewhere(candidate: Candidate) -> Iterator[Candidate]:
    """The first quote of a claim with the id of another item, which is cited and does not say it."""
    ids = [item.id for item in _items(candidate)]
    for name, claim in candidate.reflection.claims().items():
        for quote in quotes(claim)[:1]:
            other = next((one for one in ids if not _stands(candidate, quote.text, one)), None)
            if other is not None:
                cited = list(dict.fromkeys((*candidate.reflection.evidence_ids, other)))
                yield _with(candidate, **{name: _laid(claim, quote, other)}, evidence_ids=cited)


def _laid(claim: str, quote: Quote, other: str) -> str:
    return re.sub(rf"\[{re.escape(quote.item)}\]", lambda _: f"[{other}]", claim, count=1)


_LISTED = re.compile(
    r"(?P<one>[\w.]+)(?P<between>['\"`]?(?:, | then | and then | before | \| |; )['\"`]?)(?P<other>[\w.]*\w)"
)


def listed_the_other_way_round(candidate: Candidate) -> Iterator[Candidate]:
    """Two things that a claim lists in the record's order swapped; one variant a claim."""
    record = squeeze(_record(candidate))
    for name, claim in candidate.reflection.claims().items():
        for found in _LISTED.finditer(claim):
            one, other = found["one"].strip("."), found["other"]
            if one != other and _follows(one, other, record) and not _follows(other, one, record):
                swapped = f"{other}{found['between']}{one}"
                yield _with(candidate, **{name: claim[: found.start()] + swapped + claim[found.end() :]})
                break


def _follows(one: str, other: str, record: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(one)}\W{{1,4}}{re.escape(other)}(?!\w)", record) is not None


# --- what they share -------------------------------------------------------------------------------------------

_SPAN = re.compile(r"(`+[^`]*`+(?:\s*\[[^\]\s]*\])?|[\"“][^\"”]*[\"”](?:\s*\[[^\]\s]*\])?)")


def _in_own_words(text: str, change: Callable[[str], str], once: bool = False, strings: bool = False) -> str:
    """The text with its own words changed; quotes stay, and so do `strings` unless they are asked for."""
    parts = _SPAN.split(text)
    for place, part in enumerate(parts):
        if place % 2 == 0 or (strings and part[0] != "`" and not part.endswith("]")):
            parts[place] = change(part)
            if once and parts[place] != part:
                break
    return "".join(parts)


def _items(candidate: Candidate) -> list[Item]:
    told = candidate.termination
    rest = (told.diagnosis, told.repair, told.successful_trajectory)
    return [*told.traces, *(item for item in rest if item is not None)]


def _record(candidate: Candidate) -> str:
    return "\n".join(_strings(msgspec.to_builtins(candidate.termination)))


def _stands(candidate: Candidate, text: str, name: str) -> bool:
    return any(item.id == name and stands_in(text, item.content) for item in _items(candidate))


_TRANSFORMATIONS: tuple[tuple[str, Relation, _Variants], ...] = (
    ("sentences in another order", "same verdict", reordered),
    ("other function words", "same verdict", other_function_words),
    ("another confidence", "same verdict", other_confidence),
    ("a sentence more that says nothing", "same verdict", longer),
    ("a name, another in story and record", "same verdict", renamed),
    ("a quote laid to another item", "not admitted", quote_laid_elsewhere),
    ("another value inside a quote", "not admitted", value_in_a_quote),
    ("a value that is nowhere", "not admitted", value_made_up),
    ("a value of something else", "not admitted", value_of_something_else),
    ("two listed things swapped", "not admitted", listed_the_other_way_round),
    ("a claim denied", "not admitted", negated),
)
