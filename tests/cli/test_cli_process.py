"""The real program in a process of its own: whole outputs, locales, pipes, interrupts, cold start."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_desk import Desk, Done

COLD = """
import sys
from reflectgit.cli.main import main
code = main({arguments})
heavy = {heavy} & set(sys.modules)
sys.exit(repr(heavy) if heavy else code)
"""


def masked(text: str, desk: Desk) -> str:
    """The output without what differs from machine to machine, or with a threshold of the gate."""
    text = text.replace(str(desk.folder), "/desk")
    text = re.sub(r"\bf-[0-9a-f]{16}(-[0-9a-f]{8})?", "<failure>", text)
    text = re.sub(r"(?<=-)[0-9a-f]{8}\b", "<digest>", text)
    text = re.sub(r"/[0-9a-f]{2}/", "/<hh>/", text)
    text = re.sub(r"\b[0-9a-f]{12}\b", "<commit>", text)
    return re.sub(r"agreement: .* with the diagnosis, at least [0-9.]+", "agreement: <share>", text)


def test_the_life_of_a_lesson_as_it_is_printed(
    desk: Desk, program: Callable[..., Done], golden: Callable[[str, str], None]
) -> None:
    store = ("--store", desk.store)
    printed = []
    for name, arguments in [
        ("lint", ("lint", desk.failure, desk.story)),
        ("dry run", ("admit", desk.failure, desk.story, "--dry-run", *store)),
        ("admit", ("admit", desk.failure, desk.story, *store)),
        ("admit again", ("admit", desk.failure, desk.story, *store)),
        ("list", ("list", *store)),
        ("show", ("show", "rstrip", *store)),
        ("log", ("log", "rstrip", *store)),
        ("explain", ("explain", "demo-report-titles", *store)),
        ("check", ("check", *store)),
    ]:
        done = program(*arguments)
        printed.append(f"### {name}: exit code {done.code}\n{masked(done.out + done.err, desk)}")
    golden("life.txt", "\n".join(printed))


def test_a_refusal_as_it_is_printed(
    desk: Desk, reflection: dict[str, str], program: Callable[..., Done], golden: Callable[[str, str], None]
) -> None:
    reflection["overlooked_evidence"] = "The log shows a UnicodeDecodeError that was swallowed after 250 ms."
    desk.write("story.json", reflection)
    refused = program("admit", desk.failure, desk.story, "--store", desk.store)
    explained = program("explain", "demo-report-titles", "--store", desk.store)
    assert refused.code == 1
    golden("refusal.txt", masked(refused.out + "### explain\n" + explained.out, desk))


def test_another_story_about_a_decided_failure_is_refused(
    desk: Desk, reflection: dict[str, str], program: Callable[..., Done]
) -> None:
    first = program("admit", desk.failure, desk.story, "--store", desk.store, "--json")
    reflection["candidate_lesson"] += " Always."
    desk.write("story.json", reflection)
    second = program("admit", desk.failure, desk.story, "--store", desk.store, "--json")
    assert (first.code, second.code) == (0, 1)
    assert second.json["lesson_id"] == first.json["lesson_id"]


@pytest.mark.parametrize("locale", ["C", "de_DE.UTF-8", "en_US.ISO-8859-1"])
def test_no_locale_changes_a_byte_of_json(locale: str, desk: Desk, program: Callable[..., Done]) -> None:
    arguments = ("admit", desk.failure, desk.story, "--dry-run", "--json", "--store", desk.store)
    assert program(*arguments, env={"LC_ALL": locale}).out == program(*arguments).out


def test_ascii_output_escapes_what_it_cannot_say(
    desk: Desk, termination: dict[str, dict[str, str]], program: Callable[..., Done]
) -> None:
    termination["failure"]["message"] = "AssertionError: 'größer' != '日本'"
    desk.write("failure.json", termination)
    assert program("admit", desk.failure, desk.story, "--store", desk.store).code in (0, 1)
    done = program("explain", "demo-report-titles", "--store", desk.store, env={"PYTHONIOENCODING": "ascii"})
    assert done.code == 0, done.err
    assert "gr\\xf6\\xdfer" in done.out


def test_a_reader_that_goes_away_ends_it_quietly(desk: Desk) -> None:
    for arguments in ("schema termination", "--help"):
        command = f"{sys.executable} -m reflectgit {arguments}; echo $? >&2"
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run(
            ["sh", "-c", command], stdout=write, stderr=subprocess.PIPE, text=True, check=False
        )
        os.close(write)
        assert done.stderr == "141\n"


def test_closed_standard_streams_are_no_fault(desk: Desk) -> None:
    command = f"{sys.executable} -m reflectgit list --store '{desk.store}' >&- 2>&- <&-"
    assert subprocess.run(["sh", "-c", command], check=False).returncode == 0
    command = f"{sys.executable} -m reflectgit admit - '{desk.story}' --store '{desk.store}' <&-"
    done = subprocess.run(["sh", "-c", command], check=False, capture_output=True, text=True)
    assert done.returncode == 2
    assert "standard input is closed" in done.stderr


def test_a_full_disk_is_an_error_and_no_bug(desk: Desk) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "reflectgit", "schema", "lesson"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 3
    assert "could not be printed: No space left" in done.stderr
    assert done.stderr.count("\n") == 2
    assert "Traceback" not in done.stderr


def test_an_answer_lost_after_the_commit_says_that_the_commit_is_there(
    desk: Desk, cli: Callable[..., Done]
) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    admit = ["admit", str(desk.failure), str(desk.story), "--store", str(desk.store)]
    for number, arguments in enumerate([["--help"], [*admit, "--dry-run"], admit, admit]):
        with open("/dev/full", "w") as full:
            command = [sys.executable, "-m", "reflectgit", *arguments]
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 3
        assert done.stderr.count("\n") == 2
        assert "Exception ignored" not in done.stderr
        assert ("decided and recorded, but the answer could not be printed" in done.stderr) == (number == 2)
    assert len(cli("list", "--store", desk.store, "--json").json["lessons"]) == 1


def test_a_standard_error_that_takes_nothing_does_not_change_the_exit_code(desk: Desk) -> None:
    command = f"{sys.executable} -m reflectgit list --store '{desk.folder}/nowhere' 2>/dev/full"
    done = subprocess.run(["sh", "-c", command], check=False, capture_output=True)
    assert done.returncode == 3


def _heed_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_interrupt_is_quiet(desk: Desk) -> None:
    command = [sys.executable, "-m", "reflectgit", "admit", "-", str(desk.story), "--store", str(desk.store)]
    child = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell starts what it puts into the background with interrupts ignored, and so this test run may be.
        preexec_fn=_heed_interrupts,
    )
    time.sleep(2.0)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate()
    assert child.returncode == 130
    assert err == ""


def test_an_interrupt_during_the_imports_is_quiet() -> None:
    meets_it = """
