"""What `admit` and `learn` answer, for a person or as JSON."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from reflectgit.cli.claims import (
    WOULD_HAVE_HELD,
    WOULD_HOLD,
    print_refused,
    print_what_now,
    says_what_would_hold,
    verdict,
)
from reflectgit.cli.grades import is_told, why_not_b
from reflectgit.cli.options import tell_branchless
from reflectgit.cli.reasons import carried_by, explained
from reflectgit.cli.terminal import after, one_line, paint, prose, put, put_error, put_json

if TYPE_CHECKING:
    from reflectgit.admission import Answer
    from reflectgit.model import EvidenceRecord, Reflection, Termination
    from reflectgit.policy import Policy
    from reflectgit.store import Store
    from reflectgit.store.index_rows import Recorded


def print_answer(
    answer: "Answer",
    store: "Store",
    ended: "Termination",
    as_json: bool,
    told: "Reflection | None" = None,
) -> int:
    """Print the answer; give its exit code: 0 admitted or merged, 1 the answer is no.

    `ended` is the failure as it was handed in; `told` the reflection as it was offered, where that is known.
    """
    tell_branchless(store, answer.commit)
    done = "decided and recorded" if answer.commit else ""
    with after(done, f"See it with: reflectgit explain {answer.failure_id}"):
        if as_json:
            put_json(answer_members(answer))
        else:
            show_answer(answer, store, told, ended)
    return 0 if _is_good(answer) else 1


def print_violation(answer: "Answer", as_json: bool) -> int:
    """Tell a fault of form, of which nothing was recorded, as bad input: exit code 2."""
    put_error(f"reflectgit: error: {answer.violation}")
    put_error("reflectgit: hint: Nothing was recorded; mend the reflection (reflectgit schema reflection)")
    if as_json:
        put_json(answer_members(answer))
    return 2


def answer_members(answer: "Answer") -> dict[str, object]:
    """The answer's members as docs/commands.md lists them for ``--json``; those of a review where there is one."""
    from msgspec import to_builtins

    members: dict[str, object] = to_builtins(answer)
    left_out = {"lesson", "already_decided", *(("review", "branch") if answer.review is None else ())}
    return {name: member for name, member in members.items() if name not in left_out}


def show_answer(
    answer: "Answer",
    store: "Store",
    told: "Reflection | None" = None,
    ended: "Termination | None" = None,
) -> None:
    """Print for a person what was decided, what came of it, and where it stands; `ended` where the store lacks it."""
    policy = _policy(store)
    judged = _judged(answer, store, policy, told, ended)
    put(say_verdict(_word(answer), _is_good(answer), _in_short(answer, policy, judged.record)))
    if answer.decision in ("admitted", "merged"):
        _show_lesson(answer, policy, told.scope if told else None, judged.short_of_b)
    else:
        _show_refusal(answer, policy, judged)
    put_facts(_whereabouts(answer))


def say_verdict(word: str, good: bool, rest: str = "") -> str:
    """The line that opens an answer: the verdict in colour, and what it means in short."""
    line = prose(rest, indent="  ", first=f"{word}  ") or word
    return paint(word, "bold", "green" if good else "red") + line[len(word) :]


def put_facts(facts: Iterable[tuple[str, str]]) -> None:
    """Print names and what is to be said of them, under one another; a fact that says nothing is left out."""
    for name, text in facts:
        if text:
            put(prose(text, indent=" " * 17, first=f"  {name:<13}  "))


def _policy(store: "Store") -> "Policy":
    from reflectgit.admission import policy_at

    return policy_at(store.snapshot())


class _Judged(NamedTuple):
    """The evidence that was judged, and what keeps the story on it from grade B, where that is worth telling."""

    record: "EvidenceRecord | None"
    short_of_b: str = ""


