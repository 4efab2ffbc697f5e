"""JSON Schema (2020-12) of what goes in and what is stored, for editors, other tools and model providers."""

from typing import Any

import msgspec

from reflectgit.errors import BadUsage
from reflectgit.formats.inputs import COMPONENT_OF, KINDS_IN
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

#: What a struct is, in words for those who write or read it; and what a member means, by ``Struct.member``.
MEANINGS = {
    "Reflection": "A candidate explanation of one failure: exactly these ten members.",
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
    "Lesson": "An admitted lesson, as a file under lessons/ holds it.",
    "Lesson.statement": "The lesson itself.",
    "Lesson.type": "episodic: one repository; procedural: many; meta_strategy: a class of problem.",
    "Lesson.scope": "Where it applies: facets in the order repo lang lib tool error path, then free text.",
    "Lesson.derived_from": "The failures it comes from, and what succeeded.",
    "DerivedFrom": "Failure ids, and <failure_id>#<item id> of what succeeded.",
    "Lesson.evidence": "<failure_id>#<item id> of the items that carried a claim, sorted.",
    "Lesson.counterexamples": "Ids of failures that speak against it, sorted.",
    "Lesson.confidence": "The effective confidence, 0 to 1, after every cap.",
    "Lesson.times_applied": "Tasks to which it was applied.",
    "Lesson.times_helped": "Tasks that were resolved with it.",
    "Lesson.times_hurt": "Tasks that it made worse.",
    "Lesson.supersedes": "The lesson that it replaces, or null.",
    "Lesson.superseded_by": "Null while it lives; else what replaced or retired it.",
    "Termination": "One failure that ended: resolved (a repair passed) or escalated (a cap was hit).",
    "Termination.failure_id": "A label of the caller's; the store computes its own id.",
    "Termination.outcome": "resolved: a repair passed; escalated: a cap was hit.",
    "Termination.traces": "What was planned, changed, run and measured, each with an id of its own.",
    "Termination.diagnosis": "What was found to be the cause.",
    "Termination.repair": "The change that passed, or what the failure was escalated to.",
    "Termination.successful_trajectory": "A run that succeeded, for contrast.",
    "Task": "What was being done when the failure happened.",
    "Task.repo": "owner/name; compared in lower case.",
    "Failure": "What failed, how, and where.",
    "Failure.class": "The exception or class of failure.",
    "Failure.message": "Its message as it was printed.",
    "Failure.site": "Where it happened: path:function.",
    "Item": "One piece of evidence, cited by its id.",
    "Item.id": "Unique in its record; claims cite it.",
    "Item.component": "By kind: 11 plan, patch, execution, trajectory; 12 instrumentation; 13 diagnosis; 14 repair.",
    "Item.kind": "What it is; which kinds a claim can rest on, `reflectgit lint` tells.",
    "Item.content": "The evidence itself, as text.",
    "Item.origin": "observed: seen by a program; stated: said by an agent. Default: plan and diagnosis stated.",
    "Item.facts": "Typed observations parsed from the content; may be left out.",
    "Item.by": "reflectgit's own mark on an item that it made itself: leave it out.",
    "Item.digest": "reflectgit's own, beside `by`: leave it out.",
    "Diagnosis": "The item of kind diagnosis; may carry its parts beside its content.",
    "Diagnosis.symptom": "What was seen to go wrong.",
    "Diagnosis.root_cause": "Why it went wrong: what a story is compared with. Without one its grade is lower.",
    "Diagnosis.evidence": "What the finding rests on.",
    "Diagnosis.fix_direction": "What would mend it.",
    "Diagnosis.ruled_out": "What was looked at and is not the cause.",
    "Decision": "Everything that was decided about one reflection.",
    "Stages": "What every step of the decision answered; null where a step was not reached.",
    "LedgerLookup": "Step 1, ledger: whether this failure was explained before.",
    "Grounding": "Step 2, ground: whether the evidence carries each claim; unresolved_claims names those it does not.",
    "Generalization": "Step 3, generalize: how far the lesson may reach.",
    "Calibration": "Step 4, calibrate: whether it says something that can be used again.",
    "Admission": "Step 5, admit: whether it becomes a lesson, and if not why.",
    "Lifecycle": "Step 6, lifecycle: the level at which it begins, and whether it blames others.",
    "Check": "One claim judged: what it cites, what was compared, and how it fell.",
    "Comparison": "One thing that a claim asserts, and what looking for it gave.",
}

