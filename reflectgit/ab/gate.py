"""The gate over labelled reflections: what it decides, by kind and grade, beside storing everything (build spec 7.1).

Nothing is stored and no model runs. A candidate's label says what should become of it; in data where only
grounding is labelled, only grounding is counted. Every share has its 90% interval over cases (`shares`).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from reflectgit.ab.cases import read_cases
from reflectgit.ab.shares import Interval, Share, contrast, share
from reflectgit.ab.strictness import Point, curve
from reflectgit.ab.targets import Target, admitted_fit, targets, wanted_admitted
from reflectgit.ab.verdicts import Verdict, verdicts
from reflectgit.model import Value
from reflectgit.policy import Policy


class Wrong(Value, frozen=True, kw_only=True):
    """A verdict that the label does not bear out."""

    candidate_id: str
    kind: str
    expected: str
    decided: str
    because: list[str]


class KindRow(Value, frozen=True, kw_only=True):
    """What became of one kind of candidates; `right` is the share of verdicts that the labels bear out."""

    kind: str
    n: int
    decisions: dict[str, int]
    reasons: dict[str, int]
    right: float
    interval: Interval | None


class GradeRow(Value, frozen=True, kw_only=True):
    """Of the admitted of one grade, the share that should be; None where nothing was admitted."""

    grade: str
    n: int
    admitted: int
    precision: float | None
    interval: Interval | None


class GateReport(Value, frozen=True, kw_only=True):
    """Shares from 0 to 1; None where there is nothing to take a share of.

    precision: of the admitted that the label judges, those that should be admitted. naive_precision: the same for
    storing everything. lift: the first over the second. recall: of what should be admitted, what was.
    rejection_rate: of all candidates, what was not admitted. grounded_rates: by kind, where grounding is labelled.
    intervals: of each of these by its name, None where too few cases stand behind it.
    """

    cases: int
    candidates: int
    by_kind: list[KindRow]
    by_grade: list[GradeRow]
    precision: float | None
    naive_precision: float | None
    lift: float | None
    recall: float | None
    rejection_rate: float | None
    grounded_rates: dict[str, float]
    intervals: dict[str, Interval | None]
    curve: list[Point]
    targets: list[Target]
    wrong: list[Wrong]


def run(files: Sequence[Path], policy: Policy, progress: Callable[[int], None] | None = None) -> GateReport:
    """Judge every candidate of the files, all as one set. `progress` is told how many are done.

    Raises:
        BadInput: a file cannot be read, or a line of it is not a labelled case; with ``file:line``.
    """
    return report(verdicts(list(read_cases(files)), policy, progress))  # a fault is told first


def by_file(
    files: Sequence[Path], policy: Policy, progress: Callable[[int], None] | None = None
) -> tuple[GateReport, list[GateReport]]:
    """The same, and beside it each file by itself, in the order given; raises as `run`."""
    read = [list(read_cases([path])) for path in files]  # a fault is told first
    apart: list[list[Verdict]] = []
    for candidates in read:
        done = sum(map(len, apart))
        told = (lambda count, done=done: progress(done + count)) if progress else None
        apart.append(verdicts(candidates, policy, told))
    return report([one for judged in apart for one in judged]), [report(judged) for judged in apart]


def report(judged: Sequence[Verdict]) -> GateReport:
    """The figures over all verdicts."""
    measures = _measures(judged)
    grounded = _grounded_rates(judged)
    shares = measures | {f"grounded {kind}": rate for kind, rate in grounded.items()}
    return GateReport(
        cases=len({one.case for one in judged}),
        candidates=len(judged),
        by_kind=_by_kind(judged),
        by_grade=_by_grade([one for one in judged if one.labelled]),
        **{name: found.figure for name, found in measures.items()},
        grounded_rates={kind: rate.figure for kind, rate in grounded.items() if rate.figure is not None},
        intervals={name: found.interval for name, found in shares.items()},
        curve=curve(judged),
        targets=targets(judged),
        wrong=[_wrong(one) for one in judged if not one.right],
    )


def _measures(judged: Sequence[Verdict]) -> dict[str, Share]:
    fit, naive = admitted_fit(judged), list(_naive(judged))
    return {
        "precision": share(fit),
        "naive_precision": share(naive),
        "lift": contrast(fit, naive, lambda one, other: one / other if other else None),
        "recall": share(wanted_admitted(judged)),
        "rejection_rate": share((one.case, not one.admitted) for one in judged if one.labelled),
    }


def _naive(judged: Iterable[Verdict]) -> Iterable[tuple[str, bool]]:
    """Storing everything neither caps nor narrows; of blame that may be stored capped, it is not counted either way."""
    for one in judged:
        if one.candidate.expect.decision in ("admit", "reject"):
            yield one.case, one.candidate.expect.decision == "admit"


def _wrong(one: Verdict) -> Wrong:
    expect = one.candidate.expect
    asked = expect.decision or ("grounded" if expect.grounded else "not grounded")
    failed = [
        f"{check.claim}: {compared.what} {compared.result}"
        for check in one.judged.checks
        for compared in check.compared
        if compared.result != "found"
    ]
    return Wrong(
        candidate_id=one.candidate.candidate_id,
        kind=one.kind,
        expected=" ".join((asked, *expect.reasons)),
        decided=one.decided,
        because=failed,
    )


def _by_kind(judged: Sequence[Verdict]) -> list[KindRow]:
    rows: dict[str, list[Verdict]] = defaultdict(list)
    for one in judged:
        rows[one.kind].append(one)
    return [_kind_row(kind, members) for kind, members in rows.items()]


def _kind_row(kind: str, members: Sequence[Verdict]) -> KindRow:
    right = share((one.case, one.right) for one in members)
    return KindRow(
        kind=kind,
        n=len(members),
        decisions=_counted(one.judged.decision.decision for one in members),
        reasons=_counted(one.judged.decision.rejected_reason or "" for one in members if not one.admitted),
        right=right.figure or 0.0,
        interval=right.interval,
    )


def _by_grade(judged: Sequence[Verdict]) -> list[GradeRow]:
    rows: dict[str, list[Verdict]] = defaultdict(list)
    for one in judged:
        rows[one.judged.decision.grade or "none"].append(one)
    return [_grade_row(grade, members) for grade, members in sorted(rows.items())]


def _grade_row(grade: str, members: Sequence[Verdict]) -> GradeRow:
    fit = share(admitted_fit(members))
    return GradeRow(
        grade=grade,
        n=len(members),
        admitted=sum(one.admitted for one in members),
        precision=fit.figure,
        interval=fit.interval,
    )


def _grounded_rates(judged: Sequence[Verdict]) -> dict[str, Share]:
    rows: dict[str, list[tuple[str, bool]]] = defaultdict(list)
    for one in judged:
        if one.candidate.expect.grounded is not None:
            rows[one.kind].append((one.case, one.grounded))
    return {kind: share(members) for kind, members in sorted(rows.items())}


def _counted(words: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(word for word in words if word).items()))
