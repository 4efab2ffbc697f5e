"""Values of JSON that nobody promised a form: asked for as what is needed, and empty where they are something else."""

from collections.abc import Iterator
from typing import Any

#: What a part of a message is called that holds words.
_TEXT_PARTS = frozenset({"text", "output_text", "input_text"})


def mapping(value: object) -> dict[str, Any]:
    """The object, else an empty one."""
    return value if isinstance(value, dict) else {}


def sequence(value: object) -> list[Any]:
    """The array, else an empty one."""
    return value if isinstance(value, list) else []


def text(value: object) -> str:
    """The string as it can be written in UTF-8 (JSON may hold halves of characters), else ""."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def whole(value: object) -> int | None:
    """The whole number, also one that is written as a string; else None."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    plain = value.strip() if isinstance(value, str) else ""
    return int(plain) if plain.removeprefix("-").isdecimal() and len(plain) < 12 else None


def truth(value: object) -> bool | None:
    """True or false, else None."""
    return value if isinstance(value, bool) else None


def parts(content: object) -> Iterator[str]:
    """The words of a message: of a string that one, of an array those of its parts that hold text."""
    if isinstance(content, str):
        yield text(content)
    for part in sequence(content):
        if isinstance(part, str):
            yield text(part)
        elif text(mapping(part).get("type", "text")) in _TEXT_PARTS:
            yield text(mapping(part).get("text"))


def words(content: object) -> str:
    """The parts of a message that hold text, in one."""
    return "\n".join(part for part in parts(content) if part)
