"""The command runs as ever: bytes, streams, exit code, signals, stdin, terminal; and the recorder disturbs nothing."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from recorder_code import NET_MENDED
from recorder_desk import PROGRAM, Project

PY = sys.executable
root_can_write_anywhere = pytest.mark.skipif(
    os.geteuid() == 0, reason="root may write into a read-only folder"
)


@pytest.mark.parametrize("code", [0, 2, 255])
def test_exit_codes_and_streams_are_the_commands(code: int, project: Project) -> None:
    done = project.watch("sh", "-c", f"printf 'o\\377ut'; printf 'e\\0rr' >&2; exit {code}", options=("-q",))
    assert (done.code, done.out, done.err) == (code, b"o\xffut", b"e\0rr")


def test_both_streams_into_one_place_keep_their_order(project: Project) -> None:
    script = "for i in 1 2 3 4 5 6 7 8 9; do echo out$i; echo err$i >&2; done"
    done = subprocess.run(
        [*PROGRAM, "watch", "--", "sh", "-c", script],
        cwd=project.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=True,
    )
    assert done.stdout.split() == [f"{kind}{i}".encode() for i in range(1, 10) for kind in ("out", "err")]


def test_standard_input_goes_through(project: Project) -> None:
    assert project.watch("cat", stdin=b"a\0b\xff").out == b"a\0b\xff"


def test_the_environment_is_the_users(project: Project) -> None:
    told = project.watch("env", env={"GIT_DIR": "/nowhere", "ODD": "ö"}).out.decode().splitlines()
    assert {"GIT_DIR=/nowhere", "ODD=ö"} <= set(told)


@pytest.mark.parametrize(("words", "code"), [(["nosuchprogram"], 127), (["./nosuch"], 127), (["/"], 126)])
def test_a_command_that_cannot_be_started(words: list[str], code: int, project: Project) -> None:
    done = project.watch(*words)
    assert done.code == code
    assert done.err.decode().startswith(f"reflectgit: error: {words[0]}: ")
    assert not project.kept.exists()


def test_a_script_without_a_first_line_is_run_by_the_shell(project: Project) -> None:
    script = project.folder / "script"
    script.write_text("echo ran $1\n")
    script.chmod(0o755)
    assert project.watch("./script", "so").out == b"ran so\n"


def test_a_command_that_a_signal_ends(project: Project) -> None:
    done = project.watch("sh", "-c", "kill -SEGV $$")
    assert done.code == -signal.SIGSEGV
    assert project.pending()[0]["state"] == "open"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1])
def test_signals_reach_the_command_once_and_a_run_cut_off_is_not_recorded(
    number: signal.Signals, project: Project
) -> None:
    script = f"""
import signal, sys, time
heard = []
signal.signal({int(number)}, lambda *_: heard.append(1))
print("ready", flush=True)
while not heard:
    time.sleep(0.01)
time.sleep(0.2)
print("heard", len(heard), flush=True)
sys.exit(9)
"""
    running = subprocess.Popen(
        [*PROGRAM, "watch", "--", PY, "-c", script],
        cwd=project.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout
    assert running.stdout.readline() == b"ready\n"
    running.send_signal(number)
    out, err = running.communicate(timeout=30)
    assert (out, running.returncode) == (b"heard 1\n", 9)
    assert bool(err) == (number == signal.SIGUSR1), "only a run that was not asked to end is recorded"


def test_stop_and_continue_reach_the_command(project: Project) -> None:
    script = "import time\nfor i in range(100):\n    print(i, flush=True)\n    time.sleep(0.02)"
    running = subprocess.Popen(
        [*PROGRAM, "watch", "--", PY, "-c", script],
        cwd=project.folder,
        stdout=subprocess.PIPE,
        process_group=0,
    )
    assert running.stdout
    running.stdout.readline()
    running.send_signal(signal.SIGTSTP)
    _, status = os.waitpid(running.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    running.send_signal(signal.SIGCONT)
    out, _ = running.communicate(timeout=30)
    assert out.split()[-1] == b"99"
    assert running.returncode == 0


def test_a_reader_that_goes_away_ends_the_command(project: Project) -> None:
    words = " ".join((*PROGRAM, "watch", "--", "yes"))
    done = subprocess.run(
        ["sh", "-c", f"{words} | head -1"], cwd=project.folder, capture_output=True, check=False
    )
    assert done.stdout == b"y\n"
    assert done.stderr == b""


def test_what_is_left_running_goes_on_printing(project: Project) -> None:
    begun = time.monotonic()
    script = "(sleep 1; echo late) & echo now"
    with subprocess.Popen(
        [*PROGRAM, "watch", "--", "sh", "-c", script], cwd=project.folder, stdout=subprocess.PIPE
    ) as running:
        running.wait()
        assert time.monotonic() - begun < 1
        assert running.stdout
        assert running.stdout.read() == b"now\nlate\n"


def resident(pid: int) -> int:
    """The most memory that a process has had since it began its program, in KiB: what it was forked from counts not."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")), 0)


