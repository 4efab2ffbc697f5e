"""What models print: one object is found, or one code says why there is none."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflectgit.errors import BadInput
from reflectgit.formats.inputs import parse_model_output
from reflectgit.formats.schema import EXAMPLES

REFLECTION = EXAMPLES["reflection"]
PRINTED = json.dumps(REFLECTION, indent=2)
LESSON = REFLECTION["candidate_lesson"]


def code_of(text: str) -> str:
    with pytest.raises(BadInput) as caught:
        parse_model_output(text, "the answer")
    assert caught.value.message.startswith("the answer:")
    assert "\n" not in caught.value.message
    return caught.value.code


@pytest.mark.parametrize(
    "text",
    [
        PRINTED,
        f"\ufeff{PRINTED}\n",
        f"```json\n{PRINTED}\n```",
        f"```\n{PRINTED}\n```\n",
        f"```json\n{PRINTED}",
        f"Here is the reflection you asked for:\n\n{PRINTED}\n\nI hope that this helps {{or so}}.",
        f"The body {{}} of the loop, a set {{x, y}} and a lone {{ brace.\n```json\n{PRINTED}\n```",
        f'<think>First {{"outcome": "escalated"}}, no: it passed.</think>\n{PRINTED}',
        f"<think>\n\n</think>\n\n```json\n{PRINTED}\n```\nDone.",
    ],
)
def test_what_is_around_the_object_does_not_matter(text: str) -> None:
    assert parse_model_output(text, "the answer").candidate_lesson == LESSON


@pytest.mark.parametrize(
    "words",
    ["```json\n{}\n```", '{"outcome": "x"}', "a } and a {", 'quoted "{" too', "</think>", "\\", "😀\n"],
)
def test_what_stands_inside_a_text_does_not_matter(words: str) -> None:
    text = f"```json\n{json.dumps(REFLECTION | {'counterfactual': words})}\n```"
    assert parse_model_output(text, "the answer").counterfactual == words


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "I'm sorry, but I can't help with that.",
        "outcome: resolved\nscope: ''\n",
        "null",
        "[]",
        "{a} {b}",
    ],
)
def test_no_object(text: str) -> None:
    assert code_of(text) == "no_object"


@pytest.mark.parametrize(
    "text", ["<think>It may be that {", "{", '{"', '{"outcome', f"```json\n{PRINTED[:-3]}\n```"]
)
def test_truncated(text: str) -> None:
    assert code_of(text) == "truncated"


def test_truncated_wherever_it_is_cut() -> None:
    assert {code_of(PRINTED[:length]) for length in range(1, len(PRINTED) - 1)} == {"truncated"}


@pytest.mark.parametrize(
    "text", [PRINTED + PRINTED, f"{PRINTED}\nor\n```json\n{PRINTED}\n```", PRINTED + PRINTED[:60]]
)
def test_ambiguous(text: str) -> None:
    assert code_of(text) == "ambiguous"


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        PRINTED[:-2] + ",\n}",
        PRINTED.replace('"', "'"),
        PRINTED.replace('"outcome"', "outcome"),
        f"[{PRINTED}]",
        json.dumps({"reflection": REFLECTION}),
        json.dumps(REFLECTION | {"reasoning": "…"}),
        json.dumps(REFLECTION | {"confidence": "high"}),
        json.dumps(REFLECTION | {"confidence": 70}),
        PRINTED.replace("0.7", "NaN"),
        PRINTED.replace('"outcome": "resolved",', '"outcome": "resolved", "outcome": "escalated",'),
        PRINTED.replace("optional", "\\ud800"),
        PRINTED.replace("optional", "\udc80"),
        PRINTED + " " * 200_000,
    ],
)
def test_not_valid(text: str) -> None:
    assert code_of(text) == "not_valid"


@settings(max_examples=200, deadline=None)
@given(text=st.text(st.sampled_from('{}[]"\\\n :,`a<think>/'), max_size=80))
def test_any_text_gives_one_of_four_codes(text: str) -> None:
    assert code_of(text) in {"no_object", "truncated", "ambiguous", "not_valid"}


@pytest.mark.parametrize(
    "text", ["{" * 150_000, '{"' * 75_000, "{}" * 75_000, '"{' * 75_000, "<think>" * 20_000]
)
def test_hostile_text_costs_little(text: str) -> None:
    start = time.perf_counter()
    code_of(text)
    assert time.perf_counter() - start < 3
