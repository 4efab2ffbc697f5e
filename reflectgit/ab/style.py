"""The style control: how far one gets with the look of a story alone, without its record or its meaning.

A gate that told true from wrong by length, polish or the number of filled fields would be worth nothing. So a
logistic regression is shown only such figures and ranks the candidates, and the gate is held against it at its own
recall. It learns either on the other cases of the same set, where it may learn the habits of the set's author, or
on sets of other authors, where only what style tells of truth itself can help it.
"""

import math
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from operator import mul, sub

from reflectgit.ab.shares import Interval, contrast, share
from reflectgit.ab.strictness import strictness
from reflectgit.ab.targets import admitted_fit, wanted_admitted
from reflectgit.ab.verdicts import Verdict
from reflectgit.model import Reflection, Value
from reflectgit.stages.stemmed import record_stems, stem_set
from reflectgit.text.words import tokens

_ROUNDS = 150
_RATE = 0.5
_MOMENTUM = 0.8
#: The weight of the squared weights: with twenty figures and some hundred stories, little is learnt by heart.
_SHRINK = 0.02
_MARKS = {
    "backticks": r"`",
    "digits": r"\d",
    "quotation marks": r"[\"'“”‘’]",
    "commas": r"[,;:]",
    "stops": r"[.!?]",
    "brackets": r"[()\[\]{}]",
    "signs": r"[_=/\\<>+*-]",
    "capitals": r"[A-Z]",
}
_TEXTS = (
    "failed_assumption",
    "overlooked_evidence",
    "strategy_error",
    "violated_invariant",
    "counterfactual",
    "candidate_lesson",
    "scope",
)
#: What a reader sees at a glance: how long the fields are, how many are filled, how new the words are.
PLAIN = (*(f"length of {name}" for name in _TEXTS[:-1]), "filled fields", "new words")


class StyleControl(Value, frozen=True, kw_only=True):
    """Gate and style at the same recall; shares from 0 to 1.

    precision, style_precision: of what is admitted, what should be; style admits its best ranked until it has the
    gate's recall. better: the first less the second, with its 90% interval. auc, style_auc: how often a candidate
    that may stand in a store is ranked above one that may not. auc_at_equal_style: the gate's, over the pairs that
    style ranks close together; a gate that only followed style would have 0.5.
    """

    recall: float
    precision: float
    style_precision: float
    better: float
    interval: Interval | None
    auc: float
    style_auc: float
    auc_at_equal_style: float


def control(
    judged: Sequence[Verdict], learn_from: Sequence[Verdict] | None = None, shown: Sequence[str] = ()
) -> StyleControl | None:
    """Hold the gate against style alone; None where nothing labelled should be, or was, admitted.

    Args:
        judged: the set to measure on.
        learn_from: other sets to learn style from; without them, the set itself, leaving out one case at a time.
        shown: the names of the figures that the classifier sees (`features`); none: all.
    """
    labelled = [one for one in judged if one.labelled]
    recall = share(wanted_admitted(labelled)).figure
    gate = admitted_fit(labelled)
    if not recall or not gate:
        return None
    scores = _ranked(labelled, learn_from, shown)
    style = [(one.case, one.fit) for one in _until(recall, labelled, scores) if one.fit is not None]
    apart = contrast(gate, style, sub)
    ranks = [strictness(one.judged) for one in labelled]
    return StyleControl(
        recall=recall,
        precision=share(gate).figure or 0.0,
        style_precision=share(style).figure or 0.0,
        better=apart.figure or 0.0,
        interval=apart.interval,
        auc=_auc(labelled, ranks),
        style_auc=_auc(labelled, scores),
        auc_at_equal_style=_auc(labelled, ranks, _near(scores)),
    )


def features(one: Verdict) -> dict[str, float]:
    """What the look of a story is: lengths, filled fields, marks, and the share of words that the record lacks."""
    reflection = one.candidate.reflection
    texts = {name: getattr(reflection, name) for name in _TEXTS}
    whole = "\n".join(texts.values())
    marks = {name: 100 * len(re.findall(which, whole)) / len(whole) for name, which in _MARKS.items()}
    return {
        **{f"length of {name}": math.log1p(len(text)) for name, text in texts.items()},
        "filled fields": len(reflection.claims()),
        "new words": _new_words(reflection, one),
        "length": math.log1p(len(whole)),
        "citations": len(reflection.evidence_ids),
        "confidence": reflection.confidence,
        "length of a word": _mean_word(whole),
        **marks,
    }


