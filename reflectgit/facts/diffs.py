"""What a patch changed: of each hunk the file, the function that its head names, and what became of identifiers.

Hunks are those of `text.diff.read_diff`, so a damaged diff is read as well as it can be. A hunk stands on its first
changed line. Identifiers are those of changed lines alone (`identifiers`): context is not changed.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

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
    heads = [at for at, line in enumerate(lines) if line.startswith("@@ ")]
    if not heads:
        return
    hunks = read_diff("\n".join(lines))
    placed = zip(heads, hunks, strict=True) if len(hunks) == len(heads) else _one_by_one(lines, heads)
    for head, hunk in placed:
        changed = next((at for at in range(head + 1, len(lines)) if lines[at][:1] in ("+", "-")), head)
        yield _changed(hunk, changed + 1, _function(lines[head]))


def _one_by_one(lines: Lines, heads: list[int]) -> Iterator[tuple[int, Hunk]]:
    """The hunks of a diff whose heads count wrongly, which `read_diff` takes for one a file: each by itself."""
    names: Lines = ()
    begin = 0
    for head, end in pairwise((*heads, len(lines))):
        named = [
            at
            for at in range(begin, head - 1)
            if lines[at].startswith("--- ") and lines[at + 1].startswith("+++ ")
        ]
        names = lines[named[-1] : named[-1] + 2] if named else names
        yield from ((head, hunk) for hunk in read_diff("\n".join((*names, *lines[head:end])))[:1])
        begin = head


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
