"""``reflectgit watch``: run a command as ever, and keep what fails until it is mended."""

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reflectgit.cli.options import DescriptionOption, RepoOption, StoreOption, example, typed
from reflectgit.cli.terminal import put_error
from reflectgit.errors import BadInput, BadUsage

if TYPE_CHECKING:
    from reflectgit.recorder.process import Ended
    from reflectgit.recorder.recorder import Happened
    from reflectgit.recorder.records import Failed, Told
    from reflectgit.recorder.watching import Watched

EXAMPLES = example(
    "reflectgit watch -- pytest -x",
    'reflectgit watch --plan "Strip the suffix with rstrip." -- python -m unittest',
    'reflectgit watch --give-up "three repairs tried" -- pytest -x',
)
#: The command's own options are not ours.
SETTINGS = {"allow_interspersed_args": False}
_SHOWN = 3
_MOST_BYTES = 1_000_000


def command(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="CMD...", help="The command, after --.", show_default=False)
    ] = None,
    task: Annotated[str, typer.Option("--task", metavar="ID", help="The task that is worked on.")] = "",
    repo: RepoOption = "",
    description: DescriptionOption = "",
    plan: Annotated[
        str, typer.Option("--plan", metavar="FILE|TEXT", help="What was meant to be done, before it failed.")
    ] = "",
    diagnosis: Annotated[
        str,
        typer.Option(
            "--diagnosis", metavar="FILE|TEXT", help="What went wrong, as it was found: text or YAML."
        ),
    ] = "",
    give_up: Annotated[
        str | None,
        typer.Option(
            "--give-up",
            metavar="REASON",
            help="Close what still fails as escalated; without CMD, what the last failing run showed.",
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing of what was recorded.")] = False,
    store: StoreOption = None,
) -> int:
    """Run a command unchanged and record how it fails.

    Output, exit code and signals are the command's. When it fails, the run and the work tree's changes are kept
    under the git dir; when what failed passes in a later watch, its repair is known, and it waits for a
    reflection: reflectgit pending. Nothing is committed, and no fault of the recorder fails the run.
    """
    _check(task, repo, give_up)
    reading = _told_by(task, repo, description, plan, diagnosis)
    if not words:
        return _without_command(give_up, store)
    from reflectgit.recorder.process import NotStarted
    from reflectgit.recorder.watching import watch

    try:
        watched = watch(words, reading, give_up, store)
    except NotStarted as fault:
        put_error(f"reflectgit: error: {typed(str(fault))}")
        return fault.code
    if not quiet or watched.fault:
        _tell(watched)
    return _leave(watched.ended)


def _without_command(give_up: str | None, store: Path | None) -> int:
    if give_up is None:
        raise BadUsage("there is nothing to run", "Say reflectgit watch -- CMD")
    from reflectgit.recorder.watching import give_up as close

    happened = close(give_up, store)
    _tell_ended(happened.ended)
    if not happened.ended:
        put_error("reflectgit: note: nothing fails here that could be given up")
    return 0 if happened.ended else 1


def _check(task: str, repo: str, give_up: str | None) -> None:
    """Raise BadUsage for what no failure may be named; nothing is run then."""
    if not task and not repo and give_up is None:
        return
    import re

    from reflectgit.model import NAME_PATTERN
    from reflectgit.sources.safe import safe_text

    for name, text in (("--task", task), ("--repo", repo)):
        if text and safe_text(text) != text:
            raise BadUsage(f"{name} holds what looks like a secret", "Give a name without it")
        if text and not re.match(NAME_PATTERN, text):
            raise BadUsage(f"{name} {text[:60]!r} is no name", "Use letters, digits, '.', '_', '/' and '-'")
    if give_up is not None and not give_up.strip():
        raise BadUsage("--give-up says no reason", 'Say why, as in --give-up "three repairs tried"')


class _Reading:
    """What the options say of the task; read before the run, and made safe when a failure needs it."""

    def __init__(self, **said: str) -> None:
        self._said = said

    def __call__(self) -> "Told":
        from reflectgit.recorder.records import Told
        from reflectgit.sources.safe import safe_text

        return Told(**{name: safe_text(typed(text)) for name, text in self._said.items()})


def _told_by(task: str, repo: str, description: str, plan: str, diagnosis: str) -> _Reading:
    return _Reading(
        task=task,
        repo=repo.lower(),
        description=description,
        plan=said_in(plan),
        diagnosis=found_in(diagnosis),
    )


def said_in(text: str) -> str:
    """What is said, or what stands in the file that is named."""
    return _file(Path(text)) if text and _is_file(text) else text


def found_in(text: str) -> str:
    """The same of a diagnosis, which has more than one word: one is the name of a file.

    Raises:
        BadInput: there is no such file, or it cannot be read.
    """
    return _file(Path(text)) if len(text.split()) == 1 else said_in(text)


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a name
        return False


def _file(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            return stream.read(_MOST_BYTES).decode("utf-8-sig", "replace")
    except OSError as fault:
        raise BadInput(
            f"{file}: {fault.strerror}", "Name a file that can be read; nothing was done"
        ) from None


# --- what is said after a run ----------------------------------------------------------------------------


def _tell(watched: "Watched") -> None:
    if watched.fault:
        put_error(f"reflectgit: note: not recorded: {watched.fault}")
    if watched.happened is None:
        return
    _tell_failing(watched.happened)
    _tell_ended(watched.happened.ended)
    if not watched.has_store and watched.happened.ended:
        put_error("reflectgit: note: there is no store for lessons here yet: reflectgit init")


def _tell_failing(happened: "Happened") -> None:
    if happened.opened:
        put_error(
            f"reflectgit: note: kept {_names(happened.opened)}; its repair is kept when it passes in a watch"
        )
    if happened.again:
        put_error(f"reflectgit: note: fails again: {_names(happened.again)}")
    if happened.left_out:
        put_error(f"reflectgit: note: {happened.left_out} more failures of this run are not kept")


def _tell_ended(ended: "list[Failed]") -> None:
    ready = [one for one in ended if one.standing != "unexplained"]
    if ready:
        done = "given up" if ready[0].standing == "escalated" else "mended"
        put_error(f"reflectgit: note: {done}: {_names(ready)}; next: reflectgit draft {ready[0].label}")
    for one in ended:
        if one.standing == "unexplained":
            put_error(
                f"reflectgit: note: {one.label} passed with nothing changed: flaky, or mended elsewhere"
            )


def _names(failures: "list[Failed]") -> str:
    shown = ", ".join(one.label for one in failures[:_SHOWN])
    more = len(failures) - _SHOWN
    return f"{shown} and {more} more" if more > 0 else shown


def _leave(ended: "Ended") -> int:
    """The command's exit code; where a signal ended it, the same one ends us, so that a caller sees no difference."""
    if ended.signal:
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if ended.signal not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(ended.signal, signal.SIG_DFL)
        os.kill(os.getpid(), ended.signal)
    return ended.code
