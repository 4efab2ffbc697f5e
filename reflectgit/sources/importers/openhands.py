"""What OpenHands records: events of a session, as an array or as lines, and the rows of its evaluations.

Two generations are read: events with `action` or `observation` (also in pairs, as old rows have them), and those of
the SDK with `kind`. Several rows in one file are told one behind the other; what one left
unmended is not taken up by the next, where its tests have names of their own.
"""

import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from reflectgit.sources.events import Event, Trouble
from reflectgit.sources.importers.conversation import Conversation
from reflectgit.sources.importers.edits import diff_of, project_path
from reflectgit.sources.importers.json_lines import few, parsed
from reflectgit.sources.importers.json_pieces import Piece, json_pieces
from reflectgit.sources.importers.loose import mapping, text, truth, whole, words
from reflectgit.sources.importers.results import Answer, answered

_SPLIT = frozenset({"history", "events", "trajectory"})
_EVENT = re.compile(
    rb'"(?:action|observation)"\s*:\s*"(?:run|run_ipython|read|write|edit|message|system|think|finish|recall'
    rb'|agent_state_changed|browse|null)"|"kind"\s*:\s*"(?:Message|Action|Observation|SystemPrompt'
    rb'|ConversationStateUpdate)Event"'
)
_OF_EVENT = re.compile(rb'"(?:args|extras|source|llm_message|tool_name|tool_call_id)"\s*:')
_ROW = re.compile(rb'"test_result"\s*:\s*\{\s*"git_patch"')
_INSTANCE = re.compile(rb'"instance_id"\s*:')
_OF_ROW = re.compile(rb'"(?:history|test_result)"\s*:')
_TOOLS = {"run": "bash", "run_ipython": "ipython", "edit": "edit", "write": "write"}
_WORDS = ("thought", "final_thought", "content", "message")
_REFUSED = frozenset({"user_rejected", "reject", "error"})


class OpenHands:
    """Importer of events and evaluation rows of OpenHands."""

    name = "openhands"

    def recognises(self, head: bytes, filename: str) -> bool:
        """Events by their members, rows by theirs."""
        if head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] not in (b"[", b"{"):
            return False
        needed = ((_ROW,), (_INSTANCE, _OF_ROW), (_EVENT, _OF_EVENT))
        return any(all(pattern.search(head) for pattern in patterns) for patterns in needed)

    def read(self, stream: BinaryIO, where: str) -> Iterator[Event]:
        """The events in their order; of a row its patch comes last."""
        yield from few(_events(stream, where))


def _events(stream: BinaryIO, where: str) -> Iterator[Event]:
    document = _Document(where, 0, _Session())
    for piece in json_pieces(stream, where, _SPLIT):
        if isinstance(piece, Trouble):
            yield piece
            continue
        if piece.document != document.number:
            document = document.next(piece.document)
        yield from document.closed() if piece.ends else document.piece(piece)


class _Document:
    """One document: an array of events, one event, or a row."""

    def __init__(self, where: str, number: int, session: "_Session") -> None:
        self.number = number
        self._where = where
        self._session = session
        self._members: dict[str, Any] = {}
        self._events = 0

    def next(self, number: int) -> "_Document":
        """The document behind this one. Rows are sessions of their own, lines of events are one."""
        return _Document(self._where, number, _Session() if self._events else self._session)

    def piece(self, piece: Piece) -> Iterator[Event]:
        """The events of an element; members are kept until the document ends."""
        if not piece.number:
            self._members[piece.key] = piece.value
            return
        self._events += 1
        line = f"row {self.number}, " if piece.key and self.number > 1 else ""
        where = f"{self._where}: {line}event {piece.number}"
        for value in piece.value if isinstance(piece.value, list) else [piece.value]:
            yield from self._session.event(where, mapping(value))

    def closed(self) -> Iterator[Event]:
        """An event that was a document of its own; the patch of a row. Nothing of a document that is cut off."""
        yield from self._session.event(f"{self._where}: event {self.number}", self._members)
        result = mapping(self._members.get("test_result"))
        patch = text(result.get("git_patch")) or text(self._members.get("git_patch"))
        if "\n@@ " in patch:
            yield from self._session.talk.shows(f"{self._where}: row {max(self.number, 1)}, git_patch", patch)


