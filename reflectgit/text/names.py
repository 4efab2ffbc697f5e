"""Names: what a sentence takes out of code and output, and not out of the language (DESIGN, "Grounding": anchors).

An identifier, a call, a number with more than one digit, a value that a language spells its own way: whoever writes it
has seen it somewhere. Finding one in a run shows that the sentence rests on the run; missing one shows nothing, for a
true story may say things its own way (`anchors` holds those whose absence speaks).
"""

import re
from functools import lru_cache

_LITERALS = "True|False|None|NULL|NaN|nil|undefined|Infinity|NO|YES|OK"
_NAME = re.compile(
    r"(?P<name>"
    r"\b[A-Za-z]\w*_\w+\b"  # snake case
    r"|\b[a-z]+[A-Z]\w*\b|\b[A-Z]\w*[a-z][A-Z]\w*\b"  # camel case
    r"|\b[A-Za-z]\w+(?:\.[A-Za-z_]\w+)+\b"  # dotted
    r"|\b[A-Za-z_]\w*(?=\(\))"  # a call
    r"|\b[a-z]{1,2}\d{1,3}\b|\b[A-Z]\d{2,}\b|\b0x[0-9a-fA-F]+\b"
    r"|[\[(]-?\d+(?:\.\d+)?(?:, ?-?\d+(?:\.\d+)?)+[\])]"  # a tuple, a list of numbers
    r"|\b\d[\d_]*(?:[.:,-]\d[\d_]*)+\b|\b\d[\d_]+\b"  # numbers, dates, times
    r"|\b[A-Z][A-Z0-9]{2,}\b"
    rf"|\b(?:{_LITERALS})\b"
    r")"
)
_EDGE = r"[A-Za-z0-9_]"
#: A date or a version shares its digits with others; a part of it is no name of its own.
_LONGEST = 80


@lru_cache(maxsize=256)
def names(text: str) -> tuple[str, ...]:
    """The names of a text in their order, each once."""
    return tuple(dict.fromkeys(found["name"] for found in _NAME.finditer(text) if len(found[0]) <= _LONGEST))


def stands_as_name(name: str, text: str) -> bool:
    """Whether the text has the name as a whole; a dotted one also by its last part, digits with or without ``_``."""
    spellings = {name, name.replace("_", "") if name[0].isdigit() else name, name.rpartition(".")[2]}
    return any(len(one) > 1 and stands_whole(one, text) for one in sorted(spellings))


def stands_whole(name: str, text: str) -> bool:
    """Whether the text has the name, and it is no part of a longer word."""
    word = re.escape(name)
    return name in text and re.search(rf"(?<!{_EDGE}){word}(?!{_EDGE})", text) is not None
