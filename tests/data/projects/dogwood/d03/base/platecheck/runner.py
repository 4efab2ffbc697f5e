import subprocess

LIMIT = 4.0


class PreflightStuck(RuntimeError):
    pass


def preflight(command):
    """Run a preflight tool over a plate; return (exit status, warnings)."""
    raise NotImplementedError
