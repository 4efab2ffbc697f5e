"""Altitude over invented failures: three voices, of which the rules were chosen on one alone."""

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from reflectgit.formats.inputs import read_termination
from reflectgit.model import EvidenceRecord, Task
from reflectgit.policy import Policy
from reflectgit.stages.altitude import altitude
from reflectgit.stages.calibrate import bound_to_repository
from reflectgit.stages.evidence import collect_evidence, prepare
from reflectgit.stages.own_names import own_names
from reflectgit.text.quotes import squeeze

DATA = Path(__file__).parents[1] / "data" / "lessons"
VOICES = ("wren", "crake")
#: What each altitude has to reach in each voice (the step's bars; a principle that is refused is a lesson lost).
BARS = {"shallow": 0.85, "too_vague": 0.80, "calibrated": 0.95}


#: The same for a third, in slang and figures of speech, written last: what rules see of it, and no more.
SLANG = {"shallow": 0.70, "too_vague": 0.40, "calibrated": 0.95}


def _lines(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


@cache
def _records() -> dict[object, EvidenceRecord]:
    made = {}
    for line in _lines("records.jsonl"):
        termination = read_termination(json.dumps(line["termination"]).encode(), "records.jsonl")
        made[line["record"]] = collect_evidence(prepare(termination, Policy()))
    return made


def _told(voice: str, want: str, scope: str | None = None) -> Counter[str]:
    return Counter(
        altitude(
            squeeze(str(one["lesson"])),
            str(one["scope"]) if scope is None else scope,
            _records()[one["record"]],
        )
        for one in _lines("lessons.jsonl")
        if (one["voice"], one["altitude"]) == (voice, want)
    )


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("want", BARS)
def test_altitude_in_many_wordings(voice: str, want: str) -> None:
    told = _told(voice, want)
    assert told[want] >= BARS[want] * told.total(), told


@pytest.mark.parametrize("want", SLANG)
def test_altitude_in_slang(want: str) -> None:
    told = _told("magpie", want)
    assert told[want] >= SLANG[want] * told.total(), told


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("scope", ["lang:python", "src/some/file.py"])
def test_a_scope_alone_makes_no_edit_and_hides_none(voice: str, scope: str) -> None:
    principles, edits = _told(voice, "calibrated", scope), _told(voice, "shallow", scope)
    assert principles["calibrated"] >= 0.95 * principles.total()
    assert edits["shallow"] >= 0.70 * edits.total()


@pytest.mark.parametrize(
    ("record", "defined", "bound"),
    [
        ("tide", "parse_stage", "level"),
        ("kiln", "scheduleRamp", "steps"),
        ("ferry", "CountSailings", "counts"),
        ("loom", "shorten", "label"),
        ("orchard", "sameCount", "left"),
        ("quarry", "join_fields", "used"),
        ("apiary", "heaviest", "ranked"),
        ("press", "with_region", "growers"),
        ("dock", "take_next", "worker"),
    ],
)
def test_what_a_change_calls_its_own(record: str, defined: str, bound: str) -> None:
    names = own_names(_records()[record])
    assert defined in names.defined
    assert bound in names.bound
    assert not names.defined & {"if", "for", "while", "return", "int", "str"}


def test_a_function_of_the_shell_and_the_files_of_a_diff_are_its_own() -> None:
    names = own_names(_records()["beacon"])
    assert names.defined == {"dump_logs"}
    assert names.files == {"rotate.sh"}


def test_a_distinctive_name_of_the_change_binds_a_principle_to_its_repository() -> None:
    record = _records()["tide"]
    lesson = (
        "Readings of a gauge may be silent, and silence is written as dashes in the files of every station "
        "that reports to us: whatever stands behind parse_stage sees a missing reading there and no number."
    )
    task = Task(id="T-1", repo="coast/tidebook")
    assert altitude(lesson, "lang:python gauges", record) == "calibrated"
    assert bound_to_repository(lesson, task, own_names(record))
    assert bound_to_repository("Read gauges through tidebook.gauge.", task, own_names(record))
    assert not bound_to_repository("Read gauges through a parser of their own.", task, own_names(record))
