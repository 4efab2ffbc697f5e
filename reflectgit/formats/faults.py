"""What the readers of JSON and YAML share: text from bytes, places, and faults with their lines."""

import re

from reflectgit.errors import BadInput

#: Where a value stands: the keys and item numbers that lead to it.
Place = tuple[str | int, ...]

#: Deepest nesting of mappings and lists; the deepest file of a store has 7.
MAX_DEPTH = 64

_CONFLICT = re.compile(r"^(?:<{7}|>{7}|\|{7})(?: |$)", re.M)


def decode(data: bytes, where: str) -> str:
    """The text of UTF-8 bytes, with or without a byte order mark.

    Raises:
        BadInput: another encoding, or no text at all.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")) or b"\0" in data[:2]:
        raise BadInput(f"{where}: this is UTF-16 or UTF-32 text", "save it as UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        fault = f"{where}:{line}: byte {error.start} of the file is not UTF-8"
        raise BadInput(fault, "save it as UTF-8") from None
    if not text.strip():
        raise BadInput(f"{where}: the file is empty", "write a JSON or YAML mapping into it")
    return text


def as_text(text: str | bytes, where: str) -> str:
    """Bytes decoded; text as it is, unless it holds half a surrogate pair, which no file can.

    Raises:
        BadInput: as `decode`.
    """
    if isinstance(text, bytes):
        return decode(text, where)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise half_pair(where, line_at(text, error.start)) from None
    return text


def line_at(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def refusal(where: str, line: int | None, what: str, hint: str) -> BadInput:
    return BadInput(f"{where}:{line}: {what}" if line else f"{where}: {what}", hint)


def too_deep(where: str, line: int | None) -> BadInput:
    return refusal(where, line, f"nested deeper than {MAX_DEPTH} levels", "write it flatter")


def half_pair(where: str, line: int) -> BadInput:
    what = "half a surrogate pair (\\ud800 to \\udfff)"
    return refusal(where, line, what, "write the whole character, or leave it out")


def repeated(where: str, line: int, key: str) -> BadInput:
    return refusal(where, line, f"the key {short(key)} stands twice in one mapping", "keep one of the two")


def conflict_in(text: str, where: str) -> BadInput | None:
    marker = _CONFLICT.search(text)
    if marker is None:
        return None
    hint = "resolve the merge; `reflectgit sweep` recomputes lessons"
    return refusal(where, line_at(text, marker.start()), "a conflict marker of a merge", hint)


def short(text: str) -> str:
    """A name of at most 40 printable characters, for a message; of another one its length.

    A secret that was cut or escaped is no longer known as one, and would stay in the message.
    """
    return text if len(text) <= 40 and text.isprintable() else f"(of {len(text)} characters)"


def printable(text: str) -> str:
    return text if text.isprintable() else ascii(text)[1:-1]
