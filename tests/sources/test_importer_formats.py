"""What is peculiar to single formats of transcripts, and the registry of importers."""

import io
import json
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflectgit.errors import BadInput
from reflectgit.sources.events import Asked, Changed, Event, Ran, Said, Trouble
from reflectgit.sources.importers import registry
from reflectgit.sources.importers.json_lines import Line, json_lines
from reflectgit.sources.importers.json_pieces import Piece, json_pieces

ASK = "Moor the boat to the pier, please."


def read(name: str, *documents: object, lines: bool = False) -> list[Event]:
    data = "\n".join(json.dumps(one) for one in documents)
    return list(registry.by_name(name).read(io.BytesIO(data.encode()), "x"))


# --- Claude Code ---------------------------------------------------------------------------------------------------


def record(kind: str, *content: object, **more: object) -> dict[str, Any]:
    return {"type": kind, "sessionId": "s", "cwd": "/lake", "message": {"content": list(content)}, **more}


def used(name: str, tool: str, **given_: object) -> dict[str, Any]:
    return record("assistant", {"type": "tool_use", "id": name, "name": tool, "input": given_})


def result(name: str, content: object, is_error: bool = False, **more: object) -> dict[str, Any]:
    block = {"type": "tool_result", "tool_use_id": name, "content": content, "is_error": is_error}
    return record("user", block, **more)


def test_a_line_that_a_resumed_session_copied_counts_once() -> None:
    lines = [{**used("1", "Bash", command="make"), "uuid": "a"}, {**result("1", "made"), "uuid": "b"}]
    assert len([event for event in read("claude-code", *lines, *lines) if isinstance(event, Ran)]) == 1


def test_what_a_subagent_ran_counts_and_what_it_says_does_not() -> None:
    side = {"isSidechain": True}
    events = read(
        "claude-code",
        {**record("user", {"type": "text", "text": ASK}), **side},
        {**record("assistant", {"type": "text", "text": "The problem is the rope."}), **side},
        {**used("1", "Bash", command="make"), **side},
        {**result("1", "Exit code 2\nboom", True), **side},
    )
    (ran,) = events
    assert isinstance(ran, Ran)
    assert (ran.exit_code, ran.output) == (2, "boom")


def test_a_run_in_the_background_and_an_interrupted_one_tell_nothing() -> None:
    assert (
        read(
            "claude-code",
            used("1", "Bash", command="make"),
            result("1", "Command running in background with ID: b1"),
        )
        == []
    )
    stopped = result("1", "half", toolUseResult={"stdout": "half", "interrupted": True})
    assert read("claude-code", used("1", "Bash", command="make"), stopped) == []


def test_an_edit_that_was_refused_changed_nothing() -> None:
    edit = used("1", "Edit", file_path="/lake/a.py", old_string="x", new_string="y")
    refused = "The user doesn't want to proceed with this tool use."
    assert read("claude-code", edit, result("1", refused, True)) == []
    assert read("claude-code", edit, result("1", "String to replace not found in file.", True)) == []
    (changed,) = read("claude-code", edit, result("1", "done"))
    assert isinstance(changed, Changed)
    assert changed.diff.startswith("--- a/a.py\n")


def test_a_broken_line_is_told_with_its_line_and_byte_and_the_next_is_read() -> None:
    line = json.dumps(record("user", {"type": "text", "text": ASK})).encode()
    data = line + b"\n{broken\n" + line + b"\n[1]\n"
    first, broken, third, other = registry.by_name("claude-code").read(io.BytesIO(data), "s.jsonl")
    assert isinstance(first, Asked)
    assert isinstance(third, Asked)
    assert isinstance(broken, Trouble)
    assert broken.where == f"s.jsonl:2: byte {len(line) + 1}"
    assert other.where.startswith("s.jsonl:4: byte ")


def test_a_file_of_nothing_but_broken_lines_gives_few_troubles() -> None:
    events = list(registry.by_name("claude-code").read(io.BytesIO(b"x\n" * 10_000), "s"))
    assert len(events) == 21
    assert isinstance(events[-1], Trouble)
    assert events[-1].message.startswith("9980 more")


