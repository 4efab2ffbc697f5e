"""What a store answers to a task: its documents at one commit, ranked, with what its ledger says of the failure.

The only place where retrieving (`stages.retrieve`) and the store meet. Reads alone; nothing is written but the cache.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from reflectgit.stages.retrieve import Hit, Query, rank
from reflectgit.store.index_documents import Documents, ask
from reflectgit.store.repository import Store
from reflectgit.store.snapshot import Snapshot

if TYPE_CHECKING:
    from reflectgit.model import Failure, Termination


class Retrieved(NamedTuple):
    """The lessons that apply, best first, and by which rules.

    Attributes:
        hits: at most `cap`, fewer where the caller wanted fewer; empty where no lesson applies.
        cap: the most lessons that the policy allows.
        floor: the score below which no lesson applies.
        signature: what the ledger knows of the failure, where a termination was given.
        broken: the files that could not be read and so answer nothing: ``path:line: reason``.
    """

    hits: tuple[Hit, ...]
    cap: int
    floor: float
    signature: dict[str, Any] | None = None
    broken: tuple[str, ...] = ()

    def members(self) -> dict[str, Any]:
        """As CONTRACT prints it with ``--json``."""
        told: dict[str, Any] = {
            "lessons": [hit.members() for hit in self.hits],
            "cap": self.cap,
            "retrieved_lesson_ids": [hit.document.id for hit in self.hits],
            "floor": self.floor,
        }
        return told if self.signature is None else {**told, "signature": self.signature}


def retrieve(
    store: Store, query: Query, *, most: int | None = None, termination: "Termination | None" = None
) -> Retrieved:
    """The lessons of the store that apply to a task.

    Args:
        store: where to look; its last commit counts.
        query: what the task says about itself; of a termination, `query_of` makes one.
        most: fewer lessons than the policy allows.
        termination: the failure that ended, of which the ledger's knowledge is wanted too.

    Raises:
        BadInput: the committed policy is not valid.
        StoreError: git cannot read the store.
    """
    snapshot = store.snapshot()

    def question(documents: Documents) -> Retrieved:
        limits = documents.limits
        hits = tuple(rank(query, documents, limits)[:most])
        return Retrieved(hits, limits.cap, limits.floor, broken=tuple(documents.broken()))

    answer = ask(store, snapshot, question)
    if termination is None:
        return answer
    return answer._replace(signature=signature_known(store, snapshot, termination))


def query_of(termination: "Termination") -> Query:
    """What a failure that ended says about itself: its message, its task and its diagnosis.

    The output of its runs is left out: what is peculiar there stands in the message, the rest is the runner's.
    """
    from reflectgit.text.template import site_path

    failure, task = termination.failure, termination.task
    said = (failure.class_, failure.message, task.description, termination.diagnosis.content)
    return Query(
        text="\n".join(said),
        repo=task.repo,
        paths=tuple(task.paths),
        error=failure.class_,
        language=task.language,
        site=site_path(failure.site),
    )


def signature_known(store: Store, snapshot: Snapshot, termination: "Termination") -> dict[str, Any]:
    """The failure's signature, and what the ledger holds of it: what was tried, and why it failed.

    ``seen`` counts the failures of this signature. ``resolutions`` are their decisions in the order of their
    ids: outcome, decision, reason, lesson. ``lesson_ids`` name the lessons that came of them, retired ones too.
    """
    # A query of words alone needs none of these.
    from msgspec import to_builtins

    from reflectgit.policy import Policy
    from reflectgit.stages.evidence import prepare
    from reflectgit.stages.ledger import signature_of
    from reflectgit.store.index import Index

    failure: Failure = prepare(termination, Policy()).failure
    signature = signature_of(failure)
    with Index.open(store).at(snapshot) as view:
        rows = [row.value for row in view.terminations(signature=signature.signature)]
        lessons = view.lesson_ids(signature.signature)
    resolutions = [
        {
            "failure_id": told.failure_id,
            "task": told.task.id,
            "repo": told.task.repo,
            "outcome": told.outcome,
            "decision": told.decision.decision,
            "rejected_reason": told.decision.rejected_reason,
            "lesson_id": told.decision.lesson_id,
        }
        for told in rows
    ]
    resolutions.sort(key=lambda told: (str(told["failure_id"]), str(told["decision"])))
    seen = len({told.failure_id for told in rows})
    return {**to_builtins(signature), "seen": seen, "resolutions": resolutions, "lesson_ids": lessons}
