"""A small project that really fails and is really repaired, and the record of it.

Nothing here is made up: the output is what the tests printed, the patches are what `git apply` applied.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reflectgit.errors import StoreError
from reflectgit.store.git import Git

PROJECTS = Path(__file__).parent / "projects"
_SECONDS = 60
_FRAME = re.compile(r'File "(?P<file>[^"]+)", line \d+, in (?P<function>\w+)')
_RAISED = re.compile(r"^(?P<class>\w+(?:\.\w+)*(?:Error|Exception))(?:: .*)?$", re.MULTILINE)


@dataclass(frozen=True)
class Run:
    """One run of the tests: whether they passed, and all that they printed."""

    passed: bool
    output: str


class Project:
    """One folder of ``projects/``, laid out in `folder`, where its tests can run."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        self._source = PROJECTS / name

    def text(self, name: str) -> str:
        """What the file says that came with the project."""
        return (self._source / name).read_text(encoding="utf-8")

    def lay_out(self) -> None:
        """Put the tree in its place, as it was before the change.

        Its files are shipped with ``.txt`` at their end, so that no tool takes them for code of ours.
        """
        self.folder.mkdir(parents=True)
        for source in sorted((self._source / "tree").iterdir()):
            shutil.copyfile(source, self.folder / source.name.removesuffix(".txt"))

    def patch(self, name: str) -> None:
        """Apply a unified diff; StoreError where git cannot."""
        Git(self.folder).read("apply", str(self._source / name))

    def test(self) -> Run:
        """Run the tests with the Python that runs this, and the standard library alone."""
        command = [sys.executable, "-B", "-m", "unittest", "discover", "-v"]
        try:
            done = subprocess.run(
                command,
                cwd=self.folder,
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise StoreError(
                f"the tests took more than {_SECONDS} s", "Try again on a less busy machine"
            ) from None
        return Run(done.returncode == 0, done.stdout)

    def termination(self, failing: Run, passing: Run) -> dict[str, Any]:
        """The failure that ended, from what was seen (CONTRACT, "Termination")."""
        diagnosis = json.loads(self.text("diagnosis.json"))
        return {
            "failure_id": f"demo-{self.name}",
            "task": json.loads(self.text("task.json")),
            "failure": self._failure(failing.output),
            "outcome": "resolved",
            "traces": [
                _item("plan-1", 11, "plan", self.text("plan.md")),
                _item("patch-1", 11, "patch", self.text("failed.patch")),
                _item("run-1", 11, "execution", failing.output),
            ],
            "diagnosis": {"id": "diagnosis-1", "component": 13, "kind": "diagnosis", **diagnosis},
            "repair": _item("repair-1", 14, "repair", self.text("repair.patch")),
            "successful_trajectory": _item("rerun-1", 11, "trajectory", passing.output),
        }

    def _failure(self, output: str) -> dict[str, str]:
        raised, frames = _RAISED.search(output), list(_FRAME.finditer(output))
        if raised is None or not frames:
            raise StoreError(
                f"{self.name}: the failing run shows no exception", "Run the demo with another Python"
            )
        deepest = frames[-1]
        site = f"{Path(deepest['file']).name}:{deepest['function']}"
        return {"class": raised["class"], "message": raised[0], "site": site}


def _item(name: str, component: int, kind: str, content: str) -> dict[str, Any]:
    return {"id": name, "component": component, "kind": kind, "content": content}


def _environment() -> dict[str, str]:
    """The caller's environment without what would bend Python."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
