"""What happens to lessons after they were admitted: outcomes, rulings of people, and the rules that follow from both.

Each operation adds to the ledger and brings `lessons/` to what the fold makes of it, in one move of the branch: one
commit for what was told, one for each thing that happened to a lesson because of it (CONTRACT, "Commands").
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

import msgspec

from reflectgit import pending
from reflectgit.admission import policy_at
from reflectgit.errors import BadInput, NotFound
from reflectgit.formats.emit import to_yaml
from reflectgit.identity import event_id, failure_id, lesson_id, outcome_path, ruling_path, termination_path
from reflectgit.image import Additions, Told, commits, folded, folded_whole, lowered, withdrawals
from reflectgit.model import (
    DecidedTermination,
    Lesson,
    OutcomeEvent,
    Reflection,
    Ruling,
    TaskOutcome,
    Termination,
    Value,
)
from reflectgit.pipeline import judge
from reflectgit.policy import Policy
from reflectgit.stages.direction import is_astray
from reflectgit.stages.evidence import prepare, safe
from reflectgit.stages.fold import Fold
from reflectgit.stages.known import NOTHING_KNOWN, Known, KnownLesson, known_of, past_of
from reflectgit.stages.lifecycle_actions import Action, sweep_rulings
from reflectgit.stages.relation import Candidate, counterexample_ruling, relate, rulings_beside
from reflectgit.stages.spoken import one_line, reason
from reflectgit.store.branches import Branch
from reflectgit.store.change import Change, Committed
from reflectgit.store.index import Index, View
from reflectgit.store.repository import Beside, Store
from reflectgit.store.snapshot import Snapshot
from reflectgit.text.polarity import opposed

T = TypeVar("T")


class Done(Value, frozen=True, kw_only=True):
    """One thing that happened to a lesson, and the commit that tells it (None after a dry run).

    `because_of` is the commit of what was told before it, a person's ruling or an outcome, where that is another one.
    """

    lesson_id: str
    action: str
    level: str
    superseded_by: str | None
    commit: str | None
    because_of: str | None = None


class Tally(Value, frozen=True, kw_only=True):
    """How often a lesson was applied, and what came of it."""

    id: str
    times_applied: int
    times_helped: int
    times_hurt: int


class Recorded(Value, frozen=True, kw_only=True):
    """What `record` answers. An event that was told before is not recorded again: `recorded` False, no commit."""

    event_id: str
    recorded: bool
    commit: str | None
    lessons: list[Tally]
    actions: list[Done]


class Amended(Value, frozen=True, kw_only=True):
    """What `amend` answers: the successor with the new wording, or the reason for which the wording was refused."""

    successor: str | None
    reason: str | None
    actions: list[Done]


def record(
    store: Store,
    lessons: Sequence[str],
    *,
    task: str,
    repo: str,
    outcome: TaskOutcome,
    retrieved: Sequence[str] = (),
    key: str = "",
) -> Recorded:
    """Tell that lessons were applied to a task, and what came of it (build spec 3.9).

    Args:
        store: where they are.
        lessons: the ids of those that were applied; superseded ones count in their own files.
        task: the id of the task.
        repo: ``owner/name`` of the repository it was done in.
        outcome: ``resolved`` counts as helped, ``worse`` as hurt, ``unchanged`` as applied alone.
        retrieved: the ids of those that were offered.
        key: tells apart events that would otherwise be one and the same.

    Raises:
        BadInput: the task or repository is no name, or no lesson is given. NotFound: there is no such lesson.
        StoreError: the store or git could not do it; nothing was changed.
    """
    told = _event(lessons, task, repo, outcome, retrieved, key)
    _take_over(store, told.applied)

    def operation(view: View, snapshot: Snapshot, policy: Policy) -> _Work:
        _require(view, {*told.applied, *told.retrieved})
        if _is_told(view, told):
            return _Work(folded(view, policy, Additions(outcomes=(told,))), (), ())
        found = folded(view, policy, Additions(outcomes=(told,)))
        trailers = [("Reflectgit-Op", "record"), *(("Reflectgit-Lesson", name) for name in told.applied)]
        trailers.append(("Reflectgit-Reason", f"{outcome} in {told.repo}"))
        first = Change(
            {outcome_path(told): to_yaml(told)}, f"record: {outcome} on {task} in {repo}", trailers
        )
        return _work(view, snapshot, found, first)

    work, committed = _run(store, operation)
    return Recorded(
        event_id=told.event_id,
        recorded=committed is not None,
        commit=committed.commits[0] if committed else None,
        lessons=[_tally(name, work.found.lessons[name]) for name in told.applied],
        actions=_done(work, committed),
    )


def sweep(store: Store, *, dry_run: bool = False) -> list[Done]:
    """Apply the lifecycle rules to the whole store, and mend what is not as the ledger says: lesson files, and the
    branches of lessons that wait for a person. A lesson that a person merged by hand gets the ruling that it lacks.

    Raises:
        StoreError: the store or git could not do it; nothing was changed.
    """

    def operation(view: View, snapshot: Snapshot, policy: Policy) -> _Work:
        owed = tuple(one.ruling for one in pending.owed(view, policy) if one.fault is None)
        now = folded_whole(view, policy, Additions(rulings=owed))
        met = (*owed, *_met(view, now))
        settled = sweep_rulings(folded_whole(view, policy, Additions(rulings=met)) if met else now, policy)
        rulings = (*met, *settled)
        found = folded_whole(view, policy, Additions(rulings=rulings)) if rulings else now
        subject = f"sweep: {len(rulings)} ruled" if rulings else "sweep: lessons as the ledger has them"
        first = Change(_ruling_files(rulings), subject, [("Reflectgit-Op", "sweep")])
        work = _mended(view, _work(view, snapshot, found, first))
        gone = {one.action.lesson_id for one in work.told}
        stray = [row for row in view.lessons() if row.id not in found.lessons and row.id not in gone]
        taken = withdrawals(stray, len(work.changes))
        changes = (*work.changes, *(change for change, _ in taken))
        return work._replace(changes=changes, told=(*work.told, *(one for _, one in taken)))

    approved = _take_over(store, None, dry_run=dry_run)
    work, committed = _run(store, operation, dry_run=dry_run, beside=lambda at: _branches(store, at))
    return [*approved, *_done(work, committed)]


def _branches(store: Store, snapshot: Snapshot) -> list[Branch]:
    return pending.due(store, snapshot, policy_at(snapshot))


def _take_over(store: Store, names: Iterable[str] | None, *, dry_run: bool = False) -> list[Done]:
    """Approve what a person merged by hand of these lessons, or of all."""
    adopted = pending.adopt(store, policy_at(store.snapshot()), names, dry_run=dry_run)
    return [
        Done(lesson_id=name, action="approve", level="episodic", superseded_by=None, commit=commit)
        for name, commit in adopted
    ]


def retire(
    store: Store,
    lesson: str,
    *,
    counterexample: str | None = None,
    superseded_by: str | None = None,
    because: str | None = None,
) -> list[Done]:
    """A person's word that a lesson holds no more: for a failure in the ledger, another lesson, or a reason.

    Raises:
        BadInput: not exactly one of the three is given. NotFound: no such lesson or failure.
        StoreError: the store or git could not do it; nothing was changed.
    """
    if [counterexample, superseded_by, because].count(None) != 2:
        raise BadInput(
            "a lesson is retired for one reason",
            "give exactly one of --counterexample, --superseded-by, --because",
        )
    if superseded_by == lesson:
        raise BadInput(f"{lesson} cannot take its own place", "name another lesson")
    why = None if because is None else reason(because)
    ruling = Ruling(op="retire", lesson_id=lesson, successor=superseded_by, because=why)
    if counterexample:
        said = "a person retired it for this failure"
        ruling = Ruling(op="counterexample", lesson_id=lesson, failure_id=counterexample, because=said)
    _take_over(store, filter(None, [lesson, superseded_by]))

    def operation(view: View, snapshot: Snapshot, policy: Policy) -> _Work:
        _require(view, {lesson, *filter(None, [superseded_by])})
        if counterexample and not view.terminations(failure_id=counterexample):
            raise NotFound(
                f"no decided failure {counterexample} in this store", "see reflectgit list --failures"
            )
        return _ruled(view, snapshot, policy, ruling, "retire")

    work, committed = _run(store, operation)
    return _done(work, committed)


def counterexample(
    store: Store, lesson: str, termination: Termination, *, because: str | None = None
) -> list[Done]:
    """A failure that speaks against a lesson, with no reflection of its own: it narrows the lesson, or retires it.

    The failure is decided as an abstention where it is not decided yet.

    Raises:
        BadInput: the termination is not complete. NotFound: there is no such lesson.
        StoreError: the store or git could not do it; nothing was changed.
    """
    _take_over(store, [lesson])

    def operation(view: View, snapshot: Snapshot, policy: Policy) -> _Work:
        _require(view, {lesson})
        prepared = prepare(termination, policy)
        known = [view.whole(row) for row in view.terminations(failure_id=failure_id(prepared))]
        decided = (
            known[0] if known else judge(termination, _nothing(termination), NOTHING_KNOWN, policy).decided()
        )
        said = reason(because or "") or "a person says that the advice does not help here"
        ruling = counterexample_ruling(_known_lesson(view, lesson), past_of(decided), said)
        files: dict[str, bytes | None] = {} if known else {termination_path(decided): to_yaml(decided)}
        return _ruled(view, snapshot, policy, ruling, "counterexample", () if known else (decided,), files)

    work, committed = _run(store, operation)
    return _done(work, committed)


def amend(store: Store, lesson: str, *, statement: str, because: str) -> Amended:
    """Another wording of a lesson: gated again on the story and evidence that founded it, and then its successor.

    The successor has the grade of that evidence, so a wording that earns less than the old one does is refused. What
    says the opposite is no wording of the lesson: it has to come in by evidence of its own.

    Raises:
        BadInput: the statement is empty, or says the opposite of the lesson. NotFound: there is no such lesson, or its
            founding story was not kept.
        StoreError: the store or git could not do it; nothing was changed.
    """
    words, why = one_line(statement), reason(because)
    if not words or not why:
        raise BadInput("a wording and a reason are needed", "give --statement and --because")
    _take_over(store, [lesson])
    refused: list[str | None] = []
    successor: list[str] = []

    def operation(view: View, snapshot: Snapshot, policy: Policy) -> _Work:
        _require(view, {lesson})
        _refuse_unchanged(view, lesson, words)
        founding = _founding(view, lesson)
        _refuse_opposite(view, lesson, words, founding)
        reflection = founding.decision.reflection
        if reflection is None:
            raise NotFound(
                f"the story that founded {lesson} was not kept", "offer a new reflection: reflectgit admit"
            )
        story = msgspec.structs.replace(reflection, candidate_lesson=words)
        failed = founding.termination()
        judged = judge(failed, story, NOTHING_KNOWN, policy).decision
        refused[:] = [judged.rejected_reason or judged.violation]
        as_it_was = judge(failed, reflection, NOTHING_KNOWN, policy).decision
        if judged.decision == "admitted" and (judged.grade or "D") > (as_it_was.grade or "D"):
            refused[:] = ["thin_evidence"]
        if refused[0] is not None:
            return _Work(folded(view, policy, Additions()), (), ())
        failure = founding.evidence_record.failure_id
        ruling = Ruling(op="amend", lesson_id=lesson, text=words, because=why)
        successor[:] = [lesson_id(words, failure, lesson)]
        return _ruled(view, snapshot, policy, ruling, "amend")

    work, committed = _run(store, operation)
    return Amended(
        successor=successor[0] if successor else None,
        reason=None if successor else refused[0],
        actions=_done(work, committed),
    )


def _met(view: View, found: Fold) -> Iterator[Ruling]:
    """What would have been flagged, had the lessons of a signature been judged one after the other.

    Lessons that were admitted apart meet by a merge, and no decision has compared them.
    """
    together: dict[str, list[str]] = {}
    for name, standing in found.standings.items():
        if found.lessons[name].superseded_by is None:
            together.setdefault(standing.signature, []).append(name)
    for names in together.values():
        if len(names) > 1:
            yield from _compared(view, {name: found.lessons[name] for name in names})


def _compared(view: View, lessons: Mapping[str, Lesson]) -> Iterator[Ruling]:
    failures = {failure for lesson in lessons.values() for failure in lesson.derived_from.failures}
    decided = [view.whole(row) for one in sorted(failures) for row in view.terminations(failure_id=one)]
    known = known_of(decided, lessons)
    ruled = {
        frozenset((row.value.lesson_id, row.value.other)) for name in lessons for row in view.rulings(name)
    }
    for later in known.lessons[1:]:
        founding = next((one for one in decided if _founds(one, later.id)), None)
        if founding is None or founding.decision.reflection is None:
            continue
        candidate = Candidate(
            reflection=founding.decision.reflection, past=past_of(founding), scope=later.scope
        )
        earlier = Known(lessons=tuple(one for one in known.lessons if one.id < later.id))
        for ruling in rulings_beside(later.id, relate(candidate, earlier)):
            if frozenset((ruling.lesson_id, ruling.other)) not in ruled:
                yield ruling


def _founds(decided: DecidedTermination, name: str) -> bool:
    return decided.decision.decision == "admitted" and decided.decision.lesson_id == name


# --- one operation -----------------------------------------------------------------------------------------


class _Work(NamedTuple):
    """What an operation came to: the fold, the commits that it asks for, and what they tell."""

    found: Fold
    changes: tuple[Change, ...]
    told: tuple[Told, ...]


Operation = Callable[[View, Snapshot, Policy], _Work]


def _run(
    store: Store, operation: Operation, *, dry_run: bool = False, beside: Beside | None = None
) -> tuple[_Work, Committed | None]:
    works: list[_Work] = []

    def decide(snapshot: Snapshot) -> Sequence[Change]:
        with Index.open(store).at(snapshot) as view:
            works[:] = [operation(view, snapshot, policy_at(snapshot))]
        return works[0].changes

    if dry_run:
        decide(store.snapshot())
        return works[0], None
    committed = store.transact(decide, beside=beside)
    return works[0], committed


def _work(view: View, snapshot: Snapshot, found: Fold, first: Change) -> _Work:
    changes, told = commits(view, snapshot, found, first)
    return _Work(found, tuple(changes), tuple(told))


def _done(work: _Work, committed: Committed | None) -> list[Done]:
    """What happened, each with its commit."""
    return [
        Done(
            lesson_id=one.action.lesson_id,
            action=one.action.action,
            level=one.action.level,
            superseded_by=one.action.superseded_by,
            commit=committed.commits[one.change] if committed else None,
            because_of=committed.commits[0] if committed and one.change else None,
        )
        for one in work.told
    ]


def _mended(view: View, work: _Work) -> _Work:
    """The work, with the lessons told whose files only said something else than the ledger."""
    happened = {one.action.lesson_id for one in work.told}
    mended = [
        Action(
            lesson_id=name, action="mend", level=lesson.type, superseded_by=lesson.superseded_by, reason=""
        )
        for name, lesson in work.found.lessons.items()
        if name not in happened and ((row := view.lesson(name)) is None or row.value != lesson)
    ]
    if not mended:
        return work
    first, *rest = work.changes
    named = [("Reflectgit-Lesson", action.lesson_id) for action in mended]
    return work._replace(
        changes=(first._replace(trailers=[*first.trailers, *named]), *rest),
        told=(*(Told(action, 0) for action in mended), *work.told),
    )


def _ruled(
    view: View,
    snapshot: Snapshot,
    policy: Policy,
    ruling: Ruling,
    operation: str,
    decided: tuple[DecidedTermination, ...] = (),
    files: Mapping[str, bytes | None] | None = None,
) -> _Work:
    """Add a ruling about a lesson; one that is there already changes nothing."""
    row = view.lesson(ruling.lesson_id)
    statement = row.value.statement if row else ruling.lesson_id
    found = folded(view, policy, Additions(decided=decided, rulings=(ruling,)))
    trailers = [
        ("Reflectgit-Op", operation),
        ("Reflectgit-Lesson", ruling.lesson_id),
        ("Reflectgit-Failure", ruling.failure_id),
        ("Reflectgit-Reason", ruling.because or ruling.rule),
    ]
    first = Change(
        {**(files or {}), **_ruling_files((ruling,))},
        f"{operation}: {lowered(statement)}",
        [(name, text) for name, text in trailers if text],
    )
    return _work(view, snapshot, found, first)


def _ruling_files(rulings: Sequence[Ruling]) -> dict[str, bytes | None]:
    return {ruling_path(ruling): to_yaml(ruling) for ruling in rulings}


# --- what is told ------------------------------------------------------------------------------------------


def _event(
    lessons: Sequence[str], task: str, repo: str, outcome: TaskOutcome, retrieved: Sequence[str], key: str
) -> OutcomeEvent:
    applied = sorted(set(lessons))
    said = {
        "event_id": event_id(task, repo, outcome, applied, key),
        "task": task,
        "repo": repo.lower(),
        "outcome": outcome,
        "applied": applied,
        "retrieved": sorted(set(retrieved)),
        "key": key,
    }
    try:
        told = msgspec.convert(said, OutcomeEvent)
    except msgspec.ValidationError as fault:
        hint = "task and repository are names: letters, digits and . _ / - (200 at most)"
        raise BadInput(f"the outcome cannot be recorded: {fault}", hint) from fault
    if any(safe(text, Policy()) != text for text in (task, repo, key)):
        raise BadInput(
            "a name holds a secret, and was not recorded", "name the task and repository otherwise"
        )
    return told


def _is_told(view: View, told: OutcomeEvent) -> bool:
    return any(
        row.value.event_id == told.event_id for name in told.applied[:1] for row in view.outcomes(name)
    )


def _tally(name: str, lesson: Lesson) -> Tally:
    return Tally(
        id=name,
        times_applied=lesson.times_applied,
        times_helped=lesson.times_helped,
        times_hurt=lesson.times_hurt,
    )


def _nothing(termination: Termination) -> Reflection:
    """The abstention: nobody has explained this failure."""
    return Reflection(
        outcome=termination.outcome,
        failed_assumption="",
        overlooked_evidence="",
        strategy_error="",
        violated_invariant="",
        evidence_ids=[],
        counterfactual="",
        candidate_lesson="",
        scope="",
        confidence=0.0,
    )


# --- what is in the store ----------------------------------------------------------------------------------


def _require(view: View, names: set[str]) -> None:
    for name in sorted(names):
        if view.lesson(name) is None:
            raise NotFound(f"no lesson {name[:80]} in this store", "see what there is: reflectgit list --all")


def _refuse_unchanged(view: View, name: str, words: str) -> None:
    row = view.lesson(name)
    if row is not None and row.value.statement == words:
        raise BadInput(f"{name} says that already", "give another wording")
    if row is not None and row.value.superseded_by is not None:
        raise BadInput(
            f"{name} is superseded by {row.value.superseded_by}", "amend the lesson that holds today"
        )


def _refuse_opposite(view: View, name: str, words: str, founding: DecidedTermination) -> None:
    row = view.lesson(name)
    assert row is not None, "the caller has asked for it"
    said, mended = row.value.statement, past_of(founding).mended
    if opposed(said, words) or (is_astray(words, mended) and not is_astray(said, mended)):
        raise BadInput(
            f"that wording says the opposite of {name}",
            f"reflectgit retire {name} --because ..., and admit the other from evidence of its own",
        )


def _known_lesson(view: View, name: str) -> KnownLesson:
    row = view.lesson(name)
    assert row is not None, "the caller has asked for it"
    wanted = row.value.derived_from.failures
    decided = [view.whole(one) for failure in wanted for one in view.terminations(failure_id=failure)]
    lesson = known_of(decided, {name: row.value}).lesson(name)
    assert lesson is not None, "it was just made known"
    return lesson


def _founding(view: View, name: str) -> DecidedTermination:
    """The decision that founded a lesson, or the one that it is a successor of."""
    at: str | None = name
    while at is not None:
        rows = view.founding(at)
        if rows:
            return view.whole(rows[0])
        row = view.lesson(at)
        at = row.value.supersedes if row else None
    raise NotFound(f"the decision that founded {name} is not in the ledger", "see reflectgit check")
