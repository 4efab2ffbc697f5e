"""Lessons that a person has to approve: they wait on a branch, are let in, reworded, joined to others, or refused."""

import subprocess

import msgspec
import pytest

from reflectgit import admission, pending, review, upkeep
from reflectgit.check import check, ok
from reflectgit.errors import BadInput, BadUsage, NotFound
from reflectgit.identity import lesson_path
from reflectgit.policy import Policy, render_policy
from reflectgit.store import history
from reflectgit.store.index import Index
from reflectgit.store.initialise import init_store
from reflectgit.store.repository import open_store

REVIEWED = render_policy(Policy(review="required"))
WORDS = (
    "When counting containers for a quantity, round the division up, and test a quantity whose last container "
    "is only partly filled."
)


def replaced(value, **changes):
    return msgspec.structs.replace(value, **changes)


@pytest.fixture
def store(repo):
    init_store(repo, REVIEWED)
    return open_store(repo)


@pytest.fixture
def waiting(store, failed, story):
    return admission.admit(store, failed, story)


@pytest.fixture
def tree(repo, git):
    """The branches under reflect/ with their commits."""
    return lambda: git(repo, "for-each-ref", "--format=%(refname:short)", "refs/heads/reflect").split()


def look(store, name):
    with Index.open(store).at(store.snapshot()) as view:
        return view.lesson(name)


def left(store):
    with Index.open(store).at(store.snapshot()) as view:
        return [row.value.decision.lesson_id for row in pending.waiting(view, Policy(review="required"))]


def reword(repo, git, answer, words, branch=None):
    """A reviewer edits the lesson on its branch and commits that, in a worktree of its own."""
    aside = repo.parent / f"aside-{len(words)}"
    git(repo, "worktree", "add", "-q", str(aside), branch or answer.branch)
    file = aside / lesson_path("episodic", answer.lesson_id)
    lines = file.read_text().splitlines(keepends=True)
    assert lines[0].startswith("statement: ")
    file.write_text(f'statement: "{words}"\n' + "".join(lines[1:]))
    git(aside, "commit", "-q", "-am", "better words")
    git(repo, "worktree", "remove", str(aside))


# --- waiting -------------------------------------------------------------------------------------------------


def test_the_decision_is_recorded_at_once_and_the_lesson_waits_on_its_branch(store, repo, git, failed, story):
    (repo / "work.txt").write_text("half done\n")
    answer = admission.admit(store, failed, story)
    assert (answer.decision, answer.recorded, answer.review) == ("admitted", True, "waiting")
    assert (answer.path, answer.branch) == (None, f"reflect/{answer.failure_id}")
    assert git(repo, "rev-parse", "HEAD", f"{answer.branch}^").split() == [answer.commit] * 2
    path = lesson_path("episodic", answer.lesson_id)
    assert git(repo, "diff", "--name-status", "HEAD", answer.branch).split() == ["A", path]
    assert git(repo, "symbolic-ref", "HEAD").strip() == "refs/heads/main"
    assert git(repo, "status", "--porcelain") == " M work.txt\n"
    assert not (repo / "lessons").exists()
    assert left(store) == [answer.lesson_id]
    assert check(store) == []
    assert "Reflectgit-Op: propose" in git(repo, "log", "-1", "--format=%B", answer.branch)


def test_the_branch_has_the_bytes_that_the_lesson_has_once_it_is_approved(store, repo, git, waiting):
    path = lesson_path("episodic", waiting.lesson_id)
    proposed = git(repo, "rev-parse", f"{waiting.branch}:{path}")
    review.approve(store, waiting.lesson_id)
    assert git(repo, "rev-parse", f"HEAD:{path}") == proposed


def test_the_same_story_again_still_waits_and_another_one_is_not_heard(
    store, failed, story, fabricated, waiting
):
    again = admission.admit(store, failed, story)
    assert (again.commit, again.review, again.branch) == (None, "waiting", waiting.branch)
    assert again.lesson == waiting.lesson
    assert admission.admit(store, failed, fabricated).already_decided
    assert left(store) == [waiting.lesson_id]


