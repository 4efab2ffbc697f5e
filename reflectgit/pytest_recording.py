"""What ``pytest --reflectgit`` writes: one line of JSON a test, with its failure in parts (docs/collect.md).

The process that runs a test describes its failure, and the report carries the description to the process that writes
(with pytest-xdist these are two). Secrets are gone and values are bounded before anything is written. The file has
its name only when the run is over: one that was killed leaves none.

Lines: ``{"reflectgit": "pytest", "version": 1}``, a test each, ``{"exit": 1}``.
"""

import json
import os
import re
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import pytest

from reflectgit.text.bound import bound
from reflectgit.text.clean import clean
from reflectgit.text.redact import redact

VERSION = 1
_MOST_FRAMES = 40
_MOST_LOCALS = 20
_VALUE_BYTES = 300
_MESSAGE_BYTES = 16_384
_OUTPUT_BYTES = 32_768
_MOST_BEHIND = 5
_RUN = re.compile(r"run-(\d+)\.jsonl$")
#: Names that pytest and Python give, not the program.
_HIDDEN = re.compile(r"@|__|\.")
_RUNNER = re.compile(r"[\\/](?:_pytest|pluggy|xdist|pytest)[\\/]")


def folder_of(config: pytest.Config, given: str | None) -> Path:
    """Where the file goes: the folder that was asked for, else one in pytest's cache, which git does not see."""
    if given is not None:
        return Path(os.path.abspath(os.path.join(config.invocation_params.dir, given)))
    cache = getattr(config, "cache", None)
    return (
        Path(cache.mkdir("reflectgit"))
        if cache is not None
        else config.rootpath / ".pytest_cache" / "reflectgit"
    )


class Describer:
    """Adds to the report of a test that failed the description of its exception."""

    def __init__(self, config: pytest.Config) -> None:
        self._root = config.rootpath

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """An attribute of plain values goes with the report from a worker of xdist."""
        report = yield
        if call.excinfo is not None and report.failed:
            with suppress(
                Exception
            ):  # a repr of the project's own must not turn a failure into an error of ours
                report.__dict__["reflectgit"] = described(call.excinfo.value, self._root)
        return report