EXAMPLES: dict[str, dict[str, Any]] = {
    "lesson": {
        "statement": "Check that an optional key is there before indexing a parsed payload.",
        "type": "episodic",
        "scope": "repo:acme/shop lang:python error:KeyError optional keys of parsed payloads",
        "derived_from": {"failures": ["f-0123456789abcdef"], "successes": ["f-0123456789abcdef#repair-1"]},
        "evidence": ["f-0123456789abcdef#exec-1", "f-0123456789abcdef#plan-1"],
        "counterexamples": [],
        "confidence": 0.7,
        "times_applied": 0,
        "times_helped": 0,
        "times_hurt": 0,
        "supersedes": None,
        "superseded_by": None,
    },
    "reflection": {
        "outcome": "resolved",
        "failed_assumption": "The plan took the discount for granted: `each order has one discount` [plan-1].",
        "overlooked_evidence": "The run named the missing key: `KeyError: 'discount'` [exec-1].",
        "strategy_error": "",
        "violated_invariant": "",
        "evidence_ids": ["plan-1", "exec-1"],
        "counterfactual": "Reading the optional key with a default would have passed.",
        "candidate_lesson": "Check that an optional key is there before indexing a parsed payload.",
        "scope": "lang:python error:KeyError optional keys of parsed payloads",
        "confidence": 0.7,
    },
    "termination": {
        "task": {
            "id": "CART-7",
            "repo": "acme/shop",
            "description": "Subtract the discount from the total of an order.",
            "language": "python",
        },
        "failure": {"class": "KeyError", "message": "KeyError: 'discount'", "site": "shop/cart.py:total"},
        "outcome": "resolved",
        "traces": [
            {
                "id": "plan-1",
                "component": 11,
                "kind": "plan",
                "content": "Subtract order['discount'] in total(): each order has one discount.",
            },
            {
                "id": "exec-1",
                "component": 11,
                "kind": "execution",
                "content": "test_order_without_discount ... ERROR\n"
                '  File "shop/cart.py", line 12, in total\n'
                "    return subtotal - order['discount']\n"
                "KeyError: 'discount'\n",
            },
        ],
        "diagnosis": {
            "id": "diag-1",
            "component": 13,
            "kind": "diagnosis",
            "content": "total() indexes the key discount, which is optional: an order without a discount lacks it.",
            "root_cause": "total() indexes an optional key of the parsed order without checking that it is there.",
            "fix_direction": "Read the optional key with a default before it is indexed.",
        },
        "repair": {
            "id": "repair-1",
            "component": 14,
            "kind": "repair",
            "content": "-    return subtotal - order['discount']\n+    return subtotal - order.get('discount', 0)\n",
        },
    },
}


def example_of(name: str) -> dict[str, Any]:
    """A small valid ``lesson``, ``reflection`` or ``termination``; the reflection is on that very termination.

    Raises:
        BadUsage: there is no example of that name.
    """
    if name not in EXAMPLES:
        raise BadUsage(f"there is no example of a {name}", f"write one of {', '.join(EXAMPLES)}")
    return EXAMPLES[name]


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
    if kind is Termination:
        _narrow_kinds(schema["properties"])
    return schema


def _narrow_kinds(members: dict[str, Any]) -> None:
    """Say beside each reference to an item which kinds the reader takes there, and with which component."""
    for place, kinds in KINDS_IN.items():
        components = sorted({COMPONENT_OF[kind] for kind in kinds})
        allowed = {"kind": {"enum": list(kinds)}, "component": {"enum": components}}
        options = (members[place].get("items"), *members[place].get("anyOf", ()), members[place])
        reference = next(option for option in options if option and "$ref" in option)
        reference["properties"] = allowed


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
    said = MEANINGS.get(struct, schema["description"].split("\n\n")[0])
    schema["description"] = " ".join(said.split())
    owners = (struct, "Item") if struct == "Diagnosis" else (struct,)
    for name, member in schema.get("properties", {}).items():
        meaning = next(
            (MEANINGS[f"{owner}.{name}"] for owner in owners if f"{owner}.{name}" in MEANINGS), None
        )
        if meaning:
            member["description"] = meaning
    return schema
