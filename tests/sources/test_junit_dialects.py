"""JUnit XML as its many writers have it, and as nobody should."""

import subprocess
import sys
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflectgit.sources.events import Case, Ran, Trouble
from reflectgit.sources.failures import failures_of
from reflectgit.sources.importers.junit import IMPORTER

FAILED = '<testcase name="{}"><failure message="{}">{}</failure></testcase>'


def _read(data: bytes | str) -> tuple[list[Case], list[Trouble]]:
    events = list(IMPORTER.read(BytesIO(data.encode() if isinstance(data, str) else data), "r.xml"))
    cases = [case for event in events if isinstance(event, Ran) for case in event.cases]
    return cases, [event for event in events if isinstance(event, Trouble)]


def _failed(data: bytes | str) -> list[str]:
    return [case.name for case in _read(data)[0] if case.outcome in ("failed", "error")]


ONE = FAILED.format("a", "KeyError: 'x'", "")


@pytest.mark.parametrize(
    "text",
    [
        f"<testsuites><testsuite>{ONE}</testsuite></testsuites>",
        f"<testsuite>{ONE}</testsuite>",
        ONE,
        f"<testsuites><testsuite><testsuite><testsuite>{ONE}</testsuite></testsuite></testsuite></testsuites>",
        f'<?xml version="1.0"?><testsuite xmlns="urn:x">{ONE}</testsuite>',
        '<j:testsuite xmlns:j="urn:x"><j:testcase name="a"><j:error/></j:testcase></j:testsuite>',
        f'\n \n<?xml version="1.0" encoding="UTF-8"?>\n<testsuite>{ONE}</testsuite>',
        f"\ufeff<testsuite>{ONE}</testsuite>",
        f"<testsuite><properties><property name='p'/></properties><odd><odder/></odd>{ONE}</testsuite>",
        '<testsuite><testcase name="a" time="1,234.5"><failure/><failure message="2"/></testcase></testsuite>',
        f"<testsuite>{ONE}</testsuite>\n<?xml version='1.0'?>\n<testsuite><testcase name='b'/></testsuite>",
        '<testsuite name="a"><error message="could not be loaded"/></testsuite>',
        '<testsuite><testcase name="a()"><system-out>x</system-out><error>gone</error></testcase></testsuite>',
    ],
)
def test_dialects(text: str) -> None:
    assert _failed(text) == ["a"]
    assert not _read(text)[1]


def test_a_test_without_anything() -> None:
    (case,), troubles = _read("<testsuite><testcase/></testsuite>")
    assert (case.name, case.outcome, troubles) == ("unnamed", "passed", [])


def test_skipped_is_neither() -> None:
    cases, _ = _read(
        '<testsuite><testcase name="a"><skipped/></testcase><testcase name="b" status="notrun"/></testsuite>'
    )
    assert [case.outcome for case in cases] == ["skipped", "skipped"]


def test_a_test_that_passed_in_a_later_try_is_no_failure() -> None:
    text = (
        '<testsuite><testcase name="f"><flakyFailure message="x" type="T">s</flakyFailure></testcase>'
        '<testcase name="g"><failure message="x"/><rerunFailure message="y"/></testcase></testsuite>'
    )
    (event,) = [one for one in IMPORTER.read(BytesIO(text.encode()), "r") if isinstance(one, Ran)]
    assert [seen.test for seen in failures_of(event)] == ["g"]


def test_several_entries_of_one_test_are_one_failure() -> None:
    teardown = '<testcase name="a"><error>teardown</error></testcase>'
    text = f"<testsuite>{ONE}{teardown}</testsuite>"
    (event,) = [one for one in IMPORTER.read(BytesIO(text.encode()), "r") if isinstance(one, Ran)]
    assert len(failures_of(event)) == 1


@pytest.mark.parametrize(
    "message",
    [
        "\x1b[31mKeyError: 'x'\x1b[0m",
        "&#x1B;[31mKeyError: 'x'&#27;[0m",
        "&#1B;[31mKeyError: 'x'",
        "#x1B[31mKeyError: 'x'",
    ],
)
def test_colours_do_not_enter_the_signature(message: str) -> None:
    plain, coloured = (
        next(
            one
            for one in IMPORTER.read(BytesIO(FAILED.format("a", said, said).encode()), "r")
            if isinstance(one, Ran)
        )
        for said in ("KeyError: 'x'", message)
    )
    assert failures_of(plain)[0].signature == failures_of(coloured)[0].signature
    assert failures_of(coloured)[0].failure.class_ == "KeyError"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "iso-8859-15", "cp1252"])
