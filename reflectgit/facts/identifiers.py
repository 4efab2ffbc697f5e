"""The identifiers of lines of source, whatever the language.

Read without grammar: names outside comments, and of a string the whole when it is a name (the key of a mapping), or the
values put into one. Prose in strings, docstrings and comments names nothing. Reserved words are left out.
"""

import re
from collections.abc import Iterable, Iterator

_PLAIN = re.compile(r"(?<![\w$])[A-Za-z_$][\w$]*")
#: Without one of these a line holds neither string nor comment.
_SIGNS = re.compile(r"[\"'#]|//|--|/\*")
_TOKEN = re.compile(
    r"(?P<name>(?![rRbBuUfF]{1,2}[\"'])[A-Za-z_$][\w$]*)"
    r"|\"(?P<double>(?:\\.|[^\"\\])*)\"|'(?P<single>(?:\\.|[^'\\])*)'"
    r"|(?P<block>/\*.*?(?:\*/|$))|(?P<slashes>//)|(?P<hash>#)|(?P<dashes>--)|\d\w*"
)
_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:[.-][A-Za-z_$][\w$]*)*\Z")
#: A value put into a string: ``{name}``, ``${name}``, ``$name``.
_HELD = re.compile(r"(?:\$\{?|\{)([A-Za-z_]\w*)")
#: Where a comment begins with ``#``, and where with ``--``; elsewhere it begins with ``//``.
_HASH = (
    ".py",
    ".pyi",
    ".sh",
    ".bash",
    ".bats",
    ".rb",
    ".pl",
    ".r",
    ".yaml",
    ".yml",
    ".toml",
    ".mk",
    ".cmake",
)
_HASH_NAMES = ("Makefile", "Dockerfile", "CMakeLists.txt")
_PYTHON = (".py", ".pyi")
#: Of so few words a line may be code without a sign.
_FEW = 2
_CODE = re.compile(r"[=()\[\]{}<>@_#]")
_DASHES = (".sql", ".lua", ".hs")
#: Words that are kept in nearly every language; a word that is a name in many (`type`, `match`) is taken for one.
_RESERVED = frozenset(
    re.findall(
        r"\w+",
        """False None True abstract and as assert async await break case catch class const continue def do double
        elif else enum except export extends extern false final finally fn for foreach from func function global
        if impl implements import in include inline instanceof interface is lambda let local new nil none
        nonlocal not null nullptr of or pass private protected public raise return self static struct super
        switch then this throw throws true try typedef typename typeof undefined unless unsigned var void where
        while with yield""",
    )
)


def identifiers(lines: Iterable[str], path: str) -> list[str]:
    """The names in the lines of a file, in their order, each once."""
    comment = _comment(path)
    code = (line for line in lines if not _is_prose(line)) if path.endswith(_PYTHON) else lines
    found = dict.fromkeys(name for line in code for name in _names(line, comment))
    return [name for name in found if name not in _RESERVED]


def _comment(path: str) -> str:
    if path.endswith(_HASH + _HASH_NAMES):
        return "hash"
    return "dashes" if path.endswith(_DASHES) else "slashes"


def _is_prose(line: str) -> bool:
    """A line of a docstring, which may begin above the hunk: words with none of the signs of code."""
    words = line.strip("\"' ").split(" ", 3)
    return len(words) > _FEW and words[0] not in _RESERVED and not _CODE.search(line)


def _names(line: str, comment: str) -> Iterable[str]:
    if comment == "slashes" and line.lstrip().startswith("* "):
        return ()
    found = _tokens(line, comment) if _SIGNS.search(line) else _PLAIN.findall(line)
    return (name.lstrip("$") for name in found) if comment == "hash" and "$" in line else found


def _tokens(line: str, comment: str) -> Iterator[str]:
    for token in _TOKEN.finditer(line):
        sort = token.lastgroup
        if sort == "name":
            yield token[0]
        elif sort == comment and (comment != "hash" or line[: token.start()][-1:] in ("", " ", "\t")):
            return
        elif sort in ("double", "single"):
            text = token[sort]
            yield from [text] if _NAME.match(text) else _HELD.findall(text)
