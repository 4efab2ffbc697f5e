import subprocess
import sys

from turnstile.journal import Journal


def other_gate(path):
    run = subprocess.run([sys.executable, "-m", "tests.other_gate", str(path)], capture_output=True, text=True, check=True)
    return run.stdout.strip()


def test_held_while_open(tmp_path):
    journal = Journal(tmp_path / "day.txt")
    journal.passage("north")
    assert other_gate(journal.path) == "busy"
    journal.close()
    assert other_gate(journal.path) == "free"


def test_still_held_after_counting(tmp_path):
    journal = Journal(tmp_path / "day.txt")
    journal.passage("north")
    journal.passage("south")
    assert journal.count() == 2
    assert other_gate(journal.path) == "busy"
