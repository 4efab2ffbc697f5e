"""``list``, ``show``, ``log``, ``explain``, ``check``, ``ab gate``: what a person reads."""

import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
from cli_desk import Desk, Done

from reflectgit.admission import Answer
from reflectgit.cli import terminal
from reflectgit.cli.answer import show_answer
from reflectgit.model import Check, Stages
from reflectgit.store import open_store


@pytest.fixture
def learned(desk: Desk, cli: Callable[..., Done]) -> dict[str, Any]:
    """The answer after the true story was admitted."""
    done = cli("admit", desk.failure, desk.story, "--store", desk.store, "--json")
    assert done.code == 0, done.out + done.err
    answer: dict[str, Any] = done.json
    return answer


def test_an_empty_store_says_what_to_do(desk: Desk, cli: Callable[..., Done]) -> None:
    done = cli("list", "--store", desk.store)
    assert (done.code, done.err) == (0, "")
    assert "reflectgit admit" in done.out


def test_the_store_is_found_from_the_environment_and_from_within(
    desk: Desk, learned: dict[str, Any], cli: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFLECTGIT_STORE", str(desk.store))
    assert learned["lesson_id"] in cli("list").out
    monkeypatch.delenv("REFLECTGIT_STORE")
    monkeypatch.chdir(desk.store / "lessons")
    assert learned["lesson_id"] in cli("list").out


def test_a_listed_statement_is_whole_in_a_pipe(
    desk: Desk, learned: dict[str, Any], reflection: dict[str, str], cli: Callable[..., Done]
) -> None:
    assert reflection["candidate_lesson"] in cli("list", "--store", desk.store).out


def test_a_listed_statement_is_cut_on_a_terminal(
    desk: Desk, learned: dict[str, Any], cli: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "on_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "120")
    lines = cli("list", "--store", desk.store).out.splitlines()
    assert max(map(terminal.cells, lines)) <= 120
    assert lines[1].endswith("...")


def test_the_beginning_of_an_id_is_enough(
    desk: Desk, learned: dict[str, Any], cli: Callable[..., Done]
) -> None:
    whole = cli("show", learned["lesson_id"], "--store", desk.store)
    assert whole.code == 0
    assert cli("show", "rstrip", "--store", desk.store).out == whole.out
    by_label = cli("explain", "demo-report-titles", "--store", desk.store)
    assert by_label.code == 0
    assert cli("explain", learned["failure_id"][:6], "--store", desk.store).out == by_label.out


def test_show_names_where_a_lesson_comes_from(
    desk: Desk, learned: dict[str, Any], cli: Callable[..., Done]
) -> None:
    shown = cli("show", "rstrip", "--store", desk.store, "--json").json
    assert shown["failures"] == [learned["failure_id"]]
    assert shown["signature"] == learned["signature"]
    assert shown["grade"] == learned["grade"]
    assert (shown["contested"], shown["red_flag"]) == (False, False)
    text = cli("show", "rstrip", "--store", desk.store).out
    assert shown["lesson"]["scope"] in " ".join(text.split())


def test_log_tells_the_life_of_a_lesson(
    desk: Desk, learned: dict[str, Any], cli: Callable[..., Done]
) -> None:
    (event,) = cli("log", "rstrip", "--store", desk.store, "--json").json["events"]
    assert event["commit"] == learned["commit"]
    assert event["op"] == "admit"
    assert event["summary"] in cli("log", "rstrip", "--store", desk.store).out


@pytest.mark.parametrize("command", ["show", "log", "explain"])
def test_what_is_not_there_is_a_no(command: str, desk: Desk, cli: Callable[..., Done]) -> None:
    done = cli(command, "no-such-thing-00000000", "--store", desk.store, "--json")
    assert done.code == 1
    assert done.json["error"]["code"] == "not_found"


def test_explain_goes_claim_by_claim(
    desk: Desk, learned: dict[str, Any], reflection: dict[str, str], cli: Callable[..., Done]
) -> None:
    text = cli("explain", "demo-report-titles", "--store", desk.store).out
    for claim in ("failed_assumption", "overlooked_evidence", "strategy_error", "violated_invariant"):
        assert f"  {claim}  supported" in text
    assert "quote: AssertionError: 'basi' != 'basics'" in text
    assert len(text.splitlines()) <= 40, "one screen"


def test_a_refusal_names_the_failing_claim_and_what_would_hold(
    desk: Desk, reflection: dict[str, str], cli: Callable[..., Done]
) -> None:
    reflection["overlooked_evidence"] = "The log shows a UnicodeDecodeError that was swallowed after 250 ms."
    desk.write("story.json", reflection)
    done = cli("admit", desk.failure, desk.story, "--store", desk.store)
    assert done.code == 1
    assert done.err == ""
    assert done.out.startswith("rejected  speculative")
    assert "overlooked_evidence" in done.out
    assert "UnicodeDecodeError" in done.out
    assert "What would have held it: " in done.out
    explained = cli("explain", "demo-report-titles", "--store", desk.store).out
    assert "missing" in explained
    assert "UnicodeDecodeError" not in explained, "no word of a rejected story is kept"


def test_escapes_in_evidence_do_not_reach_the_terminal(
    desk: Desk, termination: dict[str, Any], cli: Callable[..., Done]
) -> None:
    termination["task"]["description"] = "\x1b]0;owned\x07"
    termination["failure"]["message"] = "AssertionError: \x1b[2J\u202e'basi' != 'basics'"
    desk.write("failure.json", termination)
    for arguments in [("admit", desk.failure, desk.story), ("explain", "demo-report-titles"), ("list",)]:
        done = cli(*arguments, "--store", desk.store)
        assert not set("\x1b\x07\u202e") & set(done.out + done.err)


def test_check_finds_a_hand_edit(
    desk: Desk, learned: dict[str, Any], cli: Callable[..., Done], git: Callable[..., str]
) -> None:
    assert cli("check", "--store", desk.store).out.startswith("Nothing wrong.")
    file = desk.store / learned["path"]
    file.write_text(file.read_text().replace("times_helped: 0", "times_helped: 7"))
    git(desk.store, "commit", "-qam", "more helpful than it was")
    done = cli("check", "--store", desk.store)
    assert done.code == 1
    assert learned["path"] in done.out
    told = cli("check", "--store", desk.store, "--json")
    assert (told.code, told.json["ok"]) == (1, False)
    assert list(told.json["findings"][0]) == ["code", "path", "line", "message", "hint"]


@pytest.fixture
def cases(desk: Desk, termination: dict[str, Any], reflection: dict[str, Any]) -> Any:
    """A file of one case with a true story and a fabricated one."""
    false = {**reflection, "overlooked_evidence": "The log shows a UnicodeDecodeError after 250 ms."}
    candidates = [
        {"candidate_id": "c/true", "kind": "true", "reflection": reflection, "expect": {"decision": "admit"}},
        {
            "candidate_id": "c/false",
            "kind": "fabricated",
            "reflection": false,
            "expect": {"decision": "reject", "reasons": ["shallow"]},
        },
    ]
    case = {"case_id": "c", "termination": termination, "candidates": candidates}
    return desk.write("cases.jsonl", json.dumps(case).encode() + b"\n")


def test_ab_gate_prints_the_gate_beside_storing_everything(
    cases: Any, cli: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
) -> None:
    done = cli("ab", "gate", cases)
    assert (done.code, done.err) == (0, "")
    lines = [" ".join(line.split()) for line in done.out.splitlines()]
    assert "2 reflections on 1 failure" in lines
    assert "precision 100.0% 50.0%" in lines
    assert "recall 100.0% 100.0%" in lines
    assert "lift 2.00 x 1.00 x" in lines
    assert "c/false" in cli("ab", "gate", cases, "--wrong").out


def test_ab_gate_answers_with_the_members_of_the_contract(cases: Any, cli: Callable[..., Done]) -> None:
    told = cli("ab", "gate", cases, "--json").json
    assert list(told) == [
        "cases",
        "candidates",
        "by_kind",
        "by_grade",
        "precision",
        "naive_precision",
        "lift",
        "recall",
        "rejection_rate",
    ]
    assert list(cli("ab", "gate", cases, "--json", "--wrong").json)[-1] == "wrong"


def test_ab_gate_with_a_line_that_is_no_case(desk: Desk, cli: Callable[..., Done]) -> None:
    done = cli("ab", "gate", desk.write("cases.jsonl", b"{}\n"))
    assert done.code == 2
    assert "cases.jsonl:1" in done.err


def test_the_counter_is_for_those_who_watch(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with terminal.counter("judged") as nobody:
        assert nobody is None
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with terminal.counter("judged") as watched:
        assert watched is not None
        watched(7)
    assert capsys.readouterr().err == f"\r7 judged\r{' ' * 18}\r"


def test_an_abstention_is_recorded_and_a_no(
    desk: Desk, reflection: dict[str, Any], cli: Callable[..., Done]
) -> None:
    claims = ("failed_assumption", "overlooked_evidence", "strategy_error", "violated_invariant")
    desk.write(
        "story.json", {**reflection, **dict.fromkeys(claims, ""), "candidate_lesson": "", "confidence": 0}
    )
    done = cli("admit", desk.failure, desk.story, "--store", desk.store)
    assert done.code == 1
    assert done.out.startswith("abstained  Nothing was claimed")
    assert "commit" in done.out


def test_a_held_candidate_says_what_would_hold(capsys: pytest.CaptureFixture[str], desk: Desk) -> None:
    held = Answer(
        failure_id="f-0123456789abcdef",
        label=None,
        signature="0123456789abcdef",
        decision="rejected",
        recorded=True,
        lesson_id=None,
        path=None,
        commit="a" * 40,
        rejected_reason="thin_evidence",
        violation=None,
        unattached_candidate=True,
        grade="D",
        checks=[
            Check(claim="strategy_error", cited=[], kind="mechanism", compared=[], verdict="nothing to check")
        ],
        stages=Stages(),
    )
    show_answer(held, open_store(desk.store))
    text = " ".join(capsys.readouterr().out.split())
    assert text.startswith("rejected thin_evidence: ")
    assert "strategy_error nothing to check (mechanism, cites nothing)" in text
    assert "What would have held it: Quote what each claim rests on" in text
    assert "Kept as an unattached candidate" in text


def test_another_story_is_told_that_the_failure_is_decided(
    desk: Desk, learned: dict[str, Any], reflection: dict[str, Any], cli: Callable[..., Done]
) -> None:
    desk.write("story.json", {**reflection, "counterfactual": "Nothing would have helped."})
    done = cli("admit", desk.failure, desk.story, "--store", desk.store)
    assert done.code == 1
    assert done.out.startswith("already decided  admitted, and that stands.")
    assert learned["lesson_id"] in done.out


def test_the_beginning_of_several_ids_is_not_enough(
    desk: Desk, learned: dict[str, Any], termination: dict[str, Any], cli: Callable[..., Done]
) -> None:
    termination["task"]["id"] = "REP-13"
    desk.write("failure.json", termination)
    assert cli("admit", desk.failure, desk.story, "--store", desk.store).code in (0, 1)
    done = cli("explain", "f-", "--store", desk.store)
    assert done.code == 2
    assert "may be any of" in done.err
    assert learned["failure_id"] in done.err


def test_refusals_are_listed(
    desk: Desk,
    learned: dict[str, Any],
    termination: dict[str, Any],
    reflection: dict[str, Any],
    cli: Callable[..., Done],
) -> None:
    assert "No failure was decided" not in cli("list", "--failures", "--store", desk.store).out
    termination["task"]["id"], termination["failure_id"] = "REP-13", "second"
    desk.write("failure.json", termination)
    desk.write("story.json", {**reflection, "candidate_lesson": "Be careful and think twice."})
    assert cli("admit", desk.failure, desk.story, "--store", desk.store).code == 1
    told = {
        one["label"]: one
        for one in cli("list", "--failures", "--store", desk.store, "--json").json["failures"]
    }
    assert told["second"]["decision"] == "rejected"
    assert told["second"]["rejected_reason"] == "too_vague"
    assert told["demo-report-titles"]["lesson_id"] == learned["lesson_id"]
    lines = cli("list", "--failures", "--store", desk.store).out.splitlines()
    assert lines[0].split() == ["FAILURE", "DECISION", "REASON", "LABEL", "CLASS", "AT", "SITE"]
    assert any("rejected  too_vague" in line and "AssertionError at test_titles.py" in line for line in lines)
    assert cli("list", "--failures", "--all", "--store", desk.store).code == 2


def test_no_failures_yet(desk: Desk, cli: Callable[..., Done]) -> None:
    assert "No failure was decided" in cli("list", "--failures", "--store", desk.store).out
    assert "list --failures" in cli("explain", "nothing", "--store", desk.store).err


def test_a_failure_taken_for_a_lesson_and_the_other_way_round(
    desk: Desk, learned: dict[str, Any], cli: Callable[..., Done]
) -> None:
    for command in ("show", "log"):
        for name in (learned["failure_id"], "demo-report-titles"):
            done = cli(command, name, "--store", desk.store)
            assert done.code == 1
            assert f"hint: See its decision: reflectgit explain {name}" in done.err
    founding = cli("explain", learned["failure_id"], "--store", desk.store)
    done = cli("explain", learned["lesson_id"], "--store", desk.store)
    assert (done.code, done.out) == (0, founding.out)
    assert f"note: {learned['lesson_id']} is a lesson; this is the failure that founded it" in done.err
    told = cli("explain", "rstrip", "--store", desk.store, "--json")
    assert told.json["failure_id"] == learned["failure_id"]


def test_on_a_narrow_terminal_a_lesson_takes_two_lines_and_no_number_is_cut(
    desk: Desk, learned: dict[str, Any], cli: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "on_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    lines = cli("list", "--store", desk.store).out.splitlines()
    assert max(map(terminal.cells, lines)) <= 80
    assert len(lines) == 4
    assert lines[2].startswith(learned["lesson_id"])
    assert lines[3].startswith("  rstrip takes a set of characters")
    monkeypatch.setattr("reflectgit.cli.claims.on_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    text = cli("explain", "demo-report-titles", "--store", desk.store).out
    for line in " ".join(text.split()).split("agreement: ")[1:]:
        assert "with the diagnosis, at least 0." in line


def test_a_shallow_clone_says_that_its_history_is_cut(
    desk: Desk, learned: dict[str, Any], cli: Callable[..., Done], git: Callable[..., str]
) -> None:
    git(desk.folder, "clone", "-q", "--depth", "1", f"file://{desk.store}", "shallow")
    done = cli("log", "rstrip", "--store", desk.folder / "shallow", "--json")
    assert done.code == 0
    assert "shallow" in done.err
    assert len(done.json["events"]) == 1
    assert done.json["history_cut"] is True
    assert cli("log", "rstrip", "--store", desk.store, "--json").json["history_cut"] is False


def test_the_version(cli: Callable[..., Done]) -> None:
    assert cli("--version").out.startswith("reflectgit 0.")


# --- files that cannot be read ------------------------------------------------------------------------------

UNREADABLE = {
    "conflict": (lambda text: f"<<<<<<< ours\n{text}=======\n{text}>>>>>>> theirs\n", 1, "conflict markers"),
    "anchor": (lambda text: text.replace(": ", ": &here ", 1), 1, "the anchor &here"),
    "not closed": (lambda text: text + "more: [\n", None, "not valid YAML"),
    "not UTF-8": (lambda text: text + "#\udcff\n", None, "not UTF-8"),
    "not a lesson": (lambda text: "{}\n", 1, "missing"),
    "empty": (lambda text: "", None, "empty"),
}


@pytest.fixture(params=sorted(UNREADABLE))
def fault(request: pytest.FixtureRequest) -> tuple[Callable[[str], str], int | None, str]:
    return UNREADABLE[request.param]


@pytest.fixture
def spoil(
    desk: Desk, fault: tuple[Callable[[str], str], int | None, str], git: Callable[..., str]
) -> Callable[[str], str]:
    """Commit a file of the store as it cannot be read; give how the complaint of it begins."""
    change, line, _ = fault

    def commit(path: str) -> str:
        file = desk.store / path
        file.write_bytes(change(file.read_text("utf-8")).encode("utf-8", "surrogateescape"))
        git(desk.store, "commit", "-qam", "Edit by hand")
        return f"{path}:{line}: " if line else f"{path}:"

    return commit


def test_a_lesson_that_cannot_be_read_is_named_with_line_and_reason(
    desk: Desk,
    learned: dict[str, Any],
    fault: tuple[Callable[[str], str], int | None, str],
    spoil: Callable[[str], str],
    cli: Callable[..., Done],
) -> None:
    place, reason = spoil(learned["path"]), fault[2]
    shown = cli("show", "rstrip", "--store", desk.store, "--json")
    assert (shown.code, shown.json["error"]["code"]) == (3, "unreadable")
    assert shown.json["error"]["message"].startswith(place)
    assert reason in shown.json["error"]["message"]
    life = cli("log", "rstrip", "--store", desk.store, "--json")
    assert (life.code, len(life.json["events"])) == (0, 1)
    asked = cli("retrieve", "a suffix of file names, stripped with rstrip", "--store", desk.store, "--json")
    assert (asked.code, asked.json["lessons"]) == (0, [])
    again = cli("retrieve", "a suffix of file names", "--store", desk.store)
    told = cli("list", "--store", desk.store)
    for done in (life, asked, again, told):
        assert f"note: left out: {place}" in done.err
        assert reason in done.err


def test_a_failure_that_cannot_be_read_is_named_with_line_and_reason(
    desk: Desk,
    learned: dict[str, Any],
    fault: tuple[Callable[[str], str], int | None, str],
    spoil: Callable[[str], str],
    cli: Callable[..., Done],
) -> None:
    (file,) = (desk.store / "ledger/terminations").glob("*/*.yaml")
    place, reason = spoil(str(file.relative_to(desk.store))), fault[2]
    for name in (learned["failure_id"], learned["failure_id"][:7]):
        done = cli("explain", name, "--store", desk.store, "--json")
        assert (done.code, done.json["error"]["code"]) == (3, "unreadable")
        assert done.json["error"]["message"].startswith(place)
        assert reason in done.json["error"]["message"]
    assert cli("explain", "f-0000", "--store", desk.store).code == 1
    assert cli("show", "rstrip", "--store", desk.store).code == 0
    asked = cli("retrieve", "a suffix of file names, stripped with rstrip", "--store", desk.store, "--json")
    assert asked.code == 0
    assert f"note: left out: {place}" in asked.err


def test_a_file_that_is_mended_is_left_out_no_more(
    desk: Desk, learned: dict[str, Any], cli: Callable[..., Done], git: Callable[..., str]
) -> None:
    text = ("retrieve", "a suffix of file names, stripped with rstrip", "--store", desk.store)
    before = cli(*text)
    file = desk.store / learned["path"]
    whole = file.read_bytes()
    for content in (b"type: [\n", whole):
        file.write_bytes(content)
        git(desk.store, "commit", "-qam", "Edit by hand")
        done = cli(*text)
        assert ("left out" in done.err) == (content != whole)
    assert (done.out, done.err) == (before.out, before.err)