def test_large_output_in_bounded_memory(project: Project) -> None:
    script = (
        "import sys\nline = b'x' * 99 + b'\\n'\nfor _ in range(600):\n    sys.stdout.buffer.write(line * 1000)\n"
        "print('ValueError: in the middle')\nfor _ in range(100):\n    sys.stdout.buffer.write(line * 1000)\n"
        "sys.exit(1)"
    )
    with subprocess.Popen(
        [*PROGRAM, "watch", "--", PY, "-c", script],
        cwd=project.folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as running:
        most = 0
        while running.poll() is None:
            most = max(most, resident(running.pid))
            time.sleep(0.02)
    assert running.returncode == 1
    assert 0 < most < 250_000, "KiB for 70 MB of output"
    [kept] = (project.kept / "runs").glob("*.json")
    assert kept.stat().st_size < 1_000_000
    assert b"in the middle" in kept.read_bytes()
    assert b"bytes elided, sha256 " in kept.read_bytes()


def test_outside_a_repository_the_command_runs_and_this_is_said(tmp_path: Path) -> None:
    done = Project(tmp_path).watch("sh", "-c", "echo x; exit 3")
    assert (done.code, done.out) == (3, b"x\n")
    assert done.notes == ["not recorded: no git repository here"]


def test_where_nothing_can_be_written_one_line_says_so(project: Project) -> None:
    (project.folder / ".git" / "reflectgit").write_text("in the way")
    done = project.watch()
    assert done.code == 1
    assert len(done.notes) == 1
    assert done.notes[0].startswith("not recorded: ")


@root_can_write_anywhere
def test_a_read_only_git_dir(project: Project) -> None:
    (project.folder / ".git").chmod(0o555)
    try:
        done = project.watch()
    finally:
        (project.folder / ".git").chmod(0o755)
    assert done.code == 1
    assert done.notes[0].startswith("not recorded: ")


def test_no_room(project: Project) -> None:
    words = [*PROGRAM, "watch", "--", PY, "-c", "print('x' * 9000); raise ValueError('full')"]
    limited = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))  # noqa: E731
    done = subprocess.run(words, cwd=project.folder, capture_output=True, check=False, preexec_fn=limited)
    assert done.returncode == 1
    assert b"note: not recorded: " in done.stderr
    assert project.pending() == []


def test_bad_usage_runs_nothing(project: Project, tmp_path: Path) -> None:
    for options in (
        ("--task", "a b"),
        ("--diagnosis", tmp_path / "none"),
        ("--give-up", " "),
        ("--unknown",),
    ):
        assert project.watch("touch", "ran", options=options).code == 2
    assert not (project.folder / "ran").exists()


def test_secrets_are_gone_before_anything_is_written(project: Project, git: Callable[..., str]) -> None:
    token = "ghp_" + "Ab3" * 12
    password = "correct-horse-battery"
    script = f"import sys; print('password={password}'); sys.exit('token {token}')"
    (project.folder / ".env").write_text(f"API_KEY={token}\n")
    project.write(prices=NET_MENDED + f'\nTOKEN = "{token}"\n')
    env = {"NODE_AUTH_TOKEN": token, "PYTHONPATH": f"/x?token={token}"}
    options = ("--plan", f"use {token}", "--description", f"password: {password}")
    project.watch(PY, "-c", script, f"--token={token}", options=options, env=env)
    project.write(prices=NET_MENDED)
    files = [file for file in (project.folder / ".git").rglob("*") if file.is_file()]
    found = [file for file in files if any(word.encode() in file.read_bytes() for word in (token, password))]
    assert found == []
    assert len(list(project.kept.rglob("*.json"))) == 2


@pytest.mark.parametrize("pause", [0.0, 0.05, 0.12, 0.3])
def test_killed_at_any_instant_records_are_whole(pause: float, project: Project) -> None:
    marker = project.folder.parent / "ended"
    script = f"open({str(marker)!r}, 'w').close(); raise ValueError('kind')"
    running = subprocess.Popen(
        [*PROGRAM, "watch", "--", PY, "-c", script], cwd=project.folder, stderr=subprocess.DEVNULL
    )
    while not marker.exists():
        time.sleep(0.005)
    time.sleep(pause)
    running.kill()
    running.wait()
    assert [one["state"] for one in project.pending()] in ([], ["open"])
    project.watch(PY, "-c", "raise ValueError('kind')")
    assert "open" in {one["state"] for one in project.pending()}
    assert not list(project.kept.rglob("*.new"))
