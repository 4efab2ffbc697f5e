"""The labelled sequences of the development set, as far as judging goes: `judge` with what the earlier steps left.

What the fold makes of it (counters, scope, confidence, retrieval) is tested with the store. Where a step is told in
somebody else's words, the lesson that it bears out is looked at a second time.
"""

from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from reflectgit.formats.inputs import read_reflection, read_termination
from reflectgit.model import Ruling
from reflectgit.pipeline import Judged, judge
from reflectgit.policy import Policy
from reflectgit.stages.generalize import fitted_scope
from reflectgit.stages.known import NOTHING_KNOWN, Known, PastFailure, known_of, past_failure
from reflectgit.stages.lifecycle import fold
from reflectgit.stages.relation import Candidate, Relations, counterexample_ruling, relate
from reflectgit.text import scope

POLICY = Policy()
pytestmark = pytest.mark.shared


class Played(NamedTuple):
    """A sequence after all its steps: what was judged, by step, and how each stood to those before it."""

    judged: dict[int, Judged]
    relations: dict[int, Relations]
    last: Known


def past_of(judged: Judged) -> PastFailure:
    return past_failure(judged.termination.task, judged.termination.failure, judged.record)


def candidate_of(judged: Judged) -> Candidate:
    assert judged.reflection is not None
    task, failure = judged.termination.task, judged.termination.failure
    fitted = fitted_scope(judged.reflection, judged.record, task, failure, POLICY)
    return Candidate(reflection=judged.reflection, past=past_of(judged), scope=fitted)


def sequence(shared: Path, name: str) -> dict[str, Any]:
    for line in (shared / "corpus" / "sequences.jsonl").read_bytes().splitlines():
        one: dict[str, Any] = msgspec.json.decode(line)
        if one["sequence_id"] == name:
            return one
    raise AssertionError(name)


def play(shared: Path, name: str) -> Played:
    judged: dict[int, Judged] = {}
    relations: dict[int, Relations] = {}
    rulings: list[Ruling] = []
    known = NOTHING_KNOWN
    for step in sequence(shared, name)["steps"]:
        if step["op"] != "submit":
            continue
        reflection = read_reflection(msgspec.json.encode(step["reflection"]), name)
        one = judge(
            read_termination(msgspec.json.encode(step["termination"]), name), reflection, known, POLICY
        )
        relations[step["step"]] = relate(candidate_of(one), known)
        if one.record.failure_id not in {before.record.failure_id for before in judged.values()}:
            rulings += one.rulings
        judged[step["step"]] = one
        decided = [before.decided() for before in judged.values()]
        known = known_of(decided, fold(decided, [], rulings, POLICY))
    return Played(judged, relations, known)


@pytest.mark.parametrize(
    "name",
    [
        "seq-merge-temp-names",
        "seq-merge-sanitizer-addresses",
        "seq-opposite-temp-place",
        "seq-opposite-key-advice",
        "seq-distinct-decimal-asserts",
        "seq-distinct-typeerrors-one-repo",
        "seq-widen-two-repos",
        "seq-widen-three-repos",
        "seq-counterexample-same-key",
        "seq-same-event-twice",
    ],
)
def test_what_becomes_of_each_step(shared: Path, name: str) -> None:
    played = play(shared, name)
    for at, judged in played.judged.items():
        assert judged.decision.decision in ("admitted", "merged"), at
        assert not [one for one in judged.rulings if one.op in ("counterexample", "alternative")]
    for check in sequence(shared, name)["expect"]:
        if check["check"] == "same_signature":
            signatures = {played.judged[at].signature.signature for at in check["steps"]}
            assert (len(signatures) == 1) == check["value"]
        if check["check"] == "same_entry":
            _check_same_entry(played, check["steps"], check["value"])
        if check["check"] == "conflict_flagged":
            flagged = [one for judged in played.judged.values() for one in judged.rulings]
            assert bool([one for one in flagged if one.op == "contradiction"]) == check["value"]


def _check_same_entry(played: Played, steps: list[int], value: bool) -> None:
    first, *rest = steps
    for at in rest:
        same = played.relations[at].same
        again = played.judged[at].record.failure_id == played.judged[first].record.failure_id
        assert (bool(same) or again) == value
        if value and played.judged[at].decision.decision == "merged" and not again:
            assert played.judged[first].record.failure_id in played.judged[at].decision.joins


def test_a_merge_names_the_failure_that_it_corroborates(shared: Path) -> None:
    first, second = play(shared, "seq-merge-sanitizer-addresses").judged.values()
    assert (second.decision.decision, second.decision.lesson_id) == ("merged", first.decision.lesson_id)
    assert second.decision.joins == [first.record.failure_id]


@pytest.mark.parametrize("name", ["seq-opposite-temp-place", "seq-opposite-key-advice"])
def test_opposites_stay_apart_and_name_each_other(shared: Path, name: str) -> None:
    first, second = play(shared, name).judged.values()
    assert second.decision.decision == "admitted"
    assert second.decision.stages.generalization is not None
    assert second.decision.stages.generalization.contradicts_lesson_id == first.decision.lesson_id
    mine, theirs = second.decision.lesson_id or "", first.decision.lesson_id
    assert second.rulings == [
        Ruling(op="contradiction", lesson_id=mine, other=theirs, rule="opposite advice")
    ]


def test_one_and_the_same_termination_is_no_corroboration(shared: Path) -> None:
    first, second = play(shared, "seq-same-event-twice").judged.values()
    assert first.record.failure_id == second.record.failure_id
    assert second.decision.joins == [], "nothing is corroborated, were it ever judged again"


def test_a_person_holds_a_failure_elsewhere_against_a_lesson(shared: Path) -> None:
    name = "seq-counterexample-same-key"
    played = play(shared, name)
    step = sequence(shared, name)["steps"][1]
    against = judge(
        read_termination(msgspec.json.encode(step["termination"]), name),
        read_reflection(msgspec.json.encode(sequence(shared, name)["steps"][0]["reflection"]), name),
        NOTHING_KNOWN,
        POLICY,
    )
    [lesson] = played.last.lessons
    ruling = counterexample_ruling(lesson, past_of(against), because=step["note"])
    assert ruling.exclusion == "-repo:fareline/tickets"
    narrowed = scope.narrow(lesson.scope, scope.parse(ruling.exclusion))
    assert not scope.covers(narrowed, past_of(against).situation)
    assert scope.covers(narrowed, lesson.failures[0].situation)
