"""``reflectgit signature``: what makes a failure the same as another, and how that was made."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_desk import Done

LOG = """\
Traceback (most recent call last):
  File "/home/ana/code/depot/app.py", line 9, in <module>
    main()
  File "/home/ana/code/depot/depot/crane.py", line 31, in lift
    require(free, f"no place {place} at {now}")
  File "/home/ana/code/depot/depot/crane.py", line 4, in require
    raise YardError(message)
depot.errors.YardError: no place 17 at 2026-11-30 21:22:34, status 409
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "failed.log"
    path.write_text(LOG)
    return path


def test_a_log_for_a_person(log: Path, cli: Callable[..., Done]) -> None:
    done = cli("signature", log, "--explain")
    assert done.code == 0
    lines = [" ".join(line.split()) for line in done.out.splitlines()]
    assert "class YardError" in lines
    assert "message no place <n> at <time>, status 409" in lines
    assert "site depot/crane.py:lift" in lines
    assert "masked 17 → <n>: a number that varies with the data" in lines
    assert "masked 2026-11-30 21:22:34 → <time>: a date or time" in lines
    assert "kept 409: another one is another failure" in lines
    assert "frame depot/crane.py:require: complains for its caller" in lines


def test_without_explain_it_is_short(log: Path, cli: Callable[..., Done]) -> None:
    assert len(cli("signature", log).out.splitlines()) == 4


def test_another_checkout_day_and_place_is_the_same_failure(
    log: Path, tmp_path: Path, cli: Callable[..., Done]
) -> None:
    other = tmp_path / "other.log"
    moved = LOG.replace("/home/ana/code/depot", "/builds/acme/depot").replace("line 31", "line 77")
    other.write_text(moved.replace("2026-11-30 21", "2027-01-02 03").replace("place 17", "place 3"))
    told = [cli("signature", path, "--json").json["signatures"] for path in (log, other)]
    assert told[0][0]["signature"] == told[1][0]["signature"]


def test_a_termination_has_the_signature_that_admit_gives_it(
    tmp_path: Path, cli: Callable[..., Done]
) -> None:
    ended = tmp_path / "failure.json"
    ended.write_text(cli("schema", "termination", "--example").out)
    (told,) = cli("signature", ended, "--json").json["signatures"]
    assert told["site"] == json.loads(ended.read_text())["failure"]["site"]
    assert len(told["signature"]) == 16
    assert told["transient"] is None


def test_a_failure_of_the_surroundings_is_called_so(tmp_path: Path, cli: Callable[..., Done]) -> None:
    path = tmp_path / "failed.log"
    path.write_text(
        LOG.replace("raise YardError(message)", "send(message)").replace(
            "no place", "[Errno 28] No space left on device:"
        )
    )
    (told,) = cli("signature", path, "--json").json["signatures"]
    assert told["transient"].startswith("disk full: ")


def test_what_cannot_be_read_is_one_line(tmp_path: Path, cli: Callable[..., Done]) -> None:
    done = cli("signature", tmp_path / "none.log")
    assert (done.code, done.out) == (2, "")
    broken = tmp_path / "broken.json"
    broken.write_text('{"failure": {"class": "X"}, "traces": [}')
    assert cli("signature", broken).code == 2
    assert cli("signature", broken, "--format", "nonsense").code == 2


def test_a_file_without_a_failure(tmp_path: Path, cli: Callable[..., Done]) -> None:
    path = tmp_path / "fine.log"
    path.write_text("7 passed in 0.2s\n")
    done = cli("signature", path)
    assert (done.code, done.out) == (1, "")
    assert "no failure was found" in done.err