def test_a_dry_run_makes_no_branch(store, failed, story, tree):
    answer = admission.admit(store, failed, story, dry_run=True)
    assert (answer.review, answer.recorded, tree()) == ("waiting", False, [])


def test_what_waits_is_no_lesson_for_others(store, failed, story, waiting):
    elsewhere = replaced(failed, task=replaced(failed.task, id="HARBOUR-2", repo="harbour/ships"))
    other = admission.admit(store, elsewhere, story)
    assert (other.decision, other.review) == ("admitted", "waiting")
    assert other.stages.ledger.reflected_before is False
    with pytest.raises(NotFound):
        upkeep.record(store, [waiting.lesson_id], task="T", repo="a/b", outcome="resolved")


# --- approving -----------------------------------------------------------------------------------------------


def test_an_approved_lesson_is_live_and_its_branch_is_gone(store, repo, git, waiting, tree):
    done = review.approve(store, waiting.lesson_id)
    assert (done.decision, done.recorded, done.branch) == ("approved", True, None)
    assert look(store, waiting.lesson_id).value == waiting.lesson
    assert look(store, waiting.lesson_id).path == done.path
    assert (tree(), left(store), check(store)) == ([], [], [])
    assert git(repo, "status", "--porcelain") == ""
    event = history.events(store, waiting.lesson_id)[0]
    assert (event.commit, event.op) == (done.commit, "approve")
    again = review.approve(store, waiting.lesson_id)
    assert (again.decision, again.commit, again.path) == ("approved", None, done.path)


def test_a_reviewer_words_it_otherwise_and_the_id_stays(store, failed, story, waiting):
    done = review.approve(store, waiting.lesson_id, statement=f"  {WORDS}\n")
    assert (done.decision, done.statement) == ("approved", WORDS)
    assert look(store, waiting.lesson_id).value.statement == WORDS
    assert check(store) == []
    assert review.approve(store, waiting.lesson_id, statement=WORDS).commit is None
    with pytest.raises(BadInput, match="approved already"):
        review.approve(store, waiting.lesson_id, statement="Round up.")
    again = admission.admit(store, failed, story)
    assert (again.review, again.lesson.statement) == ("approved", WORDS)


@pytest.mark.parametrize(
    ("words", "reason"),
    [("Be careful.", "too_vague"), ("Read https://crates.example/rounding first.", "speculative")],
)
def test_a_wording_is_judged_and_a_refused_one_changes_nothing(store, waiting, tree, words, reason):
    head = store.head()
    done = review.approve(store, waiting.lesson_id, statement=words)
    assert (done.decision, done.recorded, done.reason) == ("rejected", False, reason)
    assert (store.head(), tree(), done.branch) == (head, [waiting.branch], waiting.branch)
    with pytest.raises(BadInput):
        review.approve(store, waiting.lesson_id, statement=" ")


def test_words_that_were_committed_on_the_branch_are_taken(store, repo, git, waiting, tree):
    reword(repo, git, waiting, WORDS)
    done = review.approve(store, waiting.lesson_id)
    assert (done.decision, done.statement, tree()) == ("approved", WORDS, [])
    assert look(store, waiting.lesson_id).value.statement == WORDS
    assert check(store) == []


def test_words_that_were_fetched_are_taken_and_two_wordings_are_asked_about(store, repo, git, waiting):
    reword(repo, git, waiting, WORDS)
    git(repo, "update-ref", f"refs/remotes/origin/{waiting.branch}", waiting.branch)
    git(repo, "branch", "-qf", waiting.branch, f"{waiting.branch}^")
    reword(repo, git, waiting, f"{WORDS} Always.")
    with pytest.raises(BadUsage, match="several ways"):
        review.approve(store, waiting.lesson_id)
    git(repo, "branch", "-q", "-D", waiting.branch)
    assert review.approve(store, waiting.lesson_id).statement == WORDS


