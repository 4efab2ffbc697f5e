"""``reflectgit signature``: what makes a failure the same as another, and how that was made."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, NamedTuple

import typer

from reflectgit.cli.answer import put_facts
from reflectgit.cli.options import JsonOption, StoreOption, example, read_failure
from reflectgit.cli.terminal import one_line, paint, put, put_error, put_json
from reflectgit.errors import BadInput

if TYPE_CHECKING:
    from reflectgit.facts.model import AnyFact
    from reflectgit.model import Failure
    from reflectgit.sources.events import Event, Importer
    from reflectgit.sources.failures import Seen

EXAMPLES = example(
    "reflectgit signature failed.log --explain",
    "reflectgit signature failure.json",
    "pytest | reflectgit signature - --json",
)
#: A termination, which no importer knows: a mapping with these members.
_TERMINATION = re.compile(rb"^[\s{,]*[\"']?(?:failure|traces|diagnosis)[\"']?\s*:", re.MULTILINE)
#: Why a mask stands where it stands (docs/signatures.md, "The message").
_REASONS = {
    "<addr>": "an address, new in every process",
    "<uuid>": "the id of a thing",
    "<hash>": "the id of content",
    "<time>": "a date or time",
    "<amount>": "measured",
    "<tmp>": "a temporary path",
    "<ip>": "an address of the network",
    "<port>": "a port that the system picked",
    "<worker>": "whichever worker ran it",
    "<n>": "a number that varies with the data",
}


class _Made(NamedTuple):
    """A failure with what is shown beside its signature; `printed` are the runs that show it."""

    failure: "Failure"
    facts: "tuple[AnyFact, ...]" = ()
    printed: tuple[str, ...] = ()
    test: str = ""
    partial: bool = False


def command(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A termination, or what collect reads: a log, JUnit, a session; or -."
        ),
    ],
    explain: Annotated[
        bool, typer.Option("--explain", help="Show what was masked and kept, and which frame gave the site.")
    ] = False,
    format_: Annotated[
        str | None,
        typer.Option("--format", metavar="NAME", help="Of the file, where it is not to be guessed."),
    ] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> int:
    """Show the signature of each failure in a file.

    Two runs of one failure have one signature, wherever and whenever they ran: it is made of the class, the message
    without what varies, and the place in the project's own code. Nothing is written, and no store is needed or touched.
    """
    made = list(_made(file, format_))
    if as_json:
        put_json({"signatures": [_plain(one) for one in made]})
        return 0 if made else 1
    for number, one in enumerate(made):
        if number:
            put()
        _show(one, explain)
    if not made:
        put_error("reflectgit: note: no failure was found")
    return 0 if made else 1


# --- reading ---------------------------------------------------------------------------------------------------


def _made(name: str, format_: str | None) -> Iterator[_Made]:
    from reflectgit.collection import HEAD_BYTES, importer_for
    from reflectgit.formats.read import read_source

    if name == "-":
        data = read_source(name)[0]
        stream: BinaryIO = BytesIO(data)
    else:
        stream = _opened(name)
    with stream:
        head = stream.read(HEAD_BYTES)
        importer = importer_for(head, name, format_)
        if importer.name == "log" and format_ is None and _TERMINATION.search(head):
            yield _of_termination((head + stream.read(), name))
            return
        stream.seek(0)
        yield from _of_runs(importer, stream, name)


def _opened(name: str) -> BinaryIO:
    try:
        return open(name, "rb")
    except OSError as fault:
        raise BadInput(
            f"{name}: {fault.strerror or fault}", "Name a file that can be read, or - for standard input"
        ) from None


def _of_termination(source: tuple[bytes, str]) -> _Made:
    from reflectgit.facts.observe import observe
    from reflectgit.policy import Policy
    from reflectgit.stages.evidence import prepare

    ended = prepare(read_failure(source), Policy())
    printed = tuple(item.content for item in ended.traces if item.kind in ("execution", "instrumentation"))
    facts = tuple(fact for text in printed for fact in observe(text, "execution"))
    return _Made(failure=ended.failure, facts=facts, printed=printed)


def _of_runs(importer: "Importer", stream: BinaryIO, name: str) -> Iterator[_Made]:
    from reflectgit.collection import around
    from reflectgit.sources.events import Ran, Trouble
    from reflectgit.sources.failures import failures_of

    root = around(Path.cwd()).root
    shown: set[tuple[str, str]] = set()
    events: Iterator[Event] = importer.read(stream, "<stdin>" if name == "-" else name)
    for event in events:
        if isinstance(event, Trouble):
            put_error(f"reflectgit: {event.where}: {event.message}")
        elif isinstance(event, Ran):
            for seen in failures_of(event, root):
                if (seen.signature, seen.test) not in shown:
                    shown.add((seen.signature, seen.test))
                    yield _of_seen(seen)


def _of_seen(seen: "Seen") -> _Made:
    return _Made(seen.failure, seen.facts, (seen.excerpt,), seen.test, seen.partial)


# --- showing ---------------------------------------------------------------------------------------------------


def _plain(one: _Made) -> dict[str, object]:
    from reflectgit.stages.ledger import signature_of

    made = signature_of(one.failure)
    return {
        "signature": made.signature,
        "class": made.class_,
        "template": made.template,
        "site": made.site,
        "test": one.test,
        "message": one.failure.message,
        "told_site": one.failure.site,
        "partial": one.partial,
        "transient": _transient(one),
        "masked": [{"stood": stood, "mask": mask} for stood, mask in _masked(one) if stood != mask],
        "kept": [stood for stood, mask in _masked(one) if stood == mask],
        "frames": [{"frame": frame, "passed_over": why} for frame, why in _frames(one)],
    }


def _show(one: _Made, explain: bool) -> None:
    from reflectgit.stages.ledger import signature_of

    made = signature_of(one.failure)
    put(paint(made.signature, "bold") + (f"  {one_line(one.test)}" if one.test else ""))
    put_facts(
        [
            ("class", made.class_),
            ("message", made.template or "none beside the class"),
            ("site", made.site or "not told"),
            ("partial", "output is cut short: the whole may have another signature" if one.partial else ""),
            ("transient", _transient(one) or ""),
        ]
    )
    if explain:
        put_facts(_explained(one))


def _explained(one: _Made) -> Iterator[tuple[str, str]]:
    said = one.failure.message.strip()
    yield "as told", one_line(said.split("\n")[0])
    for stood, mask in _masked(one):
        kept = f"{stood}: another one is another failure"
        yield ("kept", kept) if stood == mask else ("masked", f"{stood} → {mask or 'nothing'}{_why(mask)}")
    if len([line for line in said.split("\n") if line.strip()]) > 1:
        yield "left out", "further lines: they depend on how wordy the run was"
    if one.failure.site:
        yield "place told", one.failure.site
    for frame, why in _frames(one):
        yield "frame", f"{frame}{f': {why}' if why else ''}"


def _why(mask: str) -> str:
    reason = _REASONS.get(mask)
    return f": {reason}" if reason else ""


def _masked(one: _Made) -> list[tuple[str, str]]:
    from reflectgit.text.template import masked

    return list(dict.fromkeys(masked(one.failure.class_, one.failure.message)))


def _frames(one: _Made) -> list[tuple[str, str]]:
    """The frames of the run from the deepest on, as Python tells them last, and why each but one was passed over."""
    from reflectgit.facts.model import Frame
    from reflectgit.sources.sites import function_of, passed_over
    from reflectgit.text.template import normal_site

    frames = [fact for fact in one.facts if isinstance(fact, Frame)]
    if any(frame.path.endswith((".py", ".pyx")) for frame in frames):
        frames.reverse()
    told = (
        (normal_site(f"{frame.path}:{function_of(frame)}".rstrip(":")), passed_over(frame))
        for frame in frames
    )
    return list(dict.fromkeys(told))


def _transient(one: _Made) -> str | None:
    """What of the surroundings it tells of: its kind and the words that show it."""
    from reflectgit.facts.transient import transient

    found = transient(one.failure.class_, one.failure.message, one.printed, one.facts)
    return f"{found.what}: {found.said}" if found else None
