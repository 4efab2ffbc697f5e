"""Plain values to the structs of the model; a fault names its line, its place and what to write instead.

msgspec checks strictly and fast but tells neither lines nor what would be right: both are worked out here,
from the document and from the types, once there is a fault to report.
"""

import re
from difflib import get_close_matches
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from reflectgit.errors import BadInput
from reflectgit.formats.read import Document, Place

T = TypeVar("T")

#: Longest text of a file that is repeated in a message, in characters.
EXCERPT = 24

_PLACE = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")


def convert(document: Document, kind: type[T]) -> T:
    """The value of `document` as `kind`, strictly: no coercion, no unknown members.

    Raises:
        BadInput: with file, line, place and what to write instead.
    """
    try:
        return msgspec.convert(document.value, kind, strict=True)
    except msgspec.ValidationError as error:
        raise _explain(str(error), document, kind) from None


def fault(document: Document, place: Place, what: str, hint: str) -> BadInput:
    """A `BadInput` about one place of a document; `what` goes on after the place's name."""
    line = document.line(place)
    at = f"{document.where}:{line}" if line else document.where
    return BadInput(f"{at}: {show_place(place) if place else 'the whole'} {what}", hint)


def show_place(place: Place) -> str:
    """``traces[2].kind``"""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place)
    return text.removeprefix(".")


def _explain(message: str, document: Document, kind: type) -> BadInput:
    if message.startswith("Object contains unknown field"):
        return _unknown_member(document, message, kind)
    place = _place_in(message)
    value = _value_at(document.value, place)
    wanted = _type_at(_described(kind), place)
    struct = _struct_in(wanted)
    if message.startswith("Object missing required field") and struct:
        return _missing_members(document, place, value, struct)
    return fault(
        document, place, f"is {_shown(document, place, value)}", _advice(document, place, value, wanted)
    )


def _unknown_member(document: Document, message: str, kind: type) -> BadInput:
    place, name, known = _stranger(document.value, message, kind)
    near = get_close_matches(name, known, n=1, cutoff=0.6)
    hint = f"did you mean {near[0]}?" if near else "known here: " + ", ".join(known)
    shown = name if len(name) <= EXCERPT and name.isprintable() else f"of {len(name)} characters"
    among = f"in {show_place(place)}" if place else "here"
    line = document.line((*place, name))
    return BadInput(f"{document.where}:{line}: the member {shown} is not known {among}", hint)


def _stranger(value: Any, message: str, kind: type) -> tuple[Place, str, list[str]]:
    """Where the unknown member stands, its name, and the names that are known there.

    The message repeats the name, which may look like the place that ends the message: both are looked up in the
    document. What then has no unknown member at its place stands at the root, of which a message names no place.
    """
    for place in (_place_in(message), ()):
        struct = _struct_in(_type_at(_described(kind), place))
        known = [member.encode_name for member in struct.fields] if struct else []
        for name in _members_at(value, place) if known else ():
            if name not in known:
                return place, name, known
    raise AssertionError("msgspec has found one")


def _missing_members(document: Document, place: Place, value: Any, wanted: inspect.StructType) -> BadInput:
    missing = [member for member in wanted.fields if member.required and member.encode_name not in value]
    names = [show_place((*place, member.encode_name)) for member in missing]
    write = "; ".join(f"{member.encode_name}: {_wanted(member.type)}" for member in missing[:4])
    verb = "is" if len(names) == 1 else "are"
    line = document.line(place)
    return BadInput(f"{document.where}:{line}: {', '.join(names)} {verb} missing", f"write {write}")


def _advice(document: Document, place: Place, value: Any, wanted: inspect.Type | None) -> str:
    wants_text = isinstance(wanted, inspect.StrType) or (
        isinstance(wanted, inspect.UnionType)
        and any(isinstance(one, inspect.StrType) for one in wanted.types)
    )
    if wants_text and isinstance(value, bool | int | float):
        written = document.written(place)
        return f'put it in quotes: "{written}"' if len(written) <= EXCERPT else "put it in quotes"
    return f"write {_wanted(wanted)}" if wanted else "write another value"


def _shown(document: Document, place: Place, value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            written = document.written(place)
            return f"the number {written}" if len(written) <= EXCERPT else "a long number"
        case str():
            short = len(value) <= EXCERPT and value.isprintable()
            return f'the text "{value}"' if short else f"a text of {len(value)} characters"
        case list():
            return "a list" if value else "an empty list"
        case _:
            return "a mapping"


def _wanted(kind: inspect.Type) -> str:
    match kind:
        case inspect.LiteralType(values=values):
            return str(values[0]) if len(values) == 1 else "one of " + ", ".join(map(str, values))
        case inspect.FloatType() | inspect.IntType():
            return _wanted_number(kind)
        case inspect.BoolType():
            return "true or false"
        case inspect.StrType(pattern=str()):
            return "a name: letters, digits and . _ / - (a letter or digit first, 200 at most)"
        case inspect.StrType(min_length=length):
            return "text that is not empty" if length else "text"
        case inspect.ListType(item_type=item, min_length=length):
            return f"a list{' that is not empty' if length else ''}, each {_wanted(item)}"
        case inspect.UnionType(types=kinds):
            return " or ".join(_wanted(one) for one in kinds)
        case inspect.NoneType():
            return "null"
        case inspect.StructType(fields=members):
            return "a mapping with " + ", ".join(m.encode_name for m in members if m.required)
        case _:
            return "a mapping"


def _wanted_number(kind: inspect.FloatType | inspect.IntType) -> str:
    noun = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
    if kind.ge is None:
        return noun
    return (
        f"{noun} from {kind.ge:g} to {kind.le:g}" if kind.le is not None else f"{noun}, {kind.ge:g} or more"
    )


def _place_in(message: str) -> Place:
    """The place at the end of the message, where it has one."""
    _, found, path = message.rpartition(" - at `$")
    if not found:
        return ()
    return tuple(name if name else int(number) for name, number in _PLACE.findall(path.removesuffix("`")))


def _members_at(value: Any, place: Place) -> list[str]:
    """The names in the mapping at `place`; none where the document has no such place, or no mapping there."""
    try:
        here = _value_at(value, place)
    except (KeyError, IndexError, TypeError):
        return []
    return list(here) if isinstance(here, dict) else []


def _value_at(value: Any, place: Place) -> Any:
    for part in place:
        value = value[part]
    return value


def _type_at(kind: inspect.Type | None, place: Place) -> inspect.Type | None:
    for part in place:
        struct = _struct_in(kind)
        if isinstance(part, int):
            kind = kind.item_type if isinstance(kind, inspect.ListType) else None
        else:
            members = struct.fields if struct else ()
            kind = next((member.type for member in members if member.encode_name == part), None)
    return kind


def _struct_in(kind: inspect.Type | None) -> inspect.StructType | None:
    options = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return next((option for option in options if isinstance(option, inspect.StructType)), None)


@cache
def _described(kind: type) -> inspect.Type:
    return inspect.type_info(kind)
