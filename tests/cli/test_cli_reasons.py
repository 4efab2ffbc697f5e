"""A refusal says which case it is, and what would have held."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from cli_desk import Desk, Done

from reflectgit.cli.reasons import carried_by, explained
from reflectgit.formats.schema import example_of
from reflectgit.model import Check, Comparison

WITH_DIAGNOSIS = Comparison(
    what="agreement: 0.817 with the diagnosis, at least 0.22", with_="d-1", result="found"
)
WITH_RECORD = Comparison(what="agreement: 0.300 with the record, at least 0.20", with_="", result="found")
QUOTE = Comparison(what="quote: it fell", with_="run-1", result="found")


def check(*compared: Comparison, claim: str = "strategy_error", verdict: Any = "supported") -> Check:
    return Check(claim=claim, cited=["run-1"], kind="mechanism", compared=list(compared), verdict=verdict)


@pytest.mark.parametrize(
    ("checks", "grade", "why", "remedy"),
    [
        (
            [check(WITH_DIAGNOSIS)],
            "C",
            "reaches grade C (anchored), and this store asks for grade B",
            "Quote",
        ),
        ([check(WITH_RECORD)], "C", "reaches grade C", "root_cause"),
        ([check(WITH_RECORD)], "D", "the diagnosis tells only the symptom", "root_cause"),
        (
            [check(WITH_DIAGNOSIS)],
            "D",
            "no claim quotes or names anything that was observed",
            "Cite what was",
        ),
        ([check(verdict="nothing to check")], "D", "nothing to check in strategy_error", "Quote what"),
    ],
)
def test_thin_evidence_is_told_case_by_case(checks: list[Check], grade: Any, why: str, remedy: str) -> None:
    refusal = explained("thin_evidence", checks, grade, "B")
    assert why in refusal.why
    assert remedy in refusal.remedy


def test_a_store_that_asks_for_less_today_asked_for_more_then() -> None:
    assert "a stronger one was asked for" in explained("thin_evidence", [check(WITH_DIAGNOSIS)], "C", "C").why


def test_no_quote_reaches_the_highest_grade() -> None:
    refusal = explained("thin_evidence", [check(QUOTE, WITH_DIAGNOSIS)], "B", "A")
    assert "asks for grade A (proven by running)" in refusal.why
    assert "cannot make" in refusal.remedy


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        ("candidate_lesson", "the lesson leads to something"),
        ("scope", "the scope leads to something"),
        ("counterfactual", "the counterfactual leads to something"),
        ("outcome", "another ending"),
        ("failed_assumption", "failed_assumption is not borne out"),
    ],
)
def test_speculative_says_what_is(claim: str, why: str) -> None:
    missing = Comparison(what="path: a/b.py", with_="", result="missing")
    assert why in explained("speculative", [check(missing, claim=claim, verdict="unsupported")], "D", "C").why


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("host: x.org", "the lesson holds an address"),
        ("instruction: do it", "the lesson gives orders to whoever reads it"),
        ("hidden: U+200B", "the lesson holds characters that are not what they look like"),
    ],
)
def test_what_is_wrong_with_a_lesson_is_told_by_its_kind(what: str, why: str) -> None:
    failed = check(
        Comparison(what=what, with_="", result="missing"), claim="candidate_lesson", verdict="unsupported"
    )
    assert explained("speculative", [failed], "D", "C").why == why


def test_where_nobody_diagnosed_there_is_no_cause_to_tell() -> None:
    apart = Comparison(what="agreement", with_="", result="differs")
    assert "root_cause" in explained("speculative", [check(apart, verdict="unsupported")], "D", "C").remedy


def test_a_claim_that_agreement_alone_carries_is_named_so() -> None:
    assert carried_by(check(WITH_DIAGNOSIS)) == "by agreement with the diagnosis alone"
    assert carried_by(check(WITH_RECORD)) == "by agreement with the record alone"
    assert carried_by(check(QUOTE, WITH_DIAGNOSIS)) == ""
    assert carried_by(check(QUOTE)) == ""
    assert carried_by(check(WITH_DIAGNOSIS, verdict="unsupported")) == ""


# --- in the answers --------------------------------------------------------------------------------------


@pytest.fixture
def unquoted(desk: Desk) -> Desk:
    """The example of the schemas, its story without quotes: it holds at grade C."""
    desk.write("failure.json", example_of("termination"))
    story = example_of("reflection")
    story["failed_assumption"] = "The plan took it for granted that every order has a discount."
    story["overlooked_evidence"] = "The run named the missing key in a KeyError."
    desk.write("story.json", story)
    return desk


@pytest.fixture
def strict(unquoted: Desk, git: Callable[..., str]) -> Desk:
    """The same, in a store that asks for quotes."""
    policy = unquoted.store / "reflectgit.toml"
    policy.write_text(policy.read_text().replace('admit_at = "C"', 'admit_at = "B"'))
    git(unquoted.store, "commit", "-qam", "quotes, please")
    return unquoted


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_grade_that_is_not_enough_is_told_with_what_was_asked_for(
    strict: Desk, cli: Callable[..., Done]
) -> None:
    arguments = ("--store", strict.store)
    for done in (
        cli("admit", strict.failure, strict.story, "--dry-run", *arguments),
        cli("admit", strict.failure, strict.story, *arguments),
        cli("explain", "f-", *arguments),
    ):
        text = flat(done.out)
        assert "the evidence reaches grade C (anchored), and this store asks for grade B (quoted)" in text
        assert "failed_assumption supported (by agreement with the diagnosis alone)" in text
        is_decided = not text.startswith("dry run")
        assert f"What would {'have held it' if is_decided else 'hold'}: Quote in each claim" in text
        assert ("Nothing is recorded: mend it and try again." in text) != is_decided
        assert ("a later failure or a proof may carry it. Before the next one, lint" in text) == is_decided


def test_an_admitted_lesson_names_the_claim_that_agreement_alone_carries(
    unquoted: Desk, cli: Callable[..., Done]
) -> None:
    text = flat(cli("admit", unquoted.failure, unquoted.story, "--store", unquoted.store).out)
    assert "note failed_assumption supported (by agreement with the diagnosis alone)" in text


def test_a_dry_run_shows_the_lesson_as_it_would_be(
    desk: Desk, reflection: dict[str, Any], cli: Callable[..., Done]
) -> None:
    desk.write("story.json", {**reflection, "scope": "repo:other/repo lang:python all file names everywhere"})
    dry = cli("admit", desk.failure, desk.story, "--store", desk.store, "--dry-run")
    real = cli("admit", desk.failure, desk.story, "--store", desk.store)
    assert dry.out.startswith("dry run: admitted")
    assert "confidence     0.8" in dry.out
    assert "a dry run writes nothing" in dry.out
    for text in (flat(dry.out), flat(real.out)):
        assert (
            "declared repo:other/repo lang:python all file names everywhere → added repo:harbour/reports"
            in text
        )
        assert "dropped repo:other/repo all everywhere" in text


def test_a_scope_that_stands_as_declared_is_told_once(desk: Desk, cli: Callable[..., Done]) -> None:
    lesson = cli("admit", desk.failure, desk.story, "--store", desk.store, "--dry-run", "--json").json
    story = json.loads(desk.story.read_text())
    story["scope"] = lesson["stages"]["generalization"]["adjusted_scope"]
    desk.write("story.json", story)
    assert "declared" not in cli("admit", desk.failure, desk.story, "--store", desk.store).out


def test_a_red_flag_says_why_and_until_when(
    desk: Desk, reflection: dict[str, Any], cli: Callable[..., Done]
) -> None:
    reflection["counterfactual"] = "The test suite is wrong and should be rewritten by its authors."
    desk.write("story.json", reflection)
    arguments = ("--store", desk.store)
    for done in (
        cli("admit", desk.failure, desk.story, "--dry-run", *arguments),
        cli("admit", desk.failure, desk.story, *arguments),
        cli("explain", "demo-report-titles", *arguments),
    ):
        assert done.code == 0
        assert "red flag blames others: confidence at most 0.1 until 3 independent failures" in flat(done.out)
