"""JUnit XML in the dialects of its many writers: one run with its tests.

Read as a stream with expat, the parser of the standard library (docs/adr/0008-collect.md): memory is bounded by the
tests and by what is kept of their output, not by the file. Accepted: suites in suites, several reports in one file,
no root, missing and empty attributes, several entries and several failures of one test, reruns, name spaces, control
characters, a wrong declaration of the encoding. A document type is refused, and so are entities of its own.

What is not well formed costs the test in which it stands, and is told with its place; reading goes on at the next one.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO
from xml.parsers.expat import ErrorString, ExpatError, ParserCreate, XMLParserType, errors

from reflectgit.facts.model import TestOutcome
from reflectgit.sources.events import Case, Event, Ran, Trouble
from reflectgit.sources.importers.xml_text import pieces, restored
from reflectgit.text.bound_stream import Kept

_ROOT = re.compile(rb"<(?:\w+:)?test(?:suites?|case)\b")
#: Bytes that are kept of one text of a test, of all tests of a file together, and characters of a name or message.
_TEXT = 65_536
_ALL = 32_000_000
_NAME = 400
_MESSAGE = 16_384
_MOST_TROUBLES = 20
_FAILURES: dict[str, TestOutcome] = {"failure": "failed", "error": "error", "skipped": "skipped"}
#: Tries that failed before one that passed (flaky…), or beside the failure that counts (rerun…): Surefire.
_TRIES = frozenset({"flakyFailure", "flakyError", "rerunFailure", "rerunError"})
_STREAMS = {"system-out": "stdout", "system-err": "stderr"}
_NOT_RUN = frozenset({"notrun", "disabled", "suppressed", "skipped", "ignored"})
_NEXT = re.compile(r"<(?:\w+:)?testcase\b")
_FAILED = re.compile(r"<(?:\w+:)?(?:failure|error)\b")
_TAG = re.compile(r"<[^<>\n]{0,400}>")
#: Everything is read inside a root of ours, so that a file may have none, or several. A document type may not stand
#: inside a root, hence never reaches the parser's machinery for entities.
_OPENING = "<reflectgit>"
#: At the end of a file the root of ours is closed; what stood open then was cut off.
_CLOSING = "</reflectgit>"


class _Reader:
    """The handlers of the parser, and the tests that they have found."""

    def __init__(self) -> None:
        self.cases: list[Case] = []
        self.suites: list[str] = []
        self.kept = 0
        self.left_out = 0
        self._test: dict[str, str] | None = None
        self._test_of_suite = False
        self._outcome: TestOutcome = "passed"
        self._failed: list[tuple[str, str]] = []
        self._body = Kept(_TEXT)
        self._streams: dict[str, Kept] = {}
        self._into: Kept | None = None

    # expat's own names for what it meets
    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if name == "testsuite":
            self.suites.append(attributes.get("name", ""))
        elif name == "testcase":
            self._start(attributes)
        elif self._test is None and name in ("failure", "error"):
            self._start({"name": self.suites[-1] if self.suites else ""})
            self._fail(name, attributes)
            self._test_of_suite = True
        elif name in _FAILURES or name in _TRIES:
            self._fail(name, attributes)
        elif name in _STREAMS:
            self._into = (
                self._streams.setdefault(_STREAMS[name], Kept(_TEXT)) if self._test is not None else None
            )

    def text(self, data: str) -> None:
        if self._into is not None:
            self._into.add(data.encode("utf-8", "surrogatepass"))

    def end(self, tag: str) -> None:
        name = tag.rpartition(":")[2]
        if name == "testcase":
            self.finish()
        elif name == "testsuite" and self.suites:
            self.suites.pop()
        elif name in _FAILURES or name in _TRIES:
            if self._into is not None:
                self._into.add(b"\n")
            self._into = None
            if self._test is not None and self._test_of_suite:
                self.finish()
        elif name in _STREAMS:
            self._into = None

    def _start(self, attributes: dict[str, str]) -> None:
        self.finish()
        self._test = attributes
        self._test_of_suite = False
        not_run = (attributes.get("status", ""), attributes.get("result", ""))
        self._outcome = "skipped" if _NOT_RUN & {word.lower() for word in not_run} else "passed"

    def _fail(self, name: str, attributes: dict[str, str]) -> None:
        if self._test is None:
            return
        if name in _TRIES:
            self._note(name, attributes)
            return
        outcome = _FAILURES[name]
        if outcome == "skipped":
            self._outcome = "skipped" if self._outcome == "passed" else self._outcome
            return
        if self._outcome not in ("failed", "error"):
            self._outcome = outcome
        self._failed.append((attributes.get("type", ""), attributes.get("message", "")))
        self._into = self._body

    def _note(self, name: str, attributes: dict[str, str]) -> None:
        """A try that failed is an entry of its own where a later one passed, so that the test is seen as flaky."""
        test = self._test or {}
        if name.startswith("flaky"):
            self._add(test, "failed", attributes.get("type", ""), attributes.get("message", ""), "")

    def finish(self) -> None:
        """The test that is open, with all that was read of it."""
        if self._test is None:
            return
        class_, message = self._failed[0] if self._failed else ("", "")
        output = self._output() if self._outcome in ("failed", "error") else ""
        self._add(self._test, self._outcome, class_, message, output)
        self._test, self._into, self._failed, self._streams = None, None, [], {}
        self._body = Kept(_TEXT) if self._body.size else self._body

    def broken(self, text: str) -> None:
        """The test that is open ends in what is not well formed: `text`, up to the next test. What cannot be read of
        a test that failed is kept as it stands; one of which no more is known than its name did not pass."""
        if self._test is None:
            return
        if self._outcome == "passed":
            self._test, self._into = (None, None) if not _FAILED.search(text) else (self._test, self._body)
        if self._test is not None and not self._body.size:
            self._outcome = "failed" if self._outcome == "passed" else self._outcome
            self._body.add(_TAG.sub("", text[:_TEXT]).encode("utf-8", "surrogatepass"))
        self.finish()

    def _output(self) -> str:
        """What the failure says, and below banners as pytest has them what the test printed."""
        parts = [self._body.text().strip("\n")]
        parts += [
            f"----- Captured {name} -----\n{kept.text()}" for name, kept in self._streams.items() if kept.size
        ]
        told = "\n".join(part for part in parts if part)
        if self.kept + len(told) > _ALL:
            self.left_out += 1
            return ""
        self.kept += len(told)
        return restored(told)

    def _add(
        self, test: dict[str, str], outcome: TestOutcome, class_: str, message: str, output: str
    ) -> None:
        name, file = self._named(test)
        self.cases.append(
            Case(
                name=name,
                outcome=outcome,
                file=file,
                class_=restored(class_)[:_NAME],
                message=restored(message)[:_MESSAGE],
                output=output,
            )
        )

    def _named(self, test: dict[str, str]) -> tuple[str, str]:
        """The test's own name and its file, as far as this dialect tells."""
        name = restored(test.get("name", "")).strip()[:_NAME]
        class_ = restored(test.get("classname", "") or test.get("class", "")).strip()[:_NAME]
        file = restored(test.get("file", "") or test.get("filepath", "")).strip()[:_NAME]
        if not file and "pytest" in self.suites[-1:]:
            file = _python_file(class_ or name)
            name = f"{file}" if not class_ and file else name
        name = name.rpartition("::")[2] if name.count("::") and "[" not in name else name
        return name.removesuffix("()") or class_ or "unnamed", file