def test_lines_of_the_stream_format_are_read() -> None:
    lines = [
        {"type": "system", "subtype": "init", "session_id": "s", "cwd": "/lake"},
        {**used("1", "Bash", command="make"), "session_id": "s"},
        {**result("1", "made"), "session_id": "s", "parent_tool_use_id": None},
    ]
    head = "\n".join(json.dumps(line) for line in lines).encode()
    found = registry.find(head, "out.jsonl")
    assert found
    assert found.name == "claude-code"
    assert [type(event) for event in read("claude-code", *lines)] == [Ran]


# --- ATIF ------------------------------------------------------------------------------------------------------------


def trajectory(*steps: object, **more: object) -> dict[str, Any]:
    return {
        "schema_version": "ATIF-v1.7",
        "agent": {"name": "a", "version": "1"},
        "steps": list(steps),
        **more,
    }


def acted(
    output: object, result_extra: object = None, step_extra: object = None, **more: object
) -> dict[str, Any]:
    return {
        "step_id": 1,
        "source": "agent",
        "message": "",
        "tool_calls": [{"tool_call_id": "c", "function_name": "Bash", "arguments": {"command": "make"}}],
        "observation": {"results": [{"source_call_id": "c", "content": output, "extra": result_extra}]},
        "extra": step_extra,
        **more,
    }


@pytest.mark.parametrize(
    ("result_extra", "step_extra", "code", "ended"),
    [
        (None, None, None, "unknown"),
        ({"tool_result_is_error": True}, None, None, "failed"),
        ({"is_error": True}, None, None, "failed"),
        ({"is_error": False}, None, None, "passed"),
        (None, {"tool_result_is_error": True}, None, "failed"),
        (None, {"agentpile": {"result_fields": [{"is_error": True}]}}, None, "failed"),
        (None, {"status": "failed"}, None, "failed"),
        (None, {"tool_metadata": {"exit_code": 3}}, 3, "failed"),
        (None, {"tool_call_details": {"c": {"metadata": {"exit_code": 0}}}}, 0, "passed"),
        ({"exit_code": 4}, None, 4, "failed"),
        ({"metadata": {"exit_code": "5"}}, None, 5, "failed"),
    ],
)
def test_errors_stand_where_each_producer_puts_them(
    result_extra: object, step_extra: object, code: int | None, ended: str
) -> None:
    (ran,) = read("atif", trajectory(acted("boom", result_extra, step_extra)))
    assert isinstance(ran, Ran)
    assert (ran.exit_code, ran.ended) == (code, ended)


def test_what_harbor_repeats_is_told_once() -> None:
    text = "boom\n\n[stdout]\nboom\n\n[error] tool reported failure"
    (ran,) = read("atif", trajectory(acted(text)))
    assert isinstance(ran, Ran)
    assert (ran.output, ran.ended) == ("boom", "failed")


def test_what_was_declined_did_not_run() -> None:
    assert read("atif", trajectory(acted("no", None, {"status": "declined"}))) == []


def test_steps_that_were_copied_are_passed_over_and_those_of_subagents_count() -> None:
    below = {"steps": [{"step_id": 1, "source": "user", "message": ASK}, acted("below")]}
    events = read(
        "atif",
        trajectory(acted("copied", is_copied_context=True), acted("own"), subagent_trajectories=[below]),
    )
    assert [event.output for event in events if isinstance(event, Ran)] == ["own", "below"]
    assert not [event for event in events if isinstance(event, Asked)]


# --- SWE-agent, OpenHands, mini-swe-agent ------------------------------------------------------------------------


def test_a_trajectory_whose_query_asks_has_the_task_first() -> None:
    step = {
        "action": "make",
        "observation": "made",
        "thought": "",
        "query": [{"role": "user", "content": ASK}],
    }
    assert [type(event) for event in read("swe-agent", {"trajectory": [step]})] == [Asked, Ran]


def test_a_history_without_a_trajectory_is_told() -> None:
    (trouble,) = read("swe-agent", {"history": [{"role": "system", "content": "x"}]})
    assert isinstance(trouble, Trouble)


