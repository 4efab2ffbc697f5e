"""A thin candidate waits in the ledger until a later failure of its kind, or with its advice, carries it."""

import pytest
from msgspec.structs import replace

from reflectgit import admission, upkeep
from reflectgit.check import check
from reflectgit.formats.inputs import read_as
from reflectgit.identity import termination_path
from reflectgit.model import Item, Lesson
from reflectgit.store.index import Index
from reflectgit.store.initialise import init_store
from reflectgit.store.repository import open_store


@pytest.fixture
def thin(story):
    """The advice of the story in words that a record can neither confirm nor refute."""
    return replace(
        story,
        failed_assumption="It was thought that what is left over takes no room.",
        overlooked_evidence="Some of it had nowhere to go.",
    )


@pytest.fixture
def earlier(failed):
    """The same kind of failure in another repository, seen by another run."""
    task = replace(failed.task, id="TRAM-4", repo="hill/tram")
    log = Item(id="log-1", component=12, kind="instrumentation", content="seats 48, queue 50, trams 1")
    return replace(failed, task=task, failure_id="tram-4", traces=[*failed.traces, log])


def lesson_of(repo, answer):
    return read_as(Lesson, (repo / answer.path).read_bytes(), answer.path)


def ledger(git, repo):
    return git(repo, "ls-tree", "-r", "HEAD", "--", "ledger").splitlines()


def lessons(git, repo):
    return git(repo, "ls-tree", "-r", "HEAD", "--", "lessons")


def test_it_counts_for_the_lesson_from_the_decision_that_bears_it_out(
    store, repo, git, failed, story, earlier, thin
):
    held = admission.admit(store, earlier, thin)
    assert (held.decision, held.unattached_candidate) == ("rejected", True)
    before = ledger(git, repo)
    answer = admission.admit(store, failed, story)
    assert answer.decision == "admitted"
    assert set(before) < set(ledger(git, repo)), "what was decided is never edited"
    lesson = lesson_of(repo, answer)
    assert lesson.derived_from.failures == sorted([answer.failure_id, held.failure_id])
    assert f"{held.failure_id}#diag-1" in lesson.evidence
    assert "repo:hill/tram repo:lagoon/depot" in lesson.scope
    assert lesson.statement == story.candidate_lesson
    assert check(store) == []
    assert upkeep.sweep(store) == []


def test_what_is_told_of_one_lesson_writes_what_a_sweep_writes(
    store, repo, git, failed, story, earlier, thin
):
    admission.admit(store, earlier, thin)
    name = admission.admit(store, failed, story).lesson_id
    upkeep.record(store, [name], task="T-1", repo="far/away", outcome="resolved")
    told = lessons(git, repo)
    assert upkeep.sweep(store) == []
    assert lessons(git, repo) == told
    assert check(store) == []


def test_it_stays_decided(store, failed, story, earlier, thin):
    held = admission.admit(store, earlier, thin)
    admission.admit(store, failed, story)
    again = admission.admit(store, earlier, thin)
    assert (again.decision, again.unattached_candidate, again.commit) == ("rejected", True, None)
    assert again.failure_id == held.failure_id
    assert admission.admit(store, earlier, story).already_decided


def test_one_of_another_kind_is_found_by_its_advice(store, repo, failed, story, earlier, thin):
    other = replace(
        earlier,
        failure=replace(
            failed.failure, class_="CapacityError", message="48 seats for 50", site="tram/plan.py:trams"
        ),
    )
    held = admission.admit(store, other, thin)
    answer = admission.admit(store, failed, story)
    assert held.signature != answer.signature
    assert held.failure_id in lesson_of(repo, answer).derived_from.failures
    assert check(store) == []


def test_a_clone_without_it_counts_nothing_until_it_arrives(store, repo, git, failed, story, earlier, thin):
    held = admission.admit(store, earlier, thin)
    answer = admission.admit(store, failed, story)
    whole = lessons(git, repo)
    with Index.open(store).at(store.snapshot()) as view:
        [row] = view.terminations(failure_id=held.failure_id)
        path = termination_path(view.whole(row))
    kept = (repo / path).read_bytes()
    git(repo, "rm", "-q", path)
    git(repo, "commit", "-q", "-m", "A clone that never saw it")
    upkeep.sweep(store)
    assert lesson_of(repo, answer).derived_from.failures == [answer.failure_id]
    assert {finding.code for finding in check(store)} == {"dangling_failure"}
    (repo / path).parent.mkdir(parents=True, exist_ok=True)
    (repo / path).write_bytes(kept)
    git(repo, "add", path)
    git(repo, "commit", "-q", "-m", "It arrives")
    upkeep.sweep(store)
    assert lessons(git, repo) == whole
    assert check(store) == []


def test_before_a_review_it_waits_on(repo, git, failed, story, earlier, thin):
    """The decision that bears it out counts once its lesson is approved."""
    from reflectgit import review
    from reflectgit.policy import Policy, render_policy

    init_store(repo, render_policy(replace(Policy(), review="required")))
    store = open_store(repo)
    held = admission.admit(store, earlier, thin)
    answer = admission.admit(store, failed, story)
    assert answer.review == "waiting"
    assert check(store) == []
    review.approve(store, answer.lesson_id)
    with Index.open(store).at(store.snapshot()) as view:
        assert held.failure_id in view.lesson(answer.lesson_id).value.derived_from.failures
    assert check(store) == []


def test_a_merge_of_the_same_failure_told_again_is_sound(store, failed, story):
    admission.admit(store, failed, story)
    log = Item(id="log-1", component=12, kind="instrumentation", content="bottles 13")
    again = admission.admit(store, replace(failed, traces=[*failed.traces, log]), story)
    assert again.decision == "merged"
    assert check(store) == [], "it bears out nothing new, and says so"


def test_a_merge_that_the_story_of_the_lesson_carries_is_sound(store, repo, failed, story, earlier, thin):
    founding = admission.admit(store, failed, story)
    joined = admission.admit(store, earlier, thin)
    assert (founding.decision, joined.decision) == ("admitted", "merged")
    assert check(store) == []
    evidence = lesson_of(repo, founding).evidence
    assert [one for one in evidence if one.startswith(joined.failure_id)] == [f"{joined.failure_id}#diag-1"]
