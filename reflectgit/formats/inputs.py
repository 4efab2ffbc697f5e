"""Files that people, agents, models and the store hand in, as values of the model (CONTRACT, "Inputs").

What reflectgit identifies things by is made canonical on reading: NFC for a lesson's statement and scope, for
names and places; lower case for a repository. The text of evidence stays as it came. Files of the ledger are
taken as they are, since their names are digests of what they say.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from reflectgit.errors import BadInput
from reflectgit.formats.convert import convert, fault
from reflectgit.formats.printed import find_object
from reflectgit.formats.read import Document, Place, load, load_json
from reflectgit.model import Item, ItemKind, Lesson, Reflection, Termination
from reflectgit.policy import MAX_INPUT_BYTES

T = TypeVar("T")

COMPONENT_OF: dict[ItemKind, int] = {
    "plan": 11,
    "patch": 11,
    "execution": 11,
    "trajectory": 11,
    "instrumentation": 12,
    "diagnosis": 13,
    "repair": 14,
}
#: The kinds that may stand in each member (build spec 3.1: traces are what components 11 and 12 gave).
KINDS_IN: dict[str, tuple[ItemKind, ...]] = {
    "traces": ("plan", "patch", "execution", "trajectory", "instrumentation"),
    "diagnosis": ("diagnosis",),
    "repair": ("repair",),
    "successful_trajectory": ("trajectory",),
}


#: A repository counts apart from others, so its name has to say whose it is; groups may stand between.
_OWNED = re.compile(r"[^/]+(?:/[^/]+)+")


def read_termination(data: bytes, where: str, limit: int = MAX_INPUT_BYTES) -> Termination:
    """A failure that ended, from JSON or YAML of at most `limit` bytes.

    Raises:
        BadInput: one line: ``file:line``, what is wrong, what to write instead.
    """
    return read_as(Termination, data, where, limit)


def read_reflection(data: bytes, where: str, limit: int = MAX_INPUT_BYTES) -> Reflection:
    """A reflection that a person or an agent wrote: exactly the ten members of build spec 3.3.

    Raises:
        BadInput: one line: ``file:line``, what is wrong, what to write instead.
    """
    return read_as(Reflection, data, where, limit)


def read_as(kind: type[T], data: bytes, where: str, limit: int = MAX_INPUT_BYTES) -> T:
    """Any struct of the model, from JSON or YAML of at most `limit` bytes.

    Raises:
        BadInput: one line: ``file:line``, what is wrong, what to write instead.
    """
    return _settled(load(data, where, limit), kind)


def parse_model_output(text: str, where: str) -> Reflection:
    """The reflection in what a model printed: fenced or not, with talk around it, after ``<think>…</think>``.

    Nothing is mended and nothing is guessed (build spec section 4: a malformed answer is a violation).

    Raises:
        BadInput: with the code ``no_object``, ``truncated``, ``ambiguous`` or ``not_valid``.
    """
    found = find_object(text, where)
    try:
        return _settled(Document(load_json(found, where), where, found, is_json=True), Reflection)
    except BadInput as error:
        raise BadInput(error.message, error.hint, code="not_valid") from None


def _settled(document: Document, kind: type[T]) -> T:
    value = convert(document, kind)
    settle = cast(Callable[[Document, T], T] | None, _SETTLE.get(kind))
    return settle(document, value) if settle else value


def _settle_termination(document: Document, read: Termination) -> Termination:
    _check_items(document, read)
    if not is_owned(read.task.repo):
        raise fault(document, ("task", "repo"), "names no owner", "write owner/name, as in acme/shop")
    task = replace(
        read.task,
        repo=read.task.repo.lower(),
        paths=[_nfc(path) for path in read.task.paths],
        language=None if read.task.language is None else _nfc(read.task.language),
    )
    failure = replace(read.failure, class_=_nfc(read.failure.class_), site=_nfc(read.failure.site))
    return replace(read, task=task, failure=failure)


def is_owned(repo: str) -> bool:
    """Whether the name of a repository is ``owner/name`` (CONTRACT, "Inputs"): a bare one may be anybody's."""
    return _OWNED.fullmatch(repo) is not None


def _settle_reflection(_: Document, read: Reflection) -> Reflection:
    return replace(read, candidate_lesson=_nfc(read.candidate_lesson), scope=_nfc(read.scope))


def _settle_lesson(_: Document, read: Lesson) -> Lesson:
    return replace(read, statement=_nfc(read.statement), scope=_nfc(read.scope))


_SETTLE: dict[type, Callable[[Document, Any], Any]] = {
    Termination: _settle_termination,
    Reflection: _settle_reflection,
    Lesson: _settle_lesson,
}


def _items(read: Termination) -> Iterator[tuple[Place, Item]]:
    for number, item in enumerate(read.traces):
        yield ("traces", number), item
    yield ("diagnosis",), read.diagnosis
    if read.repair is not None:
        yield ("repair",), read.repair
    if read.successful_trajectory is not None:
        yield ("successful_trajectory",), read.successful_trajectory


def _check_items(document: Document, read: Termination) -> None:
    seen: dict[str, Place] = {}
    for place, item in _items(read):
        _check_kind(document, place, item)
        if item.id in seen:
            what = f"{item.id} stands twice"
            raise fault(document, (*place, "id"), what, "give every item of a record an id of its own")
        seen[item.id] = place


def _check_kind(document: Document, place: Place, item: Item) -> None:
    allowed = KINDS_IN[str(place[0])]
    if item.kind not in allowed:
        what = f"is {item.kind}, which does not belong in {place[0]}"
        raise fault(document, (*place, "kind"), what, f"write {' or '.join(allowed)}, or move the item")
    right = COMPONENT_OF[item.kind]
    if item.component != right:
        what = f"is {item.component} for the kind {item.kind}"
        raise fault(document, (*place, "component"), what, f"write {right}")


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)
