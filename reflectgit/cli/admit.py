"""``reflectgit admit``: offer a reflection that a person or an agent wrote."""

from hashlib import sha256
from typing import TYPE_CHECKING

from reflectgit.cli.answer import print_answer, print_violation
from reflectgit.cli.options import (
    DryRunOption,
    JsonOption,
    ReflectionArgument,
    StoreOption,
    TerminationArgument,
    check_within,
    example,
    open_there,
    read_failure,
    read_inputs,
    read_story,
)
from reflectgit.errors import BadInput

if TYPE_CHECKING:
    from reflectgit.admission import Answer
    from reflectgit.model import Reflection
    from reflectgit.stages.reflect import Violation

EXAMPLES = example(
    "reflectgit admit failure.json reflection.json",
    "my-harness reflect | reflectgit admit failure.json - --dry-run",
)


def command(
    termination: TerminationArgument,
    reflection: ReflectionArgument,
    dry_run: DryRunOption = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> int:
    """Judge a reflection; keep what is earned.

    What the evidence supports becomes a lesson, in one commit. A refusal is recorded with its reason.
    A fault of form is told and nothing is recorded.
    """
    from reflectgit import admission
    from reflectgit.model import Reflection

    failed, told = read_inputs(termination, reflection)
    there = open_there(store)
    check_within(there, failed, told)
    candidate = _candidate(told)
    read = isinstance(candidate, Reflection)
    ended = read_failure(failed)
    answer = admission.admit(there, ended, candidate, dry_run=dry_run)
    if answer.decision == "violation" and not answer.recorded:
        return print_violation(_placed(answer, told[1]) if read else answer, as_json)
    return print_answer(
        answer, there, ended, as_json, candidate if isinstance(candidate, Reflection) else None
    )


def _placed(answer: "Answer", where: str) -> "Answer":
    """The answer; a fault that was found after reading names the file too, as one of reading does."""
    from msgspec.structs import replace

    return replace(answer, violation=f"{where}: {answer.violation}")


def _candidate(told: tuple[bytes, str]) -> "Reflection | Violation":
    """The reflection, or the fault of form that keeps it from being one."""
    from reflectgit.stages.reflect import Violation

    try:
        return read_story(told)
    except BadInput as fault:
        return Violation(faults=(f"{fault.message}; {fault.hint}",), digest=sha256(told[0]).hexdigest())
