"""Stage (d), generalization: the scope is narrowed to what the evidence of one failure can support (build spec 3.4).

The declared scope is never taken at its word. Comparing with the store (counterexamples, contradictions,
merging by meaning) has its place here too: `known` is what it will look at.
"""

from collections.abc import Mapping

from reflectgit.model import EvidenceRecord, Failure, Generalization, Lesson, Reflection, Task
from reflectgit.policy import Policy
from reflectgit.text import scope
from reflectgit.text.words import tokens


def generalize_check(
    reflection: Reflection,
    record: EvidenceRecord,
    task: Task,
    failure: Failure,
    policy: Policy,
    known: Mapping[str, Lesson],
) -> Generalization:
    """The scope that this record supports. Breadth alone is narrowed, never refused (DESIGN, thin_evidence)."""
    declared = scope.parse(reflection.scope)
    named = declared.values("lib") or declared.values("tool")
    words = record_words(record, task, failure) if named else frozenset()
    fitted = scope.fit(declared, situation_of(task, failure), words, policy.scope.universal_words)
    return Generalization(
        generalized=True,
        adjusted_scope=str(fitted),
        contradicts_lesson_id=None,
        counterexample_ids=[],
    )


def situation_of(task: Task, failure: Failure) -> scope.Situation:
    """What the failure says about itself, on the axes that a scope has."""
    return scope.Situation(
        repo=task.repo,
        language=task.language,
        error=failure.class_,
        paths=tuple(task.paths),
        libs=(),
        tools=(),
    )


def record_words(record: EvidenceRecord, task: Task, failure: Failure) -> frozenset[str]:
    """Every word of the record: `lib` and `tool` facets are kept only where they name one of them."""
    contents = [item.content for item in record.items()]
    texts = (task.description, *task.paths, failure.message, failure.site, *contents)
    return frozenset(word for text in texts for word in tokens(text))
