"""Which later run shows that a failure is gone, and which does not: by command, by names and by counts."""

import pytest

from reflectgit.sources.commands import command_of
from reflectgit.sources.events import Case, Ran
from reflectgit.sources.go_events import printed_by_go
from reflectgit.sources.passing import Reading

FAILED = "FAILED tests/test_mill.py::test_grain - KeyError: 'rye'\n1 failed, 3 passed in 0.1s\n"


def shows(failed: Ran, later: Ran) -> bool:
    """Whether the later run shows that what the first one shows is gone."""
    before = Reading(failed)
    (seen,) = before.failures
    return Reading(later).shows_passing(seen.test, [before.shown])


def ran(command: str, output: str, code: int | None = 0) -> Ran:
    return Ran(where="x", command=command, output=output, exit_code=code)


@pytest.mark.parametrize(
    ("command", "output", "code", "gone"),
    [
        ("pytest -q", "4 passed in 0.1s\n", 0, True),
        ("python -m pytest -v", "4 passed in 0.1s\n", 0, True),
        ("uv run pytest", "5 passed in 0.1s\n", 0, True),
        ("cd mill && RYE=1 pytest -q 2>&1 | tail -2", "4 passed in 0.1s\n", None, True),
        ("pytest -q", "3 passed, 1 skipped in 0.1s\n", 0, False),
        ("pytest -q", "3 passed in 0.1s\n", 0, False),
        ("pytest -q -k sieve", "4 passed in 0.1s\n", 0, False),
        ("pytest --lf", "1 passed in 0.1s\n", 0, False),
        ("pytest tests/test_sieve.py", "9 passed in 0.1s\n", 0, False),
        ("pytest tests/test_mill.py", "2 passed in 0.1s\n", 0, True),
        ("pytest tests/test_mill.py -k sieve", "1 passed in 0.1s\n", 0, False),
        ("pytest tests/test_mill.py::test_grain", "1 passed in 0.1s\n", 0, True),
        ("pytest -k test_grain", "1 passed in 0.1s\n", 0, True),
        ("pytest tests/test_mill.py", "1 passed, 1 skipped in 0.1s\n", 0, False),
        ("pytest -q", "FAILED tests/test_mill.py::test_sack - OSError\n1 failed, 3 passed in 0.1s\n", 1, True),
        ("pytest -q", "FAILED tests/test_mill.py::test_sack - OSError\n1 failed, 1 passed in 0.1s\n", 1, False),
        ("pytest -v", "tests/test_mill.py::test_grain PASSED\ntests/test_mill.py::test_x FAILED\n", 1, True),
        ("pytest -v", "tests/test_mill.py::test_grain SKIPPED\n1 skipped\n", 0, False),
        ("pytest -v", "t.py::test_a PASSED\nt.py::test_b PASSED\nt.py::test_c PASSED\nt.py::test_d PASSED\n4 passed\n",
         0, False),
        ("make", "built\n", 0, False),
        ("true", "", 0, False),
        ("", "4 passed in 0.1s\n", None, True),
        ("", "1 passed in 0.1s\n", None, True),
        ("", "1 passed, 3 skipped in 0.1s\n", None, False),
        ("", "no tests ran in 0.01s\n", None, False),
    ],
)  # fmt: skip
def test_a_failed_test(command: str, output: str, code: int | None, gone: bool) -> None:
    assert shows(ran("pytest -q", FAILED, 1), ran(command, output, code)) is gone


@pytest.mark.parametrize(
    ("failed", "later", "gone"),
    [
        ("make all", "make all", True),
        ("make all", "make all 2>&1 | tail", True),
        ("make all", "make", False),
        ("tsc --noEmit -p .", "tsc --version", False),
        ("python3 -B tool.py", "python3 -B tool.py", True),
        ('python -c "import mill"', 'python -c "import sieve"', False),
        ("sh -c 'make && ./mill'", "sh -c 'make && ./mill'", True),
        ("make && ./mill", "./mill", False),
        ("cd a && make", "cd b && make", False),
        ("cd a && make", "make", True),
    ],
)
def test_a_run_without_tests_has_to_be_the_same(failed: str, later: str, gone: bool) -> None:
    broken = ran(
        failed, "Traceback (most recent call last):\n  File \"mill.py\", line 2\nKeyError: 'rye'\n", 1
    )
    assert shows(broken, ran(later, "done\n")) is gone
    assert shows(broken, ran(later, "")) is gone


