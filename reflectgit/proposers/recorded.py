"""A proposer that answers with what was recorded before: a file.

The file of a person is not the answer of a model: one that holds no reflection is the wrong file, and must not decide a
failure. So it is read first, strictly and as `admit` reads it; only a reflection with faults of form is passed on.
"""

import json
from collections.abc import Callable
from typing import Any

from reflectgit.errors import BadInput
from reflectgit.formats.printed import find_object
from reflectgit.formats.read import decode, load, load_json
from reflectgit.model import Reflection

#: `outcome` is left out: a termination has it too.
_MEMBERS = frozenset(Reflection.__struct_fields__) - {"outcome"}


def recorded(data: bytes, where: str) -> Callable[[str], str]:
    """A proposer whose answer is the reflection in `data`, whatever it is asked.

    That is a mapping in JSON or YAML, or the one JSON object in what a model printed (fenced, with talk around it),
    with at least one member that only a reflection has.

    Raises:
        BadInput: there is none, or it cannot be read; ``file:line`` where that is known.
    """
    answer = _answer(data, where)
    return lambda prompt: answer


def _answer(data: bytes, where: str) -> str:
    try:
        document = load(data, where)
    except BadInput as fault:
        return _printed(decode(data, where), where, fault)
    if not _is_reflection(document.value):
        hint = "give a mapping with the members of: reflectgit schema reflection"
        return _printed(document.text, where, BadInput(f"{where}: this is no reflection", hint))
    return document.text if document.is_json else json.dumps(document.value, ensure_ascii=False)


def _printed(text: str, where: str, fault: BadInput) -> str:
    """The text, if it is what a model printed around one reflection; else the fault of reading it as a file."""
    try:
        value = load_json(find_object(text, where), where)
    except BadInput:
        raise fault from None
    if not _is_reflection(value):
        raise fault
    return text


def _is_reflection(value: Any) -> bool:
    return isinstance(value, dict) and not _MEMBERS.isdisjoint(value)
