"""What a failed change calls its own: what it defines, what it binds, and the files that it touches.

A lesson that names these speaks of this repository; one that names a language's or a library's things speaks of the
trade (build spec 3.5). Read from the diffs of the record alone, by the forms that common languages define names in.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from reflectgit.model import EvidenceRecord
from reflectgit.text.diff import read_diff
from reflectgit.text.quotes import squeeze


class OwnNames(NamedTuple):
    """Functions and types; variables and parameters; base names of files; the changed lines, white space squeezed."""

    defined: frozenset[str]
    bound: frozenset[str]
    files: frozenset[str]
    lines: str


#: A definition: by a keyword, as a method or C function with its body, as a function bound to a name, in a shell.
_DEFINED = re.compile(
    r"\b(?:def|class|function|fn|func|fun|struct|interface|enum|trait|record|module|void)\s+(?:\([^)]*\)\s*)?\*?"
    r"(?P<keyword>\w{3,})"
    r"|^[ \t]*(?:[\w<>\[\],.*&:]+[ \t]+)*\*?(?P<body>\w{3,})\s?\([^;={}]{0,300}\)[^;={}()]{0,100}\{"
    r"|\b(?:const|let|var)\s+(?P<arrow>\w{3,})\s*=\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*=>|\w+\s*=>)",
    re.M,
)
_KEYWORDS = frozenset(
    [
        "if",
        "for",
        "while",
        "switch",
        "catch",
        "return",
        "else",
        "elif",
        "match",
        "with",
        "until",
        "unless",
        "foreach",
        "def",
    ]
)
#: Names that a language or a framework calls by, whoever defines them.
_PROTOCOLS = frozenset(
    [
        "main",
        "setUp",
        "tearDown",
        "setup",
        "teardown",
        "toString",
        "hashCode",
        "equals",
        "compareTo",
        "compare",
        "iterator",
        "next",
        "close",
        "run",
        "call",
        "apply",
        "init",
        "render",
        "forward",
        "clone",
        "finalize",
        "drop",
        "fmt",
        "from",
        "into",
        "default",
        "constructor",
        "update",
        "dispose",
        "test",
        "describe",
    ]
)
_ASSIGNED = re.compile(
    r"^[ \t]*(?:(?:for|if|while|with)\b[^\n]*?\(?\s*)?(?:(?:let|const|var|mut|final|auto|static|local|export|my)\s+)*"
    r"(?:[A-Za-z][\w<>\[\],.]*[*&]?[ \t]+)?[*&]?(?:self\.|this\.)?(?P<names>[A-Za-z_]\w+(?:,\s*[A-Za-z_]\w+)*)"
    r"(?:\s*:\s*[^=\n]{1,60})?\s*(?:[-+*/|&%]?=(?![=>~])|:=)",
    re.M,
)
_LOOPED = re.compile(
    r"\b(?:for|foreach)\s*\(?\s*(?:(?:let|const|var|final|auto)\s+)?(?P<names>\w+(?:,\s*\w+)*)\s+(?:in|of)\b"
)
_PARAMETERS = re.compile(r"^(?![ \t]*class\b)[^\n=]*\b\w+\s?\((?P<names>[^()\n]*)\)[^\n;=]*[{:]\s*$", re.M)
_PARAMETER = re.compile(r"(?<!: )(?<!:)\b(?P<name>[A-Za-z_]\w+)\s*(?=,|$|:|=|\s[\[\]*\w.]+(?:,|$))")
#: Types and words of languages that stand where a name of the change could.
_TYPES = """
self this cls str int float bool bytes list dict set tuple object char double long short byte string size_t void
unsigned signed const mut None null true false usize isize u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 std number any
boolean String Integer Long Object await async of not
"""
_NO_NAMES = _KEYWORDS.union(_TYPES.split())
#: A longer line is no line that somebody wrote.
_LINE_CHARS = 300
#: Files that every project has: to name one names no project.
_EVERYWHERE = re.compile(
    r"(?:^|/)(?:conftest|setup|__init__|__main__|manage|index|main|lib|mod|app|tox|package(?:-lock)?|go|Cargo|pyproject"
    r"|requirements\w*|README|CMakeLists)\.\w+$|(?:^|/)(?:Makefile|Dockerfile|Gemfile|Rakefile|LICENSE)$"
)
_SIGNED = re.compile(r"^(?:@@[^@\n]*@@|[-+ ])", re.M)
_PLACE = r"\b(?:in|of|inside|from|within|into|to|at|function|method|class|helper|routine|struct|target)\s+"
#: What follows a name, and seldom a noun that has no article.
_AFTER_NAME = (
    r"(?=\s*$|\s*[.,;:)]|\s+(?:the|a|an|it|has|had|have|is|are|was|were|be|must|should|ought|needs?|wants?|lacks?|to|with"
    r"|before|after|and|by|so|when|if|which|that|as|for|can|may|will|would|belongs?|got|on|first)\b)"
)
_WORD = re.compile(r"[A-Za-z_]\w+")


def own_names(record: EvidenceRecord) -> OwnNames:
    """The names of all changes of the record, the repair among them."""
    found = [_names(item.content) for item in record.items() if item.kind in ("patch", "repair")]
    return OwnNames(
        frozenset().union(*(one.defined for one in found)),
        frozenset().union(*(one.bound for one in found)),
        frozenset().union(*(one.files for one in found)),
        "\n".join(one.lines for one in found),
    )


def own_files(paths: Iterable[str]) -> frozenset[str]:
    """The base names of files, without those that every project has."""
    return frozenset(path.rsplit("/", 1)[-1] for path in paths if not _EVERYWHERE.search(path))


@lru_cache(maxsize=64)
def _names(change: str) -> OwnNames:
    code = "\n".join(line[:_LINE_CHARS] for line in _SIGNED.sub("", change).split("\n"))
    hunks = read_diff(change)
    defined = {match[match.lastgroup or 0] for match in _DEFINED.finditer(code)} - _KEYWORDS - _PROTOCOLS
    defined = {name for name in defined if not name.startswith("__")}
    bound = {
        name
        for form in (_ASSIGNED, _LOOPED)
        for match in form.finditer(code)
        for name in _WORD.findall(match["names"])
    } | {match["name"] for head in _PARAMETERS.finditer(code) for match in _PARAMETER.finditer(head["names"])}
    return OwnNames(
        frozenset(defined),
        frozenset(bound - defined - _NO_NAMES),
        own_files(hunk.path for hunk in hunks if hunk.path),
        "\n".join(squeeze(line) for hunk in hunks for line in (*hunk.removed, *hunk.added)),
    )


def is_named(name: str, text: str, placed: bool) -> bool:
    """Whether the text means the name and not the word: by its form, its brackets, or (`placed`) its position."""
    word = re.escape(name)
    if is_distinctive(name):
        return re.search(rf"(?<![\w]){word}(?!\w)", text) is not None
    if re.search(rf"(?<![\w.]){word}\(|`{word}`|^{word}\s?: ", text):
        return True
    return placed and re.search(rf"{_PLACE}{word}{_AFTER_NAME}", text) is not None


def is_distinctive(name: str) -> bool:
    """Whether it can be no word of English: `load_page`, `withClient`, `_send`."""
    return "_" in name or re.search(r"[a-z0-9][A-Z]|[A-Z]{2}[a-z]", name) is not None
