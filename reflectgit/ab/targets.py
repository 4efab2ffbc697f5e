"""What the gate is to reach on cases that it has never seen, and whether it does."""

from collections.abc import Callable, Iterable, Sequence
from operator import sub

from reflectgit.ab.shares import Flag, Interval, Share, contrast, share
from reflectgit.ab.verdicts import Verdict
from reflectgit.model import Value
from reflectgit.text.quotes import quotes, settled, stands_in


class Target(Value, frozen=True, kw_only=True):
    """One measure: its figure, its 90% interval over cases, of how many candidates, the bar, and whether it is reached.

    All figures are shares from 0 to 1 but for the last, a difference of two. None: no candidate to measure it on.
    """

    measure: str
    figure: float | None
    interval: Interval | None
    n: int
    bar: float
    reached: bool | None


def targets(judged: Sequence[Verdict]) -> list[Target]:
    """Every target, in a fixed order."""
    return [_target(name, bar, measure(judged)) for name, bar, measure in _TARGETS]


def _target(name: str, bar: float, found: Share) -> Target:
    reached = None if found.figure is None else found.figure >= bar
    return Target(
        measure=name, figure=found.figure, interval=found.interval, n=found.n, bar=bar, reached=reached
    )


_Measure = Callable[[Sequence[Verdict]], Share]


def admitted_fit(judged: Iterable[Verdict]) -> list[Flag]:
    """Of what was admitted and the label judges, whether it should have been: what precision is the share of."""
    return [(one.case, one.fit) for one in judged if one.labelled and one.admitted and one.fit is not None]


def wanted_admitted(judged: Iterable[Verdict]) -> list[Flag]:
    """Of what should be admitted, whether it was: what recall is the share of."""
    return [(one.case, one.admitted) for one in judged if one.wanted]


def _precision_at(grade: str) -> _Measure:
    return lambda judged: share(admitted_fit(one for one in judged if one.judged.decision.grade == grade))


def _of_kind(kind: str, counts: Callable[[Verdict], bool]) -> _Measure:
    return lambda judged: share((one.case, counts(one)) for one in judged if one.kind == kind)


def _admitted(one: Verdict) -> bool:
    return one.admitted


def _refused(one: Verdict) -> bool:
    return not one.admitted


def _right(one: Verdict) -> bool:
    return one.right


def _low_or_refused(one: Verdict) -> bool:
    return not one.admitted or one.capped


def _misquoted_refused(judged: Sequence[Verdict]) -> Share:
    wrong = [one for one in judged if one.kind == "false-quoted" and misquotes(one)]
    return share((one.case, not one.admitted) for one in wrong)


def misquotes(one: Verdict) -> bool:
    """Whether a claim quotes what the item that it names does not say."""
    termination = one.candidate.termination
    rest = (termination.diagnosis, termination.repair, termination.successful_trajectory)
    contents = {item.id: item.content for item in (*termination.traces, *rest) if item is not None}
    claims = one.candidate.reflection.claims().values()
    said = [settled(quote, contents) for claim in claims for quote in quotes(claim)]
    return any(not stands_in(quote.text, contents.get(quote.item, "")) for quote in said)


def _overbroad(judged: Iterable[Verdict]) -> list[Verdict]:
    return [one for one in judged if one.candidate.expect.scope_must_narrow]


def _grounded_apart(judged: Sequence[Verdict]) -> Share:
    own = [(one.case, one.grounded) for one in judged if one.candidate.expect.grounded is True]
    other = [(one.case, one.grounded) for one in judged if one.candidate.expect.grounded is False]
    return contrast(own, other, sub)


_TARGETS: tuple[tuple[str, float, _Measure], ...] = (
    ("precision", 0.70, lambda judged: share(admitted_fit(judged))),
    ("precision at grade B", 0.90, _precision_at("B")),
    ("recall: true, concrete", 0.70, _of_kind("true-1", _admitted)),
    ("recall: true, quoted", 0.90, _of_kind("true-quoted", _admitted)),
    ("refused: bad citation", 1.0, _of_kind("bad-citation", _refused)),
    ("refused: fabricated detail", 0.85, _of_kind("fabricated-detail", _refused)),
    ("refused: confabulated", 0.85, _of_kind("confabulated", _refused)),
    ("refused: contradicted", 0.65, _of_kind("contradicted", _refused)),
    ("refused: quotes what is not there", 1.0, _misquoted_refused),
    ("shallow: told as such", 0.85, _of_kind("shallow", _right)),
    ("too vague: told as such", 0.85, _of_kind("too-vague", _right)),
    ("blame: refused or at the lowest confidence", 0.95, _of_kind("blame", _low_or_refused)),
    (
        "over-broad: scope narrowed, admitted or not",
        0.80,
        lambda judged: share((one.case, one.narrowed) for one in _overbroad(judged)),
    ),
    (
        "over-broad: admitted, and narrowed",
        0.80,
        lambda judged: share((one.case, one.admitted and one.narrowed) for one in _overbroad(judged)),
    ),
    ("grounded: own less another's diagnosis", 0.65, _grounded_apart),
)
