"""Whether a later run shows that a failure is gone: it has to have run the same thing, and passed it."""

import re
import shlex

from reflectgit.facts.model import Counted, Exited, Tested
from reflectgit.facts.observe import observe
from reflectgit.facts.slots import outcome_of
from reflectgit.sources.events import Ran
from reflectgit.sources.failures import Seen
from reflectgit.sources.safe import safe_text

_PIPED = re.compile(r"\s*(?:\|\||\||>|2>|&>|;|<)\s*")
_SET = re.compile(r"[A-Za-z_]\w*=")
_OPTION_VALUES = frozenset({"-n", "-p", "-k", "-m", "-c", "--color", "--tb", "--maxfail", "-W", "-o"})


def passes(ran: Ran, seen: Seen, failed: Ran) -> bool:
    """Whether `ran` shows that what failed in `failed` passes now. `ran` is known not to have this failure."""
    if seen.test and _bare(seen.test) in passed_tests(ran):
        return True
    return has_passed(ran) and _covers(ran, seen, failed)


def passed_tests(ran: Ran) -> frozenset[str]:
    """The bare names of the tests that a run shows as passed."""
    if ran.cases:
        return frozenset(_bare(case.name) for case in ran.cases if case.outcome in ("passed", "xpassed"))
    facts = observe(safe_text(ran.output), "execution")
    return frozenset(
        _bare(fact.name) for fact in facts if isinstance(fact, Tested) and outcome_of(fact) == "passed"
    )


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
    file, _, name = seen.test.rpartition("::")
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
    return name.rpartition("::")[2].partition("[")[0]