def test_a_damaged_file_on_the_branch_is_named(store, repo, git, waiting):
    reword(repo, git, waiting, 'half" of it')
    with pytest.raises(BadInput, match=f"{waiting.branch}:lessons/"):
        review.approve(store, waiting.lesson_id)


def test_the_same_advice_twice_ends_as_one_lesson(store, failed, story, waiting, tree):
    elsewhere = replaced(failed, task=replaced(failed.task, id="HARBOUR-2", repo="harbour/ships"))
    other = admission.admit(store, elsewhere, replaced(story, scope="lang:python counting boxes"))
    review.approve(store, waiting.lesson_id)
    done = review.approve(store, other.lesson_id)
    assert (done.decision, done.into) == ("merged", waiting.lesson_id)
    lesson = look(store, waiting.lesson_id).value
    assert lesson.derived_from.failures == sorted([waiting.failure_id, other.failure_id])
    assert "repo:harbour/ships" in lesson.scope
    assert look(store, other.lesson_id) is None
    assert (tree(), left(store), check(store)) == ([], [], [])
    again = review.approve(store, other.lesson_id)
    assert (again.decision, again.into, again.commit) == ("merged", waiting.lesson_id, None)
    upkeep.record(store, [waiting.lesson_id], task="T", repo="a/b", outcome="resolved")
    assert (upkeep.sweep(store), check(store)) == ([], [])


def test_the_rules_of_today_decide(store, repo, git, waiting):
    stricter = Policy(review="required", gate=replaced(Policy().gate, admit_at="A"))
    (repo / "reflectgit.toml").write_text(render_policy(stricter))
    git(repo, "commit", "-qam", "stricter")
    done = review.approve(store, waiting.lesson_id)
    assert (done.decision, done.reason) == ("rejected", "thin_evidence")
    assert left(store) == [waiting.lesson_id]


def test_a_lesson_that_was_retired_meanwhile_does_not_come_back_by_an_approval(store, failed, story, waiting):
    elsewhere = replaced(failed, task=replaced(failed.task, id="HARBOUR-2", repo="harbour/ships"))
    other = admission.admit(store, elsewhere, story)
    review.approve(store, other.lesson_id)
    upkeep.retire(store, other.lesson_id, because="it misled")
    done = review.approve(store, waiting.lesson_id)
    assert done.decision == "rejected"
    assert other.lesson_id in done.reason


def test_what_does_not_wait_cannot_be_approved(repo, failed, story):
    init_store(repo, render_policy())
    store = open_store(repo)
    answer = admission.admit(store, failed, story)
    assert (answer.review, answer.branch) == (None, None)
    for asked in (
        lambda name: review.approve(store, name),
        lambda name: review.refuse(store, name, because="x"),
    ):
        with pytest.raises(NotFound, match="does not wait"):
            asked(answer.lesson_id)
        with pytest.raises(NotFound):
            asked("nothing-00000000")


# --- refusing ------------------------------------------------------------------------------------------------


def test_a_refusal_is_final_and_its_failure_stays_decided(store, failed, story, waiting, tree):
    done = review.refuse(store, waiting.lesson_id, because="true, and not worth a lesson")
    assert (done.decision, done.recorded, done.branch) == ("refused", True, None)
    assert (tree(), left(store), check(store)) == ([], [], [])
    (event,) = history.events(store, waiting.lesson_id)[:1]
    assert (event.op, event.reason) == ("refuse", "true, and not worth a lesson")
    again = review.refuse(store, waiting.lesson_id, because="another word")
    assert (again.reason, again.commit, again.already_settled) == (
        "true, and not worth a lesson",
        None,
        False,
    )
    late = review.approve(store, waiting.lesson_id)
    assert (late.decision, late.already_settled, late.commit) == ("refused", True, None)
    assert admission.admit(store, failed, story).review == "refused"
    assert look(store, waiting.lesson_id) is None


def test_what_is_approved_is_retired_and_not_refused(store, waiting):
    review.approve(store, waiting.lesson_id)
    done = review.refuse(store, waiting.lesson_id, because="too late")
    assert (done.decision, done.already_settled, done.commit) == ("approved", True, None)
    with pytest.raises(BadInput):
        review.refuse(store, waiting.lesson_id, because=" ")


