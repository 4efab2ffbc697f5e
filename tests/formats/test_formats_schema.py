"""The schemas say what the readers take."""

import json
from typing import Any

import pytest

from reflectgit.errors import BadUsage
from reflectgit.formats import schema
from reflectgit.formats.inputs import read_as, read_reflection, read_termination
from reflectgit.formats.schema import EXAMPLES, MEANINGS, NAMES, json_schema, model_schema
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
        struct, member = place.split(".")
        assert parts[struct]["properties"][member]["description"] == meaning


def test_the_examples_are_what_the_readers_take() -> None:
    read_termination(json.dumps(EXAMPLES["termination"]).encode(), "t")
    read_reflection(json.dumps(EXAMPLES["reflection"]).encode(), "r")
    read_as(Lesson, json.dumps(EXAMPLES["lesson"]).encode(), "l")


def test_an_unknown_name_is_bad_usage() -> None:
    with pytest.raises(BadUsage) as caught:
        json_schema("lessons")
    assert "termination" in caught.value.hint


def test_the_models_schema_is_one_that_every_provider_takes() -> None:
    made = model_schema()
    assert set(made) == {"type", "properties", "required", "additionalProperties"}
    assert (made["type"], made["additionalProperties"]) == ("object", False)
    assert made["required"] == list(made["properties"]) == list(json_schema("reflection")["properties"])
    for member in made["properties"].values():
        assert set(member) <= {"type", "enum", "items", "description"}
        assert member["type"] in ("string", "number", "array")
    assert schema.model_schema() == made
