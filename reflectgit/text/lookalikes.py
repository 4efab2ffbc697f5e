r"""A text as its reader takes it: what hides left out, what looks like a letter read as that letter.

`plain` is what rules that look for words are given; nothing that is written ever comes from it. `mixed_words` and
`hidden` say what in a text serves nobody but who wants to be misread.

Sources: compatibility forms by NFKC (UAX #15), look-alikes after the confusables of UTS #39. Of its 6,000 pairs a table
of some 90 is kept here: letters of the scripts that share their shapes with Latin. The packages that carry the whole of
it (``confusable-homoglyphs``, ``homoglyphs``) are unmaintained or read files of their own at import, and a pair like
``rn`` and ``m`` is no help in prose. Letters of another script are read as Latin ones in words that mix both, and where
a text has no letter of that script that could not be one: Russian and Greek sentences stay what they are.
"""

import html
import re
import unicodedata
from urllib.parse import unquote

from reflectgit.text.clean import HIDDEN, clean


def _pairs(written: str) -> dict[str, str]:
    return {pair[0]: pair[1] for pair in written.split()}


_CYRILLIC = _pairs(
    "аa сc ԁd еe һh іi јj ӏl оo рp ԛq ѕs уy ѵv ԝw хx вb кk мm нh тt гr пn ѐe ёe ѝu"
    " АA ВB СC ЕE НH ІI ЈJ КK МM ОO РP ЅS ТT ԜW ХX УY ҮY ӀI"
)
_GREEK = _pairs("αa εe ηn ιi κk νv οo ρp τt υu χx ωw γy ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϲc ϳj")
_ARMENIAN = _pairs("օo ոn սu ցg հh ԼL ՏS ՕO")
_CHEROKEE = _pairs("ᎪA ᏴB ᏟC ᎠD ᎬE ᎻH ᎫJ ᏦK ᏞL ᎷM ᏢP ᏒR ᏚS ᎢT ᏙV ᎳW ᏃZ")
#: Latin letters of another shape: small capitals, those of phonetic script, and those with a stroke.
_LATIN = _pairs(
    "ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ɑa ɡg ıi ɩi łl đd øo"
)
#: Letters in filled circles and squares have no compatibility form (U+1F150 …, U+1F170 …).
_FILLED = {chr(first + at): chr(97 + at) for first in (0x1F130, 0x1F150, 0x1F170) for at in range(26)}
_ALWAYS = str.maketrans(_LATIN | _FILLED)
_OTHERS = _CYRILLIC | _GREEK | _ARMENIAN | _CHEROKEE
_AS_LATIN = str.maketrans(_OTHERS)
#: Those that nobody writes inside a Latin word but to deceive. Small Greek letters stand in it as signs (``αmin``).
_DECEIVING = frozenset(_CYRILLIC) | frozenset(_ARMENIAN) | frozenset(_CHEROKEE) | set("οΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")

_WORD = re.compile(r"[^\W\d_]+")
_OTHER_LETTER = re.compile(r"[\u0370-\u03ff\u0400-\u052f\u0531-\u058f\u13a0-\u13ff]")
#: As `clean` shows what hides.
_SHOWN = re.compile(r"\\u\{([0-9a-f]{2,6})\}")
_ESCAPED = re.compile(r"\\u\{?00([2-7][0-9a-f])\}?|\\x([2-7][0-9a-f])", re.I)
_ACCENT = re.compile(r"(?<=[A-Za-z])[\u0300-\u036f]+")
#: A word of Latin letters with an ending of another script, as Russian declines names: ``commitа``.
_ENDING = re.compile(r"[A-Za-z]{2,}[\u0400-\u052f]{1,3}")


def plain(text: str) -> str:
    """The text in NFKC without hidden characters, escapes, accents and look-alikes; its words stay where they are."""
    seen = _ESCAPED.sub(_unescaped, _SHOWN.sub(_revealed, text))
    seen = unquote(html.unescape(seen), errors="ignore") if "&" in seen or "%" in seen else seen
    if seen.isascii():
        return seen
    seen = "".join(map(_told, seen)).translate(_ALWAYS)
    seen = _ACCENT.sub("", unicodedata.normalize("NFKD", seen))
    return unicodedata.normalize("NFKC", _latin(seen))


def mixed_words(text: str) -> list[str]:
    """The words in which letters of another script stand for the Latin ones that they look like, in their order."""
    if text.isascii():
        return []
    normal = unicodedata.normalize("NFKC", text)
    speaks = any(char not in _OTHERS for char in _OTHER_LETTER.findall(normal))
    return [
        word
        for word in _WORD.findall(normal)
        if _is_mixed(word) and not (speaks and _ENDING.fullmatch(word)) and _deceives(word)
    ]


def hidden(text: str) -> list[str]:
    """What hides in a text, raw or as `clean` shows it, where it stands for more than itself: ``U+200B``.

    A lesson may name one such character; one inside a word, or several in a row, carries what nobody is to see.
    """
    shown = clean(text)
    found = [
        match for match in _SHOWN.finditer(shown) if HIDDEN.fullmatch(chr(min(int(match[1], 16), 0x10FFFF)))
    ]
    return [f"U+{match[1].upper():0>4}" for match in found if _clings(match, shown)]


def _clings(match: re.Match[str], text: str) -> bool:
    before, after = text[: match.start()][-1:], text[match.end() :][:2]
    return before.isalnum() or before == "}" or after[:1].isalnum() or after == "\\u"


def _revealed(match: re.Match[str]) -> str:
    """What a shown character says: itself nothing, a tag the letter it is a tag of."""
    return _told(chr(min(int(match[1], 16), 0x10FFFF)))


def _told(char: str) -> str:
    code = ord(char)
    if 0xE0020 <= code <= 0xE007E:
        return chr(code - 0xE0000)
    if 0xE0110 <= code <= 0xE016E:  # variation selectors that carry bytes: the first sixteen stand elsewhere
        return chr(code - 0xE0100 + 16)
    return "" if HIDDEN.fullmatch(char) else char


def _unescaped(match: re.Match[str]) -> str:
    return chr(int(match[1] or match[2], 16))


def _latin(text: str) -> str:
    letters = _OTHER_LETTER.findall(text)
    if not letters:
        return text
    if all(char in _OTHERS for char in letters):
        return text.translate(_AS_LATIN)
    return _WORD.sub(lambda word: word[0].translate(_AS_LATIN) if _is_mixed(word[0]) else word[0], text)


def _is_mixed(word: str) -> bool:
    return re.search("[A-Za-z]", word) is not None and _OTHER_LETTER.search(word) is not None


def _deceives(word: str) -> bool:
    """Whether every letter that is not Latin could be taken for one, and one at least only to deceive."""
    others = _OTHER_LETTER.findall(word)
    return all(char in _OTHERS for char in others) and any(char in _DECEIVING for char in others)
