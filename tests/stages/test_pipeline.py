"""The stages wired: what is decided, what of it is kept, and that nothing is asked of the world."""

import ast
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

import reflectgit.stages
from reflectgit.identity import digest
from reflectgit.model import Lesson, Reflection, Termination
from reflectgit.pipeline import Judged, judge
from reflectgit.policy import Policy
from reflectgit.stages.known import NOTHING_KNOWN, known_of
from reflectgit.stages.lifecycle import fold
from reflectgit.stages.reflect import SignatureContext, Violation, reflect

POLICY = Policy()


@pytest.fixture
def doors_shut(monkeypatch: pytest.MonkeyPatch) -> None:
    """No socket is opened and no process started: whoever tries fails the test."""

    def shut(*_: object, **__: object) -> None:
        raise AssertionError("a stage went through a door that is shut")

    monkeypatch.setattr(socket, "socket", shut)
    monkeypatch.setattr(socket, "create_connection", shut)
    monkeypatch.setattr(subprocess, "Popen", shut)


def changed(story: Reflection, **parts: Any) -> Reflection:
    return msgspec.structs.replace(story, **parts)


def refused(story: Reflection) -> Reflection:
    return changed(story, overlooked_evidence="The run shows a KeyError for the zebra in place of 642.")


@pytest.mark.usefixtures("doors_shut")
def test_phase_10_every_stage_runs_with_the_doors_shut(failed: Termination, quoting: Reflection) -> None:
    asked: list[str] = []

    def proposer(prompt: str) -> str:
        asked.append(prompt)
        return msgspec.json.encode(quoting).decode()

    first = judge(failed, quoting, NOTHING_KNOWN, POLICY)
    lookup = first.decision.stages.ledger
    assert lookup is not None
    proposal = reflect(first.record, SignatureContext(signature=first.signature, lookup=lookup), proposer)
    judged = judge(failed, proposal, NOTHING_KNOWN, POLICY)
    assert len(asked) == 1
    assert judged.decision.decision == "admitted"
    assert judged.decision.grade == "B"
    stages = judged.decision.stages
    assert None not in (
        stages.ledger,
        stages.grounding,
        stages.generalization,
        stages.calibration,
        stages.admission,
        stages.lifecycle,
    )
    lesson = fold([judged.decided()], [], [], POLICY)[judged.decision.lesson_id or ""]
    assert lesson.confidence == 0.8
    assert lesson.evidence == [
        f"{judged.record.failure_id}#{name}" for name in ("patch-1", "plan-1", "run-1")
    ]


def test_invariant_1_no_stage_can_reach_a_model() -> None:
    """The world comes to the stages as arguments alone; a proposer is given to `reflect`, and to nothing else."""
    stages = Path(reflectgit.stages.__file__).parent
    imported = {
        path.stem: {
            name
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in (
                [node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]
            )
        }
        for path in stages.glob("*.py")
    }
    doors = (
        "os",
        "io",
        "time",
        "random",
        "socket",
        "subprocess",
        "urllib",
        "http",
        "datetime",
        "secrets",
        "pathlib",
    )
    for stage, names in imported.items():
        assert not {name.split(".")[0] for name in names} & set(doors), stage
        assert not [
            name for name in names if name.startswith(("reflectgit.proposers", "reflectgit.store"))
        ], stage
    given = [path.stem for path in stages.glob("*.py") if "Callable[[str], str]" in path.read_text()]
    assert given == ["reflect"]


def test_judging_is_a_function(failed: Termination, story: Reflection, quoting: Reflection) -> None:
    assert judge(failed, story, NOTHING_KNOWN, POLICY) == judge(failed, story, NOTHING_KNOWN, POLICY)
    told = [
        digest(judge(failed, one, NOTHING_KNOWN, POLICY).decision) for one in (story, quoting, refused(story))
    ]
    again = [
        _in_another_process(failed, one, seed)
        for seed in ("1", "2")
        for one in (story, quoting, refused(story))
    ]
    assert again == told * 2, "whatever the hash seed"


def _in_another_process(failed: Termination, story: Reflection, seed: str) -> str:
    code = (
        "import sys, msgspec; from reflectgit.identity import digest; from reflectgit.model import *;"
        "from reflectgit.pipeline import judge; from reflectgit.policy import Policy;"
        "from reflectgit.stages.known import NOTHING_KNOWN;"
        "failed, story = msgspec.json.decode(sys.stdin.buffer.read(), type=tuple[Termination, Reflection]);"
        "print(digest(judge(failed, story, NOTHING_KNOWN, Policy()).decision))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=msgspec.json.encode((failed, story)),
        capture_output=True,
        check=True,
        env={"PYTHONHASHSEED": seed, "LC_ALL": "C"},
    )
    return done.stdout.decode().strip()


