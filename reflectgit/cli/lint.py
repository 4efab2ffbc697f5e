"""``reflectgit lint``: is the form right, and do the quotes stand where they are said to stand?"""

from typing import TYPE_CHECKING

from reflectgit.cli.answer import say_verdict
from reflectgit.cli.claims import print_checks
from reflectgit.cli.options import (
    JsonOption,
    ReflectionArgument,
    StoreOption,
    TerminationArgument,
    example,
    read_failure,
    read_inputs,
    read_story,
)
from reflectgit.cli.terminal import put, put_json
from reflectgit.errors import BadInput

if TYPE_CHECKING:
    from reflectgit.admission import LintReport

EXAMPLES = example("reflectgit lint failure.json reflection.json")


def command(
    termination: TerminationArgument,
    reflection: ReflectionArgument,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> int:
    """Check form, citations and quotes; judge nothing.

    Are all members there, do the cited ids exist, can what is cited carry the claim, does each quote stand
    in the item that it names? No store is needed or touched.
    """
    from msgspec import to_builtins

    report = _report(*read_inputs(termination, reflection))
    wrong = any(check.verdict in ("unsupported", "contradicted") for check in report.checks)
    ok = report.violation is None and not wrong
    if as_json:
        put_json({"ok": ok, "violation": report.violation, "checks": to_builtins(report.checks)})
        return 0 if ok else 1
    put(say_verdict("well formed" if ok else "not well formed", ok, report.violation or ""))
    print_checks(report.checks)
    return 0 if ok else 1


def _report(failed: tuple[bytes, str], told: tuple[bytes, str]) -> "LintReport":
    """The report; a reflection that cannot be read is a fault of form as well, and the answer is no."""
    from reflectgit import admission

    ended = read_failure(failed)
    try:
        story = read_story(told)
    except BadInput as fault:
        return admission.LintReport(violation=f"{fault.message}; {fault.hint}", checks=[])
    report = admission.lint(ended, story)
    placed = f"{told[1]}: {report.violation}" if report.violation else None
    return admission.LintReport(violation=placed, checks=report.checks)
