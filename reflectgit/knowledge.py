"""What a store knows near a termination, fetched through its indexes as the plain values that judging takes.

`stages.known.Known` says what has to be fetched; here is how: what happened before on the same kind of failure, by
exact keys, what lessons elsewhere say in the same words, through the documents of retrieval, and what candidates that
wait elsewhere say, by their rarest words.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import cast

from reflectgit.model import DecidedTermination, EvidenceRecord, Lesson, Reflection, Termination
from reflectgit.stages.advice import same_advice
from reflectgit.stages.diagnosis import cause_of
from reflectgit.stages.evidence import collect_evidence
from reflectgit.stages.known import Known, Told, known_from, told_of
from reflectgit.stages.ledger import signature_of
from reflectgit.stages.relation import account_of
from reflectgit.store.index import View
from reflectgit.store.index_documents import Documents, ask
from reflectgit.store.index_rows import read_stored
from reflectgit.store.repository import Store
from reflectgit.store.snapshot import Snapshot
from reflectgit.text.words import stems

_RAREST = 20
_NEAREST = 10
_LOOKED = 2000


def known_near(
    store: Store, snapshot: Snapshot, view: View, prepared: Termination, reflection: Reflection | None
) -> Known:
    """All that the store knows that matters to a candidate; of a failure without one, what happened before.

    Only live lessons are found by their words; a retired one is found by its failure.
    """
    failures, names = _before(view, prepared)
    if reflection is not None and reflection.candidate_lesson.strip():
        story = _story(reflection, collect_evidence(prepared))
        names |= set(ask(store, snapshot, lambda documents: _nearest(documents, story)))
        failures |= _waiting(view, reflection)
    return _known(view, failures, names)


def _before(view: View, prepared: Termination) -> tuple[set[str], set[str]]:
    """The failures of the same signature or the same class and message, and the lessons that came of them."""
    failures = {row.value.failure_id for row in view.terminations(like=signature_of(prepared.failure))}
    return failures, {name for failure in failures for name in view.lessons_from(failure)}


def _waiting(view: View, reflection: Reflection) -> set[str]:
    """The failures elsewhere whose candidates wait and say in words what this one says.

    Whether two diagnoses tell one cause is not asked: for that each of them would have to be read.
    """
    mine = account_of(reflection)
    told = [(row.value.failure_id, row.value.decision.reflection) for row in view.waiting(mine.statement)]
    return {
        failure
        for failure, other in told
        if other is not None and same_advice(account_of(other), mine, same_signature=False)
    }


def _story(reflection: Reflection, record: EvidenceRecord) -> str:
    """The words in which a candidate is looked for: lesson, claims, counterfactual, and the cause as diagnosed."""
    claims = " ".join(reflection.claims().values())
    return f"{reflection.candidate_lesson} {claims} {reflection.counterfactual} {cause_of(record)}"


def _nearest(documents: Documents, story: str) -> list[str]:
    """The lessons with the highest sum of idf over the story's rarest words that any lesson has.

    Words that many lessons have tell no advice from another: the rarest are looked up first, and the look ends when
    they have named so many lessons.
    """
    held = documents.frequencies(sorted(set(stems(story))))
    score: dict[int, float] = {}
    looked = 0
    for stem in sorted(held, key=lambda stem: (held[stem], stem))[:_RAREST]:
        looked += held[stem]
        if looked > _LOOKED and score:
            break
        for number in documents.holding(stem):
            score[number] = score.get(number, 0.0) + 1.0 / held[stem]
    least = sorted(score.values(), reverse=True)[:_NEAREST][-1:] or [0.0]
    names = documents.ids(number for number, worth in score.items() if worth >= least[0])
    nearest = sorted(names, key=lambda number: (-score[number], names[number]))[:_NEAREST]
    return [names[number] for number in nearest]


def _known(view: View, failures: Iterable[str], names: Iterable[str]) -> Known:
    """The lessons of these names with all failures behind and against them, and these failures."""
    lessons: dict[str, Lesson] = {}
    wanted = set(failures)
    for name in sorted(set(names)):
        row = view.lesson(name)
        if row is not None:
            lessons[name] = row.value
            wanted |= {*row.value.derived_from.failures, *row.value.counterexamples}
    told = [_told(path, data) for path, data in view.files_of(sorted(wanted))]
    return known_from(told, lessons)


@lru_cache(maxsize=256)
def _told(path: str, data: bytes) -> Told:
    """The termination in a file. Candidates that come one after the other have neighbours in common."""
    return told_of(cast(DecidedTermination, read_stored("termination", data, path)))
