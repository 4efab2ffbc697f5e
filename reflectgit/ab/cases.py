"""Labelled cases: failures with candidate reflections, and what should become of each (build spec 7.1).

A file holds one case a line: ``{case_id, termination, candidates: [{candidate_id, kind, reflection, expect}]}``;
other members are passed over.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import msgspec

from reflectgit.errors import BadInput
from reflectgit.formats.inputs import read_reflection, read_termination
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
            if line.strip():
                yield from _read_case(line, f"{path}:{number}")


class _RawCandidate(msgspec.Struct):
    candidate_id: str
    kind: str
    reflection: msgspec.Raw
    expect: Expectation


class _RawCase(msgspec.Struct):
    case_id: str
    termination: msgspec.Raw
    candidates: list[_RawCandidate]


def _read_case(line: bytes, where: str) -> Iterator[Candidate]:
    try:
        case = msgspec.json.decode(line, type=_RawCase)
    except msgspec.MsgspecError as fault:
        raise BadInput(
            f"{where}: {fault}", "write one labelled case a line: case_id, termination, candidates"
        ) from fault
    termination = read_termination(bytes(case.termination), where)
    for raw in case.candidates:
        yield Candidate(
            candidate_id=raw.candidate_id,
            kind=raw.kind,
            case_id=case.case_id,
            termination=termination,
            reflection=read_reflection(bytes(raw.reflection), f"{where}: {raw.candidate_id}"),
            expect=raw.expect,
        )
