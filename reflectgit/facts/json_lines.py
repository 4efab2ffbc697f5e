"""A line that is one JSON object: its members with plain values, those of inner objects under dotted names."""

from collections.abc import Iterator

import msgspec

#: A line with more brackets than this is a dump, not a record.
_BRACKETS = 60
_LEVELS = 3


def members(line: str) -> tuple[tuple[str, str], ...]:
    """``{"user": {"id": 7}, "ok": true}`` → ``("user.id", "7"), ("ok", "true")``; empty where the line is no object."""
    bare = line.strip()
    if (
        bare[:1] != "{"
        or bare[-1:] != "}"
        or '":' not in bare
        or bare.count("{") + bare.count("[") > _BRACKETS
    ):
        return ()
    try:
        value = msgspec.json.decode(bare)
    except msgspec.DecodeError:
        return ()
    return tuple(_flat(value, "", _LEVELS)) if isinstance(value, dict) else ()


def _flat(value: dict[str, object], before: str, levels: int) -> Iterator[tuple[str, str]]:
    for name, member in value.items():
        if isinstance(member, dict):
            if levels > 1:
                yield from _flat(member, f"{before}{name}.", levels - 1)
        elif isinstance(member, str):
            yield before + name, member
        else:
            yield before + name, msgspec.json.encode(member).decode()