def test_a_runner_that_tells_nothing_of_tests_that_pass_is_believed_by_its_exit_code() -> None:
    failed = ran("./check", "not ok 1 - grinds\n", 1)
    assert shows(failed, ran("./check", "", 0))
    assert not shows(failed, ran("./other", "", 0))


def test_go_without_its_list_of_tests() -> None:
    failed = ran(
        "go test ./...",
        "--- FAIL: TestGrain (0.00s)\n    mill_test.go:7: got 3\nFAIL\nFAIL\tex.org/mill\t0.1s\n",
        1,
    )
    assert shows(failed, ran("go test ./...", "ok  \tex.org/mill\t0.1s\n"))
    assert shows(
        failed, ran("go test -v ./...", "--- PASS: TestGrain (0.00s)\nPASS\nok  \tex.org/mill\t0.1s\n")
    )
    assert not shows(
        failed, ran("go test -v ./...", "--- PASS: TestSack (0.00s)\nPASS\nok  \tex.org/mill\t0.1s\n")
    )
    assert not shows(failed, ran("go build ./...", ""))


def test_an_unittest_run_of_nothing_shows_nothing() -> None:
    failed = "FAIL: test_grain (t.T.test_grain)\nAssertionError: 1 != 2\n\nRan 1 test in 0.1s\n\nFAILED (failures=1)\n"
    run = ran("python -m unittest", failed, 1)
    assert not shows(run, ran("python -m unittest", "Ran 0 tests in 0.000s\n\nOK\n"))
    assert not shows(run, ran("python -m unittest", "Ran 1 test in 0.000s\n\nOK (skipped=1)\n"))
    assert shows(run, ran("python -m unittest", "Ran 1 test in 0.000s\n\nOK\n"))


def test_tests_that_the_source_keeps_apart() -> None:
    def cases(**outcomes: str) -> Ran:
        told = tuple(Case(name=name, file="t.py", outcome=outcome) for name, outcome in outcomes.items())  # type: ignore[arg-type]
        return Ran(where="x", cases=told)

    failed = cases(test_a="failed", test_b="passed")
    assert shows(failed, cases(test_a="passed", test_c="failed"))
    assert not shows(failed, cases(test_a="skipped", test_b="passed"))
    assert not shows(failed, cases(test_b="passed", test_c="passed"))


@pytest.mark.parametrize(
    "line", ["", "'", "cd", "cd x", "| |", "&&", "a\nb", "python", "uv run", "$(", "timeout"]
)
def test_any_line_is_a_command(line: str) -> None:
    assert command_of(line).is_same(command_of(line)) in (True, False)


def test_a_project_below_the_home_of_somebody() -> None:
    trace = 'Traceback (most recent call last):\n  File "/home/ada/mill/stone/grind.py", line 2, in grind\nOSError\n'
    (seen,) = Reading(ran("python mill.py", trace, 1), root="/home/ada/mill").failures
    assert seen.failure.site == "stone/grind.py:grind"


def test_events_of_go_are_read_as_what_they_print() -> None:
    events = [
        '{"Action":"output","Test":"TestGrain","Output":"--- FAIL: TestGrain (0.00s)\\n"}',
        '{"Action":"run","Test":"TestGrain"}',
        '{"Action":"output"',
        "plain",
    ]
    assert printed_by_go("\n".join(events)) == '--- FAIL: TestGrain (0.00s)\n{"Action":"output"\nplain'
    assert printed_by_go("{}\n") == "{}\n"


@pytest.mark.parametrize(
    ("output", "gone"),
    [
        ("ok - sums\nok - names\n", True),
        ("ok - names\n", False),
        ("ok - sums\n", False),
        ("ok - names\nok - dates\n", False),
        ("ok - sum\nok - names\n", False),
    ],
)
@pytest.mark.parametrize("command", ["./check.sh", "bash check.sh"])
def test_a_name_that_goes_on_with_a_reason_where_it_fails(command: str, output: str, gone: bool) -> None:
    assert shows(ran(command, "not ok - sums: got 3\nok - names\n", 1), ran(command, output, 0)) is gone
