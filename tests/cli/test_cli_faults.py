"""One place turns an exception into a line and an exit code."""

import json
from collections.abc import Callable

import pytest
import typer
from cli_desk import Done

from reflectgit.cli.faults import guarded
from reflectgit.errors import BadInput, BadUsage, NotFound, ReflectgitError, StoreError


def raising(exc: BaseException) -> Callable[[], int]:
    def call() -> int:
        raise exc

    return call


@pytest.mark.parametrize(("fault", "code"), [(BadInput, 2), (BadUsage, 2), (NotFound, 1), (StoreError, 3)])
def test_each_fault_knows_its_exit_code(
    fault: type[ReflectgitError], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert guarded(raising(fault("a.json:3: what is wrong", "what mends it")), as_json=True) == code
    out, err = capsys.readouterr()
    assert err == "reflectgit: error: a.json:3: what is wrong\nreflectgit: hint: what mends it\n"
    told = {"code": fault.default_code, "message": "a.json:3: what is wrong", "hint": "what mends it"}
    assert json.loads(out) == {"error": told}


def test_without_json_standard_output_stays_empty(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(raising(BadInput("wrong")), as_json=False) == 2
    assert capsys.readouterr() == ("", "reflectgit: error: wrong\n")


def test_a_bug_is_one_line_and_says_how_to_report_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert guarded(raising(ValueError("odd\nvalue")), as_json=False) == 3
    err = capsys.readouterr().err
    assert err.startswith("reflectgit: error: ValueError: odd value\n")
    assert "REFLECTGIT_DEBUG=1" in err
    assert "Traceback" not in err
    monkeypatch.setenv("REFLECTGIT_DEBUG", "1")
    guarded(raising(ValueError("odd")), as_json=False)
    assert "Traceback" in capsys.readouterr().err


def test_what_the_system_refuses_is_no_bug(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(raising(PermissionError(13, "Permission denied", "/store/x")), as_json=False) == 3
    err = capsys.readouterr().err
    assert err.startswith("reflectgit: error: /store/x: Permission denied\n")
    assert "bug" not in err


def test_leaving_early_and_being_interrupted(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(raising(typer.Exit(1)), as_json=True) == 1
    assert guarded(raising(KeyboardInterrupt()), as_json=True) == 130
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["frobnicate"], "No such command"),
        (["list", "--frobnicate"], "No such option"),
        (["admit", "one.json"], "REFLECTION"),
        (["schema", "rumour"], "rumour"),
        (["schema"], "lesson|reflection|termination|decision"),
        (["ab"], "Missing command"),
    ],
)
def test_usage_errors_have_the_same_shape(arguments: list[str], said: str, cli: Callable[..., Done]) -> None:
    done = cli(*arguments)
    assert (done.code, done.out) == (2, "")
    error, hint = done.err.splitlines()
    assert error.startswith("reflectgit: error: ")
    assert said in error
    assert hint.startswith("reflectgit: hint: Say reflectgit")
    told = cli(*arguments, "--json")
    assert told.code == 2
    assert told.json["error"]["code"] == "bad_usage"
