"""Secrets that show by the name they are given to: ``password = 'tulip'``, ``API_KEY=…``, ``--token …``.

Only literals are secrets: code (``token = next(tokens)``), types, templates (``{token}``, ``$TOKEN``) and words
that stand for nothing (``None``) stay, or evidence would be of no use. ``token`` and its like are words of
parsers as well: their values count only where they look random.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from reflectgit.text import fold
from reflectgit.text.secret_shapes import Found, matches

STRONG = (
    r"passwords?|passwd|passphrase|pass_?word|pwd|secret|secret_?key|client_?secret|api_?key|apikey|"
    r"(?:shared_?)?access_?key|account_?key|private_?key|signing_?key|encryption_?key|master_?key"
)
#: Whose password it is: `pass` alone is a word of tests, compilers and loops.
_WHOSE = (
    r"(?:db|database|smtp|mail|email|user|usr|root|admin|ftp|ldap|redis|mysql|mariadb|pg|postgres|mongo|mongodb|"
    r"rabbitmq|amqp|mqtt|imap|proxy|http|auth|login|sudo|sql|jdbc|server|host|client|account|store|key|vault)"
)
_SUFFIX = r"(?:_?(?:\d{1,3}|value|text|plain|raw|old|new|b64|base64|str|string))?"
_CLOSE = r"(?:\\{0,7}[\"'])?\]?\s{0,64}"
_SEPARATOR = r"(?:===?|!==?|:=|=>|=|:)"
#: By the word at the end of a name, one pattern for each: it is searched for quickly, by the letters that begin it.
_NAMED = tuple(
    re.compile(
        rf"(?P<word>{word}){_SUFFIX}(?![a-z0-9_])(?P<close>{_CLOSE})(?P<separator>{_SEPARATOR})(?P<space>[ \t]{{0,64}})"
    )
    for word in (
        r"pass(?:words?|wd|phrase|[_-]?word)?",
        r"pwd?",
        r"pin",
        r"secret",
        r"session(?:[_-]?id)?",
        r"key",
        r"token",
        r"auth",
        r"credentials?",
        r"otp",
    )
)
_WEAK = re.compile(r"token|auth|credentials?|session.*|nonce.*|otp|pin")
_SHORT = ("pass", "pw")
#: What is a part of the word where it stands before it: a key is secret by what it opens.
_BEFORE_WORD = {
    "key": re.compile(
        r"(?:nonce|secret|api|(?:shared[_-]?)?access|account|private|signing|encryption|master)[_-]?\Z"
    ),
    "secret": re.compile(r"client[_-]?\Z"),
}
_BEFORE_WORD_CHARS = 16
_OF_SOMEBODY = re.compile(rf"(?<![a-z]){_WHOSE}[_-]?\Z")
#: A literal in quotes of one or of the other kind, on one line.
LITERAL = (
    r"[bBrRuUfF]{0,2}\\{0,7}(?:\"(?P<double>(?:[^\"\\\n]|\\[^\"\n]){1,512})"
    r"|'(?P<single>(?:[^'\\\n]|\\[^'\n]){1,512}))"
)
_FLAG = re.compile(
    rf"-(?<![\w-]-)-?(?:[\w-]{{0,40}}?(?:{STRONG.replace('_?', '-?')}|token)|(?:{_WHOSE}[-_]?)?(?:pass|pw))"
    rf"(?:[ \t]{{1,4}}|[\"'],\s?)(?:{LITERAL}|[\"']?(?P<value>[^\s\"']+))"
)
#: Where one may begin: a whole word with a dash that ends like a secret's name.
_FLAGS = re.compile(
    r"-(?<![\w-]-)[\w-]+(?=[ \t\"'])"
    r"(?:(?<=pass)|(?<=pw)|(?<=wd)|(?<=word)|(?<=words)|(?<=phrase)|(?<=secret)|(?<=key)|(?<=token))"
)
_ELEMENT = re.compile(rf"<(?:{STRONG.replace('_?', '[_-]?')}|token)>(?P<value>[^<>\n]{{1,512}})</")

_QUOTE = re.compile(r"[bBrRuUfF]{0,2}(?P<quote>\"{3}|'{3}|\\{0,7}[\"'`])")
_CLOSING = {quote: re.compile(rf"[^{quote}\\\n]*(?:\\.[^{quote}\\\n]*)*{quote}") for quote in "\"'`"}
#: Base64 may end in `=` as well: what an annotation is for follows its sign.
_TYPE = re.compile(
    r"[A-Za-z_][\w.]*(?:\[[^\]\n]{0,80}\])?(?:[ \t]*\|[ \t]*[A-Za-z_]\w*)?(?:[ \t]+=[ \t]*|=)(?=[^\s=#,;)}\]])"
)
_TAG = re.compile(r"![A-Za-z][\w!/:.-]{0,40}[ \t]+")
#: A value on the line below its name, alone there and further in.
_BELOW = re.compile(r"\\?\r?\n[ \t]+(?=\S{8,256}[ \t]*\r?(?:\n|\Z))")
_BLOCK = re.compile(r"[|>][+-]?[ \t]*\r?\n[ \t]+")
_BARE = re.compile(r"[^\s,;&\"'`<>]+")
_JUDGED_CHARS = 256  # of a bare value: enough to tell a literal from code
_SEEN_CHARS = 4096  # of a quoted one
_TEMPLATE = re.compile(r"[{$%<*\[(]|#\{|\.{3}|x{4,}$", re.IGNORECASE)
_EXPRESSION = re.compile(r".*[(\[{]|[A-Za-z_]\w*(?:(?:\.|::|->)[A-Za-z_]\w*)+[.,;:)\]}]*$")
_NOTHING = """
    none null nil true false undefined nan empty unset missing required optional str string bytes bytearray int
    integer bool boolean float number char any object self text varchar password passwd secret token redacted
    hidden masked pass fail passed failed error skipped ok