class Writer:
    """Writes the file, line by line beside its place, and moves it there when the run is over."""

    def __init__(self, config: pytest.Config, folder: Path) -> None:
        self._folder = folder
        self._file: IO[str] | None = None
        self._written: Path | None = None
        self._part = folder / f".part-{os.getpid()}"

    def pytest_sessionstart(self) -> None:
        """The file is begun where it can be written; a run goes on without."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._file = open(self._part, "w", encoding="utf-8")  # noqa: SIM115 - open as long as the run
        self._line({"reflectgit": "pytest", "version": VERSION})

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test, once it is told how it went; of setup and teardown only what failed or was skipped."""
        if report.when == "call" or report.outcome != "passed":
            self._line(_test(report))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A module that could not be read."""
        if report.failed:
            told = {"test": report.nodeid, "outcome": "error", "when": "collect"}
            self._line({**told, "text": _safe(str(report.longrepr), _OUTPUT_BYTES)})

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """The file gets its name."""
        self._line({"exit": int(exitstatus)})
        if self._file is None:
            return
        self._file.close()
        self._file = None
        self._written = self._folder / f"run-{self._number():04}.jsonl"
        os.replace(self._part, self._written)

    def pytest_unconfigure(self) -> None:
        """What has not got its name is none."""
        if self._file is not None:
            self._file.close()
        self._part.unlink(missing_ok=True)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Where it is, for the one who asked."""
        if self._written is not None:
            terminalreporter.write_line(f"reflectgit: {os.path.relpath(self._written)}")

    def _number(self) -> int:
        taken = [int(found[1]) for path in self._folder.iterdir() if (found := _RUN.match(path.name))]
        return max(taken, default=0) + 1

    def _line(self, value: dict[str, Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(value, ensure_ascii=True) + "\n")


def _test(report: pytest.TestReport) -> dict[str, Any]:
    told: dict[str, Any] = {
        "test": _safe(report.nodeid, 1_000),
        "outcome": _outcome(report),
        "when": report.when,
    }
    if not report.failed:
        return told
    failure = getattr(report, "reflectgit", None)
    if isinstance(failure, dict):
        told["failure"] = failure
    else:
        told["text"] = _safe(report.longreprtext, _OUTPUT_BYTES)
    printed = {name.removeprefix("Captured "): _safe(text, _OUTPUT_BYTES) for name, text in report.sections}
    return {**told, "printed": printed} if printed else told


def _outcome(report: pytest.TestReport) -> str:
    if hasattr(report, "wasxfail"):
        return "xfailed" if report.skipped else "xpassed"
    return "error" if report.failed and report.when != "call" else report.outcome


def described(error: BaseException, root: Path) -> dict[str, Any]:
    """An exception in plain values: class, message, frames (deepest last) with the values of the deepest, and what
    stands behind it."""
    told = _one(error, root)
    behind = list(_behind(error))
    if behind:
        told["behind"] = [{**_one(one, root), "role": role} for one, role in behind[:_MOST_BEHIND]]
    return told


def _one(error: BaseException, root: Path) -> dict[str, Any]:
    message = _safe(str(error), _MESSAGE_BYTES)
    told: dict[str, Any] = {"class": type(error).__name__, "message": message}
    if notes := [_safe(str(note), _VALUE_BYTES) for note in getattr(error, "__notes__", ())]:
        told["notes"] = notes
    entries = [
        entry for entry in pytest.ExceptionInfo.from_exception(error).traceback if not _is_runner(entry)
    ]
    told["frames"] = [_frame(entry, root) for entry in entries[-_MOST_FRAMES:]]
    if entries and (values := _values(entries[-1].frame.f_locals)):
        told["locals"] = values
    return told


def _is_runner(entry: Any) -> bool:
    return bool(entry.frame.f_locals.get("__tracebackhide__")) or bool(_RUNNER.search(str(entry.path)))


def _frame(entry: Any, root: Path) -> dict[str, Any]:
    path = Path(entry.path)
    shown = path.relative_to(root) if path.is_relative_to(root) else path
    with suppress(Exception):  # source that is gone or was never there
        code = str(entry.statement).strip().split("\n")[0]
        return {**_place(entry, shown), "code": _safe(code, _VALUE_BYTES)}
    return _place(entry, shown)


def _place(entry: Any, path: Path) -> dict[str, Any]:
    return {"path": _safe(path.as_posix(), 1_000), "line": entry.lineno + 1, "function": entry.name}


def _values(names: dict[str, Any]) -> dict[str, str]:
    shown = [(name, value) for name, value in names.items() if not _HIDDEN.match(name)]
    return {name: _value(name, value) for name, value in shown[:_MOST_LOCALS]}


def _value(name: str, value: Any) -> str:
    """A value as Python shows it, bounded; its name says whether it is a secret."""
    try:
        shown = repr(value)
    except Exception as fault:  # noqa: BLE001 - a repr of the project's own may raise whatever it likes
        shown = f"<repr raised {type(fault).__name__}>"
    safe = _safe(f"{name} = {shown[: 4 * _VALUE_BYTES]}", _VALUE_BYTES + len(name) + 3)
    return safe.partition(" = ")[2]


def _behind(error: BaseException) -> Iterator[tuple[BaseException, str]]:
    """What the exception was raised from, or while handling, nearest first; each once."""
    seen = {id(error)}
    while True:
        cause, role = error.__cause__, "cause"
        if cause is None and not error.__suppress_context__:
            cause, role = error.__context__, "context"
        if cause is None or id(cause) in seen:
            return
        seen.add(id(cause))
        yield cause, role
        error = cause


def _safe(text: str, limit: int) -> str:
    return bound(redact(clean(text[: 16 * limit])), limit)
