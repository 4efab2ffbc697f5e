"""Trajectories in ATIF, the agent trajectory interchange format, v1.0 to v1.8.

The format has no place for an error or an exit code. Producers put them in places of their own, which are looked
through in this order: the block that Claude Code wrote (Harbor), the `extra` of a result, of the step, of the call
(Harbor's codex, atif-make), `extra.agentpile.result_fields`, and the text itself. Decided here:

* Steps that were copied from another trajectory (`is_copied_context`) were told there, and are passed over.
* Steps of subagents that stand in the file (`subagent_trajectories`) are read where they stand, behind its steps: what
  they ran and changed counts, what they were asked does not.
"""

import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from reflectgit.sources.events import Event, Trouble
from reflectgit.sources.importers.claude_code import answer_of
from reflectgit.sources.importers.conversation import Conversation
from reflectgit.sources.importers.json_lines import few
from reflectgit.sources.importers.json_pieces import json_pieces
from reflectgit.sources.importers.loose import mapping, sequence, text, truth, whole, words
from reflectgit.sources.importers.results import Answer, answered

_SPLIT = frozenset({"steps", "subagent_trajectories"})
_SCHEMA = re.compile(rb'"schema_version"\s*:\s*"ATIF-v')
_STEPS = re.compile(rb'"step_id"\s*:')
_OF_STEP = re.compile(rb'"(?:tool_calls|observation|function_name)"\s*:')
_ERRORS = ("tool_result_is_error", "is_error", "isError", "error")
_CODES = ("exit_code", "exitCode", "returncode", "return_code")
_FAILED = frozenset({"failed", "failure", "error", "errored"})
_REFUSED = frozenset({"declined", "rejected", "denied", "cancelled", "canceled", "interrupted", "aborted"})
#: What Harbor writes below the output of a tool of Claude Code: the same once more, in parts.
_HARBOR = re.compile(
    r"\n\n(?:\[(?:stdout|stderr)\]\n|\[(?:exit_code|interrupted|is_image|metadata)\] ).*\Z", re.DOTALL
)
_HARBOR_ERROR = re.compile(r"\s*\[error\] tool reported failure\s*\Z")


class Atif:
    """Importer of ATIF."""

    name = "atif"

    def recognises(self, head: bytes, filename: str) -> bool:
        """The version of the schema, or steps with their members."""
        begins = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"
        named = bool(_SCHEMA.search(head)) or (bool(_STEPS.search(head)) and bool(_OF_STEP.search(head)))
        return begins and named

    def read(self, stream: BinaryIO, where: str) -> Iterator[Event]:
        """The events of the trajectory, step by step, and of its subagents."""
        yield from few(_events(stream, where))


def _events(stream: BinaryIO, where: str) -> Iterator[Event]:
    session = Conversation()
    for piece in json_pieces(stream, where, _SPLIT):
        if isinstance(piece, Trouble):
            yield piece
        elif piece.key == "agent":
            session.root = _root(mapping(piece.value))
        elif piece.key == "steps" and piece.number:
            yield from _step(session, f"{where}: step {piece.number}", mapping(piece.value), silent=False)
        elif piece.key == "subagent_trajectories" and piece.number:
            yield from _subagent(session, f"{where}: subagent {piece.number}", mapping(piece.value))


def _subagent(session: Conversation, where: str, told: dict[str, Any], depth: int = 0) -> Iterator[Event]:
    for number, step in enumerate(sequence(told.get("steps")), 1):
        yield from _step(session, f"{where}, step {number}", mapping(step), silent=True)
    for number, other in enumerate(sequence(told.get("subagent_trajectories")), 1):
        if depth < 8:
            yield from _subagent(session, f"{where}.{number}", mapping(other), depth + 1)


def _root(agent: dict[str, Any]) -> str:
    extra = mapping(agent.get("extra"))
    return text(extra.get("cwd")) or next(map(text, sequence(extra.get("cwds"))), "")


def _step(session: Conversation, where: str, step: dict[str, Any], silent: bool) -> Iterator[Event]:
    if step.get("is_copied_context") is True:
        return
    said = words(step.get("message"))
    if step.get("source") == "agent":
        if not silent:
            yield from session.says(where, said or text(step.get("reasoning_content")))
        for call in map(mapping, sequence(step.get("tool_calls"))):
            given = call.get("arguments")
            arguments = mapping(given) or {"input": given}
            session.calls(text(call.get("tool_call_id")), text(call.get("function_name")), arguments)
    elif step.get("source") == "user" and not silent:
        yield from session.asks(where, said)
    yield from _results(session, where, step)


def _results(session: Conversation, where: str, step: dict[str, Any]) -> Iterator[Event]:
    results = [mapping(result) for result in sequence(mapping(step.get("observation")).get("results"))]
    calls = [mapping(call) for call in sequence(step.get("tool_calls"))]
    for at, result in enumerate(results):
        name = text(result.get("source_call_id"))
        if not name and len(calls) == len(results):
            name = text(calls[at].get("tool_call_id"))
        places = _places(step, result, name, at, alone=len(results) == 1)
        yield from session.answers(where, name, _answer(result, places, session.root))


def _places(
    step: dict[str, Any], result: dict[str, Any], name: str, at: int, alone: bool
) -> list[dict[str, Any]]:
    """Where producers tell of a result, the nearest place first."""
    extra = mapping(step.get("extra"))
    details = mapping(mapping(extra.get("tool_call_details")).get(name))
    fields = sequence(mapping(extra.get("agentpile")).get("result_fields"))
    call = next(
        (one for one in map(mapping, sequence(step.get("tool_calls"))) if one.get("tool_call_id") == name), {}
    )
    own = mapping(result.get("extra"))
    of_step = [extra, mapping(extra.get("tool_metadata"))] if alone else []
    found = [own, mapping(fields[at]) if at < len(fields) else {}, details, mapping(details.get("metadata"))]
    return [*found, mapping(own.get("metadata")), mapping(call.get("extra")), *of_step]


def _answer(result: dict[str, Any], places: list[dict[str, Any]], root: str) -> Answer:
    recorded = next(
        (mapping(one["tool_result_metadata"]) for one in places if "tool_result_metadata" in one), {}
    )
    block = mapping(recorded.get("raw_tool_result"))
    if block:
        return answer_of(block, mapping(recorded.get("tool_use_result")), root)
    status = next((text(one["status"]).lower() for one in places if text(one.get("status"))), "")
    if status in _REFUSED:
        return Answer(refused=True)
    output = words(result.get("content"))
    failed = next(
        (said for one in places for key in _ERRORS if (said := truth(one.get(key))) is not None), None
    )
    if _HARBOR_ERROR.search(output):
        output, failed = _HARBOR_ERROR.sub("", output), True
    if failed is None and status in _FAILED:
        failed = True
    code = next((code for one in places for key in _CODES if (code := whole(one.get(key))) is not None), None)
    return answered(_HARBOR.sub("", output) or output, exit_code=code, failed=failed)


IMPORTER = Atif()
