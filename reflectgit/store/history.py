"""The life of a lesson, as the commits tell it.

An operation names its lessons in the trailers of its commit, and history is read off them: by id, never by
the likeness of files, which joins a retired lesson to the one admitted beside it and loses one that was
moved and rewritten at once. One git process reads it, whatever the length of the history.
"""

from collections.abc import Iterator

from msgspec import Struct

from reflectgit.store.repository import Store

_TRAILERS = ("Reflectgit-Lesson", "Reflectgit-Op", "Reflectgit-Reason")
_UNIT = "\x1f"


class Event(Struct, frozen=True, kw_only=True):
    """One operation on a lesson (CONTRACT, "What they print with --json", `log`).

    `time` is the author's time of the commit, ISO 8601 with its offset; `op` and `reason` are "" where the
    commit says nothing of them; `summary` is its subject.
    """

    commit: str
    time: str
    op: str
    summary: str
    reason: str


def events(store: Store, lesson_id: str) -> list[Event]:
    """What happened to the lesson on the way to HEAD, newest first.

    Only the trailer block at the end of a message counts, so a message that quotes a trailer says nothing.
    Where `is_cut` is true the oldest events may be missing; those that are given are right.

    Raises:
        StoreError: git could not read the history.
    """
    head = store.head()
    if head is None:
        return []
    log = store.git.read(
        "-c", "trailer.separators=:", "log", "--topo-order", "-z", "--no-show-signature", "--no-color",
        "--encoding=UTF-8", "--fixed-strings", f"--grep={lesson_id}", f"--format={_FORMAT}", head, "--",
    ).out  # fmt: skip
    return list(_events(log.decode("utf-8", "replace"), lesson_id))


def is_cut(store: Store) -> bool:
    """Whether the clone is shallow: history before its oldest commits is not here."""
    marks = store.place.common_dir / "shallow"
    return marks.is_file() and marks.stat().st_size > 0


def _events(log: str, lesson_id: str) -> Iterator[Event]:
    for record in filter(None, log.split("\0")):
        commit, time, summary, lessons, ops, reasons = record.split("\x1e")
        if lesson_id in lessons.split(_UNIT):
            yield Event(
                commit=commit,
                time=time,
                op=ops.split(_UNIT)[0],
                summary=summary,
                reason=reasons.split(_UNIT)[0],
            )


def _value_of(trailer: str) -> str:
    return f"%(trailers:key={trailer},valueonly,unfold,separator=%x1f)"


_FORMAT = "%x1e".join(["%H", "%aI", "%s", *map(_value_of, _TRAILERS)])
