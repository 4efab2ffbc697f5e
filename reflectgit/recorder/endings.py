"""From what was recorded to a termination: the recorder's runs as events, put together by `sources.assemble`."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from reflectgit.errors import BadInput, NotFound
from reflectgit.formats.read import load_yaml
from reflectgit.model import Diagnosis, Termination
from reflectgit.recorder.records import Failed, line_of
from reflectgit.recorder.shelf import Shelf
from reflectgit.sources.assemble import About, Story, ended
from reflectgit.sources.events import Asked, Changed, Event, Ran, Said
from reflectgit.sources.failures import failures_of

_PARTS = frozenset({"content", "symptom", "root_cause", "evidence", "fix_direction", "ruled_out"})


def termination_of(failed: Failed, shelf: Shelf) -> Termination:
    """The termination of a failure that has ended; the same records give the same bytes.

    Raises:
        NotFound: it has not ended, or its runs are gone.
    """
    if failed.standing == "open":
        raise NotFound(
            f"{failed.label} still fails: nothing has ended yet",
            "Mend it and watch it pass, or say: reflectgit watch --give-up REASON -- CMD",
        )
    if failed.standing == "unexplained":
        raise NotFound(
            f"{failed.label} passed with nothing changed: what mended it is not in the evidence",
            f"Forget it: reflectgit pending --drop {failed.label}",
        )
    last = shelf.run(failed.attempts[-1].run)
    made = _assembled(failed, list(events_of(failed, shelf)), last.root) if last else None
    if made is None:
        raise NotFound(
            f"{failed.label}: its runs are gone", f"Forget it: reflectgit pending --drop {failed.label}"
        )
    return replace(
        made, failure_id=failed.label, diagnosis=_with_parts(made.diagnosis, failed.told.diagnosis)
    )


def events_of(failed: Failed, shelf: Shelf) -> Iterator[Event]:
    """What happened, in its order: asked, planned, changed, run and failed, as often as that was; diagnosed, mended."""
    told = failed.told
    if told.description:
        yield Asked(where="watch", text=told.description)
    if told.plan:
        yield Said(where="watch", text=told.plan)
    for attempt in failed.attempts:
        run = shelf.run(attempt.run)
        if run is None:
            continue
        if attempt.since:
            yield Changed(where=f"watch {attempt.run}", diff=attempt.since)
        line = line_of(run.folder, run.command)
        where = f"watch {attempt.run}"
        yield Ran(where=where, command=line, output=run.output, exit_code=run.exit_code, ended="failed")
    if told.diagnosis:
        yield Said(where="watch", text=told.diagnosis, kind="diagnosis")
    if failed.standing == "resolved":
        yield Changed(where="watch", diff=failed.repair)
        line = line_of(failed.rerun_folder, failed.rerun_command)
        yield Ran(where="watch", command=line, output=failed.rerun, exit_code=failed.rerun_code)


def _assembled(failed: Failed, timeline: list[Event], root: str) -> Termination | None:
    """The story as the recorder saw it: its failing runs, and the one that it took for passing."""
    told = failed.told
    about = About(
        repo=told.repo,
        task=told.task or f"fix/{failed.label}",
        description=told.description,
        language=failed.language,
        escalated=failed.reason,
        root=root,
    )
    showing = {
        at: seen
        for at, event in enumerate(timeline)
        if isinstance(event, Ran) and event.ended == "failed"
        for seen in reversed(failures_of(event, root))
        if seen.signature == failed.signature
    }
    if not showing:
        return None
    first, last = min(showing), max(showing)
    closed = len(timeline) - 1 if failed.standing == "resolved" else None
    story = Story(seen=showing[first], first=first, last=last, latest=showing[last], closed=closed)
    return ended(story, timeline, about).termination


def _with_parts(diagnosis: Diagnosis, text: str) -> Diagnosis:
    """The diagnosis with its parts, where it was given as YAML or JSON that has them."""
    try:
        told = load_yaml(text, "diagnosis") if text else None
        if not isinstance(told, dict) or not told.keys() <= _PARTS:
            return diagnosis
        content = told.pop("content", "") or " ".join(
            str(told[key]) for key in ("root_cause", "symptom") if key in told
        )
        plain = {
            "id": diagnosis.id,
            "component": 13,
            "kind": "diagnosis",
            "origin": "stated",
            "content": content,
        }
        return msgspec.convert({**plain, **told}, type=Diagnosis)
    except (BadInput, msgspec.ValidationError):  # a text with a colon in it
        return diagnosis
