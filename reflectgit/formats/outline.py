"""Where the members and the comments of a YAML text stand, for editing it without disturbing the rest."""

import re
from bisect import bisect_right
from typing import NamedTuple

from reflectgit.formats.yaml_text import Spot, yaml_spots

_HASH = re.compile(r"(?:^|(?<=[ \t]))#[^\n]*", re.M)


class Outline(NamedTuple):
    """A block mapping cut into lines: before each member (comments), the member itself, what comes after."""

    members: dict[str, tuple[str, str]]
    after: str


def comments_in(text: str) -> list[str]:
    """The comments of well-formed YAML, each from its ``#`` to the end of its line."""
    spans = [(spot.start, spot.end) for spot in yaml_spots(text) if spot.kind in ("key", "scalar")]
    starts = [start for start, _ in spans]
    found = []
    for comment in _HASH.finditer(text):
        before = bisect_right(starts, comment.start()) - 1
        if before < 0 or spans[before][1] <= comment.start():
            found.append(comment.group().rstrip())
    return found


def members_of(text: str) -> Outline | None:
    """The members of the block mapping that `text` is; None where they do not begin lines of their own."""
    spots = list(yaml_spots(text))
    if spots[0].kind != "open" or text[spots[0].start] == "{":
        return None
    members: dict[str, tuple[str, str]] = {}
    done = 0
    heads = [number for number, spot in enumerate(spots) if spot.kind == "key" and len(spot.place) == 1]
    for head, following in zip(heads, [*heads[1:], len(spots)], strict=True):
        start = spots[head].start
        if start and text[start - 1] != "\n":
            return None
        end = _end_of_line(text, max(_end(spot, text) for spot in spots[head:following]))
        members[spots[head].word] = text[done:start], text[start:end].removesuffix("\n") + "\n"
        done = end
    return Outline(members, text[done:])


def _end(spot: Spot, text: str) -> int:
    """Where something ends. A block collection ends with what stands in it; its own mark lies further on."""
    in_block = spot.kind == "open" or (spot.kind == "close" and text[spot.start : spot.end] not in ("]", "}"))
    return 0 if in_block else spot.end


def _end_of_line(text: str, offset: int) -> int:
    if text[offset - 1] == "\n":
        return offset
    line_end = text.find("\n", offset)
    return len(text) if line_end < 0 else line_end + 1
