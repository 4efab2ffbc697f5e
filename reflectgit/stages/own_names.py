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


class OwnNames(NamedTuple):
    """Functions and types; variables and parameters; base names of files."""

    defined: frozenset[str]
    bound: frozenset[str]
    files: frozenset[str]

    def files_in(self, text: str) -> set[str]:
        """The files that the text names."""
        return {
            name
            for name in self.files
            if name in text and re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", text)
        }


#: A definition: by a keyword, or as a method or C function with its body.
_DEFINED = re.compile(
    r"\b(?:def|class|function|fn|func|struct|interface|enum|trait|void)\s+(?:\([^)]*\)\s*)?\*?(?P<keyword>\w{3,})"
    r"|^[ \t]*(?:[\w<>\[\],.*&:]+[ \t]+)*\*?(?P<body>\w{3,})\s?\([^;={}]{0,300}\)[^;={}()]{0,100}\{",
    re.M,
)
_ASSIGNED = re.compile(r"^[^\n=(]*?\b(\w+(?:, ?\w+)*)(?:: ?[^=\n]{1,60})? ?[-+*/|&%:]?=(?![=>~])", re.M)
_PARAMETERS = re.compile(r"^(?![ \t]*class\b)[^\n=]*\w\(([^()\n]*)\)[^\n;=]*[{:]$", re.M)
#: A name with a default, a type or nothing behind it; what stands behind a colon is the type.
_PARAMETER = re.compile(r"(?<!: )\b[A-Za-z_]\w+(?=\s*(?:[,:=]|$))")
#: Words of languages that stand where a name of the change could, and names that a language calls by.
_NO_NAMES = """
if for while switch catch return else elif match with until unless foreach def self this cls None null True true False
false int str float bool string number any main setUp tearDown toString hashCode equals compareTo constructor
"""
#: A longer line is no line that somebody wrote.
_LINE_CHARS = 300
#: Files that every project has: to name one names no project.
_EVERYWHERE = re.compile(
    r"(?:^|/)(?:conftest|setup|__init__|__main__|manage|index|main|lib|mod|app|tox|package(?:-lock)?|go|Cargo|pyproject"
    r"|requirements\w*|README|CMakeLists)\.\w+$|(?:^|/)(?:Makefile|Dockerfile|Gemfile|Rakefile|LICENSE)$"
)
_SIGNED = re.compile(r"^(?:@@[^@\n]*@@|[-+ ])", re.M)
_PLACE = r"\b(?:in|of|inside|from|within|into|to|at|function|method|class|helper)\s+"
#: What follows a name, and seldom a noun that has no article.
_AFTER_NAME = (
    r"(?=\s*$|\s*[.,;:)]|\s+(?:the|an?|it|is|are|was|were|must|should|needs?|to|before|after|and|by|so|when|if|which|that"
    r"|as)\b)"
)


def own_names(record: EvidenceRecord) -> OwnNames:
    """The names of all changes of the record, the repair among them."""
    found = [_names(item.content) for item in record.items() if item.kind in ("patch", "repair")]
    return OwnNames(
        frozenset().union(*(one.defined for one in found)),
        frozenset().union(*(one.bound for one in found)),
        frozenset().union(*(one.files for one in found)),
    )


def own_files(paths: Iterable[str]) -> frozenset[str]:
    """The base names of files, without those that every project has."""
    return frozenset(path.rsplit("/", 1)[-1] for path in paths if not _EVERYWHERE.search(path))


@lru_cache(maxsize=64)
def _names(change: str) -> OwnNames:
    code = "\n".join(line[:_LINE_CHARS] for line in _SIGNED.sub("", change).split("\n"))
    defined = {match[match.lastgroup or 0] for match in _DEFINED.finditer(code)}.difference(_NO_NAMES.split())
    return OwnNames(
        frozenset(name for name in defined if not name.startswith("__")),
        frozenset(_bound(code).difference(defined, _NO_NAMES.split())),
        own_files(hunk.path for hunk in read_diff(change) if hunk.path),
    )


def _bound(code: str) -> set[str]:
    """Variables that are assigned to, and parameters."""
    assigned = re.findall(r"[A-Za-z_]\w+", " ".join(_ASSIGNED.findall(code)))
    return {*assigned, *(name for head in _PARAMETERS.findall(code) for name in _PARAMETER.findall(head))}


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
