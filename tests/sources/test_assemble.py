"""Events put together: what failed, what was tried, what changed until it passed."""

import msgspec
import pytest
from msgspec.structs import replace

from reflectgit import identity
from reflectgit.formats.inputs import read_termination
from reflectgit.model import Item, Termination
from reflectgit.policy import Bounds, Policy, Redact
from reflectgit.sources.assemble import About, Assembled, assemble
from reflectgit.sources.events import Asked, Case, Changed, Event, Ran, Said, Trouble
from reflectgit.stages.evidence import prepare

ABOUT = About(repo="acme/barn")


def _failing(name: str = "test_gate", class_: str = "KeyError: 'hay'", command: str = "pytest -q") -> Ran:
    output = (
        f"=== FAILURES ===\n___ {name} ___\n\n    def {name}():\n>       feed()\nE       {class_}\n\n"
        f"tests/test_barn.py:4: Error\n=== short test summary info ===\n"
        f"FAILED tests/test_barn.py::{name} - {class_}\n1 failed in 0.1s\n"
    )
    return Ran(where="fail", command=command, output=output, exit_code=1)


def _passing(command: str = "pytest -q", output: str = "3 passed in 0.1s\n") -> Ran:
    return Ran(where="pass", command=command, output=output, exit_code=0)


def _change(text: str, path: str = "barn.py") -> Changed:
    return Changed(where="d", diff=f"--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-old\n+{text}\n")


def _one(events: list[Event], about: About = ABOUT) -> Assembled:
    (found,) = assemble(events, about)
    return found


def _ended(events: list[Event], about: About = ABOUT) -> Termination:
    termination = _one(events, about).termination
    assert termination is not None
    return termination


def _items(termination: Termination) -> dict[str, Item]:
    rest = (termination.diagnosis, termination.repair, termination.successful_trajectory)
    return {item.id: item for item in (*termination.traces, *rest) if item is not None}


FULL: list[Event] = [
    Asked(where="a", text="Feed the horses."),
    Said(where="s", text="I take it that there is hay."),
    _change("first"),
    _failing(),
    _change("in vain"),
    _failing(),
    Said(where="s", kind="diagnosis", text="The hay is only there in winter."),
    _change("repaired"),
    _passing(),
]


def test_the_whole_story() -> None:
    ended = _ended(FULL)
    items = _items(ended)
    assert ended.outcome == "resolved"
    assert ended.task.description == "Feed the horses."
    assert list(items) == ["plan-1", "patch-1", "patch-2", "exec-1", "diag-1", "repair-1", "pass-1"]
    assert "+first" in items["patch-1"].content
    assert "+in vain" in items["patch-2"].content
    assert "+repaired" in items["repair-1"].content
    assert "first" not in items["repair-1"].content
    assert "$ pytest -q" in items["exec-1"].content
    assert (ended.failure.class_, ended.failure.site) == ("KeyError", "tests/test_barn.py:test_gate")
    assert ended.task.paths == ["tests/test_barn.py"]
    assert ended.task.language == "python"


def test_what_was_said_is_stated_and_what_was_seen_is_signed() -> None:
    for item in _items(_ended(FULL)).values():
        said = item.kind in ("plan", "diagnosis")
        assert item.origin == ("stated" if said else "observed")
        if not said:
            assert item.by == "reflectgit"
            assert item.digest == identity.digest(replace(item, digest=msgspec.UNSET))


def test_without_a_diagnosis_the_symptom_is_one() -> None:
    diagnosis = _ended([_failing(), _change("x"), _passing()]).diagnosis
    assert (diagnosis.origin, diagnosis.by) == ("observed", "reflectgit")
    assert "KeyError: 'hay'" in diagnosis.content


def test_a_termination_can_be_read_back_and_preparing_changes_nothing() -> None:
    ended = _ended(FULL)
    assert read_termination(msgspec.json.encode(ended), "x") == ended
    assert prepare(ended, Policy()) == ended


@pytest.mark.parametrize(
    "policy",
    [
        Policy(bounds=Bounds(item_bytes=300)),
        Policy(bounds=Bounds(record_bytes=4096)),
        Policy(redact=Redact(patterns=["hay"])),
    ],
)
def test_a_stricter_store_leaves_the_signatures_of_items_whole(policy: Policy) -> None:
    long = replace(_failing(), output=_failing().output + "more of it\n" * 2_000)
    shown = prepare(_ended([long, _change("x" * 2_000), _passing()]), policy)
    signed = [item for item in _items(shown).values() if item.by == "reflectgit"]
    assert len(signed) == 4
    for item in signed:
        assert item.digest == identity.digest(replace(item, digest=msgspec.UNSET))


def test_preparing_mends_no_digest_that_did_not_hold() -> None:
    ended = _ended(FULL)
    forged = replace(ended, traces=[replace(ended.traces[1], content="hay", digest="0" * 64)])
    assert prepare(forged, Policy(redact=Redact(patterns=["hay"]))).traces[0].digest == "0" * 64


