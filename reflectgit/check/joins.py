"""Whether everything that a file names is there: failures, items of evidence, lessons; and no circles."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from reflectgit.check.contents import Contents
from reflectgit.check.findings import Finding
from reflectgit.model import DecidedTermination, Lesson
from reflectgit.store.index_rows import stem_of

_FAILURE = re.compile(r"f-[0-9a-f]{16}")
_RETIRED_BY = re.compile(r"outcomes:[1-9]\d*|person:.*", re.DOTALL)
_MEND_JOIN = "ledger files are never edited: restore the file from the commit that added it"
_MEND = "restore the file that is missing, or undo the edit that named it"


def joins(contents: Contents) -> Iterator[Finding]:
    """What is named and is not there, ids that two files carry, and chains that run in a circle."""
    yield from _doubled(contents)
    look = _Look(contents)
    for path, lesson in contents.lessons.items():
        yield from _lesson(look, path, lesson)
    for path, decided in contents.terminations.items():
        yield from _termination(look, path, decided)
    if contents.ledger_is_whole:
        yield from _borne_out(contents)
    for path, event in contents.outcomes.items():
        yield from look.lessons(path, [*event.applied, *event.retrieved])
    for path, ruling in contents.rulings.items():
        yield from look.lessons(path, [ruling.lesson_id, ruling.other, ruling.successor])
        yield from look.failures(path, [ruling.failure_id])
    yield from _circles(contents)


class _Look:
    """What there is to be named."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._lessons = contents.lesson_paths().keys() | contents.admitted()
        self._items = contents.failure_items()

    def lessons(self, path: str, names: Iterable[str | None]) -> Iterator[Finding]:
        for name in sorted({name for name in names if name is not None and name not in self._lessons}):
            message = f"the lesson {name} is named here and is not in the store"
            yield self._contents.finding("dangling_lesson", path, [name], message, _MEND)

    def failures(self, path: str, names: Iterable[str | None]) -> Iterator[Finding]:
        for name in sorted({name for name in names if name is not None and name not in self._items}):
            message = f"the failure {name} is named here and is not in the ledger"
            yield self._contents.finding("dangling_failure", path, [name], message, _MEND)

    def evidence(self, path: str, references: Iterable[str]) -> Iterator[Finding]:
        """References ``<failure_id>#<item id>``."""
        for reference in sorted(set(references)):
            failure, mark, item = reference.partition("#")
            items = self._items.get(failure, set())
            if not mark or (items is not None and item not in items):
                message = f"the evidence {reference} is cited here and is not in the ledger"
                yield self._contents.finding("dangling_evidence", path, [reference], message, _MEND)


def _doubled(contents: Contents) -> Iterator[Finding]:
    for name, paths in contents.lesson_paths().items():
        for path in paths[1:]:
            message = f"the lesson {name} has another file, {paths[0]}"
            yield contents.finding("doubled_id", path, [], message, f"keep one of the two: git rm {path}")
    for path, decided in contents.terminations.items():
        counted = Counter(item.id for item in decided.evidence_record.items())
        for name in sorted(name for name, times in counted.items() if times > 1):
            message = f"the item id {name} stands {counted[name]} times in one record"
            hint = "restore the file from the commit that added it"
            yield contents.finding("doubled_id", path, [f'id: "{name}"'], message, hint)


def _lesson(look: _Look, path: str, lesson: Lesson) -> Iterator[Finding]:
    yield from look.failures(path, [*lesson.derived_from.failures, *lesson.counterexamples])
    yield from look.evidence(path, [*lesson.evidence, *lesson.derived_from.successes])
    yield from look.lessons(path, [lesson.supersedes])
    by = lesson.superseded_by
    if by is not None and _FAILURE.fullmatch(by):
        yield from look.failures(path, [by])
    elif by is not None and not _RETIRED_BY.fullmatch(by):
        yield from look.lessons(path, [by])


def _termination(look: _Look, path: str, decided: DecidedTermination) -> Iterator[Finding]:
    decision, name = decided.decision, decided.evidence_record.failure_id
    yield from look.failures(path, decision.joins)
    yield from look.lessons(path, [decision.lesson_id, decision.supersedes])
    if decision.reflection is not None:
        yield from look.evidence(path, [f"{name}#{item}" for item in decision.reflection.evidence_ids])


def _borne_out(contents: Contents) -> Iterator[Finding]:
    """CONTRACT, "joins": failures of the lesson that is joined, and failures whose candidates were held until then.

    What was decided about a lesson that has no file today may have stood behind this one: a review took it back.
    """
    lessons = {stem_of(path): set(lesson.derived_from.failures) for path, lesson in contents.lessons.items()}
    decisions = [(one.evidence_record.failure_id, one.decision) for one in contents.terminations.values()]
    free = {
        failure
        for failure, decision in decisions
        if decision.unattached_candidate or (decision.lesson_id and decision.lesson_id not in lessons)
    }
    told = contents.failure_items().keys() - free
    for path, decided in contents.terminations.items():
        decision, own = decided.decision, decided.evidence_record.failure_id
        behind = lessons.get(decision.lesson_id or "", set()) if decision.decision == "merged" else set()
        wrong = (told & set(decision.joins)) - (behind - {own})
        for name in sorted(wrong if decision.lesson_id in lessons else ()):
            message = f"the decision joins {name}, which is no failure of its lesson and no held candidate"
            yield contents.finding("bad_decision", path, [name], message, _MEND_JOIN)


def _circles(contents: Contents) -> Iterator[Finding]:
    """Every lesson on a way of `superseded_by` that comes back to it."""
    after = {stem_of(path): lesson.superseded_by for path, lesson in contents.lessons.items()}
    settled: set[str] = set()
    for start in sorted(after):
        way: list[str] = []
        name: str | None = start
        while name is not None and name in after and name not in settled:
            settled.add(name)
            way.append(name)
            name = after[name]
        if name in way:
            yield from _circle(contents, sorted(way[way.index(name) :]))


def _circle(contents: Contents, names: list[str]) -> Iterator[Finding]:
    for path in contents.lessons:
        if stem_of(path) in names:
            message = "superseded_by runs in a circle: " + ", ".join(names)
            hint = "undo the edit that closed the circle"
            yield contents.finding("circle", path, ["superseded_by"], message, hint)
