"""A passage of an item, short enough to be shown: what a quote of it could be.

Nothing is decided here. What is shown stands in the item verbatim, and not cut out of a denial, so that whoever copies
it has a quote that holds.
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from reflectgit.cli.terminal import visible

if TYPE_CHECKING:
    from reflectgit.model import Item

_SHOWN = 100
#: What a program puts in front of a line, and is no part of what the line says.
_MARGIN = re.compile(r"^\s*(?:[-*•]|\d{1,3}[.)])\s+|^(?:E(?=\s{2})|>(?=\s)|[+\-](?=\s|\w))?\s*")
#: Of a diff, where it is and what it counts; of a run, what only parts the output.
_FURNITURE = re.compile(r"^(?:diff --git|index [0-9a-f]|--- |\+\+\+ |@@ |(?:[=_*~#-]{3,}|\s)+$)|^[=_]{3,} ")
_COMES_OUT = re.compile(r"^E\s|^\S*(?:Error|Exception): ")
_TELLS = re.compile(r"Error\b|Exception\b|\b(?:error|panic|fatal|FAILED|FAIL|assert\w*|not ok)\b")
#: A gap that was left when the item was cut, or where a secret was: nobody quotes it.
_GAP = re.compile(r"\[redacted:|\[\.\.\.")
_ENDS_SENTENCE = re.compile(r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\betc\.)\s+(?=[A-Z`])")
#: What somebody wrote begins a sentence with a name in small letters, too.
_ENDS_PROSE = re.compile(_ENDS_SENTENCE.pattern.replace("[A-Z`]", r"\S"))
#: Where a long sentence may end early: before a joint of it.
_JOINT = re.compile(r"[,;:](?=\s)|\s(?=(?:but|so|because|while|when|which|where|until|although)\s)")
#: Words on which nothing ends.
_DANGLING = re.compile(
    r"(?:\s+(?:an?|the|its?|his|her|their|our|my|your|this|that|these|those|of|to|in|on|at|by|for|with|from|into|and|or"
    r"|but|as|is|are|was|were|be|been|has|have|had|than|then|not|no|which|who|if|so|when|while|because))+$",
    re.I,
)
_WORD = re.compile(r"\w{3,}")


def quoting(item: "Item", near: Iterable[str] = (), least: int = 0) -> str:
    """How a claim could quote the item: `passage` [id]; with three dots where it has no line that can be shown.

    Args:
        item: what is to be quoted.
        near: texts; the passage that shares most with them is taken.
        least: how many content words it should have, where one of the item does.
    """
    said = passage(item, near, least)
    return f"`{said or '...'}` [{item.id}]"


def passage(item: "Item", near: Iterable[str] = (), least: int = 0) -> str:
    """A short passage that stands in the item: the likest to the texts, else one that tells; "" where there is none."""
    wanted = {word.lower() for text in near for word in _WORD.findall(text)}
    ranked = sorted(_lines(item), key=lambda line: (-_shared(line, wanted), -_telling(line, item)))
    shown = [text for line in ranked if (text := _short(line, wanted)) and _can_be_quoted(text, item)]
    return next((text for text in shown if _says(text, least)), shown[0] if shown else "")


def _can_be_quoted(text: str, item: "Item") -> bool:
    from reflectgit.text.verbatim import cut_from_negation, stands_in

    return stands_in(text, item.content) and not cut_from_negation(text, item.content)


def _says(text: str, least: int) -> bool:
    from reflectgit.stages.stemmed import stem_set

    return not least or len(stem_set(text)) >= least


def _lines(item: "Item") -> list[str]:
    """The lines that say something, sentences apart; of a diff those that it adds first."""
    lines = [line for line in item.content.splitlines() if line.strip() and not _FURNITURE.search(line)]
    if item.kind in ("patch", "repair"):
        lines.sort(key=lambda line: not line.startswith("+"))
    ends = _ENDS_PROSE if item.kind in ("plan", "diagnosis") else _ENDS_SENTENCE
    return [part for line in lines for part in ends.split(line)]


def _shared(line: str, wanted: set[str]) -> int:
    return len(wanted & {word.lower() for word in _WORD.findall(line)}) if wanted else 0


def _telling(line: str, item: "Item") -> int:
    """Of a run what says how it came out goes before what was asked, and that before the rest."""
    if item.kind not in ("execution", "instrumentation"):
        return 0
    return 2 if _COMES_OUT.search(line) else int(_TELLS.search(line) is not None)


def _short(line: str, wanted: set[str]) -> str:
    """The line in at most 100 signs: from the first wanted word, where that stands far behind, to where sense ends."""
    text = " ".join(_MARGIN.sub("", line, count=1).split())
    if "`" in text or _GAP.search(text) or visible(text) != text:
        return ""
    if len(text) > _SHOWN:
        at = next((found.start() for found in _WORD.finditer(text) if found[0].lower() in wanted), 0)
        text = text[text.rfind(" ", 0, at) + 1 :] if at > _SHOWN // 2 else text
        text = _ended(text) if len(text) > _SHOWN else text
    return text.rstrip(" ,;:") if len(text.split()) > 1 else ""


def _ended(text: str) -> str:
    """The beginning of a text that is too long: up to its last joint that lies far enough, else up to a word that can
    end something.
    """
    joints = [found.start() for found in _JOINT.finditer(text) if _SHOWN // 3 < found.start() <= _SHOWN]
    if joints:
        return _DANGLING.sub("", text[: joints[-1]])
    head = text[: _SHOWN + 1].rpartition(" ")[0] or text[:_SHOWN]
    return _DANGLING.sub("", head)
