"""What a command line says of itself: which programs it runs, and whether its exit code is theirs.

Read far enough for what agents write: quotes, pipes, lists, redirections and here-documents; no expansion.
"""

import re
import shlex
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

#: Programs that show or move things and test nothing: what they print is no run, how they leave no failure.
# fmt: off
_LOOKS = frozenset({
    "awk", "cat", "cd", "chmod", "clear", "cmp", "column", "cp", "cut", "date", "df", "diff", "dirname",
    "du", "echo", "egrep", "export", "false", "fd", "fgrep", "file", "find", "gh", "git", "grep", "head",
    "jq", "kill", "less", "ln", "ls", "man", "mkdir", "more", "mv", "nl", "od", "patch", "pgrep", "pkill",
    "popd", "printf", "ps", "pushd", "pwd", "read", "readlink", "realpath", "rg", "rm", "sed", "set",
    "sleep", "sort", "source", "stat", "tac", "tail", "tee", "touch", "tr", "tree", "true", "type",
    "umask", "unalias", "unset", "uniq", "wait", "wc", "whereis", "which", "whoami", "xargs", "xxd", ".",
    ":", "[", "[[", "alias", "apply_patch", "applypatch",
})
# fmt: on
_BEFORE = frozenset({"sudo", "env", "time", "nice", "nohup", "exec", "command", "stdbuf"})
_SHELLS = frozenset({"bash", "sh", "zsh", "dash"})
_RUNNERS = frozenset({"uv", "uvx", "poetry", "pipx", "hatch", "pdm"})
_OPERATORS = frozenset("();<>|&\n")
_SET = re.compile(r"[A-Za-z_]\w*=")
_HERE = re.compile(
    r"<<-?\s*(?P<quote>['\"]?)(?P<tag>\w+)(?P=quote)(?P<rest>[^\n]*)\n(?P<body>.*?)(?:^[ \t]*(?P=tag)[ \t]*$|\Z)",
    re.DOTALL | re.MULTILINE,
)
_WATCHED = re.compile(r"(?:^|(?<=[\s;&|(]))(?:\S*/)?reflectgit\s+watch\b[^|;&\n]*?\s--\s+")
_LONGEST = 65_536  # characters that are read of a command


class Stage(Struct, frozen=True):
    """One program of a command line: the operator before it ("" for the first) and its words, without redirections."""

    after: str
    words: tuple[str, ...]
    into: tuple[str, ...] = ()

    @property
    def program(self) -> str:
        """The bare name of what is run, behind settings and programs that start others."""
        return next((word.rpartition("/")[2] for word in self.bare), "")

    @property
    def bare(self) -> Sequence[str]:
        """The words from the program on."""
        words = list(self.words)
        while words and (_SET.match(words[0]) or words[0] in _BEFORE):
            words.pop(0)
        if words[:1] == ["timeout"]:
            words = [word for word in words[1:] if not word.startswith("-")][1:]
        return words

    @property
    def looks(self) -> bool:
        """Whether it shows or moves things only."""
        return self.program in _LOOKS or not self.program


def plain_command(command: str) -> str:
    """The command without a shell that is started for it alone (``bash -lc '…'``) and without the flight recorder."""
    words = command.split(None, 2)
    if len(words) == 3 and words[0].rpartition("/")[2] in _SHELLS and re.fullmatch(r"-l?i?l?c", words[1]):
        try:
            inner = shlex.split(words[2])
        except ValueError:
            inner = []
        command = inner[0] if len(inner) == 1 else command
    return _WATCHED.sub("", command)


def joined(words: Sequence[str]) -> str:
    """The command line of a list of words, as Codex has it."""
    if len(words) == 3 and words[0].rpartition("/")[2] in _SHELLS and re.fullmatch(r"-l?i?l?c", words[1]):
        return words[2]
    return shlex.join(words)


def here_documents(command: str) -> list[tuple[str, str]]:
    """The here-documents of a command: the line in which each is asked for, and its text."""
    return [
        (f"{command[: found.start()].rpartition(chr(10))[2]}{found['rest']}", found["body"])
        for found in _HERE.finditer(command[:_LONGEST])
    ]


@lru_cache(maxsize=64)
def stages(command: str) -> tuple[Stage, ...] | None:
    """The programs of a command line in their order; None of one that cannot be taken apart."""
    text = _HERE.sub(lambda found: found["rest"], command[:_LONGEST]).replace("\\\n", " ")
    lexer = shlex.shlex(text, posix=True, punctuation_chars="".join(sorted(_OPERATORS)))
    lexer.whitespace, lexer.commenters, lexer.whitespace_split = " \t\r", "", True
    try:
        return tuple(_grouped(list(lexer)))
    except ValueError:
        return None


def is_run(command: str) -> bool:
    """Whether a command runs something whose failure would be one."""
    found = stages(command)
    return found is None or not all(stage.looks for stage in found)


def tells_by_exit(command: str) -> bool:
    """Whether its exit code is that of what it runs: no pipe without ``pipefail``, nothing behind a ``;`` or ``||``."""
    found = stages(command)
    if found is None:
        return not re.search(r"[|;&]", command)
    if any(stage.after in ("||", "&") for stage in found) or re.search(r"&\s*$", command):
        return False
    if any(stage.after in ("|", "|&") for stage in found) and "pipefail" not in command:
        return False
    lists = [at for at, stage in enumerate(found) if stage.after == ";"]
    return all(stage.looks for stage in found[: lists[-1] if lists else 0])


def is_own(command: str) -> bool:
    """Whether it asks reflectgit for something: what that prints comes from lessons and is no evidence."""
    found = stages(command)
    if found is None:
        return re.search(r"\breflectgit\s+\w", command) is not None
    return any(
        stage.program == "reflectgit"
        or ("-m", "reflectgit") in zip(stage.bare, stage.bare[1:], strict=False)
        or (stage.program in _RUNNERS and "reflectgit" in stage.bare[1:3])
        for stage in found
    )


def _grouped(tokens: Sequence[str]) -> list[Stage]:
    """Tokens into stages; the word behind a redirection is a file."""
    found: list[Stage] = []
    words: list[str] = []
    into: list[str] = []
    after, redirected = "", ""
    for token in tokens:
        if token and set(token) <= _OPERATORS:
            if set(token) & set("<>"):
                redirected = token
                if words and words[-1].isdecimal():
                    words.pop()
                continue
            if words or into:
                found.append(Stage(after, tuple(words), tuple(into)))
                words, into, after = [], [], ";"
            after = _operator(token) if found else ""
        elif redirected:
            if ">" in redirected and not token.isdecimal() and token != "/dev/null":
                into.append(token)
            redirected = ""
        else:
            words.append(token)
    return [*found, Stage(after, tuple(words), tuple(into))] if words or into else found


def _operator(token: str) -> str:
    for operator in ("||", "&&", "|"):
        if operator in token:
            return operator
    return "&" if "&" in token else ";"
