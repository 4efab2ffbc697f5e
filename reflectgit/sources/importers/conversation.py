"""A transcript as events, whatever format it came in: what was asked, said, run and changed.

The rules that all importers of transcripts keep:

* What a person asked is `Asked`; a word like "continue" asks for nothing.
* What the agent said last before a change is its plan. What it says of a cause, in so many words, is a diagnosis.
* A command that only looks at things is no run. Its exit code counts where it is that of what it runs; else the run has
  none, and its output says what came of it.
* A tool that was refused, interrupted or called wrongly did nothing.
* What reflectgit wrote is left out (`own_output`).
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from reflectgit.sources.events import Asked, Changed, Ended, Event, Ran, Said
from reflectgit.sources.go_events import printed_by_go
from reflectgit.sources.importers.edits import ToldLines, Written, edit_of
from reflectgit.sources.importers.loose import sequence, text
from reflectgit.sources.importers.own_output import is_own_tool, without_own
from reflectgit.sources.importers.person import said_by_person
from reflectgit.sources.importers.results import Answer, changed_nothing
from reflectgit.sources.importers.shell import is_own, is_run, joined, plain_command, tells_by_exit
from reflectgit.sources.importers.shell_edits import shell_edits, shows_changes
from reflectgit.text.bound_stream import Kept

#: Bytes of an output that are kept, and characters of what was said or asked.
OUTPUT_BYTES = 262_144
SAID_CHARS = 8_000
_ASKING_WORDS = 4
_OPEN_CALLS = 1_000
_SHELL = re.compile(
    r"bash|shell|terminal|exec|run|command|powershell|cmd|ipython|jupyter|python", re.IGNORECASE
)
_COMMAND = ("command", "cmd", "code", "script", "input")
_CAUSE = re.compile(
    r"\b(?:root cause|went wrong|culprit"
    r"|the (?:real |actual |underlying |main )?(?:problem|issue|bug|cause|error|failure|mistake)"
    r" (?:(?:is|was|here is|here was)(?! (?:now |indeed |already |successfully |likely )*"
    r"(?:fixed|resolved|solved|gone|addressed|occurring|being|reproduced|still|corrected|to)\b)"
    r"|lies|comes from|came from)"
    r"|(?:fail(?:s|ed|ing)?|br(?:eaks|oke|oken)|happen(?:s|ed)|crash(?:es|ed)|wrong|raised) because"
    r"|(?:is|was|were|are) caused by|the reason (?:is|was|it|for|why))\b",
    re.IGNORECASE,
)


class Call(Struct, frozen=True):
    """A tool that was called and has not answered. `diff`: what it edits, None where it edits nothing."""

    command: str
    diff: str | None
    own: bool


class Conversation:
    """What was said and called so far in one transcript.

    Args:
        root: the folder of the project, "" where it is not known yet.
    """

    def __init__(self, root: str = "") -> None:
        self.root = root
        self._calls: dict[str, Call] = {}
        self._words = ("", "")
        self._told = ToldLines()
        self._written = Written()

    def asks(self, where: str, words: str) -> Iterator[Event]:
        """A person says something."""
        plain = said_by_person(without_own(words))
        if len(plain.split()) >= _ASKING_WORDS:
            yield Asked(where=where, text=_short(plain))

    def says(self, where: str, words: str) -> Iterator[Event]:
        """The agent says something, before a change or in the end."""
        plain = _short(without_own(words).strip())
        if not plain:
            return
        self._words = (where, plain)
        if _CAUSE.search(plain):
            yield Said(where=where, text=plain, kind="diagnosis")

    def calls(self, name: str, tool: str, arguments: Mapping[str, Any]) -> None:
        """The agent calls a tool; `name` is that of the call."""
        diff = edit_of(tool, arguments, self.root)
        command = "" if diff is not None else _command(tool, arguments)
        own = is_own_tool(tool) or is_own(plain_command(command))
        if len(self._calls) >= _OPEN_CALLS:
            self._calls.pop(next(iter(self._calls)))
        self._calls[name] = Call(plain_command(command).strip(), diff, own)

    def answers(self, where: str, name: str, answer: Answer) -> Iterator[Event]:
        """A tool answers; what was never called, or answered before, says nothing."""
        call = self._calls.pop(name, None)
        if call is None or call.own or answer.refused:
            return
        if call.diff is not None:
            if not answer.failed and not changed_nothing(answer.output):
                yield from self.changes(where, answer.diff or call.diff)
        elif call.command:
            yield from self._ran(where, call.command, answer)

    def changes(self, where: str, diff: str) -> Iterator[Event]:
        """Files are changed."""
        diff = self._written.again(diff)
        if not diff.strip():
            return
        said, plan = self._words
        if plan:
            yield Said(where=said, text=plan)
            self._words = ("", "")
        self._told.note(diff)
        yield Changed(where=where, diff=diff)

    def shows(self, where: str, diff: str) -> Iterator[Event]:
        """The changes of the whole work tree are shown; those of them count that were not told one by one."""
        if fresh := self._told.fresh(without_own(diff)).strip():
            yield Changed(where=where, diff=f"{fresh}\n")

    def _ran(self, where: str, command: str, answer: Answer) -> Iterator[Event]:
        if shows_changes(command):
            yield from self.shows(where, answer.output if "\n@@ " in answer.output else "")
        runs = is_run(command)
        if runs or not (answer.failed or answer.exit_code):
            yield from self.changes(where, shell_edits(command, self.root))
        output = bounded(without_own(answer.output))
        if not runs or (answer.output.strip() and not output.strip()):
            return
        code, ended = _ended(answer, tells_by_exit(command))
        yield Ran(where=where, command=command, output=output, exit_code=code, ended=ended)


def bounded(output: str) -> str:
    """The output within `OUTPUT_BYTES`: head, tail and what tells of failures."""
    output = printed_by_go(output)
    data = output.encode("utf-8", "replace")
    if len(data) <= OUTPUT_BYTES:
        return output
    kept = Kept(OUTPUT_BYTES)
    kept.add(data)
    return kept.text()


def _ended(answer: Answer, trusted: bool) -> tuple[int | None, Ended]:
    if not trusted:
        return None, "unknown"
    if answer.exit_code is not None:
        return answer.exit_code, "failed" if answer.exit_code else "passed"
    if answer.failed is None:
        return None, "unknown"
    return None, "failed" if answer.failed else "passed"


def _command(tool: str, arguments: Mapping[str, Any]) -> str:
    """What a shell was told to run; "" of any other tool."""
    if not _SHELL.search(tool):
        return ""
    given = next((arguments[key] for key in _COMMAND if arguments.get(key)), "")
    if isinstance(given, list):
        return joined([text(word) for word in sequence(given)])
    return text(given)


def _short(words: str) -> str:
    return words if len(words) <= SAID_CHARS else f"{words[: SAID_CHARS - 4]} ..."
