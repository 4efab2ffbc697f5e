"""Transcripts of Claude Code: the JSON lines of a session, and what ``--output-format stream-json`` prints.

The format is not documented. Unknown types of lines are passed over. Decided here:

* Lines that were copied when a session was resumed have the same `uuid`; each counts once.
* What a subagent ran and changed counts, in the order of the file. Its words do not: who asks there is an agent.
* A person is who speaks without `isMeta` and without the tags of the harness; context that hooks add is not read.
* Of an edit the recorded hunks count (`toolUseResult.structuredPatch`), with their lines; else what was asked for.
"""

import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from reflectgit.sources.events import Event, Trouble
from reflectgit.sources.importers.conversation import Conversation
from reflectgit.sources.importers.edits import recorded_hunks
from reflectgit.sources.importers.json_lines import Line, few, json_lines, parsed
from reflectgit.sources.importers.loose import mapping, sequence, text, truth, words
from reflectgit.sources.importers.results import Answer, answered

_TYPES = frozenset({"user", "assistant", "system", "progress", "summary", "file-history-snapshot"})
_ENVELOPE = ("sessionId", "session_id", "leafUuid", "parentUuid", "messageId")
_SEEN_IN_HEAD = re.compile(rb'"(?:sessionId|parentUuid|session_id)"\s*:')
_TYPE_IN_HEAD = re.compile(rb'"type"\s*:\s*"(?:user|assistant)"')
_NOT_SAID = ("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage")
_MOST_UUIDS = 200_000
_IN_BACKGROUND = re.compile(r"\s*Command (?:is )?running in background|.*\bwas moved to the background\b")


class ClaudeCode:
    """Importer of transcripts of Claude Code."""

    name = "claude-code"

    def recognises(self, head: bytes, filename: str) -> bool:
        """Lines of JSON with the envelope of a session."""
        for line in head.split(b"\n")[:-1][:8]:
            value = mapping(parsed(line)[0])
            if text(value.get("type")) in _TYPES and any(key in value for key in _ENVELOPE):
                return True
        first = head.split(b"\n", 1)[0]
        alone = len(first) == len(head) or head.count(b"\n") == 1
        return alone and bool(_SEEN_IN_HEAD.search(first)) and bool(_TYPE_IN_HEAD.search(first))

    def read(self, stream: BinaryIO, where: str) -> Iterator[Event]:
        """The events of the session, in the order of its lines."""
        yield from few(_events(stream, where))


def _events(stream: BinaryIO, where: str) -> Iterator[Event]:
    session = Conversation()
    seen: set[str] = set()
    for line in json_lines(stream, where):
        if isinstance(line, Trouble):
            yield line
            continue
        name = text(line.value.get("uuid"))
        if name in seen:
            continue
        if name and len(seen) < _MOST_UUIDS:
            seen.add(name)
        session.root = session.root or text(line.value.get("cwd"))
        yield from _line(session, line)


def _line(session: Conversation, line: Line) -> Iterator[Event]:
    kind = line.value.get("type")
    if kind not in ("user", "assistant"):
        return
    content = mapping(line.value.get("message")).get("content")
    silent = bool(line.value.get("isSidechain") or line.value.get("parent_tool_use_id"))
    silent = silent or any(line.value.get(key) for key in _NOT_SAID)
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else sequence(content)
    if kind == "assistant":
        yield from _assistant(session, line.where, blocks, silent)
    else:
        yield from _user(session, line, blocks, silent)


def _assistant(session: Conversation, where: str, blocks: list[Any], silent: bool) -> Iterator[Event]:
    if not silent:
        yield from session.says(where, words(blocks))
    for block in map(mapping, blocks):
        if block.get("type") == "tool_use":
            session.calls(text(block.get("id")), text(block.get("name")), mapping(block.get("input")))


def _user(session: Conversation, line: Line, blocks: list[Any], silent: bool) -> Iterator[Event]:
    results = [block for block in map(mapping, blocks) if block.get("type") == "tool_result"]
    recorded = mapping(line.value.get("toolUseResult", line.value.get("tool_use_result")))
    for block in results:
        answer = answer_of(block, recorded if len(results) == 1 else {}, session.root)
        yield from session.answers(line.where, text(block.get("tool_use_id")), answer)
    if not silent and not results:
        yield from session.asks(line.where, words(blocks))


def answer_of(block: dict[str, Any], recorded: dict[str, Any], root: str) -> Answer:
    """The answer in a block ``tool_result`` and in what the harness recorded of it (`toolUseResult`)."""
    output = words(block.get("content"))
    failed = truth(block.get("is_error")) or False
    diff = recorded_hunks(text(recorded.get("filePath")), recorded.get("structuredPatch"), root)
    found = answered(output, failed=failed, diff=diff)
    if recorded.get("interrupted") is True or _IN_BACKGROUND.match(output):
        return Answer(refused=True)
    return found


IMPORTER = ClaudeCode()
