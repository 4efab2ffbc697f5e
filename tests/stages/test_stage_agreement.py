"""Agreement of a story with the diagnosis: how much it covers, and how much of it is borne out."""

import pytest

from reflectgit.formats.inputs import read_reflection, read_termination
from reflectgit.identity import canonical_json
from reflectgit.pipeline import collect_evidence, prepare
from reflectgit.policy import Policy
from reflectgit.stages.agreement import agreement

CAUSE = (
    "The watermark of the queue is compared before the batch is flushed, so the last batch of a shift stays in memory "
    "and the ledger misses its pallets. Flush the batch first, then compare the watermark."
)


def record(diagnosis=CAUSE, **parts):
    items = [
        {"id": "p1", "component": 11, "kind": "plan", "content": "The ledger is written when a shift ends."},
        {
            "id": "x1",
            "component": 11,
            "kind": "execution",
            "content": "AssertionError: 41 pallets, wanted 48",
        },
    ]
    termination = {
        "task": {"id": "t1", "repo": "quay/depot", "description": "Count the pallets of a shift."},
        "failure": {
            "class": "AssertionError",
            "message": "41 pallets, wanted 48",
            "site": "depot/shift.py:close",
        },
        "outcome": "resolved",
        "traces": items,
        "diagnosis": {"id": "d1", "component": 13, "kind": "diagnosis", "content": diagnosis, **parts},
        "repair": {"id": "r1", "component": 14, "kind": "repair", "content": "flush() moved up"},
    }
    prepared = prepare(read_termination(canonical_json(termination), "test"), Policy())
    return collect_evidence(prepared), prepared.task


def story(claim, lesson, **more):
    fields = {
        "outcome": "resolved", "failed_assumption": claim, "overlooked_evidence": "", "strategy_error": "",
        "violated_invariant": "", "evidence_ids": ["p1", "d1"], "counterfactual": "", "candidate_lesson": lesson,
        "scope": "", "confidence": 0.5, **more,
    }  # fmt: skip
    return read_reflection(canonical_json(fields), "test")


TOLD_AGAIN = story(
    "The plan forgot the batch that is still in memory when the watermark is compared.",
    "Flush a batch before a watermark is compared with it.",
)
ANOTHER = story(
    "The plan forgot that two cranes write the ledger at once, so that one overwrites the other.",
    "Guard a ledger with a lock per crane.",
)


def share(reflection, **record_parts):
    evidence, task = record(**record_parts)
    return agreement(reflection, evidence, task)


def test_a_story_that_tells_the_cause_agrees_and_another_does_not():
    assert share(TOLD_AGAIN).share > 2 * share(ANOTHER).share
    assert share(TOLD_AGAIN).what == "diagnosis"


def test_a_story_that_says_much_beside_the_cause_agrees_less():
    padded = story(
        TOLD_AGAIN.failed_assumption
        + " Cranes, weather, a strike and the harbour's clock did the rest of it.",
        TOLD_AGAIN.candidate_lesson,
    )
    assert share(padded).share < share(TOLD_AGAIN).share


def test_the_order_of_sentences_changes_nothing():
    first, second = CAUSE.split(". ", 1)
    assert share(TOLD_AGAIN).share == share(TOLD_AGAIN, diagnosis=f"{second} {first}.").share


@pytest.mark.parametrize("way", ["labelled", "typed"])
def test_what_the_diagnosis_rules_out_bears_nothing_out(way):
    excluded = "two cranes write the ledger at once and one overwrites the other, guard with a lock per crane"
    if way == "labelled":
        ruled = share(ANOTHER, diagnosis=f"{CAUSE}\nRuled out: {excluded}.")
    else:
        ruled = share(ANOTHER, ruled_out=excluded)
    held = share(ANOTHER, diagnosis=f"{CAUSE}\nEvidence: {excluded}.")
    assert ruled.share < 0.5 * held.share


def test_parts_of_a_diagnosis_are_read_beside_its_content():
    parted = share(TOLD_AGAIN, diagnosis="Pallets are missing.", root_cause=CAUSE)
    assert parted.what == "diagnosis"
    assert parted.share == pytest.approx(share(TOLD_AGAIN).share, abs=0.1)


def test_without_a_cause_in_the_diagnosis_the_record_stands_in():
    assert share(TOLD_AGAIN, diagnosis="The run fails: 41 pallets, wanted 48.").what == "record"


def test_no_words_no_agreement():
    assert share(story("...", "!"), diagnosis="41 pallets").share is None


def test_the_words_of_a_lesson_make_no_story_true_or_false():
    claim = "The plan forgot the batch that is still in memory when the watermark is compared."
    lessons = (
        "Flush a batch before a watermark is compared.",
        "Never flush a batch.",
        "Guard cranes with a lock.",
        "",
    )
    assert len({share(story(claim, lesson)) for lesson in lessons}) == 1
