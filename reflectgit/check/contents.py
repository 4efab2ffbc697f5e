"""Everything under ``lessons/`` and ``ledger/`` at one commit, read once; and what is wrong there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from reflectgit import identity
from reflectgit.check.findings import Finding, from_fault, line_of
from reflectgit.errors import BadInput
from reflectgit.formats import emit
from reflectgit.model import DecidedTermination, Lesson, OutcomeEvent, Ruling
from reflectgit.store.index_rows import Kind, Stored, kind_of, read_stored, stem_of
from reflectgit.store.snapshot import Snapshot

_CHUNK = 500
_AB = "ledger/ab/"


@dataclass
class Contents:
    """The files that could be read, by path, and the paths of those that could not."""

    snapshot: Snapshot
    lessons: dict[str, Lesson] = field(default_factory=dict)
    terminations: dict[str, DecidedTermination] = field(default_factory=dict)
    outcomes: dict[str, OutcomeEvent] = field(default_factory=dict)
    rulings: dict[str, Ruling] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)

    def finding(self, code: str, path: str, words: Sequence[str], message: str, hint: str) -> Finding:
        """A finding at the first line of the file that holds one of the words, or at the whole file."""
        data = (self.snapshot.read(path) or b"") if words else b""
        return Finding(code=code, path=path, line=line_of(data, *words), message=message, hint=hint)

    def add(self, path: str, value: Stored) -> None:
        """Keep a file that could be read."""
        match value:
            case Lesson():
                self.lessons[path] = value
            case DecidedTermination():
                self.terminations[path] = value
            case OutcomeEvent():
                self.outcomes[path] = value
            case Ruling():
                self.rulings[path] = value

    def lesson_paths(self) -> dict[str, list[str]]:
        """The paths of every lesson id, unreadable files too, sorted."""
        found: dict[str, list[str]] = {}
        for path in sorted({*self.lessons, *(path for path in self.unread if kind_of(path) == "lesson")}):
            found.setdefault(stem_of(path), []).append(path)
        return found

    def admitted(self) -> set[str]:
        """The lesson ids that the ledger admits; where one has no file, that is said once (`folded`)."""
        decided = (one.decision for one in self.terminations.values())
        return {one.lesson_id for one in decided if one.decision == "admitted" and one.lesson_id}

    def failure_items(self) -> dict[str, set[str] | None]:
        """The item ids of every failure; None where only the name of an unreadable file tells of it."""
        found: dict[str, set[str] | None] = {
            stem_of(path).rpartition("-")[0]: None for path in self.unread if kind_of(path) == "termination"
        }
        for decided in self.terminations.values():
            record = decided.evidence_record
            known = found.get(record.failure_id) or set()
            found[record.failure_id] = known | {item.id for item in record.items()}
        return found

    @property
    def ledger_is_whole(self) -> bool:
        """Whether every file of the ledger could be read, so that the fold over it means something."""
        return not any(path.startswith("ledger/") for path in self.unread)


def read(contents: Contents) -> Iterator[Finding]:
    """Read every file into `contents`, and tell what is wrong with each by itself."""
    entries = iter(
        entry for entry in contents.snapshot.entries() if entry.path.startswith(("lessons/", "ledger/"))
    )
    while chunk := list(islice(entries, _CHUNK)):
        yield from (_unknown(path) for path, _ in chunk if not kind_of(path) and not path.startswith(_AB))
        for entry, data in contents.snapshot.read_blobs(entry for entry in chunk if kind_of(entry.path)):
            yield from _file(contents, entry.path, data)


def _file(contents: Contents, path: str, data: bytes) -> Iterator[Finding]:
    kind = kind_of(path)
    assert kind is not None, path
    try:
        value = read_stored(kind, data, path)
    except BadInput as fault:
        contents.unread.add(path)
        yield from_fault(
            path, fault, "conflict_markers" if fault.code == "conflict_markers" else "unreadable"
        )
        return
    contents.add(path, value)
    yield from _canonical(path, data, value)
    yield from _named(contents, path, kind, value)


def _unknown(path: str) -> Finding:
    return Finding(
        code="unknown_file",
        path=path,
        line=None,
        message="this file is none that a store holds",
        hint="move it out of lessons/ and ledger/: git mv",
    )


def _canonical(path: str, data: bytes, value: Stored) -> Iterator[Finding]:
    line = _odd_line(data, emit.to_yaml(value))
    if line is not None:
        yield Finding(
            code="not_canonical",
            path=path,
            line=line,
            message="the file is not written as reflectgit writes it",
            hint="undo the edit; comments may stand, on lines of their own",
        )


def _odd_line(data: bytes, canonical: bytes) -> int | None:
    """The first line that is neither the next canonical one nor a comment, or None."""
    if data == canonical:
        return None
    right = iter(canonical.split(b"\n"))
    wanted = next(right)
    lines = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        if line == wanted:
            wanted = next(right, b"\n")
        elif not line.lstrip(b" ").startswith(b"#"):
            return number
    return None if wanted == b"\n" else len(lines)


def _named(contents: Contents, path: str, kind: Kind, value: Stored) -> Iterator[Finding]:
    right = _right_path(path, value)
    if path != right:
        code = "misplaced" if kind == "lesson" else "misnamed"
        words = ["type"] if kind == "lesson" else []
        message = f"what the file says belongs at {right}"
        yield contents.finding(code, path, words, message, f"undo the edit, or: git mv {path} {right}")
    if isinstance(value, OutcomeEvent) and value.event_id != (right_id := _event_id(value)):
        message = f"the event id is {value.event_id}; what the event says gives {right_id}"
        hint = "ledger files are never edited: remove this one and record the outcome again"
        yield contents.finding("wrong_event_id", path, ["event_id"], message, hint)


def _right_path(path: str, value: Stored) -> str:
    match value:
        case Lesson():
            return identity.lesson_path(value.type, stem_of(path))
        case DecidedTermination():
            return identity.termination_path(value)
        case OutcomeEvent():
            return identity.outcome_path(value)
        case Ruling():
            return identity.ruling_path(value)


def _event_id(event: OutcomeEvent) -> str:
    return identity.event_id(event.task, event.repo, event.outcome, event.applied, event.key)
