"""Evidence from files into terminations on disk: what `reflectgit collect` does, without its command line.

Files are read in the order given, which is taken for the order in which things happened. The repository around says
what nobody told: its name, the branch, where it lies.
"""

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BufferedReader, BytesIO, RawIOBase
from pathlib import Path
from typing import BinaryIO, cast

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from reflectgit.errors import BadInput, StoreError
from reflectgit.model import NAME_PATTERN, Termination
from reflectgit.policy import Policy
from reflectgit.sources.assemble import About, Assembled
from reflectgit.sources.events import Changed, Event, Importer, Ran
from reflectgit.sources.failures import failures_of
from reflectgit.sources.importers import registry
from reflectgit.stages.evidence import prepare
from reflectgit.store.git import Git

HEAD_BYTES = 65_536
_REMOTE = re.compile(r"(?:\w[\w+.-]*://[^/]+/|[^/]*@?[\w.-]+:)(?P<path>[^:]+?)(?:\.git)?/?$")
_TRUNKS = frozenset({"", "main", "master", "trunk", "develop", "HEAD"})

Progress = Callable[[int], None]


class Told(Struct, frozen=True, kw_only=True):
    """What is handed over beside the files with failing runs: `passing`, a file with a run that passed; the name of
    their `format`."""

    passing: str | None = None
    format: str | None = None


class Around(Struct, frozen=True, kw_only=True):
    """The repository in which somebody works: ``owner/name``, a task after its branch ("" on a trunk), its top."""

    repo: str
    task: str
    root: str


# --- reading ---------------------------------------------------------------------------------------------------


def gather(files: Iterable[str], told: Told, progress: Progress | None = None) -> Iterator[Event]:
    """The events of the files, in their order, and then of the run that passed.

    Raises:
        BadInput: a file cannot be opened, or no importer has that format.
    """
    for name in files:
        yield from read_events(name, told.format, progress)
    if told.passing is not None:
        yield from _passing(told.passing, progress)


def _passing(name: str, progress: Progress | None) -> Iterator[Event]:
    """The run that is said to have passed; many a compiler prints nothing then."""
    events = [*read_events(name, None, progress)]
    if not any(isinstance(event, Ran) for event in events) and _is_blank(name):
        events = [Ran(where=name, ended="passed")]
    yield from map(_as_passed, events)


def _is_blank(name: str) -> bool:
    if name == "-":
        return False
    with open(name, "rb") as file:
        return not file.read(HEAD_BYTES).strip()


def _as_passed(event: Event) -> Event:
    """A run that is said to have passed did so where its source does not say how it ended and shows no failure."""
    if isinstance(event, Ran) and event.ended == "unknown" and not event.exit_code and not failures_of(event):
        return replace(event, ended="passed")
    return event


def read_events(name: str, format_: str | None = None, progress: Progress | None = None) -> Iterator[Event]:
    """The events of one file, by the importer that knows its format; ``-`` is standard input.

    Raises:
        BadInput: it cannot be opened or read, or no importer has that name.
    """
    try:
        with _opened(name) as raw:
            stream = BufferedReader(_Counted(raw, progress), HEAD_BYTES)
            head = stream.peek(HEAD_BYTES)[:HEAD_BYTES]
            importer: Importer = importer_for(head, name, format_)
            yield from importer.read(cast(BinaryIO, stream), "<stdin>" if name == "-" else name)
    except OSError as fault:
        raise BadInput(
            f"{name}: {fault.strerror or fault}", "Name a file that can be read, or - for standard input"
        ) from None


def is_diff(text: str) -> bool:
    """Whether a text is a change as the importer of diffs reads it."""
    read = registry.by_name("diff").read(BytesIO(text.encode()), "")
    return any(isinstance(event, Changed) for event in read)


def importer_for(head: bytes, filename: str, name: str | None = None) -> Importer:
    """The importer of a file, by its beginning, or by the name of the format; what no other knows is a log.

    Raises:
        BadInput: no importer has that name.
    """
    if name is not None:
        return registry.by_name(name)
    return registry.find(head, filename) or registry.by_name("log")


def _opened(name: str) -> BinaryIO:
    if name == "-":
        return open(0, "rb", buffering=0, closefd=False)
    return cast(BinaryIO, open(name, "rb", buffering=0))


class _Counted(RawIOBase):
    """A stream that tells how much of it was read."""

    def __init__(self, raw: BinaryIO, progress: Progress | None) -> None:
        self._raw = raw
        self._progress = progress
        self._read = 0

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        """As of any raw stream."""
        data = self._raw.read(len(buffer))
        buffer[: len(data)] = data
        self._read += len(data)
        if self._progress:
            self._progress(self._read)
        return len(data)


# --- the repository around ---------------------------------------------------------------------------------------


