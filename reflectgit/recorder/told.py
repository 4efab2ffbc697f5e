"""What a run says: which failures it shows, which tests passed, and whether an earlier failure is gone."""

import re
from collections.abc import Sequence
from functools import cached_property

from reflectgit.facts.model import AnyFact, Counted, Tested
from reflectgit.facts.observe import observe
from reflectgit.recorder.glance import may_fail
from reflectgit.recorder.records import Failed
from reflectgit.sources.events import Ran
from reflectgit.sources.failures import Seen, failures_of

_RAN = ("passed", "failed", "errors")
#: Options with which a runner leaves tests of a file out.
_PICKS = frozenset(("-k", "-m", "--lf", "--ff", "--deselect", "--last-failed", "-t", "-run", "--filter"))
#: Of a name that is looked for in a command line: shorter ones stand there by chance.
_TELLING = 4


class Reading:
    """One run, read.

    Args:
        ran: the run; its output is cleaned and has no secrets.
        command: its command, as `Run` keeps it, with the folder in front.
        root: the top of the work tree.
    """

    def __init__(self, ran: Ran, command: list[str], root: str) -> None:
        self._ran = ran
        self.command = command
        self.root = root

    @property
    def exit_code(self) -> int:
        """How it left."""
        return self._ran.exit_code or 0

    @cached_property
    def failures(self) -> tuple[Seen, ...]:
        """The failures that it shows."""
        if self._ran.exit_code == 0 and not may_fail(self._ran.output):
            return ()
        return failures_of(self._ran, self.root)

    @property
    def passed(self) -> bool:
        """Whether it passed as a whole."""
        return self._ran.exit_code == 0 and not self.failures

    @cached_property
    def facts(self) -> tuple[AnyFact, ...]:
        """What stands in its output."""
        return observe(self._ran.output, "execution")

    def mended(self, failed: Failed, before: Sequence[AnyFact]) -> list[str] | None:
        """What of an open failure that this run does not show still fails: None for all of it, [] for nothing.

        `before` are the facts of the failure's last run. A run that passed says so of the whole failure where its
        command is one that had shown it; of a test, a run says so that lists it as passed, that was asked for it by
        name, or that counts as many tests as before and not this one among the failed.
        """
        same = self.command in failed.commands
        if not failed.tests:
            return [] if same and self.passed else None
        ok = same and self._ran_as_many(before)
        still = [test for test in failed.failing if not self._shows_passing(test, ok)]
        return None if still == failed.failing else still

    def _ran_as_many(self, before: Sequence[AnyFact]) -> bool:
        """Whether no test was skipped or taken away: all passed and none is missing, or the same number was run."""
        now, then = _ran(self.facts), _ran(before)
        return self._passed_with_tests() and now >= then if self.passed else 0 < now == then

    def _passed_with_tests(self) -> bool:
        counted = _counts(self.facts)
        return self.passed and (not counted or counted.get("passed", counted.get("tests", 0)) > 0)

    def _shows_passing(self, test: str, ok: bool) -> bool:
        name = _name(test)
        if any(_name(seen.test) == name for seen in self.failures if seen.test):
            return False
        outcomes = {fact.outcome for fact in self._listed(test)}
        if outcomes:
            return outcomes == {"passed"}
        none_left_out = self._passed_with_tests() and not _counts(self.facts).get("skipped")
        return ok or (none_left_out and self._asked_for(test))

    def _listed(self, test: str) -> list[Tested]:
        """The tests of that name; where the line that lists one has a file, of that file."""
        name, file = _name(test), test.rpartition("::")[0].rpartition("/")[2]
        lines = self._ran.output.split("\n")
        named = [fact for fact in self.facts if isinstance(fact, Tested) and fact.name == name]
        return [
            fact
            for fact in named
            if not file or "::" not in (line := lines[fact.line - 1]) or file.partition("::")[0] in line
        ]

    def _asked_for(self, test: str) -> bool:
        """Whether the command names the test, or its file with nothing that picks among its tests."""
        file, _, name = test.rpartition("::")
        bare = name.partition("[")[0]
        asked = re.compile(rf"(?<![\w-]){re.escape(bare)}(?![\w-])")
        words = self.command[2:]
        if len(bare) >= _TELLING and any(asked.search(word) for word in words):
            return True
        return (
            bool(file)
            and f"/{file}".endswith(tuple(f"/{word}" for word in words))
            and not _PICKS.intersection(words)
        )


def said_to_fail(failures: Sequence[Seen]) -> dict[str, list[Seen]]:
    """The failures of a run by signature: what fails in the same place with the same message is one."""
    found: dict[str, list[Seen]] = {}
    for seen in failures:
        found.setdefault(seen.signature, []).append(seen)
    return found


def _name(test: str) -> str:
    return test.rpartition("::")[2]


def _counts(facts: Sequence[AnyFact]) -> dict[str, int]:
    """What the run counts of its tests, by its last word on each."""
    return {fact.what: fact.number for fact in facts if isinstance(fact, Counted)}


def _ran(facts: Sequence[AnyFact]) -> int:
    counted = _counts(facts)
    return sum(counted.get(what, 0) for what in _RAN) or counted.get("tests", 0)
