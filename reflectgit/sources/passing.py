"""Whether a run shows that a failure is gone: it has to have run the same thing, and passed it.

A test that was skipped, was taken away or was not asked for has not passed (docs/watch.md).
"""

import re
from collections.abc import Iterable
from functools import cached_property

from msgspec import Struct

from reflectgit.facts.model import AnyFact, Counted, Exited, Tested
from reflectgit.facts.observe import observe
from reflectgit.sources.commands import Command, command_of
from reflectgit.sources.events import Ran
from reflectgit.sources.failures import Seen, failures_of
from reflectgit.sources.safe import safe_text
from reflectgit.sources.sections import is_package, nodes

_ADDRESS = re.compile(r"0x[0-9a-f]+", re.IGNORECASE)
_PASSED = frozenset(("passed", "xpassed"))
_LEFT_OUT = frozenset(("skipped", "xfailed"))
_RAN = ("passed", "failed", "errors")


class Shown(Struct, frozen=True):
    """What is remembered of a run that showed a failure: its command, None where the source does not tell it, how many
    tests it ran, and how many of them failed. 0: it does not count them."""

    command: Command | None
    tests: int
    failed: int


class Reading:
    """One run, read once.

    Args:
        ran: the run.
        root: the top of the project, as the output names it; may be "".
        folder: where the command was given; "" where that is not known.
    """

    def __init__(self, ran: Ran, root: str = "", folder: str = "") -> None:
        self.ran = ran
        self._root = safe_text(root)  # as it stands in the text, from which names of users are gone
        self.command = command_of(ran.command, folder) if ran.command.strip() else None

    @cached_property
    def failures(self) -> tuple[Seen, ...]:
        """The failures that it shows."""
        return failures_of(self.ran, self._root)

    @property
    def shown(self) -> Shown:
        """What is remembered of it."""
        failed = len({seen.test for seen in self.failures if seen.test})
        return Shown(self.command, self.tests, failed)

    @cached_property
    def passed(self) -> bool:
        """Whether it passed as a whole, as its source says or, where it does not, as its counts and tests say."""
        ran = self.ran
        if self.failures or ran.ended == "failed" or ran.exit_code:
            return False
        if ran.ended == "passed" or ran.exit_code == 0:
            return True
        exits = [fact.code for fact in self.facts if isinstance(fact, Exited)]
        failed = sum(self._counts.get(what, 0) for what in ("failed", "errors"))
        return not failed and (self.tests > 0 or exits[-1:] == [0])

    @cached_property
    def tests(self) -> int:
        """How many tests ran, as it counts or else lists them; 0 where it does neither. What was skipped did not.

        A list that holds no test that passed is one of failures (``go test`` without ``-v``), and counts nothing.
        """
        return self._counted or (len(self._ran_tests) if self._lists_passed else 0)

    def shows_passing(self, test: str, before: Iterable[Shown]) -> bool:
        """Whether what failed passes here. This run is known not to show the failure itself.

        A run without tests has to be the same one. A test has to be listed as passed; where it is not listed, the run
        has to be one that would have run it: it asks for it by name, or is one that had shown the failure (or more),
        and has as many tests as that had.

        Args:
            test: ``path::name``; "" where no test failed.
            before: the runs that had shown the failure.
        """
        if not test:
            return self.passed and any(self._is_same(shown) for shown in before)
        if any(is_test(test, seen.test) for seen in self.failures if seen.test):
            return False
        if outcomes := {outcome for name, outcome in self._listed if is_test(test, name)}:
            return outcomes <= _PASSED
        if self._lists_all and not self._lists_beginning(test):
            return False
        if self.passed and self.tests and not self._skipped and self.command and self.command.asks_for(test):
            return True
        return any(self._ran_it_among_others(shown) for shown in before)

    def _lists_beginning(self, test: str) -> bool:
        """Whether a test passed whose name goes on with a reason where it fails (``not ok - sums: got 3``)."""
        return any(outcome in _PASSED and test.startswith(f"{name}: ") for name, outcome in self._listed)

    def _is_same(self, shown: Shown) -> bool:
        return not self.command or not shown.command or self.command.is_same(shown.command)

    def _ran_it_among_others(self, shown: Shown) -> bool:
        if not self.command or not shown.command:
            told = bool(self.ran.cases or self.ran.output.strip())
            return told and self.passed and self._runs(shown.tests if self._skipped else shown.failed)
        if not self.passed:
            return self.command.is_same(shown.command) and 0 < self.tests == shown.tests
        if self.command.is_same(shown.command):
            return self._runs(shown.tests)
        return self.command.runs_all_of(shown.command) and self.tests >= shown.tests

    def _runs(self, least: int) -> bool:
        """Whether it ran so many tests; one that says nothing of its tests is believed by its exit code."""
        return self.tests >= least or not (self._counts or self._listed)

    @property
    def _skipped(self) -> int:
        left_out = sum(outcome in _LEFT_OUT for _, outcome in self._listed)
        return max(left_out, sum(self._counts.get(what, 0) for what in _LEFT_OUT))

    @property
    def _counted(self) -> int:
        counted = sum(self._counts.get(what, 0) for what in _RAN)
        return counted or max(0, self._counts.get("tests", 0) - self._skipped)

    @property
    def _lists_all(self) -> bool:
        """Whether it lists each of its tests: one that is not among them did not run."""
        return self._lists_passed and self._counted <= len(self._ran_tests)

    @property
    def _lists_passed(self) -> bool:
        return any(outcome in _PASSED for _, outcome in self._listed)

    @cached_property
    def _listed(self) -> list[tuple[str, str]]:
        """The tests that it lists, as ``path::name`` where the path is known, with their outcomes."""
        if self.ran.cases:
            return [(f"{case.file}::{case.name}".removeprefix("::"), case.outcome) for case in self.ran.cases]
        lines = self._text.split("\n")
        files = nodes(lines)
        found: list[tuple[str, str]] = []
        for fact in self.facts:
            if isinstance(fact, Tested) and not is_package(lines[fact.line - 1]):
                bare = _bare(fact.name)
                file = nodes([lines[fact.line - 1]]).get(bare) or files.get(bare, "")
                found.append((f"{file}::{fact.name}".removeprefix("::"), fact.outcome))
        return found

    @property
    def _ran_tests(self) -> set[str]:
        return {name for name, outcome in self._listed if outcome not in _LEFT_OUT}

    @cached_property
    def _text(self) -> str:
        return safe_text(self.ran.output)

    @property
    def facts(self) -> tuple[AnyFact, ...]:
        """What stands in its output."""
        return observe(self._text, "execution")

    @cached_property
    def _counts(self) -> dict[str, int]:
        """What it counts of its tests, by its last word on each."""
        return {fact.what: fact.number for fact in self.facts if isinstance(fact, Counted)}


def is_test(failed: str, passed: str) -> bool:
    """Whether both name one test, as far as they tell; a path may be told from another folder."""
    (file, name), (other, passed_name) = _parted(failed), _parted(passed)
    if file and other and not file.endswith(other) and not other.endswith(file):
        return False
    return name == passed_name if "[" in name and "[" in passed_name else _bare(name) == _bare(passed_name)


def _parted(test: str) -> tuple[str, str]:
    """Path and name; addresses in the name, which are new in every process, are none of it."""
    path, bracket, parameters = test.partition("[")
    file, _, name = path.rpartition("::")
    return file, name + _ADDRESS.sub("", bracket + parameters)


def _bare(name: str) -> str:
    return name.partition("[")[0].rpartition("::")[2]
