"""Whether ``lessons/`` is the image of the ledger, every field of it (DESIGN, "Lifecycle is a fold")."""

from collections.abc import Collection, Iterator

import msgspec

from reflectgit import identity
from reflectgit.check.contents import Contents
from reflectgit.check.findings import Finding
from reflectgit.check.reviewed import owed, unruled
from reflectgit.model import Lesson, Ruling
from reflectgit.policy import Policy
from reflectgit.stages.lifecycle import fold
from reflectgit.store.index_rows import stem_of

_SHOWN = 80


def cited(contents: Contents) -> Iterator[Finding]:
    """Lessons without provenance or evidence: build spec section 8, invariant 3."""
    for path, lesson in contents.lessons.items():
        for name, given in (("derived_from", lesson.derived_from.failures), ("evidence", lesson.evidence)):
            if not given:
                message = f"{name} is empty: a lesson without it is no lesson"
                hint = "restore the file from history, or remove it with git rm"
                yield contents.finding("no_evidence", path, [name], message, hint)


def folded(contents: Contents, policy: Policy, faulty: Collection[str]) -> Iterator[Finding]:
    """Lessons that differ from what the ledger gives; one that lacks a person's ruling may be as with or without it.

    Where a file of the ledger could not be read, nothing is compared: half a ledger gives other lessons. A
    lesson in `faulty` has a more exact finding already, and what differs there follows from it.
    """
    if not contents.ledger_is_whole:
        return
    right = _fold(contents, policy)
    lacking = unruled(contents, policy)
    yield from owed(contents, lacking)
    faulty = {*faulty, *(one.path for one in lacking if one.fault is not None)}
    ruled = _fold(contents, policy, *(one.ruling for one in lacking)) if lacking else right
    there = contents.lesson_paths()
    for name in sorted(right.keys() - there.keys()):
        yield _missing(name, right[name])
    for path, lesson in contents.lessons.items():
        if path in faulty or len(there[stem_of(path)]) > 1:
            continue
        given = ruled.get(stem_of(path))
        if lesson == right.get(stem_of(path)):
            continue
        yield from _differs(contents, path, lesson, given) if given else _unfounded(contents, path)


def _fold(contents: Contents, policy: Policy, *more: Ruling) -> dict[str, Lesson]:
    rulings = (*contents.rulings.values(), *more)
    return fold(contents.terminations.values(), contents.outcomes.values(), rulings, policy)


def _missing(name: str, lesson: Lesson) -> Finding:
    return Finding(
        code="missing_lesson",
        path=identity.lesson_path(lesson.type, name),
        line=None,
        message="the ledger admits this lesson, and its file is not there",
        hint="restore it: git log --diff-filter=D -- PATH names the commit that removed it",
    )


def _unfounded(contents: Contents, path: str) -> Iterator[Finding]:
    message = "no decision in the ledger admits this lesson"
    hint = "only an admission makes a lesson: remove the file with git rm, or restore the ledger file"
    yield contents.finding("unfounded_lesson", path, [], message, hint)


def _differs(contents: Contents, path: str, lesson: Lesson, right: Lesson) -> Iterator[Finding]:
    said, given = msgspec.to_builtins(lesson), msgspec.to_builtins(right)
    names = [name for name in said if said[name] != given[name]]
    if names:
        message = "the ledger gives " + "; ".join(f"{name}: {_short(given[name])}" for name in names)
        hint = "write that instead: the fields of a lesson follow from the ledger and are never edited"
        yield contents.finding("not_the_fold", path, [names[0]], message, hint)


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
