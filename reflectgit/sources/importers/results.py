"""What a tool answered: its text, how it left, and whether it ran at all.

Harnesses write the exit code in ways of their own; where none is written, none is made up.
"""

import json
import re

from msgspec import Struct

from reflectgit.sources.importers.loose import mapping, text, whole

_CODE = r"(?P<code>-?\d{1,10})"
#: Where each harness writes the exit code, and what it writes around the output; the first that fits counts.
_CODES = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        rf"\A\s*Exit code:? {_CODE}[ \t]*(?:\n|\Z)(?:Wall time: [^\n]*\n)?(?:Total output lines: \d+\n)?(?:Output:\n)?",
        rf"\A(?:Chunk ID: [^\n]*\n)?(?:Wall time: [^\n]*\n)?Process exited with code {_CODE}\n"
        r"(?:[^\n]*:[^\n]*\n)??Output:\n",
        rf"\A\s*<returncode>{_CODE}</returncode>\n?",
        rf"^\[(?:The command completed|Command finished) with exit code {_CODE}\.?[^\]\n]*\]\s*",
        rf"^\[exit_code\] {_CODE}$",
        rf"^\(?(?:Command|Process) (?:exited|failed|finished) with (?:exit )?code:? {_CODE}\)?\.?\s*$",
        rf"<exit_code>{_CODE}</exit_code>",
    )
)
#: Below what a shell printed, OpenHands tells about the shell.
_AROUND = re.compile(
    r"^\[(?:Current working directory|Python interpreter|Command finished with exit code|"
    r"The command completed with exit code)[^\n]*\]\n?",
    re.MULTILINE,
)
_TAGS = re.compile(
    r"\A\s*<output(?:_head)?>\n?(?P<output>.*?)\n?</output(?:_head)?>"
    r"(?:.*?<output_tail>\n?(?P<tail>.*?)\n?</output_tail>)?\s*\Z",
    re.DOTALL,
)
#: What a harness says in the place of an answer: the tool did not run, which is no failure of the work.
_REFUSED = re.compile(
    r"\s*(?:<tool_use_error>|Error: )*\s*(?:"
    r"Sibling tool call errored|Cancelled: parallel tool call|"
    r"The user doesn'?t want to (?:proceed|take)|User (?:rejected|declined|denied|cancelled)|"
    r"(?:The )?(?:tool call|command|action|operation) (?:was |has been )?"
    r"(?:rejected|declined|denied|cancelled|interrupted) by (?:the )?user|"
    r"\[Request interrupted|(?:exec )?command rejected by user|"
    r"Permission to use .{0,80}denied|Claude requested permissions|"
    r"This (?:command|tool|Bash command) requires approval|"
    r"Action (?:was )?(?:rejected|not executed)|action was not executed|\S+ (?:operation )?blocked by hook|"
    r"(?:Pre|Post)ToolUse:?\S* hook|InputValidationError|Unknown tool|No such tool|"
    r"Tool permission|Streaming fallback)",
    re.IGNORECASE,
)
_TOOL_ERROR = re.compile(r"\s*<tool_use_error>")
#: What editors of agents say where they changed nothing.
_NOT_DONE = re.compile(
    r"\s*(?:<tool_use_error>|ERROR|Error|\[error\]|String to replace not found|Invalid |Failed to"
    r"|Your proposed edit has introduced|File has not been read|apply_patch verification failed"
    r"|(?:The )?(?:edit|patch) (?:was )?(?:not applied|failed|rejected))"
)
_NOT_REPLACED = re.compile(
    r"did not appear verbatim|No replacement was performed|Multiple occurrences of|not applied"
)


class Answer(Struct, frozen=True, kw_only=True):
    """What came back from a tool.

    `failed` is what the source says of it, None where it does not say; `refused`: it did not run. `diff` is the change
    as the harness recorded it, "" where it did not.
    """

    output: str = ""
    exit_code: int | None = None
    failed: bool | None = None
    refused: bool = False
    diff: str = ""


def answered(output: str, exit_code: int | None = None, failed: bool | None = None, diff: str = "") -> Answer:
    """The answer with what its text says of the exit code, and whether the tool ran."""
    refused = _REFUSED.match(output[:400]) is not None and exit_code is None
    refused = refused or _TOOL_ERROR.match(output) is not None
    plain, code = _unwrapped(output)
    code = exit_code if exit_code is not None else code
    return Answer(
        output=plain, exit_code=code if code != -1 else None, failed=failed, refused=refused, diff=diff
    )


def changed_nothing(output: str) -> bool:
    """Whether an editor says that it did not change the file."""
    return _NOT_DONE.match(output) is not None or _NOT_REPLACED.search(output[:400]) is not None


def _unwrapped(output: str) -> tuple[str, int | None]:
    """The output itself and the exit code that is written around it."""
    plain, code = _from_json(output)
    for pattern in _CODES if code is None and "code" in plain.lower() else ():
        if found := pattern.search(plain):
            code = whole(found["code"])
            plain = f"{plain[: found.start()]}{plain[found.end() :]}"
            break
    if tags := _TAGS.match(plain):
        tail = tags["tail"]
        plain = tags["output"] if tail is None else f"{tags['output']}\n{tail}"
    return (_AROUND.sub("", plain) if "\n[" in plain or plain.startswith("[") else plain), code


def _from_json(output: str) -> tuple[str, int | None]:
    """Codex and mini-swe-agent wrap the output in an object."""
    if not output.lstrip().startswith("{") or "output" not in output[:65_536]:
        return output, None
    try:
        told = mapping(json.loads(output))
    except (ValueError, RecursionError):
        return output, None
    code = whole(
        told.get("returncode", mapping(told.get("metadata")).get("exit_code", told.get("exit_code")))
    )
    if code is None and "metadata" not in told:
        return output, None
    if "output" in told:
        return text(told["output"]), code
    return f"{text(told.get('output_head'))}\n{text(told.get('output_tail'))}", code