# --- branches ------------------------------------------------------------------------------------------------


def test_a_branch_that_holds_more_or_is_checked_out_stays(store, repo, git, waiting, failed, story, tree):
    elsewhere = replaced(failed, task=replaced(failed.task, id="HARBOUR-2", repo="harbour/ships"))
    other = admission.admit(store, elsewhere, story)
    aside = repo.parent / "aside"
    git(repo, "worktree", "add", "-q", str(aside), waiting.branch)
    (aside / "notes.txt").write_text("of the reviewer\n")
    git(aside, "add", "notes.txt")
    git(aside, "commit", "-qm", "notes")
    git(repo, "worktree", "remove", str(aside))
    assert review.approve(store, waiting.lesson_id).branch == waiting.branch
    git(repo, "worktree", "add", "-q", str(aside), other.branch)
    assert review.refuse(store, other.lesson_id, because="twice").branch == other.branch
    assert sorted(tree()) == sorted([waiting.branch, other.branch])
    git(repo, "worktree", "remove", str(aside))
    upkeep.sweep(store)
    assert tree() == [waiting.branch]


def test_a_sweep_makes_a_missing_branch_again(store, repo, git, waiting, tree):
    before = git(repo, "ls-tree", "-r", waiting.branch)
    git(repo, "branch", "-q", "-D", waiting.branch)
    upkeep.sweep(store, dry_run=True)
    assert tree() == []
    assert upkeep.sweep(store) == []
    assert git(repo, "ls-tree", "-r", waiting.branch) == before
    git(repo, "update-ref", f"refs/remotes/origin/{waiting.branch}", waiting.branch)
    git(repo, "branch", "-q", "-D", waiting.branch)
    upkeep.sweep(store)
    assert tree() == [], "it is there to be fetched"


def test_a_branch_that_cannot_be_made_is_told_and_the_decision_stands(repo, git, failed, story, tree):
    init_store(repo, REVIEWED)
    told = []
    store = open_store(repo, tell=told.append)
    git(repo, "branch", "reflect")
    answer = admission.admit(store, failed, story)
    assert (answer.recorded, left(store), tree()) == (True, [answer.lesson_id], ["reflect"])
    assert "could not be made" in " ".join(told)
    git(repo, "branch", "-q", "-D", "reflect")
    upkeep.sweep(store)
    assert tree() == [answer.branch]


def test_a_lock_that_a_killed_git_left_is_taken_away(store, repo, git, waiting, tree):
    (repo / ".git/refs/heads" / f"{waiting.branch}.lock").write_text("")
    assert review.approve(store, waiting.lesson_id).branch is None
    assert tree() == []


def test_a_signed_branch(store, repo, git, failed, story, tmp_path):
    gpg = tmp_path / "gpg"
    gpg.write_text(
        '#!/bin/sh\ncat >/dev/null\necho "[GNUPG:] SIG_CREATED " >&2\necho "-----BEGIN PGP SIGNATURE-----"\n'
    )
    gpg.chmod(0o755)
    git(repo, "config", "commit.gpgsign", "true")
    git(repo, "config", "gpg.program", str(gpg))
    answer = admission.admit(store, failed, story)
    assert "gpgsig" in git(repo, "cat-file", "commit", answer.branch)


# --- merged by hand ------------------------------------------------------------------------------------------


def test_a_branch_that_a_host_merged_is_approved_by_the_sweep(store, repo, git, waiting, tree):
    git(repo, "merge", "-q", "--no-ff", "-m", "Merge pull request", waiting.branch)
    (finding,) = check(store)
    assert (finding.code, ok([finding])) == ("not_ruled", True)
    assert upkeep.sweep(store, dry_run=True)
    done = upkeep.sweep(store)
    assert [(one.action, one.lesson_id) for one in done] == [("approve", waiting.lesson_id)]
    assert (tree(), check(store), left(store)) == ([], [], [])
    assert history.events(store, waiting.lesson_id)[0].op == "approve"
    assert upkeep.sweep(store) == []


