"""One failure and one true story about it, from which the tests of the stages are made by changing a part."""

import pytest

from reflectgit.model import Diagnosis, EvidenceRecord, Failure, Item, Reflection, Task, Termination
from reflectgit.policy import Policy
from reflectgit.stages.evidence import collect_evidence, prepare

PATCH = """\
--- a/stock/merge.py
+++ b/stock/merge.py
@@ -1,4 +1,6 @@
 def merge(left, right):
-    raise NotImplementedError
+    total = dict(left)
+    total.update(right)
+    return total
"""
REPAIR = """\
--- a/stock/merge.py
+++ b/stock/merge.py
@@ -1,6 +1,5 @@
+from collections import Counter
+
 def merge(left, right):
-    total = dict(left)
-    total.update(right)
-    return total
+    return dict(Counter(left) + Counter(right))
"""
RUN = """\
tests/test_merge.py::test_disjoint_shelves PASSED
tests/test_merge.py::test_same_article_on_both_shelves FAILED

>       assert merge({"bolt": 412}, {"bolt": 230}) == {"bolt": 642}
E       AssertionError: assert {'bolt': 230} == {'bolt': 642}

FAILED tests/test_merge.py::test_same_article_on_both_shelves - AssertionError
"""
DIAGNOSIS = (
    "Symptom: the merged shelf has 230 bolts in place of 642 [run-1]. dict.update overwrites the quantity of an "
    "article that both shelves hold; it never adds. The plan expected update to sum equal articles [plan-1]. "
    "Fix direction: add quantities article by article, as Counter addition does."
)


@pytest.fixture
def policy() -> Policy:
    return Policy()


@pytest.fixture
def failed() -> Termination:
    """As it came: nothing is filled in."""
    return Termination(
        failure_id="shelves-7",
        task=Task(
            id="STOCK-7",
            repo="Depot/Stock",
            description="Merge two shelves into one list of quantities.",
            paths=["stock/merge.py"],
            language="python",
        ),
        failure=Failure(
            class_="AssertionError",
            message="AssertionError: assert {'bolt': 230} == {'bolt': 642}",
            site="stock/merge.py:merge",
        ),
        outcome="resolved",
        traces=[
            Item(
                id="plan-1",
                component=11,
                kind="plan",
                content="Copy the left dict and update it with the right one: update sums equal articles.",
            ),
            Item(id="patch-1", component=11, kind="patch", content=PATCH),
            Item(id="run-1", component=11, kind="execution", content=RUN),
        ],
        diagnosis=Diagnosis(id="diag-1", component=13, kind="diagnosis", content=DIAGNOSIS),
        repair=Item(id="repair-1", component=14, kind="repair", content=REPAIR),
    )


@pytest.fixture
def record(failed: Termination, policy: Policy) -> EvidenceRecord:
    return collect_evidence(prepare(failed, policy))


@pytest.fixture
def story() -> Reflection:
    """True, in concrete words, without a quote: grade C."""
    return Reflection(
        outcome="resolved",
        failed_assumption="The plan took for granted that dict.update adds the quantities of an equal article.",
        overlooked_evidence="The run shows 230 bolts, the quantity of the right shelf alone, in place of 642.",
        strategy_error="",
        violated_invariant="",
        evidence_ids=["plan-1", "patch-1", "run-1"],
        counterfactual="Had the quantities been added article by article, both shelves would have counted.",
        candidate_lesson=(
            "Add quantities key by key when mappings with common keys are merged; dict.update overwrites and "
            "never sums, Counter addition does."
        ),
        scope="lang:python merging mappings that hold quantities",
        confidence=0.7,
    )


@pytest.fixture
def quoting(story: Reflection) -> Reflection:
    """The same with quotes: grade B."""
    return Reflection(
        outcome="resolved",
        failed_assumption=(
            "The plan relied on `update sums equal articles` [plan-1], but `total.update(right)` [patch-1] overwrites."
        ),
        overlooked_evidence="One shelf was lost: `assert {'bolt': 230} == {'bolt': 642}` [run-1].",
        strategy_error="",
        violated_invariant="",
        evidence_ids=["plan-1", "patch-1", "run-1"],
        counterfactual=story.counterfactual,
        candidate_lesson=story.candidate_lesson,
        scope=story.scope,
        confidence=0.9,
    )
