"""From a failure and a story to one commit, or to a recorded refusal."""

import json
import subprocess
from pathlib import Path

import msgspec
import pytest

from reflectgit import admission
from reflectgit.check import check
from reflectgit.errors import BadInput
from reflectgit.formats.inputs import read_as
from reflectgit.model import DecidedTermination, Item, Lesson
from reflectgit.policy import Policy, render_policy


def replaced(value, **changes):
    return msgspec.structs.replace(value, **changes)


def commits(git, repo):
    return git(repo, "log", "--format=%H").split()


def test_a_true_story_becomes_one_lesson_in_one_commit(store, repo, git, failed, story):
    before = commits(git, repo)
    answer = admission.admit(store, failed, story)
    assert (answer.decision, answer.grade, answer.recorded) == ("admitted", "B", True)
    assert commits(git, repo) == [answer.commit, *before]
    changed = git(repo, "show", "--name-status", "--format=", answer.commit).split("\n")[:-1]
    assert [line[0] for line in changed] == ["A", "A"]
    assert {line[2:].split("/")[0] for line in changed} == {"lessons", "ledger"}
    lesson = read_as(Lesson, (repo / answer.path).read_bytes(), answer.path)
    assert lesson.statement == story.candidate_lesson
    assert lesson.derived_from.failures == [answer.failure_id]
    assert lesson.evidence == [f"{answer.failure_id}#{name}" for name in ("patch-1", "plan-1", "run-1")]
    assert check(store) == []


def test_the_commit_reads_like_a_sentence_and_carries_its_trailers(store, repo, git, failed, story):
    answer = admission.admit(store, failed, story)
    subject, body = git(repo, "log", "-1", "--format=%s%n%b").split("\n", 1)
    assert subject == "admit: when counting containers for a quantity, round the division up…"
    assert len(subject) <= 72
    assert body.strip().split("\n") == [
        "Reflectgit-Op: admit",
        f"Reflectgit-Lesson: {answer.lesson_id}",
        f"Reflectgit-Failure: {answer.failure_id}",
        f"Reflectgit-Signature: {answer.signature}",
        "Reflectgit-Reason: grade B",
    ]


def test_a_refusal_is_recorded_and_keeps_no_word_of_the_story(store, repo, git, failed, fabricated):
    answer = admission.admit(store, failed, fabricated)
    assert (answer.decision, answer.rejected_reason, answer.path) == ("rejected", "speculative", None)
    assert "ZeroDivisionError" in " ".join(
        one.what for one_check in answer.checks for one in one_check.compared
    )
    assert not git(repo, "ls-files", "lessons")
    everything = git(repo, "log", "-p", "--format=%B", f"{answer.commit}~..{answer.commit}")
    assert "ZeroDivisionError" not in everything
    assert "round the division up" not in everything
    assert check(store) == []


def test_a_research_store_keeps_what_it_refused(repo, git, failed, fabricated):
    from reflectgit.store.initialise import init_store
    from reflectgit.store.repository import open_store

    init_store(repo, render_policy(replaced(Policy(), keep_rejected=True)))
    admission.admit(open_store(repo), failed, fabricated)
    assert "ZeroDivisionError" in git(repo, "log", "-1", "-p")


def test_the_same_story_again_gets_the_same_answer_and_no_commit(store, repo, git, failed, story):
    first = admission.admit(store, failed, story)
    before = commits(git, repo)
    again = admission.admit(store, replaced(failed, failure_id="another-label"), story)
    assert commits(git, repo) == before
    assert again == replaced(first, commit=None)


@pytest.mark.parametrize("order", [("story", "fabricated"), ("fabricated", "story")])
def test_another_story_about_a_decided_failure_is_shown_the_earlier_decision(
    request, store, repo, git, failed, order
):
    first, second = (request.getfixturevalue(name) for name in order)
    decided = admission.admit(store, failed, first)
    before = commits(git, repo)
    answer = admission.admit(store, failed, second)
    assert answer.already_decided
    assert (answer.decision, answer.commit) == (decided.decision, None)
    assert commits(git, repo) == before


