"""What a newcomer ran into: words that said something else than they meant, and faults that went unnoticed."""

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_desk import Desk, Done

from reflectgit.formats.schema import example_of
from reflectgit.model import CLAIM_FIELDS

ROOT = Path(__file__).parents[2]
BETTER = "Take an ending off a name with removesuffix: rstrip takes a set of characters."


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture
def say(desk: Desk, cli: Callable[..., Done]) -> Callable[..., Done]:
    """A command in a store with one lesson."""
    assert cli("admit", desk.failure, desk.story, "--store", desk.store).code == 0

    def run(*arguments: object) -> Done:
        return cli(*arguments, "--store", desk.store)

    return run


# --- retired ------------------------------------------------------------------------------------------------


def test_a_store_with_retired_lessons_alone_names_the_way_to_them(say: Callable[..., Done]) -> None:
    say("retire", "rstrip", "--because", "the linter knows it")
    assert "reflectgit list --all" in say("list").out
    assert "No lessons yet" not in say("list").out
    assert "episodic, retired" in say("list", "--all").out
    again = say("retire", "rstrip", "--because", "the linter knows it")
    assert again.code == 0
    assert "was retired before: in the words of a person: the linter knows it" in flat(again.out)


def test_retiring_what_has_a_successor_takes_no_other_lesson_out_of_use(
    say: Callable[..., Done], desk: Desk, git: Callable[..., str]
) -> None:
    old = say("list", "--json").json["lessons"][0]["id"]
    new = say("amend", old, "--statement", BETTER, "--because", "shorter", "--json").json["successor"]
    assert "episodic, superseded" in say("list", "--all").out
    head = git(desk.store, "rev-parse", "HEAD")
    refused = say("retire", old, "--because", "not needed")
    assert refused.code == 2
    assert f"{old} was superseded before, and {new} holds in its place" in refused.err
    assert f"reflectgit retire {new}" in refused.err
    assert git(desk.store, "rev-parse", "HEAD") == head
    assert say("retire", new, "--because", "not needed").code == 0
    after = say("retire", old, "--because", "another reason")
    assert after.code == 0
    assert f"superseded before by {new}, which was retired" in flat(after.out)
    assert "not needed" in say("show", new).out


# --- only what is committed -----------------------------------------------------------------------------


def test_check_names_what_is_not_committed_and_does_not_judge_it(
    say: Callable[..., Done], desk: Desk, git: Callable[..., str]
) -> None:
    assert say("check").err == ""
    path = say("show", "rstrip", "--json").json["path"]
    with (desk.store / path).open("a") as file:
        file.write("confidence: 1\n")
    (desk.store / "notes.txt").write_text("of no concern\n")
    done = say("check")
    assert (done.code, done.out) == (0, "Nothing wrong.\n")
    assert done.err.count("\n") == 1
    assert f"not committed, and so not judged: {path}; only what is committed counts" in done.err
    told = say("check", "--json")
    assert (told.code, told.json["ok"], path in told.err) == (0, True, True)
    git(desk.store, "add", path)
    git(desk.store, "mv", "reflectgit.toml", "other.toml")
    assert f": {path}, reflectgit.toml; only" in say("check").err


def test_check_of_a_bare_store_has_nothing_that_is_not_committed(
    say: Callable[..., Done], desk: Desk, cli: Callable[..., Done], git: Callable[..., str]
) -> None:
    git(desk.folder, "clone", "-q", "--bare", str(desk.store), "bare.git")
    done = cli("check", "--store", desk.folder / "bare.git")
    assert (done.code, done.err) == (0, "")


# --- decided once ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("dry", [(), ("--dry-run",)])
def test_what_is_decided_is_told_so_to_every_run(
    say: Callable[..., Done], desk: Desk, reflection: dict[str, Any], dry: tuple[str, ...]
) -> None:
    same = say("admit", desk.failure, desk.story, *dry)
    assert same.code == 0
    assert same.out.startswith("already decided  admitted, on this very reflection")
    desk.write("story.json", {**reflection, "counterfactual": "Nothing would have helped."})
    other = say("admit", desk.failure, desk.story, *dry)
    assert other.code == 1
    assert other.out.startswith("already decided  admitted, and that stands.")


