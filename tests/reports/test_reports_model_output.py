"""What users of neighbouring tools met with the answers of models: ids, wrappings and numbers that are not right."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from reports_support import Said, elsewhere, failure, story

Run = Callable[..., str]
Cli = Callable[..., Said]
Admit = Callable[..., Any]
TASK = "a party leaves the last boat partly filled by division"
PRINTED = json.dumps(story(), indent=1)


# Ids that do not exist made a crash, a silent drop or a dead link.
@pytest.mark.parametrize("wrong", ["run-99", "Run-1", "rnu-1", "1", "run 1"])
def test_an_id_that_the_record_lacks_is_named_and_nothing_is_kept(
    wrong: str, store: Path, git: Run, admit: Admit
) -> None:
    before = git(store, "rev-parse", "HEAD")
    answer = admit(None, story(evidence_ids=["plan-1", "patch-1", wrong, "other-7"]))
    assert (answer["decision"], answer["recorded"]) == ("violation", False)
    assert f'"{wrong}"' in answer["violation"]
    assert '"other-7"' in answer["violation"]
    assert git(store, "rev-parse", "HEAD") == before
    assert admit()["decision"] == "admitted"


def test_blanks_around_an_id_and_telling_it_twice_change_nothing(admit: Admit) -> None:
    ids = story()["evidence_ids"]
    plain = admit(None, None, "--dry-run")
    assert (
        admit(None, story(evidence_ids=[" plan-1 ", *ids, "run-1"]), "--dry-run")["lesson_id"]
        == plain["lesson_id"]
    )


# Fences, talk around an answer and fences inside of it broke simple stripping.
@pytest.mark.parametrize(
    "printed",
    [
        f"```json\n{PRINTED}\n```",
        f"```json\n{PRINTED}",
        f"Sure, here it is:\n\n{PRINTED}\n\nI hope that {{this}} is of use.",
        f'<think>It may be {{"a": 1}}, but no.</think>\n{PRINTED}',
    ],
    ids=["fence", "fence left open", "talk", "thoughts"],
)
def test_what_stands_around_an_answer_changes_nothing(
    printed: str, store: Path, cli: Cli, files: Callable[..., Any]
) -> None:
    asked = ("--dry-run", "--json", "--store", store)
    ended, plain = files(failure(), PRINTED)
    _, wrapped = files(failure(), printed)
    whole = cli("learn", ended, "--reflection", plain, *asked)
    assert whole.json["decision"] == "admitted"
    assert cli("learn", ended, "--reflection", wrapped, *asked) == whole


def test_fences_inside_of_a_text_stay(store: Path, cli: Cli, files: Callable[..., Any]) -> None:
    fenced = "With ```python\n-(-a // b)\n``` nobody had stayed behind."
    ended, told = files(failure(), f"```json\n{json.dumps(story(counterfactual=fenced))}\n```")
    answer = cli("learn", ended, "--reflection", told, "--json", "--store", store).json
    explained = cli("explain", answer["failure_id"], "--json", "--store", store).json
    assert explained["reflection"]["counterfactual"] == fenced


@pytest.mark.parametrize(
    ("printed", "why"),
    [
        ("", "nothing was printed"),
        ("I am sorry, I cannot help with that.", "no reflection"),
        (PRINTED[:400], "never closed"),
        (f"{PRINTED}\n{PRINTED.replace('0.7', '0.6')}", "2 objects"),
        (f"[{PRINTED}]", "list"),
        (PRINTED.rstrip("}\n") + ",\n}", "not valid JSON"),
        (str(story()), "not valid JSON"),
    ],
    ids=["empty", "refusal", "cut", "two", "list", "comma", "quotes"],
)
def test_an_answer_that_is_none_is_one_violation_with_its_reason(
    printed: str, why: str, store: Path, git: Run, cli: Cli, files: Callable[..., Any]
) -> None:
    ended, told = files(failure(), printed)
    done = cli("learn", ended, "--llm-cmd", f"cat {told}", "--json", "--store", store)
    assert (done.code, done.json["decision"], done.json["recorded"]) == (1, "violation", True)
    assert why in done.json["violation"]
    assert git(store, "ls-files", "lessons") == ""
    assert cli("check", "--store", store).code == 0


# Numbers out of range killed a batch, or were stored and broke the ranking.
@pytest.mark.parametrize(
    "written", ["85", "1.01", "-1", ".nan", ".inf", '"0.8"', "high", "80%", "true", "null"]
)
def test_confidence_that_is_no_share_is_refused_by_name(
    written: str, admit: Admit, git: Run, store: Path
) -> None:
    text = yaml.safe_dump(story()).replace("confidence: 0.7", f"confidence: {written}")
    before = git(store, "rev-parse", "HEAD")
    answer = admit(None, text)
    assert (answer["decision"], answer["recorded"]) == ("violation", False)
    assert written.strip('"') in answer["violation"]
    assert git(store, "rev-parse", "HEAD") == before


@pytest.mark.parametrize("written", [".nan", "85", '"high"'])
def test_a_lesson_with_such_a_number_is_a_finding_and_never_ranks(
    written: str, store: Path, git: Run, cli: Cli, admit: Admit
) -> None:
    good, bad = admit(), admit(*elsewhere("barge"))
    file = store / bad["path"]
    file.write_text(file.read_text().replace("confidence: 0.7", f"confidence: {written}"))
    git(store, "commit", "-q", "-a", "-m", "an edit by hand")
    assert cli("retrieve", TASK, "--json", "--store", store).json["retrieved_lesson_ids"] == [
        good["lesson_id"]
    ]
    checked = cli("check", "--json", "--store", store)
    assert checked.code == 1
    assert (bad["path"], "unreadable") in {(one["path"], one["code"]) for one in checked.json["findings"]}


@pytest.mark.parametrize("extra", ["type", "steps", "supersedes"])
def test_a_member_that_is_not_asked_for_is_named(extra: str, admit: Admit) -> None:
    answer = admit(None, story(**{extra: "Meta-Strategy"}))
    assert (answer["decision"], answer["recorded"]) == ("violation", False)
    assert extra in answer["violation"]
