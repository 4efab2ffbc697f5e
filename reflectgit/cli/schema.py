"""``reflectgit schema``: the JSON Schema of what goes in and out."""

import json
from enum import StrEnum
from typing import Annotated

import typer

from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.cli.terminal import put, put_json

EXAMPLES = example(
    "reflectgit schema reflection",
    "reflectgit schema termination > termination.schema.json",
    "reflectgit schema termination --example > failure.json",
)


class Name(StrEnum):
    """What has a schema."""

    lesson = "lesson"
    reflection = "reflection"
    termination = "termination"
    decision = "decision"


def command(
    name: Annotated[Name, typer.Argument(help="What to describe.")],
    shown: Annotated[
        bool, typer.Option("--example", help="Print a small valid example to start from, not the schema.")
    ] = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print a JSON Schema, or an example.

    Draft 2020-12, for an editor or for a model that is held to it; with --json on one line. The examples of
    a termination and a reflection belong together: admit takes them.
    """
    from reflectgit.formats.schema import example_of, json_schema

    answer = example_of(name.value) if shown else json_schema(name.value)
    if as_json:
        return put_json(answer)
    return put(json.dumps(answer, indent=2, ensure_ascii=False))
