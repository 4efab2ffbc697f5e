"""``pytest --reflectgit``: what it writes, what it leaves out, and what it costs when nobody asks."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from importlib.metadata import Distribution
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from shelf_project import EXPECTED, plugin, run_pytest

from reflectgit.sources.events import Ran, Trouble
from reflectgit.sources.failures import failures_of
from reflectgit.sources.importers.pytest_cases import IMPORTER

ROOT = Path(__file__).resolve().parents[2]


def _project(folder: Path, text: str) -> Path:
    folder.mkdir()
    (folder / "test_it.py").write_text(text)
    return folder


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_one_line_a_test(shelf: Path, tmp_path: Path) -> None:
    done = run_pytest(shelf, "-p", "no:cacheprovider", f"--reflectgit={tmp_path}")
    first, *tests, last = _lines(tmp_path / "run-0001.jsonl")
    assert (first, last) == ({"reflectgit": "pytest", "version": 1}, {"exit": 1})
    assert sum(test["outcome"] == "passed" for test in tests) == 2
    assert sum(test["outcome"] in ("failed", "error") for test in tests) == len(EXPECTED)
    assert "run-0001.jsonl" in done.stdout


def test_a_failure_has_its_parts(shelf: Path, tmp_path: Path) -> None:
    run_pytest(shelf, "-p", "no:cacheprovider", f"--reflectgit={tmp_path}", "-k", "chained")
    (test,) = [line for line in _lines(tmp_path / "run-0001.jsonl") if "test" in line]
    failure = test["failure"]
    assert (failure["class"], failure["message"]) == ("ShelfError", "shelf is closed")
    assert [frame["function"] for frame in failure["frames"]] == ["test_chained", "load"]
    assert failure["frames"][-1]["path"] == "store/shelf.py"
    assert failure["locals"] == {"names": "['nut']"}
    assert [(one["class"], one["role"]) for one in failure["behind"]] == [("KeyError", "cause")]
    assert test["printed"] == {"stdout call": "loading\n"}


def test_the_next_run_takes_the_next_number(tmp_path: Path) -> None:
    folder = _project(tmp_path / "p", "def test_a():\n    pass\n")
    for _ in range(2):
        run_pytest(folder, "--reflectgit")
    written = sorted(path.name for path in (folder / ".pytest_cache").rglob("run-*"))
    assert written == ["run-0001.jsonl", "run-0002.jsonl"]


def test_it_does_not_swallow_what_is_to_be_tested(tmp_path: Path) -> None:
    folder = _project(tmp_path / "p", "def test_a():\n    pass\n")
    done = run_pytest(folder, "--reflectgit", "test_it.py")
    assert done.returncode == 4
    assert "write --reflectgit=DIR" in done.stderr


def test_secrets_and_long_values_stay_out(tmp_path: Path) -> None:
    token = "ghp_" + "q9W8" * 9
    text = (
        f"def test_a():\n    api_token = '{token}'\n    password = 'ox-and-mule-77'\n    long = 'z' * 9000\n"
        f"    print('{token}')\n    raise ValueError('no entry for {token}')\n"
    )
    folder = _project(tmp_path / "p", text)
    run_pytest(folder, "--reflectgit=out")
    written = (folder / "out" / "run-0001.jsonl").read_text()
    assert token not in written
    assert "ox-and-mule-77" not in written
    assert len(written) < 4_000


def test_a_repr_that_raises_costs_nothing_else(tmp_path: Path) -> None:
    text = (
        "class Odd(Exception):\n    def __repr__(self):\n        raise OSError('no')\n"
        "def test_a():\n    odd = Odd()\n    raise ValueError('mud')\n"
    )
    folder = _project(tmp_path / "p", text)
    run_pytest(folder, "--reflectgit=out")
    (test,) = [line for line in _lines(folder / "out" / "run-0001.jsonl") if "test" in line]
    assert test["failure"]["message"] == "mud"
    assert test["failure"]["locals"]["odd"] == "<repr raised OSError>"


def test_outcomes_that_are_no_failure(tmp_path: Path) -> None:
    text = (
        "import pytest\n@pytest.mark.xfail\ndef test_a():\n    assert 0\n@pytest.mark.skip\ndef test_b():\n    pass\n"
        "@pytest.mark.xfail\ndef test_c():\n    pass\n"
    )
    folder = _project(tmp_path / "p", text)
    run_pytest(folder, "--reflectgit=out")
    tests = [line for line in _lines(folder / "out" / "run-0001.jsonl") if "test" in line]
    assert [test["outcome"] for test in tests] == ["xfailed", "skipped", "xpassed"]


def test_a_module_that_cannot_be_read(tmp_path: Path) -> None:
    folder = _project(tmp_path / "p", "import no_such_thing_here\n")
    run_pytest(folder, "--reflectgit=out")
    data = (folder / "out" / "run-0001.jsonl").read_bytes()
    (ran,) = IMPORTER.read(BytesIO(data), "x")
    assert isinstance(ran, Ran)
    (seen,) = failures_of(ran)
    assert (seen.failure.class_, seen.failure.site) == ("ModuleNotFoundError", "test_it.py:<module>")


def test_a_run_that_is_killed_leaves_no_half_file(tmp_path: Path) -> None:
    folder = _project(
        tmp_path / "p", "import time\ndef test_a():\n    print('x')\ndef test_b():\n    time.sleep(60)\n"
    )
    command = [sys.executable, "-m", "pytest", *plugin(), "--reflectgit=out"]
    child = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    until = time.monotonic() + 30
    while not list(folder.glob("out/.part-*")) and time.monotonic() < until:
        time.sleep(0.05)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    assert not list((folder / "out").glob("run-*"))


def test_unasked_it_imports_nothing_of_ours() -> None:
    code = (
        "import sys, pytest; before = set(sys.modules); import reflectgit.pytest_plugin; "
        "print(sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['reflectgit', 'reflectgit.pytest_plugin']"


def test_a_broken_line_costs_its_test_alone() -> None:
    data = (
        b'{"reflectgit": "pytest", "version": 1}\n{"test": "t.py::test_a", "outcome": "failed"}\n{"test": "t.py::te\n'
        b'{"test": 3, "outcome": "failed"}\n[1]\n{"test": "t.py::test_b", "outcome": "passed"}\n'
    )
    events = list(IMPORTER.read(BytesIO(data), "x"))
    assert [event.where for event in events if isinstance(event, Trouble)] == ["x:3", "x:5", "x"]
    (ran,) = [event for event in events if isinstance(event, Ran)]
    assert [case.name for case in ran.cases] == ["test_a", "test_b"]


def test_what_is_built_names_the_plugin(tmp_path: Path) -> None:
    pytest.importorskip("setuptools", minversion="77")
    (tmp_path / "reflectgit").mkdir()
    (tmp_path / "reflectgit" / "__init__.py").touch()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    build = "import setuptools.build_meta as b; b.prepare_metadata_for_build_wheel('.')"
    subprocess.run([sys.executable, "-c", build], cwd=tmp_path, check=True, capture_output=True)
    (made,) = tmp_path.glob("*.dist-info")
    (point,) = Distribution.at(made).entry_points.select(group="pytest11")
    assert point.value == "reflectgit.pytest_plugin"
    assert {"pytest_addoption", "pytest_configure"} <= vars(point.load()).keys()


def test_workers_change_nothing_in_what_is_written(tmp_path: Path) -> None:
    pytest.importorskip("xdist")
    text = "def test_a():\n    pass\n\ndef test_b():\n    jars = {}\n    print('looking')\n    jars['plum']\n"
    folder = _project(tmp_path / "p", text)
    written = []
    for name, options in (("alone", []), ("workers", ["-n1"])):
        run_pytest(folder, "-p", "no:cacheprovider", f"--reflectgit={name}", *options)
        written.append(_lines(folder / name / "run-0001.jsonl"))
    assert written[0] == written[1]
    assert [line.get("outcome") for line in written[0]] == [None, "passed", "failed", None]
