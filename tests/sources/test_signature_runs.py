"""Real runs of real tools: the same failures told in other styles, places and orders have the same signatures."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import pytest
from shelf_project import run_pytest

from reflectgit.sources.events import Ran
from reflectgit.sources.failures import Seen, failures_of
from reflectgit.sources.importers import junit

CRANE = """\
import json
import subprocess
import sys

LOADS = {"brick": 3}


def require(held, message):
    if not held:
        raise ValueError(message)


class Crane:
    def lift(self, name):
        require(name in LOADS, f"no load {name!r}")

    def swing(self, steps):
        return [LOADS[step] for step in steps]


def boot(kind):
    try:
        LOADS[kind] if kind else json.loads("")
    except Exception as fault:
        raise RuntimeError("startup failed") from fault


def reboot(kind):
    try:
        LOADS[kind]
    except KeyError:
        raise RuntimeError("no restart")


def restart():
    try:
        LOADS["lime"]
    except KeyError:
        raise RuntimeError("no restart") from None


def cached(kind):
    try:
        return LOADS[kind]
    except KeyError:
        return build(kind)


def build(kind):
    raise OSError("no quarry")


def call(code):
    subprocess.run([sys.executable, "-c", f"raise SystemExit({code})"], check=True)
"""
TESTS = """\
import os
import tempfile
import uuid
from datetime import datetime

import pytest
from depot import crane


def test_glass():
    crane.Crane().lift("glass")


def test_steel():
    crane.Crane().lift("steel")


def test_swing():
    crane.Crane().swing(["mud"])


def test_boot_key():
    crane.boot("gravel")


def test_boot_parse():
    crane.boot("")


def test_reboot():
    crane.reboot("zinc")


def test_restart():
    crane.restart()


def test_cached():
    crane.cached("salt")


def test_code_3():
    crane.call(3)


def test_code_4():
    crane.call(4)


def test_varies():
    raise ValueError(
        f"handle {object()!r} job={uuid.uuid4()} at {datetime.now()} in {tempfile.gettempdir()}/x-{os.getpid()}.json"
    )


def test_words():
    assert "seven grey geese flew over the old barn" == "seven white geese flew over the old barn"


def test_numbers():
    assert list(range(300)) == list(range(1, 301))


@pytest.mark.parametrize("kind", ["oak", "elm"])
def test_kinds(kind):
    crane.LOADS[kind]


@pytest.mark.parametrize("way", [0, 1])
def test_ways(way):
    if way:
        raise LookupError("no way")
    raise OSError("no door")


@pytest.fixture
def lamp():
    yield 1
    raise OSError("no power")


def test_lit(lamp):
    pass