import sys
class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupts())
from reflectgit.cli.main import main
sys.exit(main(["list"]))
"""
    done = subprocess.run([sys.executable, "-c", meets_it], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_json_with_a_warning_beside_it_is_one_object(
    desk: Desk, git: Callable[..., str], program: Callable[..., Done]
) -> None:
    broken = desk.store / "lessons" / "episodic" / "aa" / "broken-00000000.yaml"
    broken.parent.mkdir(parents=True)
    broken.write_text("statement: [\n")
    git(desk.store, "add", "lessons")
    git(desk.store, "commit", "-qm", "a broken lesson")
    done = program("list", "--store", desk.store, "--json")
    assert done.json == {"lessons": []}
    assert "broken-00000000.yaml" in done.err


def test_a_cold_start_imports_nothing_heavy(program: Callable[..., Done]) -> None:
    code = COLD.format(
        arguments=["--help"], heavy={"git", "ruamel", "msgspec", "rich", "rapidfuzz", "yaml", "sqlite3"}
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_reading_imports_neither_gitpython_nor_ruamel(desk: Desk) -> None:
    code = COLD.format(
        arguments=["list", "--store", str(desk.store)], heavy={"git", "ruamel", "rich", "rapidfuzz"}
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_names_the_commands(shell: str, program: Callable[..., Done]) -> None:
    env = {
        "_REFLECTGIT_COMPLETE": f"complete_{shell}",
        "_TYPER_COMPLETE_ARGS": "reflectgit ex",
        "COMP_WORDS": "reflectgit ex",
        "COMP_CWORD": "1",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    assert "explain" in program(env=env).out


def test_schema_is_json(program: Callable[..., Done]) -> None:
    assert json.loads(program("schema", "reflection").out)["type"] == "object"


@pytest.mark.parametrize("arguments", ["list --store /nowhere", "frobnicate", "admit a.json b.json --json"])
def test_an_error_nobody_can_read_keeps_its_exit_code(arguments: str, desk: Desk) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    codes = set()
    for streams in ("", "2>/dev/full", ">/dev/full", ">/dev/full 2>/dev/full", ">&-", "2>&-"):
        command = f"{sys.executable} -m reflectgit {arguments} {streams}"
        done = subprocess.run(["sh", "-c", command], check=False, capture_output=True, text=True)
        assert "Traceback" not in done.stdout + done.stderr
        assert "Exception ignored" not in done.stderr
        codes.add(done.returncode)
    assert codes in ({2}, {3})


#: No locale but these is sure to be there: ASCII, without Python's own way round it.
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def test_a_folder_is_made_under_the_name_that_was_typed(tmp_path: Path, program: Callable[..., Done]) -> None:
    assert program("init", "büch", env=ASCII, cwd=tmp_path).code == 0
    assert os.listdir(os.fsencode(tmp_path)) == ["büch".encode()]
    assert program("init", "büch", env={"LC_ALL": "C.UTF-8"}, cwd=tmp_path).out.startswith("Already a store")
    assert program("list", "--store", "büch", env=ASCII, cwd=tmp_path).code == 0


def test_words_that_were_typed_are_kept_as_they_were_typed(desk: Desk, program: Callable[..., Done]) -> None:
    assert program("admit", desk.failure, desk.story, "--store", desk.store).code == 0
    done = program("retire", "rstrip", "--because", "größer", "--store", desk.store, env=ASCII)
    assert done.code == 0, done.err
    shown = program("show", "rstrip", "--store", desk.store, "--json").json
    assert shown["lesson"]["superseded_by"] == "person:größer"


@pytest.mark.parametrize("executable", ["/bin/false", "/no/such/git"])
def test_a_git_that_is_none_is_named(executable: str, desk: Desk, program: Callable[..., Done]) -> None:
    arguments = ("admit", desk.failure, desk.story, "--store", desk.store)
    done = program(*arguments, env={"GIT_PYTHON_GIT_EXECUTABLE": executable})
    assert done.code == 3
    assert f"GIT_PYTHON_GIT_EXECUTABLE is {executable}, which does not run as git" in done.err
    assert "bug" not in done.err
