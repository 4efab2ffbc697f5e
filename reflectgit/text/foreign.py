"""What may not stand in a lesson: addresses, and the commands and paths that the record lacks (DESIGN, "Grounding").

A lesson is read by agents that act. A command or a path that no evidence holds is either made up or was planted; both
are refused. Who may have planted it decides what makes it known:

* A URL, a pipe into a shell and the running of what is decoded are refused wherever they come from: evidence is what a
  program printed, so that whoever can make it print one could otherwise send the readers there. None says anything that
  a statement needs, and `check` points at URLs in every lesson.
* A command that deletes, downloads, installs, kills, raises rights or runs a text as code has to stand in a change, or
  at the head of a line that a run printed; a host, and a path outside of the project, somewhere in these. Where a plan,
  a task, a diagnosis or a fact alone names one, nobody has run it.
* Other commands and paths have to stand somewhere in the record. A program's bare name is a word.

The text is read as `text.lookalikes` has it; so full-width letters and look-alikes hide none of these.
"""

import re
from functools import cached_property

from reflectgit.model import Value
from reflectgit.text.lookalikes import plain

_URL = re.compile(
    r"\b(?:[a-z][a-z0-9+.-]{1,20}://[^\s`'\"<>)\]]+|www\.[^\s`'\"<>)\]]+|git@[\w.-]+:[^\s`'\"<>)\]]+)"
    r"|(?<![\w:/.])//(?:[\w-]{1,63}\.){1,8}[\w-]{1,63}/[^\s`'\"<>)\]]*",
    re.I,
)
#: What fetches and starts in one go, or starts what nobody can read.
_BLIND = re.compile(
    r"(?:(?:curl|wget|fetch)\b[^|\n]{0,200})?\|\s*(?:sudo\s+)?(?:ba|z)?sh\b"
    r"|\b(?:eval|exec|Function)\s*\(\s*(?:atob|base64|bytes\.fromhex|String\.fromCharCode|unescape|decodeURI|codecs|zlib)\b"
)
_ARGUMENT = r"(?:\s+(?:-[\w=-]+|[~.$]?/[^\s,;]*|[~*]|[\w.-]*[/*=@][^\s,;]*))"
_HARSH = re.compile(
    r"(?<![\w./-])(?:"
    r"(?:sudo|su|doas|curl|wget|rm|dd|mkfs|kill|pkill|killall|ssh|scp|rsync|nc|ncat|telnet|powershell|cmd|eval|exec|source|crontab|systemctl"
    r"|docker|podman|kubectl|helm|terraform|gh)"
    rf"(?:\s+[\w@:./=-]+){{0,3}}?{_ARGUMENT}+"
    r"|(?:chmod|chown)\s+(?:-R\s+)?(?:[0-7]{3,4}\b|[ugoa]*[+=-][rwxst]+|\w+:\w+)"
    r"|git\s+(?:push|clone|remote|config|filter-branch)\s+[\w./-]+"
    r"|(?:python3?|node|perl|ruby|php|(?:ba|z)?sh)\s+-[ce]\b"
    r"|(?:pip3?|pipx|npm|npx|yarn|pnpm|uv|apt|apt-get|yum|dnf|brew|cargo|go|gem)\s+(?:install|add|get|remove|uninstall|i)\s+[\w@./-]+"
    r")"
)
#: Such a program named in a sentence that starts it.
_FEARED = r"(?:rm|dd|mkfs|sudo|curl|wget|ncat?)"
_STARTED = re.compile(
    rf"\b(?:run|execute|call|start|invoke|use)\s+[`'\"]?(?P<program>{_FEARED})\b"
    rf"|[`'\"](?P<quoted>{_FEARED})[`'\"]\s+(?:with|on|over)\b",
    re.I,
)
_PACKAGE = re.compile(
    r"\binstall\s+(?:the\s+)?(?:package|library|module|plugin|extension|tool)\s+[`'\"]?"
    r"(?!(?:before|after|in|with|from|only|and|or|that|which|manager|once|on|at|to|for|first)\b)(?P<package>[\w@./-]+)",
    re.I,
)
_TOP = (
    r"(?:com|org|net|io|dev|app|ai|xyz|info|biz|ru|cn|tk|top|site|online|cloud|link|click|zip|example|test|invalid"
    r"|onion)"
)
_DOTTED = rf"(?:[\w-]{{1,63}}\.){{1,8}}{_TOP}"
_VISIT = (
    r"\b(?:visit|browse|browse\s+to|navigate\s+to|go\s+to|connect\s+to|(?:download|fetch|install|get|load)\s+(?:\w+\s+){0,4}from"
    r"|(?:post|upload|send)\s+(?:\w+\s+){0,6}to|curl|wget|open)\s+"
)
_HOST = re.compile(
    rf"{_VISIT}(?P<host>{_DOTTED}\b[^\s,;]*|\d{{1,3}}(?:\.\d{{1,3}}){{3}}\b[^\s,;]*)"
    rf"|(?<![\w./@-])(?P<place>{_DOTTED}/[\w./?=&%-]*)"
    rf"|\b(?P<spelled>[\w-]{{1,63}}\s+(?:dot\s+[\w-]{{1,63}}\s+){{0,4}}dot\s+{_TOP})\b"
    r"|(?P<bent>[\w-]{1,63}\[\.\]\w[\w.\[\]]*)",
    re.I,
)
_PROGRAM = (
    r"(?:mv|cp|pip3?|pipx|uv|npm|npx|yarn|pnpm|apt|apt-get|yum|dnf|brew|git|python3?|node|perl|ruby|php|make|cargo|go"
    r"|mvn|gradle|psql|mysql|sqlite3|export|echo|cat|tee|xargs|find|sed|awk)"
)
#: A program with a flag, with a package or an address, or at the end of a pipe: what a shell would run. A
#: program's bare name, and `make` with a target, are words; so is a shell with what belongs to its language (`set -e`).
_COMMAND = re.compile(
    rf"(?<![\w./-]){_PROGRAM}(?:\s+[\w@:./=-]+){{0,3}}?\s+(?:--?[A-Za-z][\w-]*|~?/[\w./-]+)"
    r"|(?<![\w./-])(?:bash|sh|zsh)\s+(?:--?[A-Za-z][\w-]*|~?/[\w./-]+|[\w./-]+\.sh\b)"
    r"|\$\([^)\s][^)]*\)"
)
_SUFFIX = (
    r"(?:py|pyi|jsx?|mjs|tsx?|rs|go|java|kt|c|h|cc|cpp|hpp|cs|rb|php|sh|sql|json|ya?ml|toml|ini|cfg|conf|lock|env|pem"
    r"|key|txt|log)"
)
_PATH = re.compile(
    rf"(?<![\w:/.@-])(?:~/|\.{{1,2}}/|/)?(?:[\w.@-]+/)+[\w.@-]+\.{_SUFFIX}\b|(?<![\w:/.)])(?:~/|/(?:[\w.@-]+/))[\w./@-]+"
)
#: How a shell, a tracer or a build says what it runs.
_PROMPT = re.compile(r"^[\s$+>%#]*")


