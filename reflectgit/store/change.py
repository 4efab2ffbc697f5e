"""What an operation asks for, and the commit message that tells of it.

The message is kept verbatim: neither ``commit.cleanup``, ``core.commentChar`` nor a template sees it. It is a
subject of one line and, after an empty line, nothing but trailers; so no text of a lesson can pose as one.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from reflectgit.errors import BadInput
from reflectgit.store.layout import check_path

SUBJECT_LENGTH = 72
_KEY = re.compile(r"[A-Za-z][A-Za-z0-9-]*", re.ASCII)


class Change(NamedTuple):
    """One operation's files and words.

    Attributes:
        files: path from the store's root → its new bytes, or None to delete it.
        subject: what was done, as a sentence; cut at 72 characters.
        trailers: what programs read, in order (CONTRACT, "Commits").
    """

    files: Mapping[str, bytes | None]
    subject: str
    trailers: Sequence[tuple[str, str]] = ()


class Committed(NamedTuple):
    """What an operation made: its last commit, the paths that differ since before it, sorted, and all its commits.

    An operation is one commit, or a chain of them that the branch takes in one move.
    """

    commit: str
    paths: tuple[str, ...]
    commits: tuple[str, ...]


def check_change(change: Change) -> None:
    """Every path is one of a store, and no file stands where another needs a folder.

    Raises:
        BadInput: it names the path.
    """
    paths = {check_path(path) for path in change.files}
    for path in sorted(paths):
        above = path.split("/")[:-1]
        for length in range(1, len(above)):
            if "/".join(above[: length + 1]) in paths:
                raise BadInput(f"{path!r}: its folder is a file of the same change", code="bad_path")


def message(change: Change) -> str:
    """The whole commit message, ending with one line end.

    Raises:
        BadInput: a trailer's name is not one.
    """
    lines = [_subject(change.subject)]
    for key, value in change.trailers:
        if not _KEY.fullmatch(key):
            raise BadInput(
                f"{key!r} cannot name a trailer", "use letters, digits and '-'", code="bad_trailer"
            )
        lines += [] if len(lines) > 1 else [""]
        lines.append(f"{key}: {_line(value)}")
    return "\n".join(lines) + "\n"


def trailer_lines(text: str) -> list[str]:
    """The lines of a message's last paragraph, or none where the subject is all there is."""
    paragraphs = text.strip("\n").split("\n\n")
    return paragraphs[-1].split("\n") if len(paragraphs) > 1 else []


def _subject(text: str) -> str:
    line = _line(text) or "reflectgit"
    if len(line) <= SUBJECT_LENGTH:
        return line
    cut = line[: SUBJECT_LENGTH - 1]
    head, space, _ = cut.rpartition(" ")
    return (head if space and len(head) > SUBJECT_LENGTH // 2 else cut).rstrip(" ,;:") + "…"


def _line(text: str) -> str:
    """One line: white space folded, control characters and lone surrogates gone."""
    folded = " ".join(text.split())
    return "".join(char for char in folded if char.isprintable()).encode("utf-8", "ignore").decode("utf-8")
