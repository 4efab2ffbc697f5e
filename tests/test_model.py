"""The schemas are exactly those of the build spec (sections 3.1 to 3.7) and of the contract."""

import msgspec
import pytest

from reflectgit import model


@pytest.mark.parametrize(
    ("struct", "members"),
    [
        (model.EvidenceRecord, "failure_id outcome traces diagnosis repair_delta successful_trajectory"),
        (model.LedgerLookup, "signature reflected_before prior_reflection_id"),
        (
            model.Reflection,
            "outcome failed_assumption overlooked_evidence strategy_error violated_invariant evidence_ids "
            "counterfactual candidate_lesson scope confidence",
        ),
        (model.Grounding, "grounded verdict unresolved_claims"),
        (model.Generalization, "generalized adjusted_scope contradicts_lesson_id counterexample_ids"),
        (model.Calibration, "deduped calibration calibrated_lesson episodic_only"),
        (model.Admission, "admitted lesson_id rejected_reason unattached_candidate"),
        (model.Lifecycle, "level action superseded_by red_flag_class confidence_cap"),
        (
            model.Lesson,
            "statement type scope derived_from evidence counterexamples confidence times_applied times_helped "
            "times_hurt supersedes superseded_by",
        ),
        (model.DerivedFrom, "failures successes"),
        (model.Check, "claim cited kind compared verdict"),
        (model.Comparison, "what with result"),
        (
            model.Decision,
            "decision lesson_id supersedes joins rejected_reason violation unattached_candidate grade reflection "
            "reflection_digest checks policy_digest rules_version stages",
        ),
        (model.Stages, "ledger grounding generalization calibration admission lifecycle"),
    ],
)
def test_a_schema_has_exactly_these_members_in_this_order(struct, members):
    assert [field.encode_name for field in msgspec.structs.fields(struct)] == members.split()


def test_the_twelve_keys_of_a_lesson_with_id_and_signature_are_the_spec_sixteen():
    keys = {field.encode_name for field in msgspec.structs.fields(model.Lesson)}
    inside = {field.encode_name for field in msgspec.structs.fields(model.DerivedFrom)}
    assert len(keys) == 12
    assert len(keys | inside | {"id", "signature"}) == 16


def test_every_value_is_immutable_and_refuses_unknown_members():
    structs = [
        thing
        for thing in vars(model).values()
        if isinstance(thing, type) and issubclass(thing, model.Value) and thing is not model.Value
    ]
    assert len(structs) > 20
    for struct in structs:
        config = struct.__struct_config__
        assert config.frozen, struct
        assert config.forbid_unknown_fields, struct


@pytest.mark.parametrize(
    "name", ["", "-rf", "../up", "a b", "a\n", "/abs", "a" * 201, "ä", ".hidden", "a\x00"]
)
def test_a_name_from_outside_is_never_an_option_a_path_upward_or_two_lines(name):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"id": name, "repo": "acme/shop"}, model.Task)
