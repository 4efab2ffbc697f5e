"""``explain`` on one screen, and what would have held a claim, said of the very record."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from cli_desk import Desk, Done, mended_otherwise

from reflectgit.cli import terminal
from reflectgit.cli.held import story_would_hold, would_hold
from reflectgit.formats.inputs import read_termination
from reflectgit.model import Check, Comparison, EvidenceRecord
from reflectgit.policy import Policy
from reflectgit.stages.evidence import collect_evidence, prepare

EMPTY = "It turned out otherwise than was thought."


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture
def record(termination: dict[str, Any]) -> EvidenceRecord:
    ended = read_termination(json.dumps(termination).encode(), "failure.json")
    return collect_evidence(prepare(ended, Policy()))


@pytest.fixture
def thin(desk: Desk, reflection: dict[str, Any]) -> Desk:
    """A story of which one claim would fit any failure."""
    desk.write("story.json", {**reflection, "failed_assumption": EMPTY})
    return desk


def check(*compared: tuple[str, str, Any], claim: str = "failed_assumption", verdict: Any = None) -> Check:
    made = [Comparison(what=what, with_=item, result=result) for what, item, result in compared]
    return Check(claim=claim, cited=[], kind="assumption", compared=made, verdict=verdict or "unsupported")


@pytest.mark.parametrize(
    ("judged", "said"),
    [
        (check(("quote: never there", "run-1", "missing")), "copy the passage of run-1 word for word"),
        (check(("quote", "run-1", "missing")), "copy the passage of run-1 word for word"),
        (check(("quote: FAILED (failures=1)", "plan-1", "missing")), "stands in run-1, not in plan-1"),
        (check(("citation: run-1 is quoted, but", "", "missing")), "list run-1 in evidence_ids"),
        (check(("citation", "", "missing")), "list each item that is quoted"),
        (check(("kind: plan, patch or diagnosis", "", "missing")), "cite plan-1, patch-1 or diagnosis-1"),
        (check(("outcome: test_x passed", "run-1", "refuted")), "say of each test what run-1 says of it"),
        (check(("ending: escalated", "", "refuted")), "tell of the outcome that the record has: resolved"),
        (check(("url: x://y", "", "missing"), claim="scope"), "leave addresses out"),
        (check(("path: a/b.py", "", "missing"), claim="scope"), "send the reader nowhere"),
        (
            check(("denied there: it is so", "plan-1", "refuted")),
            "quote the word too that denies it in plan-1",
        ),
        (check(("instruction: run it all", "", "missing")), "nothing to whoever reads it (“run it all”)"),
        (check(("look-alike: pаth", "", "missing"), claim="scope"), "in the letters of one script"),
        (check(("hidden: U+200B", "", "missing")), "leave out characters that cannot be seen"),
        (check(("host: x.org", "", "missing")), "leave addresses out"),
        (check(("order: a, b", "run-1", "refuted")), "give the order that run-1 shows"),
        (check(("denied: it is so", "diagnosis-1", "refuted")), "do not deny what diagnosis-1 says"),
        (check(("number: 7", "run-1", "differs")), "say of 7 what run-1 says of it"),
        (
            check(("number: 512", "", "missing"), ("exception: OSError", "", "missing")),
            "leave 512 and OSError out, which no item has",
        ),
        (check(("number", "", "missing"), ("test", "", "missing")), "name no number or test that no item"),
        (
            check(("agreement: of this claim", "", "nothing to check"), verdict="nothing to check"),
            "quote what patch-1 says of it, such as `",
        ),
        (check(verdict="supported"), ""),
    ],
)
def test_what_would_have_held_names_items_of_the_record(
    judged: Check, said: str, record: EvidenceRecord
) -> None:
    told = would_hold(judged, [judged], record)
    assert said in told
    assert bool(said) == bool(told)


@pytest.mark.parametrize(
    ("compared", "said"),
    [
        ([("agreement: 0.1", "", "differs")], "give diagnosis-1 a root_cause"),
        (
            [("agreement: 0.200 with the diagnosis, at least 0.25", "diagnosis-1", "differs")],
            "quote in failed_assumption `",
        ),
        (
            [("agreement: 0.140 with the diagnosis, at least 0.25", "diagnosis-1", "differs")],
            "if diagnosis-1 tells the cause",
        ),
        (
            [("agreement: 0.020 with the diagnosis, at least 0.25", "diagnosis-1", "differs")],
            "does not bear the story out",
        ),
        ([("agreement", "diagnosis-1", "differs")], "if diagnosis-1 tells the cause"),
        (
            [("agreement: 0.900 with the diagnosis, at least 0.25", "diagnosis-1", "found")],
            "list patch-1 in evidence_ids",
        ),
    ],
)
def test_what_would_have_held_a_story_goes_by_how_far_it_agrees(
    compared: list[tuple[str, str, Any]], said: str, record: EvidenceRecord
) -> None:
    assert said in story_would_hold([check(*compared)], record)


def test_admit_and_explain_say_what_would_have_held_a_thin_claim(
    thin: Desk, cli: Callable[..., Done]
) -> None:
    store = ("--store", thin.store)
    for command in (
        ("admit", thin.failure, thin.story, "--dry-run"),
        ("admit", thin.failure, thin.story),
        ("explain", "demo-report-titles"),
    ):
        text = flat(cli(*command, *store).out)
        assert "thin_evidence: there is nothing to check in failed_assumption" in text
        heading = "What would hold" if "--dry-run" in command else "What would have held it"
        assert f"{heading}: quote what plan-1 says of it, such as `" in text
        assert "` [plan-1]." in text


def test_explain_shows_the_story_that_is_kept(thin: Desk, cli: Callable[..., Done]) -> None:
    cli("admit", thin.failure, thin.story, "--store", thin.store)
    text = flat(cli("explain", "demo-report-titles", "--store", thin.store).out)
    assert EMPTY in text
    assert "grade D, nothing to check" in text
    assert "0.8 stated → none, for it is no lesson" in text
    assert "story kept, as an unattached candidate" in text


def test_explain_says_that_no_word_of_a_rejected_story_is_stored(
    desk: Desk, reflection: dict[str, Any], cli: Callable[..., Done]
) -> None:
    desk.write("story.json", {**reflection, "candidate_lesson": "Be careful and think twice."})
    cli("admit", desk.failure, desk.story, "--store", desk.store)
    text = flat(cli("explain", "demo-report-titles", "--store", desk.store).out)
    assert "story no word of it is stored, since it was not admitted" in text
    assert reflection["failed_assumption"] not in text
    assert "What would have held it: Say what to do" in text


def test_explain_tells_scope_confidence_and_the_line_that_was_quoted(
    desk: Desk, reflection: dict[str, Any], cli: Callable[..., Done]
) -> None:
    desk.write("story.json", {**reflection, "confidence": 0.95})
    cli("admit", desk.failure, desk.story, "--store", desk.store)
    text = flat(cli("explain", "demo-report-titles", "--store", desk.store).out)
    assert "0.95 stated → 0.8: the cap of evidence of grade B" in text
    assert f"{reflection['scope']} → repo:harbour/reports lang:python" in text
    assert "found run-1:10 quote: AssertionError: 'basi' != 'basics'" in text
    assert "grade B, quoted: every claim quotes" in text
    assert text.count("agreement: ") == 1, "the story's agreement is told once"


def test_explain_tells_what_the_candidate_was_merged_into(
    desk: Desk, termination: dict[str, Any], cli: Callable[..., Done]
) -> None:
    store = ("--store", desk.store, "--json")
    first = cli("admit", desk.failure, desk.story, *store).json
    termination["task"].update(id="REP-13", repo="pier/scans")
    desk.write("failure.json", {**termination, "failure_id": "again"})
    assert cli("admit", desk.failure, desk.story, *store).json["decision"] == "merged"
    text = flat(cli("explain", "again", "--store", desk.store).out)
    assert f"merged into {first['lesson_id']}" in text
    assert f"bears out {first['failure_id']}" in text
    assert "the lesson keeps what was stated first" in text


def test_explain_tells_that_a_held_candidate_was_borne_out(
    thin: Desk, reflection: dict[str, Any], termination: dict[str, Any], cli: Callable[..., Done]
) -> None:
    store = ("--store", thin.store, "--json")
    held = cli("admit", thin.failure, thin.story, *store).json
    termination["task"].update(id="REP-13", repo="pier/scans")
    thin.write("failure.json", {**termination, "failure_id": "again"})
    thin.write("story.json", reflection)
    lesson = cli("admit", thin.failure, thin.story, *store).json
    assert (held["unattached_candidate"], lesson["decision"]) == (True, "admitted")
    text = flat(cli("explain", "demo-report-titles", "--store", thin.store).out)
    assert f"looked at again borne out by {lesson['lesson_id']}, on {lesson['failure_id']}" in text
    text = flat(cli("explain", "again", "--store", thin.store).out)
    assert f"bears out {held['failure_id']} (whose candidate was held)" in text


def test_explain_tells_what_became_of_the_lesson(desk: Desk, cli: Callable[..., Done]) -> None:
    store = ("--store", desk.store)
    cli("admit", desk.failure, desk.story, *store)
    cli("retire", "rstrip", "--because", "the linter knows it", *store)
    text = flat(cli("explain", "demo-report-titles", *store).out)
    assert "today retired: in the words of a person: the linter knows it" in text


def test_explain_of_a_successor_shows_what_founded_the_first(desk: Desk, cli: Callable[..., Done]) -> None:
    store = ("--store", desk.store)
    founded = cli("admit", desk.failure, desk.story, *store, "--json").json["failure_id"]
    better = "Take an ending off a name with removesuffix: rstrip takes a set of characters."
    told = cli("amend", "rstrip", "--statement", better, "--because", "shorter", *store, "--json").json
    assert cli("explain", told["successor"], *store, "--json").json["failure_id"] == founded


@pytest.mark.parametrize("columns", [40, 60, 100, 200])
def test_explain_fits_the_terminal_and_one_screen(
    columns: int, desk: Desk, cli: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
) -> None:
    cli("admit", desk.failure, desk.story, "--store", desk.store)
    for module in ("terminal", "claims"):
        monkeypatch.setattr(f"reflectgit.cli.{module}.on_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = cli("explain", "demo-report-titles", "--store", desk.store).out
    monkeypatch.setenv("NO_COLOR", "1")
    plain = cli("explain", "demo-report-titles", "--store", desk.store).out
    assert "\x1b[" in coloured
    assert "\x1b" not in plain
    lines = plain.splitlines()
    words = [line for line in lines if max(map(len, line.split()), default=0) <= columns // 3]
    assert max(map(terminal.cells, words)) <= columns
    assert columns < 100 or len(lines) <= 40


def test_a_very_long_claim_leaves_the_rest_on_the_screen(
    desk: Desk, reflection: dict[str, Any], cli: Callable[..., Done]
) -> None:
    said = reflection["strategy_error"] + " And so it went on and on." * 300
    desk.write("story.json", {**reflection, "strategy_error": said})
    assert cli("admit", desk.failure, desk.story, "--store", desk.store).code == 0
    done = cli("explain", "demo-report-titles", "--store", desk.store)
    assert len(done.out.splitlines()) <= 50
    assert (
        said
        in cli("explain", "demo-report-titles", "--store", desk.store, "--json").json["reflection"].values()
    )


def test_explain_tells_of_a_dispute_on_both_sides(
    desk: Desk, termination: dict[str, Any], reflection: dict[str, Any], cli: Callable[..., Done]
) -> None:
    store = ("--store", desk.store)
    first = cli("admit", desk.failure, desk.story, *store, "--json").json["lesson_id"]
    termination["task"]["id"], termination["failure_id"] = "REP-14", "opposite"
    desk.write("failure.json", mended_otherwise(termination))
    advice = reflection["candidate_lesson"].replace("take an ending off", "never take an ending off")
    desk.write("story.json", {**reflection, "candidate_lesson": advice})
    second = cli("admit", desk.failure, desk.story, *store, "--json").json["lesson_id"]
    for label, other in (("opposite", first), ("demo-report-titles", second)):
        text = flat(cli("explain", label, *store).out)
        assert f"flagged contradicts {other}" in text
        assert "0.8 stated → 0.1: contested by an opposite lesson" in text
