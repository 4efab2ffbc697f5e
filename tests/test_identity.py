"""Ids come from what things say, and from nothing else."""

import re
import unicodedata

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit import identity
from reflectgit.model import Diagnosis, Failure, Item, OutcomeEvent, Task, Termination

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
).filter(lambda value: "\\ud" not in ascii(value))


def termination(**changes: object) -> Termination:
    base = Termination(
        task=Task(id="T-1", repo="acme/shop"),
        failure=Failure(class_="KeyError", message="KeyError: 'discount'", site="shop/cart.py:total"),
        outcome="escalated",
        traces=[Item(id="run-1", component=11, kind="execution", content="KeyError: 'discount'")],
        diagnosis=Diagnosis(id="d-1", component=13, kind="diagnosis", content="the key is optional"),
    )
    return msgspec.structs.replace(base, **changes)


@given(JSON)
def test_canonical_json_says_the_same_after_reading_it_back(value):
    once = identity.canonical_json(value)
    assert identity.canonical_json(msgspec.json.decode(once)) == once


@given(st.dictionaries(st.text(max_size=4), st.integers() | st.none(), max_size=6))
def test_the_order_of_members_and_null_members_do_not_matter(mapping):
    turned = dict(reversed(mapping.items()))
    without = {key: value for key, value in mapping.items() if value is not None}
    assert identity.digest(mapping) == identity.digest(turned) == identity.digest(without)


@pytest.mark.parametrize(("one", "other"), [(1, 1.0), (0, -0.0), ({"a": 1.0}, {"a": 1})])
def test_numbers_are_written_at_their_shortest(one, other):
    assert identity.digest(one) == identity.digest(other)


def test_not_a_number_has_no_digest():
    with pytest.raises(ValueError, match=r"not JSON compliant|Out of range"):
        identity.digest({"confidence": float("nan")})


def test_the_callers_label_is_not_part_of_the_failure_id():
    assert identity.failure_id(termination(failure_id="f-mine")) == identity.failure_id(termination())


@pytest.mark.parametrize(
    "changes",
    [
        {"outcome": "resolved"},
        {"task": Task(id="T-2", repo="acme/shop")},
        {"failure": Failure(class_="KeyError", message="KeyError: 'price'", site="shop/cart.py:total")},
        {"repair": Item(id="r-1", component=14, kind="repair", content="x")},
    ],
)
def test_whatever_else_differs_makes_another_failure_id(changes):
    assert identity.failure_id(termination(**changes)) != identity.failure_id(termination())


@given(st.text())
def test_a_slug_is_always_a_safe_short_file_name(statement):
    slug = identity.slug(statement)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+){0,5}", slug)
    assert len(slug.encode()) <= 60


@pytest.mark.parametrize(
    ("statement", "slug"),
    [
        ("Verify optional keys before indexing a parsed payload", "verify-optional-keys-before-indexing-a"),
        ("Größe prüfen: naïve Zähler!", "gro-e-prufen-naive-zahler"),
        ("漢字", "lesson"),
        ("🔥🔥", "lesson"),
        ("../../etc/passwd -rf CON", "etc-passwd-rf-con"),
        ("internationalisation " * 4, "internationalisation-internationalisation"),
        ("x" * 300, "x" * 60),
    ],
)
def test_slugs_by_example(statement, slug):
    assert identity.slug(statement) == slug


def test_a_lesson_id_depends_on_statement_failure_and_what_it_replaces():
    base = identity.lesson_id("Check the key first", "f-1")
    assert (
        base
        == identity.lesson_id("Check the key first", "f-1", None)
        == identity.lesson_id("Check the key first", "f-1", "")
    )
    others = {
        identity.lesson_id("Check the key first.", "f-1"),
        identity.lesson_id("Check the key first", "f-2"),
        identity.lesson_id("Check the key first", "f-1", base),
    }
    assert len(others | {base}) == 4


def test_the_same_event_told_twice_is_one():
    told = identity.event_id("T-9", "Acme/Shop", "resolved", ["b", "a"])
    assert told == identity.event_id("T-9", "acme/shop", "resolved", ["a", "b"])
    assert told != identity.event_id("T-9", "acme/shop", "worse", ["a", "b"])
    assert told != identity.event_id("T-9", "acme/shop", "resolved", ["a", "b"], key="second try")


def test_paths_are_sharded_by_the_hash_of_the_id():
    lesson = "check-the-key-first-0123abcd"
    assert (
        identity.lesson_path("episodic", lesson) == f"lessons/episodic/{identity.shard(lesson)}/{lesson}.yaml"
    )
    event = OutcomeEvent(
        event_id="00ff", task="T-1", repo="a/b", outcome="worse", applied=[lesson], retrieved=[], key=""
    )
    again = msgspec.structs.replace(event, retrieved=[lesson])
    assert identity.outcome_path(event) != identity.outcome_path(again)
    assert identity.outcome_path(event).startswith(f"ledger/outcomes/{identity.shard('00ff')}/00ff-")


@given(st.text())
def test_a_slug_does_not_depend_on_how_the_text_was_composed(statement):
    composed, split = (unicodedata.normalize(form, statement) for form in ("NFC", "NFD"))
    assert identity.slug(composed) == identity.slug(split)
