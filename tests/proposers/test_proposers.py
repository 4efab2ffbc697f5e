"""The model behind `reflect`: a command that is started once, or an answer that was recorded."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from reflectgit.errors import BadInput, BadUsage
from reflectgit.proposers.command import ProposerError, command
from reflectgit.proposers.recorded import recorded


def python(code: str) -> str:
    """A command line that runs Python code."""
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}"


def test_the_prompt_goes_in_and_the_answer_comes_out() -> None:
    echo = command(python("import sys; sys.stdout.write(sys.stdin.read().upper())"))
    assert echo("größe ok") == "GRÖSSE OK"


def test_a_long_prompt_does_not_block_a_command_that_answers_first() -> None:
    early = command(python("import sys; print('x' * 300000, flush=True); sys.stdin.read()"))
    assert early("y" * 300_000) == "x" * 300_000 + "\n"


def test_a_command_need_not_read_its_prompt() -> None:
    assert command(python("print('{}')"))("y" * 1_000_000) == "{}\n"


def test_it_is_started_once(tmp_path: Path) -> None:
    log = tmp_path / "log"
    fail = command(python(f"open({str(log)!r}, 'a').write('started\\n'); raise SystemExit(3)"))
    with pytest.raises(ProposerError, match="exit code 3") as raised:
        fail("prompt")
    assert raised.value.exit_code == 3
    assert log.read_text() == "started\n"


def test_nothing_is_expanded(tmp_path: Path) -> None:
    told = command(f"{shlex.quote(sys.executable)} -c 'import sys; print(sys.argv[1:])' $HOME '*' ; rm x")
    assert told("") == "['$HOME', '*', ';', 'rm', 'x']\n"


def test_it_has_a_time_limit() -> None:
    with pytest.raises(ProposerError, match=r"within 0\.3 seconds"):
        command(python("import time; time.sleep(60)"), seconds=0.3)("prompt")


def test_what_a_shell_started_ends_with_it() -> None:
    with pytest.raises(ProposerError, match="within"):
        command("sh -c 'sleep 60; true'", seconds=0.3)("prompt")


def test_it_has_a_size_limit() -> None:
    endless = command(python("while True: print('x' * 1000)"), limit=5000)
    assert len(endless("prompt")) == 5000


def test_what_it_says_to_the_user_stays_the_users(capfd: pytest.CaptureFixture[str]) -> None:
    assert command(python("import sys; print('no key', file=sys.stderr); print('{}')"))("") == "{}\n"
    assert capfd.readouterr() == ("", "no key\n")


@pytest.mark.parametrize("line", ["", "  ", "model 'unclosed"])
def test_a_line_that_is_no_command(line: str) -> None:
    with pytest.raises(BadUsage):
        command(line)


@pytest.mark.parametrize("line", ["no-such-program-here", "/", "./nothing"])
def test_a_program_that_cannot_be_started(line: str) -> None:
    with pytest.raises(ProposerError, match="cannot be started"):
        command(line)("prompt")


PLAIN = '{"candidate_lesson": "x", "confidence": 2}'


@pytest.mark.parametrize(
    "data",
    [PLAIN, "\ufeff" + PLAIN, f"```json\n{PLAIN}\n```", f"Sure, here it is:\n\n{PLAIN}\n\nThat is all."],
    ids=["plain", "mark", "fence", "talk"],
)
def test_a_recorded_answer_is_passed_on_with_its_faults(data: str) -> None:
    assert recorded(data.encode(), "a.txt")("whatever") == data.removeprefix("\ufeff")


def test_a_recorded_answer_in_yaml_is_passed_on_as_json() -> None:
    data = b"candidate_lesson: |\n  x { y\nconfidence: 0.5\n"
    assert json.loads(recorded(data, "a.yaml")("")) == {"candidate_lesson": "x { y\n", "confidence": 0.5}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "the file is empty"),
        (b"\xff", "is not UTF-8"),
        (b"I am sorry, I cannot say.", "this is no reflection"),
        (PLAIN[:20].encode(), "not valid JSON"),
        (f"{PLAIN}\n{PLAIN}".encode(), "not valid JSON"),
        (f"[{PLAIN}]".encode(), "this is no reflection"),
        (b'{"outcome": "resolved", "traces": []}', "this is no reflection"),
        (b"I think {of} this", "this is no reflection"),
        (b'{"candidate_lesson": "a", "candidate_lesson": "b"}', "stands twice"),
        (b'{"confidence": NaN}', "not a finite number"),
        (b"confidence: &a 1", "the anchor"),
    ],
)
def test_a_file_without_a_reflection_is_bad_input(data: bytes, said: str) -> None:
    with pytest.raises(BadInput, match=said) as caught:
        recorded(data, "answer")
    assert caught.value.message.startswith("answer:")
