"""``learn``: who proposes, and which profile."""

import shlex
import sys
from collections.abc import Callable
from typing import Any

import pytest
from cli_desk import Desk, Done

from reflectgit.formats.emit import to_yaml


def test_a_recorded_answer_is_judged_like_any_other(desk: Desk, cli: Callable[..., Done]) -> None:
    done = cli("learn", desk.failure, "--reflection", desk.story, "--store", desk.store, "--json")
    assert done.code == 0, done.err
    assert done.json["decision"] == "admitted"


def test_a_command_gets_the_prompt_and_answers(desk: Desk, cli: Callable[..., Done]) -> None:
    answer = f"import sys; assert 'basics.csv' in sys.stdin.read(); print(open({str(desk.story)!r}).read())"
    command = shlex.join([sys.executable, "-c", answer])
    done = cli("learn", desk.failure, "--llm-cmd", command, "--store", desk.store, "--json")
    assert done.code == 0, done.err
    assert done.json["decision"] == "admitted"


def test_a_command_that_fails_records_nothing(
    desk: Desk, cli: Callable[..., Done], git: Callable[..., str]
) -> None:
    before = git(desk.store, "rev-parse", "HEAD")
    done = cli(
        "learn", desk.failure, "--llm-cmd", "sh -c 'cat >/dev/null; exit 7'", "--store", desk.store, "--json"
    )
    assert done.code == 3
    assert done.json["error"]["code"] == "proposer_failed"
    assert git(desk.store, "rev-parse", "HEAD") == before


@pytest.mark.parametrize("options", [[], ["--reflection", "a", "--llm-cmd", "b"]])
def test_exactly_one_proposes(options: list[str], desk: Desk, cli: Callable[..., Done]) -> None:
    done = cli("learn", desk.failure, *options, "--store", desk.store)
    assert done.code == 2
    assert "exactly one" in done.err
    assert "hint: Say who proposes" in done.err


def test_talk_of_a_command_is_a_recorded_violation(desk: Desk, cli: Callable[..., Done]) -> None:
    desk.write("story.json", b"I am sorry, I cannot say.")
    done = cli("learn", desk.failure, "--llm-cmd", f"cat {desk.story}", "--store", desk.store, "--json")
    assert (done.code, done.json["decision"], done.json["recorded"]) == (1, "violation", True)


@pytest.mark.parametrize("data", [b"", b"I am sorry.", b"\xff", b'{"outcome": ', b"[]", b"- a\n", b"a: 1\n"])
def test_a_file_that_holds_no_reflection_decides_nothing(
    data: bytes, desk: Desk, cli: Callable[..., Done], git: Callable[..., str]
) -> None:
    before, story = git(desk.store, "rev-parse", "HEAD"), desk.story.read_bytes()
    desk.write("story.json", data)
    arguments = ("learn", desk.failure, "--reflection", desk.story, "--store", desk.store, "--json")
    done = cli(*arguments)
    assert (done.code, done.json["error"]["code"]) == (2, "bad_input")
    assert "story.json:" in done.json["error"]["message"]
    assert git(desk.store, "rev-parse", "HEAD") == before
    desk.write("story.json", story)
    assert cli(*arguments).json["decision"] == "admitted"


def test_the_wrong_one_of_two_files_is_told_so(desk: Desk, cli: Callable[..., Done]) -> None:
    done = cli("learn", desk.failure, "--reflection", desk.failure, "--store", desk.store)
    assert done.code == 2
    assert "are the two files swapped?" in done.err


def test_a_recorded_answer_may_be_yaml(
    desk: Desk, cli: Callable[..., Done], reflection: dict[str, Any]
) -> None:
    story = desk.write("story.yaml", to_yaml(reflection))
    by_file = cli("learn", desk.failure, "--reflection", story, "--store", desk.store, "--json", "--dry-run")
    assert (
        by_file.json == cli("admit", desk.failure, story, "--store", desk.store, "--json", "--dry-run").json
    )
    assert by_file.json["decision"] == "admitted"


@pytest.mark.parametrize("name", ["task.id", "a.b[0]", "`"])
def test_a_member_that_looks_like_a_place_is_a_violation(
    name: str, desk: Desk, cli: Callable[..., Done], reflection: dict[str, Any]
) -> None:
    desk.write("story.json", {name: 1, **reflection})
    done = cli("learn", desk.failure, "--reflection", desk.story, "--store", desk.store, "--json")
    assert (done.code, done.json["decision"]) == (1, "violation")
    assert f"the member {name} is not known" in done.json["violation"]


def test_what_was_printed_instead_of_a_reflection_is_shown_and_kept_nowhere(
    desk: Desk, cli: Callable[..., Done], git: Callable[..., str]
) -> None:
    desk.write("story.json", b"I am \x1b[2Jsorry.\n" + b"Very sorry indeed.\n" * 40)
    arguments = ("learn", desk.failure, "--llm-cmd", f"cat {desk.story}", "--store", desk.store)
    assert "I am" in cli(*arguments, "--dry-run", "--json").err
    done = cli(*arguments)
    assert done.code == 1
    assert "that decides this failure" in " ".join(done.out.split())
    assert "  | I am \\x1b[2Jsorry.\n" in done.err
    assert "31 more lines" in done.err
    assert len(done.err.splitlines()) == 12
    assert "sorry" not in git(desk.store, "log", "-p", "--all")
    assert cli(*arguments).err == "", "the proposer is not asked again"


def test_a_proposed_scope_that_was_narrowed_is_told(desk: Desk, cli: Callable[..., Done]) -> None:
    done = cli("learn", desk.failure, "--reflection", desk.story, "--store", desk.store)
    assert "declared       lang:python" in done.out


def test_the_profile_of_the_gate_is_the_default(
    desk: Desk, cli: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFLECT", "15reflect")
    arguments = ("learn", desk.failure, "--reflection", desk.story, "--store", desk.store, "--dry-run")
    assert cli(*arguments).code == 0
    monkeypatch.setenv("REFLECT", "")
    assert cli(*arguments).code == 0


@pytest.mark.parametrize(("profile", "said"), [("introspect", "A/B"), ("15Reflect", "REFLECT is")])
def test_another_profile_is_refused(
    profile: str, said: str, desk: Desk, cli: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFLECT", profile)
    done = cli("learn", desk.failure, "--reflection", desk.story, "--store", desk.store)
    assert done.code == 2
    assert said in done.err


def test_a_dry_run_writes_nothing(desk: Desk, cli: Callable[..., Done], git: Callable[..., str]) -> None:
    before = git(desk.store, "rev-parse", "HEAD")
    done = cli("admit", desk.failure, desk.story, "--store", desk.store, "--dry-run", "--json")
    assert (done.code, done.json["decision"], done.json["commit"]) == (0, "admitted", None)
    assert git(desk.store, "rev-parse", "HEAD") == before
    assert git(desk.store, "status", "--porcelain") == ""
