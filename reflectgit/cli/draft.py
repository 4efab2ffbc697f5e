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
    from reflectgit.recorder.records import Failed

EXAMPLES = example(
    "reflectgit draft test_total-3f9a12bc",
    "reflectgit draft 3f9a12bc --out failure",
    'reflectgit draft test_total --out failure --diagnosis "Cause: the key is optional. Fix: read it with get."',
)
_NAMES = ("termination.json", "reflection.yaml")


def command(
    failure: Annotated[
        str, typer.Argument(metavar="FAILURE", help="Its label or id, or the beginning: reflectgit pending.")
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write both files there; one that is there is kept."),
    ] = None,
    plan: Annotated[
        str,
        typer.Option("--plan", metavar="FILE|TEXT", help="What had been meant to be done, before it failed."),
    ] = "",
    diagnosis: Annotated[
        str, typer.Option("--diagnosis", metavar="FILE|TEXT", help="What went wrong, as it was found since.")
    ] = "",
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the evidence of a failure that ended, and an empty reflection to fill in.

    The reflection is YAML: its comments list every item of evidence with its id, and what each claim may rest on.
    The evidence is bounded and cleared of secrets as the store's policy asks, where there is a store.
    With both files: reflectgit admit termination.json reflection.yaml.
    Nobody can be asked afterwards what caused a failure: --diagnosis says it, and is kept with the failure.
    """
    from reflectgit.cli.watch import found_in, said_in
    from reflectgit.recorder.draft import empty_reflection
    from reflectgit.recorder.endings import termination_of
    from reflectgit.recorder.records import Told
    from reflectgit.recorder.store import policy_of, undecided
    from reflectgit.recorder.watching import recorder_here
    from reflectgit.stages.evidence import prepare

    said = Told(plan=said_in(plan), diagnosis=found_in(diagnosis))
    recorder, there = recorder_here(store)
    failed = failure_meant(undecided(recorder.shelf, there), failure)

    def drafted(one: "Failed") -> tuple[str, str]:
        ended = prepare(termination_of(one, recorder.shelf), policy_of(there))
        return _json(ended), empty_reflection(ended)

    before = drafted(failed)
    texts = drafted(recorder.hear(failed, said)) if plan or diagnosis else before
    paths = _write(out, texts, before) if out else []
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


def _write(folder: Path, texts: tuple[str, str], before: tuple[str, str]) -> list[str]:
    """Write both files; their paths. A reflection that was begun is kept when the evidence has more in it now.

    Raises:
        BadUsage: one is there and says something else: it may hold somebody's work.
    """
    files = [folder / name for name in _NAMES]
    begun = [
        file.exists() and file.read_text("utf-8", "replace") not in pair
        for file, pair in zip(files, zip(texts, before, strict=True), strict=True)
    ]
    kept = begun == [False, True] and texts != before
    if any(begun) and not kept:
        file = files[begun.index(True)]
        raise BadUsage(f"{file} is there, with something else in it", "Move it away, or name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in zip(files[:1] if kept else files, texts, strict=False):
        file.write_bytes(text.encode())
    return [str(file) for file in files]
