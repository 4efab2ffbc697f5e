"""Whether a lesson is the edit of a line: build spec 3.5, "shallow".

An edit is known by what it names, and not by its wording, of which there is no end: a line; a file with a verb of
editing; a function, variable or expression of the very change, as the place of the advice or as its object. A library's
name, or a call that a lesson mentions, is vocabulary.
"""

import re

from reflectgit.stages import thresholds
from reflectgit.stages.own_names import OwnNames, is_distinctive, is_named
from reflectgit.text.quotes import squeeze
from reflectgit.text.words import tokens

_LINE = re.compile(
    r"\b(?:(?i:lines?|rows? no\.?)\s+\d+|(?<![\w./-])[\w./-]{1,200}\.[A-Za-z]{1,4}:\d+|L\d{2,5})\b"
)
_NTH_LINE = re.compile(r"\b(?:first|second|third|fourth|fifth|sixth|\d+(?:st|nd|rd|th)|last)\s+line\b", re.I)
#: Source files; a name that every project has (`conftest.py`, `setup.py`) is vocabulary.
_FILE = re.compile(
    r"(?<![\w.*])(?!(?:conftest|setup|__init__|__main__|manage|index|main)\.)(?:[\w-]{1,100}/){0,30}[\w-]{1,100}"
    r"\.(?:py|pyi|jsx?|mjs|tsx?|rs|go|java|kt|c|h|cc|cpp|hpp|cs|rb|php|swift|sh|sql|mk)\b"
)
#: Code that can be typed in as it stands: a call with arguments, an assignment or comparison, an index, a literal
#: collection. A bare name (`equals`, `-MMD`) is vocabulary.
_CODE = re.compile(
    r"(?<![\w.])[\w.]{1,200}\((?=[^)\s])[^()]*(?:\([^()]*\)[^()]*)*\)"
    r"|(?<![\w.\])])[\w.\])]{1,200}\s?(?:[-+*/]?=|[=!<>]=|:=)\s?[\w.\[(\"'{]+"
    r"|\b[A-Za-z_]\w{0,100}\[[^\]\s]{1,200}\]"
    r"|[{(]\*?\w+(?:\.\w+)*\s*(?:,|for|\.\.\.)[^)}]*[)}]"
)
#: A member of something: code of the change where that is a name of the change, else a library's name.
_MEMBER = re.compile(r"(?<![\w./])([A-Za-z_]\w+)\.[A-Za-z_]\w+")
_SPAN = re.compile(r"`+([^`]+)`+")
_TYPING = (
    r"replac(?:e|ed|ing)|chang(?:e|ed|ing)|renam(?:e|ed|ing)|swap(?:ped|ping)?|exchang(?:e|ed|ing)"
    r"|substitut(?:e|ed|ing)|add(?:ed|ing)?|append(?:ed|ing)?|prepend(?:ed)?|insert(?:ed|ing)?|delet(?:e|ed|ing)"
    r"|remov(?:e|ed|ing)|drop(?:ped|ping)?|mov(?:e|ed|ing)|pass(?:ed|ing)?|use|write|wrote|put|set|call"
    r"|wrap(?:ped|ping)?|push(?:ed|ing)?|return|import|init|initiali[sz](?:e|ed|ing)|declar(?:e|ed|ing)"
    r"|increas(?:e|ed|ing)|decreas(?:e|ed|ing)|switch(?:ed|ing)?|turn|fix(?:ed|ing)?|correct|adjust|rewrite|rewritten"
)
#: Verbs that any lesson may have: they order an edit only beside names of the change.
_DOING = (
    r"used|using|written|called|calling|returned|returning|turned|corrected|adjusted|stor(?:e|ed)|giv(?:e|en|ing)|split"
    r"|fold(?:ed)?|merg(?:e|ed)|mak(?:e|ing)|take|convert(?:ed)?|cast|assign(?:ed)?|check|spread|break|open(?:ed)?"
    r"|create[sd]?|bump(?:ed)?|alter(?:ed)?|extend(?:ed)?|compute|sort|compare|test|mark(?:ed)?|unbox|quote|escape|build"
    r"|guard|await"
)
_LACKS = (
    r"missing|lacks?|lacked|needs?|needed|wants|belongs?|must|should|ought|ha[sd] to|have to|is to|are to"
)
_TYPES_IN = re.compile(rf"\b(?:{_TYPING}|should be|had to be|has to be|must be)\b", re.I)
_EDITS = re.compile(rf"\b(?:{_TYPING}|{_DOING}|{_LACKS})\b", re.I)
#: "replace A by B", "A instead of B", "A → B": where A or B is code of the change, that is the change.
_EXCHANGES = re.compile(
    r"\b(?:replace|chang|swap|exchang|substitut|renam|switch|turn|convert)\w*\b.{1,120}?\b(?:by|with|to|into|for)\b"
    r"|\b(?:instead of|in place of|rather than|becomes?|gives? way to)\b|→|->|(?<!\w)s/[^/]+/[^/]*/",
    re.I,
)
_CONFESSES = re.compile(
    r"^\s*(?:i|we)\s+(?:\w+\s+)?"
    r"(?:wrote|forgot|used|called|put|passed|typed|missed|left|returned|made|had|should have|fixed|changed|replaced"
    r"|added|removed|moved|swapped)\b",
    re.I,
)
_PATH_SCOPE = re.compile(r"^(?:path:)?[\w./*-]*(?:/[\w.*-]+|\.[A-Za-z]{1,4})(?::\w+)?$")
#: A lesson that speaks of more than the one place.
_GENERAL = re.compile(
    r"\b(?:wherever|whenever|where|when|every|each|any|all|always|never|whoever|anything|anyone|callers?)\b",
    re.I,
)


