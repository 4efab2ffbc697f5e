"""At what altitude a lesson flies: the edit of a line, a principle with an action, or a virtue (build spec 3.5).

Chi's distinction made mechanical. Both refusals rest on form, not on topic: an edit is recognised by the code and
the places that it names, a virtue by nouns of attitude with nothing to do, or nothing to do it to, beside them.
"""

import re
from typing import Literal

from reflectgit.model import EvidenceRecord
from reflectgit.text.diff import read_diff
from reflectgit.text.quotes import squeeze
from reflectgit.text.words import stems, tokens

Altitude = Literal["calibrated", "shallow", "too_vague"]

_LINE = re.compile(r"\blines?\s+\d+\b|\b[\w./-]+\.[A-Za-z]{1,4}:\d+\b|\bL\d{1,5}\b", re.I)
_FILE = re.compile(
    r"(?<![\w.])(?:[\w-]+/)*[\w-]+\.(?:py|pyi|jsx?|mjs|tsx?|rs|go|java|kt|c|h|cc|cpp|hpp|cs|rb|php|swift|sh|sql|mk)\b"
)
#: Code that can be typed in as it stands: a call with arguments, an assignment, an index, an attribute path that is
#: called. A bare name (`dict.fromkeys`, `equals`, `-MMD`) is vocabulary, not an edit.
_CODE = re.compile(
    r"[\w.]+\((?=[^)\s])[^()]*(?:\([^()]*\)[^()]*)*\)"  # f(x), a.b(c=d)
    r"|[\w.\])]+\s?(?:=|\+=|-=|==|!=|<=|>=|:=)\s?[\w.\[(\"'{]+"  # a = b, x == y
    r"|[A-Za-z_]\w*\[[^\]\s]+\]"  # a[0]
    r"|[{(]\*?\w+(?:\.\w+)*\s*(?:,|for|\.\.\.)[^)}]*[)}]"
)
_EDIT_VERB = re.compile(
    r"\b(?:replace|change|rename|swap|substitute|add|append|insert|delete|remove|drop|move|pass|use|write|put|set|call|wrap|"
    r"push|return|import|initiali[sz]e|declare|increase|decrease|switch|turn)\b",
    re.I,
)
_PLACE = re.compile(
    r"\b(?:in|of|to|from|inside|at|within|on)\s+(?:the\s+)?(?:function|method|class|return statement|constructor|"
    r"`?[A-Za-z_][\w.:]*\(\)`?)|\b(?:in place of|instead of|where\b.{0,40}\bstands now|by|with)\b",
    re.I,
)
_CONFESSION = re.compile(
    r"^\s*(?:i|we)\s+(?:\w+\s+)?(?:wrote|forgot|used|called|put|passed|typed|missed|left|returned|made|had|should have)\b",
    re.I,
)
_PATH_SCOPE = re.compile(r"^(?:path:)?[\w./*-]*(?:/[\w.*-]+|\.[A-Za-z]{1,4})(?::\w+)?$")

#: Attitudes, merits and efforts. Stems, so that "careful", "carefully" and "care" are one.
_VIRTUES = frozenset(
    stem
    for word in """
    careful care caution cautious attention attentive detail diligent diligence thorough thoroughness rigorous rigour
    rigor mindful mindset mind aware awareness conscious consciousness alert vigilant vigilance discipline disciplined
    responsible responsibility professional professionalism judgement judgment wisdom wise sensible sound sense
    quality clean craftsmanship excellence excellent best practice practices good better robust robustness reliable
    reliability strive aspire commit commitment dedication effort patience patient time humility humble honest honesty
    think thinking thoughtful thought consider understand understanding deep deeply properly proper correct correctly
    right rightly appropriate appropriately always never everything nothing fully truly really rush hurry haste focus
    seriously serious respect caring double diligently meticulous meticulously scrutiny question questioning critical
    critically assume assumption assumptions expect unexpected remain stay keep priority first
    """.split()
    for stem in stems(word)
)
#: Nouns and verbs of any work on any program: to name them names nothing.
_GENERIC = frozenset(
    stem
    for word in """
    code program software system component module part thing change work task problem issue bug error mistake failure
    approach solution design implementation implement developer programmer engineer engineering team people user users
    whoever everyone one way step process project result effect behaviour behavior expect need want make get do take
    give let put lead leave room concern case cases hand fit choose chosen write writing written read review test
    tests testing check verify ensure sure fix look try avoid guide evidence performance safety security matter
    amount aspect situation future next again matters important importance crucial essential key before after any
    existing new different other whole life everyday go come like enough much many place where place places feature
    """.split()
    for stem in stems(word)
)
#: So few content stems beside virtues and generic words are nothing to do, or nothing to do it to.
_CONCRETE_LEAST = 3
_VIRTUE_SHARE = 0.25


def altitude(lesson: str, scope: str, record: EvidenceRecord) -> Altitude:
    """Where the lesson stands. An edit is shallow even when a virtue is preached beside it."""
    if _names_an_edit(lesson, scope, record):
        return "shallow"
    return "too_vague" if _is_a_virtue(lesson, record) else "calibrated"


def _names_an_edit(lesson: str, scope: str, record: EvidenceRecord) -> bool:
    bare = lesson.replace("`", "")
    if _LINE.search(bare) or _CONFESSION.match(bare):
        return True
    code = [found.group() for found in _CODE.finditer(bare)]
    if not code:
        return bool(_FILE.search(bare) and _EDIT_VERB.search(bare) and _PATH_SCOPE.match(scope.strip()))
    if any(_in_repair(piece, record) for piece in code):
        return True
    if _FILE.search(bare) or _PATH_SCOPE.match(scope.strip()):
        return bool(_EDIT_VERB.search(bare))
    return _dense(bare, code) and bool(_EDIT_VERB.search(bare) and _PLACE.search(bare))


def _in_repair(piece: str, record: EvidenceRecord) -> bool:
    """Whether the lesson recites a line that the repair put in."""
    if record.repair_delta is None or len(piece) < 10:
        return False
    wanted = squeeze(piece)
    return any(
        wanted in squeeze(line) for hunk in read_diff(record.repair_delta.content) for line in hunk.added
    )


def _dense(text: str, code: list[str]) -> bool:
    """Whether the code makes up half of what the lesson says."""
    return sum(len(tokens(piece)) for piece in code) * 2 >= len(tokens(text))


def _is_a_virtue(lesson: str, record: EvidenceRecord) -> bool:
    said = list(dict.fromkeys(stems(lesson)))
    virtues = [stem for stem in said if stem in _VIRTUES]
    concrete = [stem for stem in said if stem not in _VIRTUES and stem not in _GENERIC]
    if len(concrete) < _CONCRETE_LEAST:
        return True
    return (
        len(virtues) >= 2 and len(virtues) >= _VIRTUE_SHARE * len(said) and len(virtues) >= len(concrete) / 2
    )