def test_an_outcome_told_before_the_sweep_writes_the_ruling_too(store, repo, git, waiting):
    git(repo, "merge", "-q", "--squash", waiting.branch)
    git(repo, "commit", "-qm", "squashed")
    told = upkeep.record(store, [waiting.lesson_id], task="T", repo="a/b", outcome="resolved")
    assert told.lessons[0].times_helped == 1
    assert check(store) == []


def test_the_words_that_were_merged_hold_and_are_judged(store, repo, git, waiting):
    reword(repo, git, waiting, WORDS)
    git(repo, "merge", "-q", "--no-ff", "-m", "Merge pull request", waiting.branch)
    assert [one.code for one in check(store)] == ["not_ruled"]
    done = review.approve(store, waiting.lesson_id)
    assert (done.decision, done.statement) == ("approved", WORDS)
    assert check(store) == []


def test_words_that_do_not_pass_are_taken_out_again(store, repo, git, waiting):
    reword(repo, git, waiting, "Be careful.")
    git(repo, "merge", "-q", "--no-ff", "-m", "Merge pull request", waiting.branch)
    assert [(one.code, ok([one])) for one in check(store)] == [("bad_wording", False)]
    assert review.approve(store, waiting.lesson_id).reason == "too_vague"
    upkeep.sweep(store)
    assert left(store) == [waiting.lesson_id]
    assert check(store) == []


def test_another_edit_of_the_file_is_found(store, repo, git, waiting):
    git(repo, "merge", "-q", "--no-ff", "-m", "Merge pull request", waiting.branch)
    file = repo / lesson_path("episodic", waiting.lesson_id)
    file.write_text(file.read_text().replace("times_helped: 0", "times_helped: 9"))
    git(repo, "commit", "-qam", "nine times")
    assert [one.code for one in check(store)] == ["not_ruled", "not_the_fold"]
    upkeep.sweep(store)
    assert check(store) == []


def test_a_story_that_corroborates_what_was_merged_brings_its_ruling(
    store, repo, git, failed, story, waiting
):
    git(repo, "merge", "-q", "--no-ff", "-m", "Merge pull request", waiting.branch)
    elsewhere = replaced(failed, task=replaced(failed.task, id="HARBOUR-2", repo="harbour/ships"))
    other = admission.admit(store, elsewhere, story)
    assert (other.decision, other.lesson_id) == ("merged", waiting.lesson_id)
    assert other.failure_id in look(store, waiting.lesson_id).value.derived_from.failures
    assert check(store) == []


def test_turning_review_on_approves_what_is_there(repo, git, failed, story):
    init_store(repo, render_policy())
    store = open_store(repo)
    answer = admission.admit(store, failed, story)
    (repo / "reflectgit.toml").write_text(REVIEWED)
    git(repo, "commit", "-qam", "review")
    assert [one.code for one in check(store)] == ["not_ruled"]
    upkeep.sweep(store)
    assert check(store) == []
    assert look(store, answer.lesson_id).value.superseded_by is None