def _mean_word(text: str) -> float:
    words = tokens(text)
    return sum(map(len, words)) / max(len(words), 1)


def _new_words(reflection: Reflection, one: Verdict) -> float:
    said = stem_set(" ".join((*reflection.claims().values(), reflection.candidate_lesson)))
    return len(said - record_stems(one.judged.record)) / max(len(said), 1)


# --- learning, leaving one case out ------------------------------------------------------------------------


def _ranked(
    judged: Sequence[Verdict], learn_from: Sequence[Verdict] | None, shown: Sequence[str]
) -> list[float]:
    rows = _standardised([_shown(one, shown) for one in judged])
    if learn_from is not None:
        seen = [one for one in learn_from if one.fit is not None]
        weights = _learnt(_standardised([_shown(one, shown) for one in seen]), seen)
        return [sum(map(mul, weights, row)) for row in rows]
    cases: dict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(judged):
        cases[one.case].append(place)
    scores = [0.0] * len(judged)
    for case, members in cases.items():
        others = [p for p, one in enumerate(judged) if one.case != case and one.fit is not None]
        weights = _learnt([rows[p] for p in others], [judged[p] for p in others])
        for place in members:
            scores[place] = sum(map(mul, weights, rows[place]))
    return scores


def _shown(one: Verdict, names: Sequence[str]) -> list[float]:
    figures = features(one)
    return [figures[name] for name in names or figures]


def _standardised(rows: Sequence[Sequence[float]]) -> list[list[float]]:
    """Every figure with mean 0 and spread 1, and a constant behind them."""
    columns = []
    for column in zip(*rows, strict=True):
        mean = sum(column) / len(column)
        spread = math.sqrt(sum((value - mean) ** 2 for value in column) / len(column)) or 1.0
        columns.append([(value - mean) / spread for value in column])
    return [[*row, 1.0] for row in zip(*columns, strict=True)]


def _learnt(rows: Sequence[Sequence[float]], judged: Sequence[Verdict]) -> list[float]:
    """Weights of a logistic regression, by gradient descent with momentum over all rows at once."""
    labels = [float(one.fit is True) for one in judged]
    columns = list(zip(*rows, strict=True))
    weights, speed = [0.0] * len(columns), [0.0] * len(columns)
    for _ in range(_ROUNDS):
        wrong = [
            _sigmoid(sum(map(mul, weights, row))) - label for row, label in zip(rows, labels, strict=True)
        ]
        slopes = [
            sum(map(mul, column, wrong)) / len(rows) + _SHRINK * weight
            for column, weight in zip(columns, weights, strict=True)
        ]
        speed = [_MOMENTUM * was - _RATE * slope for was, slope in zip(speed, slopes, strict=True)]
        weights = [weight + step for weight, step in zip(weights, speed, strict=True)]
    return weights


def _sigmoid(value: float) -> float:
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, value))))


# --- comparing ---------------------------------------------------------------------------------------------


def _until(recall: float, judged: Sequence[Verdict], scores: Sequence[float]) -> list[Verdict]:
    """The best ranked, as many as it takes for that share of what should be admitted."""
    order = sorted(
        range(len(judged)), key=lambda place: (-scores[place], judged[place].candidate.candidate_id)
    )
    wanted = sum(one.wanted for one in judged)
    chosen: list[Verdict] = []
    for place in order:
        if sum(one.wanted for one in chosen) >= recall * wanted - 1e-9:
            break
        chosen.append(judged[place])
    return chosen


def _near(scores: Sequence[float]) -> Callable[[int, int], bool]:
    """Whether two candidates lie within a tenth of the set of each other in a ranking."""
    order = sorted(range(len(scores)), key=scores.__getitem__)
    rank = {place: number for number, place in enumerate(order)}
    return lambda one, other: abs(rank[one] - rank[other]) * 10 <= len(scores)


def _auc(
    judged: Sequence[Verdict],
    scores: Sequence[float],
    compared: Callable[[int, int], bool] = lambda one, other: True,
) -> float:
    """Of the pairs of a candidate that may stand and one that may not, how many are ranked right; ties count half."""
    fit = [place for place, one in enumerate(judged) if one.fit is True]
    unfit = [place for place, one in enumerate(judged) if one.fit is False]
    pairs = [(scores[one], scores[other]) for one in fit for other in unfit if compared(one, other)]
    return sum((high > low) + (high == low) / 2 for high, low in pairs) / len(pairs) if pairs else 0.5
