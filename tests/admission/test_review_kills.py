"""Killed at any instant: no branch without its decision, nobody's work touched, and a sweep mends the rest."""

import os
import random
import signal
import time

import git.cmd  # noqa: F401 - loaded once, so that a forked writer is at work at once
import msgspec

from reflectgit import admission, review, upkeep
from reflectgit.check import check
from reflectgit.policy import Policy, render_policy
from reflectgit.store.index import Index
from reflectgit.store.initialise import init_store
from reflectgit.store.repository import open_store

KILLS = int(os.environ.get("REFLECTGIT_KILLS", "5"))


def _work(repo, failed, story, told, tag):
    """Admit, approve and refuse, saying the branch of each admission as soon as it is acknowledged."""
    store = open_store(repo, tell=lambda line: None)
    for n in range(20):
        task = msgspec.structs.replace(failed.task, id=f"{tag}-{n}", repo=f"lagoon/{tag}-{n}")
        answer = admission.admit(store, msgspec.structs.replace(failed, task=task), story)
        os.write(told, f"{answer.failure_id} {answer.commit}\n".encode())
        if n % 3 == 1:
            review.refuse(store, answer.lesson_id, because="no")
        if n % 3 == 2:
            review.approve(store, answer.lesson_id)


def _killed(repo, failed, story, tag, after):
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.setsid()
            _work(repo, failed, story, writer, tag)
        finally:
            os._exit(0)
    os.close(writer)
    time.sleep(after)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reader) as told:
        return [line.split() for line in told.read().splitlines()]


def test_random_kills(repo, git, failed, story):
    init_store(repo, render_policy(Policy(review="required")))
    store = open_store(repo, tell=lambda line: None)
    (repo / "work.txt").write_text("half done\n")
    chance = random.Random(KILLS)
    for n in range(KILLS):
        told = _killed(repo, failed, story, f"k{n}", chance.uniform(0.05, 0.5))
        commits = set(git(repo, "rev-list", "HEAD").split())
        assert commits.issuperset(commit for _, commit in told)
        with Index.open(store).at(store.snapshot()) as view:
            branches = git(repo, "for-each-ref", "--format=%(refname:lstrip=3)", "refs/heads/reflect").split()
            assert all(view.terminations(failure_id=name) for name in branches), (
                "no branch without its decision"
            )
        upkeep.sweep(store)
        with Index.open(store).at(store.snapshot()) as view:
            rows = view.terminations()
            waiting = {
                row.value.failure_id
                for row in rows
                if row.value.decision.decision == "admitted"
                and not view.rulings(row.value.decision.lesson_id)
            }
        branches = git(repo, "for-each-ref", "--format=%(refname:lstrip=3)", "refs/heads/reflect").split()
        assert set(branches) == waiting
        assert git(repo, "status", "--porcelain") == " M work.txt\n"
        assert check(store) == []
    assert not list((repo / ".git/refs").rglob("*.lock"))