def test_the_approval_rate_stands_in_the_history(store, repo, git, failed, story, waiting):
    elsewhere = replaced(failed, task=replaced(failed.task, id="HARBOUR-2", repo="harbour/ships"))
    other = admission.admit(store, elsewhere, story)
    review.approve(store, waiting.lesson_id)
    review.refuse(store, other.lesson_id, because="known")
    said = subprocess.run(
        ["git", "-C", str(repo), "log", "--format=%(trailers:key=Reflectgit-Op,valueonly)"],
        capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    assert (said.count("approve"), said.count("refuse"), said.count("admit")) == (1, 1, 2)


# --- what comes in between, and other places -----------------------------------------------------------------


@pytest.fixture
def in_vain(failed, story):
    """The same failure in another task, where the plan and the change had followed the advice."""
    head = "--- a/ships/holds.py\n+++ b/ships/holds.py\n@@ -1,2 +1,2 @@\n"
    followed = f"{head} def holds(n, size):\n-    pass\n+    return -(-n // size)  # round up the division\n"
    contents = {"plan": story.candidate_lesson, "patch": followed}
    return replaced(
        failed,
        task=replaced(failed.task, id="DEPOT-7", paths=["ships/holds.py"]),
        traces=[replaced(one, content=contents.get(one.kind, one.content)) for one in failed.traces],
        repair=None,
        outcome="escalated",
    )


def test_a_failure_that_came_meanwhile_narrows_what_is_approved(store, failed, story, in_vain):
    placed = replaced(failed, task=replaced(failed.task, paths=["depot/crates.py"]))
    waiting = admission.admit(store, placed, story)
    other = admission.admit(store, in_vain, upkeep._nothing(in_vain))
    done = review.approve(store, waiting.lesson_id)
    assert (done.decision, look(store, waiting.lesson_id).value.superseded_by) == ("approved", done.into)
    successor = look(store, done.into).value
    assert successor.counterexamples == [other.failure_id]
    assert "-path:ships/holds.py" in successor.scope
    assert (check(store), upkeep.sweep(store)) == ([], [])


def test_a_failure_that_came_meanwhile_keeps_out_what_no_scope_saves(store, failed, story, in_vain, waiting):
    admission.admit(store, in_vain, upkeep._nothing(in_vain))
    done = review.approve(store, waiting.lesson_id)
    assert (done.decision, done.reason) == ("rejected", "contradicts_store")
    assert left(store) == [waiting.lesson_id]
    assert check(store) == []


def test_on_the_branch_itself(store, repo, git, waiting, tree):
    git(repo, "switch", "-q", waiting.branch)
    assert [one.code for one in check(store, base="main")] == ["not_ruled"]
    done = review.approve(store, waiting.lesson_id)
    assert (done.decision, done.branch) == ("approved", waiting.branch)
    git(repo, "switch", "-q", "main")
    git(repo, "merge", "-q", waiting.branch)
    assert check(store) == []
    assert upkeep.sweep(store) == []
    assert tree() == []


def test_clones_that_rule_apart(repo, git, failed, story, tmp_path):
    init_store(repo, REVIEWED)
    store = open_store(repo)
    answer = admission.admit(store, failed, story)
    git(tmp_path, "clone", "-q", str(repo), "other")
    other = open_store(tmp_path / "other")
    assert upkeep.sweep(other) == []
    assert not git(tmp_path / "other", "branch", "--list", "reflect/*"), "it is there to be fetched"
    review.approve(store, answer.lesson_id)
    review.refuse(other, answer.lesson_id, because="not ours")
    git(repo, "pull", "-q", "--no-rebase", "--no-edit", str(tmp_path / "other"), "main")
    assert [one.action for one in upkeep.sweep(store)] == ["retire"]
    assert look(store, answer.lesson_id).value.superseded_by == "person:not ours"
    assert check(store) == []
    assert review.approve(store, answer.lesson_id).already_settled


@pytest.mark.parametrize("kind", ["folder", "bare", "worktree", "sha256"])
def test_in_other_kinds_of_repository(tmp_path, git, failed, story, kind):
    top = tmp_path / "top"
    git(
        tmp_path,
        "init",
        "-q",
        "-b",
        "main",
        f"--object-format={'sha256' if kind == 'sha256' else 'sha1'}",
        str(top),
    )
    place = top / "memory" if kind == "folder" else top
    init_store(place, REVIEWED)
    if kind == "bare":
        git(tmp_path, "clone", "-q", "--bare", str(top), "bare.git")
        place = tmp_path / "bare.git"
    if kind == "worktree":
        git(top, "worktree", "add", "-q", "-b", "work", str(tmp_path / "aside"))
        place = tmp_path / "aside"
    store = open_store(place)
    answer = admission.admit(store, failed, story)
    assert git(place, "rev-parse", f"{answer.branch}^").strip() == answer.commit
    done = review.approve(store, answer.lesson_id)
    assert (done.decision, done.branch, check(store)) == ("approved", None, [])