def test_an_admission_keeps_the_redacted_candidate(failed: Termination, story: Reflection) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    judged = judge(
        failed, changed(story, counterfactual=f"With {secret} it would add."), NOTHING_KNOWN, POLICY
    )
    decision = judged.decision
    assert decision.decision == "admitted"
    assert decision.reflection is not None
    assert decision.reflection_digest == digest(decision.reflection)
    assert secret not in msgspec.json.encode(judged).decode()


def test_a_refused_candidate_leaves_no_word(failed: Termination, story: Reflection) -> None:
    judged = judge(failed, refused(story), NOTHING_KNOWN, POLICY)
    assert (judged.decision.decision, judged.decision.rejected_reason) == ("rejected", "speculative")
    kept = msgspec.json.encode(judged.decision).decode()
    for word in ("zebra", "KeyError", "took for granted", "key by key"):
        assert word not in kept
    assert judged.decision.reflection is None
    assert {one.what for check in judged.decision.checks for one in check.compared} <= {
        "exception",
        "number",
        "agreement",
        "code",
        "name",
    }
    assert any(one.what == "exception: KeyError" for check in judged.checks for one in check.compared)


def test_a_policy_may_keep_refused_candidates(failed: Termination, story: Reflection) -> None:
    judged = judge(failed, refused(story), NOTHING_KNOWN, Policy(keep_rejected=True))
    assert judged.decision.reflection is not None
    assert judged.decision.checks == judged.checks


def test_a_thin_candidate_is_held_with_its_words(failed: Termination, story: Reflection) -> None:
    thin = changed(story, overlooked_evidence="", evidence_ids=["plan-1", "diag-1"])
    decision = judge(failed, thin, NOTHING_KNOWN, POLICY).decision
    assert (decision.rejected_reason, decision.unattached_candidate) == ("thin_evidence", True)
    assert decision.reflection == thin


def test_a_fault_of_form_is_a_violation(failed: Termination, story: Reflection) -> None:
    decision = judge(failed, changed(story, evidence_ids=["no-1"]), NOTHING_KNOWN, POLICY).decision
    assert (decision.decision, decision.rejected_reason, decision.reflection) == ("violation", None, None)
    assert "no-1" in (decision.violation or "")


def test_what_the_model_step_could_not_read_is_a_violation(failed: Termination) -> None:
    decision = judge(failed, Violation(faults=("not JSON",), digest="d" * 64), NOTHING_KNOWN, POLICY).decision
    assert (decision.decision, decision.violation, decision.reflection_digest) == (
        "violation",
        "not JSON",
        "d" * 64,
    )


def test_an_abstention_is_no_rejection(failed: Termination, story: Reflection) -> None:
    silent = changed(
        story,
        failed_assumption="",
        overlooked_evidence="",
        candidate_lesson="",
        confidence=0.0,
        evidence_ids=[],
    )
    decision = judge(failed, silent, NOTHING_KNOWN, POLICY).decision
    assert (decision.decision, decision.rejected_reason, decision.reflection) == ("abstained", None, None)


def folded(judged: Judged) -> dict[str, Lesson]:
    return fold([judged.decided()], [], [], POLICY)


def test_invariant_6_the_same_lesson_on_a_known_signature_is_merged(
    failed: Termination, story: Reflection
) -> None:
    first = judge(failed, story, NOTHING_KNOWN, POLICY)
    again = msgspec.structs.replace(failed, task=msgspec.structs.replace(failed.task, id="STOCK-8"))
    second = judge(again, story, known_of([first.decided()], folded(first)), POLICY)
    assert second.decision.decision == "merged"
    assert second.decision.lesson_id == first.decision.lesson_id
    assert second.decision.joins == [first.record.failure_id]
    assert second.decision.stages.ledger is not None
    assert second.decision.stages.ledger.reflected_before
    both = fold([first.decided(), second.decided()], [], [], POLICY)
    assert len(both) == 1
    assert len(both[first.decision.lesson_id or ""].derived_from.failures) == 2


def test_the_label_is_not_the_id(failed: Termination, story: Reflection) -> None:
    named = judge(failed, story, NOTHING_KNOWN, POLICY)
    other = judge(msgspec.structs.replace(failed, failure_id="elsewhere"), story, NOTHING_KNOWN, POLICY)
    assert named.decided().label == "shelves-7"
    assert named.record.failure_id == other.record.failure_id


def test_blame_is_admitted_at_the_lowest_confidence_at_most(failed: Termination, quoting: Reflection) -> None:
    blaming = changed(quoting, counterfactual="The library is broken: dict.update should have warned.")
    judged = judge(failed, blaming, NOTHING_KNOWN, POLICY)
    assert judged.decision.stages.lifecycle is not None
    assert judged.decision.stages.lifecycle.confidence_cap == "lowest"
    assert folded(judged)[judged.decision.lesson_id or ""].confidence == 0.1
