"""Terminations, reflections and store files: what is read, and what a fault says."""

import copy
import json
import unicodedata
from typing import Any

import pytest

from reflectgit import identity
from reflectgit.errors import BadInput
from reflectgit.formats.emit import to_yaml
from reflectgit.formats.inputs import parse_model_output, read_as, read_reflection, read_termination
from reflectgit.formats.schema import EXAMPLES
from reflectgit.model import Lesson, OutcomeEvent, Ruling, Termination

TERMINATION = EXAMPLES["termination"]
REFLECTION = EXAMPLES["reflection"]


def changed(value: dict[str, Any], *path: Any, to: Any = None, drop: bool = False) -> dict[str, Any]:
    made = copy.deepcopy(value)
    at: Any = made
    for part in path[:-1]:
        at = at[part]
    if drop:
        del at[path[-1]]
    else:
        at[path[-1]] = to
    return made


def as_json(value: Any) -> bytes:
    return json.dumps(value, indent=1).encode()


def refused(kind: Any, value: Any, where: str = "f.json") -> BadInput:
    data = value if isinstance(value, bytes) else as_json(value)
    with pytest.raises(BadInput) as caught:
        kind(data, where)
    assert "\n" not in caught.value.message + caught.value.hint
    return caught.value


def test_json_and_yaml_say_the_same() -> None:
    read = read_termination(as_json(TERMINATION), "f.json")
    assert read_termination(to_yaml(TERMINATION), "f.yaml") == read
    assert (read.successful_trajectory, read.task.paths, read.traces[0].kind) == (None, [], "plan")
    assert read_reflection(to_yaml(REFLECTION), "r.yaml") == read_reflection(as_json(REFLECTION), "r.json")


@pytest.mark.parametrize(
    "missing", [["traces"], ["diagnosis"], ["outcome"], ["traces", "diagnosis", "outcome"]]
)
def test_a_termination_without_its_parts_names_them_all(missing: list[str]) -> None:
    value = {name: member for name, member in TERMINATION.items() if name not in missing}
    message = refused(read_termination, value).message
    assert all(name in message for name in missing)
    assert "missing" in message


@pytest.mark.parametrize(
    ("path", "to", "message", "hint"),
    [
        (["outcome"], "Resolved", 'outcome is the text "Resolved"', "write one of escalated, resolved"),
        (["traces"], [], "traces is an empty list", "not empty"),
        (["traces", 1, "kind"], "excution", 'traces[1].kind is the text "excution"', "execution"),
        (["traces", 1, "kind"], "instrumentation", "traces[1].component is 11 for", "write 12"),
        (
            ["traces", 0, "kind"],
            "repair",
            "traces[0].kind is repair, which does not belong in traces",
            "plan",
        ),
        (["traces", 0, "component"], "11", 'traces[0].component is the text "11"', "from 11 to 14"),
        (["traces", 0, "component"], 7, "traces[0].component is the number 7", "from 11 to 14"),
        (["traces", 1, "id"], "plan-1", "traces[1].id plan-1 stands twice", "id of its own"),
        (["diagnosis", "id"], "plan-1", "diagnosis.id plan-1 stands twice", "id of its own"),
        (["diagnosis", "kind"], "plan", "diagnosis.kind is plan", "write diagnosis"),
        (["diagnosis"], None, "diagnosis is null", "a mapping with id"),
        (["traces", 0, "content"], None, "traces[0].content is null", "write text"),
        (["traces", 0, "id"], "../../etc", 'traces[0].id is the text "../../etc"', "letters, digits"),
        (["traces", 0, "id"], "plan\n", "traces[0].id is a text of 5 characters", "letters, digits"),
        (["task", "id"], "-rf", 'task.id is the text "-rf"', "letter or digit first"),
        (["task", "repo"], "a" * 201, "task.repo is a text of 201 characters", "200 at most"),
        (["task", "id"], 3.10, "task.id is the number 3.1", 'put it in quotes: "3.1"'),
        (["task", "language"], True, "task.language is true", "quotes"),
        (["task", "language"], [], "task.language is an empty list", "text or null"),
        (["task", "lang"], "python", "the member lang is not known in task", "language"),
        (["trace"], [], "the member trace is not known here", "did you mean traces?"),
        (["failure", "class"], "", 'failure.class is the text ""', "text that is not empty"),
        (["repair"], "none", 'repair is the text "none"', "or null"),
        (["traces", 0, "facts"], [[1]], "traces[0].facts[0] is a list", "a mapping"),
        (["diagnosis", "ruled_out"], 3, "diagnosis.ruled_out is the number 3", "quotes"),
    ],
)
def test_a_fault_names_place_value_and_remedy(path: list[Any], to: Any, message: str, hint: str) -> None:
    error = refused(read_termination, changed(TERMINATION, *path, to=to))
    assert message in error.message
    assert hint in error.hint


