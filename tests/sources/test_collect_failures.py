"""The same failure read from text, JUnit and the plugin is one failure."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shelf_project import EXPECTED, make_project, run_pytest

from reflectgit.facts.observe import observe
from reflectgit.sources.events import Case, Event, Ran
from reflectgit.sources.failures import Seen, failures_of
from reflectgit.sources.importers import junit, pytest_cases
from reflectgit.sources.symptom import symptom

PRINTED = Path(__file__).resolve().parents[1] / "facts" / "data" / "printed"
STYLES = {
    "auto": (),
    "wordy": ("-vv",),
    "short": ("--tb=short",),
    "native": ("--tb=native",),
    "long": ("--tb=long", "--showlocals"),
}


@pytest.fixture(scope="module")
def reports(shelf: Path) -> dict[str, str]:
    """What pytest prints in each style."""
    return {
        name: run_pytest(shelf, "-p", "no:cacheprovider", *options).stdout for name, options in STYLES.items()
    }


@pytest.fixture(scope="module")
def structured(shelf: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Ran]:
    """The same run by two workers, as JUnit and as the plugin writes it: one file."""
    folder = tmp_path_factory.mktemp("written")
    run_pytest(shelf, "-p", "no:cacheprovider", "-n2", f"--junitxml={folder}/r.xml", f"--reflectgit={folder}")
    assert sorted(path.name for path in folder.iterdir()) == ["r.xml", "run-0001.jsonl"]
    return {
        "junit": _run(junit.IMPORTER.read(BytesIO((folder / "r.xml").read_bytes()), "r.xml")),
        "plugin": _run(pytest_cases.IMPORTER.read(BytesIO((folder / "run-0001.jsonl").read_bytes()), "r")),
    }


def _run(events: Iterator[Event]) -> Ran:
    return next(event for event in events if isinstance(event, Ran))


def _by_test(found: tuple[Seen, ...]) -> dict[str, Seen]:
    return {seen.test.rpartition("::")[2]: seen for seen in found}


def _text(output: str) -> Ran:
    return Ran(where="out.log", output=output)


@pytest.mark.parametrize("style", STYLES)
def test_every_style_tells_class_and_site(style: str, reports: dict[str, str]) -> None:
    found = _by_test(failures_of(_text(reports[style])))
    assert {name: (seen.failure.class_, seen.failure.site) for name, seen in found.items()} == EXPECTED


@pytest.mark.parametrize("style", ["wordy", "short", "native", "long"])
def test_every_style_has_the_signatures_of_the_plain_one(style: str, reports: dict[str, str]) -> None:
    plain, other = (_by_test(failures_of(_text(reports[name]))) for name in ("auto", style))
    assert {name: seen.signature for name, seen in plain.items()} == {
        name: seen.signature for name, seen in other.items()
    }


@pytest.mark.parametrize("kind", ["junit", "plugin"])
def test_text_junit_and_plugin_agree(kind: str, reports: dict[str, str], structured: dict[str, Ran]) -> None:
    told = _by_test(failures_of(structured[kind]))
    plain = _by_test(failures_of(_text(reports["auto"])))
    assert {name: seen.signature for name, seen in told.items()} == {
        name: seen.signature for name, seen in plain.items()
    }


def test_another_checkout_gives_the_same_signatures(reports: dict[str, str], tmp_path: Path) -> None:
    elsewhere = make_project(tmp_path / "deep" / "er" / "copy")
    other = run_pytest(elsewhere, "-p", "no:cacheprovider", "--tb=native").stdout
    assert {seen.signature for seen in failures_of(_text(other))} == {
        seen.signature for seen in failures_of(_text(reports["auto"]))
    }


def test_two_tests_with_one_helper_differ(reports: dict[str, str]) -> None:
    found = _by_test(failures_of(_text(reports["auto"])))
    assert found["test_left"].signature != found["test_right"].signature


def test_one_line_a_failure_keeps_the_whole_message(shelf: Path, reports: dict[str, str]) -> None:
    line = run_pytest(shelf, "-p", "no:cacheprovider", "--tb=line").stdout
    told, plain = (_by_test(failures_of(_text(text))) for text in (line, reports["auto"]))
    for name in ("test_weight", "test_parsed", "test_rows", "test_handle"):
        assert told[name].signature == plain[name].signature


def test_what_workers_print_in_front_is_no_part_of_a_test() -> None:
    output = (
        "[gw0] [ 50%] FAILED t.py::test_a\n[gw1] [100%] PASSED t.py::test_b\n=== FAILURES ===\n___ test_a ___\n"
        "[gw0] linux -- Python 3.11.7 /usr/bin/python3\n\n    def test_a():\n>       go()\nE       KeyError: 'a'\n\n"
        "t.py:3: KeyError\n=== short test summary info ===\nFAILED t.py::test_a - KeyError: 'a'\n"
    )
    (seen,) = failures_of(_text(output))
    assert (seen.test, seen.failure.class_, seen.failure.site) == ("t.py::test_a", "KeyError", "t.py:test_a")


def test_a_summary_that_is_cut_says_so(shelf: Path) -> None:
    found = _by_test(failures_of(_text(run_pytest(shelf, "-p", "no:cacheprovider", "--tb=no").stdout)))
    assert found["test_parsed"].partial
    assert found["test_parsed"].signature != found["test_handle"].signature


def test_what_a_test_printed_does_not_end_it() -> None:
    output = (
        "=== FAILURES ===\n___ test_a ___\n\n    def test_a():\n>       assert 1 == 2\nE       assert 1 == 2\n\n"
        "tests/test_a.py:3: AssertionError\n----- Captured log call -----\nTraceback (most recent call last):\n"
        '  File "lib/b.py", line 2, in go\n    x\nOSError: disk\n'
    )
    assert [seen.failure.class_ for seen in failures_of(_text(output))] == ["AssertionError"]


def test_an_excerpt_holds_its_own_failure_alone(reports: dict[str, str]) -> None:
    excerpt = _by_test(failures_of(_text(reports["auto"])))["test_unknown"].excerpt
    assert "KeyError: 'nut'" in excerpt
    assert "no power" not in excerpt


@pytest.mark.parametrize(
    ("name", "class_", "site", "number"),
    [
        ("cargo_test", "panic", "src/lib.rs:adds", 11),
        ("cargo_backtrace", "panic", "src/lib.rs:bounds", 1),
        ("go_test", "TestFailed", "shop_test.go:TestAdd", 4),
        ("jest", "AssertionError", "x/jest.test.js:adds prices", 6),
        ("vitest", "AssertionError", "vit.test.mjs:adds prices", 3),
        ("mocha", "AssertionError", "mocha_spec.js:adds prices", 3),
        ("node_test_spec", "AssertionError", "stock.test.js:adds prices", 6),
        ("surefire", "AssertionFailedError", "shop/ShelfTest.java:adds", 11),
        ("gtest", "TestFailed", "t.cpp:Adds", 4),
        ("java_cause", "IllegalStateException", "Stock.java:load", 1),
        ("gcc", "CompileError", "bad2.c", 1),
        ("rustc", "CompileError", "bad.rs", 2),
        ("asan_o", "SanitizerError", "shop.c:main", 1),
        ("assert_c", "AssertionFailed", "as.c:half", 1),
        ("bash_segv", "SIGSEGV", "", 1),
        ("psql", "SqlError", "p.sql", 1),
    ],
)
def test_other_languages(name: str, class_: str, site: str, number: int) -> None:
    found = failures_of(_text((PRINTED / f"{name}.txt").read_text()))
    assert len(found) == number
    assert any((seen.failure.class_, seen.failure.site) == (class_, site) for seen in found)


def test_two_reporters_of_node_agree() -> None:
    spec, tap = (
        _by_test(failures_of(_text((PRINTED / f"node_test_{name}.txt").read_text())))
        for name in ("spec", "tap")
    )
    assert {name: seen.signature for name, seen in spec.items()} == {
        name: seen.signature for name, seen in tap.items()
    }


def test_a_run_that_passed_has_no_failures() -> None:
    assert (
        failures_of(Ran(where="x", output="Traceback (most recent call last):\nKeyError: 'a'\n", exit_code=0))
        == ()
    )


def test_a_failing_test_behind_a_pipe_is_one() -> None:
    output = "FAILED tests/test_a.py::test_a - KeyError: 'a'\n1 failed in 0.1s\n"
    assert len(failures_of(Ran(where="x", output=output, exit_code=0))) == 1


@pytest.mark.parametrize(("code", "class_"), [(3, "ExitStatus"), (None, "ExitStatus")])
def test_a_run_that_only_left(code: int | None, class_: str) -> None:
    (seen,) = failures_of(Ran(where="x", command="make all", output="", exit_code=code, ended="failed"))
    assert seen.failure.class_ == class_
    assert "make all" in seen.failure.message


def test_secrets_are_gone() -> None:
    token = "ghp_" + "a1B2" * 9
    output = f'Traceback (most recent call last):\n  File "app/x.py", line 1, in go\n    x\nValueError: bad {token}\n'
    (seen,) = failures_of(_text(output))
    assert token not in repr(seen)


def test_the_symptom_in_words(reports: dict[str, str]) -> None:
    told = symptom(_by_test(failures_of(_text(reports["auto"])))["test_unknown"])
    assert told.startswith("The test `tests/test_shelf.py::test_unknown` failed with `KeyError: 'nut'`.")
    assert "`store/shelf.py:count`" in told
    assert "`name = 'nut'`" in told
    assert 2 <= told.count(". ") + 1 <= 5


@given(st.text(max_size=400), st.sampled_from(["failed", "unknown", "passed"]))
@settings(max_examples=60, deadline=None)
def test_no_text_is_too_odd(text: str, ended: str) -> None:
    for seen in failures_of(Ran(where="x", output=text, ended=ended)):  # type: ignore[arg-type]
        assert seen.failure.class_
        assert symptom(seen)
        assert seen.facts == observe(seen.excerpt, "execution")


@given(st.text(max_size=100), st.text(max_size=100), st.text(max_size=200))
@settings(max_examples=40, deadline=None)
def test_no_case_is_too_odd(name: str, message: str, output: str) -> None:
    case = Case(name=name, outcome="failed", message=message, output=output)
    (seen,) = failures_of(Ran(where="x", cases=(case,)))
    assert seen.failure.class_


@pytest.mark.parametrize(
    ("code", "class_", "message"),
    [
        (139, "SIGSEGV", "ended by SIGSEGV: ./kiln"),
        (134, "SIGABRT", "ended by SIGABRT: ./kiln"),
        (137, "SIGKILL", "ended by SIGKILL: ./kiln"),
        (126, "ExitStatus", "exit status 126: ./kiln"),
        (200, "ExitStatus", "exit status 200: ./kiln"),
    ],
)
def test_a_bare_exit_code_of_a_signal_names_it(code: int, class_: str, message: str) -> None:
    (seen,) = failures_of(Ran(where="x", command="./kiln", exit_code=code))
    assert (seen.failure.class_, seen.failure.message) == (class_, message)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("Kiln.java:3: error: ';' expected\n1 error\n", "The run counts 1 error."),
        ("Kiln.java:3: error: ';' expected\n2 errors\n", "The run counts 2 errors."),
        (
            "FAILED t.py::test_a - KeyError: 'a'\n1 failed, 2 errors in 0.1s\n",
            "Of the tests of the run, 1 failed, 2 errors.",
        ),
    ],
)
def test_errors_of_a_compiler_are_no_tests(output: str, said: str) -> None:
    assert said in symptom(failures_of(Ran(where="x", output=output, exit_code=1))[0])
