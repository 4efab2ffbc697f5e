"""XML as test runners write it, made fit for a strict parser without losing what was printed.

XML 1.0 has no control characters, and runners put them in: raw, as references (``&#x1B;``), or spelled out
(``#x1B``). Each takes the place of a private character on the way in, and comes back on the way out, so that
escapes of a terminal are seen as such and cleaned like those of any output.

A declaration may stand where none may (behind an empty line, in a second report of one file): it becomes a mere
instruction. What cannot be decoded is replaced; the encoding that a file declares counts only where Python knows it
and the file does not begin with the mark of another.
"""

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO

#: libexpat before 2.6 looks at an unfinished token again from its start with every piece: large pieces, few looks.
_CHUNK = 1 << 20
_PRIVATE = 0xE000
_CONTROL = (*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20))
_ILLEGAL = {code: chr(_PRIVATE + code) for code in _CONTROL} | {0xFFFE: "\ufffd", 0xFFFF: "\ufffd"}
#: An ampersand that begins no reference that XML knows is one that was not escaped; entities of a file's own are none.
_BARE = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6}|#[01][0-9A-F]);)")
_AMPERSAND = chr(_PRIVATE + ord("&"))
_RESTORED = {ord(_AMPERSAND): "&"} | {
    ord(private): chr(code) for code, private in _ILLEGAL.items() if private != "\ufffd"
}
_REFERENCE = re.compile(r"&#(?:x(?P<hex>[0-9A-Fa-f]{1,6})|(?P<plain>[0-9]{1,7})|(?P<odd>[01][0-9A-F]));")
_SPELLED = re.compile(
    r"&?#x(?P<code>00?[0-8BCEF]|0?01[0-9A-F]|[01][0-9A-F]|007F|7F|00[89][0-9A-F])(?:;|(?![0-9A-Fa-f]))"
)
_DECLARATION = re.compile(r"<\?xml(?=[\s?])")
_ENCODING = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"<\x00", "utf-16-le"),
    (b"\x00<", "utf-16-be"),
)
#: What may be the beginning of a reference or a declaration at the end of a piece.
_UNFINISHED = re.compile(r"(?:&#?[0-9A-Za-z]{0,8}|<\??[xml]{0,3})\Z")


def pieces(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    """The text of a stream in pieces that a parser of XML takes, each with the byte at which it begins."""
    data = stream.read(_CHUNK)
    decoder = codecs.getincrementaldecoder(_encoding(data[:4_096]))("replace")
    read, waiting = 0, ""
    while data:
        text = waiting + decoder.decode(data)
        held = _UNFINISHED.search(text)
        waiting = held[0] if held else ""
        yield read, _fit(text[: len(text) - len(waiting)])
        read += len(data)
        data = stream.read(_CHUNK)
    yield read, _fit(waiting + decoder.decode(b"", final=True))


def restored(text: str) -> str:
    """The text with the control characters that it was printed with."""
    plain = text.translate(_RESTORED)
    if "#x" not in plain:
        return plain
    return _SPELLED.sub(lambda found: chr(int(found["code"], 16)), plain)


def _encoding(head: bytes) -> str:
    for mark, name in _MARKS:
        if head.startswith(mark):
            return name
    found = _ENCODING.search(head)
    name = found[1].decode("ascii") if found else "utf-8"
    try:
        codec = codecs.lookup(name)
        plain = codec.decode(b"<?xml")[0] == "<?xml"
    except (LookupError, UnicodeError, TypeError, AttributeError):
        return "utf-8"
    return codec.name if plain else "utf-8"


def _fit(text: str) -> str:
    fit = text.replace("\ufeff", "").translate(_ILLEGAL)
    if "&" in fit:
        fit = _REFERENCE.sub(_referred, _BARE.sub(_AMPERSAND, fit))
    return _DECLARATION.sub("<?was-xml", fit) if "<?xml" in fit else fit


def _referred(found: re.Match[str]) -> str:
    """A reference that XML allows stays; one to a control character becomes its private one."""
    digits = found["hex"] or found["odd"]
    code = int(digits, 16) if digits else int(found["plain"])
    if code in _ILLEGAL:
        return _ILLEGAL[code]
    if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF or found["odd"]:
        return "\ufffd"
    return found[0]
