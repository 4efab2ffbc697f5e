"""``reflectgit schema``: the JSON Schema of what goes in and out."""

import json
from enum import StrEnum
from typing import Annotated

import typer

from reflectgit.cli.options import StoreOption, example
from reflectgit.cli.terminal import put

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
) -> None:
    """Print a JSON Schema.

    Draft 2020-12, for an editor or for a model that is held to it.
    """
    from reflectgit.formats.schema import json_schema

    put(json.dumps(json_schema(name.value), indent=2, ensure_ascii=True))