def test_still_failing_is_open() -> None:
    found = _one([_failing(), _change("x"), _failing()])
    assert (found.outcome, found.termination) == ("open", None)


def test_given_up_is_escalated() -> None:
    ended = _ended([_failing(), _change("x"), _failing()], replace(ABOUT, escalated="no hay to be had"))
    assert (ended.outcome, ended.repair, ended.successful_trajectory) == ("escalated", None, None)
    assert _items(ended)["gave-up"].content == "Given up: no hay to be had"
    assert _items(ended)["gave-up"].origin == "stated"


def test_passing_without_a_change_explains_nothing() -> None:
    assert _one([_failing(), _passing()]).outcome == "unexplained"


@pytest.mark.parametrize(
    ("command", "output", "outcome"),
    [
        ("pytest -x -q", "3 passed in 0.1s\n", "resolved"),
        ("pytest", "3 passed in 0.1s\n", "resolved"),
        ("cd barn && PYTHONPATH=. pytest -q 2>&1 | tail -3", "3 passed in 0.1s\n", "resolved"),
        ("pytest tests/test_barn.py", "3 passed in 0.1s\n", "resolved"),
        ("pytest tests/test_sty.py", "3 passed in 0.1s\n", "open"),
        ("ls", "barn.py\n", "open"),
        (
            "pytest -v",
            "tests/test_barn.py::test_gate PASSED\ntests/test_barn.py::test_x FAILED\n",
            "resolved",
        ),
        ("pytest -v", "tests/test_sty.py::test_gate PASSED\ntests/test_barn.py::test_x FAILED\n", "open"),
    ],
)
def test_which_run_shows_that_it_passes(command: str, output: str, outcome: str) -> None:
    code = 1 if "FAILED" in output else 0
    passing = replace(_passing(command, output), exit_code=code)
    found = assemble([_failing(), _change("x"), passing], ABOUT)
    assert found[0].outcome == outcome


def test_one_value_of_a_parameter_is_not_the_other() -> None:
    failing = Ran(
        where="f", cases=(Case(name="test_n[2]", file="t.py", outcome="failed", message="KeyError: 1"),)
    )
    passing = Ran(
        where="p",
        cases=(Case(name="test_n[1]", file="t.py", outcome="passed"), Case(name="z", outcome="failed")),
    )
    assert assemble([failing, _change("x"), passing], ABOUT)[0].outcome == "open"


def test_the_second_failure_of_a_test_is_its_own() -> None:
    events = [_failing(), _change("half"), _failing(class_="OSError: no gate"), _change("whole"), _passing()]
    first, second = assemble(events, ABOUT)
    assert [first.seen.failure.class_, second.seen.failure.class_] == ["KeyError", "OSError"]
    assert first.termination is not None
    assert second.termination is not None
    assert second.termination.repair is not None
    assert "half" not in second.termination.repair.content
    assert "+half" in _items(second.termination)["patch-1"].content


def test_many_failures_are_many_terminations() -> None:
    cases = tuple(
        Case(name=f"test_{n}", file="t.py", outcome="failed", message=f"KeyError: 'k{n}'") for n in range(7)
    )
    passed = tuple(replace(case, outcome="passed") for case in cases)
    found = assemble([Ran(where="f", cases=cases), _change("x"), Ran(where="p", cases=passed)], ABOUT)
    assert [one.outcome for one in found] == ["resolved"] * 7
    assert len({one.label for one in found}) == 7


def test_a_program_that_asks_does_not_fail() -> None:
    asked = Ran(where="g", command="grep -r hay .", output="", exit_code=1)
    assert assemble([asked, _failing(), _change("x"), _passing()], ABOUT)[0].seen.test


def test_a_program_without_tests() -> None:
    crash = 'Traceback (most recent call last):\n  File "/srv/barn/app/go.py", line 3, in go\n    x\nOSError: no gate\n'
    failed = Ran(where="f", command="python app/go.py", output=crash, exit_code=1)
    ended = _ended(
        [failed, _change("x", "app/go.py"), Ran(where="p", command="python app/go.py", exit_code=0)]
    )
    assert ended.failure.site == "app/go.py:go"
    assert ended.task.id == "fix/OSError/app/go.py-go"


def test_troubles_are_passed_over_and_nothing_gives_nothing() -> None:
    assert assemble([Trouble(where="x", message="y")], ABOUT) == []
    assert assemble([], ABOUT) == []


def test_secrets_are_in_no_part() -> None:
    token = "ghp_" + "Zx9Y" * 9
    leaky: list[Event] = [
        Asked(where="a", text=f"use {token}"),
        Said(where="s", text=f"with {token}"),
        _change(f"key = '{token}'"),
        _failing(class_=f"ValueError: bad {token}"),
        _change(f"key2 = '{token}'"),
        _passing(output=f"{token}\n1 passed in 0.1s\n"),
    ]
    assert token not in repr(assemble(leaky, ABOUT))


def test_the_same_events_give_the_same_termination() -> None:
    assert assemble(FULL, ABOUT) == assemble(FULL, ABOUT)
