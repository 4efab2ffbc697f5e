"""The docs name what there is: commands, exit codes, the members of each answer; and help helps."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_desk import Desk, Done

import reflectgit.errors
from reflectgit.cli.faults import INTERRUPTED
from reflectgit.cli.program import app
from reflectgit.cli.terminal import PIPE_CLOSED
from reflectgit.policy import render_policy

DOCS = Path(__file__).parents[2] / "docs"
COMMANDS = [
    "init",
    "admit",
    "learn",
    "lint",
    "collect",
    "signature",
    "watch",
    "pending",
    "draft",
    "list",
    "show",
    "retrieve",
    "log",
    "explain",
    "record",
    "sweep",
    "retire",
    "counterexample",
    "amend",
    "approve",
    "refuse",
    "check",
    "schema",
    "demo",
]
ALL = [*COMMANDS, "ab gate"]
DECIDED = """failure_id label signature decision recorded lesson_id path commit rejected_reason violation
unattached_candidate grade checks stages"""
DECISION = """decision lesson_id supersedes joins rejected_reason violation unattached_candidate grade reflection
reflection_digest checks policy_digest rules_version stages"""
LESSON = """statement type scope derived_from evidence counterexamples confidence times_applied times_helped
times_hurt supersedes superseded_by"""
LISTED = """id path type statement scope confidence times_applied times_helped times_hurt superseded_by"""


def test_these_are_all_the_commands() -> None:
    named = [command.name for command in app.registered_commands] + [
        group.name for group in app.registered_groups
    ]
    assert sorted(filter(None, named)) == sorted([*COMMANDS, "ab"])


@pytest.mark.parametrize("command", ALL)
def test_every_command_has_help_with_an_example(command: str, cli: Callable[..., Done]) -> None:
    done = cli(*command.split(), "--help")
    assert done.code == 0
    text = " ".join(done.out.split())
    assert f"Examples: reflectgit {command}" in text
    assert done.err == ""


@pytest.mark.parametrize("command", ALL)
def test_every_command_is_in_the_docs(command: str) -> None:
    assert f"`reflectgit {command}" in (DOCS / "commands.md").read_text()


@pytest.mark.parametrize("command", [name for name in ALL if name not in ("demo", "watch")])
def test_every_command_that_answers_takes_store_and_json(command: str, cli: Callable[..., Done]) -> None:
    text = cli(*command.split(), "--help").out
    assert "--store DIR" in text
    assert "--json" in text
    assert "REFLECTGIT_STORE" in text


def test_the_program_alone_shows_its_help(cli: Callable[..., Done]) -> None:
    assert cli().code == 0
    assert cli().out == cli("--help").out == cli("-h").out


def test_every_exit_code_and_error_word_is_in_the_docs() -> None:
    text = (DOCS / "exit-codes.md").read_text()
    faults = [fault for fault in vars(reflectgit.errors).values() if isinstance(fault, type)]
    expected = [fault for fault in faults if fault is not reflectgit.errors.ReflectgitError]
    for fault in expected:
        assert f"| `{fault.default_code}` | {fault.exit_code} |" in text
    for code in (0, 1, 2, 3, INTERRUPTED, PIPE_CLOSED):
        assert f"| `{code}` |" in text


def documented(command: str) -> list[str]:
    """The members that docs/commands.md promises for ``--json``, in their order."""
    table = (DOCS / "commands.md").read_text().partition("## What they print")[2]
    row = next(
        line for line in table.splitlines() if line.startswith("| `") and f"`{command}`" in line.split("|")[1]
    )
    return re.findall(r"`(\w+)`", row.split("|")[2])


def test_the_members_of_each_answer_are_those_of_the_contract_and_the_docs(
    desk: Desk, cli: Callable[..., Done]
) -> None:
    store = ("--store", desk.store, "--json")
    admitted = cli("admit", desk.failure, desk.story, *store)
    assert list(admitted.json) == DECIDED.split() == documented("admit")
    stages = ["ledger", "grounding", "generalization", "calibration", "admission", "lifecycle"]
    assert list(admitted.json["stages"]) == stages
    assert list(admitted.json["checks"][0]) == [
        "claim",
        "cited",
        "kind",
        "compared",
        "verdict",
    ]
    lesson = admitted.json["lesson_id"]

    listed = cli("list", *store).json
    assert ["lessons", *listed["lessons"][0]] == ["lessons", *LISTED.split()] == documented("list")
    shown = cli("show", lesson, *store).json
    assert [*shown, "failure_id", "statement"] == documented("show")
    assert list(shown["lesson"]) == LESSON.split()
    told = cli("log", lesson, *store).json
    assert ["events", *told["events"][0], "history_cut", "supersedes"] == documented("log")
    assert list(told) == ["events", "history_cut", "supersedes"]
    failures = cli("list", "--failures", *store).json
    assert ["failures", *failures["failures"][0]] == documented("list --failures")
    explained = cli("explain", admitted.json["failure_id"], *store).json
    assert (
        list(explained)
        == ["failure_id", "label", "signature", "path", *DECISION.split()]
        == documented("explain")
    )
    linted = cli("lint", desk.failure, desk.story, "--json").json
    assert [*linted, "claim", "message"] == documented("lint")
    checked = cli("check", *store).json
    assert list(checked) == documented("check")[:2]


def test_init_answers_as_documented(tmp_path: Path, repo: Path, cli: Callable[..., Done]) -> None:
    assert list(cli("init", repo, "--json").json) == documented("init")


def test_init_tells_of_what_it_made_and_of_what_is_around(
    tmp_path: Path, repo: Path, cli: Callable[..., Done]
) -> None:
    alone = cli("init", tmp_path / "alone")
    assert "in a new git repository" in alone.out
    assert alone.err == ""
    assert "new git repository" not in cli("init", repo).out
    inside = cli("init", repo / "inside")
    assert f"note: {repo} is a store already" in inside.err
    assert "new git repository" not in inside.out


def test_the_examples_make_a_first_lesson(desk: Desk, cli: Callable[..., Done]) -> None:
    failure = desk.write("failure.json", cli("schema", "termination", "--example").out.encode())
    story = desk.write("story.json", cli("schema", "reflection", "--example", "--json").out.encode())
    assert cli("lint", failure, story).code == 0
    told = cli("admit", failure, story, "--store", desk.store, "--json")
    assert (told.code, told.json["decision"], told.json["grade"]) == (0, "admitted", "B")
    assert cli("schema", "decision", "--example").code == 2


@pytest.mark.parametrize("name", ["termination", "reflection"])
def test_the_first_lesson_shows_the_examples(name: str, cli: Callable[..., Done]) -> None:
    text = (DOCS / "first-lesson.md").read_text()
    shown = text.partition(f"```json {name}\n")[2].partition("```")[0]
    assert shown == cli("schema", name, "--example").out


@pytest.mark.parametrize(
    "name", ["docs/commands.md", "docs/exit-codes.md", "docs/first-lesson.md", "README.md"]
)
def test_pages_for_users_speak_to_users(name: str) -> None:
    assert not re.search(r"build spec|the spec\b|CONTRACT|DESIGN", (DOCS.parent / name).read_text())


@pytest.mark.parametrize("command", ALL)
def test_help_speaks_to_users(command: str, cli: Callable[..., Done]) -> None:
    text = cli(*command.split(), "--help").out + cli("schema", "decision").out
    assert not re.search(r"build spec|the spec\b|CONTRACT|DESIGN", text)


def test_the_policy_that_init_writes_speaks_to_users() -> None:
    assert not re.search(r"build spec|the spec\b|CONTRACT|DESIGN", render_policy())


@pytest.mark.parametrize("name", ["lesson", "reflection", "termination", "decision"])
def test_schema_prints_a_json_schema(name: str, cli: Callable[..., Done]) -> None:
    done = cli("schema", name)
    assert done.code == 0
    assert '"properties"' in done.out
