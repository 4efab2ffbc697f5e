"""What a piece of advice tells to do and what it tells to leave, clause by clause.

A clause is *against* something where it orders ("never …", "do not …", "avoid …", "… must not …"), where it stands
behind a contrast ("instead of …", "…, not …"), and where it dispenses ("leave out …", "skip …", "… need not …", "there
is no need to …", "… is superfluous"); not where it describes ("rename does not cross a mount"). Two of them cancel:
"never skip …" asks for it. What an act is to be *without* is told apart from the act: "never X without Y" asks for Y.
Reasons ("since …", "so that …") are no advice.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from reflectgit.model import Value
from reflectgit.text.words import STOP_WORDS, stems, tokens

#: Stop words that tell one act from another.
_SMALL = (
    "before after until inside outside above below same once each every on off up down more without unless"
)
SMALL = frozenset(_SMALL.split())

#: Names in capitals of several words (NOT EXISTS): none of their words is a stop word. A shouted order is none.
_CAPITALS = re.compile(
    r"\b(?!(?:DO|MUST|SHALL|SHOULD|MAY|NEVER|ALWAYS|OUGHT|CAN)\b)[A-Z]{2,}(?:\s+[A-Z]{2,})+\b"
)
_CAPITAL = re.compile(r"\b[A-Z]{2,}\b")
_REASON = re.compile(
    r"(?:\b(?:since|because|lest|so that|so as)\b|,\s*(?:as|for|which|who|or|so|otherwise)\b)[^.;:]*", re.I
)
_BREAK = re.compile(
    r"[.!?]\s+|[;:]\s|\s[-–—]\s|,?\s+(?:but(?!\s+not\b)|then|yet)\s|,\s+(?!not\b|without\b|and\s+not\b|but\s+not\b)(?:and\s+)?"
    r"|\sand\s+(?=(?:never|do not|don't|avoid|leave|skip|omit|drop)\b)",
    re.I,
)
#: Between clauses. A contrast begins one that is against what follows, up to a condition of both.
_CONTRAST = re.compile(
    r"\b(?:instead of|rather than|in place of|as opposed to|preferred over|preferable to)\b"
    r"|(?:,\s+|\s+)(?:and\s+|but\s+)?not\s+(?=(?:with|by|in|on|at|to|from|against|the|a|an|its|(?-i:[A-Z\d_])|\w+ing\b))"
    r"|,\s+(?:and\s+|but\s+)?(?=not\b)",
    re.I,
)
_STATES = re.compile(
    r"\b(?:is|are|was|were|do|does|did|has|have|must|should|may|shall|can|could|will|would|need|it)$", re.I
)
#: Letters of the longest of these, and one more.
_VERB = 7
_SWAPS = (
    (re.compile(r"\bprefer\s+([^,;.]{1,120}?)\s+over\s+", re.I), r"prefer \1 rather than "),
    (
        re.compile(
            r"\b(?:replace|swap|exchange)\s+(?=(?:the|a|an|each|every|any|all|its)\b)([^,;.]{1,120}?)\s+(?:by|with|for)\s+"
            r"([^,;.]+)",
            re.I,
        ),
        r"use \2 instead of \1",
    ),
    (re.compile(r"\bleav(?:e|ing)((?:\s+[\w'-]+){1,6}?)\s+(?:out|away|aside)\b", re.I), r"omit\1"),
    (re.compile(r"\bdo(?:ing)?\s+without\b", re.I), "omit"),
    (re.compile(r"\b(?:left|leaving|leave)\s+(?:out|away|aside)\b", re.I), "omit"),
    (
        re.compile(
            r"\b(?:leav(?:e|ing)|left|stay|remain)\b((?:\s+[\w'-]+){0,10}?)\s+un(\w{2,}(?:ed|et))\b", re.I
        ),
        r"omit\1 \2",
    ),
)
_CONDITIONAL = r"where|wherever|when|whenever|while|if|for|in|on|at|before|after|until|once"
_PREPOSITION = re.compile(r"\s*(?:through|by|with|in|on|at|to|from|into|over|under|via|as)\b", re.I)
_CONDITION_WORD = re.compile(rf"\s(?:{_CONDITIONAL})\s", re.I)
_CONDITION = (
    r"(?:(?:for|when|whenever|where|wherever|if|in|on|while|with|to|at|once|and|please|always)\b[^,]*?\s)?"
)
_DISPENSE = (
    r"(?:skip(?:ping)?|omit(?:ting)?|dispens(?:e|ing) with|get(?:ting)? rid of|forgo|disregard"
    r"|ignor(?:e|ing)|forget(?:ting)?(?: to)?|neglect(?:ing)?(?: to)?)\b"
)
_JUDGED = r"(?:right|safe|fine|ok|okay|enough|allowed|acceptable|sufficient|harmless)"
_ORDERS_NOT = re.compile(
    rf"^\s*{_CONDITION}(?:never\s+(?!\w+[^s\W]s\b)|(?:do not|don't|not to|not|avoid|refrain from|stop"
    r"|(?:under|in) no (?:circumstances|case)|on no account|at no time)\s)"
    r"|\b(?:must|should|may|shall|ought)\s*(?:not|never)\b|\b(?:mustn't|shouldn't)\b"
    rf"|\b(?:is|are)\s+(?:never|not)\s+{_JUDGED}\b|\b(?:is|are)\s+(?:wrong|unsafe|forbidden)\b"
    r"|\b(?:will not|won't)\s+(?:do|suffice)\b|\b(?:does not|doesn't|do not|don't)\s+suffice\b",
    re.I,
)
_DISPENSES = re.compile(
    rf"^\s*{_CONDITION}(?:(?:please|never|do not|don't|not to|not|avoid|simply|safely|just)\s+)*{_DISPENSE}"
    r"|\b(?:can|may|must|should|could|shall)(?:\s+(?:not|never|safely|simply|just|also|be))*\s+"
    rf"(?:{_DISPENSE}|(?:skipped|omitted|ignored|forgotten|missing)\b)"
    rf"|\b(?:{_JUDGED}|wrong|unsafe)\s+to\s+{_DISPENSE}",
    re.I,
)
_NEEDLESS = re.compile(
    rf"^\s*{_CONDITION}no\s+(?!more\b|longer\b|later\b|matter\b|other\b|sooner\b|one\b)|\bno need\b"
    r"|\bno\s[^,;.]*\b(?:needed|needs?|necessary|required)\b"
    r"|\bneed(?:s|ed)?\s+not\b|\bneedn't\b|\b(?:do|does)(?:n't|\s+not)\s+(?:need|have\s+to)\b"
    r"|\b(?:is|are)\s+(?:unnecessary|superfluous|redundant|needless|pointless|dispensable|a waste"
    r"|not\s+(?:needed|necessary|required))\b",
    re.I,
)
_NAME = re.compile(r"(?<![\w.])(?:[A-Za-z]\w*(?:\.[A-Za-z_]\w*)+|[^\W_]+_\w+)")
#: What stands behind "without", up to a word that begins something else.
_THING = re.compile(rf".*?(?=\s(?:{_CONDITIONAL}|and|that|the\s+\w+\s+of)\s|[(,]|$)", re.I)
_WITHOUT = re.compile(r"(?<=[\w,])\s+without\s+", re.I)
#: Of the order itself, not of the act.
_ORDER = """
one never avoid refrain stop always must shall ought dont prefer preferred preferable need needed needn skip skipping
omit omitting omitted skipped dispense rid forgo disregard ignore ignored forget forgotten neglect safe fine okay enough
unnecessary superfluous redundant needless pointless waste wrong unsafe circumstances simply safely suffice
"""
_ORDER_WORDS = frozenset(stems(_ORDER))
#: Forms that the stemmer does not know for those of one word, and two words of place that say before and after.
_FORMS = """
written/write wrote/write held/hold taken/take took/take given/give drawn/draw kept/keep sent/send built/build
rebuilt/rebuild made/make bound/bind chosen/choose broken/break thrown/throw left/leave lost/lose front/before
behind/after afterwards/after
"""
FORMS: dict[str, str] = dict(pair.split("/") for pair in _FORMS.split())


class Clause(Value, frozen=True, kw_only=True):
    """The words of one act, as stems in their order, and whether the advice is against it.

    `names`: the names with an underscore or a dot between letters, whole: each is one word more.
    `forbids`: the first words behind "never", "do not" and the like, as a rule a verb and its object; none where the
    clause is against the act in another way.
    `lacking`: those of the words that the act is to be done without.
    """

    against: bool
    words: tuple[str, ...]
    names: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()


@lru_cache(maxsize=4096)
def clauses(text: str) -> tuple[Clause, ...]:
    """The acts that a text is for or against, in their order."""
    made = (_clause(behind, part) for behind, part in _parted(_plain(text)))
    return tuple(clause for clause in made if clause.words)


def words_of_code(lines: str) -> frozenset[str]:
    """The words of lines of code as clauses have them, a keyword in capitals among them that is a stop word else."""
    return frozenset(_words(_CAPITAL.sub(_keyword, lines)))


def _plain(text: str) -> str:
    """Without quotes of code and reasons, each turn of phrase that says one thing written in one way."""
    plain = text.replace("`", "").replace("’", "'")
    plain = _CAPITALS.sub(lambda found: _CAPITAL.sub(_keyword, found.group()), plain)
    plain = _REASON.sub(" ; ", plain)
    for turn, written in _SWAPS:
        plain = turn.sub(written, plain)
    return plain


def _keyword(found: re.Match[str]) -> str:
    word = found.group().lower()
    return f"keyword{word}" if word in STOP_WORDS else found.group()


def _parted(text: str) -> Iterator[tuple[bool, str]]:
    """Clauses, each with whether it stands behind a contrast."""
    for clause in _BREAK.split(text):
        head, *behind = _contrasted(clause)
        for at, part in enumerate(behind):
            condition = _CONDITION_WORD.search(part, 1)
            if condition:
                behind[at], head = part[: condition.start()], f"{head} {part[condition.start() :]}"
        yield False, head
        yield from ((True, part) for part in behind)


def _contrasted(clause: str) -> list[str]:
    """What stands before, between and behind contrasts. "… is not in …" is none: there the "not" is the verb's."""
    parts, start = [], 0
    for found in _CONTRAST.finditer(clause):
        before = clause[start : found.start()]
        if before.strip() and not _STATES.search(before.rstrip()[-_VERB:]):
            parts.append(before)
            start = found.end()
    return [*parts, clause[start:]]


