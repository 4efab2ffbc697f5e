"""Events into failures that ended: what failed, what was tried before, what changed until it passed (build spec 3.1).

A failure is *resolved* when a later run passes what had failed and files changed in between; those changes are its
repair. It is *escalated* when somebody says that it was given up. Else it is *open*: told, and no termination, since
nothing ended. One that passes with no change in between is *unexplained*: whatever mended it is not in the evidence.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from msgspec import Struct

from reflectgit.model import Diagnosis, Item, Task, Termination
from reflectgit.sources.events import Asked, Case, Changed, Event, Ran, Said
from reflectgit.sources.failures import Seen
from reflectgit.sources.items import observed, seen_diagnosis, stated, told_diagnosis
from reflectgit.sources.passing import Reading, is_test
from reflectgit.sources.safe import safe_text
from reflectgit.sources.symptom import symptom
from reflectgit.text.template import site_path

#: Bytes of each item. Together they stay below what a record keeps (`policy.Bounds.record_bytes`), so that preparing
#: a record cuts nothing and the digests of its items hold.
_RUN_BYTES = 26_000
_CHANGE_BYTES = 16_000
_REPAIR_BYTES = 26_000
_TOLD_BYTES = 8_000
_PATCHES = 3  # the last before the failure, and as many that were tried in vain
_LABEL_CHARS = 120
#: Programs whose exit code is an answer: that grep found nothing is no failure of the task.
# fmt: off
_ASKS = frozenset({
    "awk", "cat", "cd", "cmp", "command", "curl", "cut", "diff", "echo", "egrep", "env", "false",
    "fd", "fgrep", "file", "find", "grep", "head", "jq", "kill", "ls", "man", "pgrep", "pkill",
    "ps", "pwd", "read", "rg", "rm", "sed", "sleep", "stat", "tail", "test", "timeout", "tree",
    "true", "type", "wc", "wget", "which", "xargs", "[", "git", "gh",
})
# fmt: on

_E = TypeVar("_E", bound=Event)
Outcome = Literal["resolved", "escalated", "open", "unexplained"]


class About(Struct, frozen=True, kw_only=True):
    """What the events do not say of themselves: the task, and where it was worked on.

    `task` and `description` may be "": the failure's name and what was asked stand for them. `escalated` is why
    those that are still failing were given up, "" where they were not. `plan`, `diagnosis` and `repair` (a diff) are
    what a person says beside the events, wherever in time they stand: of every failure that ended; "" for nothing.
    """

    repo: str
    task: str = ""
    description: str = ""
    language: str = ""
    paths: tuple[str, ...] = ()
    escalated: str = ""
    plan: str = ""
    diagnosis: str = ""
    repair: str = ""
    root: str = ""


class Assembled(Struct, frozen=True, kw_only=True):
    """A failure, what became of it and, where it ended, its termination.

    `where` is the run that showed it first, `gone` the one that showed it to pass, "" where none did.
    """

    seen: Seen
    outcome: Outcome
    where: str
    label: str
    gone: str = ""
    termination: Termination | None = None


@dataclass
class Story:
    """One failure on a timeline of events: the places of the runs that showed it first and last, what each showed, and
    the run that showed it gone; None where none did."""

    seen: Seen
    first: int
    last: int
    latest: Seen
    closed: int | None = None


def assemble(events: Iterable[Event], about: About) -> list[Assembled]:
    """The failures that the events tell of, in the order in which they were first seen."""
    timeline = [event for event in events if isinstance(event, Ran | Changed | Said | Asked)]
    runs = {at: Reading(event, about.root) for at, event in enumerate(timeline) if isinstance(event, Ran)}
    found: list[Story] = []
    for at, run in runs.items():
        _note(found, runs, at, [one for one in run.failures if len(runs) == 1 or not _asks(one, run)])
    return [ended(one, timeline, about) for one in found]


def _asks(seen: Seen, run: Reading) -> bool:
    """Whether a command without tests only looked for something, so that its exit code says nothing."""
    program = run.command.words[:1] if run.command else ()
    return (
        seen.failure.class_.startswith(("ExitStatus", "SIG"))
        and bool(program)
        and program[0].rpartition("/")[2] in _ASKS
    )


def _note(found: list[Story], runs: Mapping[int, Reading], at: int, seen: Sequence[Seen]) -> None:
    for one in seen:
        known = next((old for old in found if old.closed is None and _same(old.seen, one)), None)
        if known is None:
            found.append(Story(seen=one, first=at, last=at, latest=one))
        else:
            known.last, known.latest = at, one
    for old in found:
        if old.closed is None and old.last < at and not any(_same_test(old.seen, one) for one in seen):
            before = [runs[place].shown for place in dict.fromkeys((old.first, old.last))]
            if runs[at].shows_passing(old.seen.test, before):
                old.closed = at


def _same(one: Seen, other: Seen) -> bool:
    return one.signature == other.signature and (_same_test(one, other) or not one.test or not other.test)


def _same_test(one: Seen, other: Seen) -> bool:
    """Whether both are of one test; a run without tests fails as a whole."""
    if not one.test or not other.test:
        return not one.test and not other.test
    return is_test(one.test, other.test)


# --- from an open failure to a termination ----------------------------------------------------------------------


def ended(one: Story, timeline: Sequence[Event], about: About) -> Assembled:
    """What became of a failure, with its termination where it ended; `timeline` are the events without troubles."""
    repaired = _repair(one, timeline, about)
    outcome: Outcome = "open"
    if one.closed is not None:
        outcome = "resolved" if repaired else "unexplained"
    elif about.escalated:
        outcome = "escalated"
    label = label_of(one.seen)
    made = outcome in ("resolved", "escalated")
    return Assembled(
        seen=one.seen,
        outcome=outcome,
        where=timeline[one.first].where,
        label=label,
        gone="" if one.closed is None else timeline[one.closed].where,
        termination=_termination(one, timeline, about, label, repaired) if made else None,
    )


def _termination(
    one: Story, timeline: Sequence[Event], about: About, label: str, repaired: Sequence[str]
) -> Termination:
    passed = timeline[one.closed] if one.closed is not None else None
    return Termination(
        failure_id=label,
        task=_task(one, timeline, about, label),
        failure=one.seen.failure,
        outcome="escalated" if passed is None else "resolved",
        traces=[
            *_plans(one, timeline, about),
            *_patches(one, timeline),
            *_runs(one, timeline),
            *_given_up(about, passed),
        ],
        diagnosis=_diagnosis(one, timeline, about),
        repair=observed("repair-1", "repair", _joined(repaired), _REPAIR_BYTES) if passed else None,
        successful_trajectory=(
            observed("pass-1", "trajectory", _passing(passed, one.seen), _TOLD_BYTES)
            if isinstance(passed, Ran)
            else None
        ),
    )


def _task(one: Story, timeline: Sequence[Event], about: About, label: str) -> Task:
    asked = [event.text for event in timeline[: one.first] if isinstance(event, Asked) and event.text.strip()]
    file = one.seen.test.partition("[")[0].rpartition("::")[0]
    named = [path for path in (site_path(one.seen.failure.site), file) if path]
    return Task(
        id=about.task or f"fix/{label}"[:200],
        repo=about.repo,
        description=safe_text(about.description or (asked[-1] if asked else ""), _TOLD_BYTES),
        paths=list(dict.fromkeys(about.paths or named)),
        language=about.language or one.seen.language or None,
    )


def label_of(seen: Seen) -> str:
    """A name for people, of the characters that names may have: the test, else class and place."""
    text = seen.test or f"{seen.failure.class_}/{seen.failure.site or 'run'}"
    plain = re.sub(r"[^A-Za-z0-9._/-]+", "-", text.replace("::", "/")).strip("-./_")
    return plain[:_LABEL_CHARS].rstrip("-./_") or "failure"


def _plans(one: Story, timeline: Sequence[Event], about: About) -> list[Item]:
    """What a person says was meant to be done, and what was said last before it failed."""
    said = [event.text for event in timeline[: one.first] if isinstance(event, Said) and event.kind == "plan"]
    texts = [text for text in (about.plan, *said[-1:]) if text.strip()]
    return [stated(f"plan-{number}", "plan", text, _TOLD_BYTES) for number, text in enumerate(texts, 1)]


def _patches(one: Story, timeline: Sequence[Event]) -> list[Item]:
    """What had been changed when it failed, and what was changed without mending it."""
    before = [event for event in timeline[: one.first] if isinstance(event, Changed)]
    tried = _between(Changed, timeline, one.first, one.last)
    changes = [change for change in (*before[-_PATCHES:], *tried[-_PATCHES:]) if change.diff.strip()]
    return [
        observed(f"patch-{number}", "patch", change.diff, _CHANGE_BYTES)
        for number, change in enumerate(changes, 1)
    ]


def _runs(one: Story, timeline: Sequence[Event]) -> list[Item]:
    """The first run that failed so, and the last one where it printed something else."""
    told = [_failing(timeline[one.first], one.seen)]
    if one.last != one.first:
        told.append(_failing(timeline[one.last], one.latest))
    return [
        observed(f"exec-{number}", "execution", text, _RUN_BYTES)
        for number, text in enumerate(dict.fromkeys(told), 1)
    ]


def _failing(event: Event, seen: Seen) -> str:
    ran = event if isinstance(event, Ran) else Ran(where=event.where)
    return _told(ran, seen.excerpt or f"{seen.failure.class_}: {seen.failure.message}")


def _told(ran: Ran, text: str) -> str:
    command = [f"$ {ran.command.strip()}"] if ran.command.strip() else []
    code = [f"exit code: {ran.exit_code}"] if ran.exit_code is not None else []
    return "\n".join([*command, text, *code])


def _passing(ran: Ran, seen: Seen) -> str:
    if not ran.cases:
        return _told(ran, ran.output)
    passed = [case for case in ran.cases if case.outcome == "passed"]
    named = [f"PASSED {_case(case)}" for case in passed if _same_name(case, seen)]
    return _told(ran, "\n".join([*named, f"{len(passed)} passed"]))


def _case(case: Case) -> str:
    return f"{case.file}::{case.name}" if case.file else case.name


def _same_name(case: Case, seen: Seen) -> bool:
    return is_test(seen.test, _case(case))


def _given_up(about: About, passed: Event | None) -> list[Item]:
    if passed is not None:
        return []
    return [stated("gave-up", "plan", f"Given up: {about.escalated}", _TOLD_BYTES)]


def _diagnosis(one: Story, timeline: Sequence[Event], about: About) -> Diagnosis:
    """What a person found to be wrong; else what was said last of it before it passed; else the symptom."""
    found = [
        event.text for event in _between(Said, timeline, one.first, one.closed) if event.kind == "diagnosis"
    ]
    said = [text for text in (*found, about.diagnosis) if text.strip()]
    if said:
        return told_diagnosis("diag-1", said[-1], _TOLD_BYTES)
    ran = timeline[one.first]
    command = ran.command if isinstance(ran, Ran) else ""
    return seen_diagnosis("diag-1", symptom(one.seen, command), _TOLD_BYTES)


def _repair(one: Story, timeline: Sequence[Event], about: About) -> list[str]:
    """What changed between the last run that failed and the one that passed, as diffs; none where none passed."""
    if one.closed is None:
        return []
    seen = [event.diff for event in _between(Changed, timeline, one.last, one.closed)]
    told = [about.repair] if about.repair.strip() and about.repair not in seen else []
    return [*seen, *told]


def _between(kind: type[_E], timeline: Sequence[Event], begin: int, end: int | None) -> list[_E]:
    return [event for event in timeline[begin + 1 : end] if isinstance(event, kind)]


def _joined(diffs: Sequence[str]) -> str:
    return "\n".join(diff.rstrip("\n") for diff in diffs if diff.strip()) + "\n"
