"""What users of neighbouring tools met with YAML, told by the program on a real store."""

import json
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from reports_support import Said, elsewhere, failure, story
from ruamel.yaml import YAML

Run = Callable[..., str]
Cli = Callable[..., Said]
Admit = Callable[..., Any]
TASK = "a party leaves the last boat partly filled by division"


def _edited(store: Path, git: Run, path: str, old: str, new: str) -> None:
    file = store / path
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    git(store, "commit", "-q", "-a", "-m", "an edit by hand")


# A bare version number became a shorter one, and a bare date another type.
@pytest.mark.parametrize("bare", ["2026-11-30", "010", "1_000", "0x1F", "on", "No"])
def test_a_bare_word_that_is_no_number_is_kept_as_written(bare: str, admit: Admit) -> None:
    text = yaml.safe_dump(failure()).replace("failure_id: boats-1", f"failure_id: {bare}")
    assert admit(text, None, "--dry-run")["label"] == bare


@pytest.mark.parametrize("bare", ["3.10", "4.20", "1e3", "7"])
def test_a_bare_number_where_text_belongs_is_told_with_its_line_and_quotes(
    bare: str, store: Path, cli: Cli, files: Callable[..., Any]
) -> None:
    text = yaml.safe_dump(failure(), sort_keys=False).replace("failure_id: boats-1", f"failure_id: {bare}")
    both = files(text, story())
    done = cli("admit", *both, "--store", store)
    assert done.code == 2
    assert f"{both[0]}:1: failure_id is the number {bare}" in done.err
    assert f'"{bare}"' in done.err


# A machine that wrote a file anew folded its lines and lost the words of its reviewer.
def test_a_merge_changes_its_own_members_and_keeps_a_reviewers_words(
    store: Path, git: Run, cli: Cli, admit: Admit
) -> None:
    path = admit()["path"]
    _edited(store, git, path, "type:", "# agreed with the harbour master\ntype:")
    _edited(store, git, path, "  failures:\n", "  failures:\n    # seen on a Sunday\n")
    assert cli("check", "--store", store).code == 0
    again = failure(task=failure()["task"] | {"id": "FERRY-2", "repo": "lake/other"})
    assert admit(again)["decision"] == "merged"
    gone = [
        line
        for line in git(store, "diff", "HEAD~", "--", "lessons").splitlines()
        if line.startswith("-") and not line.startswith("---")
    ]
    assert all(line.startswith("-scope:") for line in gone)
    text = (store / path).read_text()
    assert "# agreed with the harbour master\ntype:" in text
    assert "    # seen on a Sunday\n" in text
    assert cli("check", "--store", store).code == 0
    head = git(store, "rev-parse", "HEAD")
    assert admit(again)["decision"] == "merged"
    assert git(store, "rev-parse", "HEAD") == head


# Output with control characters was stored so that no parser could read it again.
def test_evidence_with_control_characters_is_read_alike_by_every_parser(store: Path, admit: Admit) -> None:
    traces = failure()["traces"]
    traces[2]["content"] = (
        "\x1b[31mred\x1b[0m\0\a\x85x\u2028y\ufeff\u202e 10%\r 20%\r\n" + traces[2]["content"]
    )
    answer = admit(failure(traces=traces))
    assert answer["decision"] == "admitted"
    for path in (*(store / "ledger").rglob("*.yaml"), *(store / "lessons").rglob("*.yaml")):
        data = path.read_bytes()
        one, other = yaml.safe_load(data), YAML(typ="safe", pure=True).load(data)
        assert one == other
        assert not any(
            ord(letter) < 32 and letter not in "\n\t" for letter in json.dumps(one, ensure_ascii=False)
        )


@pytest.mark.parametrize("form", ["half a pair", "no UTF-8"])
def test_text_that_no_file_can_hold_is_refused(
    form: str, store: Path, git: Run, cli: Cli, files: Callable[..., Any]
) -> None:
    text = json.dumps(failure(outcome="MARK"))
    bad: str | bytes = text.replace("MARK", "\\udc80")
    if form == "no UTF-8":
        bad = text.encode().replace(b"MARK", b"\x80")
    done = cli("admit", *files(bad, story()), "--store", store)
    assert done.code == 2
    assert len(done.err.splitlines()) == 2
    assert not git(store, "status", "--porcelain", "--ignored")


# A file of a few hundred bytes, whose aliases name aliases, took all memory.
def test_a_lesson_of_nested_aliases_costs_nothing_and_hides_no_other(
    store: Path, git: Run, cli: Cli, admit: Admit
) -> None:
    good, bad = admit(), admit(*elsewhere("barge"))
    layers = ["x0: &x0 [" + ", ".join(["ha"] * 9) + "]"]
    layers += [f"x{n}: &x{n} [" + ", ".join([f"*x{n - 1}"] * 9) + "]" for n in range(1, 10)]
    (store / bad["path"]).write_text("\n".join([*layers, "scope: *x9", ""]))
    git(store, "commit", "-q", "-a", "-m", "laughter")
    memory, begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    checked = cli("check", "--store", store)
    found = cli("retrieve", TASK, "--json", "--store", store)
    assert time.process_time() - begun < 1
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 200_000
    assert checked.code == 1
    assert f"{bad['path']}:1: unreadable: the anchor &x0" in checked.out
    assert found.json["retrieved_lesson_ids"] == [good["lesson_id"]]


# Metadata with a colon or a tab was dropped without a word.
@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("message: assert 2 == 3", "message: KeyError: 'x' # in cfg", ":20: "),
        ("message: assert 2 == 3", "message: @pytest", ":12: "),
        ("  message:", "\tmessage:", ":1: "),
    ],
    ids=["colon", "at", "tab"],
)
def test_yaml_that_is_no_yaml_is_told_with_line_and_column(
    old: str, new: str, place: str, store: Path, git: Run, cli: Cli, files: Callable[..., Any]
) -> None:
    text = yaml.safe_dump(failure(), sort_keys=False).replace(old, new)
    line = text[: text.index(new)].count("\n") + 1
    both = files(text, story())
    done = cli("admit", *both, "--store", store)
    assert done.code == 2
    assert f"{both[0]}:{line}{place}" in done.err
    assert "hint: " in done.err
    assert not git(store, "status", "--porcelain", "--ignored")


def test_a_byte_order_mark_is_no_part_of_the_text(admit: Admit) -> None:
    plain = yaml.safe_dump(failure()).encode()
    ids = [admit(data, None, "--dry-run")["failure_id"] for data in (plain, b"\xef\xbb\xbf" + plain)]
    assert ids[0] == ids[1]
