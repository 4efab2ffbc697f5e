"""Items of evidence that reflectgit makes itself: safe to write, and signed (CONTRACT, "Inputs").

An item that we observed says ``by: reflectgit`` and carries a digest of itself, which `check` verifies: it shows
whether an item is as we made it, not who made it. What somebody said is not ours and is not signed.
"""

from msgspec import UNSET, ValidationError, convert
from msgspec.structs import replace

from reflectgit import identity
from reflectgit.errors import BadInput
from reflectgit.formats.read import load_yaml
from reflectgit.model import Diagnosis, Item, ItemKind
from reflectgit.sources.safe import safe_text

_PARTS = frozenset({"content", "symptom", "root_cause", "evidence", "fix_direction", "ruled_out"})
_COMPONENTS: dict[ItemKind, int] = {
    "plan": 11,
    "patch": 11,
    "execution": 11,
    "trajectory": 11,
    "instrumentation": 12,
    "diagnosis": 13,
    "repair": 14,
}


def signed(item: Item) -> Item:
    """The item with the mark and the digest of what reflectgit made. The content has to be safe already."""
    marked = replace(item, by="reflectgit", digest=UNSET)
    return replace(marked, digest=identity.digest(marked))


def observed(name: str, kind: ItemKind, content: str, limit: int) -> Item:
    """A signed item of what we saw, cleared of secrets and at most `limit` bytes long."""
    safe = safe_text(content, limit)
    return signed(Item(id=name, component=_COMPONENTS[kind], kind=kind, content=safe, origin="observed"))


def stated(name: str, kind: ItemKind, content: str, limit: int) -> Item:
    """An item of what somebody said, cleared of secrets and at most `limit` bytes long."""
    safe = safe_text(content, limit)
    return Item(id=name, component=_COMPONENTS[kind], kind=kind, content=safe, origin="stated")


def seen_diagnosis(name: str, content: str, limit: int) -> Diagnosis:
    """The diagnosis of a symptom that reflectgit wrote itself, signed."""
    plain = Diagnosis(
        id=name,
        component=_COMPONENTS["diagnosis"],
        kind="diagnosis",
        content=safe_text(content, limit),
        origin="observed",
        by="reflectgit",
    )
    return replace(plain, digest=identity.digest(plain))


def told_diagnosis(name: str, content: str, limit: int) -> Diagnosis:
    """What somebody said went wrong; with its parts, where it was said as YAML or JSON that has them."""
    safe = safe_text(content, limit)
    plain = {"id": name, "component": _COMPONENTS["diagnosis"], "kind": "diagnosis", "origin": "stated"}
    try:
        return convert({**plain, **_parts(safe)}, type=Diagnosis)
    except (BadInput, ValidationError):  # a text with a colon in it
        return convert({**plain, "content": safe}, type=Diagnosis)


def _parts(text: str) -> dict[str, object]:
    """The parts of a diagnosis, by name; its content alone, where it has none."""
    told = load_yaml(text, "diagnosis")
    if not isinstance(told, dict) or not told.keys() <= _PARTS:
        return {"content": text}
    spoken = " ".join(str(told[key]) for key in ("root_cause", "symptom") if key in told)
    return {**told, "content": told.get("content") or spoken}
