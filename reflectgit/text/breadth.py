"""Breadth that one failure cannot support: universal words leave a scope's text, and it still reads.

"every program that touches any data store, in all languages and teams" says, without its breadth, "program
that touches data store": a universal word goes; a phrase in which it ranges over nothing but carriers of
breadth (languages, teams, projects …) goes with it.
"""

import re
from collections.abc import Collection
from functools import lru_cache

#: Nouns that name no domain: where a universal word ranges over them alone, nothing is said.
_CARRIER = (
    r"(?:(?:app|application|case|code|code ?base|computer|context|domain|ecosystem|environment|field|framework|kind"
    r"|language|machine|operating system|organi[sz]ation|os|place|platform|program|programming language|project"
    r"|protocol|purpose|repo|situation|software|source|stack|system|team|thing|tool|toolchain|world|programmer"
    r"|developer|person|size|time|area|discipline)s?"
    r"|(?:compan|industr|librar|technolog|repositor)(?:y|ies)|people|computing|programming"
    r"|(?:software )?(?:development|engineering))"
)
_LINK = r"(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+)"
_PREPOSITION = r"(?:in|across|for|of|on|with|by|from|at|over|under|using|within|throughout)"
#: What may follow a carrier that stands for itself, and is not the first half of a name ("language servers").
_END = r"(?=\s*(?:$|[,;:.)])|\s+(?:and|or|that|which|who|where|when|in|on|with|of|by|from|at|is|are|there)\b)"
_STOP = """
a an and are as at by for from in included including is it no not of on or that the there to using where which with
whatever alike within across over under
"""


def without_breadth(text: str, universal: Collection[str]) -> str:
    """The text without universal words, and without phrases that were nothing but breadth."""
    if not universal:
        return text
    while (narrowed := _once(text, tuple(sorted(universal)))) != text:
        text = narrowed
    return text


def _once(text: str, universal: tuple[str, ...]) -> str:
    every, ranging = _patterns(universal)
    if not every.search(text):
        return text
    kept: list[str] = []
    dropped = False
    for separator, phrase in _phrases(text):
        narrowed = " ".join(every.sub(" ", ranging.sub(" ", phrase)).split())
        dropped = _says_nothing(narrowed) and (dropped or bool(every.search(phrase)))
        if not dropped:
            kept.append(f"{separator if kept else ''}{narrowed}")
    return re.sub(r"\s+([,;:.])", r"\1", "".join(kept)).strip()


def _phrases(text: str) -> list[tuple[str, str]]:
    """Pairs of what parts a phrase from the one before it, and the phrase."""
    parts = re.split(r"([,;:]\s+|\s+[-–—]\s+)", text)
    return list(zip(["", *parts[1::2]], parts[0::2], strict=True))


def _says_nothing(phrase: str) -> bool:
    """Whether only carriers of breadth and small words are left."""
    bare = re.sub(rf"\b{_CARRIER}\b", " ", phrase, flags=re.IGNORECASE)
    return set(re.findall(r"\w+", bare.lower())) <= set(_STOP.split())


@lru_cache(maxsize=8)
def _patterns(universal: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A universal word (not `all()`, `catch-all`, `each other`); one that ranges over carriers, or over nothing."""
    words = "|".join(re.escape(word) for word in sorted(universal, key=len, reverse=True))
    every = rf"(?<![\w`.'-])(?!each\s+other\b)(?:{words})(?![\w`('-]|\.\w)"
    over = rf"{_CARRIER}(?:{_LINK}(?:{_PREPOSITION}\s+)?(?:{every}\s+)?{_CARRIER})*{_END}"
    ranging = rf"\b{_PREPOSITION}\s+{every}(?:\s+(?:the\s+|our\s+|other\s+)?{over}|(?=\s*(?:$|[,;:.)])))"
    return re.compile(every, re.IGNORECASE), re.compile(ranging, re.IGNORECASE)
