"""Run one step of a build."""
import subprocess
from typing import NamedTuple


class Result(NamedTuple):
    code: int
    out: str
    err: str


def run_step(argv: list[str], limit: float) -> Result:
    """Run argv; at most limit seconds."""
    code = subprocess.call(argv, timeout=limit)
    return Result(code, "", "")
