"""``reflectgit ab``: the gate measured."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reflectgit.cli.options import JsonOption, StoreOption, example, open_there
from reflectgit.cli.terminal import counter, one_line, paint, prose, put, put_json, table

if TYPE_CHECKING:
    from reflectgit.ab.gate import GateReport
    from reflectgit.ab.shares import Interval
    from reflectgit.policy import Policy

app = typer.Typer(help="Measure the gate over labelled cases.", rich_markup_mode=None)
_MEMBERS = (
    "cases",
    "candidates",
    "by_kind",
    "by_grade",
    "precision",
    "naive_precision",
    "lift",
    "recall",
    "rejection_rate",
)
_BAR_CELLS = 20


@app.callback()
def _root() -> None:
    pass


@app.command(
    "gate",
    epilog=example(
        "reflectgit ab gate cases.jsonl",
        "reflectgit ab gate cases.jsonl --wrong",
        "reflectgit ab gate seen.jsonl fresh.jsonl --by-file --targets",
    ),
)
def gate(
    cases: Annotated[
        list[Path], typer.Argument(metavar="CASES.jsonl...", help="Labelled cases, one a line.")
    ],
    wrong: Annotated[
        bool, typer.Option("--wrong", help="Name each verdict that is not the label's.")
    ] = False,
    curve: Annotated[
        bool, typer.Option("--curve", help="Precision and recall of stricter and looser gates.")
    ] = False,
    targets: Annotated[
        bool, typer.Option("--targets", help="Say which of the measures to be reached are reached.")
    ] = False,
    by_file: Annotated[
        bool, typer.Option("--by-file", help="The shares of each file beside one another.")
    ] = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Judge labelled reflections.

    Beside a gate that stores everything. Several files are measured as one set. After a share stands its 90%
    interval over cases. Uses the default policy, or with --store the policy of that store; the lessons in it play
    no part. A line that is no labelled case is named, and nothing is judged then.
    """
    from reflectgit.ab import gate as measuring

    with counter("judged") as progress:
        report, apart = measuring.by_file(cases, _policy(store), progress)
    chosen = {"intervals": curve, "curve": curve, "targets": targets, "wrong": wrong}
    if as_json:
        extra = [name for name, asked in chosen.items() if asked]
        told = _members(report, extra)
        files = [{"file": str(path), **_members(one, extra)} for path, one in zip(cases, apart, strict=True)]
        return put_json({**told, "files": files} if by_file else told)
    if by_file:
        _show_side_by_side(_headings(cases), [*apart, report], targets)
    else:
        _show(report)
        if targets:
            _show_targets(report)
    if curve:
        _show_curve(report)
    if wrong:
        _show_wrong(report)
    return None


def _policy(store: Path | None) -> "Policy":
    from reflectgit.admission import policy_at
    from reflectgit.policy import Policy

    return policy_at(open_there(store).snapshot()) if store else Policy()


def _members(report: "GateReport", extra: Sequence[str]) -> dict[str, object]:
    from msgspec import to_builtins

    members = to_builtins(report)
    grounded = ["grounded_rates"] if report.grounded_rates else []
    return {name: members[name] for name in (*_MEMBERS, *grounded, *extra)}


# --- one set -----------------------------------------------------------------------------------------------


def _show(report: "GateReport") -> None:
    put(f"{_counted(report.candidates, 'reflection')} on {_counted(report.cases, 'failure')}")
    kinds = [
        (
            row.kind,
            str(row.n),
            _share(row.right),
            _range(row.interval),
            _counts(row.decisions),
            _counts(row.reasons),
        )
        for row in report.by_kind
    ]
    _put_table(kinds, ("KIND", "N", "RIGHT", "90%", "DECIDED", "REFUSED AS"))
    grades = [
        (row.grade, str(row.n), str(row.admitted), _share(row.precision), _range(row.interval))
        for row in report.by_grade
    ]
    _put_table(grades, ("GRADE", "N", "ADMITTED", "PRECISION", "90%"))
    if report.precision is not None or report.recall is not None:
        _put_table(_measures(report), ("MEASURE", "GATE", "90%", "STORING ALL"))
    if report.grounded_rates:
        rates = [
            (kind, _share(rate), _range(report.intervals[f"grounded {kind}"]))
            for kind, rate in report.grounded_rates.items()
        ]
        _put_table(rates, ("GROUNDED", "SHARE", "90%"))


def _measures(report: "GateReport") -> list[tuple[str, str, str, str]]:
    within = report.intervals
    rows = [
        ("precision", _share(report.precision), _range(within["precision"]), _share(report.naive_precision)),
        ("recall", _share(report.recall), _range(within["recall"]), _share(1.0)),
        ("rejected", _share(report.rejection_rate), _range(within["rejection_rate"]), _share(0.0)),
    ]
    times = within["lift"]
    span = f"{times[0]:.2f}-{times[1]:.2f}" if times else ""
    lift = "-" if report.lift is None else f"{report.lift:.2f} x"
    return [*rows, ("lift", lift, span, "1.00 x")]


