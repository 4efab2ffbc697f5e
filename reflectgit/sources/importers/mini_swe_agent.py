"""Trajectories of mini-swe-agent: a list of chat messages, since v1 within an object that also has `info`.

The agent has a shell and nothing else. A message of its own holds the command, in `extra.actions`, in `tool_calls` or
in a fenced block; the next one the answer, with the exit code in `extra.returncode` or in its text. What it submits in
the end is a diff of the whole work tree.
"""

import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from reflectgit.sources.events import Event, Trouble
from reflectgit.sources.importers.conversation import Conversation
from reflectgit.sources.importers.json_lines import few, parsed
from reflectgit.sources.importers.json_pieces import Piece, json_pieces
from reflectgit.sources.importers.loose import mapping, sequence, text, whole, words
from reflectgit.sources.importers.results import Answer, answered

_MARKS = re.compile(
    rb"mini_version|minisweagent\.|mswea_bash_command|mini-swe-agent-\d|COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"
    rb"|<returncode>-?\d"
)
_MESSAGES = re.compile(rb'"(?:role|messages|info)"\s*:')
_SPLIT = frozenset({"messages"})
_FENCED = re.compile(r"```(?:mswea_bash_command|bash|sh)[ \t]*\n(?P<command>.*?)\n?```", re.DOTALL)
#: The task stands between what the harness tells each agent.
_ASKED = re.compile(
    r"(?:Please solve this issue:|<pr_description>)\s*(?P<asked>.*?)\s*(?:</pr_description>"
    r"|\n\s*You can execute bash commands|<instructions>|\Z)",
    re.DOTALL,
)
_THOUGHT = re.compile(r"\A\s*THOUGHTS?:\s*")
_SUBMIT = "COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"
_SHELL = "bash"


class MiniSweAgent:
    """Importer of trajectories of mini-swe-agent."""

    name = "mini-swe-agent"

    def recognises(self, head: bytes, filename: str) -> bool:
        """JSON with messages and one of the marks of the agent."""
        begins = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"[", b"{")
        return begins and bool(_MESSAGES.search(head)) and bool(_MARKS.search(head))

    def read(self, stream: BinaryIO, where: str) -> Iterator[Event]:
        """The events of the trajectory, message by message."""
        yield from few(_events(stream, where))


def _events(stream: BinaryIO, where: str) -> Iterator[Event]:
    run = _Run(where)
    submission = ""
    for piece in json_pieces(stream, where, _SPLIT):
        if isinstance(piece, Trouble):
            yield piece
        elif piece.key in ("", "messages") and piece.number:
            yield from run.message(piece)
        elif piece.key == "info":
            submission = text(mapping(piece.value).get("submission"))
    yield from run.submitted(f"{where}: info.submission", submission)


class _Run:
    """The messages so far: the calls of the last one wait for their answers."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._session = Conversation()
        self._waiting: list[str] = []
        self._asked = False

    def message(self, piece: Piece) -> Iterator[Event]:
        """The events of one message."""
        value = mapping(piece.value)
        where = f"{self._where}: message {piece.number}"
        extra = mapping(value.get("extra"))
        role = value.get("role")
        if role == "assistant":
            yield from self._session.says(where, _said(value))
            self._waiting = list(self._calls(piece.number, value, extra))
        elif role in ("user", "tool") and self._asked:
            yield from self._answer(where, value, extra)
        elif role == "user":
            self._asked = True
            said = words(value.get("content"))
            found = _ASKED.search(said)
            yield from self._session.asks(where, found["asked"] if found else said)
        if "submission" in extra:
            yield from self.submitted(where, text(extra["submission"]))

    def submitted(self, where: str, diff: str) -> Iterator[Event]:
        """What is handed in counts as far as it was not told by a single change."""
        if "\n@@ " in diff:
            yield from self._session.shows(where, diff)

    def _calls(self, number: int, value: dict[str, Any], extra: dict[str, Any]) -> Iterator[str]:
        for at, (name, command) in enumerate(_commands(value, extra)):
            name = name or f"{number}.{at}"
            self._session.calls(name, _SHELL, {"command": command})
            yield name

    def _answer(self, where: str, value: dict[str, Any], extra: dict[str, Any]) -> Iterator[Event]:
        name = text(value.get("tool_call_id")) or next(iter(self._waiting), "")
        if name not in self._waiting:
            return
        self._waiting.remove(name)
        output = words(value.get("content"))
        if output.startswith("diff --git ") and _SUBMIT not in output:
            yield from self.submitted(where, output)
            return
        yield from self._session.answers(where, name, _answered(output, extra))


def _said(message: dict[str, Any]) -> str:
    """The words of a message without its command."""
    return _THOUGHT.sub("", _FENCED.sub("", words(message.get("content"))))


def _answered(output: str, extra: dict[str, Any]) -> Answer:
    code = whole(extra.get("returncode"))
    if extra.get("interrupt_type") or "not executed" in text(extra.get("exception_info")):
        return Answer(refused=True)
    raw = extra.get("raw_output")
    answer = answered(text(raw) if isinstance(raw, str) else output, exit_code=code)
    if answer.exit_code is None and not answer.refused and not extra and "<returncode>" not in output:
        return Answer(refused=not output.strip(), output=answer.output)
    return answer


def _commands(value: dict[str, Any], extra: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The commands of a message, each with the name of its call; "" where it has none."""
    actions = [mapping(action) for action in sequence(extra.get("actions"))]
    if actions:
        yield from ((text(one.get("tool_call_id")), text(one.get("command"))) for one in actions)
        return
    calls = [mapping(call) for call in sequence(value.get("tool_calls"))]
    for call in calls:
        given = mapping(parsed(text(mapping(call.get("function")).get("arguments")).encode())[0])
        yield text(call.get("id")), text(given.get("command"))
    if not calls:
        yield from (("", found["command"]) for found in _FENCED.finditer(words(value.get("content"))))


IMPORTER = MiniSweAgent()
