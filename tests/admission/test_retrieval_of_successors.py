"""A lesson that took another's place is found by the same words, with the same grade and flags."""

import msgspec
import pytest

from reflectgit import admission, upkeep
from reflectgit.retrieval import retrieve
from reflectgit.stages.retrieve import Query

ASKED = Query(text="count crates for bottles, integer division rounds down and the last crate is missing")


@pytest.fixture
def lesson(store, failed, story):
    name = admission.admit(store, failed, story).lesson_id
    (hit,) = retrieve(store, ASKED).hits
    assert (hit.document.id, hit.document.grade) == (name, "B")
    return name


def successor(store, lesson, failed):
    elsewhere = msgspec.structs.replace(
        failed, task=msgspec.structs.replace(failed.task, id="S-1", repo="harbour/ships")
    )
    (done,) = upkeep.counterexample(store, lesson, elsewhere, because="ships take what fits")
    return done.superseded_by


def test_it_is_found_by_the_words_of_the_evidence_that_founded_it(store, failed, lesson):
    before = retrieve(store, ASKED).hits[0].score
    name = successor(store, lesson, failed)
    (hit,) = retrieve(store, ASKED).hits
    assert (hit.document.id, hit.document.grade) == (name, "B")
    assert hit.score == pytest.approx(before, abs=0.05)


def test_a_warm_index_and_a_new_one_give_the_same_answer(store, failed, lesson):
    successor(store, lesson, failed)
    warm = retrieve(store, ASKED)
    for file in store.place.private.glob("documents-*"):
        file.unlink()
    assert retrieve(store, ASKED) == warm


def test_a_red_flag_follows_to_it(store, failed, story):
    blaming = msgspec.structs.replace(
        story, counterfactual="The standard library is broken: its division should have rounded up."
    )
    name = admission.admit(store, failed, blaming).lesson_id
    (hit,) = retrieve(store, ASKED).hits
    assert (hit.document.id, hit.document.red_flag) == (name, True)
    following = successor(store, name, failed)
    (hit,) = retrieve(store, ASKED).hits
    assert (hit.document.id, hit.document.red_flag) == (following, True)
