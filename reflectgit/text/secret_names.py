"""Secrets that show by the name they are given to: ``password = 'tulip'``, ``API_KEY=…``, ``--token …``.

Only literals are secrets: code (``token = next(tokens)``), types, templates (``{token}``, ``$TOKEN``) and words
that stand for nothing (``None``) stay, or evidence would be of no use. ``token`` and its like are words of
parsers as well: their values count only where they look random.
"""

import re
from collections.abc import Iterator

from reflectgit.text.secret_shapes import Found

STRONG = (
    r"passwords?|passwd|passphrase|pass_?word|pwd|secret|secret_?key|client_?secret|api_?key|apikey|"
    r"(?:shared_?)?access_?key|account_?key|private_?key|signing_?key|encryption_?key|master_?key"
)
#: Whose password it is: `pass` alone is a word of tests, compilers and loops.
_WHOSE = (
    r"(?:db|database|smtp|mail|email|user|usr|root|admin|ftp|ldap|redis|mysql|mariadb|pg|postgres|mongo|mongodb|"
    r"rabbitmq|amqp|mqtt|imap|proxy|http|auth|login|sudo|sql|jdbc|server|host|client|account|store|key|vault)"
)
_WEAK = r"token|auth|credentials?|session_?id|session|nonce_?key|otp|pin"
_SUFFIX = r"(?:_?(?:\d{1,3}|value|text|plain|raw|old|new|b64|base64|str|string))?"
_CLOSE = r"(?:\\{0,7}[\"'])?\]?\s{0,64}"
_SEPARATOR = r"(?:===?|!==?|:=|=>|=|:)"
#: Two letters stand first, so that most places in a text are passed over at once.
_NAMED = re.compile(
    r"(?=[pscaemtno][awriehlcpunot])"
    rf"(?:(?P<strong>{STRONG.replace('_?', '[_-]?')})|(?P<weak>{_WEAK.replace('_?', '[_-]?')})"
    rf"|(?P<short>pass|pw)){_SUFFIX}"
    rf"(?![A-Za-z0-9_])(?P<close>{_CLOSE})(?P<separator>{_SEPARATOR})(?P<space>[ \t]{{0,64}})",
    re.IGNORECASE,
)
_OF_SOMEBODY = re.compile(rf"(?<![A-Za-z]){_WHOSE}[_-]?\Z", re.IGNORECASE)
#: A literal in quotes of one or of the other kind, on one line.
LITERAL = (
    r"[bBrRuUfF]{0,2}\\{0,7}(?:\"(?P<double>(?:[^\"\\\n]|\\[^\"\n]){1,512})"
    r"|'(?P<single>(?:[^'\\\n]|\\[^'\n]){1,512}))"
)
_FLAG = re.compile(
    rf"(?<![\w-])--?(?:[\w-]{{0,40}}?(?:{STRONG.replace('_?', '-?')}|token)|(?:{_WHOSE}[-_]?)?(?:pass|pw))"
    rf"(?:[ \t]{{1,4}}|[\"'],\s?)(?:{LITERAL}|[\"']?(?P<value>[^\s\"']+))",
    re.IGNORECASE,
)
_ELEMENT = re.compile(
    rf"<(?:{STRONG.replace('_?', '[_-]?')}|token)>(?P<value>[^<>\n]{{1,512}})</", re.IGNORECASE
)

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


def find(text: str) -> Iterator[Found]:
    """Every literal in a text that stands next to a secret's name, in no particular order."""
    place = 0
    while match := _NAMED.search(text, place):
        before = _name_before(text, match)
        strong = match["strong"] is not None or (match["short"] and _OF_SOMEBODY.search(before) is not None)
        span = _value(text, match, before, bool(strong))
        place = match.end() if span is None else span[1]
        if span is not None:
            yield Found(*span, "password" if strong else "token")
    for match in _FLAG.finditer(text):
        start, end = literal(match)
        if not stands_for_nothing(text[start:end]) and not _is_prose(text[start:end]):
            yield Found(start, end, "password")
    for match in _ELEMENT.finditer(text):
        if not stands_for_nothing(match["value"]):
            yield Found(*match.span("value"), "password")


def literal(match: re.Match[str]) -> tuple[int, int]:
    """Where the value is that `LITERAL`, or a group ``value`` beside it, has matched."""
    return next(match.span(kind) for kind in ("double", "single", "value") if match[kind] is not None)


def _name_before(text: str, match: re.Match[str]) -> str:
    """What of the name stands before the word that tells: ``DB_`` of ``DB_PASSWORD``."""
    name = _NAME_BEFORE.search(text, max(0, match.start() - 64), match.start())
    return name[0] if name else ""


def _value(text: str, match: re.Match[str], before: str, strong: bool) -> tuple[int, int] | None:
    """Where the literal is that a name is given, if it is one."""
    whole_name = before + text[match.start() : match.start("close")]
    if whole_name.lower().startswith("test_") or (
        match["short"] and not strong and _is_a_word(before, match)
    ):
        return None
    start = _after_type(text, match)
    if quote := _QUOTE.match(text, start):
        return _quoted(text, quote, weak=not strong and not whole_name.isupper())
    if block := _BLOCK.match(text, start):
        start = block.end()
    below = _BELOW.match(text, start)
    if below:
        start = below.end()
    bare = _BARE.match(text, start, start + _JUDGED_CHARS)
    if bare is None or match["separator"] in ("==", "===", "!=", "!=="):
        return None
    value = bare[0].rstrip(".:)]}\\")
    line_head = _at_line_head(text, match.start() - len(before))
    if below and not (line_head and looks_random(value)):
        return None
    if _is_literal(
        value, text[start + len(value) : start + len(value) + 2], whole_name, match, line_head, strong
    ):
        return start, start + len(value) if len(bare[0]) < _JUDGED_CHARS else _bare_end(text, start)
    return None


def _bare_end(text: str, start: int) -> int:
    whole = _BARE.match(text, start)
    return whole.end() if whole else start


def _after_type(text: str, match: re.Match[str]) -> int:
    """Past the annotation of ``password: str = …``, or the tag of ``password: !secret …``."""
    aside = (
        (_TYPE.match(text, match.end()) or _TAG.match(text, match.end()))
        if match["separator"] == ":"
        else None
    )
    return aside.end() if aside else match.end()


def _is_a_word(before: str, match: re.Match[str]) -> bool:
    """Whether this is the end of another word (``bypass``), or what a runner says of a test (``PASS: TestFoo``)."""
    return before[-1:].isalnum() or (match["short"] == "PASS" and match["separator"] != "=")


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


def _is_literal(
    value: str, after: str, name: str, match: re.Match[str], line_head: bool, strong: bool
) -> bool:
    """Whether a bare value is a literal of a configuration, and not code or prose."""
    if stands_for_nothing(value) or (match["short"] and value.isdigit()):
        return False
    tight = match["separator"] == "=" and not match["space"]
    if tight and name.isupper():
        return True
    if _EXPRESSION.match(value + after[:1]) or value.lower() == name.lower():
        return False
    if looks_random(value):
        return True
    if not strong:
        return False
    if not re.fullmatch(r"[A-Za-z_]\w*", value):
        return not value.isdigit() or len(value) >= 4
    alone = not after.startswith((",", ";", ")", ":"))
    configured = alone and (tight or (line_head and match["separator"] == ":" and not after.startswith(" ")))
    return configured or (len(value) >= 6 and any(char.isdigit() for char in value))


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
