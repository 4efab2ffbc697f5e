"""Small builders for the tests of the store."""

from collections.abc import Mapping

from reflectgit.store import Change, Committed, Store


def change(files: Mapping[str, bytes | None], subject: str = "admit: a lesson") -> Change:
    """A change with the trailers of an admission."""
    return Change(files, subject, [("Reflectgit-Op", "admit"), ("Reflectgit-Lesson", "a-lesson")])


def write(
    store: Store, files: Mapping[str, bytes | None], subject: str = "admit: a lesson"
) -> Committed | None:
    """One operation that writes these files, whatever is there."""
    return store.transact(lambda _: change(files, subject), wait=5)


LESSON = "lessons/episodic/ab/check-the-key-0123abcd.yaml"
EVENT = "ledger/outcomes/cd/0123456789abcdef-01234567.yaml"
