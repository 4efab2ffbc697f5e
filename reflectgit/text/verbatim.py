r"""Whether a quote stands verbatim in a text, and what a quote may leave out (CONTRACT, "Quotes"; docs/quotes.md).

Every word, number and sign of a quote has to be there, in its order. Five things are no change:

* white space, and typographic forms of apostrophe, quotation mark and dash;
* the case of the first letter of a sentence, and a full stop or comma behind the last word;
* what a program puts in front of every line (``E   ``, the signs of a diff, bullets, times of a log), where the quote
  has several lines;
* ``…`` or ``...`` for what was left out of one sentence, or for whole lines.

A quote neither begins nor ends inside a word or a number ("12 rows" is not in "112 rows"), and a cut never leaves
out the word that turns the sentence round.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from reflectgit.text.gitnames import spelled_out

_SPACE = re.compile(r"\s+")
_STRAIGHT = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "ʼ": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "—": "-",
        "–": "-",
        "‑": "-",
        "‐": "-",
        "−": "-",
    }
)
#: What stands in front of every line of some texts, and is no part of what the line says.
_STAMP = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?|\d\d:\d\d:\d\d(?:[.,]\d+)?"
_LEVEL = r"TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL"
_MARGINS = (
    re.compile(r"^[+\- ]", re.M),
    re.compile(r"^[ \t]{0,40}(?:[-*•]|\d{1,3}[.)])[ \t]+", re.M),
    re.compile(rf"^\[?(?:{_STAMP})\]?[ \t]+(?:\[?(?:{_LEVEL})\]?:?[ \t]+)?", re.M),
    re.compile(r"^[ \t]{0,20}[\w.-]{0,40}[ \t]{0,20}\|(?:[ \t]|$)", re.M),
)
#: As pytest marks the line that failed and what it says of it: left out even where a quote is written on one line.
_PYTEST_MARGIN = re.compile(r"^(?:E(?=[ \t]{2,}|$)|>(?=[ \t]))", re.M)


class _Text(NamedTuple):
    """A text with every run of white space as one sign: a space, or in `lined` a line end where it had one."""

    flat: str
    lined: str


def squeeze(text: str) -> str:
    """White space does not count: every run of it is one space, none at the ends."""
    return _SPACE.sub(" ", text).strip()


def stands_in(quoted: str, content: str) -> bool:
    """Whether `quoted` is verbatim in `content`, but for what the rules of this module let pass.

    A name in a diff may stand as people write it or as git escapes it.
    """
    return next(_places(quoted, content), None) is not None


def cut_from_negation(quoted: str, content: str) -> bool:
    """Whether `quoted` stands in `content` only right behind a word that says it is not so.

    "the cache is shared", out of "never assume that the cache is shared": verbatim, and the opposite of what it says.
    """
    behind = [_is_denied(text, start) for text, start in islice(_places(quoted, content), _MOST_PLACES)]
    return bool(behind) and all(behind)


def says_no(text: str) -> bool:
    """Whether the last sentence of a text holds a word that denies."""
    last = _SENTENCE_END.split(text[-_LONGEST_SENTENCE:])[-1]
    return _SAYS_NO.search(last.translate(_STRAIGHT)) is not None


def _places(quoted: str, content: str) -> Iterator[tuple[_Text, int]]:
    """Every place where the quote stands: a reading of the content, and where in it the quote begins."""
    for text in _readings(content, "\n" in quoted.strip()):
        for said in dict.fromkeys((quoted, spelled_out(quoted))):
            whole = squeeze(said.translate(_STRAIGHT))
            yield from ((text, start) for start, _ in _whole(whole, text))
            yield from ((text, start) for start in _cut(said.translate(_STRAIGHT), text))


def _readings(content: str, of_lines: bool) -> Iterator[_Text]:
    """The content as it is, and without what stands in front of its lines."""
    yield _squeezed(content)
    if _PYTEST_MARGIN.search(content):
        yield _squeezed(_PYTEST_MARGIN.sub("", content))
    for margin in _MARGINS if of_lines else ():
        if margin.search(content):
            yield _squeezed(margin.sub("", content))


@lru_cache(maxsize=64)
def _squeezed(content: str) -> _Text:
    lined = _SPACE.sub(lambda run: "\n" if "\n" in run[0] else " ", content.translate(_STRAIGHT)).strip()
    return _Text(lined.replace("\n", " "), lined)


# --- the whole quote -------------------------------------------------------------------------------------

#: A quote of fewer words has no first word of a sentence: it may be a name, and its case part of it.
_SENTENCE_WORDS = 3
_FIRST_WORD = re.compile(r"[A-Za-z][a-z]*(?= )")
_LITERALS = frozenset(("true", "false", "none", "null", "nan", "nil"))
_BEGINS = re.compile(r"(?:^|\n|[.!?:]['\")]? |[-*>] )$")
_IN_MARKS = re.compile(r"(['\"]).+\1")
_LAST_MARK = re.compile(r"(?<=[\w)\]}'\"])[.,;:]$")


def _whole(said: str, text: _Text) -> Iterator[tuple[int, int]]:
    """Where the quote stands, as spans: as it is, without marks at its ends, with its first letter in another case."""
    for form in filter(None, dict.fromkeys((said, _LAST_MARK.sub("", said), _unmarked(said)))):
        yield from _spans(form, text)
        other = _other_case(form)
        for start, end in _spans(other, text) if other else ():
            if other[0].islower() or _BEGINS.search(text.lined, max(0, start - 3), start):
                yield start, end


def _unmarked(said: str) -> str:
    """A sentence in quotation marks that stand inside the quote, without them; a word in such marks may be a value."""
    return said[1:-1].strip() if _IN_MARKS.fullmatch(said) and _is_sentence(said) else ""


def _is_sentence(said: str) -> bool:
    return said.count(" ") + 1 >= _SENTENCE_WORDS


def _other_case(said: str) -> str:
    """The quote with the case of its first letter changed, where that is the case of a sentence's beginning."""
    first = _FIRST_WORD.match(said)
    if first is None or first[0].lower() in _LITERALS or not _is_sentence(said):
        return ""
    return said[0].swapcase() + said[1:]


