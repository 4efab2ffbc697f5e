"""The schemas say what the readers take."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from reflectgit.errors import BadInput, BadUsage
from reflectgit.formats import schema
from reflectgit.formats.inputs import COMPONENT_OF, read_as, read_reflection, read_termination
from reflectgit.formats.schema import EXAMPLES, MEANINGS, NAMES, example_of, json_schema, model_schema
from reflectgit.model import Lesson


def every_schema(node: Any) -> list[dict[str, Any]]:
    found = [node] if isinstance(node, dict) else []
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else []:
        found += every_schema(inner)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_each_schema_is_whole_and_closed(name: str) -> None:
    made = json_schema(name)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert made["type"] == "object"
    assert json.loads(json.dumps(made)) == made
    for part in every_schema(made):
        if "properties" in part and part.get("type") == "object":
            assert part["additionalProperties"] is False
            assert part["description"]
            assert "\n" not in part["description"]
        if "$ref" in part:
            assert part["$ref"].removeprefix("#/$defs/") in made["$defs"]


def test_members_stand_in_the_order_in_which_they_are_written() -> None:
    assert list(json_schema("lesson")["properties"]) == list(Lesson.__struct_fields__)


def test_every_meaning_is_of_a_member_that_exists() -> None:
    schemas = [json_schema(name) for name in NAMES]
    parts = {made["title"]: made for made in schemas} | {
        k: v for made in schemas for k, v in made.get("$defs", {}).items()
    }
    for place, meaning in MEANINGS.items():
        struct, _, member = place.partition(".")
        said = parts[struct]["properties"][member] if member else parts[struct]
        assert said["description"] == meaning


@pytest.mark.parametrize("name", NAMES)
def test_descriptions_speak_to_users(name: str) -> None:
    for part in every_schema(json_schema(name)):
        said = part.get("description", "")
        assert not isinstance(said, str) or not re.search(r"build spec|the spec|CONTRACT|Stage \(|``", said)


@pytest.mark.parametrize("kind", list(COMPONENT_OF))
@pytest.mark.parametrize("place", ["traces", "diagnosis", "repair", "successful_trajectory"])
def test_the_kinds_allowed_at_a_place_are_those_that_the_reader_takes(place: str, kind: str) -> None:
    member = json_schema("termination")["properties"][place]
    allowed = next(
        part["properties"] for part in every_schema(member) if "$ref" in part and "properties" in part
    )
    item = {"id": "x-1", "component": COMPONENT_OF[kind], "kind": kind, "content": "text"}
    value = EXAMPLES["termination"] | {place: [item] if place == "traces" else item}
    if kind in allowed["kind"]["enum"]:
        assert COMPONENT_OF[kind] in allowed["component"]["enum"]
        read_termination(json.dumps(value).encode(), "t")
    else:
        with pytest.raises(BadInput):
            read_termination(json.dumps(value).encode(), "t")


def test_the_examples_are_what_the_readers_take() -> None:
    read_termination(json.dumps(EXAMPLES["termination"]).encode(), "t")
    read_reflection(json.dumps(EXAMPLES["reflection"]).encode(), "r")
    read_as(Lesson, json.dumps(EXAMPLES["lesson"]).encode(), "l")


def test_the_examples_belong_together() -> None:
    """That `admit` takes them, at grade B, is tested with the command line."""
    termination = read_termination(json.dumps(example_of("termination")).encode(), "t")
    story = read_reflection(json.dumps(example_of("reflection")).encode(), "r")
    assert set(story.evidence_ids) <= {item.id for item in termination.traces}
    assert story.outcome == termination.outcome
    assert EXAMPLES["lesson"]["statement"] == story.candidate_lesson


@pytest.mark.parametrize("make", [json_schema, example_of])
def test_an_unknown_name_is_bad_usage(make: Callable[[str], dict[str, Any]]) -> None:
    with pytest.raises(BadUsage) as caught:
        make("lessons")
    assert "termination" in caught.value.hint


def test_a_decision_is_made_and_has_no_example() -> None:
    with pytest.raises(BadUsage):
        example_of("decision")


def test_the_models_schema_is_one_that_every_provider_takes() -> None:
    made = model_schema()
    assert set(made) == {"type", "properties", "required", "additionalProperties"}
    assert (made["type"], made["additionalProperties"]) == ("object", False)
    assert made["required"] == list(made["properties"]) == list(json_schema("reflection")["properties"])
    for member in made["properties"].values():
        assert set(member) <= {"type", "enum", "items", "description"}
        assert member["type"] in ("string", "number", "array")
    assert schema.model_schema() == made
