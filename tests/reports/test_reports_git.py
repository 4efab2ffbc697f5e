"""What users of neighbouring tools met with git: other checkouts, processes, names, settings and damage."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ledger_builder as build
import pytest
from reports_support import LESSON, Said, elsewhere, failure, story

from reflectgit.formats.emit import to_yaml
from reflectgit.formats.inputs import read_as
from reflectgit.identity import lesson_id, lesson_path, ruling_path
from reflectgit.model import DecidedTermination, Ruling
from reflectgit.policy import Policy
from reflectgit.stages.lifecycle import fold

Run = Callable[..., str]
Cli = Callable[..., Said]
Admit = Callable[..., Any]
TASK = "a party leaves the last boat partly filled by division"


# Agents that share a checkout collided on git's own lock, and most of what they wrote was lost.
def test_processes_that_admit_at_once_all_get_their_commit(
    store: Path, git: Run, start: Callable[..., Any], files: Callable[..., Any], cli: Cli
) -> None:
    words = ["barge", "sledge", "tram", "van"]
    begun = [
        start("admit", *files(*elsewhere(word)), "--json", "--store", store) for word in [*words, words[0]]
    ]
    ended = [(one.communicate()[0], one.returncode) for one in begun]
    answers = [json.loads(out) for out, _ in ended]
    assert [answer["decision"] for answer in answers] == ["admitted"] * 5
    assert {code for _, code in ended} == {0}
    commits = {answer["commit"] for answer in answers} - {None}
    assert len(commits) == len(words), "the same failure and story twice is one decision"
    assert set(git(store, "rev-list", "HEAD").split()) >= commits
    assert len(git(store, "ls-files", "ledger").split()) == len(words)
    assert not git(store, "status", "--porcelain")
    assert cli("check", "--store", store).code == 0


# On a fresh machine without an identity a traceback came, and a half-written item stayed.
def test_without_an_identity_nothing_is_left_half_done(
    store: Path, tmp_path: Path, git: Run, hermetic: Path, cli: Cli, files: Callable[..., Any]
) -> None:
    (hermetic / ".gitconfig").write_text("[user]\n\tuseConfigOnly = true\n")
    fresh = tmp_path / "fresh"
    git(tmp_path, "init", "-q", str(fresh))
    before = git(store, "rev-parse", "HEAD")
    for done in (cli("init", fresh), cli("admit", *files(failure(), story()), "--store", store)):
        assert done.code == 3
        assert "user.name" in done.err
        assert "user.email" in done.err
    assert [path.name for path in fresh.iterdir()] == [".git"]
    assert git(store, "rev-parse", "HEAD") == before
    assert not git(store, "status", "--porcelain", "--ignored")


# A hook said no, and the tool told of a success.
def test_a_hook_that_refuses_is_quoted_and_its_mending_is_enough(
    store: Path, git: Run, cli: Cli, files: Callable[..., Any]
) -> None:
    hook = store / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho 'no commits on a Friday' >&2\nexit 1\n")
    hook.chmod(0o755)
    both = files(failure(), story())
    done = cli("admit", *both, "--store", store)
    assert done.code == 3
    assert "no commits on a Friday" in done.err
    assert not done.out
    assert not git(store, "status", "--porcelain", "--ignored")
    assert cli("list", "--json", "--store", store).json["lessons"] == []
    hook.unlink()
    assert cli("admit", *both, "--store", store).code == 0


# Tools that take .git for a folder wrote into another checkout, or found nothing.
def test_every_kind_of_checkout_gets_the_same_lessons(
    store: Path, tmp_path: Path, git: Run, cli: Cli, admit: Admit
) -> None:
    assert admit()["decision"] == "admitted"
    bare, linked, around = tmp_path / "bare.git", tmp_path / "linked", tmp_path / "around"
    git(tmp_path, "clone", "-q", "--bare", str(store), str(bare))
    git(bare, "worktree", "add", "-q", "-b", "side", str(linked))
    git(tmp_path, "init", "-q", str(around))
    git(around, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(store), "sub")
    asked = ("retrieve", TASK, "--json", "--store")
    known = cli(*asked, store)
    assert known.json["lessons"]
    assert [cli(*asked, place) for place in (bare, linked, around / "sub")] == [known] * 3
    assert (linked / ".git").is_file()
    assert (around / "sub/.git").is_file()


# In a clone of depth one a tool answered from one commit, and called the graft the origin.
def test_a_clone_without_its_history_still_knows_what_the_ledger_says(
    store: Path, tmp_path: Path, git: Run, cli: Cli, admit: Admit
) -> None:
    first = admit()
    assert admit(*elsewhere("barge"))["decision"] == "admitted"
    git(tmp_path, "clone", "-q", "--depth", "1", store.as_uri(), str(tmp_path / "cut"))
    for command in (("show", first["lesson_id"]), ("explain", first["failure_id"]), ("retrieve", TASK)):
        whole, cut = (cli(*command, "--json", "--store", place) for place in (store, tmp_path / "cut"))
        assert (cut.code, cut.json) == (0, whole.json)
    told = cli("log", first["lesson_id"], "--json", "--store", tmp_path / "cut")
    assert told.json["events"] == []
    assert "shallow" in told.err
    assert cli("check", "--store", tmp_path / "cut").code == 0


# An item that came back after its removal got the same name again, and was taken for the removed one.
def test_a_failure_that_returns_after_its_lesson_was_retired_may_teach_anew(
    repo: Path, cli: Cli, files: Callable[..., Any], git: Run
) -> None:
    assert cli("init", repo).code == 0
    first = cli("admit", *files(failure(), story()), "--json", "--store", repo).json
    _retire(repo, first)
    assert cli("check", "--store", repo).code == 0
    assert cli("retrieve", TASK, "--json", "--store", repo).json["lessons"] == []
    again = failure(task=failure()["task"] | {"id": "FERRY-2"})
    second = cli("admit", *files(again, story()), "--json", "--store", repo).json
    assert (second["decision"], second["signature"]) == ("admitted", first["signature"])
    assert second["lesson_id"] != first["lesson_id"]
    assert cli("retrieve", TASK, "--json", "--store", repo).json["retrieved_lesson_ids"] == [
        second["lesson_id"]
    ]
    known = cli("retrieve", "--termination", files(again, story())[0], "--json", "--store", repo).json[
        "signature"
    ]
    assert {one["lesson_id"] for one in known["resolutions"]} == {first["lesson_id"], second["lesson_id"]}
    assert cli("check", "--store", repo).code == 0


def _retire(repo: Path, answer: Any) -> None:
    """What a retirement by a person leaves behind, committed by hand."""
    (ledger,) = (repo / "ledger/terminations").rglob("*.yaml")
    decided = read_as(DecidedTermination, ledger.read_bytes(), ledger.name)
    ruling = Ruling(op="retire", lesson_id=answer["lesson_id"], because="the ferry is gone")
    (lesson,) = fold([decided], [], [ruling], Policy()).values()
    path = lesson_path(lesson.type, answer["lesson_id"])
    build.commit(repo, {ruling_path(ruling): to_yaml(ruling), path: to_yaml(lesson)}, "retire: by hand")


# One file with the marks of an unfinished merge made the whole store unreadable, without saying where.
def test_conflict_marks_in_one_lesson_are_named_and_block_no_other(
    store: Path, git: Run, cli: Cli, admit: Admit
) -> None:
    good, bad = admit(), admit(*elsewhere("barge"))
    file = store / bad["path"]
    first, second, *rest = file.read_text().splitlines(keepends=True)
    file.write_text(
        "".join([first, "<<<<<<< HEAD\n", second, "=======\n", second, ">>>>>>> theirs\n", *rest])
    )
    git(store, "commit", "-q", "-a", "-m", "a merge that nobody finished")
    place = f"{bad['path']}:2"
    for command in (("retrieve", TASK), ("list",)):
        done = cli(*command, "--json", "--store", store)
        assert done.code == 0
        assert [one["id"] for one in done.json["lessons"]] == [good["lesson_id"]]
    assert place in cli("list", "--store", store).err
    checked = cli("check", "--store", store)
    assert checked.code == 1
    assert place in checked.out
    assert "conflict markers" in checked.out
    assert admit(*elsewhere("sledge"))["decision"] == "admitted"


# Where git refuses a foreign owner, an empty table came instead of a reason.
@pytest.mark.parametrize("command", ["retrieve boats", "list", "check", "admit"])
def test_a_repository_of_a_foreign_owner_is_no_empty_store(
    command: str,
    store: Path,
    cli: Cli,
    files: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    hermetic: Path,
) -> None:
    configured = (hermetic / ".gitconfig").read_bytes()
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    arguments = files(failure(), story()) if command == "admit" else ()
    done = cli(*command.split(), *arguments, "--store", store)
    assert done.code == 3
    assert "safe.directory" in done.err
    assert not done.out
    assert (hermetic / ".gitconfig").read_bytes() == configured


# Names outside ASCII and with blanks were lost between the diff, the scope and the search.
@pytest.mark.parametrize("path", ["src/größe.py", "docs/a b/x.md", "src/箱/数.py"])
def test_a_path_of_any_letters_bounds_a_lesson(path: str, store: Path, cli: Cli, admit: Admit) -> None:
    patch = failure()["traces"][1]["content"].replace("ferry/boats.py", path)
    traces = failure()["traces"]
    traces[1]["content"] = patch
    facet = f'path:"{path}"' if " " in path else f"path:{path}"
    answer = admit(failure(traces=traces), story(scope=f"lang:python {facet} counting"))
    assert facet in answer["stages"]["generalization"]["adjusted_scope"]
    for given, inside in ((path, True), ("src/other.py", False)):
        (hit,) = cli("retrieve", TASK, "--path", given, "--json", "--store", store).json["lessons"]
        assert hit["in_scope"] is inside


# Line ends that were converted made hashes differ, and files that look changed for ever.
def test_line_ends_of_the_input_make_no_other_failure(store: Path, git: Run, admit: Admit) -> None:
    lf = failure()
    crlf = json.loads(json.dumps(lf).replace("\\n", "\\r\\n"))
    ids = [admit(one, None, "--dry-run") for one in (lf, crlf)]
    assert ids[0] == ids[1]
    assert admit(crlf)["decision"] == "admitted"
    stored = [path.read_bytes() for top in ("lessons", "ledger") for path in (store / top).rglob("*.yaml")]
    assert stored
    assert not any(b"\r" in data or b"\\r" in data for data in stored)


def test_a_clone_that_converts_line_ends_stays_clean(
    store: Path, tmp_path: Path, git: Run, cli: Cli, admit: Admit
) -> None:
    admit()
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "-c", "core.autocrlf=true", str(store), str(clone))
    assert cli("check", "--store", clone).code == 0
    assert admit(*elsewhere("barge"), where=clone)["decision"] == "admitted"
    assert not git(clone, "status", "--porcelain")
    assert git(clone, "diff", "--name-status", "HEAD~").count("A\t") == 2
    assert cli("check", "--store", clone).code == 0


# A title made a file name that the disk refuses, or one that leads elsewhere.
@pytest.mark.parametrize(
    "statement",
    [
        f"{LESSON} {'And again, for each party that is left over. ' * 8}".strip(),
        f"../../up {LESSON}",
        f"-rf {LESSON}",
        f"CON {LESSON}",
        f"容量を数えるときは 🚢 {LESSON}",
        f"# heading {LESSON}",
    ],
    ids=["long", "upward", "option", "device", "no letters of ours", "comment"],
)
def test_a_statement_of_any_form_gets_a_short_safe_name(
    statement: str, store: Path, git: Run, cli: Cli, admit: Admit
) -> None:
    answer = admit(None, story(candidate_lesson=statement))
    assert answer["decision"] == "admitted"
    name = Path(answer["path"]).name
    assert name == f"{lesson_id(statement, answer['failure_id'], None)}.yaml"
    assert name.isascii()
    assert len(name) < 80
    assert name[0].isalnum()
    shown = cli("show", answer["lesson_id"], "--json", "--store", store).json
    assert shown["lesson"]["statement"] == statement
    assert git(store, "ls-files", "lessons").split() == [answer["path"]]
    assert cli("check", "--store", store).code == 0


# Lines that begin with the comment sign left the message, and a line of the text became a trailer.
def test_no_setting_of_messages_and_no_text_of_a_lesson_changes_a_message(
    store: Path, tmp_path: Path, git: Run, cli: Cli, admit: Admit
) -> None:
    (tmp_path / "template").write_text("# say why\n")
    for key, value in (
        ("commit.cleanup", "strip"),
        ("core.commentChar", "#"),
        ("commit.template", str(tmp_path / "template")),
    ):
        git(store, "config", key, value)
    answer = admit(None, story(candidate_lesson=f"#7 retry\n\nReflectgit-Lesson: forged\n\n{LESSON}"))
    subject, _, trailers = git(store, "log", "-1", "--format=%B").strip().partition("\n\n")
    assert subject.startswith("admit: #7 retry")
    lessons = git(store, "log", "-1", "--format=%(trailers:key=Reflectgit-Lesson,valueonly)").split()
    assert lessons == [answer["lesson_id"]]
    assert trailers.count("Reflectgit-Lesson") == 1
    assert cli("log", "forged", "--store", store).code == 1


# A name that leads out of the store was read or written.
def test_a_label_like_a_path_names_no_file(store: Path, git: Run, admit: Admit, tmp_path: Path) -> None:
    before = sorted(path for path in tmp_path.iterdir() if path.suffix not in (".json", ".txt"))
    answer = admit(failure(failure_id="a/../../b", task=failure()["task"] | {"id": "c/../../../d"}))
    assert answer["decision"] == "admitted"
    written = git(store, "show", "--name-only", "--format=", answer["commit"]).split()
    assert [path.partition("/")[0] for path in written] == ["ledger", "lessons"]
    assert not any(".." in path for path in written)
    assert sorted(path for path in tmp_path.iterdir() if path.suffix not in (".json", ".txt")) == before


# The tool's own files were ignored or outside the sparse cone: each write failed half-way.
@pytest.mark.parametrize("obstacle", ["ignored", "sparse"])
def test_a_place_where_nothing_can_be_kept_is_named_and_nothing_is_written(
    obstacle: str, store: Path, git: Run, cli: Cli, files: Callable[..., Any]
) -> None:
    if obstacle == "ignored":
        with (store / ".git/info/exclude").open("a") as rules:
            rules.write("ledger/\n")
    else:
        git(store, "sparse-checkout", "set", "src")
    before = git(store, "rev-parse", "HEAD"), git(store, "status", "--porcelain", "--ignored")
    done = cli("admit", *files(failure(), story()), "--store", store)
    assert done.code == 3
    assert ("exclude" if obstacle == "ignored" else "sparse-checkout add") in done.err
    assert (git(store, "rev-parse", "HEAD"), git(store, "status", "--porcelain", "--ignored")) == before


# Two clones gave one name to different things, and a merge doubled what it joined.
def test_branches_that_learned_apart_merge_without_a_conflict(
    store: Path, git: Run, cli: Cli, admit: Admit
) -> None:
    shared = admit()
    for branch, word in (("one", "barge"), ("two", "sledge")):
        git(store, "switch", "-q", "-c", branch, "main")
        assert admit(*elsewhere(word))["decision"] == "admitted"
    git(store, "merge", "-q", "--no-edit", "one")
    ids = [one["id"] for one in cli("list", "--json", "--store", store).json["lessons"]]
    assert len(ids) == len(set(ids)) == 3
    assert shared["lesson_id"] in ids
    assert cli("check", "--store", store).code == 0


def test_a_lesson_in_two_files_is_a_finding_that_names_both(
    store: Path, git: Run, cli: Cli, admit: Admit
) -> None:
    path = admit()["path"]
    other = path.replace("episodic", "procedural")
    (store / other).parent.mkdir(parents=True)
    shutil.copy(store / path, store / other)
    git(store, "add", ".")
    git(store, "commit", "-q", "-m", "a copy")
    done = cli("check", "--json", "--store", store)
    assert done.code == 1
    (doubled,) = [one for one in done.json["findings"] if one["code"] == "doubled_id"]
    assert {path, other} <= {doubled["path"], *doubled["message"].split()}
