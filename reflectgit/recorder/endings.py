"""From what was recorded to a termination: the recorder's runs as events, put together by `sources.assemble`."""

from collections.abc import Iterator

from msgspec.structs import replace

from reflectgit.errors import NotFound
from reflectgit.model import Termination
from reflectgit.recorder.records import Failed, line_of
from reflectgit.recorder.shelf import Shelf
from reflectgit.sources.assemble import About, Story, ended
from reflectgit.sources.events import Changed, Event, Ran
from reflectgit.sources.failures import failures_of


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
    return replace(made, failure_id=failed.label)


def events_of(failed: Failed, shelf: Shelf) -> Iterator[Event]:
    """What happened, in its order: changed, run and failed, as often as that was; mended."""
    for attempt in failed.attempts:
        run = shelf.run(attempt.run)
        if run is None:
            continue
        if attempt.since:
            yield Changed(where=f"watch {attempt.run}", diff=attempt.since)
        line = line_of(run.folder, run.command)
        where = f"watch {attempt.run}"
        yield Ran(where=where, command=line, output=run.output, exit_code=run.exit_code, ended="failed")
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
        plan=told.plan,
        diagnosis=told.diagnosis,
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