def test_new_evidence_makes_another_termination_that_may_be_decided(store, failed, fabricated, story):
    admission.admit(store, failed, fabricated)
    probe = Item(id="probe-1", component=12, kind="instrumentation", content="bottles=13 size=6 -> 2 rest 1")
    extended = replaced(failed, traces=[*failed.traces, probe])
    assert admission.admit(store, extended, story).decision == "admitted"


def _spaced(item):
    return msgspec.structs.replace(item, content=item.content + "\n ")


@pytest.mark.parametrize("way", ["description", "label", "spaces", "order"])
def test_the_same_failure_told_otherwise_is_decided_all_the_same(store, failed, fabricated, story, way):
    told = {
        "description": {"task": msgspec.structs.replace(failed.task, description="In other words.")},
        "label": {"failure_id": "another-label"},
        "spaces": {"traces": [_spaced(item) for item in failed.traces]},
        "order": {"traces": list(reversed(failed.traces))},
    }[way]
    first = admission.admit(store, failed, fabricated)
    again = admission.admit(store, msgspec.structs.replace(failed, **told), story)
    assert (again.already_decided, again.failure_id) == (True, first.failure_id)


def test_the_same_evidence_of_another_task_is_another_failure(store, failed, fabricated, story):
    admission.admit(store, failed, fabricated)
    other = msgspec.structs.replace(failed, task=msgspec.structs.replace(failed.task, id="another-task"))
    assert admission.admit(store, other, story).decision == "admitted"


def test_the_same_lesson_from_another_failure_is_one_lesson_with_two_witnesses(store, repo, failed, story):
    first = admission.admit(store, failed, story)
    elsewhere = replaced(failed, task=replaced(failed.task, id="DEPOT-2", repo="harbour/cellar"))
    second = admission.admit(store, elsewhere, story)
    assert (second.decision, second.lesson_id) == ("merged", first.lesson_id)
    lesson = read_as(Lesson, (repo / first.path).read_bytes(), first.path)
    assert lesson.derived_from.failures == sorted([first.failure_id, second.failure_id])
    assert "repo:harbour/cellar" in lesson.scope
    assert check(store) == []


def test_the_same_lesson_under_another_signature_is_one_lesson_too(store, repo, git, failed, story):
    admission.admit(store, failed, story)
    elsewhere = replaced(failed, failure=replaced(failed.failure, site="cellar/boxes.py:boxes"))
    admission.admit(store, elsewhere, story)
    files = git(repo, "ls-files", "lessons").split()
    live = [one for one in files if read_as(Lesson, (repo / one).read_bytes(), one).superseded_by is None]
    assert len(live) == 1
    assert check(store) == []


def test_a_dry_run_says_the_same_and_writes_nothing(store, repo, git, failed, story):
    before = commits(git, repo)
    dry = admission.admit(store, failed, story, dry_run=True)
    assert (dry.decision, dry.commit, dry.recorded) == ("admitted", None, False)
    assert commits(git, repo) == before
    assert not git(repo, "status", "--porcelain")
    wet = admission.admit(store, failed, story)
    assert wet == replaced(dry, commit=wet.commit, recorded=True)


def test_a_fault_of_form_is_told_and_not_recorded(store, repo, git, failed, story):
    before = commits(git, repo)
    answer = admission.admit(store, failed, replaced(story, evidence_ids=["plan-1", "run-9"]))
    assert (answer.decision, answer.recorded, answer.commit) == ("violation", False, None)
    assert "run-9" in answer.violation
    assert commits(git, repo) == before
    assert admission.admit(store, failed, story).decision == "admitted"


