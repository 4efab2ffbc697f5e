"""What `admit` and `learn` answer, for a person or as JSON; and claim by claim, why."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from reflectgit.cli.terminal import one_line, paint, prose, put, put_error, put_json, table

if TYPE_CHECKING:
    from reflectgit.admission import Answer
    from reflectgit.model import Check, Comparison, Lesson
    from reflectgit.store import Store

#: Why a candidate was refused, and what would have held it (build spec 3.3 to 3.6).
REASONS = {
    "speculative": (
        "a claim is not borne out by the evidence that it cites",
        "Cite what shows it, quote it word for word (`...` [item id]), and claim no more than stands there.",
    ),
    "contradicts_store": (
        "an earlier failure speaks against the lesson, and no narrower scope avoids it",
        "Account for that failure, or give a scope in which it does not fall.",
    ),
    "shallow": (
        "the lesson repeats the edit and does not say what is behind it",
        "State the principle behind the edit, so that it helps in other code.",
    ),
    "too_vague": (
        "the lesson names a virtue and nothing to do",
        "Say what to do, to what, and in which situation.",
    ),
    "thin_evidence": (
        "nothing that was observed carries a claim, or there is nothing in it to check",
        "Cite and quote what was observed (a run, an instrument), and name what can be looked up there.",
    ),
}
#: What would have held a comparison that failed, by the kind that its `what` begins with.
_REMEDIES = {
    "quote": "Copy each quote as it stands in the item that it names.",
    "citation": "List every item that is quoted in evidence_ids.",
    "kind": "Cite an item of a kind that can carry the claim.",
    "outcome": "Say of each test what the run says of it.",
    "agreement": "Tell the cause as the diagnosis found it, or bring evidence for another one.",
}
_NAMED = "Name only what stands in the items that are cited, and quote it word for word (`...` [item id])."
_GOOD = ("found", "supported", "admitted", "merged")
_BAD = ("missing", "differs", "refuted", "unsupported", "contradicted", "rejected", "violation")


def print_answer(answer: "Answer", store: "Store", as_json: bool) -> int:
    """Print the answer; give its exit code: 0 admitted or merged, 1 the answer is no."""
    if as_json:
        put_json(answer_members(answer))
    else:
        show_answer(answer, store)
    return 0 if answer.decision in ("admitted", "merged") and not answer.already_decided else 1


def print_violation(answer: "Answer", as_json: bool) -> int:
    """Tell a fault of form, of which nothing was recorded, as bad input: exit code 2."""
    put_error(f"reflectgit: error: {answer.violation}")
    put_error("reflectgit: hint: Nothing was recorded; mend the reflection (reflectgit schema reflection)")
    if as_json:
        put_json(answer_members(answer))
    return 2


def answer_members(answer: "Answer") -> dict[str, object]:
    """The answer's members as CONTRACT lists them for ``--json``."""
    from msgspec import to_builtins

    members: dict[str, object] = to_builtins(answer)
    members.pop("already_decided")
    return members


def show_answer(answer: "Answer", store: "Store") -> None:
    """Print for a person what was decided, what came of it, and where it stands."""
    told = answer.already_decided
    word = "already decided" if told else answer.decision
    put(say_verdict(word, answer.decision in _GOOD and not told, _in_short(answer)))
    if answer.decision in ("admitted", "merged"):
        _show_lesson(answer, store)
    else:
        _show_refusal(answer)
    put_facts(_whereabouts(answer))


def say_verdict(word: str, good: bool, rest: str = "") -> str:
    """The line that opens an answer: the verdict in colour, and what it means in short."""
    line = prose(rest, indent="  ", first=f"{word}  ") or word
    return paint(word, "bold", "green" if good else "red") + line[len(word) :]


def _in_short(answer: "Answer") -> str:
    if answer.already_decided:
        reason = f" as {answer.rejected_reason}" if answer.rejected_reason else ""
        return f"{answer.decision}{reason}, and that stands. New evidence makes a new termination."
    if answer.rejected_reason:
        return f"{answer.rejected_reason}: {REASONS[answer.rejected_reason][0]}"
    if answer.violation:
        return answer.violation
    if answer.decision == "abstained":
        return "Nothing was claimed, so there is nothing to learn; counted apart, never penalised."
    level = answer.stages.lifecycle.level if answer.stages.lifecycle else "episodic"
    return f"{level.replace('_', '-')} lesson, evidence grade {answer.grade}"


