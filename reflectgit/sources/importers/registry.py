"""The importers there are: ours, and those that others add by the entry point group ``reflectgit.importers``.

Ours are known without being installed. One of others that cannot be loaded is told and left out; it takes no name of
ours.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import cast

from reflectgit.errors import BadInput
from reflectgit.sources.events import Importer

GROUP = "reflectgit.importers"
#: In the order in which a file is shown to them; those of others come before the last, which takes any text.
_OURS = {
    "pytest": "pytest_cases",
    "junit": "junit",
    "diff": "diff",
    "claude-code": "claude_code",
    "atif": "atif",
    "openhands": "openhands",
    "mini-swe-agent": "mini_swe_agent",
    "swe-agent": "swe_agent",
}
_LAST = {"log": "plain_log"}


def importers() -> tuple[Importer, ...]:
    """All importers, in the order in which they are asked whether they know a file."""
    return _loaded()[0]


def faults() -> tuple[str, ...]:
    """What is wrong with importers of others that could not be loaded, a line each."""
    return _loaded()[1]


def find(head: bytes, filename: str) -> Importer | None:
    """The first importer that recognises a file by its beginning (at most 64 KiB); None where none does."""
    return next((one for one in importers() if _recognised(one, head, filename)), None)


def by_name(name: str) -> Importer:
    """The importer with that name.

    Raises:
        BadInput: no importer has it.
    """
    for one in importers():
        if one.name == name:
            return one
    raise BadInput(
        f"no format is named {name!r}", f"Write one of {', '.join(one.name for one in importers())}"
    )


@cache
def _loaded() -> tuple[tuple[Importer, ...], tuple[str, ...]]:
    found = [_own(module) for module in _OURS.values()]
    told: list[str] = []
    points = entry_points(group=GROUP)
    for point in sorted(points, key=lambda one: (one.name, one.value)):
        if point.name in {**_OURS, **_LAST}:
            continue
        loaded = _of_others(point)
        if isinstance(loaded, str):
            told.append(loaded)
        else:
            found.append(loaded)
    return (*found, *(_own(module) for module in _LAST.values())), tuple(told)


def _own(module: str) -> Importer:
    return cast(Importer, import_module(f"reflectgit.sources.importers.{module}").IMPORTER)


def _of_others(point: EntryPoint) -> Importer | str:
    """The importer, or what is wrong with it. Code of others may fail in any way."""
    told = f"the importer {point.name!r} ({point.value}) is left out"
    try:
        loaded = point.load()
        found = loaded() if isinstance(loaded, type) else loaded
    except Exception as fault:  # noqa: BLE001 - a plugin that is broken takes nothing else with it
        return f"{told}: {type(fault).__name__}: {fault}"
    wanted = [name for name in ("recognises", "read") if not callable(getattr(found, name, None))]
    if wanted or not isinstance(getattr(found, "name", None), str):
        return f"{told}: it has no {' and no '.join(wanted) or 'name'}"
    return cast(Importer, found)


def _recognised(importer: Importer, head: bytes, filename: str) -> bool:
    """Whether it recognises the file; one that raises does not."""
    try:
        return bool(importer.recognises(head, filename))
    except Exception:  # noqa: BLE001 - of others: a format that cannot be asked is not this file's
        return False
