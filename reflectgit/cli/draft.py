"""``reflectgit draft``: what was recorded of a failure, as the two inputs of ``admit``."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reflectgit.cli.options import JsonOption, StoreOption, example
from reflectgit.cli.pending import failure_meant
from reflectgit.cli.terminal import after, put, put_json, visible
from reflectgit.errors import BadUsage

if TYPE_CHECKING:
    from reflectgit.model import Termination

EXAMPLES = example("reflectgit draft test_total-3f9a12bc", "reflectgit draft 3f9a12bc --out failure")
_NAMES = ("termination.json", "reflection.yaml")


def command(
    failure: Annotated[
        str, typer.Argument(metavar="FAILURE", help="Its label or id, or the beginning: reflectgit pending.")
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write both files there; one that is there is kept."),
    ] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the evidence of a failure that ended, and an empty reflection to fill in.

    The reflection is YAML: its comments list every item of evidence with its id, and what each claim may rest on.
    The evidence is bounded and cleared of secrets as the store's policy asks, where there is a store.
    With both files: reflectgit admit termination.json reflection.yaml.
    """
    from reflectgit.recorder.draft import empty_reflection
    from reflectgit.recorder.endings import termination_of
    from reflectgit.recorder.shelf import Shelf
    from reflectgit.recorder.store import policy_of, store_meant, undecided
    from reflectgit.recorder.watching import here
    from reflectgit.stages.evidence import prepare

    shelf, there = Shelf(here()), store_meant(store)
    ended = prepare(termination_of(failure_meant(undecided(shelf, there), failure), shelf), policy_of(there))
    texts = (_json(ended), empty_reflection(ended))
    paths = _write(out, texts) if out else []
    with after(f"{', '.join(paths)} written" if paths else "", "They are there"):
        if as_json:
            return put_json({"termination": json.loads(texts[0]), "reflection": texts[1], "paths": paths})
        if paths:
            return put(f"Fill in {paths[1]}, then: reflectgit admit {' '.join(paths)}")
        return _print(texts)


def _json(ended: "Termination") -> str:
    from msgspec import to_builtins

    return json.dumps(to_builtins(ended), indent=2, ensure_ascii=False) + "\n"


def _print(texts: tuple[str, str]) -> None:
    for name, text in zip(_NAMES, texts, strict=True):
        put(f"# --- {name}")
        for line in text.splitlines():
            put(visible(line))


def _write(folder: Path, texts: tuple[str, str]) -> list[str]:
    """Write both files; their paths.

    Raises:
        BadUsage: one is there and says something else: it may hold somebody's work.
    """
    files = [folder / name for name in _NAMES]
    for file, text in zip(files, texts, strict=True):
        if file.exists() and file.read_bytes() != text.encode():
            raise BadUsage(
                f"{file} is there, with something else in it", "Move it away, or name another folder"
            )
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in zip(files, texts, strict=True):
        file.write_bytes(text.encode())
    return [str(file) for file in files]