def _python_file(dotted: str) -> str:
    """``tests.test_cart.TestBox`` → ``tests/test_cart.py``, as pytest names the module of a test."""
    parts = dotted.split(".")
    while len(parts) > 1 and parts[-1][:1].isupper():
        parts.pop()
    return f"{'/'.join(parts)}.py" if dotted else ""


class JUnit:
    """Importer of JUnit XML."""

    name = "junit"

    def recognises(self, head: bytes, filename: str) -> bool:
        """An element of JUnit's near the beginning, in an encoding of one or two bytes."""
        plain = head[:8_192].replace(b"\x00", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
        return plain.startswith(b"<") and bool(_ROOT.search(plain))

    def read(self, stream: BinaryIO, where: str) -> Iterator[Event]:
        """The troubles as they are met, and one run with all tests."""
        reader = _Reader()
        yield from _parsed(stream, where, reader)
        reader.finish()
        if reader.left_out:
            message = (
                f"the output of {reader.left_out} tests is left out: more than {_ALL:,} bytes in one file"
            )
            yield Trouble(where=where, message=message)
        if reader.cases:
            failed = any(case.outcome in ("failed", "error") for case in reader.cases)
            yield Ran(where=where, ended="unknown" if failed else "passed", cases=tuple(reader.cases))
        else:
            yield Trouble(where=f"{where}: byte 0", message="there is no test in this JUnit file")


def _parsed(stream: BinaryIO, where: str, reader: _Reader) -> Iterator[Trouble]:
    parser = _parser(reader)
    fed, resumed, troubles = 0, False, 0
    for offset, piece in _closed(stream):
        text = piece
        while text:
            try:
                parser.Parse(text)
                fed += len(text.encode("utf-8", "surrogatepass"))
                break
            except ExpatError as fault:
                silent = resumed and fault.code == errors.codes[errors.XML_ERROR_TAG_MISMATCH]
                at = _place(parser, text, fed)
                if "<!DOCTYPE" in text[max(0, at - 10) : at + 10]:
                    message = (
                        "a document type is not read: it could pull in other files, or grow without bound"
                    )
                    yield Trouble(where=f"{where}: near byte {offset + at}", message=message)
                    return
                if not silent and troubles < _MOST_TROUBLES:
                    troubles += 1
                    yield Trouble(where=f"{where}: near byte {offset + at}", message=_told(fault, text))
                following = _NEXT.search(text, at + 1)
                begin = max(0, text.rfind("<testcase", 0, at))
                reader.broken(text[begin : following.start() if following else len(text)])
                parser, fed, resumed = _parser(reader), 0, True
                offset += following.start() if following else 0
                text = text[following.start() :] if following else ""


def _closed(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    offset = 0
    for begin, piece in pieces(stream):
        offset = begin
        yield begin, piece
    yield offset, _CLOSING


def _parser(reader: _Reader) -> XMLParserType:
    parser = ParserCreate()
    parser.buffer_text = True
    parser.buffer_size = 1 << 16
    parser.StartElementHandler = reader.begin
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.Parse(_OPENING)
    return parser


def _place(parser: XMLParserType, text: str, fed: int) -> int:
    """The character of the piece at which the parser stopped; 0 where that was before it."""
    at = parser.ErrorByteIndex - fed - len(_OPENING)
    return len(text.encode("utf-8", "surrogatepass")[: max(at, 0)].decode("utf-8", "ignore"))


def _told(fault: ExpatError, text: str) -> str:
    if text == _CLOSING:
        return "the file ends in the middle; what was read of the last test is kept"
    return f"not well formed ({ErrorString(fault.code)}); reading goes on at the next test"


IMPORTER = JUnit()
