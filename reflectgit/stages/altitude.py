"""At what altitude a lesson flies: the edit of a line, a principle with an action, or a virtue (build spec 3.5).

Chi's distinction made mechanical. Both refusals rest on form, not on topic: an edit is known by the code and the
places of this repository that it names, a virtue by words of attitude with nothing to do, or nothing to do it to,
beside them. A library's name, or a call that a lesson mentions, is vocabulary.
"""

import re
from typing import Literal

from reflectgit.model import EvidenceRecord, Item
from reflectgit.stages import thresholds
from reflectgit.stages.stemmed import record_stems, stem_set
from reflectgit.stages.vocabulary import generic, virtues
from reflectgit.text.diff import read_diff
from reflectgit.text.quotes import squeeze
from reflectgit.text.words import tokens

Altitude = Literal["calibrated", "shallow", "too_vague"]

_LINE = re.compile(r"\blines?\s+\d+\b|\b[\w./-]+\.[A-Za-z]{1,4}:\d+\b|\bL\d{2,5}\b")
#: Source files; a name that every project has (`conftest.py`, `setup.py`) is vocabulary.
_FILE = re.compile(
    r"(?<![\w.*])(?!(?:conftest|setup|__init__|__main__|manage|index|main)\.)(?:[\w-]+/)*[\w-]+"
    r"\.(?:py|pyi|jsx?|mjs|tsx?|rs|go|java|kt|c|h|cc|cpp|hpp|cs|rb|php|swift|sh|sql|mk)\b"
)
#: Code that can be typed in as it stands: a call with arguments, an assignment or comparison, an index, a literal
#: collection. A bare name (`dict.fromkeys`, `equals`, `-MMD`) is vocabulary.
_CODE = re.compile(
    r"[\w.]+\((?=[^)\s])[^()]*(?:\([^()]*\)[^()]*)*\)"
    r"|[\w.\])]+\s?(?:[-+*/]?=|[=!<>]=|:=)\s?[\w.\[(\"'{]+"
    r"|[A-Za-z_]\w*\[[^\]\s]+\]"
    r"|[{(]\*?\w+(?:\.\w+)*\s*(?:,|for|\.\.\.)[^)}]*[)}]"
)
_SPAN = re.compile(r"`+([^`]+)`+")
_VERB = (
    r"(?:replace|change|rename|swap|substitute|add|append|insert|delete|remove|drop|move|pass|use|write|put|set|call"
    r"|wrap|push|return|import|initiali[sz]e|declare|increase|decrease|switch|turn|fix|correct|adjust)"
)
_EDITS = re.compile(rf"\b{_VERB}\b", re.I)
#: "replace A by B", "change A to B": where A or B is code of the change, that is the change.
_EXCHANGES = re.compile(
    r"\b(?:replace|change|swap|substitute|rename|switch|turn|convert)\b.{1,120}?\b(?:by|with|to|into|for)\b",
    re.I,
)
_CONFESSES = re.compile(
    r"^\s*(?:i|we)\s+(?:\w+\s+)?"
    r"(?:wrote|forgot|used|called|put|passed|typed|missed|left|returned|made|had|should have)\b",
    re.I,
)
_PATH_SCOPE = re.compile(r"^(?:path:)?[\w./*-]*(?:/[\w.*-]+|\.[A-Za-z]{1,4})(?::\w+)?$")
_PLACE = re.compile(
    r"\b(?:in|of|from|inside|at|to)\s+(?:the\s+)?(?:\w+\s+of\s+)?(?P<name>`?[A-Za-z_]\w{2,}`?)(?P<called>\()?"
)
_DEFINED = re.compile(r"\b(?:def|class|function|fn|func|void|int|struct|interface)\s+\*?(\w{3,})")


def altitude(lesson: str, scope: str, record: EvidenceRecord) -> Altitude:
    """Where the lesson stands. An edit is shallow even where a virtue is preached beside it."""
    if _names_an_edit(lesson, scope.strip(), record):
        return "shallow"
    return "too_vague" if _is_a_virtue(lesson, record) else "calibrated"


def _names_an_edit(lesson: str, scope: str, record: EvidenceRecord) -> bool:
    bare = lesson.replace("`", "")
    if _LINE.search(bare) or _CONFESSES.match(bare):
        return True
    if not _EDITS.search(bare):
        return False
    if _FILE.search(bare):
        return True
    code = [*_SPAN.findall(lesson), *(found.group() for found in _CODE.finditer(bare))]
    if not code:
        return False
    if _PATH_SCOPE.match(scope) or _names_a_place(lesson, record):
        return True
    return _recites(code, bool(_EXCHANGES.search(bare)), record) or _is_mostly(code, bare)


def _names_a_place(lesson: str, record: EvidenceRecord) -> bool:
    """Whether the lesson says "in `total()`" of a function or class that the change defines or touches.

    A plain word counts only where it is written as a name: `put` with brackets or backticks, `load_page` bare.
    """
    defined = {name for item in _changes(record) for name in _DEFINED.findall(item.content)}
    return any(
        (found["name"].strip("`") in defined)
        and (found["called"] or "`" in found["name"] or "_" in found["name"] or not found["name"].islower())
        for found in _PLACE.finditer(lesson)
    )


def _recites(code: list[str], exchanges: bool, record: EvidenceRecord) -> bool:
    """Whether the code stands in the repair's lines, or an exchange names a line of the change."""
    repair = _lines([record.repair_delta] if record.repair_delta else [], added_alone=True)
    change = _lines(_changes(record), added_alone=False) if exchanges else ""
    return any(
        (len(piece) >= thresholds.RECITED_CHARS and squeeze(piece) in repair)
        or (len(piece) >= 2 and _CODE.search(piece) is not None and squeeze(piece) in change)
        for piece in code
    )


def _changes(record: EvidenceRecord) -> list[Item]:
    return [item for item in record.items() if item.kind in ("patch", "repair")]


def _lines(items: list[Item], added_alone: bool) -> str:
    hunks = [hunk for item in items for hunk in read_diff(item.content)]
    lines = [line for hunk in hunks for line in (hunk.added if added_alone else (*hunk.removed, *hunk.added))]
    return "\n".join(squeeze(line) for line in lines)


def _is_mostly(code: list[str], lesson: str) -> bool:
    """Whether code makes up half of what the lesson says."""
    return sum(len(tokens(piece)) for piece in set(code)) * 2 >= len(tokens(lesson))


def _is_a_virtue(lesson: str, record: EvidenceRecord) -> bool:
    """Whether, beside virtues and words of any work, too little is left to act on.

    What is left and has nothing to do with the failure is rhetoric, and weighs no more than the praise.
    """
    said = stem_set(lesson)
    praise = len(said & virtues())
    concrete = said - virtues() - generic()
    if len(concrete) < thresholds.CONCRETE_STEMS:
        return True
    if praise < 2 or praise < thresholds.PRAISE_SHARE_APART * len(concrete):
        return False
    return praise >= thresholds.PRAISE_SHARE * len(concrete) or praise >= len(concrete & record_stems(record))