def _spans(said: str, text: _Text, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """Where the words stand, neither beginning nor ending inside a word or a number."""
    at = text.flat.find(said, start, end)
    while at >= 0:
        if not (_goes_on(text.lined, at) or _goes_on(text.lined, at + len(said))):
            yield at, at + len(said)
        at = text.flat.find(said, at + 1, end)


#: Of scripts that part their words: others are written without spaces, and a quote may begin anywhere.
_LETTER = r"[0-9A-Za-z_\u00c0-\u024f\u0370-\u052f]"
#: At a place: a word goes on over it (but for an escape, as in ``one\ntwo``), a number does, or its sign is left out.
_INSIDE = re.compile(
    rf"(?<={_LETTER})(?<!\\[ntrfvb0])(?={_LETTER})"
    r"|(?<=\d\.)(?=\d)|(?<=\d)(?=\.\d)|(?<=\d,)(?=\d{3}(?!\d))|(?<=\d)(?=,\d{3}(?!\d))"
    r"|(?<=[ =(\[:,]-)(?=\d)"
)


#: An address or a digest says nothing by its digits, and may be cut.
_IN_HEX = re.compile(r"(?:0x[0-9a-fA-F]*|\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*[0-9])[0-9a-f]{6,})$")


def _goes_on(text: str, at: int) -> bool:
    """Whether a word or a number goes on over the place."""
    return _INSIDE.match(text, at) is not None and not _IN_HEX.search(text, max(0, at - _LONGEST_HEX), at)


# --- a quote with cuts -----------------------------------------------------------------------------------

_ELLIPSIS = re.compile(r"(?P<ahead>\s*)[\[(]?(?:\.{3,}|…)[\])]?(?P<behind>\s*)")
#: A part has two words and as many signs at least; what is shorter occurs anywhere, and carries nothing.
_PART_WORDS = 2
_PART_CHARS = 8
_MOST_PARTS = 4
#: The most that a cut leaves out of one line, and in whole lines, in characters; and how many places of a quote are
#: looked at.
_MOST_CUT = 200
_MOST_LINES_CUT = 2_000
_MOST_PLACES = 200
_LONGEST_HEX = 64
_DENIAL = (
    r"not(?! (?:only|just|merely)\b)|no|never|nor|neither|nothing|nobody|nowhere|cannot|without|unless|except"
    r"|hardly|lacks?|lacking|instead of|rather than|(?:fail(?:s|ed)?|unable|refus(?:e|es|ed)) to|\w+n't"
)
#: What a cut may not leave out: a denial, how something ended, the end of the sentence; nor, right before what follows
#: the cut, what tells in which order or how much. It is looked for in what is left out and the sign behind it.
_TELLS = re.compile(
    rf"\b(?:{_DENIAL}|pass(?:es|ed)?|fail(?:s|ed)?|ok|error|skipped|xfail(?:ed)?|xpass(?:ed)?|but|only|if)\b"
    r"|\bnon-|(?<!\.)[.!?;] |\n|\b(?:before|after|until|since|most|least|almost|nearly|too|than|other|half) .$",
    re.I,
)
#: Up to three words behind it, in the same clause and line.
_DENIED = re.compile(rf"\b(?:{_DENIAL}) (?:[^\s,;:.!?]+ ){{0,3}}$|\bnon-$", re.I)
_REACH = 80
_SAYS_NO = re.compile(rf"\b(?:{_DENIAL})\b", re.I)
_SENTENCE_END = re.compile(r"[.;!?]\s")
_LONGEST_SENTENCE = 400


def _cut(said: str, text: _Text) -> Iterator[int]:
    """Where a quote with cuts begins: its parts stand there in their order, and nothing that tells is left out."""
    parts, between_lines = _parts(said)
    if not 1 <= len(parts) <= _MOST_PARTS or not all(part in text.flat for part in parts[1:]):
        return
    for start, end in islice(_whole(parts[0], text), _MOST_PLACES):
        if not _is_denied(text, start) and _goes_with(parts[1:], between_lines, text, end):
            yield start


def _parts(said: str) -> tuple[list[str], list[bool]]:
    """What stands between the cuts, and of each cut between two parts whether it leaves out whole lines.

    No part where there is no cut, or where one is too short.
    """
    cuts = list(_ELLIPSIS.finditer(said))
    ends, starts = [0, *(cut.end() for cut in cuts)], [*(cut.start() for cut in cuts), len(said)]
    pieces = [squeeze(said[start:end]) for start, end in zip(ends, starts, strict=True)]
    first, last = int(not pieces[0]), len(pieces) - int(not pieces[-1])
    between = ["\n" in cut["ahead"] + cut["behind"] for cut in cuts][first : last - 1]
    parts = pieces[first:last]
    if not (cuts and parts and all(map(_is_long, parts))):
        return [], []
    return [*parts[:-1], _LAST_MARK.sub("", parts[-1])], between


def _is_long(part: str) -> bool:
    words = part.split()
    return len(words) >= _PART_WORDS and sum(map(len, words)) >= _PART_CHARS


def _goes_with(parts: list[str], between_lines: list[bool], text: _Text, end: int) -> bool:
    """Whether the other parts follow, the nearest place of each."""
    for part, of_lines in zip(parts, between_lines, strict=True):
        found = _next_line(part, text, end) if of_lines else _same_line(part, text, end)
        if found is None:
            return False
        end = found
    return True


def _same_line(part: str, text: _Text, end: int) -> int | None:
    for start, until in _spans(part, text, end, end + _MOST_CUT + len(part)):
        return None if _TELLS.search(text.lined[end : start + 1]) else until
    return None


def _next_line(part: str, text: _Text, end: int) -> int | None:
    """Whole lines are left out: the one part ends its line, the other begins one."""
    if text.lined[end : end + 1] not in ("\n", ""):
        return None
    starts = (
        span for span in _spans(part, text, end, end + _MOST_LINES_CUT) if text.lined[span[0] - 1] == "\n"
    )
    return next((until for _, until in starts), None)


def _is_denied(text: _Text, start: int) -> bool:
    line = text.lined[max(0, start - _REACH) : start].rpartition("\n")[2]
    return _DENIED.search(line) is not None
