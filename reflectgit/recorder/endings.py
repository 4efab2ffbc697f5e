"""From what was recorded to a termination: the recorder's runs as events, and `sources.assemble` on them."""

import shlex
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from reflectgit.errors import BadInput, NotFound
from reflectgit.formats.read import load_yaml
from reflectgit.model import Diagnosis, Termination
from reflectgit.recorder.records import Failed
from reflectgit.recorder.shelf import Shelf
from reflectgit.sources.assemble import About, Assembled, assemble
from reflectgit.sources.events import Asked, Case, Changed, Event, Ran, Said
from reflectgit.sources.items import observed

_RERUN_BYTES = 8_000
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
        command = [run.folder, *run.command]
        where = f"watch {attempt.run}"
        yield Ran(
            where=where, command=_line(command), output=run.output, exit_code=run.exit_code, ended="failed"
        )
    if told.diagnosis:
        yield Said(where="watch", text=told.diagnosis, kind="diagnosis")
    if failed.standing == "resolved":
        yield Changed(where="watch", diff=failed.repair)
        command = failed.rerun_command
        yield Ran(where="watch", command=_line(command), output=failed.rerun, exit_code=failed.rerun_code)


def _line(command: list[str]) -> str:
    folder, *words = command
    return (f"cd {shlex.quote(folder)} && " if folder else "") + shlex.join(words)


def _assembled(failed: Failed, events: list[Event], root: str) -> Termination | None:
    """That of this failure, of all that its runs show. Where it passed and the run did not, `told` has seen so."""
    made = _of_this(failed, events, root)
    if made is None and isinstance(passed := events[-1], Ran) and failed.standing == "resolved":
        cases = tuple(
            Case(name=name, file=file, outcome="passed")
            for file, _, name in (test.rpartition("::") for test in failed.tests)
        )
        events[-1] = Ran(
            where=passed.where, command=passed.command, output=passed.output, exit_code=0, cases=cases
        )
        made = _of_this(failed, events, root)
        shown = f"$ {passed.command}\n{passed.output}\nexit code: {passed.exit_code}"
        seen = observed("pass-1", "trajectory", shown, _RERUN_BYTES)
        made = replace(made, successful_trajectory=seen) if made else None
    return made


def _of_this(failed: Failed, events: list[Event], root: str) -> Termination | None:
    told = failed.told
    about = About(
        repo=told.repo,
        task=told.task or f"fix/{failed.label}",
        description=told.description,
        language=failed.language,
        escalated=failed.reason,
        root=root,
    )
    return next((one.termination for one in assemble(events, about) if _is(one, failed)), None)


def _is(ended: Assembled, failed: Failed) -> bool:
    return ended.termination is not None and ended.seen.signature == failed.signature


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
