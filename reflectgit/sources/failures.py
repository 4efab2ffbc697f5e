"""The failures of one run: what failed, with which message, where (build spec 3.1; docs/sources.md).

A run whose tests are known has one failure for each test that failed; another has those that ended it. A failure is
told by the same rules whether a runner's output, a JUnit file or our own plugin is read: what they hold is read as
text by the same parsers (`facts.observe`), so that the same failure has the same signature.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from reflectgit.facts.model import AnyFact, Frame, Reported, Tested
from reflectgit.facts.observe import observe
from reflectgit.facts.slots import outcome_of
from reflectgit.identity import signature_id
from reflectgit.model import Failure
from reflectgit.sources.decided import (
    Told,
    told_of_assertion,
    told_of_exit,
    told_of_reports,
    told_of_test,
    told_of_trace,
)
from reflectgit.sources.events import Case, Ran
from reflectgit.sources.importers.own_output import cut_own
from reflectgit.sources.languages import language_of
from reflectgit.sources.paths import Roots
from reflectgit.sources.safe import safe_text
from reflectgit.sources.sections import Section, nodes, sections, with_unnamed
from reflectgit.text.template import message_template, normal_site

#: Failures of one run that are told apart; a run with more is broken as a whole, and one of them says how.
MOST = 200
_EXCERPT_BYTES = 24_576
#: A section of this weight holds an exception or a comparison. Where some do, a name with nothing below it is a suite.
_EXPLAINED = 3
_MESSAGE_CHARS = 4_096  # as many as a signature looks at


class Seen(Struct, frozen=True, kw_only=True):
    """One failure of a run.

    `test` is ``path::name`` as far as it is known, "" where no test failed. `excerpt` is the part of the output that
    belongs to it, cleared of secrets and bounded; `facts` are those of the excerpt. `partial`: a tool cut the
    message off, so that the signature may not be that of the whole one.
    """

    failure: Failure
    test: str = ""
    language: str = ""
    excerpt: str = ""
    facts: tuple[AnyFact, ...] = ()
    partial: bool = False

    @property
    def signature(self) -> str:
        """The failure's signature, as the ledger makes it (build spec 3.2)."""
        failure = self.failure
        template = message_template(failure.class_, failure.message)
        return signature_id(failure.class_, template, normal_site(failure.site))

    @property
    def key(self) -> str:
        """What a later run is searched for: the test, else the signature."""
        return self.test or self.signature


def failures_of(ran: Ran, root: str = "") -> tuple[Seen, ...]:
    """The failures of a run in the order in which it tells them, each once; none of a run that did not fail.

    Args:
        root: the folder of the project where it ran; may be "".
    """
    root = safe_text(root)  # as the paths of the run are, once users are taken out
    found = _of_cases(ran, root) if ran.cases else _of_output(ran, root)
    once: dict[tuple[str, str], Seen] = {}
    for seen in found:
        once.setdefault((seen.test, "" if seen.test else seen.signature), seen)
        if len(once) == MOST:
            break
    return tuple(once.values())


# --- tests that the source keeps apart -----------------------------------------------------------------------


def failing_cases(cases: Sequence[Case]) -> list[Case]:
    """The failed tests, each once, by its first failure. One that passed in a later try is not among them."""
    last: dict[tuple[str, str], bool] = {}
    first: dict[tuple[str, str], Case] = {}
    for case in cases:
        failed = case.outcome in ("failed", "error")
        last[case.file, case.name] = failed
        if failed:
            first.setdefault((case.file, case.name), case)
    return [case for name, case in first.items() if last[name]]


def _of_cases(ran: Ran, root: str) -> Iterator[Seen]:
    for case in failing_cases(ran.cases):
        printed = cut_own(case.output)
        text = safe_text(printed, _EXCERPT_BYTES) if printed.strip() else safe_text(case.message)
        facts = observe(text, "execution")
        paths = [case.file, *(fact.path for fact in facts if isinstance(fact, Frame))]
        section = Section(
            test=case.name,
            begin=1,
            end=text.count("\n") + 2,
            settled=_settled(text),
            outcome=case.outcome,
            reason=case.message,
            facts=tuple(fact for fact in facts if not isinstance(fact, Tested)),
        )
        told = told_of_test(section, text.split("\n"), Roots(paths, given=root), case.file, case.class_)
        yield _seen(
            told, f"{case.outcome.upper()} {_test(case.file, case.name)}\n{text}", case.file, case.name
        )


