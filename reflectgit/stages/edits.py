"""Whether a lesson is the edit of a line: build spec 3.5, "shallow".

An edit is known by what it names, and not by its wording, of which there is no end: a line, or things of the very
change. A library's name, or a call that a lesson mentions, is vocabulary.
"""

import re

from reflectgit.stages import thresholds
from reflectgit.stages.own_names import OwnNames, is_named

_LINE = re.compile(r"\blines?\s+\d+", re.I)
#: Code that can be typed in as it stands: a call with arguments, an assignment or comparison, an index. A bare name
#: (`equals`, `-MMD`) is vocabulary.
_CODE = re.compile(
    r"(?<![\w.])[\w.]{1,200}\((?=[^)\s])[^()]*(?:\([^()]*\)[^()]*)*\)"
    r"|(?<![\w.\])])[\w.\])]{1,200}\s?(?:[-+*/]?=|[=!<>]=|:=)\s?[\w.\[(\"'{]+"
    r"|\b[A-Za-z_]\w{0,100}\[[^\]\s]{1,200}\]"
)


def names_an_edit(lesson: str, scope: str, own: OwnNames) -> bool:
    """Whether the lesson says what to type, or at which place of this change.

    In a scope that is a place of the change, any code and any place is such; elsewhere the lesson has to speak of
    things of the change in so many of its words that it speaks of nothing else.
    """
    bare = lesson.replace("`", "")
    if _LINE.search(bare) or _LINE.search(scope):
        return True
    local = scope in own.defined or bool(own.files_in(scope))
    code = " ".join(found.group() for found in _CODE.finditer(bare))
    places = own.files_in(lesson) | {
        name for name in _words(lesson) & own.defined if is_named(name, lesson, placed=local)
    }
    if local:
        return bool(code or places)
    marks = len(places) + len(_words(lesson) & own.bound)
    dense = marks * thresholds.WORDS_A_NAME >= len(re.findall(r"\w+", lesson))
    return dense and bool(places or _words(code) & (own.bound | own.defined))


def _words(text: str) -> set[str]:
    """The words that could be names, as they are written."""
    return set(re.findall(r"[A-Za-z_]\w+", text))