def _judged(
    answer: "Answer",
    store: "Store",
    policy: "Policy",
    told: "Reflection | None",
    ended: "Termination | None",
) -> _Judged:
    from reflectgit.stages.evidence import collect_evidence, prepare
    from reflectgit.stages.reflect import prepare_reflection
    from reflectgit.store.index import Index

    if ended is not None:
        ready = prepare(ended, policy)
        record, story = collect_evidence(ready), prepare_reflection(told, policy) if told else None
        is_asked = answer.decision in ("admitted", "merged") or answer.unattached_candidate
        if not is_asked or answer.already_decided:
            return _Judged(record)
        return _Judged(record, why_not_b(story, record, ready.task, ready.failure, answer.grade))
    with Index.open(store).at(store.snapshot()) as view:
        rows = view.terminations(failure_id=answer.failure_id)
        return _of_row(rows[0].value, view.whole(rows[0]).evidence_record) if rows else _Judged(None)


def _of_row(told: "Recorded", record: "EvidenceRecord") -> _Judged:
    if not is_told(told.decision):
        return _Judged(record)
    story, grade = told.decision.reflection, told.decision.grade
    return _Judged(record, why_not_b(story, record, told.task, told.failure, grade))


def _is_good(answer: "Answer") -> bool:
    let_in = answer.decision in ("admitted", "merged") and answer.review != "refused"
    return let_in and not answer.already_decided


def _word(answer: "Answer") -> str:
    if answer.already_decided or _was_decided(answer):
        return "already decided"
    return answer.decision if answer.recorded else f"dry run: {answer.decision}"


def _in_short(answer: "Answer", policy: "Policy", record: "EvidenceRecord | None") -> str:
    if answer.already_decided:
        reason = f" as {answer.rejected_reason}" if answer.rejected_reason else ""
        return f"{answer.decision}{reason}, and that stands. New evidence makes a new termination."
    said = _decided_as(answer, policy, record)
    return f"{answer.decision}, on this very reflection: {said}" if _was_decided(answer) else said


def _was_decided(answer: "Answer") -> bool:
    """Whether the same reflection was offered before: it gets the same answer, and nothing is written."""
    return answer.recorded and answer.commit is None


def _decided_as(answer: "Answer", policy: "Policy", record: "EvidenceRecord | None") -> str:
    if answer.rejected_reason:
        refusal = explained(answer.rejected_reason, answer.checks, answer.grade, policy.gate.admit_at, record)
        return f"{answer.rejected_reason}: {refusal.why}"
    if answer.violation:
        return answer.violation
    if answer.decision == "abstained":
        return "Nothing was claimed, so there is nothing to learn; counted apart, never penalised."
    if answer.decision == "merged":
        return f"the same advice as a lesson that is there, whose words stay; evidence grade {answer.grade}"
    level = answer.lesson.type if answer.lesson else "episodic"
    said = f"{level.replace('_', '-')} lesson, evidence grade {answer.grade}"
    return f"{said}{_REVIEWS.get(answer.review or '', '')}"


_REVIEWS = {
    "waiting": "; it waits for a person's approval, and is not retrieved until then",
    "merged": "; a person approved it as one with another lesson",
    "refused": "; a person refused it, and that stands",
}


# --- a lesson --------------------------------------------------------------------------------------------


def _show_lesson(answer: "Answer", policy: "Policy", declared: str | None, short_of_b: str) -> None:
    lesson = answer.lesson
    if lesson is None:
        return put()
    put()
    _show_words(answer, lesson.statement)
    put()
    weak = [f"{check.claim} {verdict(check)}" for check in answer.checks if carried_by(check)]
    return put_facts(
        [
            ("scope", lesson.scope),
            ("in place of", f"{lesson.supersedes}, which was retired" if lesson.supersedes else ""),
            ("declared", _narrowing(declared, lesson.scope, policy)),
            ("confidence", f"{lesson.confidence:g}"),
            ("red flag", _flag(answer, policy)),
            ("note", "; ".join(weak)),
            ("why not B", short_of_b),
        ]
    )