def test_encodings(encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?><testsuite><testcase name="é"><failure/></testcase></testsuite>'
    assert _failed(text.encode(encoding)) == ["é"]


def test_a_wrong_declaration_and_bytes_that_are_none() -> None:
    head = b'<?xml version="1.0" encoding="klingon"?><testsuite><testcase name="a">'
    data = head + b"<failure>\xff\xfe\x00</failure></testcase></testsuite>"
    assert _failed(data) == ["a"]


def test_cut_off_in_the_middle() -> None:
    cases, troubles = _read(f"<testsuite>{ONE}<testcase name='b'><failure message='no'>half of wh")
    assert [case.name for case in cases] == ["a", "b"]
    assert cases[1].output.startswith("half of wh")
    assert "ends in the middle" in troubles[0].message


def test_what_is_not_well_formed_costs_no_other_test() -> None:
    text = (
        f"<testsuite>{FAILED.format('a', 'x < y', '')}{FAILED.format('b', 'fine & good', '')}"
        f"{FAILED.format('c', 'm', '1 < 2')}<testcase name='d'/></testsuite>"
    )
    assert _failed(text) == ["a", "b", "c"]
    cases, troubles = _read(text)
    assert cases[-1].name == "d"
    assert cases[1].message == "fine & good"
    assert all("byte" in trouble.where for trouble in troubles)


def test_a_document_type_is_refused() -> None:
    type_ = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>'
    cases, troubles = _read(f"{type_}<testsuite>{FAILED.format('a', 'm', '&b;')}</testsuite>")
    assert not cases
    assert "document type" in troubles[0].message


def test_a_reference_to_an_entity_is_text() -> None:
    cases, _ = _read(FAILED.format("a", "m", "&lol; &amp; &#65;"))
    assert cases[0].output == "&lol; & A"


def test_the_file_of_a_test_of_pytest() -> None:
    case = '<testcase classname="tests.test_a.TestBox" name="test_x"><failure/></testcase>'
    text = f'<testsuite name="pytest">{case}</testsuite>'
    assert _read(text)[0][0].file == "tests/test_a.py"


@given(st.binary(max_size=600))
@settings(max_examples=150, deadline=None)
def test_no_bytes_are_too_odd(data: bytes) -> None:
    IMPORTER.recognises(data, "x")
    list(IMPORTER.read(BytesIO(data), "x"))


TAGS = st.sampled_from(
    [
        "<testsuite>",
        "</testsuite>",
        "<testcase name='a'>",
        "</testcase>",
        "<failure>",
        "</failure>",
        "<![CDATA[",
        "]]>",
        "&",
        "<",
        "&#x1B;",
        "\x1b",
        "<!--",
        "-->",
        "é",
        "<?xml ?>",
        "<skipped/>",
    ]
)


@given(st.lists(TAGS, max_size=25))
@settings(max_examples=150, deadline=None)
def test_no_mixture_of_tags_is_too_odd(parts: list[str]) -> None:
    for event in IMPORTER.read(BytesIO("".join(parts).encode()), "x"):
        if isinstance(event, Ran):
            failures_of(event)


_HUGE = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (600_000_000, 600_000_000))
from io import BufferedReader, RawIOBase
from reflectgit.sources.importers.junit import IMPORTER

class Made(RawIOBase):
    def __init__(self, parts): self.parts, self.left = parts, b""
    def readable(self): return True
    def readinto(self, buffer):
        if not self.left: self.left = next(self.parts, b"")
        size = min(len(buffer), len(self.left))
        buffer[:size], self.left = self.left[:size], self.left[size:]
        return size

def parts():
    yield b'<testsuite><testcase name="a"><failure message="'
    for _ in range(8): yield b"z" * 1_000_000
    yield b'">KeyError: 1</failure><system-out><![CDATA['
    for _ in range(100): yield b"a line that a test has printed\\n" * 32_000
    yield b"]]></system-out></testcase>"
    for number in range(20_000): yield b'<testcase name="t%d"><failure>x</failure></testcase>' % number
    yield b"</testsuite>"

(event,) = IMPORTER.read(BufferedReader(Made(parts()), 1 << 20), "x")
most = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(len(event.cases), len(event.cases[0].output), most)
"""


def test_a_huge_report_takes_little_memory() -> None:
    done = subprocess.run([sys.executable, "-c", _HUGE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    tests, kept, kib = map(int, done.stdout.split())
    assert tests == 20_001
    assert kept < 100_000
    assert kib < 150_000
