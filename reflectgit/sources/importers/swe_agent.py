"""Trajectories of SWE-agent (``.traj``): steps of thought, action and observation, then the history and the submission.

No step has an exit code or a mark of failure: a run has what it printed. The agent edits with commands of its own, of
which those count that say what they replace or where; an edit of lines has what the window showed before. That it
submitted says nothing of success.

What was asked stands in the messages of a step (`query`), in older files only in the history behind all steps: there
events wait for it, as many as `_WAITING`.
"""

import re
import shlex
from collections.abc import Iterator
from typing import Any, BinaryIO

from reflectgit.sources.events import Event, Trouble
from reflectgit.sources.importers.conversation import Conversation
from reflectgit.sources.importers.edits import diff_of, edit_of, project_path
from reflectgit.sources.importers.json_lines import few, parsed
from reflectgit.sources.importers.json_pieces import Piece, json_pieces
from reflectgit.sources.importers.loose import mapping, sequence, text, words
from reflectgit.sources.importers.results import answered, changed_nothing

_SPLIT = frozenset({"trajectory", "history"})
_STEP = re.compile(rb'"(?:action|observation|thought)"\s*:')
_TRAJECTORY = re.compile(rb'"trajectory"\s*:\s*\[')
_WAITING = 5_000
#: Commands of the agent that only look; they are no programs.
# fmt: off
_TOOLS = frozenset({
    "open", "goto", "scroll_up", "scroll_down", "find_file", "search_dir", "search_file", "create", "submit",
    "exit_forfeit", "exit_cost", "exit_format", "exit_context", "view_image", "filemap", "edit", "insert",
    "str_replace_editor", "undo_edit", "set_cursors",
})
# fmt: on
_EDIT_LINES = re.compile(
    r"edit (?P<first>\d+):(?P<last>\d+)[^\n]*\n(?P<new>.*?)\n?(?:end_of_edit)?\s*\Z", re.DOTALL
)
_QUOTED = re.compile(r"edit\s+['\"]")
_SHOWN = re.compile(r"^(?P<number>\d+):(?P<line>.*)$", re.MULTILINE)
_ASKED = re.compile(
    r"(?:ISSUE:|<pr_description>|<issue>)\s*(?P<asked>.*?)\s*(?:\nINSTRUCTIONS:|</pr_description>|</issue>|\Z)",
    re.DOTALL,
)


class SweAgent:
    """Importer of trajectories of SWE-agent."""

    name = "swe-agent"

    def recognises(self, head: bytes, filename: str) -> bool:
        """An object with a trajectory of steps; a file named ``.traj`` may begin with something else."""
        if head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] != b"{":
            return False
        named = filename.lower().endswith(".traj")
        return named or (bool(_TRAJECTORY.search(head)) and bool(_STEP.search(head)))

    def read(self, stream: BinaryIO, where: str) -> Iterator[Event]:
        """The events of the trajectory, step by step."""
        yield from few(_asked_first(_Run(where), stream, where))


def _asked_first(run: "_Run", stream: BinaryIO, where: str) -> Iterator[Event]:
    """The events; those before the task was told wait for it."""
    waiting: list[Event] = []
    for piece in json_pieces(stream, where, _SPLIT):
        waiting.extend([piece] if isinstance(piece, Trouble) else run.piece(piece))
        if run.asked:
            yield from run.asked
            run.asked = []
            run.told = True
        if run.told or len(waiting) > _WAITING:
            yield from waiting
            waiting = []
    yield from waiting
    yield from run.submitted()
    if not run.steps:
        yield Trouble(where=f"{where}: byte 0", message="there is no step of a trajectory in it")


class _Run:
    """The steps so far. `asked` is what was asked for and has not been yielded."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._session = Conversation()
        self._submission = ""
        self._window = ""
        self.steps = 0
        self.asked: list[Event] = []
        self.told = False

    def piece(self, piece: Piece) -> list[Event]:
        """The events of one member of the file."""
        value = mapping(piece.value)
        if piece.key == "trajectory" and piece.number:
            self.steps += 1
            where = f"{self._where}: step {piece.number}"
            if not self.told:
                self._ask(where, [*sequence(value.get("query")), *sequence(value.get("messages"))])
            return list(self._step(where, value))
        if piece.key == "history" and piece.number and not self.told and not self.asked:
            self._ask(f"{self._where}: history {piece.number}", [value])
        elif piece.key == "info":
            self._submission = text(value.get("submission"))
        return []

    def submitted(self) -> Iterator[Event]:
        """What was handed in, as far as no step told it."""
        if "\n@@ " in self._submission:
            yield from self._session.shows(f"{self._where}: info.submission", self._submission)

    def _ask(self, where: str, messages: list[Any]) -> None:
        for message in map(mapping, messages):
            if message.get("role") == "user" and not message.get("is_demo") and not self.asked:
                said = words(message.get("content"))
                found = _ASKED.search(said)
                self.asked = list(self._session.asks(where, found["asked"] if found else said))

    def _step(self, where: str, step: dict[str, Any]) -> Iterator[Event]:
        action = text(step.get("action")).strip()
        observation = words(step.get("observation"))
        yield from self._session.says(where, text(step.get("thought")))
        state = _state(step.get("state"))
        if action.split(None, 1)[:1] and action.split(None, 1)[0] in _TOOLS:
            diff = _edited(action, state, self._window)
            if diff and not changed_nothing(observation):
                yield from self._session.changes(where, diff)
        elif action:
            self._session.calls(where, "bash", {"command": action})
            yield from self._session.answers(where, where, answered(observation))
        self._window = observation if _SHOWN.search(observation) else self._window


def _state(state: object) -> dict[str, Any]:
    """Where the agent is: an object, in older files JSON in a string."""
    return mapping(state) or mapping(parsed(text(state).encode())[0])


def _edited(action: str, state: dict[str, Any], window: str) -> str:
    """The diff of a command that edits, "" of another."""
    root = text(state.get("working_dir"))
    file = project_path(text(state.get("open_file")), root)
    if found := _EDIT_LINES.match(action):
        first, last = int(found["first"][:9]), int(found["last"][:9])
        shown = {int(line["number"][:9]): line["line"] for line in _SHOWN.finditer(window)}
        known = range(first, min(last, first + len(shown)) + 1)
        old = "\n".join(shown[number] for number in known if number in shown)
        return diff_of(file, old, found["new"]) if file else ""
    try:
        given = shlex.split(action)
    except ValueError:
        return ""
    if given[0] == "str_replace_editor":
        return edit_of("edit", _options(given[1:]), root) or ""
    values = [word for word in given[1:] if not word.startswith("--")]
    if given[0] == "edit" and _QUOTED.match(action) and len(values) > 1 and file:
        return diff_of(file, values[0], values[1])
    return diff_of(file, "", values[0], added=False) if given[0] == "insert" and values and file else ""


def _options(given: list[str]) -> dict[str, str]:
    """``str_replace /a.py --old_str x --new_str y`` as the arguments of a tool."""
    found = dict(zip(("command", "path"), given[:2], strict=False))
    for name, value in zip(given[2:], [*given[3:], ""], strict=True):
        if name.startswith("--"):
            found[name.removeprefix("--")] = value
    return found


IMPORTER = SweAgent()