def test_an_abstention_is_recorded_without_text(store, failed, story):
    nothing = dict.fromkeys(
        (
            "failed_assumption",
            "overlooked_evidence",
            "strategy_error",
            "violated_invariant",
            "candidate_lesson",
        ),
        "",
    )
    answer = admission.admit(store, failed, replaced(story, **nothing, confidence=0.0))
    assert (answer.decision, answer.recorded) == ("abstained", True)
    assert admission.admit(store, failed, story).already_decided
    assert check(store) == []


def test_a_violation_of_the_model_step_is_recorded_and_decides(store, repo, git, failed, story):
    asked = []

    def proposer(prompt):
        asked.append(prompt)
        return "I am sorry, I cannot do that."

    answer = admission.learn(store, failed, proposer)
    assert (answer.decision, answer.recorded) == ("violation", True)
    assert "sorry" not in git(repo, "log", "-1", "-p")
    later = admission.learn(store, failed, proposer)
    assert later.already_decided
    assert len(asked) == 1, "asked once, never again"
    assert admission.admit(store, failed, story).already_decided
    assert check(store) == []


def test_the_model_step_takes_a_good_answer_through_the_same_gate(store, failed, story):
    printed = f"```json\n{msgspec.json.encode(story).decode()}\n```"
    assert admission.learn(store, failed, lambda _: printed).decision == "admitted"


def test_a_proposer_that_cannot_be_run_changes_nothing(store, repo, git, failed, story):
    def proposer(_):
        raise BadInput("the model is not there")

    before = commits(git, repo)
    with pytest.raises(BadInput):
        admission.learn(store, failed, proposer)
    assert commits(git, repo) == before
    assert admission.admit(store, failed, story).decision == "admitted"


def test_what_the_user_has_staged_and_edited_stays_as_it_is(store, repo, git, failed, story):
    (repo / "work.txt").write_text("staged\n")
    git(repo, "add", "work.txt")
    (repo / "work.txt").write_text("edited after that\n")
    status = git(repo, "status", "--porcelain")
    answer = admission.admit(store, failed, story)
    assert git(repo, "status", "--porcelain") == status
    assert git(repo, "show", ":work.txt") == "staged\n"
    assert "work.txt" not in git(repo, "show", "--name-only", answer.commit)


def test_the_policy_that_counts_is_the_committed_one(store, repo, git, failed, story):
    strict = render_policy(replaced(Policy(), gate=replaced(Policy().gate, admit_at="A")))
    (repo / "reflectgit.toml").write_text(strict)
    assert admission.admit(store, failed, story, dry_run=True).decision == "admitted"
    git(repo, "commit", "-qam", "stricter")
    answer = admission.admit(store, failed, story)
    assert (answer.decision, answer.rejected_reason) == ("rejected", "thin_evidence")


SECRETS = {
    "a token in the run": "GITHUB_TOKEN=ghp_" + "a1B2" * 9,
    "a password in an address": "postgres://app:hunter2hunter2@db.internal/shop",
    "a key cut by colours": "AKIA\x1b[31mIOSFODNN7\x1b[0mEXAMPLE",
    "a private key": "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\nx9Qz\n-----END RSA PRIVATE KEY-----",
}


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS.keys())
def test_a_secret_is_in_no_object_of_the_repository_and_in_no_id(store, repo, git, failed, story, secret):
    def with_secret(text):
        run = replaced(failed.traces[2], content=RUN_WITH.format(text))
        message = replaced(failed.failure, message=f"assert 2 == 3 with {text}")
        return replaced(failed, traces=[*failed.traces[:2], run], failure=message)

    answer = admission.admit(store, with_secret(secret), replaced(story, counterfactual=f"Without {secret}."))
    stored = subprocess.run(
        ["git", "-C", str(repo), "cat-file", "--batch-all-objects", "--batch"],
        capture_output=True,
        check=True,
    ).stdout
    everything = stored + b"".join(path.read_bytes() for path in (repo / ".git").rglob("*") if path.is_file())
    for piece in secret.replace("\x1b[31m", "\n").replace("\x1b[0m", "\n").split("\n"):
        worth = piece.partition("app:")[2].partition("@")[0] or piece.partition("=")[2] or piece
        if worth and not worth.startswith("-----") and worth != "EXAMPLE":
            assert worth.encode() not in everything
    other = admission.admit(store, with_secret(other_secret(secret)), story, dry_run=True)
    assert (other.failure_id, other.signature) == (answer.failure_id, answer.signature)