def around(folder: Path) -> Around:
    """What the repository of a folder says of itself; a folder without one is ``local/<its name>``."""
    git = Git(folder)
    root = _said(git, "rev-parse", "--show-toplevel")
    found = _REMOTE.fullmatch(_said(git, "config", "--get", "remote.origin.url"))
    path = "/".join(filter(None, map(_word, found["path"].split("/")))) if found else ""
    branch = _said(git, "symbolic-ref", "--short", "-q", "HEAD")
    local = f"local/{_word(Path(root or folder.resolve()).name)}"
    return Around(
        repo=path.lower() if "/" in path else local.lower(),
        task=branch if branch not in _TRUNKS and re.match(NAME_PATTERN, branch) else "",
        root=root,
    )


def commits(folder: Path, between: str) -> str:
    """The change between two commits (``A..B``) as a diff.

    Raises:
        BadInput: git does not know them, or nothing changed between them.
    """
    if between.startswith("-") or ".." not in between:
        raise BadInput(
            f"{between!r} names no range of commits", "Write A..B: from the failing commit to the mended one"
        )
    try:
        answer = Git(folder).read("diff", "--no-ext-diff", "--no-color", between, "--")
    except StoreError as fault:
        raise BadInput(f"{between}: {fault.message}", "Name two commits of this repository as A..B") from None
    if not answer.out.strip():
        raise BadInput(f"{between}: nothing changed", "Name the failing commit and the mended one as A..B")
    return answer.out.decode("utf-8", "replace")


def _said(git: Git, *args: str) -> str:
    try:
        return git.read(*args, ok=(0, 1, 128)).out.decode("utf-8", "replace").strip()
    except StoreError:
        return ""


def _word(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "-", text).strip("-._") or "repository"


# --- what became of what was told ----------------------------------------------------------------------------------


def unheard(found: Sequence[Assembled], about: About, passing: str | None) -> Iterator[str]:
    """What was told and stands in no termination, or in several: one line each, so that nothing is lost in silence."""
    made = [one.outcome for one in found if one.termination is not None]
    if passing is not None and found and not any(is_from(one.gone, passing) for one in found):
        yield f"{passing} is in no file: it does not show that what failed passes"
    if about.repair and made and "resolved" not in made:
        yield "the change that repaired it is in no file: nothing passed"
    if about.escalated and made and "escalated" not in made:
        yield "the reason of --escalated is in no file: nothing still fails"
    shared = [name for name in ("plan", "diagnosis", "repair") if getattr(about, name)]
    if len(made) > 1 and shared:
        yield f"{len(made)} failures ended, and each of their files has the {' and the '.join(shared)} that was given"


def is_from(where: str, name: str) -> bool:
    """Whether a place is one of that file."""
    file = "<stdin>" if name == "-" else name
    return where == file or where.startswith(f"{file}:")


def too_late(events: Sequence[Event], files: Sequence[str]) -> Iterator[str]:
    """Of each file that is a change after the last run a line: no run shows what came of it."""
    last = max((at for at, event in enumerate(events) if isinstance(event, Ran)), default=len(events))
    for event in events[last:]:
        if isinstance(event, Changed) and event.where in files:
            yield f"{event.where} is in no file: name a change before the run that passed with it"


# --- writing ----------------------------------------------------------------------------------------------------


def as_json(termination: Termination, policy: Policy) -> bytes:
    """A termination as `admit` reads it: as a store with this policy would keep it.

    Raises:
        BadInput: a name holds what looks like a secret.
    """
    kept = prepare(termination, policy)
    return (json.dumps(to_builtins(kept), indent=2, ensure_ascii=False) + "\n").encode(
        "utf-8", "backslashreplace"
    )


def write_all(found: Iterable[Assembled], folder: Path, policy: Policy) -> dict[int, Path]:
    """Write the terminations among what was found into a folder; the path of each by its place.

    A file of the same name that says something else is left alone: the next number is taken.
    """
    written: dict[int, Path] = {}
    taken: set[Path] = set()
    folder.mkdir(parents=True, exist_ok=True)
    for place, one in enumerate(found):
        if one.termination is not None:
            data = as_json(one.termination, policy)
            path = _free(folder, one.label.replace("/", "-"), data, taken)
            write_whole(path, data)
            taken.add(path)
            written[place] = path
    return written


def _free(folder: Path, label: str, data: bytes, taken: set[Path]) -> Path:
    number = 1
    while True:
        path = folder / f"failure-{label[:100]}{f'-{number}' if number > 1 else ''}.json"
        if path not in taken and (not path.exists() or path.read_bytes() == data):
            return path
        number += 1


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, whenever this is killed."""
    handle, part = tempfile.mkstemp(dir=path.parent, prefix=".collect-")
    try:
        with open(handle, "wb") as file:
            file.write(data)
        os.chmod(part, 0o644)
        os.replace(part, path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise
