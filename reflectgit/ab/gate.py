"""The gate over labelled reflections: what it decides, by kind and grade, beside storing everything (build spec 7.1).

Nothing is stored and no model runs. A candidate's label says what should become of it; in data where only
grounding is labelled, only grounding is counted.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from reflectgit.errors import BadInput
from reflectgit.formats.inputs import read_reflection, read_termination
from reflectgit.model import Reflection, Termination, Value
from reflectgit.pipeline import Judged, judge
from reflectgit.policy import Policy
from reflectgit.stages.known import NOTHING_KNOWN
from reflectgit.stages.lifecycle import effective_confidence
from reflectgit.text import scope


class Expectation(msgspec.Struct, frozen=True, kw_only=True):
    """A label: what should be decided, or (alone) whether the story should ground."""

    decision: Literal["admit", "reject", "admit-capped-or-reject"] | None = None
    reasons: list[str] = []
    scope_must_narrow: bool = False
    or_reject: list[str] = []
    grounded: bool | None = None


class Candidate(Value, frozen=True, kw_only=True):
    """A labelled reflection on the failure of its case."""

    candidate_id: str
    kind: str
    case_id: str
    termination: Termination
    reflection: Reflection
    expect: Expectation


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


class GradeRow(Value, frozen=True, kw_only=True):
    """Of the admitted of one grade, the share that should be; None where nothing was admitted."""

    grade: str
    n: int
    admitted: int
    precision: float | None


class GateReport(Value, frozen=True, kw_only=True):
    """Shares from 0 to 1; None where there is nothing to take a share of.

    precision: of the admitted that the label judges, those that should be admitted. naive_precision: the same for
    storing everything. lift: the first over the second. recall: of what should be admitted, what was.
    rejection_rate: of all candidates, what was not admitted. grounded_rates: by kind, where grounding is labelled.
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
    wrong: list[Wrong]


class _Verdict(Value, frozen=True, kw_only=True):
    candidate: Candidate
    judged: Judged
    capped: bool

    @property
    def admitted(self) -> bool:
        return self.judged.decision.decision in ("admitted", "merged")

    @property
    def decided(self) -> str:
        decision = self.judged.decision
        return decision.rejected_reason or decision.decision


def run(files: Sequence[Path], policy: Policy, progress: Callable[[int], None] | None = None) -> GateReport:
    """Judge every candidate of the files. `progress` is told how many are done.

    Raises:
        BadInput: a file cannot be read, or a line of it is not a labelled case; with ``file:line``.
    """
    verdicts: list[_Verdict] = []
    for candidate in read_cases(files):
        judged = judge(candidate.termination, candidate.reflection, NOTHING_KNOWN, policy)
        verdicts.append(_Verdict(candidate=candidate, judged=judged, capped=_is_capped(judged, policy)))
        if progress:
            progress(len(verdicts))
    return report(verdicts)


def read_cases(files: Iterable[Path]) -> Iterator[Candidate]:
    """The labelled candidates of JSONL files, one case a line; empty lines are passed over."""
    for path in files:
        try:
            lines = path.read_bytes().split(b"\n")
        except OSError as fault:
            raise BadInput(
                f"{path}: {fault.strerror}", "give a file of labelled cases, one JSON object a line"
            ) from fault
        for number, line in enumerate(lines, start=1):
            if line.strip():
                yield from _read_case(line, f"{path}:{number}")


class _RawCandidate(msgspec.Struct):
    candidate_id: str
    kind: str
    reflection: msgspec.Raw
    expect: Expectation


class _RawCase(msgspec.Struct):
    case_id: str
    termination: msgspec.Raw
    candidates: list[_RawCandidate]


def _read_case(line: bytes, where: str) -> Iterator[Candidate]:
    try:
        case = msgspec.json.decode(line, type=_RawCase)
    except msgspec.MsgspecError as fault:
        raise BadInput(
            f"{where}: {fault}", "write one labelled case a line: case_id, termination, candidates"
        ) from fault
    termination = read_termination(bytes(case.termination), where)
    for raw in case.candidates:
        yield Candidate(
            candidate_id=raw.candidate_id,
            kind=raw.kind,
            case_id=case.case_id,
            termination=termination,
            reflection=read_reflection(bytes(raw.reflection), f"{where}: {raw.candidate_id}"),
            expect=raw.expect,
        )


def _is_capped(judged: Judged, policy: Policy) -> bool:
    """Whether what was admitted has the lowest confidence at most."""
    decision = judged.decision
    if decision.reflection is None or decision.stages.lifecycle is None:
        return False
    flagged = decision.stages.lifecycle.confidence_cap == "lowest"
    stated = decision.reflection.confidence
    return effective_confidence(stated, decision.grade or "D", flagged, policy) <= policy.confidence.lowest


