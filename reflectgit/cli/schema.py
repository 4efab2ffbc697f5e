"""``reflectgit schema``: the JSON Schema of what goes in and out."""

import json
from enum import StrEnum
from typing import Annotated

import typer

from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.cli.terminal import put, put_json

EXAMPLES = example("reflectgit schema reflection", "reflectgit schema termination > termination.schema.json")


class Name(StrEnum):
    """What has a schema."""

    lesson = "lesson"
    reflection = "reflection"
    termination = "termination"
    decision = "decision"


def command(
    name: Annotated[Name, typer.Argument(help="What to describe.")],
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print a JSON Schema.

    Draft 2020-12, for an editor or for a model that is held to it; with --json on one line.
    """
    from reflectgit.formats.schema import json_schema

    schema = json_schema(name.value)
    if as_json:
        return put_json(schema)
    return put(json.dumps(schema, indent=2))