RUN_WITH = "{}\n>       assert crates(13, 6) == 3\nE        +  where 2 = crates(13, 6)\n"


def other_secret(secret):
    """Another value of the same kind."""
    for old, new in (("a1B2", "z9Y8"), ("hunter2", "rabbit5"), ("IOSFODNN7", "QWERTYUI8"), ("x9Qz", "p0Lm")):
        secret = secret.replace(old, new)
    return secret


def test_evidence_that_cannot_be_read_again_never_enters(store, repo, git, failed, story):
    """Whatever control characters a run prints, the stored file says the same when it is read back."""
    odd = (
        "\x1b[1mbold\x1b[0m \x07 \x85 \u2028 \ufeff \u202e progress 10%\rprogress 20%\r\n"
        + RUN_WITH.format("x")
    )
    noisy = replaced(failed, traces=[*failed.traces[:2], replaced(failed.traces[2], content=odd)])
    answer = admission.admit(store, noisy, story)
    path = git(repo, "ls-files", "ledger").strip()
    stored = read_as(DecidedTermination, (repo / path).read_bytes(), path)
    assert stored.evidence_record.failure_id == answer.failure_id
    assert "\x1b" not in (repo / path).read_text(encoding="utf-8")
    assert check(store) == []


def test_a_refused_change_leaves_no_decision(store, repo, git, failed, story):
    hook = Path(git(repo, "rev-parse", "--git-path", "hooks/pre-commit").strip())
    hook = hook if hook.is_absolute() else repo / hook
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho not today >&2\nexit 1\n")
    hook.chmod(0o755)
    before = commits(git, repo)
    with pytest.raises(Exception, match="hook"):
        admission.admit(store, failed, story)
    assert commits(git, repo) == before
    assert not git(repo, "status", "--porcelain")
    hook.unlink()
    assert admission.admit(store, failed, story).decision == "admitted"


def test_lint_judges_form_and_quotes_alone(failed, story, fabricated):
    assert admission.lint(failed, story).violation is None
    assert {one.verdict for one in admission.lint(failed, story).checks} == {"supported"}
    wrong = {one.claim: one.verdict for one in admission.lint(failed, fabricated).checks}
    assert wrong["overlooked_evidence"] == "unsupported"
    assert "run-9" in admission.lint(failed, replaced(story, evidence_ids=["run-9"])).violation


def test_the_same_inputs_on_the_same_commit_give_the_same_bytes(tmp_path, git, failed, story):
    from reflectgit.store.initialise import init_store
    from reflectgit.store.repository import open_store

    ids = []
    for name in ("one", "two"):
        init_store(tmp_path / name, render_policy())
        ids.append(admission.admit(open_store(tmp_path / name), failed, story).commit)
    assert ids[0] == ids[1]


def test_the_answer_as_json_has_the_members_of_the_contract(store, failed, story):
    said = json.loads(msgspec.json.encode(admission.admit(store, failed, story)))
    assert list(said["stages"]) == [
        "ledger", "grounding", "generalization", "calibration", "admission", "lifecycle",
    ]  # fmt: skip


def test_a_change_made_by_hand_in_between_is_seen(store, repo, git, failed, story):
    """The decision is made on what HEAD holds under the lock, not on what the store held when it was opened."""
    store.snapshot()
    git(repo, "commit", "-q", "--allow-empty", "-m", "somebody else")
    answer = admission.admit(store, failed, story)
    assert git(repo, "log", "-1", "--format=%s", f"{answer.commit}~").strip() == "somebody else"
