"""What was got and what was wanted, as people word it in the failures of their own tests.

Read: ``got X, want Y`` and ``expected Y, got X`` in their kin, ``f(x) = X, want Y``, ``len 7 want 8``. The sides
stand in the order in which they are printed. Sentences of more than `SENTENCE` characters are left alone: a dump is
no sentence.
"""

import re
from collections.abc import Iterator

from reflectgit.facts.model import Assertion

SENTENCE = 400

_GOT = r"(?:got|have|had|was|were|received|found|actual)"
_WANT = r"(?:wanted|want|wants|expected|expect|expects)"
_IS = r"(?: is|:|=)? ?"
_CALL_WANT = re.compile(rf"(?P<call>\S.*?) = (?P<got>.*?)[,;] ?(?:but )?{_WANT} (?P<want>\S.*)$", re.I)
_GOT_WANT = re.compile(
    rf"(?P<before>.*?\b){_GOT}{_IS}(?P<got>\S.*?)[,;:.]? (?:but )?{_WANT}{_IS}(?P<want>\S.*)$", re.I
)
_WANT_GOT = re.compile(
    rf"(?P<before>.*?\b){_WANT}{_IS}(?P<want>\S.*?)[,;:.]? (?:but (?:it )?"
    rf"|and )?(?:instead )?{_GOT}{_IS}(?P<got>\S.*)$",
    re.I,
)
_NAME_WANT = re.compile(
    rf"(?P<before>(?:.* )?)(?P<name>[A-Za-z_][\w.]*)[ =:]+(?P<got>\S+),? {_WANT} (?P<want>\S+)$"
)
_WORDS = re.compile(r"(?:want|expect)", re.I)


def begins(text: str) -> int | None:
    """Where the comparison begins in a sentence; None when it compares nothing."""
    match = _matched(text)
    if not match:
        return None
    return match.start("name") if "name" in match.groupdict() else len(match.groupdict().get("before") or "")


def compared(line: int, text: str) -> Iterator[Assertion]:
    """The comparison of a sentence, if it makes one."""
    match = _matched(text)
    if not match:
        return
    got, want = match["got"].rstrip(" ."), match["want"].rstrip(" .")
    called = match.groupdict().get("call") or match.groupdict().get("name")
    where = (f"{got} = {called}",) if called else ()
    if match.start("want") < match.start("got"):
        yield Assertion(line=line, left=want, operator="==", right=got, wanted="left", where=where)
    else:
        yield Assertion(line=line, left=got, operator="==", right=want, wanted="right", where=where)


def _matched(text: str) -> re.Match[str] | None:
    if len(text) > SENTENCE or not _WORDS.search(text):
        return None
    return _CALL_WANT.match(text) or _WANT_GOT.match(text) or _GOT_WANT.match(text) or _NAME_WANT.match(text)