def test_an_edit_of_lines_has_what_the_window_showed() -> None:
    state = {"open_file": "/lake/a.py", "working_dir": "/lake"}
    shown = {"action": "open a.py", "observation": "[File: a.py]\n3:one\n4:two\n5:three", "state": state}
    edit = {
        "action": "edit 4:5\nzwei\nend_of_edit",
        "observation": "[File: a.py]\n4:zwei",
        "state": json.dumps(state),
    }
    (changed,) = read("swe-agent", {"trajectory": [shown, edit]})
    assert isinstance(changed, Changed)
    assert changed.diff == "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1 @@\n-two\n-three\n+zwei\n"


def test_a_command_that_still_runs_and_one_that_was_rejected_tell_no_code() -> None:
    run = {"id": 1, "source": "agent", "action": "run", "args": {"command": "make"}}
    seen = {"id": 2, "cause": 1, "observation": "run", "content": "half", "extras": {"exit_code": -1}}
    (ran,) = read("openhands", [run, seen])
    assert isinstance(ran, Ran)
    assert (ran.exit_code, ran.ended) == (None, "unknown")
    assert (
        read("openhands", [run, {"id": 2, "cause": 1, "observation": "user_rejected", "content": "no"}]) == []
    )


def test_pairs_of_old_rows_are_read_and_rows_keep_apart() -> None:
    run = {"id": 1, "source": "agent", "action": "run", "args": {"command": "make"}}
    seen = {"id": 2, "cause": 1, "observation": "run", "content": "made", "extras": {"exit_code": 0}}
    row = {"instance_id": "lake-1", "history": [[run, seen]], "test_result": {"git_patch": ""}}
    events = read(
        "openhands", row, {**row, "history": [[run], [{**seen, "cause": None}]]}, {"history": [seen]}
    )
    assert [event.where for event in events] == ["x: event 1", "x: row 2, event 2"]


def test_several_calls_of_a_message_have_their_own_answers() -> None:
    calls = [
        {"id": name, "function": {"name": "bash", "arguments": json.dumps({"command": f"make {name}"})}}
        for name in "ab"
    ]
    messages = [
        {"role": "user", "content": ASK},
        {"role": "assistant", "content": "", "tool_calls": calls},
        {"role": "tool", "tool_call_id": "b", "content": '{"returncode": 2, "output": "boom"}'},
        {
            "role": "tool",
            "tool_call_id": "a",
            "content": "",
            "extra": {"returncode": 0, "raw_output": "made"},
        },
        {"role": "user", "content": "Tool call error", "extra": {"interrupt_type": "FormatError"}},
    ]
    runs = [event for event in read("mini-swe-agent", {"messages": messages}) if isinstance(event, Ran)]
    assert [(run.command, run.exit_code) for run in runs] == [("make b", 2), ("make a", 0)]


@pytest.mark.parametrize("name", ["claude-code", "swe-agent", "mini-swe-agent", "openhands", "atif"])
def test_what_nobody_knows_is_passed_over(name: str) -> None:
    events = read(
        name, {"type": "new", "kind": "NewEvent", "steps": [{"source": "moon"}], "trajectory": [{}]}
    )
    assert not [event for event in events if isinstance(event, Trouble | Said)]


# --- JSON ------------------------------------------------------------------------------------------------------------


def test_a_line_that_is_too_long_is_left_out() -> None:
    data = b'{"a": 1}\n{"b": "' + b"x" * 500 + b'"}\n{"c": 3}\n'
    found = list(json_lines(io.BytesIO(data), "x", longest=100))
    assert [one.value for one in found if isinstance(one, Line)] == [{"a": 1}, {"c": 3}]
    assert [one.where for one in found] == ["x:1", "x:2: byte 9", "x:3"]


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=20,
)