def _show_lesson(answer: "Answer", store: "Store") -> None:
    lesson = _stored(answer, store)
    if lesson is None:
        calibrated, generalized = answer.stages.calibration, answer.stages.generalization
        statement = calibrated.calibrated_lesson if calibrated else ""
        rows = [("scope", generalized.adjusted_scope)] if generalized else []
    else:
        statement = lesson.statement
        rows = [("scope", lesson.scope), ("confidence", f"{lesson.confidence:g}")]
    put()
    put(prose(statement, indent="  "))
    put()
    put_facts(rows)


def _stored(answer: "Answer", store: "Store") -> "Lesson | None":
    """The lesson as the answer's commit, or else the store's last one, holds it; None after a dry run."""
    from reflectgit.formats.inputs import read_as
    from reflectgit.model import Lesson

    if answer.path is None:
        return None
    data = store.snapshot(answer.commit).read(answer.path)
    return read_as(Lesson, data, answer.path) if data is not None else None


def _show_refusal(answer: "Answer") -> None:
    failing = [check for check in answer.checks if check.verdict != "supported"]
    if answer.already_decided:
        return put()
    if failing:
        put()
        print_checks(failing)
    if answer.rejected_reason:
        put()
        put(prose(what_would_hold(answer.rejected_reason, failing), indent="  "))
    if answer.unattached_candidate:
        put(prose("Kept as an unattached candidate, in case evidence turns up.", indent="  "))
    return put()


def _whereabouts(answer: "Answer") -> list[tuple[str, str]]:
    label = f" ({answer.label})" if answer.label else ""
    rows = [
        ("lesson", answer.lesson_id),
        ("file", answer.path),
        ("commit", _commit(answer)),
        ("failure", f"{answer.failure_id}{label}"),
        ("why", f"reflectgit explain {answer.failure_id}" if answer.recorded and answer.checks else ""),
    ]
    return [(name, text) for name, text in rows if text]


def _commit(answer: "Answer") -> str:
    if answer.commit:
        return answer.commit[:12]
    return "none: it was decided before" if answer.recorded else "none: nothing was written"


def put_facts(facts: Iterable[tuple[str, str]]) -> None:
    """Print names and what is to be said of them, under one another."""
    for name, text in facts:
        put(prose(text, indent=" " * 17, first=f"  {name:<13}  "))


# --- claim by claim --------------------------------------------------------------------------------------


def what_would_hold(reason: str, checks: "Iterable[Check]") -> str:
    """What mends a refused reflection: of a speculative one, by what was missing or refuted in it."""
    failed = [one for check in checks for one in check.compared if one.result in _BAD]
    if reason != "speculative" or not failed:
        return f"What would hold: {REASONS[reason][1]}"
    remedies = dict.fromkeys(_REMEDIES.get(one.what.partition(":")[0], _NAMED) for one in failed)
    return f"What would hold: {' '.join(remedies)}"


def print_checks(checks: "Iterable[Check]", claims: Mapping[str, str] = MappingProxyType({})) -> None:
    """Print of each claim what it says (where that is kept), what it cites, what was compared, how it fell."""
    for check in checks:
        cited = ", ".join(check.cited) or "nothing"
        put(
            f"  {paint(check.claim, 'bold')}  {_mark(check.verdict)}  ({check.kind}, cites {one_line(cited)})"
        )
        if check.claim in claims:
            put(prose(claims[check.claim], indent="    "))
        for line in _compared(check.compared):
            put(line)


def _compared(compared: "Sequence[Comparison]") -> list[str]:
    rows = [(one.result, one.with_ or "the record", one.what) for one in compared]
    lines = table(rows, indent="    ")
    return [
        line.replace(one_line(one.result), _mark(one.result), 1)
        for line, one in zip(lines, compared, strict=True)
    ]


def _mark(word: str) -> str:
    if word in _GOOD:
        return paint(word, "green")
    return paint(word, "red" if word in _BAD else "yellow")