def names_an_edit(lesson: str, scope: str, own: OwnNames) -> bool:
    """Whether the lesson says what to type, or at which place of this change."""
    bare = lesson.replace("`", "")
    edits = _EDITS.search(bare) is not None
    if _LINE.search(bare) or _CONFESSES.match(bare) or (edits and _LINE.search(scope)):
        return True
    if any(_types_into_a_file(clause, own) for clause in re.split(r"[.;:]\s", bare)):
        return True
    local = _is_local(scope, own)
    pieces = _pieces(lesson, own)
    if _names_a_place(lesson, own, pieces, edits, local):
        return True
    if local and edits and (_code(lesson) or _NTH_LINE.search(bare) or len(_bound(bare, own)) >= 2):
        return True
    exchanges = _EXCHANGES.search(bare) is not None
    if not (edits or exchanges):
        return False
    spoken_for = bool(pieces) and (exchanges or local or _is_own(pieces, own))
    return spoken_for or _recites(lesson, own) or _is_mostly_code(lesson)


def _types_into_a_file(clause: str, own: OwnNames) -> bool:
    return bool(_TYPES_IN.search(clause) and (_FILE.search(clause) or _has_words(clause, own.files)))


def _is_local(scope: str, own: OwnNames) -> bool:
    """Whether the scope is a place: a path, a line, a file or a function of the change."""
    if _PATH_SCOPE.match(scope) or _LINE.search(scope) or _has_words(scope, own.files):
        return True
    return scope in own.defined or any(
        is_named(name, scope, placed=True) for name in _words([scope]) & own.defined
    )


def _names_a_place(lesson: str, own: OwnNames, pieces: list[str], edits: bool, local: bool) -> bool:
    """Whether it speaks of a function or type of the change: in a local scope at all, else often or as an order."""
    named = [name for name in _words([lesson]) & own.defined if is_named(name, lesson, local or bool(pieces))]
    if not named or local:
        return bool(named)
    marks = len(named) + len(_bound(lesson, own)) + len(pieces)
    dense = marks * thresholds.WORDS_A_NAME >= len(re.findall(r"\w+", lesson))
    return dense and (marks >= 2 or (edits and not _GENERAL.search(lesson)))


def _has_words(text: str, names: frozenset[str]) -> bool:
    return any(
        re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", text)
        for name in names
        if "." in name and name in text
    )


def _bound(text: str, own: OwnNames) -> set[str]:
    return _words([text]) & own.bound


def _code(lesson: str) -> list[str]:
    bare = lesson.replace("`", "")
    return [*_SPAN.findall(lesson), *(found.group() for found in _CODE.finditer(bare))]


def _pieces(lesson: str, own: OwnNames) -> list[str]:
    """The code of a lesson that stands in the change, or that has names of the change in it."""
    names = own.bound | own.defined
    members = [found.group() for found in _MEMBER.finditer(_FILE.sub(" ", lesson)) if found[1] in names]
    return members + [
        piece
        for piece in dict.fromkeys(_code(lesson))
        if _words([piece]) & names
        or (len(piece) >= 2 and _CODE.search(piece) and squeeze(piece) in own.lines)
    ]


def _is_own(pieces: list[str], own: OwnNames) -> bool:
    """Whether the pieces name two things of the change, or one of them can be no other's."""
    names = _words(pieces) & (own.bound | own.defined)
    return len(names) >= 2 or any(is_distinctive(name) for name in names)


def _words(texts: list[str]) -> set[str]:
    """The words that could be names, as they are written."""
    return {word for text in texts for word in re.findall(r"[A-Za-z_]\w+", text)}


def _recites(lesson: str, own: OwnNames) -> bool:
    return any(
        len(piece) >= thresholds.RECITED_CHARS and squeeze(piece) in own.lines for piece in _code(lesson)
    )


def _is_mostly_code(lesson: str) -> bool:
    """Whether code makes up half of what the lesson says."""
    code = set(_code(lesson))
    return bool(code) and sum(len(tokens(piece)) for piece in code) * 2 >= len(
        tokens(lesson.replace("`", ""))
    )