def _show_targets(report: "GateReport") -> None:
    rows = [
        (
            row.measure,
            _share(row.figure),
            _range(row.interval),
            str(row.n),
            f"{row.bar:.0%}",
            _reached(row.reached),
        )
        for row in report.targets
    ]
    _put_table(rows, ("TO REACH", "FIGURE", "90%", "N", "AT LEAST", "REACHED"))


def _show_curve(report: "GateReport") -> None:
    from reflectgit.ab.strictness import outline

    rows = [
        (
            f"{point.strictness:.2f}",
            str(point.admitted),
            _share(point.recall),
            _share(point.precision),
            "#" * round(_BAR_CELLS * (point.precision or 0.0)) + (" as it is" if point.today else ""),
        )
        for point in outline(report.curve)
    ]
    _put_table(rows, ("STRICTNESS", "ADMITTED", "RECALL", "PRECISION", ""))


def _show_wrong(report: "GateReport") -> None:
    for one in report.wrong:
        put()
        put(f"{paint(one_line(one.candidate_id), 'bold')}: label {one.expected}, decided {one.decided}")
        for reason in one.because:
            put(prose(reason, indent="    ", first="  - "))


# --- sets beside one another -------------------------------------------------------------------------------

#: By the name of a row, what stands in it.
_Column = dict[str, str]


def _show_side_by_side(names: Sequence[str], reports: Sequence["GateReport"], targets: bool) -> None:
    header = [*names, "ALL"]
    _put_columns([_size_column(one) for one in reports], ["SET", *header])
    _put_columns([_kind_column(one) for one in reports], ["RIGHT, BY KIND", *header])
    _put_columns([_measure_column(one) for one in reports], ["MEASURE", *header])
    if targets:
        columns = [_target_column(one) for one in reports]
        _put_columns(columns, ["TO REACH", *header])


def _headings(paths: Sequence[Path]) -> list[str]:
    """The stem of each file, with its folder where another file has the same."""
    stems = [path.stem for path in paths]
    return [
        path.stem if stems.count(path.stem) == 1 else f"{path.resolve().parent.name}/{path.stem}"
        for path in paths
    ]


def _put_columns(columns: Sequence[_Column], header: Sequence[str]) -> None:
    names = dict.fromkeys(name for column in columns for name in column)
    _put_table([(name, *(column.get(name, "-") for column in columns)) for name in names], header)


def _size_column(report: "GateReport") -> _Column:
    return {"failures": str(report.cases), "reflections": str(report.candidates)}


def _kind_column(report: "GateReport") -> _Column:
    return {row.kind: _cell(row.right, row.interval, row.n) for row in report.by_kind}


def _measure_column(report: "GateReport") -> _Column:
    within = report.intervals
    grades = {
        f"precision at {row.grade}": _cell(row.precision, row.interval, row.admitted)
        for row in report.by_grade
        if row.precision is not None
    }
    rates = {
        f"grounded: {kind}": _cell(rate, within[f"grounded {kind}"])
        for kind, rate in report.grounded_rates.items()
    }
    return {
        "precision": _cell(report.precision, within["precision"]),
        **grades,
        "recall": _cell(report.recall, within["recall"]),
        "rejected": _cell(report.rejection_rate, within["rejection_rate"]),
        "precision, storing all": _cell(report.naive_precision, within["naive_precision"]),
        **rates,
    }


def _target_column(report: "GateReport") -> _Column:
    return {
        f"{row.measure} (at least {row.bar:.0%})": _cell(row.figure, row.interval)
        + ("" if row.reached is None else f" {_reached(row.reached)}")
        for row in report.targets
    }


def _cell(figure: float | None, interval: "Interval | None", n: int | None = None) -> str:
    of = "" if n is None else f" of {n}"
    within = f" ({_range(interval)})" if interval else ""
    return f"{_share(figure)}{of}{within}"


# --- words -------------------------------------------------------------------------------------------------


def _put_table(rows: Sequence[Sequence[str]], header: Sequence[str]) -> None:
    if not rows:
        return
    head, *lines = table(rows, header)
    put()
    put(paint(head, "bold"))
    for line in lines:
        put(line)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"


def _range(interval: "Interval | None") -> str:
    return "" if interval is None else f"{interval[0]:.0%}-{interval[1]:.0%}".replace("%-", "-")


def _reached(reached: bool | None) -> str:
    return "-" if reached is None else "yes" if reached else "no"


def _counts(counted: dict[str, int]) -> str:
    return ", ".join(f"{word} {count}" for word, count in counted.items())
