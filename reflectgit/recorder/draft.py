"""An empty reflection that explains itself: each item of evidence with its id, and what each claim may rest on."""

from collections.abc import Iterator

from reflectgit.model import CLAIM_FIELDS, Failure, Item, Termination
from reflectgit.stages.comparisons import CARRIERS
from reflectgit.stages.evidence import collect_evidence

_MEANING = {
    "failed_assumption": "What was taken for granted and is not so.",
    "overlooked_evidence": "What could be seen in the runs and was not heeded.",
    "strategy_error": "What was wrong with the way it was gone about.",
    "violated_invariant": "What always has to hold, and did not.",
}
_LINE = 100
_TELLING = 12  # characters of a message that are enough to know it by
#: Above it a new reflection is no abstention: handed in empty, it is refused and nothing is recorded.
_CONFIDENCE = 0.5


def empty_reflection(termination: Termination) -> str:
    """A reflection in YAML to be filled in, on this very termination."""
    items = collect_evidence(termination).items()
    lines = [
        *_head(termination),
        *_evidence(items, termination.failure),
        "",
        f"outcome: {termination.outcome}",
        "",
    ]
    for field in CLAIM_FIELDS:
        able = [item.id for item in items if item.kind in CARRIERS[field]]
        rest = (
            f"Rests on: {', '.join(able)}."
            if able
            else "Nothing in this record can carry it: leave it empty."
        )
        lines += [f"# {_MEANING[field]} {rest}", f'{field}: ""']
    return "\n".join([*lines, "", *_rest(termination), ""])


def _head(termination: Termination) -> Iterator[str]:
    failure = termination.failure
    yield from _comment(f"{failure.class_} at {failure.site or 'an unknown place'}, {termination.outcome}.")
    yield from _comment(
        "Fill in what the evidence supports, at least one of the four claims, and leave the others empty."
    )
    yield from _comment(
        "Quote what a claim rests on word for word, with its id: the menu was `only read` [plan-1]."
    )
    if termination.diagnosis.by == "reflectgit":
        yield from _comment(
            f"{termination.diagnosis.id} tells what could be seen, and no cause: with little else, a"
        )
        yield from _comment("store may hold the lesson as thin. Say what was found to be wrong:")
        yield from _comment('reflectgit draft FAILURE --out DIR --diagnosis "Cause: ... Fix: ..."')
    yield "#"


def _evidence(items: tuple[Item, ...], failure: Failure) -> Iterator[str]:
    yield from _comment("Evidence:")
    for item in items:
        yield from _comment(f"  {item.id} ({item.kind}, {item.origin or 'observed'}): {_told(item, failure)}")


def _told(item: Item, failure: Failure) -> str:
    """What tells an item apart: of a diff its files, of a failed run the line that tells the failure."""
    lines = [line.strip() for line in item.content.split("\n") if line.strip()] or [""]
    if item.kind in ("patch", "repair"):
        files = [line.split(" b/")[-1] for line in lines if line.startswith("diff --git ")]
        return ", ".join(files) or lines[0]
    wanted = (failure.message.split("\n")[0], failure.class_) if item.kind == "execution" else ()
    telling = (line for word in wanted for line in lines[1:] if word and (word in line or _said(line, word)))
    return next(telling, lines[0])


def _said(line: str, message: str) -> bool:
    """Whether a line says the last part of a message, before which a tool's own word stands."""
    part = message.rpartition(": ")[2]
    return len(part) >= _TELLING and part in line


def _rest(termination: Termination) -> Iterator[str]:
    language = termination.task.language
    scope = " ".join(
        filter(None, [f"lang:{language}" if language else "", f"error:{termination.failure.class_}"])
    )
    yield "# The ids of all items that the claims quote or rest on."
    yield "evidence_ids: []"
    yield "# What would have had to differ for it to pass; a unified diff can be run."
    yield 'counterfactual: ""'
    yield "# One sentence that helps on another task: what to do when, not what this repair was."
    yield 'candidate_lesson: ""'
    yield "# Where it holds: facets (repo lang lib tool error path), then words."
    yield f"scope: {_quoted(scope)}"
    yield "# 0 to 1."
    yield f"confidence: {_CONFIDENCE}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _comment(text: str) -> Iterator[str]:
    shown = "".join(char if char.isprintable() else " " for char in text)
    yield f"# {shown if len(shown) <= _LINE else shown[: _LINE - 3] + '...'}"