def _settled(text: str) -> int:
    """The line from which on a case holds what the test printed (`importers`: below a banner as pytest has it)."""
    lines = text.split("\n")
    return next(
        (at for at, line in enumerate(lines, 1) if line.startswith("----- Captured ")), len(lines) + 1
    )


# --- what a run printed ----------------------------------------------------------------------------------------


def _of_output(ran: Ran, root: str) -> Iterator[Seen]:
    text = safe_text(cut_own(ran.output), 0)
    facts = observe(text, "execution")
    lines = text.split("\n")
    paths = [fact.path for fact in facts if isinstance(fact, Frame | Reported)]
    files = nodes(lines)
    roots = Roots([*paths, *filter(None, files.values())], text, root)
    weighed = list(_weighed(with_unnamed(list(sections(lines, facts)), lines, facts)))
    if weighed:
        for section in weighed:
            yield _of_section(section, weighed, lines, facts, roots, files)
    elif not _passed(ran, facts):
        yield from _of_run(ran, text, lines, facts, roots)


def _weighed(found: list[Section]) -> Iterator[Section]:
    """Of the sections of a test those that say most; of a test with subtests that failed, only those."""
    names = {section.test for section in found}
    parents = {name for name in names if any(other.startswith(f"{name}/") for other in names)}
    best = {
        name: max(section.weight for section in found if section.test == name) for name in names - parents
    }
    explained = max(best.values(), default=0) >= _EXPLAINED
    told: set[str] = set()
    for section in found:
        least = max(best.get(section.test, 0), 1 if explained else 0)
        if section.test in parents or section.weight < least:
            continue
        if section.weight < _EXPLAINED and section.test in told:
            continue
        told.add(section.test)
        yield section


def _of_section(
    section: Section,
    all_of_them: list[Section],
    lines: list[str],
    facts: Sequence[AnyFact],
    roots: Roots,
    files: dict[str, str],
) -> Seen:
    bare = section.test.partition("[")[0]
    file = roots.relative(files.get(bare, ""))
    told = told_of_test(section, lines, roots, file)
    alone = len({one.test for one in all_of_them}) == 1
    body = lines if alone else [*lines[section.begin - 1 : section.end - 1], *_totals(lines, facts, section)]
    return _seen(told, "\n".join(body), file, section.test)


def _totals(lines: list[str], facts: Sequence[AnyFact], section: Section) -> list[str]:
    """The last line in which the run counts its tests, where it is not in the section."""
    counted = [fact.line for fact in facts if fact.__struct_config__.tag == "count"]
    return [lines[counted[-1] - 1]] if counted and counted[-1] >= section.end else []


def _of_run(ran: Ran, text: str, lines: list[str], facts: Sequence[AnyFact], roots: Roots) -> Iterator[Seen]:
    """What ended a run without tests: its exceptions, else what tools reported, else how it left."""
    traces = list(told_of_trace(facts, roots)) or list(told_of_assertion(facts, lines, roots))
    if ran.ended == "failed" or ran.exit_code:
        traces = traces[-1:]
    told = traces or list(told_of_reports(facts, roots)) or list(told_of_exit(ran, facts))
    for one in told:
        body = text if len(told) == 1 else "\n".join(lines[max(0, one.begin - 1) : one.end])
        yield _seen(one, body, "", "")


def _passed(ran: Ran, facts: Sequence[AnyFact]) -> bool:
    if ran.ended == "passed" or ran.exit_code == 0:
        return True
    tests = [fact for fact in facts if isinstance(fact, Tested)]
    known = ran.ended == "failed" or ran.exit_code is not None
    return bool(tests) and not known and all(outcome_of(test) != "failed" for test in tests)


# --- one failure -------------------------------------------------------------------------------------------------


def _seen(told: Told, body: str, file: str, name: str) -> Seen:
    excerpt = safe_text(body, _EXCERPT_BYTES).strip("\n")
    facts = observe(excerpt, "execution")
    message = safe_text(told.message).strip()[:_MESSAGE_CHARS]
    class_ = safe_text(told.class_, 200).strip() or "unknown"
    return Seen(
        failure=Failure(class_=class_, message=message, site=safe_text(told.site, 400)),
        test=safe_text(_test(file, name), 400),
        language=language_of(file, facts),
        excerpt=excerpt,
        facts=facts,
        partial=told.partial,
    )


def _test(file: str, name: str) -> str:
    return f"{file}::{name}" if file and name and file != name else name
