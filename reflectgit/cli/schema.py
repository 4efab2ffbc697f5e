"""``reflectgit schema``: the JSON Schema of what goes in and out."""

import json
from difflib import get_close_matches
from typing import Annotated

import typer

from reflectgit.cli.options import JsonOption, UnusedStoreOption, example
from reflectgit.cli.terminal import put, put_json
from reflectgit.errors import BadUsage

EXAMPLES = example(
    "reflectgit schema reflection",
    "reflectgit schema termination > termination.schema.json",
    "reflectgit schema termination --example > failure.json",
)


NAMES = ("lesson", "reflection", "termination", "decision")
#: What people call them, or look for in them.
_CALLED = {
    "failure": "termination",
    "failed": "termination",
    "input": "termination",
    "evidence": "termination",
    "record": "termination",
    "diagnosis": "termination",
    "task": "termination",
    "trace": "termination",
    "item": "termination",
    "story": "reflection",
    "candidate": "reflection",
    "claim": "reflection",
    "explanation": "reflection",
    "memory": "lesson",
    "answer": "decision",
    "verdict": "decision",
    "check": "decision",
    "result": "decision",
}


def command(
    name: Annotated[
        str,
        typer.Argument(metavar="|".join(NAMES), help="What to describe.", autocompletion=lambda: list(NAMES)),
    ],
    shown: Annotated[
        bool, typer.Option("--example", help="Print a small valid example to start from, not the schema.")
    ] = False,
    store: UnusedStoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print a JSON Schema, or an example.

    Draft 2020-12, for an editor or for a model that is held to it; with --json on one line. The examples of
    a termination and a reflection belong together: admit takes them.
    """
    from reflectgit.formats.schema import example_of, json_schema

    wanted = _known(name)
    answer = example_of(wanted) if shown else json_schema(wanted)
    if as_json:
        return put_json(answer)
    return put(json.dumps(answer, indent=2, ensure_ascii=False))


def _known(name: str) -> str:
    """The name; BadUsage, with the name that may be meant, where nothing of that name has a schema."""
    if name in NAMES:
        return name
    said = name.lower().removesuffix(".json").removesuffix("s")
    near = get_close_matches(said, (*NAMES, *_CALLED), n=1, cutoff=0.7)
    meant = [_CALLED.get(word, word) for word in near]
    hint = f"Say reflectgit schema {meant[0] if meant else '|'.join(NAMES)}"
    raise BadUsage(f"{name[:40]!r} has no schema; {', '.join(NAMES)} have one", hint)
