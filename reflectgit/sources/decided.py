"""What ended a test or a run: class, message and site, decided from facts.

An exception before a comparison, that before the reason in a summary. Of chained exceptions the outermost gives class
and site, as the one that the caller saw; what stands at the root of it is added to the message (docs/signatures.md).
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from reflectgit.facts import exits
from reflectgit.facts.model import AnyFact, Assertion, Counted, Exited, Frame, Raised, Reported
from reflectgit.facts.python_traceback import exception
from reflectgit.facts.rules import last_name
from reflectgit.sources.events import Ran
from reflectgit.sources.own_code import is_own
from reflectgit.sources.paths import Roots
from reflectgit.sources.sections import Section
from reflectgit.sources.sites import site_of
from reflectgit.text.template import CAUSE, normal_site

#: A failure without an exception is called by what found it; one word each, since a scope names it (``error:``).
_BY_TOOL = {
    "compiler": "CompileError",
    "type checker": "TypeCheckError",
    "linter": "LintError",
    "sanitizer": "SanitizerError",
    "sql": "SqlError",
    "shell": "ShellError",
    "build": "BuildError",
    "runtime": "RuntimeReport",
}
#: What tells more comes first: a build step failed because its compiler did.
_ORDER = ("sanitizer", "compiler", "type checker", "sql", "runtime", "linter", "shell", "build")
_EACH = frozenset({"compiler", "type checker", "linter"})
_CUT = ("...", "…")
#: The matchers of jest name no class in one place and plain ``Error`` in another.
_MATCHER = re.compile(r"\s*(?:Error: )?(?P<said>expect\(.*\)\.\S.*)$")
#: Lines that only point: ``(in test file t.bats, line 3)``, keys of TAP.
_PLACE_ALONE = re.compile(r"\(in |duration_ms: |type: |location: |---$")
#: A site of these without a function is what ``--tb=line`` or a panic without its backtrace leaves of one.
_NEEDS_FUNCTION = (".py", ".rs")
_LINKS = ("direct cause of the following exception", "another exception occurred")
_BEFORE_CAUSE = 3_000  # characters of a message, so that a signature sees the cause behind it
_BELOW = 12  # lines that pytest has at most between the last line of an error and the place below it


class Told(Struct, frozen=True, kw_only=True):
    """A failure in the words of its source; lines `begin` to `end` (from 1, both in it) tell of it."""

    class_: str
    message: str
    site: str
    begin: int = 1
    end: int = 1
    partial: bool = False


def told_of_test(section: Section, lines: Sequence[str], roots: Roots, file: str, class_: str = "") -> Told:
    """What ended the test of a section. `class_`: that of the source, where it keeps it apart."""
    bare = section.test.partition("[")[0]
    links = _links(section.deciding, lines)
    facts = links[-1]
    stack = _stack(facts)
    ran = section.outcome != "error"
    site = site_of(stack, roots, bare.rpartition("/")[2], ran) or _named(roots.relative(file), bare)
    raised = _raised(facts)
    if raised and not _MATCHER.match(raised.message):
        name, message = raised.class_, _with_cause(_without_diff(raised.message), root_of(links))
    else:
        name, message = _without_exception(section, facts, lines, class_)
    cut = _is_cut(message) and not _is_list(message)
    placed = any(is_own(frame) for frame in stack)
    placeless = not placed and (raised is not None or _is_python_reason(section.reason))
    return Told(
        class_=name,
        message=message,
        site=site,
        begin=section.begin,
        end=section.end - 1,
        partial=cut or placeless or site.endswith(_NEEDS_FUNCTION) or not (message or raised),
    )


def _is_python_reason(reason: str) -> bool:
    """Whether a summary tells an exception, whose stack and causes it leaves out."""
    return _is_assert(reason) or exception(reason.strip().split("\n")[0]) is not None


def _is_assert(reason: str) -> bool:
    return reason.removeprefix("AssertionError: ").startswith("assert ")


def _without_exception(
    section: Section, facts: Sequence[AnyFact], lines: Sequence[str], class_: str
) -> tuple[str, str]:
    matcher = next((found for line in _lines(section, lines) if (found := _MATCHER.match(line))), None)
    if matcher:
        return "AssertionError", matcher["said"]
    if _is_assert(section.reason):
        return "AssertionError", section.reason.removeprefix("AssertionError: ")
    reported = next((fact for fact in facts if isinstance(fact, Reported) and fact.severity != "note"), None)
    compared = next((fact for fact in facts if isinstance(fact, Assertion)), None)
    if compared:
        return last_name(class_) or "TestFailed", _compared(compared, lines)
    if reported:
        return _BY_TOOL[reported.tool], _said(reported)
    told = exception(section.reason.strip().split("\n")[0])
    if told and (told["message"] is not None or not class_):
        return last_name(told["class"]), told["message"] or ""
    message = section.reason.strip() or _first_said(section, lines)
    return last_name(class_) or "TestFailed", message


def _without_diff(message: str) -> str:
    """node puts a difference into the message of an assertion, whose length depends on the reporter."""
    return message.partition("\n+ actual - expected")[0]


def _lines(section: Section, lines: Sequence[str]) -> Sequence[str]:
    return lines[section.begin - 1 : section.settled - 1]


def _first_said(section: Section, lines: Sequence[str]) -> str:
    """The first line that a test says below its name, where nothing in it could be read."""
    totals = {fact.line for fact in section.facts if isinstance(fact, Counted)}
    below = enumerate(_lines(section, lines)[1:], section.begin + 1)
    said = (line.strip().removeprefix("# ") for at, line in below if at not in totals)
    return next((line for line in said if line.strip(" -=_*.") and not _PLACE_ALONE.match(line)), "")


def _compared(fact: Assertion, lines: Sequence[str]) -> str:
    line = lines[fact.line - 1].strip() if 0 < fact.line <= len(lines) else ""
    if fact.left and fact.left.split("\n")[0] in line and fact.right.split("\n")[0] in line:
        return line
    return f"{fact.left} {fact.operator} {fact.right}".strip()


def _is_cut(message: str) -> bool:
    return message.rstrip().endswith(_CUT)


def _is_list(message: str) -> bool:
    """pytest shortens lists itself, which is no cut of the message: ``[0, 1, ...]`` ends in a bracket."""
    return message.rstrip().endswith("]")


# --- exceptions and their stacks -----------------------------------------------------------------------------


def _links(facts: Sequence[AnyFact], lines: Sequence[str]) -> list[tuple[AnyFact, ...]]:
    """Of Python's chains, which are told oldest first, the facts of each link; all of them where there is no chain."""
    first = min((fact.line for fact in facts), default=1)
    last = max((fact.line for fact in facts), default=0)
    linked = [
        at for at in range(max(first, 1), min(last, len(lines)) + 1) if lines[at - 1].endswith(_links_of())
    ]
    bounds = pairwise([0, *linked, last + 1])
    return [tuple(fact for fact in facts if begin < fact.line <= end) for begin, end in bounds]


