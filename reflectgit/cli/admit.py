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
    example,
    read_inputs,
)
from reflectgit.errors import BadInput

if TYPE_CHECKING:
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
    from reflectgit.formats.inputs import read_termination
    from reflectgit.store import open_store

    failed, told = read_inputs(termination, reflection)
    there = open_store(store)
    candidate = _candidate(*told)
    answer = admission.admit(there, read_termination(*failed), candidate, dry_run=dry_run)
    if answer.decision == "violation" and not answer.recorded:
        return print_violation(answer, as_json)
    return print_answer(answer, there, as_json)


def _candidate(data: bytes, where: str) -> "Reflection | Violation":
    """The reflection, or the fault of form that keeps it from being one."""
    from reflectgit.formats.inputs import read_reflection
    from reflectgit.stages.reflect import Violation

    try:
        return read_reflection(data, where)
    except BadInput as fault:
        return Violation(faults=(f"{fault.message}; {fault.hint}",), digest=sha256(data).hexdigest())
