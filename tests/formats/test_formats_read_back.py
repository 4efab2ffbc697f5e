"""Whatever is written can be read back: what could not be is refused before."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflectgit.errors import BadInput
from reflectgit.formats.emit import to_yaml
from reflectgit.formats.inputs import read_as, read_termination
from reflectgit.identity import failure_id
from reflectgit.model import DecidedTermination
from reflectgit.pipeline import judge
from reflectgit.policy import MAX_INPUT_BYTES, Policy
from reflectgit.stages.evidence import FACT_LEVELS, LISTED_BYTES, MOST_ITEMS, prepare
from reflectgit.stages.known import NOTHING_KNOWN
from reflectgit.stages.reflect import Violation

AWKWARD = "\n\n \t\r\x00\x1b\x85\xa0\u2028\ufeff\u202e\u200b😀#:-?'\"\\|>{}[],aé"
texts = st.text(st.sampled_from(AWKWARD), max_size=30) | st.text(
    st.characters(exclude_categories=["Cs"]), max_size=30
)
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
facts = st.lists(st.dictionaries(texts, values, max_size=3), max_size=3)


@st.composite
def terminations(draw: st.DrawFn) -> dict[str, Any]:
    return termination(
        facts=draw(facts),
        content=draw(texts),
        paths=draw(st.lists(texts, max_size=3)),
        description=draw(texts),
        parts={
            "root_cause": draw(texts),
            "evidence": draw(st.lists(texts, max_size=3)),
            "ruled_out": draw(texts),
        },
    )


def termination(
    facts: Any = (),
    content: str = "",
    paths: Any = (),
    description: str = "",
    parts: dict[str, Any] | None = None,
    traces: int = 1,
) -> dict[str, Any]:
    run = {"component": 11, "kind": "execution", "content": f"failed {content}", "facts": list(facts)}
    return {
        "task": {"id": "T-1", "repo": "Quay/Invoices", "description": description, "paths": list(paths)},
        "failure": {"class": "KeyError", "message": content, "site": "a.py:f"},
        "outcome": "escalated",
        "traces": [{"id": f"run-{number}", **run} for number in range(traces)],
        "diagnosis": {
            "id": "why",
            "component": 13,
            "kind": "diagnosis",
            "content": "because",
            **(parts or {}),
        },
    }


def decided(value: dict[str, Any]) -> DecidedTermination:
    read = read_termination(msgspec.json.encode(value), "failure.json")
    violation = Violation(faults=("no reflection",), digest="0" * 64)
    return judge(read, violation, NOTHING_KNOWN, Policy()).decided()


def same_back(value: dict[str, Any]) -> None:
    written = decided(value)
    data = to_yaml(written)
    back = read_as(DecidedTermination, data, "ledger.yaml")
    assert back == written
    assert to_yaml(back) == data
    assert failure_id(back.termination()) == written.evidence_record.failure_id


@settings(max_examples=150, deadline=None)
@given(value=terminations())
def test_whatever_is_accepted_and_written_reads_back_equal(value: dict[str, Any]) -> None:
    same_back(value)


def nested(levels: int) -> dict[str, Any]:
    value: Any = 1
    for _ in range(levels - 1):
        value = [value]
    return {"a": value}


def test_facts_are_nested_to_a_bound_and_no_deeper() -> None:
    same_back(termination(facts=[nested(FACT_LEVELS)]))
    with pytest.raises(BadInput, match="nested deeper than 8 levels"):
        decided(termination(facts=[nested(FACT_LEVELS + 1)]))
    with pytest.raises(BadInput, match="nested deeper than 8 levels"):
        decided(termination(facts=[nested(55)]))


@pytest.mark.parametrize(
    "large",
    [
        {"facts": [{"a": [1] * 900_000}]},
        {"paths": ["src/some/file.py"] * 100_000},
        {"parts": {"evidence": ["run-0"] * 200_000}},
        {"parts": {"ruled_out": ["a"] * 200_000}},
    ],
)
def test_lists_that_would_not_fit_are_refused(large: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match=f"at most {LISTED_BYTES:,} are kept"):
        decided(termination(**large))


def test_the_largest_record_that_is_kept_reads_back() -> None:
    deep: Any = [1] * (LISTED_BYTES // 2 - 100)
    for _ in range(FACT_LEVELS - 2):
        deep = [deep]
    parts = {"root_cause": "\u200b" * 40_000, "symptom": '"' * 40_000, "fix_direction": "\u2028" * 40_000}
    same_back(
        termination(facts=[{"a": deep}], content="a\n" * 300_000, description="\u2029" * 40_000, parts=parts)
    )


def test_no_more_items_than_are_kept() -> None:
    prepare(
        read_termination(msgspec.json.encode(termination(traces=MOST_ITEMS - 1)), "failure.json"), Policy()
    )
    with pytest.raises(BadInput, match="2,001 items"):
        decided(termination(traces=MOST_ITEMS))


def test_nothing_is_written_that_the_reader_refuses() -> None:
    with pytest.raises(BadInput, match="can be read back"):
        to_yaml({"a": "x" * MAX_INPUT_BYTES})
    with pytest.raises(BadInput, match="nested deeper"):
        to_yaml(nested(65))
    assert read_as(dict, to_yaml(nested(63)), "a.yaml") == nested(63)
