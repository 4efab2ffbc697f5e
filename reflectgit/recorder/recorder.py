"""After a run: which failures it opens, shows again, and mends (docs/watch.md).

A failure is known by its signature, in one work tree. It is open until a run shows that it passes, on a state that
continues the one it was seen on, or until it is given up. Only what was seen counts: a test that was skipped, or not
run, has not passed.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from reflectgit import identity
from reflectgit.facts.given import as_dicts
from reflectgit.recorder.records import Attempt, Failed, Run, Showing, Told, line_of
from reflectgit.recorder.shelf import WAITING, Shelf
from reflectgit.recorder.state import Safe, State, Tree
from reflectgit.recorder.surroundings import environment, repository
from reflectgit.sources.commands import command_of
from reflectgit.sources.events import Ran
from reflectgit.sources.failures import Seen
from reflectgit.sources.go_events import printed_by_go
from reflectgit.sources.passing import Reading, Shown
from reflectgit.store.layout import Place
from reflectgit.text.bound import bound

_MOST_FAILURES = 50
_MOST_ATTEMPTS = 8
_MOST_FACTS = 500
_RERUN_BYTES = 24 * 1024


class Happened(NamedTuple):
    """What a run did to the failures that are kept; `left_out` counts those that were too many."""

    opened: list[Failed]
    again: list[Failed]
    ended: list[Failed]
    left_out: int = 0


class Finished(NamedTuple):
    """A run that has ended: its command, what it printed, its exit code, the watch around it ("" for none), itself."""

    command: Sequence[str]
    output: str
    code: int
    outer: str
    own: str


class Recorder:
    """Records runs of one work tree.

    Args:
        place: the repository; `place.root` is the folder in which the commands ran.
        safe: takes secrets and control characters out of a text.
        hidden: paths that are the store's own.

    Attributes:
        shelf: where it keeps things.
    """

    def __init__(self, place: Place, safe: Safe, hidden: tuple[str, ...] = ()) -> None:
        self._place = place
        self._safe = safe
        self.shelf = Shelf(place)
        self._tree = Tree(place, safe, hidden)
        git_dir, common = place.git_dir.resolve(), place.common_dir.resolve()
        self._worktree = "" if git_dir == common else safe(git_dir.name)
        self._folder = safe(place.root)
        self._top = safe(str(place.work_tree))

    def record(self, finished: Finished, told: Told, reason: str | None = None) -> Happened:
        """Keep what a run shows. A failure that it shows is given up where there is a `reason`.

        Raises:
            StoreError, OSError: it could not be kept; nothing half-written is left.
        """
        inner = self.shelf.was_told(finished.own)
        waiting = self._open()
        state = self._tree.state()
        told = self._safely(told)
        command = [*map(self._safe, finished.command)]
        output = self._safe(printed_by_go(finished.output))
        line = line_of(self._folder, command)
        ran = Ran(where="watch", command=line, output=output, exit_code=finished.code)
        said = Reading(ran, self._top, ".")
        if not said.failures and not waiting:
            return Happened([], [], [])
        with self.shelf.locked():
            try:
                return self._settle(said, state, command, finished.outer, told, reason, inner)
            finally:
                self.shelf.sweep()
                self._tree.close()

    def give_up(self, reason: str) -> Happened:
        """Close the open failures of the last run that failed, without running anything."""
        with self.shelf.locked():
            found = [one for one in self._open() if one.standing == "open"]
            last = max((one.last for one in found), default=0)
            ended = [self._given_up(one, reason) for one in found if one.last == last]
            self.shelf.sweep()
        return Happened([], [], ended)

    def hear(self, failed: Failed, told: Told) -> Failed:
        """The failure with what is said of it now, which is kept."""
        heard = replace(failed, told=_newer(failed.told, self._safely(told)))
        with self.shelf.locked():
            self.shelf.put(heard)
        return heard

    def _safely(self, told: Told) -> Told:
        """What was said, without secrets; a task or repository that is named like one has no name."""
        seen = Told(**{name: self._safe(getattr(told, name)) for name in Told.__struct_fields__})
        names = {name: "" for name in ("task", "repo") if getattr(seen, name) != getattr(told, name)}
        return replace(seen, **names)

    def _open(self) -> list[Failed]:
        if not self.shelf.is_there:
            return []
        return [
            one for one in self.shelf.failures() if one.standing in WAITING and one.worktree == self._worktree
        ]

    def _settle(
        self,
        said: Reading,
        state: State,
        command: list[str],
        outer: str,
        told: Told,
        reason: str | None,
        inner: bool,
    ) -> Happened:
        number = self.shelf.count() + 1
        self.shelf.put_count(number)
        waiting = {one.signature: one for one in self._open()}
        shown = _by_signature(said.failures)
        kept = {} if inner else dict(list(shown.items())[:_MOST_FAILURES])
        run = self._run(said, state, command) if kept else None
        failing = self._failing(kept, waiting, run, said, told, number) if run else []
        if (kept or inner) and outer:
            self.shelf.tell_outer(outer)
        gone = [one for signature, one in waiting.items() if signature not in shown]
        mended = [self._mended(one, said, state, command, told, number) for one in gone]
        ended = [one for one in mended if one is not None]
        if reason is not None:
            ended += [self._given_up(one, reason) for one in failing]
            failing = []
        opened = [one for one in failing if one.signature not in waiting]
        again = [one for one in failing if one.signature in waiting]
        return Happened(opened, again, ended, 0 if inner else len(shown) - len(kept))

    # --- a run that fails -----------------------------------------------------------------------------------

    def _run(self, said: Reading, state: State, command: list[str]) -> Run:
        unchanged = replace(state, files={}, left_out=[])
        return Run(
            root=self._top,
            command=command,
            folder=self._folder,
            exit_code=said.ran.exit_code or 0,
            ended="failed",
            output=said.ran.output,
            facts=as_dicts(said.facts[:_MOST_FACTS]),
            environment=environment(self._safe),
            worktree=self._worktree,
            state=state,
            patch=self._tree.changes(unchanged, state),
        )

    def _failing(
        self,
        kept: Mapping[str, Sequence[Seen]],
        waiting: Mapping[str, Failed],
        run: Run,
        said: Reading,
        told: Told,
        number: int,
    ) -> list[Failed]:
        """The failures that a run shows, new and known, as they are kept from here on."""
        name = self.shelf.put_run(run)
        found = []
        for signature, seen in kept.items():
            known = waiting.get(signature)
            one = self._again(known, seen, name, run) if known else self._new(seen, name, run, told, number)
            one = replace(one, shown=_with(one.shown, run, said), told=_newer(one.told, told), last=number)
            self.shelf.put(one)
            found.append(one)
        return found

    def _new(self, seen: Sequence[Seen], name: str, run: Run, told: Told, number: int) -> Failed:
        first = seen[0]
        identifier = identity.digest([first.signature, name, self._worktree])[:8]
        tests = [one.test for one in seen if one.test]
        return Failed(
            id=identifier,
            label=f"{self._word(first)}-{identifier}",
            signature=first.signature,
            failure=first.failure,
            language=first.language,
            tests=tests,
            failing=tests,
            shown=[],
            worktree=self._worktree,
            attempts=[Attempt(run=name, since=run.patch)],
            told=replace(told, repo=told.repo or repository(self._place, self._safe)),
            first=number,
            last=number,
        )

    def _word(self, seen: Seen) -> str:
        """What people call the failure: its test, else its class."""
        name = seen.test.rpartition("::")[2].partition("[")[0] or seen.failure.class_
        word = re.sub(r"[^A-Za-z0-9_.]+", "-", name).strip("-._")[:48]
        return word if word and self._safe(word) == word else "failure"

    def _again(self, earlier: Failed, seen: Sequence[Seen], name: str, run: Run) -> Failed:
        """The failure with one more attempt; the same state run again takes the place of the last one."""
        *before, last = earlier.attempts
        since = self._since(last.run, run)
        if since or last.run == name:
            before.append(last)
        attempt = Attempt(run=name, since=since or last.since)
        attempts = before if last.run == name else [*before, attempt]
        if len(attempts) > _MOST_ATTEMPTS:
            attempts = self._without_second(attempts)
        tests = [one.test for one in seen if one.test]
        return replace(earlier, attempts=attempts, tests=tests, failing=tests, standing="open")

    def _without_second(self, attempts: list[Attempt]) -> list[Attempt]:
        """The first and the later ones tell most: what led to the third is then told from the first on."""
        first, _, third, *rest = attempts
        run = self.shelf.run(third.run)
        since = self._since(first.run, run) if run else third.since
        return [first, replace(third, since=since), *rest]

    def _since(self, earlier: str, now: Run) -> str:
        before = self.shelf.run(earlier)
        return now.patch if before is None else self._tree.changes(before.state, now.state)

    # --- a failure that ends --------------------------------------------------------------------------------

    def _mended(
        self, failed: Failed, said: Reading, state: State, command: list[str], told: Told, number: int
    ) -> Failed | None:
        """The failure, resolved where this run shows that; one of several tests that passes is noted."""
        run = self.shelf.run(failed.attempts[-1].run)
        if failed.standing == "unexplained" or run is None or not self._tree.follows(run.state, state):
            return None
        still = _still_failing(failed, said)
        if still:
            if failed.tests and still != failed.failing:
                self.shelf.put(replace(failed, failing=still))
            return None
        repair = self._tree.changes(run.state, state)
        ended = replace(
            failed,
            standing="resolved" if repair else "unexplained",
            failing=[],
            repair=repair,
            rerun=bound(said.ran.output, _RERUN_BYTES),
            rerun_folder=self._folder,
            rerun_command=command,
            rerun_code=said.ran.exit_code or 0,
            told=_newer(failed.told, told),
            last=number,
        )
        self.shelf.put(ended)
        return ended

    def _given_up(self, failed: Failed, reason: str) -> Failed:
        ended = replace(failed, standing="escalated", reason=self._safe(reason))
        self.shelf.put(ended)
        return ended


def _by_signature(failures: Sequence[Seen]) -> dict[str, list[Seen]]:
    """What fails in the same place with the same message is one failure."""
    found: dict[str, list[Seen]] = {}
    for seen in failures:
        found.setdefault(seen.signature, []).append(seen)
    return found


def _still_failing(failed: Failed, said: Reading) -> list[str]:
    """Those of its tests ("" for a run without tests) that this run does not show to pass."""
    before = [
        Shown(command_of(line_of(one.folder, one.command), "."), one.tests, one.failed)
        for one in failed.shown
    ]
    return [test for test in failed.failing or [""] if not said.shows_passing(test, before)]


def _with(shown: Sequence[Showing], run: Run, said: Reading) -> list[Showing]:
    """The commands that showed a failure, with the one of this run as the last."""
    others = [one for one in shown if (one.folder, one.command) != (run.folder, run.command)]
    counted = said.shown
    return [
        *others,
        Showing(folder=run.folder, command=run.command, tests=counted.tests, failed=counted.failed),
    ]


def _newer(old: Told, new: Told) -> Told:
    """What is said now where something is said, else what was said before."""
    given_now = {name: text for name in Told.__struct_fields__ if (text := getattr(new, name))}
    return replace(old, **given_now)
