"""What the tests of the recorder pass around: a project of a user, and the program run in it as a real process."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROGRAM = (sys.executable, "-m", "reflectgit")
UNITTEST = (sys.executable, "-B", "-m", "unittest", "-v")


@dataclass(frozen=True)
class Done:
    """How a run ended."""

    code: int
    out: bytes
    err: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def notes(self) -> list[str]:
        lines = self.err.decode().splitlines()
        return [
            line.removeprefix("reflectgit: note: ") for line in lines if line.startswith("reflectgit: note: ")
        ]


@dataclass(frozen=True)
class Project:
    """A repository of a user."""

    folder: Path

    def write(self, **files: str) -> None:
        for name, text in files.items():
            (self.folder / f"{name}.py").write_text(text)

    def run(
        self,
        *words: object,
        env: Mapping[str, str] | None = None,
        stdin: bytes = b"",
        folder: Path | None = None,
    ) -> Done:
        done = subprocess.run(
            [*PROGRAM, *map(str, words)],
            cwd=folder or self.folder,
            env={**os.environ, **(env or {})},
            input=stdin,
            capture_output=True,
            check=False,
            timeout=60,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def watch(self, *words: object, options: Sequence[object] = (), **told: Any) -> Done:
        return self.run("watch", *options, "--", *(words or UNITTEST), **told)

    def pending(self) -> list[dict[str, Any]]:
        done = self.run("pending", "--json")
        assert done.code == 0, done.err
        found: list[dict[str, Any]] = done.json["failures"]
        return found

    def states(self) -> dict[str, str]:
        """By test, or class where there is none, where each failure stands."""
        return {
            (one["tests"] or [one["class"]])[0].rpartition("::")[2]: one["state"] for one in self.pending()
        }

    @property
    def kept(self) -> Path:
        return self.folder / ".git" / "reflectgit" / "watch"
