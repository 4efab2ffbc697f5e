"""What the gate itself writes has no findings, whatever it decides."""

import json
from pathlib import Path

import ledger_builder as build
import pytest
from msgspec.structs import replace

from reflectgit import admission, check
from reflectgit.formats.inputs import read_reflection, read_termination
from reflectgit.model import Reflection
from reflectgit.policy import render_policy
from reflectgit.store.history import events
from reflectgit.store.index import Index
from reflectgit.store.initialise import init_store
from reflectgit.store.repository import Store, open_store

NOTHING = Reflection(
    outcome="resolved",
    failed_assumption="",
    overlooked_evidence="",
    strategy_error="",
    violated_invariant="",
    evidence_ids=[],
    counterfactual="",
    candidate_lesson="",
    scope="",
    confidence=0.0,
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    folder = tmp_path / "store"
    init_store(folder, render_policy())
    return open_store(folder)


def test_a_fresh_store_has_no_findings(store: Store) -> None:
    assert check.check(store) == []


def test_refusals_violations_and_abstentions_have_none(store: Store) -> None:
    vague = replace(
        build.reflection("Be more careful."), failed_assumption="that `nobody said this` [plan-1]"
    )
    answers = [
        admission.admit(store, build.termination(1), vague),
        admission.admit(store, build.termination(2), NOTHING),
        admission.learn(store, build.termination(3), lambda _: "I think it was the parser."),
    ]
    assert [answer.decision for answer in answers] == ["rejected", "abstained", "violation"]
    assert check.check(store) == []


def test_a_store_that_learned_from_many_failures_has_none(store: Store, shared: Path) -> None:
    decided = []
    for number, line in enumerate((shared / "corpus" / "cases.jsonl").read_text().splitlines()):
        case = json.loads(line)
        candidate = case["candidates"][number % 2 * number % len(case["candidates"])]
        ended = read_termination(json.dumps(case["termination"]).encode(), "case")
        said = read_reflection(json.dumps(candidate["reflection"]).encode(), "candidate")
        decided.append(admission.admit(store, ended, said))
    assert {"admitted", "rejected"} <= {answer.decision for answer in decided}
    assert [finding for finding in check.check(store) if finding.is_error] == []

    view = Index.open(store).at(store.snapshot())
    assert view.broken() == []
    for answer in decided:
        (row,) = view.terminations(failure_id=answer.failure_id)
        assert row.value.decision.lesson_id == answer.lesson_id
        if answer.lesson_id is not None:
            assert answer.lesson_id in view.lesson_ids(answer.signature)
            assert answer.commit in {event.commit for event in events(store, answer.lesson_id)}
