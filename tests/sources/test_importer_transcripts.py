"""The same story in every format of transcripts: a plan, a test that fails, a cause that is told, a repair."""

import io
import json
import re
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reflectgit.sources.assemble import About, assemble
from reflectgit.sources.events import Asked, Changed, Event, Importer, Ran, Said, Trouble
from reflectgit.sources.importers import registry
from reflectgit.text.diff import read_diff

DATA = Path(__file__).parent / "data" / "transcripts"
FORMATS = {
    "claude-code.jsonl": "claude-code",
    "swe-agent.traj": "swe-agent",
    "mini-swe-agent.traj.json": "mini-swe-agent",
    "mini-swe-agent-1.traj.json": "mini-swe-agent",
    "openhands-events.json": "openhands",
    "openhands-rows.jsonl": "openhands",
    "openhands-sdk.jsonl": "openhands",
    "atif-1.0-plain.json": "atif",
    "atif-1.7-agentpile.json": "atif",
    "atif-1.7-harbor.json": "atif",
    "atif-1.7-make.json": "atif",
    "atif-1.8-codex.json": "atif",
}
NAMES = ("claude-code", "swe-agent", "mini-swe-agent", "openhands", "atif")
_PLACE = re.compile(r":\d+\b|: (?:byte|step|event|message|row|history|subagent) \d+|: info\.submission")
files = pytest.mark.parametrize("file", FORMATS)


def read(importer: Importer, data: bytes, where: str = "told.json") -> list[Event]:
    return list(importer.read(io.BytesIO(data), where))


def events_of(file: str) -> list[Event]:
    return read(registry.by_name(FORMATS[file]), (DATA / file).read_bytes(), file)


@files
def test_a_file_is_recognised_by_its_own_importer_alone(file: str) -> None:
    head = (DATA / file).read_bytes()[:65_536]
    known = [one.name for one in registry.importers() if one.recognises(head, file) and one.name != "log"]
    assert known == [FORMATS[file]]


@files
def test_the_samples_cover_the_directory(file: str) -> None:
    assert {path.name for path in DATA.iterdir()} == set(FORMATS)


@files
def test_a_failure_and_its_repair_are_told(file: str) -> None:
    (found,) = assemble(events_of(file), About(repo="ada/ferry"))
    assert (found.outcome, found.seen.failure.class_) == ("resolved", "KeyError")
    assert found.seen.failure.site == "ferry/plan.py:last_boat"
    termination = found.termination
    assert termination
    assert termination.repair
    assert 'get("homeward", [])' in termination.repair.content
    assert [hunk.path for hunk in read_diff(termination.repair.content)] == ["ferry/plan.py"]
    assert termination.task.description.startswith("The timetable loses the last boat")
    assert termination.diagnosis.origin == "stated"
    assert "no homeward leg" in termination.diagnosis.content
    kinds = [item.kind for item in termination.traces]
    assert kinds == ["plan", "patch", "execution"]
    assert "return leg of each day" in termination.traces[0].content


def test_the_same_failure_has_the_same_signature_in_every_format() -> None:
    found = {assemble(events_of(file), About(repo="ada/ferry"))[0].seen.signature for file in FORMATS}
    assert len(found) == 1


@files
def test_every_event_has_a_place(file: str) -> None:
    events = events_of(file)
    assert not [event for event in events if isinstance(event, Trouble)]
    assert all(_PLACE.search(event.where) and event.where.startswith(file) for event in events)


@files
def test_runs_have_their_exit_codes_or_none(file: str) -> None:
    first, last = (event for event in events_of(file) if isinstance(event, Ran))
    assert first.exit_code in (1, None)
    assert last.exit_code in (0, None)
    if first.exit_code is None:
        assert first.ended in ("unknown", "failed")
        assert " failed, " in first.output
    assert not first.output.startswith(("Exit code", "Chunk ID", "<returncode>"))


@files
def test_the_words_of_a_harness_and_of_a_demonstration_are_not_asked(file: str) -> None:
    asked = [event.text for event in events_of(file) if isinstance(event, Asked)]
    assert asked == [
        "The timetable loses the last boat of a winter day. Make tests/test_ferry.py pass, please."
    ]


# --- broken files ------------------------------------------------------------------------------------------------


