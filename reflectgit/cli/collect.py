"""``reflectgit collect``: failures that ended, from files that tools and agents left behind."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reflectgit.cli.options import (
    DescriptionOption,
    JsonOption,
    RepoOption,
    StoreOption,
    example,
    open_there,
    typed,
)
from reflectgit.cli.terminal import counter, put, put_error, put_json, table
from reflectgit.errors import BadInput, BadUsage, StoreError

if TYPE_CHECKING:
    from reflectgit.policy import Policy
    from reflectgit.sources.assemble import About, Assembled
    from reflectgit.sources.events import Event, Trouble

EXAMPLES = example(
    "reflectgit collect failed.log --diff fix.patch --passing passed.log",
    "reflectgit collect junit.xml --commits HEAD~1..HEAD --passing junit-after.xml --out failures",
    "reflectgit collect session.jsonl",
    'pytest | reflectgit collect - --escalated "two repairs did not hold"',
)
_TEXT_BYTES = 1_000_000
_MEGABYTE = 1_000_000


def command(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...", help="What was left behind, in its order: logs, JUnit, diffs, sessions; or -."
        ),
    ],
    diff: Annotated[
        str | None,
        typer.Option("--diff", metavar="FILE", help="The change that repaired it, as a unified diff."),
    ] = None,
    commits: Annotated[
        str | None,
        typer.Option("--commits", metavar="A..B", help="The same as a range of commits of this repository."),
    ] = None,
    passing: Annotated[
        str | None, typer.Option("--passing", metavar="FILE", help="The run that passed with the change.")
    ] = None,
    plan: Annotated[
        str | None,
        typer.Option("--plan", metavar="FILE", help="What was meant to be done, before it failed."),
    ] = None,
    diagnosis: Annotated[
        str | None, typer.Option("--diagnosis", metavar="FILE", help="What went wrong, as it was found.")
    ] = None,
    escalated: Annotated[
        str, typer.Option("--escalated", metavar="REASON", help="What still fails was given up, and why.")
    ] = "",
    task: Annotated[
        str, typer.Option("--task", metavar="ID", help="The task; else after the branch or failure.")
    ] = "",
    repo: RepoOption = "",
    description: DescriptionOption = "",
    language: Annotated[str, typer.Option("--language", metavar="LANG", help="Else as the files say.")] = "",
    format_: Annotated[
        str | None,
        typer.Option("--format", metavar="NAME", help="Of the files, where it is not to be guessed."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Where the terminations go; else here.")
    ] = None,
    one_file: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="The one termination in one file, or -."),
    ] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> int:
    """Make terminations from test output and transcripts.

    Each failure that ended becomes a file for admit or learn: one that a later run passes after a change is
    resolved; with --escalated, what still fails is given up. What neither passed nor was given up is listed and
    left open. Secrets are taken out and long output is bounded, as the store's policy asks where there is a store.
    Without a diagnosis, what can be seen is put into words.
    """
    from msgspec.structs import replace

    from reflectgit.collection import Told, is_from, too_late, unheard
    from reflectgit.sources.assemble import assemble
    from reflectgit.sources.events import Trouble
    from reflectgit.sources.importers.registry import faults

    _check(diff, commits, out, one_file)
    _check_input([*files, diff, passing, plan, diagnosis], one_file == "-" and as_json)
    told = Told(passing=passing, format=format_)
    about = _about(task, repo, description, language, escalated)
    about = replace(about, plan=_text(plan), diagnosis=_text(diagnosis), repair=_change(diff, commits))
    troubles: list[Trouble] = []
    events = list(_heard(_read(files, told), troubles))
    useless = [name for name in files if not any(is_from(event.where, name) for event in events)]
    found = assemble(events, about)
    paths = _write(found, out, one_file, _policy(store))
    for fault in faults():
        put_error(f"reflectgit: note: {fault}")
    for trouble in troubles:
        put_error(f"reflectgit: {trouble.where}: {trouble.message}")
    _print(found, paths, troubles, as_json, quiet=one_file == "-")
    for note in (*too_late(events, files), *unheard(found, about, passing)):
        put_error(f"reflectgit: note: {note}")
    if useless and troubles:
        return 2
    wanted = [one for one in found if one.termination is not None] if one_file else found
    return 0 if wanted else 1


def _check(diff: str | None, commits: str | None, out: Path | None, one_file: str | None) -> None:
    if diff and commits:
        raise BadUsage("--diff and --commits both name the repair", "Give one of them")
    if out and one_file:
        raise BadUsage("--out and -o both say where the terminations go", "Give one of them")


def _check_input(names: Sequence[str | None], twice: bool) -> None:
    if names.count("-") > 1:
        raise BadUsage("only one input can be - (standard input)", "Give the other one as a file")
    if twice:
        raise BadUsage("-o - and --json both print an answer", "Give one of them")


def _text(name: str | None) -> str:
    """A file that a person wrote, as text; "" for none.

    Raises:
        BadInput: it cannot be read, or there is nothing in it.
    """
    if name is None:
        return ""
    from reflectgit.formats.read import read_source

    text = read_source(name)[0][:_TEXT_BYTES].decode("utf-8-sig", "replace")
    if not text.strip():
        raise BadInput(f"{name}: there is nothing in it", "Name a file that says it, or leave the option out")
    return text


def _change(diff: str | None, between: str | None) -> str:
    from reflectgit.collection import commits, is_diff

    if between is not None:
        return commits(Path.cwd(), between)
    text = _text(diff)
    if diff is not None and not is_diff(text):
        raise BadInput(f"{diff}: there is no unified diff in it", "Write it with: git diff > fix.patch")
    return text


def _read(files: list[str], told: object) -> "Iterator[Event]":
    from reflectgit.collection import Told, gather

    assert isinstance(told, Told)
    with counter("MB read") as count:
        shown = None if count is None else (lambda size: count(size // _MEGABYTE))
        yield from gather(files, told, shown)


def _heard(events: "Iterable[Event]", troubles: "list[Trouble]") -> "Iterator[Event]":
    from reflectgit.sources.events import Trouble

    for event in events:
        if isinstance(event, Trouble):
            troubles.append(event)
        else:
            yield event


def _about(task: str, repo: str, description: str, language: str, escalated: str) -> "About":
    from reflectgit.collection import around
    from reflectgit.formats.inputs import is_owned
    from reflectgit.model import NAME_PATTERN
    from reflectgit.sources.assemble import About

    here = around(Path.cwd())
    if repo and not (is_owned(repo) and re.match(NAME_PATTERN, repo)):
        raise BadUsage(f"--repo is {repo!r}, which names no owner", "Write owner/name, as in acme/shop")
    if task and not re.match(NAME_PATTERN, task):
        raise BadUsage(f"--task is {task!r}", "Write letters, digits and . _ / - only, as in fix/login")
    return About(
        repo=(repo or here.repo).lower(),
        task=task or here.task,
        description=typed(description),
        language=language,
        escalated=typed(escalated),
        root=here.root,
    )


def _policy(store: Path | None) -> "Policy":
    """The policy of the store that is meant or around; without one, the default."""
    from reflectgit.admission import policy_at
    from reflectgit.policy import Policy

    try:
        return policy_at(open_there(store).snapshot())
    except StoreError:
        if store is not None:
            raise
        return Policy()


def _write(
    found: "list[Assembled]", out: Path | None, one_file: str | None, policy: "Policy"
) -> dict[int, Path]:
    from reflectgit.collection import as_json, write_all, write_whole

    if one_file is None:
        return write_all(found, out or Path(), policy)
    made = [(place, one.termination) for place, one in enumerate(found) if one.termination is not None]
    if len(made) > 1:
        raise BadUsage(f"{len(made)} failures ended, and -o names one file", "Say --out DIR")
    for place, termination in made:
        if one_file == "-":
            put(as_json(termination, policy).decode("utf-8").rstrip("\n"))
            return {}
        write_whole(Path(one_file), as_json(termination, policy))
        return {place: Path(one_file)}
    return {}


def _print(
    found: "list[Assembled]", paths: dict[int, Path], troubles: "list[Trouble]", as_json: bool, quiet: bool
) -> None:
    if as_json:
        failures = [_plain(one, paths.get(place)) for place, one in enumerate(found)]
        put_json(
            {"failures": failures, "troubles": [{"where": t.where, "message": t.message} for t in troubles]}
        )
        return
    rows = [
        [
            one.outcome,
            one.label,
            one.seen.failure.class_,
            one.seen.failure.site or "-",
            str(paths.get(place, "")),
        ]
        for place, one in enumerate(found)
    ]
    if rows and not quiet:
        for line in table(rows, ["outcome", "failure", "class", "site", "file"]):
            put(line)
    for hint in _hints(found):
        put_error(f"reflectgit: note: {hint}")


def _hints(found: "list[Assembled]") -> Iterator[str]:
    outcomes = [one.outcome for one in found]
    if "open" in outcomes:
        yield "what is open has not ended, and has no file: give --passing FILE and its --diff, or --escalated REASON"
    if "unexplained" in outcomes:
        yield "what is unexplained passed with no change that is known: no file; give --diff FILE or --commits A..B"
    if any(one.seen.partial for one in found):
        yield "some output is cut short, so that the signature may not be that of the whole: take -v or JUnit"
    if not found:
        yield "no failure was found"


def _plain(one: "Assembled", path: Path | None) -> dict[str, object]:
    return {
        "label": one.label,
        "outcome": one.outcome,
        "class": one.seen.failure.class_,
        "message": one.seen.failure.message,
        "site": one.seen.failure.site,
        "test": one.seen.test,
        "language": one.seen.language or None,
        "signature": one.seen.signature,
        "partial": one.seen.partial,
        "where": one.where,
        "path": os.fspath(path) if path is not None else None,
    }