"""
_WORDS_FOR_NOTHING = frozenset(_NOTHING.split())
_PROSE = (
    "a an and are argument as can cannot flag for from has have if in instead is it may must not of on option or "
    "requires required should the to value was when will with"
)
_NAME_BEFORE = re.compile(r"[\w.-]{0,64}\Z")
_LINE_HEAD = re.compile(r"[ \t]*(?:[-+>E|][ \t]+|[-+>])?[ \t]*(?:export[ \t]+|set[ \t]+|ENV[ \t]+)?[\"']?$")


class _Name(NamedTuple):
    """A name that something is given to.

    Attributes:
        start: where it begins.
        before: what of it stands before the word that tells: ``DB_`` of ``DB_PASSWORD``.
        whole: all of it, with what it is a number or a form of.
        strong: whether whatever it is given is a secret.
        short: whether the word is ``pass`` or ``pw``, which are other words as well.
        separator: what stands between it and its value.
        tight: whether that is a ``=`` without a blank behind it.
        end: where its value may begin.
    """

    start: int
    before: str
    whole: str
    strong: bool
    short: bool
    separator: str
    tight: bool
    end: int


def find(text: str, folded: str) -> Iterator[Found]:
    """Every literal in a text that stands next to a secret's name, in no particular order.

    `folded` is the text in lower case (`fold.folded`).
    """
    yield from _given(text, folded)
    for match in matches(_FLAG, folded, (at.start() for at in _FLAGS.finditer(folded))):
        start, end = literal(match)
        if not stands_for_nothing(text[start:end]) and not _is_prose(text[start:end]):
            yield Found(start, end, "password")
    for match in _ELEMENT.finditer(folded):
        start, end = match.span("value")
        if not stands_for_nothing(text[start:end]):
            yield Found(start, end, "password")


def _given(text: str, folded: str) -> Iterator[Found]:
    """The values of names: ``password = 'tulip'``."""
    place = done = 0
    found = (match for pattern in _NAMED for match in pattern.finditer(folded))
    for match in sorted(found, key=re.Match.start):
        if match.start() < place:
            continue
        place = match.end()
        name = _named(text, folded, match, done)
        if name is None:
            continue
        span = _value(text, name)
        place = done = place if span is None else span[1]
        if span is not None:
            yield Found(*span, "password" if name.strong else "token")


def _named(text: str, folded: str, match: re.Match[str], done: int) -> _Name | None:
    """The name that ends in the word; None where that is a word without a secret. What was `done` is no part of it."""
    start, end = match.span("word")
    if belongs := _BEFORE_WORD.get(match["word"]):
        found = belongs.search(folded, max(done, start - _BEFORE_WORD_CHARS), start)
        if found is None and match["word"] == "key":
            return None
        start = found.start() if found else start
    head = _NAME_BEFORE.search(text, max(0, start - 64), start)
    before = head[0] if head else ""
    short = match["word"] in _SHORT
    weak = _WEAK.fullmatch(folded, start, end) is not None
    return _Name(
        start=start - len(before),
        before=before,
        whole=before + text[start : match.start("close")],
        strong=_OF_SOMEBODY.search(fold.folded(before)) is not None if short else not weak,
        short=short,
        separator=match["separator"],
        tight=match["separator"] == "=" and not match["space"],
        end=match.end(),
    )


def literal(match: re.Match[str]) -> tuple[int, int]:
    """Where the value is that `LITERAL`, or a group ``value`` beside it, has matched."""
    return next(match.span(kind) for kind in ("double", "single", "value") if match[kind] is not None)


def _value(text: str, name: _Name) -> tuple[int, int] | None:
    """Where the literal is that a name is given, if it is one."""
    if name.whole.lower().startswith("test_") or (name.short and not name.strong and _is_a_word(text, name)):
        return None
    start = _after_type(text, name)
    if quote := _QUOTE.match(text, start):
        return _quoted(text, quote, weak=not name.strong and not name.whole.isupper())
    if block := _BLOCK.match(text, start):
        start = block.end()
    below = _BELOW.match(text, start)
    if below:
        start = below.end()
    bare = _BARE.match(text, start, start + _JUDGED_CHARS)
    if bare is None or name.separator in ("==", "===", "!=", "!=="):
        return None
    value = bare[0].rstrip(".:)]}\\")
    line_head = _at_line_head(text, name.start)
    if below and not (line_head and looks_random(value)):
        return None
    if _is_literal(value, text[start + len(value) : start + len(value) + 2], name, line_head):
        return start, start + len(value) if len(bare[0]) < _JUDGED_CHARS else _bare_end(text, start)
    return None


def _bare_end(text: str, start: int) -> int:
    whole = _BARE.match(text, start)
    return whole.end() if whole else start


def _after_type(text: str, name: _Name) -> int:
    """Past the annotation of ``password: str = …``, or the tag of ``password: !secret …``."""
    aside = (_TYPE.match(text, name.end) or _TAG.match(text, name.end)) if name.separator == ":" else None
    return aside.end() if aside else name.end


def _is_a_word(text: str, name: _Name) -> bool:
    """Whether this is the end of another word (``bypass``), or what a runner says of a test (``PASS: TestFoo``)."""
    told = text.startswith("PASS", name.start + len(name.before)) and name.separator != "="
    return told or name.before[-1:].isalnum()


def _quoted(text: str, opening: re.Match[str], weak: bool) -> tuple[int, int] | None:
    """The inside of a quoted literal, or of one that was cut off at the end of its line."""
    quote, start = opening["quote"], opening.end()
    end = _closing(text, quote, start, min(start + _SEEN_CHARS, len(text)))
    value = text[start:end]
    if not value or stands_for_nothing(value) or (weak and not looks_random(value)):
        return None
    return start, end if end < start + _SEEN_CHARS else _closing(text, quote, start, len(text))


def _closing(text: str, quote: str, start: int, limit: int) -> int:
    """Where the quote closes that opened before `start`, up to `limit`; on its line, but for triple quotes.

    One that is escaped, in JSON inside a string, closes with as many backslashes as it opened with.
    """
    closing = _CLOSING[quote] if len(quote) == 1 else re.compile(rf"(?<!\\){re.escape(quote)}")
    match = (closing.match if len(quote) == 1 else closing.search)(text, start, limit)
    end = match.end() - len(quote) if match else limit
    line = -1 if quote in ("'" * 3, '"' * 3) else text.find("\n", start, end)
    return line if line >= 0 else end


def _is_literal(value: str, after: str, name: _Name, line_head: bool) -> bool:
    """Whether a bare value is a literal of a configuration, and not code or prose."""
    if stands_for_nothing(value) or (name.short and value.isdigit()):
        return False
    if name.tight and name.whole.isupper():
        return True
    if _EXPRESSION.match(value + after[:1]) or value.lower() == name.whole.lower():
        return False
    if looks_random(value):
        return True
    if not name.strong:
        return False
    if not re.fullmatch(r"[A-Za-z_]\w*", value):
        return not value.isdigit() or len(value) >= 4
    alone = not after.startswith((",", ";", ")", ":"))
    set_on_line = line_head and name.separator == ":" and not after.startswith(" ")
    return (alone and (name.tight or set_on_line)) or (
        len(value) >= 6 and any(char.isdigit() for char in value)
    )


def _at_line_head(text: str, start: int) -> bool:
    line = text.rfind("\n", max(0, start - 80), start) + 1
    return bool(_LINE_HEAD.fullmatch(text, line, start)) if line or start < 80 else False


def stands_for_nothing(value: str) -> bool:
    return not value or bool(_TEMPLATE.match(value)) or value.lower().strip(".:") in _WORDS_FOR_NOTHING


def _is_prose(value: str) -> bool:
    word = value.lower().rstrip(".,;:")
    return word in _PROSE.split() or value.startswith("-") or re.fullmatch(r"[A-Z_]+", value) is not None


def looks_random(value: str) -> bool:
    """At least eight characters without white space, letters and digits among them."""
    if len(value) < 8 or any(char.isspace() for char in value):
        return False
    return any(char.isdigit() for char in value) and any(char.isalpha() for char in value)
