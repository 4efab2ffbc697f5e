"""On a terminal: colours, size, keys, job control and typed lines, through a real pseudo-terminal."""

import json
import os
import pty
import select
import signal
import sys
import termios
import time

import pytest
from recorder_desk import PROGRAM, Project

PY = sys.executable


class Terminal:
    """A terminal of which the command is the foreground job."""

    def __init__(self, project: Project, *words: str, rows: int = 33, columns: int = 101) -> None:
        self.pid, self.screen = pty.fork()
        if not self.pid:
            os.chdir(project.folder)
            termios.tcsetwinsize(0, (rows, columns))
            os.execv(words[0], words)
        self.shown = b""

    def wait_for(self, text: bytes, seconds: float = 20) -> None:
        until = time.monotonic() + seconds
        while text not in self.shown:
            assert time.monotonic() < until, self.shown
            if select.select([self.screen], [], [], 0.1)[0]:
                try:
                    self.shown += os.read(self.screen, 65536)
                except OSError:
                    break
        assert text in self.shown, self.shown

    def type(self, keys: bytes) -> None:
        os.write(self.screen, keys)

    def end(self) -> int:
        until = time.monotonic() + 20
        while time.monotonic() < until:
            if select.select([self.screen], [], [], 0.05)[0]:
                try:
                    self.shown += os.read(self.screen, 65536)
                except OSError:
                    break
        _, status = os.waitpid(self.pid, 0)
        os.close(self.screen)
        return os.waitstatus_to_exitcode(status)


def watched(project: Project, script: str) -> Terminal:
    return Terminal(project, *PROGRAM, "watch", "--", PY, "-u", "-c", script)


def test_each_stream_is_a_terminal_of_the_same_size(project: Project) -> None:
    script = (
        "import os; print([os.isatty(i) for i in range(3)], os.get_terminal_size(1), os.get_terminal_size(2))"
    )
    seen = watched(project, script)
    assert seen.end() == 0
    size = b"os.terminal_size(columns=101, lines=33)"
    assert seen.shown == b"[True, True, True] " + size + b" " + size + b"\r\n"


@pytest.mark.parametrize("text", ["a\\nb\\r\\nc\\rd\\te", "\\x1b[31mred\\x1b[0m\\n", "\\x1b]0;title\\x07x"])
def test_the_bytes_on_the_screen_are_the_same(text: str, project: Project) -> None:
    script = f"print('{text}', end='')"
    bare = Terminal(project, PY, "-c", script)
    bare.end()
    seen = watched(project, script)
    seen.end()
    assert seen.shown == bare.shown


def test_a_redirected_stream_stays_a_file_and_the_other_a_terminal(project: Project) -> None:
    script = "import os, sys; print(os.isatty(1), os.isatty(2), file=sys.stderr); print('kept')"
    line = f'{" ".join(PROGRAM)} watch -- {PY} -c "{script}" > out'
    seen = Terminal(project, "/bin/sh", "-c", line)
    assert seen.end() == 0
    assert seen.shown == b"False True\r\n"
    assert (project.folder / "out").read_text() == "kept\n"


def test_a_key_interrupts_once(project: Project) -> None:
    script = (
        "import signal, time\nheard = []\nsignal.signal(signal.SIGINT, lambda *_: heard.append(1))\nprint('ready')\n"
        "while not heard:\n    time.sleep(0.02)\ntime.sleep(0.3)\nprint('heard', len(heard))"
    )
    seen = watched(project, script)
    seen.wait_for(b"ready")
    seen.type(b"\x03")
    assert seen.end() == 0
    assert b"heard 1" in seen.shown


def test_an_interrupt_ends_us_as_it_ends_the_command(project: Project) -> None:
    seen = Terminal(project, *PROGRAM, "watch", "--", "sleep", "30")
    time.sleep(1)
    seen.type(b"\x03")
    assert seen.end() == -signal.SIGINT
    assert not project.kept.exists()


def test_typed_lines_and_hidden_ones_reach_the_command(project: Project) -> None:
    seen = watched(
        project, "import getpass; print('got', input('name? ')); print('got', getpass.getpass('word? '))"
    )
    seen.wait_for(b"name? ")
    seen.type(b"ada\n")
    seen.wait_for(b"word? ")
    time.sleep(0.2)
    seen.type(b"swordfish\n")
    assert seen.end() == 0
    assert b"got ada\r\n" in seen.shown
    assert seen.shown.count(b"swordfish") == 1, "not echoed"


def test_a_new_size_is_seen(project: Project) -> None:
    script = (
        "import os, signal, time\nsizes = []\n"
        "signal.signal(signal.SIGWINCH, lambda *_: sizes.append(os.get_terminal_size(1).columns))\n"
        "print('ready')\nfor _ in range(100):\n    time.sleep(0.01)\nprint('last', sizes[-1])"
    )
    seen = watched(project, script)
    seen.wait_for(b"ready")
    termios.tcsetwinsize(seen.screen, (50, 77))
    assert seen.end() == 0
    assert b"last 77\r\n" in seen.shown


def test_a_shell_stops_and_continues_the_job(project: Project) -> None:
    script = 'import time; print("rea" + "dy"); time.sleep(1); print("do" + "ne")'
    line = f"{' '.join(PROGRAM)} watch -- {PY} -u -c '{script}'"
    seen = Terminal(project, "/bin/bash", "--norc", "--noprofile", "-i")
    seen.type(line.encode() + b"\n")
    seen.wait_for(b"ready")
    seen.type(b"\x1a")
    seen.wait_for(b"Stopped")
    seen.type(b"echo at the $((40 + 2))\n")
    seen.wait_for(b"at the 42")
    seen.type(b"fg\n")
    seen.wait_for(b"done")
    seen.type(b"exit\n")
    assert seen.end() == 0


def test_the_settings_of_the_terminal_are_left_as_they_were(project: Project) -> None:
    seen = Terminal(
        project, "/bin/sh", "-c", f"stty -a > before; {' '.join(PROGRAM)} watch -- true; stty -a > after"
    )
    seen.end()
    assert (project.folder / "before").read_text() == (project.folder / "after").read_text()


def test_colours_leave_the_record(project: Project) -> None:
    seen = watched(project, "import sys; print('\\x1b[31mred\\x1b[0m'); sys.exit(1)")
    assert seen.end() == 1
    [kept] = (project.kept / "runs").glob("*.json")
    assert json.loads(kept.read_bytes())["output"] == "red\n"
