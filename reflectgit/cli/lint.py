"""``reflectgit lint``: is the form right, and do the quotes stand where they are said to stand?"""

from reflectgit.cli.answer import print_checks, say_verdict
from reflectgit.cli.options import (
    JsonOption,
    ReflectionArgument,
    StoreOption,
    TerminationArgument,
    example,
    read_inputs,
)
from reflectgit.cli.terminal import prose, put, put_json

EXAMPLES = example("reflectgit lint failure.json reflection.json")


def command(
    termination: TerminationArgument,
    reflection: ReflectionArgument,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> int:
    """Check form and quotes; judge nothing.

    Are all members there, do the cited ids exist, does each quote stand in the item that it names? No
    store is needed or touched.
    """
    from msgspec import to_builtins

    from reflectgit import admission
    from reflectgit.formats.inputs import read_reflection, read_termination

    failed, told = read_inputs(termination, reflection)
    report = admission.lint(read_termination(*failed), read_reflection(*told))
    wrong = [check for check in report.checks if check.verdict in ("unsupported", "contradicted")]
    ok = report.violation is None and not wrong
    if as_json:
        put_json({"ok": ok, "violation": report.violation, "checks": to_builtins(report.checks)})
        return 0 if ok else 1
    put(say_verdict("well formed" if ok else "not well formed", ok))
    if report.violation:
        put(prose(report.violation, indent="  "))
    print_checks(report.checks)
    return 0 if ok else 1
