"""JSON Schema (2020-12) of what goes in and what is stored, for editors, other tools and model providers."""

from typing import Any

import msgspec

from reflectgit.errors import BadUsage
from reflectgit.model import Decision, Lesson, Reflection, Termination

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_KINDS: dict[str, type] = {
    "lesson": Lesson,
    "reflection": Reflection,
    "termination": Termination,
    "decision": Decision,
}
NAMES = tuple(_KINDS)
_BARE = ("type", "enum", "items", "description")

#: What a member means, by ``Struct.member``; the descriptions of the structs say the rest.
MEANINGS = {
    "Reflection.outcome": "How the failure ended.",
    "Reflection.failed_assumption": "The mistaken assumption that contributed; empty if none did.",
    "Reflection.overlooked_evidence": "The evidence that was overlooked; empty if none was.",
    "Reflection.strategy_error": "The strategy that failed; empty if none did.",
    "Reflection.violated_invariant": "The invariant that was violated; empty if none was.",
    "Reflection.evidence_ids": "Ids of the items of the record that carry the claims.",
    "Reflection.counterfactual": "What would have had to differ; may hold a unified diff.",
    "Reflection.candidate_lesson": "The lesson: one level above this failure, something to act on.",
    "Reflection.scope": "Where it applies: facets (repo: lang: lib: tool: error: path:), then free text.",
    "Reflection.confidence": "From 0 to 1: a proposal, not a credential.",
    "Lesson.statement": "The lesson itself.",
    "Lesson.type": "episodic: one repository; procedural: many; meta_strategy: a class of problem.",
    "Lesson.scope": "Where it applies: facets in the order repo lang lib tool error path, then free text.",
    "Lesson.derived_from": "The failures it comes from, and what succeeded.",
    "Lesson.evidence": "<failure_id>#<item id> of the items that carried a claim, sorted.",
    "Lesson.counterexamples": "Ids of failures that speak against it, sorted.",
    "Lesson.confidence": "The effective confidence, 0 to 1, after every cap.",
    "Lesson.times_applied": "Tasks to which it was applied.",
    "Lesson.times_helped": "Tasks that were resolved with it.",
    "Lesson.times_hurt": "Tasks that it made worse.",
    "Lesson.supersedes": "The lesson that it replaces, or null.",
    "Lesson.superseded_by": "Null while it lives; else what replaced or retired it.",
    "Termination.failure_id": "A label of the caller's; the store computes its own id.",
    "Termination.outcome": "resolved: a repair passed; escalated: a cap was hit.",
    "Termination.traces": "What was planned, changed, run and measured, each with an id of its own.",
    "Termination.diagnosis": "What was found to be the cause.",
    "Termination.repair": "The change that passed, or what the failure was escalated to.",
    "Termination.successful_trajectory": "A run that succeeded, for contrast.",
    "Task.repo": "owner/name; compared in lower case.",
    "Failure.class": "The exception or class of failure.",
    "Failure.message": "Its message as it was printed.",
    "Failure.site": "Where it happened: path:function.",
    "Item.id": "Unique in its record; claims cite it.",
    "Item.component": "11 execution, 12 instrumentation, 13 diagnosis, 14 repair.",
    "Item.content": "The evidence itself, as text.",
    "Item.origin": "observed: seen by a program; stated: said by an agent.",
}

EXAMPLES: dict[str, dict[str, Any]] = {
    "lesson": {
        "statement": "Check that an optional key is there before indexing a parsed payload.",
        "type": "episodic",
        "scope": "repo:acme/shop lang:python error:KeyError optional keys of parsed payloads",
        "derived_from": {"failures": ["f-0123456789abcdef"], "successes": ["f-0123456789abcdef#repair-1"]},
        "evidence": ["f-0123456789abcdef#plan-1"],
        "counterexamples": [],
        "confidence": 0.5,
        "times_applied": 0,
        "times_helped": 0,
        "times_hurt": 0,
        "supersedes": None,
        "superseded_by": None,
    },
    "reflection": {
        "outcome": "resolved",
        "failed_assumption": "The plan took every payload to hold a discount: `each order has one` [plan-1].",
        "overlooked_evidence": "",
        "strategy_error": "",
        "violated_invariant": "",
        "evidence_ids": ["plan-1"],
        "counterfactual": "Reading the key with a default would have passed.",
        "candidate_lesson": "Check that an optional key is there before indexing a parsed payload.",
        "scope": "lang:python error:KeyError optional keys of parsed payloads",
        "confidence": 0.7,
    },
    "termination": {
        "task": {"id": "CART-7", "repo": "acme/shop", "language": "python"},
        "failure": {"class": "KeyError", "message": "KeyError: 'discount'", "site": "shop/cart.py:total"},
        "outcome": "resolved",
        "traces": [
            {"id": "plan-1", "component": 11, "kind": "plan", "content": "each order has one discount"},
            {"id": "exec-1", "component": 11, "kind": "execution", "content": "KeyError: 'discount'"},
        ],
        "diagnosis": {
            "id": "diag-1",
            "component": 13,
            "kind": "diagnosis",
            "content": "Orders without a discount have no such key.",
        },
    },
}


def json_schema(name: str) -> dict[str, Any]:
    """The schema of ``lesson``, ``reflection``, ``termination`` or ``decision``.

    Raises:
        BadUsage: there is no schema of that name.
    """
    if name not in _KINDS:
        raise BadUsage("there is no such schema", f"write one of {', '.join(NAMES)}")
    kind = _KINDS[name]
    _, parts = msgspec.json.schema_components((kind,), schema_hook=_anything)
    own = parts.pop(kind.__name__)
    schema = {"$schema": DIALECT, **_explained(kind.__name__, own)}
    if name in EXAMPLES:
        schema["examples"] = [EXAMPLES[name]]
    if parts:
        schema["$defs"] = {part: _explained(part, parts[part]) for part in sorted(parts)}
    return schema


def model_schema() -> dict[str, Any]:
    """The reflection's schema in the form that every model provider takes.

    An object at the root, every member required, nothing beside; only string, number, array and enum: no
    ranges, lengths or patterns, which several providers refuse. What it leaves open is checked on the answer.
    """
    full = json_schema("reflection")
    members = {name: _bare(member) for name, member in full["properties"].items()}
    return {"type": "object", "properties": members, "required": list(members), "additionalProperties": False}


def _bare(member: dict[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {name: member[name] for name in _BARE if name in member}
    return {"type": "string", **kept} if "enum" in kept else kept


def _anything(kind: type) -> dict[str, Any]:
    """A value of any kind, as the values of `Item.facts` are."""
    if kind is object:
        return {"description": "any value"}
    raise NotImplementedError


def _explained(struct: str, schema: dict[str, Any]) -> dict[str, Any]:
    schema["description"] = " ".join(schema["description"].split("\n\n")[0].split())
    owners = (struct, "Item") if struct == "Diagnosis" else (struct,)
    for name, member in schema.get("properties", {}).items():
        meaning = next(
            (MEANINGS[f"{owner}.{name}"] for owner in owners if f"{owner}.{name}" in MEANINGS), None
        )
        if meaning:
            member["description"] = meaning
    return schema
