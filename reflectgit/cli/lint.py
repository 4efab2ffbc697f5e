"""``reflectgit lint``: is the form right, and do the quotes stand where they are said to stand?"""

from typing import TYPE_CHECKING

from reflectgit.cli.answer import put_facts, say_verdict
from reflectgit.cli.claims import print_checks
from reflectgit.cli.options import (
    JsonOption,
    ReflectionArgument,
    TerminationArgument,
    UnusedStoreOption,
    example,
    read_failure,
    read_inputs,
    read_story,
)
from reflectgit.cli.terminal import put, put_json
from reflectgit.errors import BadInput

if TYPE_CHECKING:
    from reflectgit.admission import LintReport
    from reflectgit.cli.hints import Hint
    from reflectgit.model import Reflection, Termination

EXAMPLES = example("reflectgit lint failure.json reflection.json")


def command(
    termination: TerminationArgument,
    reflection: ReflectionArgument,
    store: UnusedStoreOption = None,
    as_json: JsonOption = False,
) -> int:
    """Check form, citations and quotes; judge nothing.

    Are all members there, do the cited ids exist, can what is cited carry the claim, does each quote stand
    in the item that it names? A hint is no fault of form: it points at what admit would hold or refuse it for, as far
    as that can be seen without a store, and the exit code does not tell of it. No store is needed or touched.
    """
    from msgspec import to_builtins

    report, found = _report(*read_inputs(termination, reflection))
    wrong = any(check.verdict in ("unsupported", "contradicted") for check in report.checks)
    ok = report.violation is None and not wrong
    if as_json:
        told = [{"claim": hint.claim or None, "message": hint.message} for hint in found]
        checks = to_builtins(report.checks)
        put_json({"ok": ok, "violation": report.violation, "checks": checks, "hints": told})
        return 0 if ok else 1
    put(say_verdict("well formed" if ok else "not well formed", ok, report.violation or ""))
    print_checks(report.checks, empty="no quote")
    put_facts(("hint", f"{hint.claim}: {hint.message}" if hint.claim else hint.message) for hint in found)
    return 0 if ok else 1


def _report(failed: tuple[bytes, str], told: tuple[bytes, str]) -> "tuple[LintReport, list[Hint]]":
    """The report and hints; a reflection that cannot be read is a fault of form as well, and the answer is no."""
    from reflectgit import admission

    ended = read_failure(failed)
    try:
        story = read_story(told)
    except BadInput as fault:
        return admission.LintReport(violation=f"{fault.message}; {fault.hint}", checks=[]), []
    report = admission.lint(ended, story)
    if report.violation:
        return admission.LintReport(violation=f"{told[1]}: {report.violation}", checks=[]), []
    return report, _hints(ended, story)


def _hints(ended: "Termination", story: "Reflection") -> "list[Hint]":
    from reflectgit.cli.hints import hints
    from reflectgit.pipeline import judge
    from reflectgit.policy import Policy
    from reflectgit.stages.known import NOTHING_KNOWN
    from reflectgit.stages.reflect import prepare_reflection

    policy = Policy()
    return hints(prepare_reflection(story, policy), judge(ended, story, NOTHING_KNOWN, policy))
