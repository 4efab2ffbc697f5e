"""The diagnosis of the symptom, where nobody diagnosed: what can be seen, and no cause (CONTRACT, "Inputs").

Two to five plain sentences, made of facts alone: the same failure gives the same words.
"""

import re
from collections.abc import Iterator, Sequence

from reflectgit.facts.model import AnyFact, Assertion, Bound, Counted, Frame, Raised, Tested
from reflectgit.sources.failures import Seen

_MOST = 5
_LONGEST = 300  # characters of a value or message that a sentence repeats
_TESTS = ("failed", "errors", "passed")


def symptom(seen: Seen, command: str = "") -> str:
    """What was observed of a failure.

    Args:
        command: what was run, "" where the source does not tell.
    """
    told = [_failed(seen, command), _placed(seen), *_details(_before_capture(seen), seen.failure.site)]
    return " ".join([one for one in told if one][:_MOST])


def _failed(seen: Seen, command: str) -> str:
    failure = seen.failure
    message = _short(failure.message.split("\n")[0])
    said = f"{failure.class_}: {message}" if message else failure.class_
    if seen.test:
        return f"The test `{seen.test}` failed with `{said}`."
    program = f"`{_short(command)}`" if command.strip() else "The run"
    return f"{program} failed with `{said}`."


def _placed(seen: Seen) -> str:
    if not seen.failure.site:
        return "The output does not tell where it happened."
    path, _, function = seen.failure.site.partition(":")
    code = next(
        (
            fact.code
            for fact in reversed(seen.facts)
            if isinstance(fact, Frame)
            and fact.code
            and fact.function == function
            and fact.path.endswith(path)
        ),
        "",
    )
    return f"It happened in `{seen.failure.site}`" + (f", at `{_short(code)}`." if code else ".")


def _before_capture(seen: Seen) -> tuple[AnyFact, ...]:
    """The facts without those that the test printed itself, but for the counts of the run."""
    lines = seen.excerpt.split("\n")
    until = next(
        (at for at, line in enumerate(lines, 1) if re.match(r"-{5,} Captured ", line)), len(lines) + 1
    )
    return tuple(fact for fact in seen.facts if fact.line < until or isinstance(fact, Counted))


def _details(facts: Sequence[AnyFact], site: str) -> Iterator[str]:
    yield _compared(facts)
    behind = next((fact for fact in facts if isinstance(fact, Raised) and fact.role == "cause"), None)
    if behind:
        yield f"Behind it stands `{_short(f'{behind.class_}: {behind.message}'.strip(': '))}`."
    yield _values(facts, site)
    yield _counted(facts)


def _compared(facts: Sequence[AnyFact]) -> str:
    found = next((fact for fact in facts if isinstance(fact, Assertion) and fact.left), None)
    if not found:
        return ""
    left, right = _short(found.left), _short(found.right)
    if found.wanted and found.operator == "==":
        got, wanted = (right, left) if found.wanted == "left" else (left, right)
        return f"It got `{got}` where `{wanted}` was expected."
    return f"`{f'{left} {found.operator} {right}'.strip()}` did not hold."


def _values(facts: Sequence[AnyFact], site: str) -> str:
    """The arguments of the frame that failed, as pytest shows them above its source."""
    frames = [fact for fact in facts if isinstance(fact, Frame)]
    if len(frames) < 2 or frames[-1].function != site.rpartition(":")[2]:
        return ""
    shown = [
        f"`{fact.name} = {_short(fact.value, 80)}`"
        for fact in facts
        if isinstance(fact, Bound)
        and fact.line > frames[-2].line
        and fact.name.isidentifier()
        and " object at " not in fact.value
    ]
    return f"There {' and '.join(dict.fromkeys(shown[:3]))} held." if shown else ""


def _counted(facts: Sequence[AnyFact]) -> str:
    """What the run counts; a compiler counts errors and has no tests."""
    counts = {fact.what: fact.number for fact in facts if isinstance(fact, Counted) and fact.what in _TESTS}
    told = ", ".join(_many(number, what) for what in _TESTS if (number := counts.get(what)))
    tests = counts.keys() != {"errors"} or any(isinstance(fact, Tested) for fact in facts)
    lead = "Of the tests of the run," if tests else "The run counts"
    return f"{lead} {told}." if told else ""


def _many(number: int, what: str) -> str:
    return f"{number} {what if number != 1 else what.removesuffix('s')}"


def _short(text: str, most: int = _LONGEST) -> str:
    line = " ".join(text.replace("`", "'").split())
    return line if len(line) <= most else f"{line[: most - 3]}..."
