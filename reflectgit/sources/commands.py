"""Whether two command lines run the same thing, as far as that shows whether a failure is gone."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from reflectgit.sources.importers.shell import plain_command, stages

#: Options with which a runner leaves tests out, and options whose next word is none of its arguments.
# fmt: off
_FLAGS = frozenset({"--lf", "--ff", "--sw", "--last-failed", "--failed-first", "--stepwise"})
_PICKS = _FLAGS | {"-k", "-m", "--deselect", "--ignore", "-t", "-run", "--run", "--filter", "--grep"}
_VALUED = (_PICKS - _FLAGS) | {
    "-n", "-p", "-W", "-o", "-c", "--color", "--tb", "--maxfail", "--junitxml", "--reporter", "--config", "--project",
}
# fmt: on
_PYTHON = re.compile(r"python[\d.]*$")
_STARTERS = {"npx": 1, "bunx": 1, "uv": 2, "poetry": 2, "pipenv": 2, "pdm": 2, "hatch": 2}
#: Characters of a name that is looked for in a command line: shorter ones stand there by chance.
_TELLING = 4


class Command(NamedTuple):
    """What a command line runs: the folder that it goes to ("": not told), its programs with all their words, and of
    the last one, which is what it is about, the program with its arguments and the options that leave tests out."""

    folder: str
    programs: tuple[tuple[str, ...], ...]
    words: tuple[str, ...]
    picks: frozenset[str]

    def is_same(self, other: "Command") -> bool:
        """Whether both run the same programs with the same words; what only looks, and pipes, are none of it."""
        return self._meets(other) and self.programs == other.programs

    def runs_all_of(self, other: "Command") -> bool:
        """Whether it runs what the other runs, or more: the same program, and nothing that the other has not."""
        return (
            self._meets(other)
            and self.words[:1] == other.words[:1]
            and set(self.words) <= set(other.words)
            and self.picks <= other.picks
        )

    def asks_for(self, test: str) -> bool:
        """Whether it names the test, or the test's file with nothing that picks among its tests."""
        file, _, name = test.partition("[")[0].rpartition("::")
        named = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
        said = [*self.words[1:], *self.picks]
        if len(name) >= _TELLING and any(named.search(word) for word in said):
            return True
        asked = tuple(f"/{word.removeprefix('./')}" for word in self.words[1:])
        return bool(file) and not self.picks and f"/{file}".endswith(asked)

    def _meets(self, other: "Command") -> bool:
        return bool(self.words) and (self.folder == other.folder or "" in (self.folder, other.folder))


def command_of(line: str, folder: str = "") -> Command:
    """A command line, taken apart; `folder` is where it was given, "" where that is not known."""
    found = stages(plain_command(line.strip()))
    if found is None:
        words = tuple(line.split())
        return Command(folder, (words,), words, frozenset())
    gone = [stage.words[1] for stage in found if stage.words[:1] == ("cd",) and len(stage.words) > 1]
    alone = [stage for stage in found if stage.after not in ("|", "|&")]
    runs = [stage for stage in alone if not stage.looks] or alone
    programs = tuple(_started(stage.bare) for stage in runs)
    words, picks = _parted(programs[-1] if programs else ())
    return Command(gone[-1] if gone else folder, programs, words, picks)


def _started(words: Sequence[str]) -> tuple[str, ...]:
    """The program that is meant, by its bare name: behind ``uv run``, ``npx`` and ``python -m``."""
    program = words[0].rpartition("/")[2] if words else ""
    if _PYTHON.match(program):
        if "-m" in words[1:-1]:
            return tuple(words[words.index("-m") + 1 :])
        program = "python"
    if len(words) > _STARTERS.get(program, len(words)):
        return _started(words[_STARTERS[program] :])
    return (program, *words[1:]) if words else ()


def _parted(words: Sequence[str]) -> tuple[tuple[str, ...], frozenset[str]]:
    """Program and arguments, and the options that leave tests out, with their values."""
    kept = list(words[:1])
    picks = set()
    option = ""
    for word in words[1:]:
        name = word.partition("=")[0]
        if option in _PICKS:
            picks.add(f"{option} {word}")
        elif option == "-c" or (not option and not word.startswith("-")):  # code: of a shell, of Python
            kept.append(word)
        elif not option and name in _PICKS and (name != word or name in _FLAGS):
            picks.add(word)
        option = word if not option and word in _VALUED else ""
    return tuple(kept), frozenset(picks)
