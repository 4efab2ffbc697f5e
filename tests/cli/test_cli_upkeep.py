"""``record``, ``sweep``, ``retire``, ``counterexample``, ``amend``: the life of a lesson, told and seen in git."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_desk import Desk, Done

from reflectgit.cli.actions import show_actions
from reflectgit.formats.schema import example_of
from reflectgit.upkeep import Done as Happened

ELSEWHERE = ("quay/invoices", "mole/backups", "pier/scans")
ACTION = ["lesson_id", "action", "level", "superseded_by", "commit"]


DOCS = Path(__file__).parents[2] / "docs"


def promised(command: str) -> list[str]:
    """The members that docs/commands.md names for ``--json``."""
    table = (DOCS / "commands.md").read_text().partition("## What they print")[2]
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| `")]
    members = next(row[2] for row in rows if f"`{command}`" in row[1])
    return re.findall(r"`(\w+)`", members)


class Life:
    """A lesson in a store, and what is told of it."""

    def __init__(self, desk: Desk, cli: Callable[..., Done], git: Callable[..., str]) -> None:
        self.desk, self.cli, self.git = desk, cli, git
        admitted = self.run("admit", desk.failure, desk.story)
        self.lesson: str = admitted["lesson_id"]
        self.failure: str = admitted["failure_id"]

    def run(self, command: str, *arguments: object, code: int = 0) -> Any:
        done = self.cli(command, *arguments, "--store", self.desk.store, "--json")
        assert done.code == code, done.out + done.err
        return done.json

    def say(self, command: str, *arguments: object, code: int = 0) -> str:
        """What a person reads, white space folded."""
        done = self.cli(command, *arguments, "--store", self.desk.store)
        assert done.code == code, done.out + done.err
        return " ".join((done.out + done.err).split())

    def record(self, name: str, outcome: str, *repos: str, task: str = "T") -> Any:
        """One outcome in each repository; the last answer. The store is sound after each."""
        for number, repo in enumerate(repos):
            told = self.run(
                "record", name, "--task", f"{task}-{number}", "--repo", repo, "--outcome", outcome
            )
            self.sound()
        return told

    def sound(self) -> None:
        assert self.run("check") == {"ok": True, "findings": []}

    @property
    def head(self) -> str:
        return self.git(self.desk.store, "rev-parse", "HEAD").strip()

    def ops(self, name: str) -> list[str]:
        return [event["op"] for event in self.run("log", name)["events"]]


@pytest.fixture
def life(desk: Desk, cli: Callable[..., Done], git: Callable[..., str]) -> Life:
    return Life(desk, cli, git)


# --- record -------------------------------------------------------------------------------------------------


def test_what_record_answers(life: Life) -> None:
    told = life.record(life.lesson, "resolved", "quay/invoices")
    assert list(told) == ["event_id", "recorded", "commit", "lessons", "actions"]
    assert re.fullmatch("[0-9a-f]{16}", told["event_id"])
    assert (told["recorded"], told["commit"], told["actions"]) == (True, life.head, [])
    assert told["lessons"] == [
        {"id": life.lesson, "times_applied": 1, "times_helped": 1, "times_hurt": 0},
    ]


def test_the_docs_promise_what_is_printed(life: Life) -> None:
    amended = life.run("amend", life.lesson, "--statement", "Be careful.", "--because", "x", code=1)
    assert promised("amend") == [*amended, "sweep"]
    told = life.record(life.lesson, "worse", "a/b", "c/d", "e/f")
    assert promised("record") == [*list(told)[:4], *told["lessons"][0], "actions", "sweep"]
    for command in ("sweep", "retire", "counterexample"):
        assert promised(command) == ["actions", *told["actions"][0]] == ["actions", *ACTION]


def test_an_event_told_twice_is_one(life: Life) -> None:
    told = ("record", life.lesson, "--task", "T-1", "--outcome", "resolved")
    first = life.run(*told, "--repo", "quay/invoices")
    head = life.head
    for arguments in (
        (*told, "--repo", "quay/invoices"),
        (*told, "--repo", "Quay/Invoices", "--retrieved", life.lesson[:8]),
        ("record", life.lesson[:8], *told[1:], "--repo", "quay/invoices"),
    ):
        again = life.run(*arguments)
        assert again == {**first, "recorded": False, "commit": None}
        assert life.head == head
    assert "counts once" in life.say(*told, "--repo", "quay/invoices")
    other = life.run(*told, "--repo", "quay/invoices", "--event-id", "second-run")
    assert other["recorded"]
    assert other["lessons"][0]["times_helped"] == 2


@pytest.mark.parametrize(
    ("outcome", "counted", "said"),
    [
        ("resolved", (1, 1, 0), "it helped"),
        ("worse", (1, 0, 1), "it hurt"),
        ("unchanged", (1, 0, 0), "neither helped nor hurt"),
    ],
)
def test_each_outcome_counts_as_what_it_is(
    life: Life, outcome: str, counted: tuple[int, int, int], said: str
) -> None:
    told = life.say("record", "rstrip", "--task", "T-1", "--repo", "a/b", "--outcome", outcome)
    assert f"recorded T-1 in a/b: {said}" in told or f"T-1 in a/b: it was applied, and {said}" in told
    assert f"applied {counted[0]}, helped {counted[1]}, hurt {counted[2]}" in told
    lesson = life.run("show", "rstrip")["lesson"]
    assert tuple(lesson[f"times_{name}"] for name in ("applied", "helped", "hurt")) == counted


@pytest.mark.parametrize(
    ("changed", "code", "word"),
    [
        ({"lesson": "no-such-lesson-00000000"}, 1, "not_found"),
        ({"lesson": "../../etc/passwd"}, 2, "bad_input"),
        ({"lesson": "-"}, 2, "bad_input"),
        ({"--task": "two words"}, 2, "bad_input"),
        ({"--task": "T-1\n"}, 2, "bad_input"),
        ({"--repo": "-x"}, 2, "bad_input"),
        ({"--repo": ""}, 2, "bad_input"),
        ({"--event-id": "a;b"}, 2, "bad_input"),
        ({"--outcome": "great"}, 2, "bad_usage"),
        ({"--retrieved": "no-such-lesson-00000000"}, 1, "not_found"),
        ({"--task": "T" * 201}, 2, "bad_input"),
        ({"--repo": "x/ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"}, 2, "bad_input"),
    ],
)
def test_what_cannot_be_recorded_leaves_no_trace(
    life: Life, changed: dict[str, str], code: int, word: str
) -> None:
    given = {"lesson": life.lesson, "--task": "T-1", "--repo": "a/b", "--outcome": "resolved", **changed}
    head = life.head
    options = [f"{name}={text}" for name, text in given.items() if name != "lesson"]
    done = life.cli("record", *options, "--store", life.desk.store, "--json", "--", given["lesson"])
    assert done.code == code, done.err
    assert done.json["error"]["code"] == word
    assert done.json["error"]["hint"]
    assert len(done.err.splitlines()) == 2
    assert life.head == head
    assert life.git(life.desk.store, "status", "--porcelain") == ""


def test_an_answer_that_cannot_be_printed_says_that_it_is_recorded(life: Life) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    told = [
        life.lesson,
        "--task",
        "T-1",
        "--repo",
        "a/b",
        "--outcome",
        "resolved",
        "--store",
        life.desk.store,
    ]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "reflectgit", "record", *map(str, told)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 3
    assert "error: recorded, but the answer could not be printed" in done.stderr
    assert life.run("show", life.lesson)["lesson"]["times_applied"] == 1


# --- the whole life -----------------------------------------------------------------------------------------


def test_three_foreign_repositories_promote_it_and_git_follows_the_file(life: Life) -> None:
    old = life.run("show", life.lesson)["path"]
    told = life.record(life.lesson, "resolved", *ELSEWHERE)
    (action,) = told["actions"]
    assert list(action) == ACTION
    assert (action["lesson_id"], action["action"], action["level"], action["superseded_by"]) == (
        life.lesson,
        "promote",
        "procedural",
        None,
    )
    assert action["commit"] == life.head
    assert told["commit"] == life.git(life.desk.store, "rev-parse", "HEAD^").strip()
    shown = life.run("show", life.lesson)
    assert shown["path"] == old.replace("/episodic/", "/procedural/")
    assert (shown["lesson"]["type"], "repo:" in shown["lesson"]["scope"]) == ("procedural", False)
    followed = life.git(
        life.desk.store, "log", "--follow", "--name-status", "--format=%s", "--", shown["path"]
    )
    subjects = [line.partition(":")[0] for line in followed.splitlines() if ": " in line]
    assert subjects == ["promote", "record", "record", "record", "admit"]
    assert re.search(rf"^R\d+\t{re.escape(old)}\t{re.escape(shown['path'])}$", followed, re.MULTILINE)
    assert life.ops(life.lesson) == ["promote", "record", "record", "record", "admit"]


def test_the_home_repository_promotes_nothing(life: Life) -> None:
    assert life.record(life.lesson, "resolved", *["harbour/reports"] * 4)["actions"] == []


def test_raised_lowered_and_retired(life: Life) -> None:
    life.record(life.lesson, "resolved", *ELSEWHERE)
    (lowered,) = life.record(life.lesson, "worse", "dyke/logs", "lock/subtitles", "weir/imports")["actions"]
    assert (lowered["action"], lowered["lesson_id"]) == ("demote", life.lesson)
    successor = lowered["superseded_by"]
    shown = life.run("show", successor)
    assert shown["lesson"]["supersedes"] == life.lesson
    assert (shown["lesson"]["type"], shown["lesson"]["times_hurt"]) == ("episodic", 0)
    first = life.run("show", life.lesson)
    assert (shown["signature"], shown["grade"]) == (first["signature"], first["grade"])
    (retired,) = life.record(successor, "worse", *["harbour/reports"] * 3)["actions"]
    assert (retired["action"], retired["superseded_by"]) == ("retire", "outcomes:3")
    assert life.ops(successor) == ["retire", "record", "record", "record", "demote"]
    assert life.ops(life.lesson)[:2] == ["demote", "record"]
    assert life.run("retrieve", "names lose letters when their ending is taken off")["lessons"] == []
    assert life.run("list")["lessons"] == []
    assert life.run("list", "--all")["lessons"][0]["superseded_by"] is not None


def test_what_is_told_of_a_retired_lesson_still_counts(life: Life) -> None:
    life.record(life.lesson, "worse", "a/b", "c/d", "e/f")
    late = life.record(life.lesson, "resolved", "g/h")
    assert (late["recorded"], late["actions"]) == (True, [])
    assert late["lessons"][0]["times_helped"] == 1
    assert life.run("show", life.lesson)["lesson"]["superseded_by"] == "outcomes:3"


def test_a_life_as_it_is_printed(life: Life, golden: Callable[[str, str], None]) -> None:
    printed = []
    store = ("--store", life.desk.store)
    for outcome, repos in (
        ("resolved", ELSEWHERE),
        ("worse", ("dyke/logs", "lock/subtitles", "weir/imports")),
    ):
        for number, repo in enumerate(repos):
            told = ("--task", f"T-{number}", "--repo", repo, "--outcome", outcome)
            printed.append(life.cli("record", life.lesson, *told, *store))
    successor = life.run("show", life.lesson)["lesson"]["superseded_by"]
    why = ("--because", "removesuffix is checked by the linter now")
    new = "An ending comes off with removesuffix; rstrip takes a set of characters."
    reworded = ("amend", successor, "--because", "shorter")
    commands = [
        (*reworded, "--statement", "Be careful."),
        (*reworded, "--statement", new),
        ("retire", "an-ending", *why),
        ("retire", "an-ending", *why),
        ("sweep",),
    ]
    printed += [life.cli(*command, *store) for command in commands]
    text = "".join(f"### exit code {done.code}\n{done.out}{done.err}" for done in printed[2:])
    text = re.sub(r"(?<=-)[0-9a-f]{8}\b", "<digest>", text)
    golden(
        "upkeep.txt", re.sub(r"\b[0-9a-f]{16}\b", "<event>", re.sub(r"\b[0-9a-f]{12}\b", "<commit>", text))
    )


# --- retire -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [(), ("--because", "a", "--superseded-by", "b")])
def test_a_lesson_is_retired_for_one_reason(life: Life, given: tuple[str, ...]) -> None:
    told = life.run("retire", life.lesson, *given, code=2)
    assert (told["error"]["code"], "exactly one" in told["error"]["message"]) == ("bad_usage", True)


def test_retired_by_the_words_of_a_person(life: Life) -> None:
    told = life.run("retire", "rstrip", "--because", "the linter knows it")
    assert list(told) == ["actions"]
    assert told["actions"] == [
        {
            "lesson_id": life.lesson,
            "action": "retire",
            "level": "episodic",
            "superseded_by": "person:the linter knows it",
            "commit": life.head,
        }
    ]
    life.sound()
    head = life.head
    assert life.run("retire", "rstrip", "--because", "the linter knows it") == {"actions": []}
    assert "nothing follows" in life.say("retire", "rstrip", "--because", "the linter knows it")
    assert life.head == head
    life.run("retire", "rstrip", "--because", "  ", code=2)


def test_retired_by_a_failure_that_is_named_by_its_label(life: Life) -> None:
    (action,) = life.run("retire", "rstrip", "--counterexample", "demo-report-titles")["actions"]
    assert (action["action"], action["superseded_by"]) == ("retire", life.failure)
    assert life.failure in life.run("show", "rstrip")["lesson"]["counterexamples"]
    life.sound()


def test_retired_by_a_failure_or_lesson_that_nobody_knows(life: Life) -> None:
    head = life.head
    told = life.say("retire", "rstrip", "--counterexample", "f-0000000000000000", code=1)
    assert "no decided failure f-0000000000000000" in told
    assert "reflectgit counterexample LESSON TERMINATION" in told
    life.run("retire", "rstrip", "--superseded-by", "nobody-00000000", code=1)
    life.run("retire", "rstrip", "--superseded-by", "", code=2)
    life.run("retire", "rstrip", "--superseded-by", life.lesson, code=2)
    assert life.head == head


def test_retired_in_favour_of_another_lesson(life: Life) -> None:
    failure = life.desk.write("f2.json", example_of("termination"))
    story = life.desk.write("s2.json", example_of("reflection"))
    other = life.run("admit", failure, story)["lesson_id"]
    assert other != life.lesson
    (action,) = life.run("retire", "rstrip", "--superseded-by", other[:12])["actions"]
    assert (action["action"], action["superseded_by"]) == ("retire", other)
    life.sound()


# --- counterexample -----------------------------------------------------------------------------------------


def unlike(termination: dict[str, Any], **changes: str) -> dict[str, Any]:
    """Another failure: what the lesson says was done, and it failed all the same."""
    task, failure = termination["task"], termination["failure"]
    return {
        **termination,
        "failure_id": "unlike",
        "task": {**task, "id": "REP-77", "repo": changes.get("repo", task["repo"])},
        "failure": {**failure, "class": changes.get("class_", failure["class"])},
    }


def test_a_failure_that_can_be_told_apart_narrows_the_lesson(life: Life, termination: dict[str, Any]) -> None:
    file = life.desk.write("unlike.json", unlike(termination, repo="mole/backups", class_="OSError"))
    told = life.run("counterexample", "rstrip", file, "--because", "the ending was of another sort")
    (action,) = told["actions"]
    assert list(told) == ["actions"]
    assert (list(action), action["action"], action["commit"]) == (ACTION, "narrow", life.head)
    successor = life.run("show", action["superseded_by"])["lesson"]
    assert successor["scope"].count(" -") >= 1
    life.sound()
    decided = life.run("explain", "unlike")
    assert decided["decision"] == "abstained"
    assert life.run("show", life.lesson)["lesson"]["counterexamples"] == [decided["failure_id"]]
    head = life.head
    again = ("counterexample", life.lesson, file, "--because", "the ending was of another sort")
    assert life.run(*again) == {"actions": []}
    assert "stands as it did" in life.say(*again)
    assert life.head == head


def test_a_failure_that_cannot_be_told_apart_retires_the_lesson(
    life: Life, termination: dict[str, Any]
) -> None:
    file = life.desk.write("unlike.json", unlike(termination))
    (action,) = life.run("counterexample", "rstrip", file)["actions"]
    assert action["action"] == "retire"
    assert action["superseded_by"] == life.run("explain", "unlike")["failure_id"]
    life.sound()


def test_a_counterexample_that_cannot_be_read(life: Life) -> None:
    head = life.head
    assert "looks like a reflection" in life.say("counterexample", "rstrip", life.desk.story, code=2)
    life.run("counterexample", "rstrip", life.desk.folder / "nothing.json", code=2)
    life.run("counterexample", "nobody-00000000", life.desk.failure, code=1)
    life.run("counterexample", "rstrip", life.desk.failure, "--because", "", code=2)
    assert life.head == head


# --- amend --------------------------------------------------------------------------------------------------

BETTER = "Take an ending off a name with removesuffix: rstrip takes a set of characters."


def test_new_words_make_a_successor(life: Life) -> None:
    arguments = ("amend", life.lesson, "--statement", BETTER, "--because", "shorter")
    told = life.run(*arguments)
    assert list(told) == ["successor", "reason", "actions"]
    (action,) = told["actions"]
    assert (action["action"], action["superseded_by"]) == ("amend", told["successor"])
    assert told["reason"] is None
    shown = life.run("show", told["successor"])
    assert (shown["lesson"]["statement"], shown["lesson"]["supersedes"]) == (BETTER, life.lesson)
    assert (shown["grade"], shown["failures"]) == ("B", [life.failure])
    life.sound()
    head = life.head
    again = life.run(*arguments, code=2)["error"]
    assert (again["code"], "is superseded by" in again["message"]) == ("bad_input", True)
    same = life.run("amend", told["successor"], *arguments[2:], code=2)["error"]
    assert (same["code"], "says that already" in same["message"]) == ("bad_input", True)
    assert life.head == head


@pytest.mark.parametrize(
    ("statement", "reason", "said"),
    [
        ("Be more careful and test thoroughly.", "too_vague", "leaves too little to act on"),
        ("Follow https://evil.example.org/guide when an ending comes off.", "speculative", "does not know"),
    ],
)
def test_words_that_do_not_hold_are_refused_and_change_nothing(
    life: Life, statement: str, reason: str, said: str
) -> None:
    head = life.head
    arguments = ("amend", "rstrip", "--statement", statement, "--because", "shorter")
    assert life.run(*arguments, code=1) == {"successor": None, "reason": reason, "actions": []}
    told = life.say(*arguments, code=1)
    assert told.startswith(f"refused {reason}: ")
    assert said in told
    assert "What would hold: " in told
    assert life.head == head


def test_an_amendment_needs_words(life: Life) -> None:
    for statement, why in (("", "shorter"), (BETTER, " \n")):
        told = life.run("amend", "rstrip", "--statement", statement, "--because", why, code=2)
        assert told["error"]["code"] == "bad_input"
    life.run("amend", "rstrip", "--because", "shorter", code=2)


# --- sweep --------------------------------------------------------------------------------------------------


def test_a_sweep_of_a_sound_store_changes_nothing(life: Life) -> None:
    head = life.head
    assert life.run("sweep") == {"actions": []}
    assert "what the ledger says" in life.say("sweep")
    assert life.head == head


def test_a_change_of_policy_takes_effect_by_sweeping(life: Life) -> None:
    life.record(life.lesson, "worse", "a/b", "c/d")
    policy = life.desk.store / "reflectgit.toml"
    text = re.sub(r"(?m)^#?\s*hurt_limit = 3", "hurt_limit = 2", policy.read_text())
    policy.write_text(text)
    life.git(life.desk.store, "commit", "-qam", "two are enough")
    head = life.head
    dry = life.run("sweep", "--dry-run")
    (planned,) = dry["actions"]
    assert (planned["action"], planned["commit"]) == ("retire", None)
    assert "dry run this would happen; nothing was written retired rstrip" in life.say("sweep", "--dry-run")
    assert life.head == head
    assert life.run("check", code=1)["ok"] is False
    (done,) = life.run("sweep")["actions"]
    assert done == {**planned, "commit": life.head}
    life.sound()


def test_a_hand_edit_is_swept_away(life: Life) -> None:
    life.record(life.lesson, "resolved", "a/b")
    file = life.desk.store / life.run("show", life.lesson)["path"]
    kept = file.read_text()
    file.write_text(kept.replace("times_helped: 1", "times_helped: 9"))
    life.git(life.desk.store, "commit", "-qam", "more helpful than it was")
    life.run("sweep")
    assert file.read_text() == kept
    life.sound()


# --- in words -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "by", "said"),
    [
        ("retire", "outcomes:3", "retired one it hurt 3 times"),
        ("retire", "person:no: use", "retired one in the words of a person: no: use"),
        ("retire", "f-0123456789abcdef", "the failure f-0123456789abcdef speaks against it"),
        ("retire", "f-strings-0123abcd", "retired one f-strings-0123abcd takes its place"),
        ("settle", "other", "settled one other says the opposite and did better"),
        ("merge", "other", "merged one other says the same"),
        ("redflag", None, "red flag one what it may claim as its confidence has changed"),
        ("promote", None, "promoted one meta-strategy now"),
    ],
)
def test_each_action_in_words(
    action: str, by: str | None, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    show_actions(
        [Happened(lesson_id="one", action=action, level="meta_strategy", superseded_by=by, commit=None)]
    )
    assert said in " ".join(capsys.readouterr().out.split())


def test_help_examples_are_commands_that_can_be_meant(cli: Callable[..., Done]) -> None:
    """Each example parses: it fails for want of a store or a lesson, never for its options."""
    for command in ("record", "sweep", "retire", "counterexample", "amend"):
        examples = cli(command, "--help").out.partition("Examples:")[2].strip().splitlines()
        for line in filter(None, map(str.strip, examples)):
            words = shlex.split(line.rpartition(";")[2])
            done = cli(*words[1:], "--store", "/nowhere/at-all")
            assert "bad_usage" not in json.dumps(done.out)
            assert done.code in (2, 3), line
            assert "No such option" not in done.err
