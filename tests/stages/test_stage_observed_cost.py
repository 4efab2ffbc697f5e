"""What a claim says of values costs no more than its length and that of its evidence together."""

import time

from reflectgit.model import Item
from reflectgit.stages.observed import facts_of, told_values
from reflectgit.stages.statements import statements


def items(count: int) -> list[Item]:
    text = "\n".join(f"crane_{number}={number}, hook_{number}={number * 7}" for number in range(60))
    return [
        Item(id=f"run-{n}", component=11, kind="execution", content=f"{text}\nquay={n}") for n in range(count)
    ]


def claim(values: int) -> str:
    return "The log shows " + ", ".join(f"crane_{n % 60}={n % 60}" for n in range(values)) + " on the quay."


def spent(values: int, count: int) -> float:
    seen = items(count)
    [told] = statements("overlooked_evidence", claim(values))
    begun = time.process_time()
    assert len(told_values(told, seen)) == values
    return time.process_time() - begun


def test_a_claim_of_many_values_against_many_items_is_no_matter_of_seconds():
    spent(10, 2)
    assert spent(400, 40) < 1.0


def test_facts_handed_over_are_held_against_those_of_the_text_one_time_each():
    handed = [{"kind": "value", "name": f"hook_{n}", "value": str(n * 7 + n % 2)} for n in range(3_000)]
    text = "\n".join(f"hook_{number}={number * 7}" for number in range(3_000))
    item = Item(id="run-1", component=11, kind="execution", content=text, facts=handed)
    begun = time.process_time()
    facts = facts_of(item)
    assert time.process_time() - begun < 1.0
    came = [fact for fact in facts if not fact.line]
    assert len(came) == 1_500
