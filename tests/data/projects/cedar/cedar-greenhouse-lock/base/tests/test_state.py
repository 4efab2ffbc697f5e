import subprocess
import sys

import pytest

from glasshouse.state import State

RIVAL = """
import sys
from glasshouse.state import Busy, State
try:
    State(sys.argv[1]).acquire()
except Busy:
    print("busy")
else:
    print("got it")
"""


def rival(path):
    done = subprocess.run([sys.executable, "-c", RIVAL, str(path)], capture_output=True, text=True, timeout=20)
    return done.stdout.strip() or done.stderr


@pytest.fixture
def path(tmp_path):
    p = tmp_path / "vents.json"
    p.write_text('{"north": 10}')
    return p


def test_no_stray_files(path):
    s = State(path)
    s.acquire()
    assert [p.name for p in path.parent.iterdir()] == ["vents.json"]


def test_rival_is_kept_out(path):
    s = State(path)
    s.acquire()
    assert rival(path) == "busy"


def test_rival_is_kept_out_after_a_change(path):
    s = State(path)
    s.acquire()
    s.set_vent("north", 40)
    assert rival(path) == "busy"
    assert s.vents() == {"north": 40}


def test_rival_gets_in_after_release(path):
    s = State(path)
    s.acquire()
    s.release()
    assert rival(path) == "got it"
