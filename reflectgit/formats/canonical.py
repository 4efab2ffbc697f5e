"""The canonical YAML writer: the same value gives the same bytes, and every reader gets the value back.

A small emitter of our own: ruamel.yaml takes 1 to 4 ms for a small file and far longer for a long text. The
form is that of CONTRACT, "Lesson": block style, two spaces, no folding, text of one line double-quoted, text
of several lines as a literal block where every reader keeps it byte for byte, and double-quoted elsewhere.
"""

import json
import math
import re
from typing import Any

import msgspec

from reflectgit.errors import BadInput
from reflectgit.formats.faults import MAX_DEPTH
from reflectgit.policy import MAX_INPUT_BYTES

#: Written as escapes: controls, line ends other than LF (to some readers U+0085, U+2028 and U+2029 are such),
#: what YAML does not allow bare, and what is invisible or turns text around, since a reviewer has to see it.
_HIDDEN = (
    "\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\ufffe\uffff"
    "\U000e0000-\U000e0fff"
)
_ESCAPED = re.compile(f"[{_HIDDEN}]")
_NOT_LITERAL = re.compile(f"[\x00-\x08\x0b-\x1f{_HIDDEN}]")
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,99}")
#: Words that one reader or another takes for something else than text.
_WORDS = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})
#: YAML allows up to 1,024 characters for a key that stands on the line of its value.
_LONGEST_KEY = 1000


def to_yaml(value: Any) -> bytes:
    """Canonical YAML of a struct of the model or a plain value: members in order, UNSET ones left out.

    Raises:
        BadInput: half a surrogate pair, a number that is not finite, more bytes or levels than the reader takes:
            nothing is written that could not be read back.
    """
    plain = msgspec.to_builtins(value)
    lines: list[str] = []
    if isinstance(plain, dict | list) and plain:
        _block(plain, "", lines)
    else:
        lines.append(_inline(plain))
    try:
        data = ("\n".join(lines) + "\n").encode("utf-8")
    except UnicodeEncodeError:
        raise BadInput("a text holds half a surrogate pair", "clean the text before it is written") from None
    if len(data) > MAX_INPUT_BYTES:
        raise BadInput(
            f"the file would have {len(data):,} bytes, and at most {MAX_INPUT_BYTES:,} can be read back",
            "give less, or lower record_bytes and item_bytes in reflectgit.toml",
            code="too_large",
        )
    return data


def _block(value: dict[str, Any] | list[Any], indent: str, lines: list[str]) -> None:
    # Each level indents by two, and something empty inside is one level more.
    if len(indent) >= 2 * (MAX_DEPTH - 1):
        raise BadInput(f"nested deeper than {MAX_DEPTH - 1} levels", "write it flatter")
    if isinstance(value, dict):
        for key, member in value.items():
            _member(key, member, indent, lines)
    else:
        for item in value:
            _item(item, indent, lines)


def _member(key: str, value: Any, indent: str, lines: list[str]) -> None:
    head = f"{indent}{_key(key, indent)}:"
    if isinstance(value, dict | list) and value:
        lines.append(head)
        _block(value, indent + "  ", lines)
    else:
        _leaf(head, value, indent, lines)


def _item(value: Any, indent: str, lines: list[str]) -> None:
    if isinstance(value, dict | list) and value:
        start = len(lines)
        _block(value, indent + "  ", lines)
        lines[start] = f"{indent}- {lines[start][len(indent) + 2 :]}"
    else:
        _leaf(f"{indent}-", value, indent, lines)


def _leaf(head: str, value: Any, indent: str, lines: list[str]) -> None:
    if isinstance(value, str) and _is_literal(value):
        lines.append(f"{head} |2{'+' if value.endswith(chr(10)) else '-'}")
        lines.extend(f"{indent}  {line}" if line else "" for line in value.removesuffix("\n").split("\n"))
    else:
        lines.append(f"{head} {_inline(value)}")


def _is_literal(text: str) -> bool:
    several_lines = "\n" in text and "\n" in text.removesuffix("\n")
    return several_lines and not text.isspace() and not _NOT_LITERAL.search(text)


def _inline(value: Any) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, float):
        return _number(value)
    return json.dumps(value)  # null, true, false, whole numbers, [] and {}


def _quoted(text: str) -> str:
    """JSON's escapes are YAML's too; the hidden characters of `_HIDDEN` are escaped beside them."""
    return _ESCAPED.sub(_escape, json.dumps(text, ensure_ascii=False))


def _escape(found: re.Match[str]) -> str:
    code = ord(found.group())
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _number(value: float) -> str:
    """The shortest digits that read back equal; with a point, without which YAML 1.1 takes 1e-05 for text."""
    if not math.isfinite(value):
        raise BadInput("a number is not finite", "only finite numbers can be stored")
    digits = repr(value)
    return digits if "." in digits else digits.replace("e", ".0e")


def _key(key: str, indent: str) -> str:
    if _PLAIN_KEY.fullmatch(key) and key.lower() not in _WORDS:
        return key
    quoted = _quoted(key)
    return quoted if len(quoted) <= _LONGEST_KEY else f"? {quoted}\n{indent}"