# --- judging the judge -----------------------------------------------------------------------------------


def report(verdicts: Sequence[_Verdict]) -> GateReport:
    """The figures over all verdicts."""
    labelled = [one for one in verdicts if one.candidate.expect.decision is not None]
    admitted = [one for one in labelled if one.admitted]
    precision = _share(_fit_to_store(one) for one in admitted if _fit_to_store(one) is not None)
    naive = _share(_should(one) == "admit" for one in labelled if _should(one) != "admit-capped-or-reject")
    return GateReport(
        cases=len({one.candidate.case_id for one in verdicts}),
        candidates=len(verdicts),
        by_kind=_by_kind(verdicts),
        by_grade=_by_grade(labelled),
        precision=precision,
        naive_precision=naive,
        lift=precision / naive if precision is not None and naive else None,
        recall=_share(one.admitted for one in labelled if _should(one) == "admit" and not _narrows(one)),
        rejection_rate=_share(not one.admitted for one in labelled),
        grounded_rates=_grounded_rates(verdicts),
        wrong=[_wrong(one) for one in verdicts if not _is_right(one)],
    )


def _should(one: _Verdict) -> str:
    return one.candidate.expect.decision or ""


def _narrows(one: _Verdict) -> bool:
    return one.candidate.expect.scope_must_narrow


def _fit_to_store(one: _Verdict) -> bool | None:
    """Whether an admitted candidate should be: an over-broad one if narrowed; of capped blame, neither."""
    if _should(one) == "admit-capped-or-reject":
        return None if one.capped else False
    return _should(one) == "admit" and (not _narrows(one) or _was_narrowed(one))


def _was_narrowed(one: _Verdict) -> bool:
    generalization = one.judged.decision.stages.generalization
    declared = str(scope.parse(one.candidate.reflection.scope))
    return generalization is not None and generalization.adjusted_scope != declared


def _is_right(one: _Verdict) -> bool:
    """Whether decision, and reason where one is asked for, are what the label wants."""
    expect, decision = one.candidate.expect, one.judged.decision
    if expect.decision is None:
        grounding = decision.stages.grounding
        return expect.grounded is None or expect.grounded == (grounding is not None and grounding.grounded)
    if one.admitted:
        return _fit_to_store(one) is not False
    if expect.decision == "admit":
        return decision.rejected_reason in expect.or_reject
    return not expect.reasons or one.decided in expect.reasons


def _wrong(one: _Verdict) -> Wrong:
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
        kind=one.candidate.kind,
        expected=" ".join((asked, *expect.reasons)),
        decided=one.decided,
        because=failed,
    )


def _by_kind(verdicts: Sequence[_Verdict]) -> list[KindRow]:
    rows: dict[str, list[_Verdict]] = defaultdict(list)
    for one in verdicts:
        rows[one.candidate.kind].append(one)
    return [
        KindRow(
            kind=kind,
            n=len(members),
            decisions=_counted(one.judged.decision.decision for one in members),
            reasons=_counted(
                one.judged.decision.rejected_reason or "" for one in members if not one.admitted
            ),
            right=sum(_is_right(one) for one in members) / len(members),
        )
        for kind, members in rows.items()
    ]


def _by_grade(verdicts: Sequence[_Verdict]) -> list[GradeRow]:
    rows: dict[str, list[_Verdict]] = defaultdict(list)
    for one in verdicts:
        rows[one.judged.decision.grade or "none"].append(one)
    return [
        GradeRow(
            grade=grade,
            n=len(members),
            admitted=sum(one.admitted for one in members),
            precision=_share(
                _fit_to_store(one) for one in members if one.admitted and _fit_to_store(one) is not None
            ),
        )
        for grade, members in sorted(rows.items())
    ]


def _grounded_rates(verdicts: Sequence[_Verdict]) -> dict[str, float]:
    rows: dict[str, list[bool]] = defaultdict(list)
    for one in verdicts:
        grounding = one.judged.decision.stages.grounding
        if one.candidate.expect.grounded is not None:
            rows[one.candidate.kind].append(grounding is not None and grounding.grounded)
    return {kind: sum(members) / len(members) for kind, members in sorted(rows.items())}


def _counted(words: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(word for word in words if word).items()))


def _share(flags: Iterable[bool | None]) -> float | None:
    seen = [bool(flag) for flag in flags]
    return sum(seen) / len(seen) if seen else None
