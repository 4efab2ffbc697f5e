"""Runs the analyser on a clip and returns what it says about the frames."""
import subprocess

LIMIT = 3.0  # seconds


class ProbeError(RuntimeError):
    pass


def frames(command: list[str]) -> list[str]:
    """One line per frame, as the analyser prints them."""
    return subprocess.check_output(command, text=True).splitlines()