class _Session:
    """The events so far."""

    def __init__(self) -> None:
        self.talk = Conversation()
        self._last = ""

    def event(self, where: str, event: dict[str, Any]) -> Iterator[Event]:
        """What one event of either generation says."""
        if "action" in event and isinstance(event["action"], str):
            yield from self._action(where, event)
        elif isinstance(event.get("observation"), str):
            yield from self._observation(where, event)
        elif event.get("kind") in ("MessageEvent", "ActionEvent", "ObservationEvent"):
            yield from self._of_sdk(where, event)

    # --- events with `action` or `observation` ---

    def _action(self, where: str, event: dict[str, Any]) -> Iterator[Event]:
        given = {**event, **mapping(event.get("args"))}
        action = event["action"]
        if action == "message" and event.get("source") == "user":
            yield from self.talk.asks(where, text(given.get("content")) or text(given.get("message")))
            return
        said = _WORDS[:1] if action in _TOOLS else _WORDS
        if action in _TOOLS or action in ("message", "think", "finish"):
            yield from self.talk.says(where, next(filter(None, (text(given.get(key)) for key in said)), ""))
        if action in _TOOLS and not given.get("is_input"):
            self._last = str(event.get("id", ""))
            self.talk.calls(self._last, _TOOLS[action], given)

    def _observation(self, where: str, event: dict[str, Any]) -> Iterator[Event]:
        cause = whole(event.get("cause"))
        name = self._last if cause is None else str(cause)
        if event["observation"] in _REFUSED:
            yield from self.talk.answers(where, name, Answer(refused=True))
            return
        extras = mapping(event.get("extras"))
        code = whole(mapping(extras.get("metadata")).get("exit_code", extras.get("exit_code")))
        diff = _between(extras, self.talk.root)
        if event["observation"] in ("edit", "write", "run", "run_ipython"):
            yield from self.talk.answers(where, name, _answer(text(event.get("content")), code, None, diff))

    # --- events of the SDK ---

    def _of_sdk(self, where: str, event: dict[str, Any]) -> Iterator[Event]:
        if event["kind"] == "MessageEvent":
            said = words(mapping(event.get("llm_message")).get("content"))
            speak = self.talk.asks if event.get("source") == "user" else self.talk.says
            yield from speak(where, said)
        elif event["kind"] == "ActionEvent":
            action = mapping(event.get("action"))
            given = action or mapping(_arguments(event))
            yield from self.talk.says(where, words(event.get("thought")) or text(given.get("message")))
            if not given.get("is_input"):
                self.talk.calls(text(event.get("tool_call_id")), text(event.get("tool_name")), given)
        else:
            seen = mapping(event.get("observation"))
            metadata = mapping(seen.get("metadata"))
            code = whole(seen.get("exit_code", metadata.get("exit_code")))
            failed = truth(seen.get("is_error"))
            content = words(seen.get("content")) or text(seen.get("output"))
            answer = _answer(content, code, failed or None, _between(seen, self.talk.root))
            yield from self.talk.answers(where, text(event.get("tool_call_id")), answer)


def _answer(content: str, code: int | None, failed: bool | None, diff: str) -> Answer:
    """-1 stands for a command that is still running."""
    return answered(content, exit_code=code, failed=failed, diff=diff)


def _between(told: dict[str, Any], root: str) -> str:
    """The diff between the contents of a file before and after, where the harness kept both."""
    old, new = told.get("old_content"), told.get("new_content")
    path = project_path(text(told.get("path")), root)
    if not isinstance(new, str) or not path or not (isinstance(old, str) or told.get("prev_exist") is False):
        return ""
    return diff_of(path, text(old), text(new))


def _arguments(event: dict[str, Any]) -> object:
    call = mapping(event.get("tool_call"))
    raw = call.get("arguments", mapping(call.get("function")).get("arguments"))
    return raw if isinstance(raw, dict) else parsed(text(raw).encode())[0]


IMPORTER = OpenHands()
