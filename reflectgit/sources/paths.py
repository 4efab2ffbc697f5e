"""Paths as the project knows them: where a checkout lies is found out and cut.

A runner prints one file in full in one place and from the root of the project in another. Where both stand in one
run, what is before the shared end is the root; then every path below it can be told from the root, wherever a
checkout lies. What remains absolute is cut by the rules for sites (`text.template.normal_site`).
"""

import re
from collections.abc import Iterable

_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
#: pytest tells its root itself.
_ROOTDIR = re.compile(r"^rootdir: (?P<root>\S[^,\n]*)", re.MULTILINE)


def is_absolute(path: str) -> bool:
    """Whether a path begins at the root of a file system, of Unix or Windows."""
    return path.startswith(("/", "\\\\")) or bool(_DRIVE.match(path))


def unified(path: str) -> str:
    """Slashes of one kind, no ``file://`` or ``./`` in front."""
    plain = re.sub(r"[\\/]+", "/", path.removeprefix("file://"))
    return re.sub(r"^(?:\.\.?/)+", "", plain)


class Roots:
    """The folders that are taken for the root of the project.

    Args:
        paths: all paths of one run, absolute and relative.
        output: what the run printed, which may name the root.
        given: a folder that is known to be the root; may be "".
    """

    def __init__(self, paths: Iterable[str], output: str = "", given: str = "") -> None:
        named = [given, *(found["root"].strip() for found in _ROOTDIR.finditer(output[:65_536]))]
        plain = sorted({unified(path) for path in paths})
        relative = [path for path in plain if not is_absolute(path) and "/" in path]
        absolute = [path for path in plain if is_absolute(path)]
        shared = {
            full.removesuffix(f"/{short}")
            for full in absolute
            for short in relative
            if full.endswith(f"/{short}")
        }
        self._roots = sorted(
            {unified(root).rstrip("/") for root in (*named, *shared) if root.strip("/")}, key=len
        )

    def relative(self, path: str) -> str:
        """The path from the root of the project, where that is known; else as it is, with slashes of one kind."""
        plain = unified(path)
        for root in self._roots:
            if plain.startswith(f"{root}/"):
                return plain[len(root) + 1 :]
        return plain
