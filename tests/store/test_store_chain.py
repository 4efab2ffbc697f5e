"""Several commits that belong together reach the branch in one move, or none of them does."""

import pytest
from store_support import LESSON

from reflectgit.errors import StoreError
from reflectgit.store import Change

MOVED = LESSON.replace("episodic", "procedural")
CHAIN = (
    Change(
        {"ledger/outcomes/00/e.yaml": b"event\n", LESSON: b"counted\n" * 40},
        "record: e",
        [("Reflectgit-Op", "record")],
    ),
    Change({LESSON: None, MOVED: b"counted\n" * 40 + b"up\n"}, "promote: it", [("Reflectgit-Op", "promote")]),
)


def test_each_change_is_a_commit_of_its_own_on_the_one_before(store, repo, git):
    before = git(repo, "rev-parse", "HEAD").strip()
    done = store.transact(lambda _: CHAIN)
    assert git(repo, "rev-list", "--reverse", f"{before}..HEAD").split() == list(done.commits)
    assert done.commit == done.commits[-1]
    assert git(repo, "log", "--format=%s", f"{before}..HEAD").split("\n")[:2] == ["promote: it", "record: e"]
    assert set(done.paths) == {"ledger/outcomes/00/e.yaml", LESSON, MOVED}
    assert (repo / MOVED).read_bytes().endswith(b"up\n")
    assert not (repo / LESSON).exists()
    assert not git(repo, "status", "--porcelain", "--", "lessons", "ledger")


def test_history_follows_a_lesson_through_the_move(store, repo, git):
    store.transact(lambda _: CHAIN)
    followed = git(repo, "log", "--follow", "--format=%s", "--", MOVED).split("\n")
    assert "promote: it" in followed
    assert "record: e" in followed


def test_a_change_that_changes_nothing_is_no_commit(store, repo, git):
    done = store.transact(lambda _: [CHAIN[0], CHAIN[0], CHAIN[1]])
    assert len(done.commits) == 2
    assert store.transact(lambda _: []) is None


def test_what_comes_and_goes_again_within_a_chain_leaves_no_trace_outside_history(store, repo, git):
    path = "ledger/outcomes/11/f.yaml"
    done = store.transact(lambda _: [Change({path: b"x\n"}, "there"), Change({path: None}, "and gone")])
    assert done.paths == ()
    assert len(done.commits) == 2
    assert not (repo / path).exists()
    assert not git(repo, "status", "--porcelain", "--", "lessons", "ledger")


def test_a_hook_sees_each_commit_and_its_refusal_of_one_takes_back_all(store, repo, git):
    hook = repo / ".git/hooks/commit-msg"
    hook.write_text('#!/bin/sh\ngrep -q "^promote" "$1" && { echo no promotion >&2; exit 1; }\nexit 0\n')
    hook.chmod(0o755)
    before = git(repo, "rev-parse", "HEAD"), git(repo, "status", "--porcelain")
    with pytest.raises(StoreError, match="no promotion"):
        store.transact(lambda _: CHAIN)
    assert (git(repo, "rev-parse", "HEAD"), git(repo, "status", "--porcelain")) == before


def test_a_hook_may_reword_each_message(store, repo, git):
    hook = repo / ".git/hooks/commit-msg"
    hook.write_text('#!/bin/sh\necho "Change-Id: I$(head -c 6 "$1")" >> "$1"\n')
    hook.chmod(0o755)
    done = store.transact(lambda _: CHAIN)
    for commit, word in zip(done.commits, ("record", "promot"), strict=True):
        assert f"Change-Id: I{word}" in git(repo, "log", "-1", "--format=%B", commit)


def test_a_bare_store_takes_a_chain_too(tmp_path, git):
    from reflectgit.store import init_store, open_store

    git(tmp_path, "init", "-q", "--bare", "-b", "main", "bare.git")
    init_store(tmp_path / "bare.git", "# policy\n")
    done = open_store(tmp_path / "bare.git").transact(lambda _: CHAIN[:1])
    assert git(tmp_path / "bare.git", "rev-parse", "main").strip() == done.commit