def test_a_fault_names_the_line_in_yaml_and_in_json() -> None:
    wrong = changed(TERMINATION, "traces", 1, "kind", to="guess")
    for data, name in [(as_json(wrong), "f.json"), (to_yaml(wrong), "f.yaml")]:
        line = next(n for n, text in enumerate(data.decode().split("\n"), 1) if "guess" in text)
        assert refused(read_termination, data, name).message.startswith(f"{name}:{line}: traces[1].kind ")


def test_a_bare_version_number_never_loses_its_zero() -> None:
    data = to_yaml(TERMINATION).replace(b'id: "CART-7"', b"id: 3.10")
    error = refused(read_termination, data, "f.yaml")
    assert error.message == "f.yaml:2: task.id is the number 3.10"
    assert error.hint == 'put it in quotes: "3.10"'


@pytest.mark.parametrize("value", [[], "text", 7, None, {}])
def test_a_file_that_is_no_termination_at_all(value: Any) -> None:
    assert "task" in refused(read_termination, value).hint


def test_a_secret_in_the_wrong_place_is_not_printed() -> None:
    token = "ghp_" + "a1B2" * 9
    error = refused(read_termination, changed(TERMINATION, "outcome", to=token))
    assert token not in error.message + error.hint
    error = refused(read_termination, changed(TERMINATION, token, to=1))
    assert token not in error.message + error.hint


def test_names_are_made_canonical_and_evidence_is_not() -> None:
    decomposed = unicodedata.normalize("NFD", "café")
    value = changed(TERMINATION, "task", "repo", to="Acme/Shop")
    value["task"]["paths"] = [f"src/{decomposed}.py"]
    value["failure"] = {"class": f"{decomposed}Error", "message": decomposed, "site": f"{decomposed}.py:f"}
    value["traces"][0]["content"] = decomposed
    read = read_termination(as_json(value), "f.json")
    assert (read.task.repo, read.task.paths) == ("acme/shop", ["src/café.py"])
    assert (read.failure.class_, read.failure.site) == ("caféError", "café.py:f")
    assert (read.failure.message, read.traces[0].content) == (decomposed, decomposed)


def test_statement_and_scope_are_nfc_and_claims_are_kept() -> None:
    decomposed = unicodedata.normalize("NFD", "naïve")
    value = REFLECTION | dict.fromkeys(["candidate_lesson", "scope", "failed_assumption"], decomposed)
    read = read_reflection(as_json(value), "r.json")
    assert (read.candidate_lesson, read.scope, read.failed_assumption) == ("naïve", "naïve", decomposed)
    lesson = read_as(Lesson, as_json(EXAMPLES["lesson"] | {"statement": decomposed}), "l.yaml")
    assert lesson.statement == "naïve"


def test_the_same_failure_has_the_same_id_from_either_format() -> None:
    one = read_termination(as_json(TERMINATION), "f.json")
    other = read_termination(to_yaml(changed(TERMINATION, "task", "repo", to="ACME/shop")), "f.yaml")
    assert identity.failure_id(one) == identity.failure_id(other)


@pytest.mark.parametrize(
    "confidence", [85, 1.01, -1, -0.0001, "0.8", "high", "80%", True, None, [], {"value": 1}]
)
def test_confidence_is_a_number_from_0_to_1_and_nothing_else(confidence: Any) -> None:
    error = refused(read_reflection, REFLECTION | {"confidence": confidence})
    assert error.message.startswith("f.json:14: confidence is ")
    assert error.hint == "write a number from 0 to 1"


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "1e400"])
def test_confidence_that_is_not_finite(word: str) -> None:
    data = as_json(REFLECTION).replace(b"0.7", word.encode())
    assert f"f.json:14: {word} is not a finite number" in refused(read_reflection, data).message


