"""What a patch changed: of each hunk the file, the function that its head names, and what became of identifiers.

Hunks are those of `text.diff.read_diff`, so a damaged diff is read as well as it can be. A hunk stands on its first
changed line. Identifiers are those of changed lines alone (`identifiers`): context is not changed.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator

from reflectgit.facts.identifiers import identifiers
from reflectgit.facts.model import AnyFact, Changed
from reflectgit.facts.rules import Lines
from reflectgit.text.diff import Hunk, read_diff

_HEAD = re.compile(r"@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@ ?(?P<function>.*)$")
#: What the head of a hunk defines or calls: ``impl Shelf {``, ``int total(struct row *rows)``, ``func (s *Shelf) At(``.
_CALLED = re.compile(r"(?P<name>[A-Za-z_$~][\w$:.~]*)\s*\(")
_DEFINED = re.compile(
    r"\b(?:class|struct|impl|interface|trait|enum|module|namespace|function|fn|def|const|let|var)\s+"
    r"(?P<name>[\w$.]+(?:::[\w$.]+)*)"
)

NEEDLES = ("@@ ",)


def parse(lines: Lines) -> Iterator[AnyFact]:
    """A change for every hunk of the diff that the lines are; of other text none."""
    text = "\n".join(lines)
    if "@@ " not in text:
        return
    heads = [at for at, line in enumerate(lines) if line.startswith("@@ ")]
    at = 0
    for hunk in read_diff(text):
        at = _place(lines, hunk, at)
        head = bisect_left(heads, at) - 1
        yield _changed(hunk, at + 1, _function(lines[heads[head]]) if head >= 0 else "")
        at += 1


def _place(lines: Lines, hunk: Hunk, begin: int) -> int:
    """The first line of the hunk with a sign, from `begin` on; `begin` itself where the text was read otherwise."""
    signed = {f"-{line}".rstrip() for line in hunk.removed[:1]} | {
        f"+{line}".rstrip() for line in hunk.added[:1]
    }
    return next(
        (at for at in range(begin, len(lines)) if lines[at].rstrip() in signed), min(begin, len(lines) - 1)
    )


def _changed(hunk: Hunk, line: int, function: str) -> Changed:
    added, removed = identifiers(hunk.added, hunk.path), identifiers(hunk.removed, hunk.path)
    new, old = set(added), set(removed)
    return Changed(
        line=line,
        path=hunk.path,
        function=function,
        added=tuple(name for name in added if name not in old),
        removed=tuple(name for name in removed if name not in new),
        touched=tuple(name for name in added if name in old),
    )


def _function(head: str) -> str:
    """The name in the head of a hunk; where it ends in none, no name."""
    match = _HEAD.match(head)
    told = match["function"] if match else ""
    if told.startswith(("import ", "from ", "#include")):
        return ""
    named = _DEFINED.search(told) or next(
        (call for call in _CALLED.finditer(told) if call["name"] != "func"), None
    )
    return named["name"] if named else ""
