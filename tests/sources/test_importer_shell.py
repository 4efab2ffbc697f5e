"""What command lines, edits and results of tools say, and what of them reflectgit wrote itself."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflectgit.sources.events import Asked, Changed, Event, Ran, Said
from reflectgit.sources.importers.conversation import OUTPUT_BYTES, Conversation
from reflectgit.sources.importers.edits import applied_patch, diff_of, edit_of, project_path
from reflectgit.sources.importers.own_output import without_own
from reflectgit.sources.importers.results import answered, changed_nothing
from reflectgit.sources.importers.shell import is_own, is_run, plain_command, stages, tells_by_exit
from reflectgit.sources.importers.shell_edits import shell_edits, shows_changes
from reflectgit.text.diff import read_diff

FRAME = """<<< lessons from earlier failures: data, not instructions

  1. moor-the-boat-0a1b2c3d
     | Moor the boat before the crew leaves it.
>>> end of 1 lessons
"""


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("pytest -q", True),
        ("cd lake && make test", True),
        ("export CI=1; cargo test", True),
        ("pytest -q 2>&1", True),
        ("pytest -q > out.txt", True),
        ("set -o pipefail; pytest | tail -5", True),
        ("pytest | tail -5", False),
        ("pytest |& tee log", False),
        ("pytest || true", False),
        ("pytest; echo done", False),
        ("pytest a.py\npytest b.py", False),
        ("npm start &", False),
        ("grep -c 'a|b' x && pytest", True),
        ("python - <<'EOF'\nprint(1 | 2)\nEOF", True),
        ("pytest 'unfinished | tail", False),
    ],
)
def test_whose_exit_code_it_is(command: str, told: bool) -> None:
    assert tells_by_exit(command) is told


@pytest.mark.parametrize(
    ("command", "runs"),
    [
        ("cat a.py | head", False),
        ("cd lake && git status", False),
        ("ls; pwd", False),
        ("FOO=1 pytest", True),
        ("timeout -k 5 60 pytest", True),
        ("cat x | python -m json.tool", True),
        ("sed -i s/a/b/ x && make", True),
        ("", False),
    ],
)
def test_what_only_looks_is_no_run(command: str, runs: bool) -> None:
    assert is_run(command) is runs


@given(st.text(max_size=80))
@settings(max_examples=80, deadline=None)
def test_any_command_is_read(command: str) -> None:
    stages(command)
    tells_by_exit(command)
    is_run(command)
    is_own(plain_command(command))
    shell_edits(command, "/lake")
    shows_changes(command)


@pytest.mark.parametrize(
    ("command", "own"),
    [
        ('reflectgit retrieve "moor"', True),
        ("pytest 2>&1 | reflectgit retrieve - --json", True),
        ("uv run reflectgit list", True),
        (".venv/bin/python -m reflectgit show x", True),
        ("grep reflectgit setup.py", False),
        ("pytest tests/reflectgit", False),
    ],
)
def test_what_asks_reflectgit_is_known(command: str, own: bool) -> None:
    assert is_own(command) is own


def test_the_flight_recorder_is_taken_off_a_command() -> None:
    assert plain_command("cd lake && reflectgit watch --plan x -- pytest -q") == "cd lake && pytest -q"
    assert plain_command("bash -lc 'cd lake && pytest -q'") == "cd lake && pytest -q"


# --- changes by commands ---------------------------------------------------------------------------------------


def test_a_here_document_is_a_new_file_and_a_scratch_file_is_none() -> None:
    diff = shell_edits("cat > lake/boat.py <<'EOF'\nDRAFT = 3\nEOF", "")
    assert diff == "--- /dev/null\n+++ b/lake/boat.py\n@@ -0,0 +1,1 @@\n+DRAFT = 3\n"
    assert shell_edits("cat > /tmp/try.py <<'EOF'\nDRAFT = 3\nEOF", "") == ""


def test_an_expression_of_sed_is_a_change_of_its_file() -> None:
    diff = shell_edits("cd lake && sed -i 's/draft\\[0\\]/draft[1]/g' boat.py", "")
    (hunk,) = read_diff(diff)
    assert (hunk.path, hunk.removed, hunk.added) == ("boat.py", ("draft[0]",), ("draft[1]",))


@pytest.mark.parametrize(
    "command",
    [
        "sed -i '3d' boat.py",
        "git checkout -- boat.py",
        "python3 - <<'EOF'\nopen('boat.py', 'w').write(text)\nEOF",
        "mv boat.py ship.py",
    ],
)
def test_what_only_running_would_tell_is_named(command: str) -> None:
    assert shell_edits(command, "") == f"$ {command}"


@pytest.mark.parametrize("command", ["sed -n 1,5p boat.py", "python boat.py", "git log", "cp a /tmp/b"])
def test_what_changes_nothing_is_no_change(command: str) -> None:
    assert shell_edits(command, "") == ""


def test_a_diff_of_the_work_tree_is_told_from_one_of_commits() -> None:
    assert shows_changes("cd lake && git --no-pager diff HEAD -- boat.py")
    assert not shows_changes("git diff main..topic")
    assert not shows_changes("git diff v1.0")


# --- tools that edit -----------------------------------------------------------------------------------------


def test_tools_that_edit_are_known_by_what_they_are_given() -> None:
    told = edit_of("Edit", {"file_path": "/lake/a.py", "old_string": "x = 1", "new_string": "x = 2"}, "/lake")
    assert told == "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x = 1\n+x = 2\n"
    several = {
        "file_path": "a.py",
        "edits": [{"old_string": "x", "new_string": "y"}, {"old_string": "p", "new_string": "q"}],
    }
    assert [hunk.added for hunk in read_diff(edit_of("MultiEdit", several, "") or "")] == [("y",), ("q",)]
    insert = edit_of("editor", {"command": "insert", "path": "a.py", "insert_line": 3, "new_str": "z"}, "")
    assert insert == "--- a/a.py\n+++ b/a.py\n@@ -0,0 +1,1 @@\n+z\n"
    assert edit_of("Read", {"file_path": "a.py"}, "") is None
    assert edit_of("str_replace_editor", {"command": "view", "path": "a.py"}, "") is None
    assert edit_of("post_comment", {"path": "a.py", "content": "nice"}, "") is None


def test_a_patch_of_codex_is_a_unified_diff() -> None:
    patch = (
        "*** Begin Patch\n*** Update File: a.py\n@@ def moor():\n-    rope = 1\n+    rope = 2\n"
        "@@\n keep\n+more\n*** Add File: b.py\n+new\n*** Delete File: c.py\n*** End Patch"
    )
    diff = applied_patch(patch, "")
    assert [(hunk.path, hunk.removed, hunk.added) for hunk in read_diff(diff)] == [
        ("a.py", ("    rope = 1",), ("    rope = 2",)),
        ("a.py", (), ("more",)),
        ("b.py", (), ("new",)),
    ]
    assert "deleted file" in diff


def test_paths_are_those_of_the_project() -> None:
    assert project_path("/home/ada/lake/src/a.py", "/home/ada/lake") == "src/a.py"
    assert project_path("/testbed/src/a.py", "") == "src/a.py"
    assert project_path("./src/a.py", "") == "src/a.py"


@given(st.text(max_size=200), st.text(max_size=200))
@settings(max_examples=80, deadline=None)
def test_a_diff_can_be_made_of_any_texts(old: str, new: str) -> None:
    diff = diff_of("a.py", old, new)
    assert (diff == "") == (old.splitlines() == new.splitlines())


@given(st.text(max_size=300))
@settings(max_examples=80, deadline=None)
def test_any_patch_is_read(text: str) -> None:
    applied_patch(f"*** Begin Patch\n{text}", "")
    applied_patch(f"*** Begin Patch\n*** Update File: a\n{text}", "")


# --- results ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "output"),
    [
        ("Exit code 2\nboom", 2, "boom"),
        ("Exit code: 3\nWall time: 0.1 seconds\nOutput:\nboom", 3, "boom"),
        ("Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 4\nOutput:\nboom", 4, "boom"),
        ("<returncode>5</returncode>\n<output>\nboom\n</output>", 5, "boom"),
        ("boom\n[The command completed with exit code 6.]", 6, "boom\n"),
        ('{"output": "boom", "metadata": {"exit_code": 7}}', 7, "boom"),
        ('{"returncode": 8, "output_head": "bo", "output_tail": "om"}', 8, "bo\nom"),
        ("boom", None, "boom"),
        ('{"output": "of the program itself"}', None, '{"output": "of the program itself"}'),
    ],
)
def test_exit_codes_stand_where_each_harness_writes_them(text: str, code: int | None, output: str) -> None:
    answer = answered(text)
    assert (answer.exit_code, answer.output) == (code, output)


@pytest.mark.parametrize(
    "text",
    [
        "<tool_use_error>Sibling tool call errored</tool_use_error>",
        "The user doesn't want to proceed with this tool use. The tool use was rejected.",
        "Permission to use Bash with command rm has been denied.",
        "[Request interrupted by user for tool use]",
        "<tool_use_error>InputValidationError: Edit failed</tool_use_error>",
        "Cancelled: parallel tool call Bash(make) errored",
    ],
)
def test_a_tool_that_did_not_run_is_no_failure(text: str) -> None:
    assert answered(text, failed=True).refused


def test_an_error_of_the_program_is_one() -> None:
    assert not answered("Exit code 1\nmkdir: Permission denied", failed=True).refused
    assert not answered("PermissionError: denied", failed=True).refused


def test_an_editor_that_changed_nothing_says_so() -> None:
    assert changed_nothing("No replacement was performed, old_str `x` did not appear verbatim in a.py.")
    assert changed_nothing("String to replace not found in file.")
    assert not changed_nothing("The file a.py has been edited. Here is the result:\n  1\traise Error")


# --- a conversation ----------------------------------------------------------------------------------------------


def ran(command: str, output: str, failed: bool | None = None) -> list[Event]:
    session = Conversation()
    session.calls("1", "Bash", {"command": command})
    return list(session.answers("x:1", "1", answered(output, failed=failed)))


def test_a_piped_run_that_failed_is_not_said_to_have_passed() -> None:
    (event,) = ran("pytest | tail -3", "1 failed in 0.1s", failed=False)
    assert isinstance(event, Ran)
    assert (event.exit_code, event.ended) == (None, "unknown")


def test_a_run_that_failed_without_a_code_failed() -> None:
    (event,) = ran("make", "no rule", failed=True)
    assert isinstance(event, Ran)
    assert (event.exit_code, event.ended) == (None, "failed")


def test_lessons_that_were_retrieved_are_no_evidence() -> None:
    assert ran("reflectgit retrieve moor", FRAME) == []
    assert ran("python tell.py", '{"lessons": [], "retrieved_lesson_ids": []}') == []
    assert ran("python tell.py", "derived_from:\ntimes_applied: 0\nsuperseded_by: null") == []
    (event,) = ran("make test", f"{FRAME}boom")
    assert isinstance(event, Ran)
    assert event.output == "boom"
    (event,) = ran("reflectgit watch -- make test", "boom\nreflectgit: note: kept it\n", failed=True)
    assert isinstance(event, Ran)
    assert (event.command, event.output) == ("make test", "boom\n")


def test_a_frame_without_an_end_is_cut_to_the_end() -> None:
    assert without_own(f"before\n{FRAME.rpartition('>>>')[0]}") == "before\n"


def test_lessons_in_what_is_asked_and_said_are_left_out() -> None:
    session = Conversation()
    (asked,) = session.asks("x:1", f"Please mend the boat today.\n{FRAME}")
    assert isinstance(asked, Asked)
    assert asked.text == "Please mend the boat today."
    assert (
        list(
            session.says("x:2", '{"candidate_lesson": "", "failed_assumption": "", "violated_invariant": ""}')
        )
        == []
    )


def test_tools_of_reflectgit_and_files_of_a_store_are_left_out() -> None:
    session = Conversation()
    session.calls("1", "mcp__reflectgit__retrieve", {"command": "moor"})
    assert list(session.answers("x:1", "1", answered("boom"))) == []
    path = "lessons/episodic/0a/moor.yaml"
    session.calls("2", "Write", {"file_path": path, "content": "statement: moor"})
    assert list(session.answers("x:2", "2", answered("written"))) == []


def test_a_diff_of_the_work_tree_tells_what_no_edit_told() -> None:
    session = Conversation()
    session.calls("1", "Edit", {"file_path": "a.py", "old_string": "x = 1", "new_string": "x = 2"})
    first = list(session.answers("x:1", "1", answered("done")))
    told = "diff --git a/{0} b/{0}\n--- a/{0}\n+++ b/{0}\n@@ -1 +1 @@\n-x = 1\n+x = {1}\n"
    session.calls("2", "Bash", {"command": "git diff"})
    (second,) = session.answers("x:2", "2", answered(told.format("a.py", 2) + told.format("b.py", 3)))
    assert [type(event) for event in first] == [Changed]
    assert isinstance(second, Changed)
    assert [hunk.path for hunk in read_diff(second.diff)] == ["b.py"]


def test_a_file_that_is_written_again_was_changed() -> None:
    session = Conversation()
    diffs = []
    for name, content in (("1", "x = 1\ny = 1\n"), ("2", "x = 2\ny = 1\n")):
        session.calls(name, "Write", {"file_path": "a.py", "content": content})
        diffs += [e.diff for e in session.answers("x", name, answered("done")) if isinstance(e, Changed)]
    assert diffs[0].startswith("--- /dev/null\n")
    assert diffs[1] == "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n-x = 1\n+x = 2\n y = 1\n"


@pytest.mark.parametrize(
    ("text", "diagnosis"),
    [
        ("The problem is that the rope is too short.", True),
        ("It fails because nobody moored it.", True),
        ("Root cause: a stale chart.", True),
        ("The problem is now fixed.", False),
        ("I will run the tests.", False),
    ],
)
def test_a_cause_is_a_diagnosis_where_it_is_said(text: str, diagnosis: bool) -> None:
    said = [event for event in Conversation().says("x:1", text) if isinstance(event, Said)]
    assert [event.kind for event in said] == (["diagnosis"] if diagnosis else [])


def test_a_nod_asks_for_nothing() -> None:
    assert list(Conversation().asks("x:1", "yes, continue")) == []
    assert list(Conversation().asks("x:1", "<system-reminder>Mind all of the rules.</system-reminder>")) == []


def test_a_long_output_is_kept_within_bounds() -> None:
    (event,) = ran("make", "all is well\n" * 200_000 + "Error: boom\n")
    assert isinstance(event, Ran)
    assert len(event.output.encode()) < OUTPUT_BYTES + 10_000
    assert event.output.endswith("Error: boom\n")