class Foreign(Value, frozen=True, kw_only=True):
    """Something to visit, to run or to open: `kind` is ``url``, ``command``, ``host`` or ``path``."""

    kind: str
    text: str


class Trace(Value, frozen=True, kw_only=True):
    """What a record holds, by who can have put it there.

    `said`: all of it. `changed`: the diffs of patches and repairs. `ran`: what runs and instruments printed.
    """

    said: str
    changed: str = ""
    ran: str = ""


def foreign(text: str, trace: Trace) -> list[Foreign]:
    """What a text leads to and the record does not bear out, in the order of the rules above."""
    known = _Known(trace)
    found: list[Foreign] = []
    text = plain(text)
    for kind, pattern, is_known in (
        ("url", _URL, _never),
        ("command", _BLIND, _never),
        ("command", _HARSH, known.was_run),
        ("command", _STARTED, known.was_named),
        ("command", _PACKAGE, known.was_named),
        ("host", _HOST, known.was_named),
        ("command", _COMMAND, known.is_said),
        ("path", _PATH, known.is_path),
    ):
        for match in pattern.finditer(text):
            named = next((part for part in match.groups() if part), match.group())
            if not is_known(_flat(named)):
                found.append(Foreign(kind=kind, text=_flat(match.group())))
        text = pattern.sub(" ", text)
    return found


def blind_start(text: str) -> str | None:
    """What in a text would fetch and start in one go, or start what nobody can read; None where nothing does."""
    found = _BLIND.search(plain(text))
    return _flat(found[0]) if found else None


def _never(_: str) -> bool:
    return False


def _flat(text: str) -> str:
    return " ".join(text.split()).rstrip(".,;:!?`'\"")


class _Known:
    """The record, flattened once where it is looked at."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    @cached_property
    def _said(self) -> str:
        return _flat(self._trace.said)

    @cached_property
    def _changed(self) -> str:
        return _flat(self._trace.changed)

    @cached_property
    def _ran(self) -> str:
        return _flat(self._trace.ran)

    @cached_property
    def _heads(self) -> str:
        """The lines that runs printed, without the signs of a prompt, each behind a line end."""
        return "".join(f"\n{_flat(_PROMPT.sub('', line, count=1))}" for line in self._trace.ran.splitlines())

    def is_said(self, text: str) -> bool:
        return text in self._said

    def was_run(self, text: str) -> bool:
        """Whether a change has the command, or a line of a run begins with it."""
        return text in self._changed or f"\n{text}" in self._heads

    def was_named(self, text: str) -> bool:
        """Whether it stands, as a word, in what ran or was changed."""
        return any(_has_word(part, text) for part in (self._changed, self._ran))

    def is_path(self, text: str) -> bool:
        """Whether a path stands in the record; one outside of the project in what ran or was changed."""
        if text.startswith(("/", "~", "../..")):
            return text in self._changed or text in self._ran
        return self.is_said(text)


def _has_word(text: str, word: str) -> bool:
    return word in text and re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None
