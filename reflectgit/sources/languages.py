"""The language of a failure, by the files that it names."""

from collections import Counter
from collections.abc import Iterable

from reflectgit.facts.model import AnyFact, Frame, Reported

_LANGUAGES = {
    "py": "python",
    "pyx": "python",
    "js": "javascript",
    "mjs": "javascript",
    "cjs": "javascript",
    "jsx": "javascript",
    "ts": "typescript",
    "tsx": "typescript",
    "mts": "typescript",
    "go": "go",
    "rs": "rust",
    "java": "java",
    "kt": "kotlin",
    "scala": "scala",
    "rb": "ruby",
    "php": "php",
    "cs": "c#",
    "c": "c",
    "h": "c",
    "cc": "c++",
    "cpp": "c++",
    "cxx": "c++",
    "hpp": "c++",
    "swift": "swift",
    "sh": "shell",
    "bash": "shell",
    "bats": "shell",
    "sql": "sql",
    "lua": "lua",
    "ex": "elixir",
    "exs": "elixir",
}


def of_path(path: str) -> str:
    """The language of a file by its name; "" where that does not tell."""
    return _LANGUAGES.get(path.rpartition(".")[2].lower(), "") if "." in path else ""


def language_of(file: str, facts: Iterable[AnyFact]) -> str:
    """The language of the test's file, else the one that most frames and reports name; "" where nothing tells."""
    if named := of_path(file):
        return named
    counted = Counter(
        language for fact in facts if isinstance(fact, Frame | Reported) and (language := of_path(fact.path))
    )
    return min(counted, key=lambda name: (-counted[name], name), default="")
