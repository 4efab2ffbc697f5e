"""Runs the stacking program over a night's plates."""
import subprocess
import sys


def stack(plates):
    done = subprocess.run([sys.executable, "tool.py", str(plates)], capture_output=True, text=True)
    lines = done.stdout.splitlines()
    return lines[-1], len(done.stderr.splitlines())
