"""What a lesson is matched on: the stems of its fields, the words of its evidence among them (DESIGN, "Retrieval").

A new task speaks of its own situation, not in the words of a lesson. The evidence behind the lesson does: it
holds the plan, the output, the diagnosis of a situation of that kind. Measured on labelled failures, these words
are by far the largest gain of retrieval. Pure; what stands here is kept by the index and read by the stage.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from reflectgit.text.words import stems

if TYPE_CHECKING:
    from reflectgit.model import DecidedTermination, Item, Lesson

Field = Literal["statement", "scope", "claims", "diagnosis", "evidence", "place"]
FIELDS: tuple[Field, ...] = ("statement", "scope", "claims", "diagnosis", "evidence", "place")

#: The stems of each field with how often they occur.
Fields = dict[str, dict[str, int]]

#: Of one item, so that a long log does not make a lesson fit everything.
_ITEM_CHARS = 8_000


class Document(NamedTuple):
    """A live lesson with the words that it is matched on.

    Attributes:
        id: the lesson's id.
        lesson: the twelve members of its file.
        fields: stems with their counts.
        repos: where its failures happened, in lower case.
        grade: how strongly the evidence holds it; None where the ledger does not tell.
        contested: another lesson says the opposite, and outcomes have not settled it.
        red_flag: its story blames others, and too few independent failures bear it out.
    """

    id: str
    lesson: Mapping[str, Any]
    fields: Fields
    repos: tuple[str, ...] = ()
    grade: str | None = None
    contested: bool = False
    red_flag: bool = False


def words_of_lesson(lesson: "Lesson") -> Fields:
    """The fields that a lesson's own file gives: its statement and its scope."""
    return _counted([("statement", lesson.statement), ("scope", lesson.scope)])


def words_of_termination(decided: "DecidedTermination") -> Fields:
    """The fields that a termination gives to the lesson it admitted or was merged into.

    Claims, diagnosis and what else the claims cite; and the `place`: the task, its paths, class and site of the
    failure, which weigh more in the same repository.
    """
    return _counted(_said(decided))


def joined(parts: Iterable[Fields]) -> Fields:
    """The fields of several files as those of one document."""
    sums: dict[str, Counter[str]] = {}
    for part in parts:
        for name, words in part.items():
            sums.setdefault(name, Counter()).update(words)
    return {name: dict(sums[name]) for name in FIELDS if name in sums}


def _counted(said: Iterable[tuple[Field, str]]) -> Fields:
    texts: dict[str, list[str]] = {}
    for name, text in said:
        texts.setdefault(name, []).append(text)
    counts = {name: Counter(stems("\n".join(parts))) for name, parts in texts.items()}
    return {name: dict(sorted(words.items())) for name, words in counts.items() if words}


def _said(decided: "DecidedTermination") -> Iterator[tuple[Field, str]]:
    cited = {name for check in decided.decision.checks for name in check.cited}
    reflection = decided.decision.reflection
    if reflection is not None:
        cited.update(reflection.evidence_ids)
        yield from (("claims", text) for text in reflection.claims().values())
        yield "claims", reflection.counterfactual
    for item in decided.evidence_record.items():
        if item.id in cited:
            yield _field(item), item.content[:_ITEM_CHARS]
    failure, task = decided.failure, decided.task
    yield "evidence", failure.message
    yield from (("place", text) for text in (task.description, *task.paths, failure.class_, failure.site))


def _field(item: "Item") -> Field:
    return "diagnosis" if item.kind == "diagnosis" else "evidence"
