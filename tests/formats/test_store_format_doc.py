"""docs/store-format.md cannot lie: its examples are read, written again and renamed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from reflectgit import identity
from reflectgit.errors import BadInput
from reflectgit.formats.emit import to_yaml
from reflectgit.formats.inputs import read_as
from reflectgit.formats.read import load_yaml
from reflectgit.model import DecidedTermination, Lesson, OutcomeEvent, Ruling, Termination

DOC = (Path(__file__).resolve().parents[2] / "docs" / "store-format.md").read_text("utf-8")
KINDS: dict[str, type] = {
    "ledger/terminations": DecidedTermination,
    "lessons/episodic": Lesson,
    "ledger/outcomes": OutcomeEvent,
    "ledger/rulings": Ruling,
}
EXAMPLES = re.findall(
    r"^`([a-z]+/[a-z]+)(/[0-9a-f]{2}/[^`]+\.yaml)`:\n\n```yaml\n(.*?)^```$", DOC, re.M | re.S
)


def blocks(label: str) -> list[str]:
    return re.findall(rf"^```{label}\n(.*?)^```$", DOC, re.M | re.S)


def rows(head: str) -> list[list[str]]:
    table = DOC.partition(f"\n| {head} |")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in row.strip("| ").split(" | ")] for row in table.split("\n")[2:]]


def example(folder: str) -> Any:
    (found,) = [text for kind, _, text in EXAMPLES if kind == folder]
    return read_as(KINDS[folder], found.encode(), folder)


def test_there_is_an_example_of_each_kind() -> None:
    assert sorted(kind for kind, _, _ in EXAMPLES) == sorted(KINDS)


@pytest.mark.parametrize(("folder", "name", "text"), EXAMPLES)
def test_each_example_is_canonical(folder: str, name: str, text: str) -> None:
    kind = KINDS[folder]
    assert to_yaml(read_as(kind, text.encode(), name)).decode() == text


@pytest.mark.parametrize(("folder", "name", "text"), EXAMPLES)
def test_each_example_lies_where_its_content_says(folder: str, name: str, text: str) -> None:
    value = read_as(KINDS[folder], text.encode(), name)
    match value:
        case DecidedTermination():
            path = identity.termination_path(value)
        case Lesson():
            founding = value.derived_from.failures[0]
            path = identity.lesson_path(value.type, identity.lesson_id(value.statement, founding))
        case OutcomeEvent():
            path = identity.outcome_path(value)
        case _:
            path = identity.ruling_path(value)
    assert f"{folder}{name}" == path


def test_the_ids_inside_the_examples() -> None:
    decided: DecidedTermination = example("ledger/terminations")
    record, signature = decided.evidence_record, decided.signature
    termination = Termination(
        task=decided.task,
        failure=decided.failure,
        outcome=record.outcome,
        traces=record.traces,
        diagnosis=record.diagnosis,
        repair=record.repair_delta,
        successful_trajectory=record.successful_trajectory,
    )
    assert record.failure_id == identity.failure_id(termination)
    assert signature.signature == identity.signature_id(signature.class_, signature.template, signature.site)
    assert decided.decision.reflection_digest == identity.digest(decided.decision.reflection)
    event: OutcomeEvent = example("ledger/outcomes")
    assert event.event_id == identity.event_id(
        event.task, event.repo, event.outcome, event.applied, event.key
    )


def test_the_examples_tell_one_story() -> None:
    decided, lesson = example("ledger/terminations"), example("lessons/episodic")
    lesson_id = identity.lesson_id(lesson.statement, decided.evidence_record.failure_id)
    assert decided.decision.lesson_id == lesson_id
    assert lesson.derived_from.failures == [decided.evidence_record.failure_id]
    assert example("ledger/outcomes").applied == [lesson_id]
    assert example("ledger/rulings").lesson_id == lesson_id


def test_canonical_json_and_its_digest() -> None:
    value = json.loads(blocks("json value")[0])
    assert identity.canonical_json(value).decode() == blocks("json canonical")[0].rstrip("\n")
    assert identity.digest(value) == blocks("text digest")[0].strip()


def test_the_written_form() -> None:
    assert to_yaml(json.loads(blocks("json value")[1])).decode() == blocks("yaml written")[0]


def test_bare_words_are_read_as_the_table_says() -> None:
    constants = {"`null`": None, "`true`": True, "`false`": False}
    seen = 0
    for words, meaning in rows("bare word"):
        for word in [*re.findall("`([^`]*)`", words), *([""] if "nothing" in words else [])]:
            read = load_yaml(f"a: {word}", "f")["a"]
            expected = json.loads(word) if meaning.startswith("the number") else constants.get(meaning, word)
            assert (type(read), read) == (type(expected), expected)
            seen += 1
    assert seen > 25


@pytest.mark.parametrize(("text", "reason"), rows("YAML"))
def test_what_the_table_refuses_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadInput) as caught:
        load_yaml(text.strip("`"), "f")
    assert reason in caught.value.message