def _show_words(answer: "Answer", statement: str) -> None:
    """What the lesson says; of one that was merged under other words both wordings, and the way to mend that."""
    stage = answer.stages.calibration
    offered = stage.calibrated_lesson if stage and answer.decision == "merged" else statement
    if one_line(offered) == one_line(statement):
        return put(prose(statement, indent="  "))
    put_facts([("kept", statement), ("yours", offered)])
    put()
    return put(
        prose(
            f"If the two do not say the same: reflectgit amend {answer.lesson_id} --statement TEXT --because WHY",
            indent="  ",
        )
    )


def _flag(answer: "Answer", policy: "Policy") -> str:
    stage = answer.stages.lifecycle if answer.decision == "admitted" else None
    return red_flag(policy) if stage is not None and stage.red_flag_class else ""


def red_flag(policy: "Policy") -> str:
    """Why a lesson that blames others has so little confidence, and what lifts that."""
    return (
        f"blames others: confidence at most {policy.confidence.lowest:g} until"
        f" {policy.lifecycle.red_flag_independent} independent failures (of another repository or another"
        " signature) stand behind it"
    )


def _narrowing(written: str | None, stored: str, policy: "Policy") -> str:
    """The declared scope, and what was added to it or dropped from it; nothing where it stands as declared."""
    from reflectgit.stages.evidence import safe
    from reflectgit.text import scope

    if written is None:
        return ""
    declared = safe(written, policy)
    said, kept = str(scope.parse(declared)).split(), stored.split()
    changes = [
        f"{verb} {' '.join(parts)}"
        for verb, parts in (
            ("added", [part for part in kept if part not in said]),
            ("dropped", [part for part in said if part not in kept]),
        )
        if parts
    ]
    return f"{declared} → {', '.join(changes)} (what its evidence can support)" if changes else ""


# --- a refusal -------------------------------------------------------------------------------------------


def _show_refusal(answer: "Answer", policy: "Policy", judged: _Judged) -> None:
    if answer.already_decided:
        return put()
    record = judged.record
    heading = WOULD_HAVE_HELD if answer.recorded else WOULD_HOLD
    if answer.checks and answer.decision == "rejected":
        put()
        print_refused(answer.checks, record, heading)
    if answer.rejected_reason and not says_what_would_hold(answer.rejected_reason, answer.checks, record):
        asked = policy.gate.admit_at
        refusal = explained(answer.rejected_reason, answer.checks, answer.grade, asked, record)
        put()
        put(prose(f"{heading}{refusal.remedy}", indent="  "))
    if judged.short_of_b:
        put(prose(f"Why not B: {judged.short_of_b}.", indent="  "))
    if answer.unattached_candidate:
        kept = "Kept" if answer.recorded else "It would be kept"
        put(prose(f"{kept} as an unattached candidate, in case evidence turns up.", indent="  "))
    if answer.rejected_reason:
        print_what_now(answer.rejected_reason, decided=answer.recorded)
    if answer.decision == "violation" and answer.recorded:
        put()
        put(prose(_ONCE, indent="  "))
    return put()


_ONCE = (
    "What was answered is no reflection, and that decides this failure: the one who proposes is asked once, and"
    " another story about it is not judged. Of what was answered nothing is kept."
)


def _whereabouts(answer: "Answer") -> list[tuple[str, str]]:
    label = f" ({answer.label})" if answer.label else ""
    return [
        ("lesson", answer.lesson_id or ""),
        ("file", answer.path or ""),
        ("branch", answer.branch or ""),
        ("approve", f"reflectgit approve {answer.failure_id}" if answer.branch and answer.recorded else ""),
        ("commit", _commit(answer)),
        ("failure", f"{answer.failure_id}{label}"),
        ("why", f"reflectgit explain {answer.failure_id}" if answer.recorded and answer.checks else ""),
    ]


def _commit(answer: "Answer") -> str:
    if answer.commit:
        return answer.commit[:12]
    return "none: it was decided before" if answer.recorded else "none: a dry run writes nothing"