@pytest.mark.parametrize("dry", [(), ("--dry-run",)])
def test_form_comes_first_also_on_a_decided_failure(
    say: Callable[..., Done], desk: Desk, reflection: dict[str, Any], dry: tuple[str, ...]
) -> None:
    for first, second in ((desk.story, desk.failure), (desk.failure, desk.failure)):
        swapped = say("admit", first, second, *dry)
        assert swapped.code == 2
        assert "are the two files swapped?" in swapped.err
    desk.write("story.json", {**reflection, "evidence_ids": ["E-999"]})
    unknown = say("admit", desk.failure, desk.story, "--json", *dry)
    assert (unknown.code, unknown.json["decision"], unknown.json["recorded"]) == (2, "violation", False)
    assert "story.json: unknown evidence id" in unknown.json["violation"]
    assert (unknown.json["lesson_id"], unknown.json["checks"]) == (None, [])


# --- names ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("failure", "termination"),
        ("terminaton", "termination"),
        ("Failures", "termination"),
        ("story", "reflection"),
        ("reflexion", "reflection"),
        ("lessons", "lesson"),
        ("verdict", "decision"),
    ],
)
def test_a_near_word_is_told_the_schema_that_is_meant(
    said: str, meant: str, cli: Callable[..., Done]
) -> None:
    done = cli("schema", said)
    assert (done.code, done.out) == (2, "")
    assert f"hint: Say reflectgit schema {meant}\n" in done.err


@pytest.mark.parametrize("repo", ["shop", "acme/", "acme//shop"])
def test_a_repository_without_its_owner_is_refused(
    repo: str, desk: Desk, termination: dict[str, Any], cli: Callable[..., Done]
) -> None:
    termination["task"]["repo"] = repo
    desk.write("failure.json", termination)
    done = cli("admit", desk.failure, desk.story, "--store", desk.store)
    assert done.code == 2
    assert re.search(r"failure.json:\d+: task.repo names no owner\n.*write owner/name", done.err)
    told = ("record", "x-0123abcd", "--task", "T-1", "--repo", repo, "--outcome", "worse")
    done = cli(*told, "--store", desk.store)
    assert done.code == 2
    assert "which names no owner" in done.err
    termination["task"]["repo"] = "acme/tools/shop"
    desk.write("failure.json", termination)
    assert cli("admit", desk.failure, desk.story, "--store", desk.store).code == 0


@pytest.mark.parametrize("name", ["cases", "sequences"])
def test_the_repositories_of_the_corpus_have_owners(
    name: str, shared: Path, cli: Callable[..., Done]
) -> None:
    _all_have_owners(shared / f"corpus/{name}.jsonl")


def test_the_repositories_of_the_cases_have_owners() -> None:
    _all_have_owners(ROOT / "tests/data/cases/amber.jsonl")


def _all_have_owners(file: Path) -> None:
    repos = re.findall(r'"repo": "([^"]*)"', file.read_text("utf-8"))
    assert repos
    assert all(re.fullmatch("[^/]+(/[^/]+)+", repo) for repo in repos)


# --- form -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["failed_assumption", "strategy_error", "counterfactual"])
def test_no_field_of_a_story_is_without_end(
    field: str, desk: Desk, reflection: dict[str, Any], cli: Callable[..., Done]
) -> None:
    reflection[field] = ("It went wrong. " * 1000)[:10_000].rstrip()
    desk.write("story.json", reflection)
    assert cli("lint", desk.failure, desk.story, "--json").json["violation"] is None
    reflection[field] = "x" * 10_001
    desk.write("story.json", reflection)
    done = cli("admit", desk.failure, desk.story, "--store", desk.store)
    assert done.code == 2
    assert f"{field} has 10001 characters, more than 10000" in done.err


def test_who_does_what_a_refusal_says_is_let_in(
    desk: Desk, reflection: dict[str, Any], cli: Callable[..., Done]
) -> None:
    plain = {
        **dict.fromkeys(CLAIM_FIELDS, ""),
        "failed_assumption": "The plan took rstrip for a call that removes a suffix as a whole, not letters.",
    }
    story = {**reflection, **plain, "evidence_ids": ["plan-1"]}
    desk.write("story.json", story)
    dry = ("admit", desk.failure, desk.story, "--dry-run", "--store", desk.store)
    text = flat(cli(*dry).out)
    assert "thin_evidence: no claim rests on what was observed and can carry it (patch-1)" in text
    quote = re.search(
        r"Quote in failed_assumption (`[^`]*` \[([^\]]*)\]); list patch-1 in evidence_ids", text
    )
    assert quote is not None
    story["failed_assumption"] += f" The patch has {quote[1]}."
    story["evidence_ids"] = ["plan-1", "patch-1"]
    desk.write("story.json", story)
    assert cli(*dry).out.startswith("dry run: admitted")