def is_told(events: list[Event]) -> bool:
    return all(re.search(r": byte \d+$", event.where) for event in events if isinstance(event, Trouble))


@files
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_a_file_cut_off_anywhere_keeps_what_stands_before(file: str, data: st.DataObject) -> None:
    whole = (DATA / file).read_bytes()
    cut = data.draw(st.integers(0, len(whole) - 1))
    importer = registry.by_name(FORMATS[file])
    events = read(importer, whole[:cut], file)
    assert is_told(events)
    told = [event for event in events if isinstance(event, Ran | Changed | Said)]
    everything = [event for event in events_of(file) if isinstance(event, Ran | Changed | Said)]
    handed_in = (
        "submission",
        "git_patch",
    )  # these count as far as single changes, now cut off, do not tell them
    assert [e for e in told if e not in everything and not e.where.endswith(handed_in)] == []
    if whole[:cut].count(b"{") > whole[:cut].count(b"}"):
        assert any(isinstance(event, Trouble) for event in events)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=80, deadline=None)
@given(data=st.binary(max_size=400))
def test_any_bytes_are_read(name: str, data: bytes) -> None:
    importer = registry.by_name(name)
    importer.recognises(data, "x.traj")
    assert is_told(read(importer, data))


_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def replaced(value: object, at: Iterator[int], wanted: int, other: object) -> object:
    """The value with its `wanted`-th part replaced."""
    if next(at) == wanted:
        return other
    if isinstance(value, dict):
        return {key: replaced(member, at, wanted, other) for key, member in value.items()}
    if isinstance(value, list):
        return [replaced(member, at, wanted, other) for member in value]
    return value


@files
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_value_in_any_place_is_read(file: str, data: st.DataObject) -> None:
    text = (DATA / file).read_text("utf-8")
    documents = text.splitlines() if file.endswith(".jsonl") else [text]
    at = data.draw(st.integers(0, len(documents) - 1))
    other = data.draw(_ANY)
    changed = replaced(json.loads(documents[at]), iter(range(10**6)), data.draw(st.integers(0, 300)), other)
    documents[at] = json.dumps(changed)
    events = read(registry.by_name(FORMATS[file]), "\n".join(documents).encode(), file)
    assert all(event.where.startswith(file) for event in events)
    for event in events:
        if isinstance(event, Ran):
            event.output.encode()


@pytest.mark.parametrize("file", [file for file in FORMATS if file.endswith(".jsonl")])
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_lines_in_any_order_are_read(file: str, data: st.DataObject) -> None:
    lines = (DATA / file).read_bytes().splitlines(keepends=True)
    shuffled = b"".join(data.draw(st.permutations(lines)))
    assert not [e for e in read(registry.by_name(FORMATS[file]), shuffled) if isinstance(e, Trouble)]


def test_halves_of_characters_are_written_out() -> None:
    line = {"type": "user", "sessionId": "s", "message": {"content": "please mend the \ud83d boat today"}}
    (asked,) = read(registry.by_name("claude-code"), json.dumps(line).encode())
    assert isinstance(asked, Asked)
    assert asked.text == "please mend the ? boat today"


def test_a_long_session_is_read_in_bounded_memory() -> None:
    output = "all is well, and nothing is to be seen here\n" * 2_000
    step = {
        "step_id": 1,
        "source": "agent",
        "message": "",
        "tool_calls": [{"tool_call_id": "a", "function_name": "bash", "arguments": {"command": "make"}}],
        "observation": {"results": [{"source_call_id": "a", "content": output}]},
    }
    element = json.dumps(step).encode()
    opening = b'{"schema_version": "ATIF-v1.6", "agent": {}, "steps": ['

    class Long(io.RawIOBase):
        """200 steps, made as they are read."""

        parts = iter([opening, *[element + b","] * 199, element, b"]}"])
        left = b""

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            while not self.left and (part := next(self.parts, b"")):
                self.left = part
            taken, self.left = self.left[: len(buffer)], self.left[len(buffer) :]
            buffer[: len(taken)] = taken
            return len(taken)

    tracemalloc.start()
    count = sum(
        isinstance(event, Ran) for event in registry.by_name("atif").read(io.BufferedReader(Long()), "x")
    )
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 200
    assert len(element) * 200 > 16_000_000
    assert peak < 8_000_000
