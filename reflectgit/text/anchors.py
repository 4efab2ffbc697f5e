"""Hard anchors: checkable things that a sentence names, which a record has or has not (DESIGN, "Grounding").

An exception class, a test, a file, a quoted string, a number with a meaning: a sentence that reports an
observation cannot have them from anywhere but the record. Words of the language are no anchors: a paraphrase
may use its own.
"""

import re
from functools import lru_cache
from typing import Literal

from reflectgit.model import Value
from reflectgit.text.gitnames import spelled_out
from reflectgit.text.names import stands_whole

AnchorKind = Literal["exception", "test", "file", "string", "code", "capitals", "number"]


class Anchor(Value, frozen=True, kw_only=True):
    """One checkable thing: its kind, and the text as the sentence has it."""

    kind: AnchorKind
    text: str


_SUFFIXES = (
    "py|pyi|js|jsx|mjs|cjs|ts|tsx|rs|go|java|kt|scala|c|h|cc|cpp|cxx|hpp|cs|rb|php|swift|sh|sql|html|css|json"
    "|ya?ml|toml|ini|cfg|conf|lock|md|rst|txt|csv|xml|log|mk|o|so|jar"
)
#: In the order in which they claim their text: what one has taken, the next does not see.
_PATTERNS: tuple[tuple[AnchorKind, re.Pattern[str]], ...] = (
    ("code", re.compile(r"(?<!`)`+(?P<text>[^`\n]{2,}?)`+")),
    ("string", re.compile(r"(?<![\w\"])\"(?P<text>[^\"\n]{2,120})\"(?!\w)")),
    ("string", re.compile(r"(?<![\w'’)\]])'(?P<text>[^'\n]{2,120})'(?!\w)")),
    ("string", re.compile(r"[“„](?P<text>[^”“\n]{2,120})[”“]")),
    (
        "file",
        re.compile(rf"(?<![\w/.-])(?P<text>(?:[\w.-]+/)*[\w-]+\.(?:{_SUFFIXES}))(?![\w-]|\.\w)(?::\d+)?"),
    ),
    ("test", re.compile(r"\b(?P<text>test_\w+|Test[A-Z]\w+)\b")),
    (
        "exception",
        re.compile(
            r"\b(?P<text>[A-Z][A-Za-z0-9]*(?:Error|Exception|Fault|Interrupt|Panic|Warning)|SIG[A-Z]{3,}"
            r"|E(?:XDEV|PERM|NOENT|ACCES|EXIST|AGAIN|INVAL|PIPE|BADF|NOSPC|INTR|CONNREFUSED|TIMEDOUT|NOTDIR"
            r"|ISDIR))\b"
        ),
    ),
    ("code", re.compile(r"(?<![\w.])(?P<text>(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*\(\))")),
    ("capitals", re.compile(r"(?<![\w.-])(?P<text>[A-Z]{3,}(?:_[A-Z]+)*)(?![\w-])")),
    (
        "number",
        re.compile(r"(?<![\w.:/-])(?P<text>0x[0-9a-fA-F]+|[+-]?\d+(?:[.,:]\d+)*)(?![\w]|[.:]\d)(?!-\w)"),
    ),
)
#: Capitals that belong to the language of the trade; others ("COMMIT", "READ") are read off an output.
_TRADE = """
ABI ACID AND API ASCII ASAN AST AWS CDN CLI CORS CPU CRUD CSS CSV CVE DAG DNS DOM DSL DST DTD EOF EOL FIFO GCC GIL
GMT GPU GUI HTML HTTP HTTPS IDE IEEE ISO JDK JIT JSON JVM JWT LIFO LRU NAN NOT NULL NTP OOM ORM PDF POSIX PNG RAM
REST REPL RFC RGB RNG RPC SDK SHA SMTP SQL SSH SSL STL SVG TCP TDD TLS TODO TTL UBSAN UDP URI URL URLS UTC UTF UUID
VAT VCS XML XSS YAML
"""
_ACRONYMS = frozenset(_TRADE.split())
#: Below 100 an author counts and reckons ("11 letters", "a third of 12"): such a number is read off a record only
#: where the words before it say so.
_SMALL = re.compile(r"[+-]?\d{1,2}")
_BEFORE_CHARS = 32  # of a number: the longest word that says so, and what may stand between
_READS_OFF = re.compile(
    r"\b(?:errno|code|status|exit(?:ed)?|signal|port|line|version|got|gave|gives|returned|printed|prints|reads?|says?"
    r"|size|=+)\W{0,3}$",
    re.I,
)


