"""Stage (d), generalization: the scope is narrowed to what the evidence supports (build spec 3.4).

The declared scope is never taken at its word. It is fitted to what one failure can support; an earlier failure in
which the advice was followed in vain is excluded from it, or no scope is left; and a lesson that says the opposite is
named, so that both are flagged.
"""

from collections.abc import Collection, Sequence

from reflectgit.model import EvidenceRecord, Failure, Generalization, Reflection, Task
from reflectgit.policy import Policy
from reflectgit.stages.counterexample import separation, speaks_against
from reflectgit.stages.known import Known, PastFailure, situation_of
from reflectgit.stages.relation import Candidate, Relations
from reflectgit.text import scope
from reflectgit.text.words import occurring, tokens


def fitted_scope(
    reflection: Reflection, record: EvidenceRecord, task: Task, failure: Failure, policy: Policy
) -> scope.Scope:
    """The declared scope cut down to what this record supports. Breadth alone is narrowed, never refused."""
    declared = scope.parse(reflection.scope)
    named = [*declared.values("lib"), *declared.values("tool")]
    wanted = {word for name in named for word in (name.casefold(), *tokens(name))}
    words = record_words(wanted, record, task, failure) if wanted else frozenset()
    return scope.fit(declared, situation_of(task, failure), words, policy.scope.universal_words)


def generalize_check(candidate: Candidate, relations: Relations, known: Known) -> Generalization:
    """The scope that the record and the earlier failures support, and the lesson that it contradicts.

    `generalized` is false where an earlier failure speaks against the candidate and no scope avoids it
    (``contradicts_store``). `counterexample_ids` are the failures that narrowed it, or that could not be avoided.
    """
    against = _against(candidate, relations, known)
    apart = [separation([candidate.past], one) for one in against]
    narrowed = candidate.scope
    for exclusion in apart:
        narrowed = scope.narrow(narrowed, exclusion) if exclusion else narrowed
    return Generalization(
        generalized=None not in apart,
        adjusted_scope=str(narrowed),
        contradicts_lesson_id=_contradicted(relations),
        counterexample_ids=sorted(one.failure_id for one in against),
    )


def _against(candidate: Candidate, relations: Relations, known: Known) -> Sequence[PastFailure]:
    """Earlier failures inside its scope that came although its advice was followed.

    Those by the rule, and those that a retired lesson with the same advice is known to have.
    """
    retired = known.lesson(relations.successor_of or "")
    told = set(retired.lesson.counterexamples) if retired else set()
    return [
        one
        for one in known.terminations
        if one.independent(candidate.past)
        and scope.covers(candidate.scope, one.situation)
        and (
            one.failure_id in told
            or speaks_against(one, candidate.statement, candidate.scope, [candidate.past])
        )
    ]


def _contradicted(relations: Relations) -> str | None:
    return relations.opposite[0] if relations.opposite and not relations.same else None


def record_words(
    wanted: Collection[str], record: EvidenceRecord, task: Task, failure: Failure
) -> frozenset[str]:
    """Those of the words that the record has: `lib` and `tool` facets are kept only where they name one of them."""
    contents = [item.content for item in record.items()]
    texts = (task.description, *task.paths, failure.message, failure.site, *contents)
    return frozenset(word for text in texts for word in occurring(wanted, text))