"""
#: Tests whose failures are of one kind but differ.
APART = [
    ("test_glass", "test_steel"),
    ("test_boot_key", "test_boot_parse"),
    ("test_code_3", "test_code_4"),
    ("test_kinds[oak]", "test_kinds[elm]"),
    ("test_ways[0]", "test_ways[1]"),
    ("test_reboot", "test_restart"),
]
STYLES: dict[str, tuple[tuple[str, ...], Mapping[str, str]]] = {
    "quiet": (("-q", "-q"), {"COLUMNS": "40"}),
    "wordy": (("-vv", "--color=yes"), {"COLUMNS": "200", "CI": "1"}),
    "short": (("--tb=short", "-rA"), {"TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONHASHSEED": "3"}),
    "native": (("--tb=native", "-s"), {"PYTHONNODEBUGRANGES": "1"}),
    "long": (("--tb=long", "-l", "-n2"), {}),
}


def _made(folder: Path, lines_above: int = 0) -> Path:
    (folder / "depot").mkdir(parents=True)
    (folder / "tests").mkdir()
    above = "# a line\n" * lines_above
    (folder / "depot" / "__init__.py").write_text("")
    (folder / "depot" / "crane.py").write_text(above + CRANE)
    (folder / "tests" / "test_crane.py").write_text(above + TESTS)
    (folder / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    return folder


@pytest.fixture(scope="module")
def depot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _made(tmp_path_factory.mktemp("yard") / "depot")


@pytest.fixture(scope="module")
def plain(depot: Path) -> dict[str, Seen]:
    found = _by_test(_printed(run_pytest(depot, "-p", "no:cacheprovider").stdout))
    assert len(found) == 18
    assert not any(seen.partial for seen in found.values())
    return found


def _printed(output: str) -> tuple[Seen, ...]:
    return failures_of(Ran(where="out.log", output=output))


def _by_test(found: tuple[Seen, ...]) -> dict[str, Seen]:
    return {seen.test.rpartition("::")[2]: seen for seen in found}


def _signatures(found: Mapping[str, Seen]) -> dict[str, str]:
    return {name: seen.signature for name, seen in found.items()}


@pytest.mark.parametrize("style", STYLES)
def test_every_style_tells_the_same(style: str, plain: dict[str, Seen], tmp_path: Path) -> None:
    options, variables = STYLES[style]
    elsewhere = _made(tmp_path / "another place" / style, lines_above=3)
    found = _by_test(_printed(run_pytest(elsewhere, "-p", "no:cacheprovider", *options, **variables).stdout))
    assert _signatures(found) == _signatures(plain)


def test_junit_tells_the_same(depot: Path, plain: dict[str, Seen], tmp_path: Path) -> None:
    run_pytest(depot, "-p", "no:cacheprovider", "-p", "no:terminal", f"--junitxml={tmp_path}/r.xml")
    data = (tmp_path / "r.xml").read_bytes()
    (ran,) = [event for event in junit.IMPORTER.read(BytesIO(data), "r.xml") if isinstance(event, Ran)]
    assert _signatures(_by_test(failures_of(ran))) == _signatures(plain)


@pytest.mark.parametrize("style", ["line", "no"])
def test_what_leaves_out_the_stack_is_the_same_or_called_partial(
    style: str, depot: Path, plain: dict[str, Seen]
) -> None:
    found = _by_test(_printed(run_pytest(depot, "-p", "no:cacheprovider", f"--tb={style}").stdout))
    assert found.keys() == plain.keys()
    for name, seen in found.items():
        assert seen.signature == plain[name].signature or seen.partial, name


@pytest.mark.parametrize(("one", "other"), APART)
def test_what_differs_differs(one: str, other: str, plain: dict[str, Seen]) -> None:
    assert plain[one].signature != plain[other].signature


def test_causes_are_told_as_the_rule_says(plain: dict[str, Seen]) -> None:
    said = {name: plain[name].failure.message.partition("\n")[2] for name in plain}
    assert said["test_boot_key"] == "caused by: KeyError: 'gravel'"
    assert said["test_boot_parse"].startswith("caused by: JSONDecodeError: Expecting value")
    assert said["test_reboot"] == "caused by: KeyError: 'zinc'"
    assert said["test_restart"] == ""
    assert said["test_cached"] == ""


def test_the_same_under_unittest(tmp_path: Path) -> None:
    tests = (
        "import unittest\nfrom depot import crane\n\n\nclass CraneTest(unittest.TestCase):\n"
        "    def test_glass(self):\n        crane.Crane().lift('glass')\n\n"
        "    def test_boot(self):\n        crane.boot('gravel')\n\n"
        "    def test_words(self):\n        self.assertEqual('grey', 'white')\n"
    )
    told: list[dict[str, str]] = []
    for number, options in enumerate(((), ("-v",), ("-b", "--locals"))):
        folder = _made(tmp_path / f"depot{number}", lines_above=number)
        (folder / "test_unit.py").write_text("#\n" * number + tests)
        done = subprocess.run(
            [sys.executable, "-m", "unittest", "test_unit", *options],
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        found = failures_of(Ran(where="x", output=done.stderr, ended="failed"), str(folder))
        told.append(_signatures(_by_test(found)))
    assert len(told[0]) == 3
    assert told[0] == told[1] == told[2]


# --- other tools, where they are installed ----------------------------------------------------------------------

NODE = """\
const LOADS = { brick: 3 };
function find(name) {
  if (!(name in LOADS)) throw new RangeError(`no load '${name}'`);
  return LOADS[name];
}
module.exports = { find };
"""
NODE_TESTS = """\
const { test } = require('node:test');
const assert = require('node:assert');
const depot = require('./depot.js');
test('finds glass', () => { depot.find('glass'); });
test('finds steel', () => { const { find } = depot; find('steel'); });
test('equals', () => { assert.strictEqual(depot.find('brick'), 4); });
test('late', async () => { await null; throw new TypeError('late ' + process.pid); });
"""
JAVA = """\
import java.util.*;
public class Depot {
    static int find(String name) {
        Integer n = Map.of("brick", 3).get(name);
        if (n == null) throw new NoSuchElementException("no load '" + name + "'");
        return n;
    }
    static void boot(String kind) {
        try { if (kind.equals("find")) find("glass"); else Integer.parseInt("x"); }
        catch (RuntimeException e) { throw new IllegalStateException("startup failed", e); }
    }
    public static void main(String[] args) { boot(args[0]); }
}
"""
C = """\
#include <stdlib.h>
static int *make(int n) { int *p = malloc(n * sizeof *p); p[n] = 1; return p; }
int main(int argc, char **argv) { return make(argc + 3)[0]; }
"""


def _ran(command: str, folder: Path) -> list[Seen]:
    done = subprocess.run(
        command, cwd=folder, shell=True, capture_output=True, text=True, check=False,
        env={name: text for name, text in os.environ.items() if name != "NODE_TEST_CONTEXT"},
    )  # fmt: skip
    return list(failures_of(Ran(where="x", output=done.stdout + done.stderr, ended="failed"), str(folder)))


def _two(
    tmp_path: Path, files: Mapping[str, str], comment: str, second: str = "second place"
) -> tuple[Path, Path]:
    """The files in two folders, in the second further down in their lines."""
    folders = tmp_path / "one" / "depot", tmp_path / second / "depot"
    for folder, above in zip(folders, ("", f"{comment}\n{comment}\n"), strict=True):
        folder.mkdir(parents=True)
        for name, text in files.items():
            (folder / name).write_text(above + text)
    return folders


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_node_by_both_reporters(tmp_path: Path) -> None:
    one, other = _two(tmp_path, {"depot.js": NODE, "depot.test.js": NODE_TESTS}, "// a line")
    spec = _ran("node --test --test-reporter=spec", one)
    assert {seen.test.rpartition("::")[2] for seen in spec} == {
        "finds glass",
        "finds steel",
        "equals",
        "late",
    }
    told = [
        _signatures(_by_test(tuple(found)))
        for found in (spec, _ran("node --test --test-reporter=spec", other))
    ]
    told.append(_signatures(_by_test(tuple(_ran("node --test --test-reporter=tap", one)))))
    assert told[0] == told[1] == told[2]
    places = {seen.failure.site for seen in spec if "finds" in seen.test}
    assert places == {"depot.js:find"}
    assert len(set(told[0].values())) == 4


@pytest.mark.skipif(shutil.which("java") is None, reason="java is not installed")
def test_java_with_causes(tmp_path: Path) -> None:
    one, other = _two(tmp_path, {"Depot.java": JAVA}, "// a line")
    (found,), (again,), (parse,) = (
        _ran("java Depot.java find", one), _ran("java Depot.java find", other), _ran("java Depot.java parse", one),
    )  # fmt: skip
    assert found.signature == again.signature != parse.signature
    assert found.failure.message == "startup failed\ncaused by: NoSuchElementException: no load 'glass'"


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")
def test_a_sanitizer(tmp_path: Path) -> None:
    one, other = _two(tmp_path, {"depot.c": C}, "/* a line */", "second")
    (found,) = _ran("gcc -g -fsanitize=address depot.c -o a.out && ./a.out", one)
    (again,) = _ran('gcc -g -fsanitize=address "$PWD/depot.c" -o b.out && ./b.out', other)
    assert found.failure.site == "depot.c:make"
    assert found.signature == again.signature
