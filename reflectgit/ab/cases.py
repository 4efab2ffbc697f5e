"""Labelled cases: failures with candidate reflections, and what should become of each (build spec 7.1).

A file holds one case a line: ``{case_id, termination, candidates: [{candidate_id, kind, reflection, expect}]}``;
other members are passed over. A byte order mark is accepted, as in every input.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from reflectgit.errors import BadInput
from reflectgit.formats.convert import convert
from reflectgit.formats.inputs import read_reflection, read_termination
from reflectgit.formats.read import load
from reflectgit.model import Reflection, Termination, Value


class Expectation(msgspec.Struct, frozen=True, kw_only=True):
    """A label: what should be decided, or (alone) whether the story should ground."""

    decision: Literal["admit", "reject", "admit-capped-or-reject"] | None = None
    reasons: list[str] = []
    scope_must_narrow: bool = False
    or_reject: list[str] = []
    grounded: bool | None = None


class Candidate(Value, frozen=True, kw_only=True):
    """A labelled reflection on the failure of its case."""

    candidate_id: str
    kind: str
    case_id: str
    termination: Termination
    reflection: Reflection
    expect: Expectation


def read_cases(files: Iterable[Path]) -> Iterator[Candidate]:
    """The labelled candidates of JSONL files, one case a line; empty lines are passed over.

    Raises:
        BadInput: a file cannot be read, or a line of it is not a labelled case; with ``file:line``.
    """
    for path in files:
        try:
            lines = path.read_bytes().split(b"\n")
        except OSError as fault:
            raise BadInput(
                f"{path}: {fault.strerror}", "give a file of labelled cases, one JSON object a line"
            ) from fault
        for number, line in enumerate(lines, start=1):
            if line.removeprefix(_BOM).strip():
                yield from _read_case(line, f"{path}:{number}")


_BOM = b"\xef\xbb\xbf"
_Read = TypeVar("_Read")


class _RawCandidate(msgspec.Struct):
    candidate_id: str
    kind: str
    reflection: dict[str, Any]
    expect: Expectation


class _RawCase(msgspec.Struct):
    case_id: str
    termination: dict[str, Any]
    candidates: list[_RawCandidate]


def _read_case(line: bytes, where: str) -> Iterator[Candidate]:
    case = _at(where, "", lambda: convert(load(line, where), _RawCase))
    ended = msgspec.json.encode(case.termination)
    termination = _at(where, "termination", lambda: read_termination(ended, where))
    for raw in case.candidates:
        yield Candidate(
            candidate_id=raw.candidate_id,
            kind=raw.kind,
            case_id=case.case_id,
            termination=termination,
            reflection=_at(where, raw.candidate_id, partial(_story, raw, where)),
            expect=raw.expect,
        )


def _story(raw: _RawCandidate, where: str) -> Reflection:
    return read_reflection(msgspec.json.encode(raw.reflection), where)


def _at(where: str, part: str, read: Callable[[], _Read]) -> _Read:
    """What is read, or its fault with the line of the file; a case is one line, and has no lines of its own."""
    try:
        return read()
    except BadInput as fault:
        told = fault.message.removeprefix(where).removeprefix(":1").removeprefix(":").strip()
        message = ": ".join(filter(None, (where, part, told)))
        raise BadInput(message, fault.hint, code=fault.code) from None
