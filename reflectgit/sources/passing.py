"""Whether a later run shows that a failure is gone: it has to have run the same thing, and passed it."""

import re
import shlex

from reflectgit.facts.model import Counted, Exited, Tested
from reflectgit.facts.observe import observe
from reflectgit.facts.slots import outcome_of
from reflectgit.sources.events import Ran
from reflectgit.sources.failures import Seen
from reflectgit.sources.safe import safe_text
from reflectgit.sources.sections import nodes

_PIPED = re.compile(r"\s*(?:\|\||\||>|2>|&>|;|<)\s*")
_ADDRESS = re.compile(r"0x[0-9a-f]+", re.IGNORECASE)
_SET = re.compile(r"[A-Za-z_]\w*=")
_OPTION_VALUES = frozenset({"-n", "-p", "-k", "-m", "-c", "--color", "--tb", "--maxfail", "-W", "-o"})


def passes(ran: Ran, seen: Seen, failed: Ran) -> bool:
    """Whether `ran` shows that what failed in `failed` passes now. `ran` is known not to have this failure."""
    listed = passed_tests(ran) if seen.test else frozenset()
    if any(is_test(seen.test, name) for name in listed):
        return True
    if not has_passed(ran) or (listed and not (ran.command and failed.command)):
        return False
    return _covers(ran, seen, failed)


def passed_tests(ran: Ran) -> frozenset[str]:
    """The tests that a run shows as passed, as ``path::name`` where the path is known."""
    if ran.cases:
        passed = [case for case in ran.cases if case.outcome in ("passed", "xpassed")]
        return frozenset(f"{case.file}::{case.name}".removeprefix("::") for case in passed)
    text = safe_text(ran.output)
    files = nodes(text.split("\n"))
    names = [
        fact.name
        for fact in observe(text, "execution")
        if isinstance(fact, Tested) and outcome_of(fact) == "passed"
    ]
    return frozenset(f"{files.get(_bare(name), '')}::{name}".removeprefix("::") for name in names)


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


def has_passed(ran: Ran) -> bool:
    """Whether the whole run passed, as its source says or, where it does not, as its counts and tests say."""
    if ran.cases:
        return ran.ended != "failed" and all(case.outcome not in ("failed", "error") for case in ran.cases)
    if ran.ended != "unknown" or ran.exit_code is not None:
        return ran.ended == "passed" or ran.exit_code == 0
    facts = observe(safe_text(ran.output), "execution")
    tests = [fact for fact in facts if isinstance(fact, Tested)]
    counted = {fact.what: fact.number for fact in facts if isinstance(fact, Counted)}
    exits = [fact.code for fact in facts if isinstance(fact, Exited)]
    passed = (
        bool(counted.get("passed"))
        or any(outcome_of(test) == "passed" for test in tests)
        or exits[-1:] == [0]
    )
    failed = (
        counted.get("failed") or counted.get("errors") or any(outcome_of(test) == "failed" for test in tests)
    )
    return passed and not failed


def _covers(ran: Ran, seen: Seen, failed: Ran) -> bool:
    """Whether the command ran at least what the failed one ran, or names the test that failed."""
    if not ran.command or not failed.command:
        return True
    file, name = _parted(seen.test)
    if seen.test and any(part and part in ran.command for part in (file, _bare(name))):
        return True
    now, before = words(ran.command), words(failed.command)
    return bool(now) and now[:1] == before[:1] and set(now) <= set(before)


def words(command: str) -> list[str]:
    """What a command runs: its program and arguments, without options, settings, folders gone to and pipes."""
    last = re.split(r"\s*&&\s*", command.strip())[-1]
    main = _PIPED.split(last, maxsplit=1)[0]
    try:
        parts = shlex.split(main)
    except ValueError:
        parts = main.split()
    kept: list[str] = []
    skipped = False
    for part in parts:
        if not skipped and not part.startswith("-") and not (not kept and _SET.match(part)):
            kept.append(part)
        skipped = part in _OPTION_VALUES and bool(kept)
    return kept


def _bare(name: str) -> str:
    return name.partition("[")[0].rpartition("::")[2]
