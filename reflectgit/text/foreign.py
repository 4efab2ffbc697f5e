"""What may not stand in a lesson: URLs, and the shell commands and paths that the record lacks (DESIGN, "Grounding").

A lesson is read by agents that act. A command or a path that no evidence holds is either made up or was planted;
both are refused. A URL is refused wherever it comes from: evidence is what a program printed, so that whoever
can make it print an address could otherwise send the readers of the lesson there. It says nothing that a
statement needs, and `check` points at it in every lesson.
"""

import re

from reflectgit.model import Value

_URL = re.compile(
    r"\b(?:[a-z][a-z0-9+.-]{1,20}://[^\s`'\"<>)\]]+|www\.[^\s`'\"<>)\]]+|git@[\w.-]+:[^\s`'\"<>)\]]+)", re.I
)
_PROGRAM = (
    r"(?:sudo|su|curl|wget|rm|mv|cp|chmod|chown|dd|mkfs|kill|pkill|killall|pip3?|pipx|uv|npm|npx|yarn|pnpm|apt|apt-get|yum|dnf|brew"
    r"|eval|exec|source|ssh|scp|rsync|nc|ncat|telnet|powershell|cmd|git|gh|docker|podman|kubectl|helm|terraform"
    r"|python3?|node|perl|ruby|php|make|cargo|go|mvn|gradle|psql|mysql|sqlite3|systemctl|crontab|export|echo|cat|tee|xargs|find|sed|awk)"
)
#: A program with a flag, with a package or an address, or at the end of a pipe: what a shell would run. A
#: program's bare name, and `make` with a target, are words; so is a shell with what belongs to its language (`set -e`).
_COMMAND = re.compile(
    rf"(?<![\w./-]){_PROGRAM}(?:\s+[\w@:./=-]+){{0,3}}?\s+(?:--?[A-Za-z][\w-]*|[a-z]+://\S+|~?/[\w./-]+)"
    rf"|(?<![\w./-])(?:pip3?|npm|yarn|pnpm|uv|apt|apt-get|yum|dnf|brew|cargo|go|gem)\s+(?:install|add|get|remove|uninstall|i)\s+[\w@./-]+"
    r"|(?<![\w./-])(?:bash|sh|zsh)\s+(?:--?[A-Za-z][\w-]*|~?/[\w./-]+|[\w./-]+\.sh\b)"
    r"|\|\s*(?:sudo\s+)?(?:ba|z)?sh\b|\$\([^)\s][^)]*\)"
)
_SUFFIX = (
    r"(?:py|pyi|jsx?|mjs|tsx?|rs|go|java|kt|c|h|cc|cpp|hpp|cs|rb|php|sh|sql|json|ya?ml|toml|ini|cfg|conf|lock|env|pem"
    r"|key|txt|log)"
)
_PATH = re.compile(
    rf"(?<![\w:/.@-])(?:~/|\.{{1,2}}/|/)?(?:[\w.@-]+/)+[\w.@-]+\.{_SUFFIX}\b|(?<![\w:/.)])(?:~/|/(?:[\w.@-]+/))[\w./@-]+"
)


class Foreign(Value, frozen=True, kw_only=True):
    """Something to visit, to run or to open: `kind` is ``url``, ``command`` or ``path``."""

    kind: str
    text: str


def foreign(text: str, record: str) -> list[Foreign]:
    """The URLs of a text, and the commands and paths that the record does not contain, in that order."""
    found: list[Foreign] = []
    known = " ".join(record.split())
    for kind, pattern in (("url", _URL), ("command", _COMMAND), ("path", _PATH)):
        for match in pattern.finditer(text):
            said = " ".join(match.group().split()).rstrip(".,;:!?")
            if kind == "url" or said not in known:
                found.append(Foreign(kind=kind, text=said))
        text = pattern.sub(" ", text)
    return found
