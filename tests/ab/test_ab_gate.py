"""The gate over labelled cases: the figures, and files that are not what they should be."""

import json
from pathlib import Path
from typing import Any

import pytest

from reflectgit.ab.gate import GateReport, run
from reflectgit.errors import BadInput
from reflectgit.policy import Policy

ADMIT = {"decision": "admit", "reasons": []}
REJECT = {"decision": "reject", "reasons": ["speculative"]}


def reflection(**changes: Any) -> dict[str, Any]:
    return {
        "outcome": "escalated",
        "failed_assumption": "The plan held that the pool closes sockets by itself when a worker is reaped.",
        "overlooked_evidence": "The probe counted 1024 open sockets before accept() failed.",
        "strategy_error": "",
        "violated_invariant": "",
        "evidence_ids": ["p", "r", "i"],
        "counterfactual": "Had the reaper closed the socket of its worker, the count would have stayed level.",
        "candidate_lesson": "Close the socket of a reaped worker in the reaper itself; a pool forgets it otherwise.",
        "scope": "worker pools with sockets",
        "confidence": 0.6,
    } | changes


def case(*candidates: tuple[str, dict[str, Any], dict[str, Any]]) -> str:
    items = [
        ("p", 11, "plan", "The pool closes sockets by itself when a worker is reaped."),
        ("r", 11, "execution", "OSError: [Errno 24] Too many open files in accept()"),
        ("i", 12, "instrumentation", "open sockets: 1024 workers: 3"),
    ]
    diagnosis = (
        "Symptom: accept() fails with errno 24 [r]. The reaper drops the worker and never closes its socket, so the "
        "pool leaks one per reaped worker [i]. Fix direction: the reaper closes the socket of its worker."
    )
    termination = {
        "task": {"id": "POOL-1", "repo": "hive/pool"},
        "failure": {
            "class": "OSError",
            "message": "[Errno 24] Too many open files",
            "site": "pool.py:accept",
        },
        "outcome": "escalated",
        "traces": [{"id": i, "component": c, "kind": k, "content": t} for i, c, k, t in items],
        "diagnosis": {"id": "d", "component": 13, "kind": "diagnosis", "content": diagnosis},
    }
    labelled = [
        {"candidate_id": f"c{number}", "kind": kind, "reflection": told, "expect": expect, "why": "because"}
        for number, (kind, told, expect) in enumerate(candidates)
    ]
    return json.dumps({"case_id": "pool", "domain": "x", "termination": termination, "candidates": labelled})


def measured(folder: Path, *lines: str) -> GateReport:
    path = folder / "cases.jsonl"
    path.write_text("\n".join(lines) + "\n\n")
    return run([path], Policy())


def test_the_figures(tmp_path: Path) -> None:
    made_up = reflection(overlooked_evidence="The probe printed a TimeoutError after 1024 sockets.")
    blame = reflection(counterfactual="The operating system is broken, it should have allowed more.")
    narrow = {"decision": "admit", "reasons": [], "scope_must_narrow": True}
    report = measured(
        tmp_path,
        case(
            ("true", reflection(), ADMIT),
            ("true", reflection(evidence_ids=["p"]), ADMIT),
            ("made-up", made_up, REJECT),
            ("unknown", reflection(evidence_ids=["nope"]), {"decision": "reject", "reasons": ["violation"]}),
            ("wide", reflection(scope="all software everywhere"), narrow),
            ("blame", blame, {"decision": "admit-capped-or-reject", "reasons": []}),
            ("mislabelled", reflection(), REJECT),
        ),
    )
    assert (report.cases, report.candidates) == (1, 7)
    assert {row.kind: (row.n, row.right) for row in report.by_kind} == {
        "true": (2, 0.5),
        "made-up": (1, 1.0),
        "unknown": (1, 1.0),
        "wide": (1, 1.0),
        "blame": (1, 1.0),
        "mislabelled": (1, 0.0),
    }
    assert report.precision == pytest.approx(2 / 3), (
        "of true, wide and mislabelled; capped blame counts neither way"
    )
    assert report.naive_precision == pytest.approx(3 / 6)
    assert report.lift == pytest.approx((2 / 3) / (3 / 6))
    assert report.recall == pytest.approx(1 / 2)
    assert report.rejection_rate == pytest.approx(3 / 7)
    assert [(one.candidate_id, one.decided) for one in report.wrong] == [
        ("c1", "speculative"),
        ("c6", "admitted"),
    ]
    assert any("kind: execution or instrumentation missing" in reason for reason in report.wrong[0].because)


def test_where_grounding_alone_is_labelled(tmp_path: Path) -> None:
    other = reflection(
        failed_assumption="The plan believed that dates parse in any locale.",
        overlooked_evidence="A comma stood where a point was due.",
        counterfactual="A fixed locale would have parsed it.",
        candidate_lesson="Parse numbers with the locale pinned, since separators differ between machines.",
    )
    report = measured(
        tmp_path, case(("own", reflection(), {"grounded": True}), ("other", other, {"grounded": False}))
    )
    assert report.grounded_rates == {"other": 0.0, "own": 1.0}
    assert (report.precision, report.recall, report.rejection_rate) == (None, None, None)


def test_progress_is_told(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(case(("true", reflection(), ADMIT), ("true", reflection(), ADMIT)))
    seen: list[int] = []
    run([path, path], Policy(), seen.append)
    assert seen == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[]",
        '{"case_id": "x"}',
        case(("true", {"outcome": "resolved"}, ADMIT)),
        '{"case_id": 1, "candidates": []}',
    ],
)
def test_a_line_that_is_no_case_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(BadInput, match=r"cases\.jsonl:2: "):
        measured(tmp_path, case(("true", reflection(), ADMIT)), line)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="nowhere"):
        run([tmp_path / "nowhere.jsonl"], Policy())


@pytest.mark.shared
def test_the_development_set_holds_its_level(shared: Path) -> None:
    report = run([shared / "corpus" / "cases.jsonl"], Policy())
    right = {row.kind: row.right for row in report.by_kind}
    admitted = {row.kind: row.decisions.get("admitted", 0) / row.n for row in report.by_kind}
    assert report.precision is not None
    assert report.precision >= 0.65
    assert admitted["true-1"] >= 0.6
    assert admitted["true-quoted"] >= 0.85
    assert right["bad-citation"] == 1.0
    assert admitted["fabricated-detail"] <= 0.2
    assert right["shallow"] >= 0.8
    assert right["blame"] == 1.0
    assert not [
        one.candidate_id
        for one in report.wrong
        if one.kind == "false-quoted" and one.decided == "admitted" and "quote" in " ".join(one.because)
    ]


@pytest.mark.shared
def test_diagnoses_by_persons_ground_and_those_of_other_programs_do_not(shared: Path) -> None:
    report = run([shared / "data" / "ilf" / "cases.jsonl"], Policy())
    assert report.grounded_rates["own"] - report.grounded_rates["shuffled"] >= 0.5