def test_what_speaks_against_a_superseded_lesson_is_told_to_reach_the_one_in_its_place(
    say: Callable[..., Done], desk: Desk, termination: dict[str, Any]
) -> None:
    old = say("list", "--json").json["lessons"][0]["id"]
    new = say("amend", old, "--statement", BETTER, "--because", "shorter", "--json").json["successor"]
    events = say("log", new)
    assert f"as {new}" not in events.out
    assert "worded anew as this one" in events.out
    assert f"worded anew as {new}" in say("log", old).out
    termination["task"] = {**termination["task"], "id": "another", "repo": "quay/other"}
    desk.write("other.json", termination)
    done = say("counterexample", old, desk.failure.parent / "other.json")
    assert f"note: {old} holds no more; {new} stands in its place" in done.err
    several = say("show", old[:20])
    assert several.code == 2
    assert "may be any of" in several.err
    assert "; none of them holds today" in several.err


# --- lint -------------------------------------------------------------------------------------------------


def test_lint_hints_at_a_quote_that_names_no_item(
    desk: Desk, reflection: dict[str, Any], cli: Callable[..., Done]
) -> None:
    quoted = "AssertionError: 'basi' != 'basics'"
    reflection["overlooked_evidence"] = f"The run said `{quoted}`, and “nothing like it before”; see `title`."
    desk.write("story.json", reflection)
    told = cli("lint", desk.failure, desk.story, "--json")
    assert (told.code, told.json["ok"]) == (0, True)
    hints = told.json["hints"]
    assert [hint["claim"] for hint in hints] == ["overlooked_evidence"] * len(hints)
    assert f"`{quoted}` names no item, and is read as no quote: write `{quoted}` [run-1]" in [
        hint["message"] for hint in hints
    ]
    assert any("stands in no item word for word" in hint["message"] for hint in hints)
    text = flat(cli("lint", desk.failure, desk.story).out)
    assert f"hint overlooked_evidence: `{quoted}` names no item" in text


def test_lint_hints_at_a_story_without_quotes(
    desk: Desk, reflection: dict[str, Any], cli: Callable[..., Done]
) -> None:
    assert cli("lint", desk.failure, desk.story, "--json").json["hints"] == []
    empty = dict.fromkeys(CLAIM_FIELDS, "It was thought that an ending goes as a whole.")
    told = hinted(desk, {**reflection, **empty}, cli)
    assert set(told) == {*CLAIM_FIELDS, None}
    for claim in CLAIM_FIELDS:
        assert told[claim].startswith("admit will find nothing to check in it: quote what ")
    assert "of the story as a whole: if diagnosis-1 tells the cause that you mean" in told[None]
    plain = {
        "failed_assumption": "The plan took rstrip for a call that removes a suffix as a whole, not letters.",
        "overlooked_evidence": "test_titles lost the last letters of a title that ends like the suffix.",
        "strategy_error": "",
        "violated_invariant": "",
    }
    message = hinted(desk, {**reflection, **plain}, cli)[None]
    assert message.startswith(
        "no claim quotes anything: admit will let it in at grade C; a quote in each claim"
    )
    text = flat(cli("lint", desk.failure, desk.story).out)
    assert "failed_assumption no quote (assumption, cites" in text
    assert "nothing to check" not in text


def hinted(desk: Desk, story: dict[str, Any], cli: Callable[..., Done]) -> dict[str | None, str]:
    desk.write("story.json", story)
    told = cli("lint", desk.failure, desk.story, "--json").json
    return {hint["claim"]: hint["message"] for hint in told["hints"]}


def test_lint_hints_at_what_admit_would_refuse(
    desk: Desk, reflection: dict[str, Any], cli: Callable[..., Done]
) -> None:
    assert "escalated" in hinted(desk, {**reflection, "outcome": "escalated"}, cli)["outcome"]
    scope = hinted(desk, {**reflection, "scope": "languge:python names of files"}, cli)["scope"]
    assert "`languge:python` is no facet" in scope
    assert "lang: may be meant" in scope
    assert "scope" not in hinted(desk, {**reflection, "scope": "lang:python names: std::string"}, cli)
    vague = {**reflection, "candidate_lesson": "Be more careful and think twice."}
    assert "too_vague" in hinted(desk, vague, cli)["candidate_lesson"]
    led_away = {**reflection, "candidate_lesson": "See https://docs.example.org/str for endings."}
    assert "leave addresses out" in hinted(desk, led_away, cli)["candidate_lesson"]


