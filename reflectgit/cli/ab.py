"""``reflectgit ab``: the gate measured."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reflectgit.cli.options import JsonOption, StoreOption, example, open_there
from reflectgit.cli.terminal import counter, one_line, paint, prose, put, put_json, table

if TYPE_CHECKING:
    from reflectgit.ab.gate import GateReport
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


@app.callback()
def _root() -> None:
    pass


@app.command(
    "gate", epilog=example("reflectgit ab gate cases.jsonl", "reflectgit ab gate cases.jsonl --wrong")
)
def gate(
    cases: Annotated[
        list[Path], typer.Argument(metavar="CASES.jsonl...", help="Labelled cases, one a line.")
    ],
    wrong: Annotated[
        bool, typer.Option("--wrong", help="Name each verdict that is not the label's.")
    ] = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Judge labelled reflections.

    Beside a gate that stores everything. Uses the default policy, or with --store the policy of that
    store; the lessons in it play no part.
    """
    from msgspec import to_builtins

    from reflectgit.ab.gate import run

    with counter("judged") as progress:
        report = run(cases, _policy(store), progress)
    if as_json:
        members = to_builtins(report)
        grounded = ["grounded_rates"] if report.grounded_rates else []
        names = [*_MEMBERS, *grounded, *(["wrong"] if wrong else [])]
        return put_json({name: members[name] for name in names})
    _show(report)
    if wrong:
        _show_wrong(report)
    return None


def _policy(store: Path | None) -> "Policy":
    from reflectgit.admission import policy_at
    from reflectgit.policy import Policy

    return policy_at(open_there(store).snapshot()) if store else Policy()


def _show(report: "GateReport") -> None:
    put(f"{report.candidates} reflections on {report.cases} failures")
    kinds = [
        (row.kind, str(row.n), _share(row.right), _counts(row.decisions), _counts(row.reasons))
        for row in report.by_kind
    ]
    _put_table(kinds, ("KIND", "N", "RIGHT", "DECIDED", "REFUSED AS"))
    grades = [(row.grade, str(row.n), str(row.admitted), _share(row.precision)) for row in report.by_grade]
    _put_table(grades, ("GRADE", "N", "ADMITTED", "PRECISION"))
    if report.precision is not None or report.recall is not None:
        _put_table(_measures(report), ("MEASURE", "GATE", "STORING ALL"))
    if report.grounded_rates:
        rates = [(kind, _share(rate)) for kind, rate in report.grounded_rates.items()]
        _put_table(rates, ("GROUNDED", "SHARE"))


def _measures(report: "GateReport") -> list[tuple[str, str, str]]:
    lift = "-" if report.lift is None else f"{report.lift:.2f} x"
    return [
        ("precision", _share(report.precision), _share(report.naive_precision)),
        ("recall", _share(report.recall), _share(1.0)),
        ("rejected", _share(report.rejection_rate), _share(0.0)),
        ("lift", lift, "1.00 x"),
    ]


def _put_table(rows: Sequence[Sequence[str]], header: Sequence[str]) -> None:
    if not rows:
        return
    head, *lines = table(rows, header)
    put()
    put(paint(head, "bold"))
    for line in lines:
        put(line)


def _show_wrong(report: "GateReport") -> None:
    for one in report.wrong:
        put()
        put(f"{paint(one_line(one.candidate_id), 'bold')}: label {one.expected}, decided {one.decided}")
        for reason in one.because:
            put(prose(reason, indent="    ", first="  - "))


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"


def _counts(counted: dict[str, int]) -> str:
    return ", ".join(f"{word} {count}" for word, count in counted.items())