def _links_of() -> tuple[str, ...]:
    return tuple(f"{link}{end}" for link in _LINKS for end in (":", ""))


def root_of(links: Sequence[Sequence[AnyFact]]) -> Raised | None:
    """What stands at the root of the last link; None for what nothing stands behind.

    An exception is behind another that was raised from it, or by the function that was handling it: what is raised
    further down in a handler is a failure of its own (a cache that lacks a key, and the loader that then fails).
    """
    root: Raised | None = None
    for behind, before in reversed(list(pairwise(links))):
        found = _first_raised(behind)
        if found is None or (found.role == "context" and not _handles(before, behind)):
            break
        root = found
    return root or _last_cause(links[-1])


def _first_raised(facts: Sequence[AnyFact]) -> Raised | None:
    return next((fact for fact in facts if isinstance(fact, Raised) and fact.role != "ignored"), None)


def _handles(before: Sequence[AnyFact], behind: Sequence[AnyFact]) -> bool:
    """Whether the function that raised `before` is the one in which `behind` was being handled."""
    raising, handling = _stack(before)[:1], _stack(behind)[-1:]
    return bool(raising and handling) and (raising[0].path, raising[0].function) == (
        handling[0].path,
        handling[0].function,
    )


def _last_cause(facts: Sequence[AnyFact]) -> Raised | None:
    """Where stacks begin with their exception (Java, node) the causes stand below, the root of all last."""
    raised = _raised(facts)
    behind = [
        fact
        for fact in facts
        if isinstance(fact, Raised) and fact.role == "cause" and raised and fact.line > raised.line
    ]
    return behind[-1] if behind else None


def _with_cause(message: str, root: Raised | None) -> str:
    if root is None:
        return message
    said = root.message.split("\n")[0]
    return f"{message[:_BEFORE_CAUSE]}\n{CAUSE}{root.class_}{f': {said}' if said else ''}"


def _raised(facts: Sequence[AnyFact]) -> Raised | None:
    """The exception that ended it: of Python the last, of stacks that begin with their exception the first."""
    raised = [fact for fact in facts if isinstance(fact, Raised) and fact.role == "raised"]
    if not raised:
        return next(
            (fact for fact in facts if isinstance(fact, Raised) and fact.role in ("context", "member")), None
        )
    return raised[0]


def _stack(facts: Sequence[AnyFact]) -> list[Frame]:
    """The frames of the exception that ended it, deepest first."""
    raised = _raised(facts)
    frames = [fact for fact in facts if isinstance(fact, Frame)]
    if not frames or _is_python(frames):
        above = [frame for frame in frames if not raised or frame.line <= raised.line + _BELOW]
        return list(reversed(above))
    begin = raised.line if raised else 0
    behind = [fact.line for fact in facts if isinstance(fact, Raised) and fact.line > begin]
    until = min(behind, default=max(frame.line for frame in frames) + 1)
    return [frame for frame in frames if begin <= frame.line < until] or frames


def _is_python(frames: Sequence[Frame]) -> bool:
    return any(frame.path.endswith((".py", ".pyx")) or frame.path.startswith("<ipython") for frame in frames)