def test_lint_shows_the_passage_that_a_quote_is_nearest_to(
    desk: Desk, reflection: dict[str, Any], cli: Callable[..., Done]
) -> None:
    said = "It ended with `AssertionError: 'basi' is not 'basics'` [run-1]."
    assert (
        "nearest: `AssertionError: 'basi' != 'basics'` [run-1]"
        in hinted(desk, {**reflection, "overlooked_evidence": said}, cli)["overlooked_evidence"]
    )
    nowhere = "It ended with `seven geese on the roof` [run-1]."
    assert "overlooked_evidence" not in hinted(desk, {**reflection, "overlooked_evidence": nowhere}, cli)


def test_a_refused_lesson_is_told_so_among_the_failures(
    desk: Desk, git: Callable[..., str], cli: Callable[..., Done]
) -> None:
    policy = desk.store / "reflectgit.toml"
    policy.write_text(re.sub(r'(?m)^#?\s*review = "none"', 'review = "required"', policy.read_text()))
    git(desk.store, "commit", "-qam", "a person looks first")
    store = ("--store", desk.store)
    failure = cli("admit", desk.failure, desk.story, "--json", *store).json["failure_id"]
    assert "refused by a person" not in cli("list", "--failures", *store).out
    assert cli("refuse", failure, "--because", "not ours", *store).code == 0
    assert "refused by a person" in cli("list", "--failures", *store).out


def test_an_option_of_the_commands_is_told_to_go_after_the_command(cli: Callable[..., Done]) -> None:
    done = cli("--store", "X", "list")
    assert done.code == 2
    assert "--store goes after the command: reflectgit list --store DIR" in done.err


def test_an_address_in_a_lesson_is_told_to_be_left_out(
    desk: Desk, reflection: dict[str, Any], cli: Callable[..., Done]
) -> None:
    reflection["candidate_lesson"] += " See https://docs.example.org/str for it."
    desk.write("story.json", reflection)
    text = flat(cli("admit", desk.failure, desk.story, "--store", desk.store).out)
    assert "speculative: the lesson holds an address" in text
    assert "What would have held it: leave addresses out" in text


# --- the pages ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["README.md", "docs/first-lesson.md"])
def test_the_queries_of_the_pages_find_the_lesson_of_the_example(
    page: str, desk: Desk, cli: Callable[..., Done]
) -> None:
    desk.write("failure.json", example_of("termination"))
    desk.write("story.json", example_of("reflection"))
    lesson = cli("admit", desk.failure, desk.story, "--store", desk.store, "--json").json["lesson_id"]
    queries = re.findall(r"reflectgit (retrieve \"[^\n`#|]*)", (ROOT / page).read_text("utf-8"))
    assert queries
    for query in queries:
        arguments = [word for word in shlex.split(query) if word != "--json"]
        done = cli(*arguments, "--store", desk.store, "--json")
        assert json.dumps(done.json["retrieved_lesson_ids"]) == json.dumps([lesson]), query


def test_the_pages_name_what_a_newcomer_asks_for() -> None:
    assert "`bad_date`" in (ROOT / "docs/exit-codes.md").read_text("utf-8")
    assert "signals." in (ROOT / "docs/architecture.md").read_text("utf-8")
    assert "Only what is committed counts" in (ROOT / "README.md").read_text("utf-8")
    assert "retire OLD" in (ROOT / "docs/lifecycle.md").read_text("utf-8")


def test_the_story_of_the_readme_fits_the_failure_above_it(desk: Desk, cli: Callable[..., Done]) -> None:
    story = re.findall(r"```json\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    desk.write("failure.json", example_of("termination"))
    desk.write("story.json", json.loads(story[0]))
    told = cli("lint", desk.failure, desk.story, "--json")
    assert (told.code, told.json["hints"]) == (0, [])
    assert cli("admit", desk.failure, desk.story, "--dry-run", "--store", desk.store).code == 0


def test_the_error_of_the_pages_is_what_is_printed(desk: Desk, cli: Callable[..., Done]) -> None:
    failure = cli("schema", "termination", "--example").out.replace('"resolved"', '"done"')
    file = desk.write("failure.json", failure.encode())
    told = cli("lint", file, desk.story).err.replace(str(file), "failure.json")
    assert told in (ROOT / "docs" / "exit-codes.md").read_text("utf-8")
