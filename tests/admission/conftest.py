"""A store in a user's repository, one failure, and a true story about it."""

import msgspec
import pytest

from reflectgit.model import Diagnosis, Failure, Item, Reflection, Task, Termination
from reflectgit.policy import render_policy
from reflectgit.store.initialise import init_store
from reflectgit.store.repository import open_store

RUN = """\
test_crates.py::test_one_crate PASSED
test_crates.py::test_part_of_a_crate FAILED

>       assert crates(13, 6) == 3
E       assert 2 == 3
E        +  where 2 = crates(13, 6)

FAILED test_crates.py::test_part_of_a_crate - assert 2 == 3
"""
PATCH = """\
--- a/depot/crates.py
+++ b/depot/crates.py
@@ -1,2 +1,2 @@
 def crates(bottles, size):
-    raise NotImplementedError
+    return bottles // size
"""
REPAIR = """\
--- a/depot/crates.py
+++ b/depot/crates.py
@@ -1,2 +1,2 @@
 def crates(bottles, size):
-    return bottles // size
+    return -(-bottles // size)
"""


def item(name, kind, content, component=11):
    return Item(id=name, component=component, kind=kind, content=content)


@pytest.fixture
def failed():
    """Bottles that fill no whole crate are left behind."""
    return Termination(
        failure_id="crates-1",
        task=Task(id="DEPOT-1", repo="lagoon/depot", description="Count the crates.", language="python"),
        failure=Failure(class_="AssertionError", message="assert 2 == 3", site="depot/crates.py:crates"),
        outcome="resolved",
        traces=[
            item("plan-1", "plan", "Divide bottles by crate size; integer division gives the crates needed."),
            item("patch-1", "patch", PATCH),
            item("run-1", "execution", RUN),
        ],
        diagnosis=Diagnosis(
            id="diag-1",
            component=13,
            kind="diagnosis",
            content="13 bottles in crates of 6 gave 2 crates where 3 are needed [run-1]. Integer division rounds "
            "down, so the bottles of a crate that is not full are dropped. Direction: round up when counting "
            "containers.",
        ),
        repair=item("repair-1", "repair", REPAIR, 14),
    )


@pytest.fixture
def story():
    """True, and every claim quotes what it rests on."""
    return Reflection(
        outcome="resolved",
        failed_assumption="The plan says `integer division gives the crates needed` [plan-1], but integer division "
        "rounds down and drops the bottles of a crate that is not full: `return bottles // size` [patch-1].",
        overlooked_evidence="The run shows `assert crates(13, 6) == 3` [run-1] failing with `where 2 = crates(13, 6)` "
        "[run-1]: the last bottle has no crate.",
        strategy_error="",
        violated_invariant="",
        evidence_ids=["plan-1", "patch-1", "run-1"],
        counterfactual="Rounding up would have given a third crate.",
        candidate_lesson="When counting containers for a quantity, round the division up, and test a quantity that "
        "leaves the last container partly filled.",
        scope="lang:python counting containers",
        confidence=0.7,
    )


@pytest.fixture
def fabricated(story):
    """The same, resting on something that nobody saw."""
    return msgspec.structs.replace(
        story, overlooked_evidence="The run ended with `ZeroDivisionError: crate of size 0` [run-1]."
    )


@pytest.fixture
def store(repo):
    init_store(repo, render_policy())
    return open_store(repo)