class Dripping(io.BytesIO):
    """A stream that gives a few bytes at a time, as a pipe may."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(min(3, size if size and size > 0 else 3))


@given(st.lists(st.lists(_VALUES, max_size=4), max_size=3), st.sampled_from([None, 2]))
@settings(max_examples=60, deadline=None)
def test_pieces_are_the_elements_of_the_documents(documents: list[list[object]], indent: int | None) -> None:
    data = "\n".join(json.dumps(one, indent=indent) for one in documents).encode()
    for stream in (io.BytesIO(data), Dripping(data)):
        found = [one for one in json_pieces(stream, "x", frozenset()) if isinstance(one, Piece)]
        told = [
            [p.value for p in found if p.document == number and p.number]
            for number in range(1, len(documents) + 1)
        ]
        assert told == documents
        assert all(data[p.offset : p.offset + 1].strip() for p in found if p.number)


@given(st.dictionaries(st.text(max_size=6).filter(bool), _VALUES, max_size=6))
@settings(max_examples=60, deadline=None)
def test_pieces_are_the_members_of_an_object(value: dict[str, object]) -> None:
    found = list(json_pieces(io.BytesIO(json.dumps(value).encode()), "x", frozenset()))
    assert {p.key: p.value for p in found if isinstance(p, Piece) and p.key} == value
    assert not [one for one in found if isinstance(one, Trouble)]


def test_a_document_that_is_broken_takes_no_other_with_it() -> None:
    data = b'{"steps": [{"a": "cut off\n{"steps": [1, 2]}\n{"steps": [3, {"b": [}\n{"steps": [4]}\n'
    found = list(json_pieces(io.BytesIO(data), "x", frozenset({"steps"})))
    assert [one.value for one in found if isinstance(one, Piece) and one.number] == [1, 2, 3, 4]
    assert len([one for one in found if isinstance(one, Trouble)]) == 2


def test_a_piece_that_is_too_long_is_left_out_in_bounded_memory() -> None:
    long = '{"text": "' + "x" * 900_000 + '"}'
    data = f'{{"steps": [1, {long}, {long}, 2], "end": true}}'.encode()
    found = list(json_pieces(io.BytesIO(data), "x", frozenset({"steps"}), longest=100))
    assert [one.value for one in found if isinstance(one, Piece) and not one.ends] == [1, 2, True]
    assert [one.where for one in found if isinstance(one, Trouble)] == [
        "x: byte 14",
        f"x: byte {16 + len(long)}",
    ]


# --- the registry ---------------------------------------------------------------------------------------------


@pytest.fixture
def points(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """Entry points as if packages with them were installed."""
    found: list[EntryPoint] = []
    monkeypatch.setattr(registry, "entry_points", lambda group: EntryPoints(found).select(group=group))
    registry._loaded.cache_clear()
    yield found
    registry._loaded.cache_clear()


class Foreign:
    """An importer of somebody else."""

    name = "tide"

    def recognises(self, head: bytes, filename: str) -> bool:
        if b"choke" in head:
            raise RuntimeError("choked")
        return head.startswith(b"TIDE")

    def read(self, stream: io.BufferedIOBase, where: str) -> Iterator[Event]:
        yield Asked(where=f"{where}:1", text=stream.read().decode())


def test_an_importer_of_others_is_asked_before_the_last(points: list[EntryPoint]) -> None:
    points.append(EntryPoint("tide", f"{__name__}:Foreign", registry.GROUP))
    assert registry.by_name("tide").name == "tide"
    assert [one.name for one in registry.importers()][-2:] == ["tide", "log"]
    for head, name in ((b"TIDE", "tide"), (b"choke", "log"), (b"\x00" * 99, None)):
        found = registry.find(head, "x")
        assert (found.name if found else None) == name
    assert registry.faults() == ()


def test_one_that_is_broken_is_told_and_skipped(points: list[EntryPoint]) -> None:
    points += [
        EntryPoint("gone", "no_such_module_of_tides:X", registry.GROUP),
        EntryPoint("odd", "json:JSONDecoder", registry.GROUP),
        EntryPoint("junit", "no_such_module_of_tides:X", registry.GROUP),
    ]
    assert [one.name for one in registry.importers()][-1] == "log"
    gone, odd = registry.faults()
    assert gone.startswith("the importer 'gone' (no_such_module_of_tides:X) is left out: ModuleNotFoundError")
    assert odd.endswith("it has no recognises and no read")


def test_a_format_that_nobody_has_is_told_with_those_there_are() -> None:
    with pytest.raises(BadInput, match="'tides'") as fault:
        registry.by_name("tides")
    assert "claude-code" in fault.value.hint
