"""Counterexamples: advice that was followed in vain, told from advice that was not, and what separates the failure."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.formats.inputs import read_reflection, read_termination
from reflectgit.model import Diagnosis, Failure, Item, Task, Termination
from reflectgit.policy import Policy
from reflectgit.stages.counterexample import separation, speaks_against, was_followed
from reflectgit.stages.evidence import collect_evidence, prepare
from reflectgit.stages.generalize import fitted_scope
from reflectgit.stages.known import PastFailure, past_failure
from reflectgit.text import scope

POLICY = Policy()
ADVICE = "Sum mappings with Counter addition where keys repeat; dict.update overwrites and never sums."
PLAN = "Keys repeat across the shelves, so sum the mappings with Counter addition."
FOLLOWS = """\
--- a/depot/total.py
+++ b/depot/total.py
@@ -1,2 +1,4 @@
 def total(left, right):
-    raise NotImplementedError
+    # sum the mappings: keys repeat
+    return dict(Counter(left) + Counter(right))
"""
MENDS = """\
--- a/depot/total.py
+++ b/depot/total.py
@@ -1,3 +1,5 @@
 def total(left, right):
-    return dict(Counter(left) + Counter(right))
+    both = {**left, **right}
+    for name in both: both[name] = left.get(name, 0) - right.get(name, 0)
+    return both
"""


def termination(
    plan: str = PLAN, patch: str = FOLLOWS, repair: str | None = MENDS, **parts: Any
) -> Termination:
    task = {
        "id": "DEPOT-1",
        "repo": "depot/stock",
        "paths": ["depot/total.py"],
        "language": "python",
    } | parts.get("task", {})
    failure = {
        "class_": "StockMismatch",
        "message": "shelf total differs",
        "site": "depot/total.py:total",
    } | parts.get("failure", {})
    return Termination(
        task=Task(**task),
        failure=Failure(**failure),
        outcome="resolved" if repair else "escalated",
        traces=[
            Item(id="plan-1", component=11, kind="plan", content=plan),
            Item(id="patch-1", component=11, kind="patch", content=patch),
            Item(id="run-1", component=11, kind="execution", content="StockMismatch: shelf total differs"),
        ],
        diagnosis=Diagnosis(
            id="diag-1", component=13, kind="diagnosis", content="Negative counts are dropped."
        ),
        repair=Item(id="repair-1", component=14, kind="repair", content=repair) if repair else None,
    )


def past(*said: Any, **parts: Any) -> PastFailure:
    prepared = prepare(termination(*said, **parts), POLICY)
    return past_failure(prepared.task, prepared.failure, collect_evidence(prepared))


def here(**parts: Any) -> PastFailure:
    """A failure of the same class, in another task, in which nothing was followed."""
    return past(plan="Use update.", patch="", task={"id": "DEPOT-0"} | parts)


REACH = scope.parse("repo:depot/stock lang:python error:StockMismatch")


def test_advice_that_was_followed_in_vain_is_told() -> None:
    assert was_followed(ADVICE, past())
    assert speaks_against(past(), ADVICE, REACH, [here()])


@pytest.mark.parametrize(
    "other",
    [
        past(plan="Copy one shelf over the other.", patch="+    total.update(right)\n"),
        past(patch=""),
        past(repair=FOLLOWS),
        past(patch=FOLLOWS.replace("Counter(left) + Counter(right)", "dict.update(left, right)")),
        past(patch=FOLLOWS + "+    dict.update(left, right)\n"),
        past(plan="Go on.", patch="+    Counter()\n"),
    ],
    ids=["not followed", "no change", "it helped", "names missing", "does what it forbids", "a name alone"],
)
def test_in_doubt_there_is_none(other: PastFailure) -> None:
    assert not was_followed(ADVICE, other)


@pytest.mark.parametrize(
    "parts",
    [
        {"failure": {"class_": "KeyError", "message": "'bolt'"}},
        {"failure": {"message": "unit differs"}},
        {"task": {"repo": "other/place"}},
        {"task": {"language": "rust"}},
    ],
    ids=["another class", "another message", "outside the scope", "another language"],
)
def test_it_is_the_same_class_of_failure_inside_the_scope(parts: dict[str, Any]) -> None:
    assert was_followed(ADVICE, past(**parts))
    assert not speaks_against(past(**parts), ADVICE, REACH, [here()])


def test_an_assertion_has_to_fail_at_the_same_place() -> None:
    said = {"class_": "AssertionError", "message": "assert 1 == 2"}
    reach = scope.parse("repo:depot/stock")
    there = past(failure=said | {"site": "depot/other.py:other"})
    assert not speaks_against(there, ADVICE, reach, [past(task={"id": "D-9"}, failure=said, patch="")])
    assert speaks_against(
        past(failure=said), ADVICE, reach, [past(task={"id": "D-9"}, failure=said, patch="")]
    )


def test_a_failure_does_not_speak_against_its_own_lesson() -> None:
    own = past()
    assert not speaks_against(own, ADVICE, REACH, [own])
    more = own.items | {"another item"}
    told_again = msgspec.structs.replace(own, failure_id="f-later", items=more)
    assert told_again.extends(own)
    assert not speaks_against(told_again, ADVICE, REACH, [own])
    assert not speaks_against(own, ADVICE, REACH, [told_again])


def test_what_separates_comes_from_the_surest_axis() -> None:
    assert str(separation([here()], past(task={"repo": "other/place"}))) == "-repo:other/place"
    elsewhere = past(task={"paths": ["depot/total.py", "depot/new[1].py"]})
    apart = separation([here()], elsewhere)
    assert apart is not None
    assert not scope.covers(scope.narrow(REACH, apart), elsewhere.situation)
    assert scope.covers(scope.narrow(REACH, apart), here().situation)
    assert str(separation([here(paths=[])], past(task={"language": "rust"}))) == "-lang:rust"
    assert separation([here()], past()) is None
    assert separation([], past()) is not None


@given(
    st.lists(st.sampled_from(["depot/stock", "other/place", "third/one"]), max_size=3),
    st.lists(st.lists(st.sampled_from(["a.py", "b/c.py", "d"]), max_size=2), min_size=3, max_size=3),
    st.sampled_from(["depot/stock", "other/place"]),
    st.lists(st.sampled_from(["a.py", "b/c.py", "e [x].py"]), max_size=2),
)
def test_an_exclusion_shuts_out_the_failure_and_nothing_that_supports(
    repos: list[str], paths: list[list[str]], repo: str, own: list[str]
) -> None:
    support = [here(repo=one, paths=touched) for one, touched in zip(repos, paths, strict=False)]
    against = past(task={"repo": repo, "paths": own})
    apart = separation(support, against)
    if apart is None:
        return
    assert not scope.covers(apart, against.situation)
    assert all(scope.covers(apart, one.situation) for one in support)


# --- measured: false alarms ------------------------------------------------------------------------------------------


def test_no_admitted_lesson_meets_a_false_alarm(shared: Path) -> None:
    cases: list[dict[str, Any]] = []
    for path in (
        shared / "corpus" / "cases.jsonl",
        Path(__file__).resolve().parents[1] / "data" / "cases" / "amber.jsonl",
    ):
        cases += [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    failures, lessons = [], []
    for case in cases:
        prepared = prepare(read_termination(msgspec.json.encode(case["termination"]), "case"), POLICY)
        record = collect_evidence(prepared)
        failures.append(past_failure(prepared.task, prepared.failure, record))
        for one in case["candidates"]:
            if one["kind"] in ("true-1", "true-2", "true-quoted", "overbroad"):
                reflection = read_reflection(msgspec.json.encode(one["reflection"]), "case")
                fitted = fitted_scope(reflection, record, prepared.task, prepared.failure, POLICY)
                lessons.append((reflection.candidate_lesson, fitted, failures[-1]))
    pairs = [(lesson, failure) for lesson in lessons for failure in failures]
    again = [
        (one, msgspec.structs.replace(one[2], failure_id="f-again", items=frozenset())) for one in lessons
    ]
    assert len(pairs) > 6000
    assert not [one for one, failure in pairs if was_followed(one[0], failure)], "whatever scope and class"
    assert not [one for one, failure in again if speaks_against(failure, one[0], one[1], [one[2]])], (
        "the same failure in another task"
    )
