"""What ``pytest --reflectgit`` wrote: tests with their failures in parts (`pytest_recording`).

A failure is put into words, its frames as Python prints them and its message as pytest does, so that what reads theirs
reads it too.
"""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO, get_args

from reflectgit.facts.model import TestOutcome
from reflectgit.sources.events import Case, Event, Ran, Trouble

_VERSION = 1
_LINE = 4_000_000
_MARK = b'{"reflectgit": "pytest"'
_PADDED = 10  # columns of a name, as pytest shows locals
_OUTCOMES = frozenset(get_args(TestOutcome))
_LINKS = {
    "cause": "The above exception was the direct cause of the following exception:",
    "context": "During handling of the above exception, another exception occurred:",
}


class PytestCases:
    """Importer of the files of our plugin."""

    name = "pytest"

    def recognises(self, head: bytes, filename: str) -> bool:
        """Its first line."""
        return head.startswith(_MARK)

    def read(self, stream: BinaryIO, where: str) -> Iterator[Event]:
        """One run with its tests; a line that is broken costs its test."""
        cases: list[Case] = []
        code: int | None = None
        for number, line in _lines(stream):
            place = f"{where}:{number}"
            told = _value(line)
            if told is None:
                yield Trouble(
                    where=place, message="this line is no JSON object; the tests of other lines are read"
                )
            elif told.get("reflectgit") == "pytest" and told.get("version") != _VERSION:
                yield Trouble(
                    where=place, message=f"version {told.get('version')} of the format; {_VERSION} is read"
                )
            elif isinstance(told.get("exit"), int):
                code = int(told["exit"])
            elif isinstance(told.get("test"), str) and told.get("outcome") in _OUTCOMES:
                cases.append(_case(told))
        if code is None:
            yield Trouble(where=where, message="the end is missing: the run did not come to its end")
        if cases:
            yield Ran(where=where, exit_code=code, cases=tuple(cases))


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := stream.readline(_LINE):
        number += 1
        yield number, line
        while line and not line.endswith(b"\n"):  # the rest of a line that is too long
            line = stream.readline(_LINE)


def _value(line: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _case(told: dict[str, Any]) -> Case:
    path, _, name = str(told["test"]).partition("::")
    base, bracket, parameters = name.partition("[")
    failure = told.get("failure")
    shown = failure if isinstance(failure, dict) else {}
    output = "\n".join(
        [*(_traceback(shown) if shown else [_text(told.get("text"))]), *_printed(told.get("printed"))]
    )
    return Case(
        name=base.rpartition("::")[2] + bracket + parameters or path,
        outcome=told["outcome"],
        file=path,
        class_=_text(shown.get("class")),
        message=_text(shown.get("message")),
        output=output,
    )


def _traceback(failure: dict[str, Any]) -> Iterator[str]:
    """The failure in words, what stands behind it first."""
    behind = [one for one in _list(failure.get("behind")) if isinstance(one, dict)]
    for one in reversed(behind):
        yield from _raised(one)
        yield f"\n{_LINKS.get(_text(one.get('role')), _LINKS['context'])}\n"
    yield from _raised(failure)
    values = failure.get("locals")
    if isinstance(values, dict):
        yield ""
        yield from (f"{name:<{_PADDED}} = {_text(value)}" for name, value in values.items())


def _raised(one: dict[str, Any]) -> Iterator[str]:
    yield "Traceback (most recent call last):"
    for frame in _list(one.get("frames")):
        if isinstance(frame, dict):
            path, line = _text(frame.get("path")), frame.get("line")
            yield f'  File "{path}", line {line if isinstance(line, int) else 0}, in {_text(frame.get("function"))}'
            yield f"    {_text(frame.get('code'))}"
    class_, message = _text(one.get("class")), _text(one.get("message"))
    told = "\n".join([f"{class_}: {message}" if message else class_, *map(_text, _list(one.get("notes")))])
    yield from (f"E   {line}" for line in told.split("\n"))


def _printed(printed: object) -> Iterator[str]:
    if isinstance(printed, dict):
        for name, text in printed.items():
            yield f"----- Captured {name} -----\n{_text(text)}"


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


IMPORTER = PytestCases()