@pytest.mark.parametrize("confidence", [0, 1, 0.0, 1.0, 0.35])
def test_confidence_may_be_whole(confidence: float) -> None:
    assert read_reflection(as_json(REFLECTION | {"confidence": confidence}), "r").confidence == confidence


@pytest.mark.parametrize("name", list(REFLECTION))
def test_a_reflection_has_exactly_ten_members(name: str) -> None:
    assert len(REFLECTION) == 10
    assert f"{name} is missing" in refused(read_reflection, changed(REFLECTION, name, drop=True)).message
    assert f"{name}s" in refused(read_reflection, REFLECTION | {f"{name}s": ""}).message


@pytest.mark.parametrize("ids", ["plan-1", [1], [None], [["plan-1"]], {"plan-1": 1}])
def test_evidence_ids_are_a_list_of_text(ids: Any) -> None:
    assert "evidence_ids" in refused(read_reflection, REFLECTION | {"evidence_ids": ids}).message


def test_ids_are_taken_letter_by_letter() -> None:
    """Whether they are in the record is judged with the record; reading mends nothing."""
    ids = ["E-999", "E-1 ", "e-1", "plan-1", "plan-1"]
    assert read_reflection(as_json(REFLECTION | {"evidence_ids": ids}), "r").evidence_ids == ids


def test_lesson_types_have_one_spelling() -> None:
    for word in ["Meta-Strategy", "META_STRATEGY", "procedural "]:
        data = to_yaml(EXAMPLES["lesson"] | {"type": word})
        assert "type is the text" in refused(lambda d, w: read_as(Lesson, d, w), data, "l.yaml").message


def test_a_number_of_three_digits_in_a_counter_is_whole() -> None:
    error = refused(lambda d, w: read_as(Lesson, d, w), EXAMPLES["lesson"] | {"times_applied": 1.5})
    assert error.hint == "write a whole number, 0 or more"


def test_files_of_the_ledger_are_taken_as_they_are() -> None:
    decomposed = unicodedata.normalize("NFD", "café")
    ruling = Ruling(op="retire", lesson_id="x-12345678", because=decomposed)
    assert read_as(Ruling, to_yaml(ruling), "l.yaml") == ruling
    event = OutcomeEvent(
        event_id="0" * 16, task="T", repo="acme/shop", outcome="worse", applied=["a"], retrieved=[], key=""
    )
    assert read_as(OutcomeEvent, to_yaml(event), "o.yaml") == event


def test_the_limit_is_the_callers() -> None:
    with pytest.raises(BadInput, match="larger than 20 bytes"):
        read_termination(as_json(TERMINATION), "f.json", 20)


def test_the_corpora_are_read_and_written_without_loss(shared: Any) -> None:
    for name in ("corpus/cases.jsonl", "data/ilf/cases.jsonl"):
        for line in (shared / name).read_text().splitlines():
            case = json.loads(line)
            termination = read_termination(json.dumps(case["termination"]).encode(), name)
            assert read_as(Termination, to_yaml(termination), "t.yaml") == termination
            for candidate in case.get("candidates", []):
                read_reflection(json.dumps(candidate["reflection"]).encode(), candidate["candidate_id"])


LOOKS_LIKE_A_PLACE = [
    "task.id",
    "a.b[0]",
    "`",
    "",
    "[0]",
    "x` - at `$.task",
    "x` - at `$.traces[0]",
    " - at `$.a",
]


@pytest.mark.parametrize("name", LOOKS_LIKE_A_PLACE)
def test_a_member_that_looks_like_a_place_is_told_like_any_other(name: str) -> None:
    story = json.dumps({name: 1, "outcome": "resolved"})
    for read in (
        lambda: read_reflection(story.encode(), "story.json"),
        lambda: parse_model_output(story, "story.json"),
        lambda: read_termination(json.dumps({name: 1}).encode(), "story.json"),
    ):
        with pytest.raises(BadInput) as caught:
            read()
        assert caught.value.message.startswith("story.json:1: the member ")
        assert caught.value.message.endswith(" is not known here")