def _named(file: str, test: str) -> str:
    """The site of a test of which nothing but its name is known."""
    return normal_site(f"{file}:{test}") if file and file != test else test


# --- runs without tests ----------------------------------------------------------------------------------------


def told_of_trace(facts: Sequence[AnyFact], roots: Roots) -> Iterator[Told]:
    """Each exception that nothing stands before, with its stack, in the order in which they are told."""
    raised = [fact for fact in facts if isinstance(fact, Raised)]
    outer = [fact for fact in raised if fact.role == "raised"]
    for number, fact in enumerate(outer):
        above = max((one.line for one in raised if one.line < fact.line), default=0)
        below = outer[number + 1].line if number + 1 < len(outer) else 10**9
        near = [
            one
            for one in facts
            if (above < one.line < below and one is not fact)
            and not isinstance(one, Raised)
            and isinstance(one, Frame)
        ]
        stack = _stack([*near, fact]) if _is_python(near) else _below(near, facts, fact)
        lines = [frame.line for frame in stack] or [fact.line]
        links = (
            _above(facts, outer[number - 1].line if number else 0, fact)
            if _is_python(near)
            else [[one for one in facts if fact.line <= one.line < below]]
        )
        yield Told(
            class_=fact.class_,
            message=_with_cause(_without_diff(fact.message), root_of(links)),
            site=site_of(stack, roots),
            begin=min(fact.line, *lines) - 1,
            end=max(fact.line + len(fact.notes), *lines) + 1,
            partial=site_of(stack, roots).endswith(_NEEDS_FUNCTION),
        )


def _above(facts: Sequence[AnyFact], begin: int, raised: Raised) -> list[list[AnyFact]]:
    """The links of a chain of Python that ends in `raised`: each exception with the frames above it."""
    ends = [fact.line for fact in facts if isinstance(fact, Raised) and begin < fact.line <= raised.line]
    return [[fact for fact in facts if one < fact.line <= end] for one, end in pairwise([begin, *ends])]


def _below(near: Sequence[Frame], facts: Sequence[AnyFact], raised: Raised) -> list[Frame]:
    behind = [fact.line for fact in facts if isinstance(fact, Raised) and fact.line > raised.line]
    until = min(behind, default=10**9)
    return [frame for frame in near if raised.line <= frame.line < until]


def told_of_assertion(facts: Sequence[AnyFact], lines: Sequence[str], roots: Roots) -> Iterator[Told]:
    """The assertion of C's runtime that ended a program: it raises nothing and names its function."""
    for fact in facts:
        if isinstance(fact, Assertion) and "Assertion" in lines[fact.line - 1]:
            stack = [one for one in facts if isinstance(one, Frame) and one.line >= fact.line]
            message = _compared(fact, lines)
            if "failed" in message:
                message = f"{fact.left} {fact.operator} {fact.right}".strip()
            yield Told(
                class_="AssertionFailed",
                message=message,
                site=site_of(stack, roots),
                begin=fact.line,
                end=fact.line,
            )
            return


def told_of_reports(facts: Sequence[AnyFact], roots: Roots) -> Iterator[Told]:
    """What tools report as errors: each of a compiler or checker, else the first of what tells most."""
    errors = [
        fact
        for fact in facts
        if isinstance(fact, Reported) and fact.severity not in ("warning", "note", "info")
    ]
    tools = {fact.tool for fact in errors}
    tool = next((one for one in _ORDER if one in tools), "")
    found = [fact for fact in errors if fact.tool == tool]
    for number, fact in enumerate(found if tool in _EACH else found[:1]):
        until = found[number + 1].line if number + 1 < len(found) else 10**9
        below = [one for one in facts if isinstance(one, Frame) and fact.line <= one.line < until]
        site = site_of(below, roots) if tool == "sanitizer" else ""
        end = min(until - 1, fact.line + 12)
        yield Told(
            class_=_BY_TOOL[tool],
            message=_said(fact),
            site=site or normal_site(roots.relative(fact.path)),
            begin=fact.line,
            end=max(end, *(one.line for one in below[:30]), fact.line),
        )


def _said(fact: Reported) -> str:
    return f"{fact.code}: {fact.message}" if fact.code else fact.message


def told_of_exit(ran: Ran, facts: Sequence[AnyFact]) -> Iterator[Told]:
    """How a run left of which nothing else is known; a log that tells of no end did not fail."""
    ends = [fact for fact in facts if isinstance(fact, Exited)]
    last = ends[-1] if ends else next(exits.parse([f"exit code: {ran.exit_code}"]), Exited())
    code = ran.exit_code if ran.exit_code else last.code
    program = ran.command.strip().split("\n")[0][:200]
    failed = f": {program}" if program else ""
    if last.timed_out:
        yield Told(class_="Timeout", message=f"timed out{failed}", site="")
    elif last.signal:
        yield Told(class_=last.signal, message=f"ended by {last.signal}{failed}", site="")
    elif code or ran.ended == "failed":
        yield Told(class_="ExitStatus", message=f"exit status {code or 'unknown'}{failed}", site="")