@lru_cache(maxsize=512)
def anchors(text: str) -> tuple[Anchor, ...]:
    """The anchors of a sentence, in the order of their kinds, each once."""
    found: dict[Anchor, None] = {}
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if not _is_vocabulary(kind, match["text"], text, match.start()):
                found[Anchor(kind=kind, text=match["text"].strip())] = None
        text = pattern.sub(" ", text)
    return tuple(found)


def _is_vocabulary(kind: AnchorKind, text: str, sentence: str, start: int) -> bool:
    """Whether the sentence may have it from somewhere else than a record."""
    if kind == "number":
        return bool(_SMALL.fullmatch(text)) and (
            len(text) == 1 or not _READS_OFF.search(sentence, max(0, start - _BEFORE_CHARS), start)
        )
    if kind == "string":
        return text.strip().isalpha()
    return kind == "capitals" and text in _ACRONYMS


def occurs(anchor: Anchor, text: str) -> bool:
    """Whether the text has the anchor: numbers by their value, names as whole words, the rest by their letters.

    A name that git escaped may stand in the text as people write it.
    """
    plain = spelled_out(anchor.text)
    if plain != anchor.text and occurs(Anchor(kind=anchor.kind, text=plain), text):
        return True
    if anchor.kind == "number":
        return _has_number(_number(anchor.text), text) or _stands_alone(anchor.text, text)
    if anchor.kind in ("capitals", "test", "exception"):
        return stands_whole(anchor.text, text)
    if anchor.kind == "string":
        return all(part in _bare(text) for part in re.split(r"\.\.\.|…", _bare(anchor.text).strip(".,;:!? ")))
    wanted = _dense(anchor.text)
    if anchor.kind == "code" and wanted.endswith("()"):
        wanted = wanted.removesuffix("()").split(".")[-1]
    return wanted in _dense(text)


@lru_cache(maxsize=128)
def _dense(text: str) -> str:
    return "".join(text.split())


@lru_cache(maxsize=128)
def _bare(text: str) -> str:
    """A message is told without regard to case and white space, and cut with dots."""
    return " ".join(text.casefold().split())


def _stands_alone(number: str, text: str) -> bool:
    """Clock times, ratios and versions have no value of their own: they are looked for as they are written."""
    bare = number.lstrip("+-")
    return bare in text and re.search(rf"(?<![\d.]){re.escape(bare)}(?!\d|[.]\d)", text) is not None


def _has_number(number: str, text: str) -> bool:
    """Whether it is one of the `numbers` of the text. Beyond ASCII and in hexadecimal its digits may look otherwise."""
    if number.startswith("0x"):
        return number in numbers(text)
    if number not in text and text.isascii():
        return False
    lines = (line for line in text.split("\n") if number in line or not line.isascii())
    return number in numbers("\n".join(lines))


_NUMBER = re.compile(r"(?<![\w.])[+-]?(?:0x[0-9a-fA-F]+|\d+(?:\.\d+)*)|(?<=[A-Za-z_=:])\d+(?:\.\d+)?")


_LONGEST_NUMBER = 400


@lru_cache(maxsize=128)
def numbers(text: str) -> frozenset[str]:
    """The numbers of a text, each in one spelling: ``25200.0``, ``25200`` and ``25,200`` are one."""
    return frozenset(map(_number, set(_NUMBER.findall(text))))


@lru_cache(maxsize=1024)
def _number(text: str) -> str:
    bare = text.lower().lstrip("+-").replace(",", "")
    if bare.startswith("0x"):
        return f"0x{int(bare, 16):x}"
    if re.fullmatch(r"\d+\.\d+", bare):
        whole, fraction = bare.split(".")
        fraction = fraction.rstrip("0")
        return _whole(whole) + (f".{fraction}" if fraction else "")
    return _whole(bare) if bare.isdigit() else bare


def _whole(digits: str) -> str:
    """Without zeros in front; what is longer than any number is left as it is (Python reads at most 4,300 digits)."""
    return str(int(digits)) if len(digits) <= _LONGEST_NUMBER else digits
