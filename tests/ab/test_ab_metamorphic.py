"""What may change in a true story without changing its verdict, and what may not, on a set of another author."""

import pytest

from reflectgit.ab import metamorphic
from reflectgit.ab.metamorphic import rates
from reflectgit.policy import Policy

FORM = [
    "sentences in another order",
    "other function words",
    "another confidence",
    "a sentence more that says nothing",
    "a name, another in story and record",
]
#: The share that is kept out, as measured, less what a story or two would change. What the gate does not see (a number
#: below a hundred that the author may have reckoned, a verb denied) stands low, and is to rise.
KEPT_OUT = {
    "a quote laid to another item": 1.0,
    "another value inside a quote": 1.0,
    "a value that is nowhere": 0.5,
    "a value of something else": 0.15,
    "two listed things swapped": 0.75,
    "a claim denied": 0.05,
}


@pytest.fixture(scope="module")
def measured(amber):
    return {rate.transformation: rate for rate in rates(amber, Policy())}


def test_all_of_them_are_here(measured):
    assert list(measured) == [*FORM, *KEPT_OUT]


@pytest.mark.parametrize("transformation", FORM)
def test_form_alone_changes_no_verdict(measured, transformation):
    rate = measured[transformation]
    assert rate.relation == "same verdict"
    assert rate.n >= 5
    assert [one.candidate_id for one in rate.broken] == []


@pytest.mark.parametrize("transformation", KEPT_OUT)
def test_a_story_made_false_is_kept_out(measured, transformation):
    rate = measured[transformation]
    assert rate.relation == "not admitted"
    assert rate.n >= 5
    assert rate.share >= KEPT_OUT[transformation]


@pytest.mark.shared
def test_form_alone_changes_hardly_a_verdict_on_the_development_set(development):
    measured = rates(development, Policy(), "same verdict")
    assert [rate.transformation for rate in measured] == FORM
    for rate in measured:
        assert rate.share is not None
        assert rate.share >= 0.95, rate.transformation


# --- the transformations themselves ----------------------------------------------------------------------------


@pytest.fixture
def true(amber):
    return next(one.candidate for one in amber if one.wanted and one.admitted)


def told(candidate, claim):
    reflection = candidate.reflection.__class__
    texts = {name: getattr(candidate.reflection, name) for name in reflection.__struct_fields__}
    return metamorphic._with(candidate, **{**texts, "overlooked_evidence": claim})


def after(make, candidate):
    return [one.reflection.overlooked_evidence for one in make(candidate)]


def test_sentences_turn_round(true):
    story = told(true, "Twelve were left. The last one hung")
    assert after(metamorphic.reordered, story) == ["The last one hung. Twelve were left."]


def test_words_change_outside_quotes_alone(true):
    item = true.termination.traces[0].id
    story = told(true, f"It said `the end` [{item}] and the rest was cut, but `the` stayed.")
    assert after(metamorphic.other_function_words, story) == [
        f"It said `the end` [{item}] and that rest was cut, yet `the` stayed."
    ]


@pytest.mark.parametrize(
    ("said", "denied"),
    [
        ("The queue was empty.", "The queue was not empty."),
        ("The queue wasn't empty.", "The queue was empty."),
        ("It never stopped.", "It always stopped."),
    ],
)
def test_a_claim_is_denied_or_no_longer_denied(true, said, denied):
    assert denied in after(metamorphic.negated, told(true, said))


def test_a_number_becomes_one_that_the_record_lacks(true):
    (changed,) = {
        text for text in after(metamorphic.value_made_up, told(true, "It came 5 times.")) if "5" not in text
    }
    number = changed.split()[2]
    everything = "\n".join(item.content for item in true.termination.traces)
    assert number not in everything.split()


def test_a_variant_differs_from_its_story_and_the_rest_stays(true):
    for _, relation, make in metamorphic._TRANSFORMATIONS:
        for one in make(true):
            assert one != true
            assert one.expect == true.expect
            assert (relation == "same verdict") or one.termination == true.termination