def _clause(behind: bool, part: str) -> Clause:
    forbids = _ORDERS_NOT.search(part)
    dispenses = bool(_DISPENSES.search(part)) ^ bool(_NEEDLESS.search(part))
    against = behind or bool(forbids) ^ dispenses
    named = tuple(dict.fromkeys(_NAME.findall(part)))
    main, *rest = _WITHOUT.split(part, maxsplit=1)
    if not rest:
        what = _forbidden(part[forbids.end() :]) if forbids and not behind and not dispenses else ()
        words = tuple(dict.fromkeys(_words(part)))
        return Clause(against=against, words=words, names=named, forbids=what)
    thing = _THING.match(rest[0])
    end = thing.end() if thing else len(rest[0])
    lacking = tuple(dict.fromkeys(_words(rest[0][:end])))
    words = tuple(dict.fromkeys([*_words(main), *lacking, *_words(rest[0][end:])]))
    return Clause(against=False, words=words, names=named, lacking=() if against else lacking)


def _forbidden(behind: str) -> tuple[str, ...]:
    """The verb behind a "never" and up to two words of its object; none where a preposition follows: "never by …"."""
    if _PREPOSITION.match(behind):
        return ()
    condition = _CONDITION_WORD.search(behind)
    return tuple(_words(behind[: condition.start() if condition else None])[:3])


def _words(clause: str) -> list[str]:
    """Stems in their order, with the small words that tell acts apart."""
    kept = []
    for word in tokens(clause):
        word = FORMS.get(word, word)
        kept += [word] if word in SMALL else stems(word)
    return [word for word in kept if word not in _ORDER_WORDS]
