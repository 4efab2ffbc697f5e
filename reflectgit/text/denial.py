"""Whether a sentence denies what another states: nearly the same words, and one "not" more or less.

Told clause by clause. A paraphrase shares too few words to be told, and says nothing here; that is the price of
never taking a true story for its opposite (DESIGN: rules of contradiction overfit and kill true claims).
"""

import math
import re
from functools import cache, lru_cache
from typing import NamedTuple

from reflectgit.text.sentences import sentences
from reflectgit.text.words import stems

_NEGATION = re.compile(
    r"\b(?:[Nn]ot|[Nn]o|[Nn]ever|[Nn]either|nor|none|[Nn]othing|[Nn]obody|[Nn]owhere|[Ww]ithout|[Cc]annot|lacks?|lacking"
    r"|[Hh]ardly|fail(?:s|ed)? to|[Ii]nstead of|[Rr]ather than|\w+n't)\b"
)
_CLAUSE = re.compile(
    r"(?<=[,;:])\s+(?:(?:but|and|so|yet|while|whereas|since|because|as)\s+)?"
    r"|\s+(?:but|yet|while|whereas|because|since|and so|and(?=\s+(?:no|not|none|never)\b))\s+|\s[-–—]\s",
    re.I,
)
#: Words that two clauses need to have, and the share of them that has to be common (the geometric mean of both shares).
_FEW = 3
_NEARLY_THE_SAME = 0.6


class _Clause(NamedTuple):
    """Its stems, the stem behind each negation in it, and the clause itself."""

    words: frozenset[str]
    negated: tuple[str, ...]
    text: str

    @property
    def is_plain(self) -> bool:
        """Whether it says enough, and nothing but a "not" can turn it round."""
        turned = _TURNS.search(self.text) or _OF_IT.search(self.text) or _NOTHING.search(self.text)
        return len(self.words) >= _FEW and not turned

    def denied_in(self, other: "_Clause") -> bool:
        """Whether it is negated in what the other says too: "no guest left" does not negate "the door is shut"."""
        return sum(word in other.words for word in self.negated) % 2 == 1


#: "An order without it": what is denied stands in another clause.
_OF_IT = re.compile(r"\b(?:not|no|without|lacks?|lacking)\s+(?:it\b|them\b|(?:this|these|one|any)\W*$)", re.I)
#: "exit=None" says that there was no exit.
_NOTHING = re.compile(r"\b(?:None|null|NULL|nil|undefined|False|false)\b")
#: What may turn a clause round without a "not".
_TURNS = re.compile(r"\b(?:before|until|unless|except|only|instead|rather|than|too)\b", re.I)


def denies(text: str, other: str) -> str | None:
    """The clause of `other` that a clause of `text` turns into its opposite; None where there is none."""
    known = [clause for clause in _clauses(other) if clause.is_plain]
    for clause in _clauses(text):
        if clause.is_plain and known:
            near = max(known, key=lambda one: _common(clause, one))
            same = _common(clause, near) >= _NEARLY_THE_SAME
            if same and clause.denied_in(near) != near.denied_in(clause):
                return near.text
    return None


@lru_cache(maxsize=256)
def _clauses(text: str) -> tuple[_Clause, ...]:
    plain = text.replace("’", "'").replace("`", "")
    parts = (part.strip() for sentence in sentences(plain) for part in _CLAUSE.split(sentence))
    return tuple(_Clause(frozenset(stems(part)) - _signs(), _negated(part), part) for part in parts if part)


@cache
def _signs() -> frozenset[str]:
    """What negates says nothing of what is negated."""
    return frozenset(stems("without none nothing nobody nowhere neither cannot lack lacking"))


def _negated(part: str) -> tuple[str, ...]:
    behind = (stems(part[found.end() :])[:1] for found in _NEGATION.finditer(part))
    return tuple(word for words in behind for word in words)


def _common(one: _Clause, other: _Clause) -> float:
    return len(one.words & other.words) / math.sqrt(len(one.words) * len(other.words))
