"""No secret reaches a file of the recorder, wherever it stands, and what a store calls secret is one."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from recorder_code import BOTH_MENDED, NET_MENDED, PRICES
from recorder_desk import Project

from reflectgit import identity
from reflectgit.formats.inputs import read_termination

Git = Callable[..., str]
PY = sys.executable
TOKEN = "ghp_" + "Wq7" * 12
PASSWORD = "tulip-and-heron"


def holding(folder: Path, *words: str) -> Iterator[str]:
    """The files below a folder that hold one of the words, in their name or in what they say."""
    for file in folder.rglob("*"):
        data = file.read_bytes() if file.is_file() else b""
        if any(word in str(file) or word.encode() in data for word in words):
            yield str(file.relative_to(folder))


def test_wherever_a_secret_stands_no_file_has_it(project: Project, git: Git, tmp_path: Path) -> None:
    git(project.folder, "switch", "-q", "-c", f"work/{TOKEN}")
    git(project.folder, "remote", "add", "origin", f"https://ada:{TOKEN}@example.com/acme/shop.git")
    below = project.folder / TOKEN
    below.mkdir()
    (below / f"{TOKEN}.py").write_text(f'KEY = "{TOKEN}"\n')
    (project.folder / f"{TOKEN}.bin").write_bytes(b"\0\1")
    project.write(prices=PRICES + f'\nDSN = "postgres://ada:{PASSWORD}@db/shop"\n')
    (tmp_path / "why.md").write_text(f"The token {TOKEN} is taken for granted.")
    script = f"import sys; print('Authorization: Bearer {TOKEN}'); sys.exit('password={PASSWORD}')"
    options = (
        "--plan",
        f"password={PASSWORD}",
        "--description",
        f"use {TOKEN}",
        "--diagnosis",
        tmp_path / "why.md",
    )
    env = {
        "PYTHONHASHSEED": "0",
        "NODE_OPTIONS": f"--token={TOKEN}",
        "CI": TOKEN,
        "AWS_SECRET_ACCESS_KEY": TOKEN,
    }
    told = {"options": options, "env": env, "folder": below}
    assert project.watch(PY, "-c", script, f"--token={TOKEN}", f"password={PASSWORD}", **told).code == 1
    project.write(prices=NET_MENDED)
    assert project.run("watch", *options, "--give-up", f"no {TOKEN}", folder=below).code == 0
    assert list(holding(project.kept, TOKEN, PASSWORD)) == []
    [one] = project.pending()
    draft = project.run("draft", one["id"], "--out", tmp_path / "out")
    assert draft.code == 0, draft.err
    assert list(holding(tmp_path / "out", TOKEN, PASSWORD)) == []
    read_termination((tmp_path / "out" / "termination.json").read_bytes(), "x")


def test_a_name_that_holds_a_secret_is_refused_and_nothing_is_run(project: Project) -> None:
    for option in ("--task", "--repo"):
        done = project.watch("touch", "ran", options=(option, f"acme/{TOKEN}"))
        assert done.code == 2
        assert TOKEN.encode() not in done.err
    assert not (project.folder / "ran").exists()


@pytest.fixture
def strict(project: Project) -> Project:
    """A store in the project for which crates are secret, and which keeps little of each item."""
    assert project.run("init").code == 0
    policy = project.folder / "reflectgit.toml"
    text = policy.read_text()
    bound = next(line for line in text.splitlines() if line.startswith("item_bytes = "))
    text = text.replace(bound, "item_bytes = 400").replace("patterns = []", 'patterns = ["crate-\\\\d+"]')
    policy.write_text(text)
    assert "item_bytes = 400" in text
    assert "crate" in text
    return project


def test_what_the_store_calls_secret_is_in_no_file(strict: Project, git: Git, tmp_path: Path) -> None:
    git(strict.folder, "commit", "-q", "-am", "crates are secret")
    script = "import prices, sys; print('crate-77 ' * 400); sys.exit(prices.net({'gross': 'crate-78'}))"
    strict.write(prices=PRICES + "# crate-79\n", **{"crate-80": "x = 1\n"})
    assert strict.watch(PY, "-B", "-c", script, "crate-81", options=("--plan", "load crate-82")).code == 1
    strict.write(prices="def net(order):\n    return 0\n")
    assert strict.watch(PY, "-B", "-c", script, "crate-81").code == 0
    out = tmp_path / "out"
    [one] = strict.pending()
    assert one["state"] == "resolved"
    assert strict.run("draft", one["id"], "--out", out).code == 0
    for folder in (strict.kept, out):
        assert list(holding(folder, *(f"crate-{number}" for number in range(77, 83)))) == []
        assert list(holding(folder, "[redacted:custom]")) != []


def test_a_draft_is_as_a_strict_store_keeps_it(strict: Project, git: Git, tmp_path: Path) -> None:
    git(strict.folder, "commit", "-q", "-am", "little room")
    options = ("--plan", "The rebate stands in each order. " * 40)
    strict.watch(options=options)
    strict.write(prices=BOTH_MENDED)
    strict.watch()
    out = tmp_path / "out"
    assert strict.run("draft", "test_net", "--out", out).code == 0
    told = json.loads((out / "termination.json").read_bytes())
    assert all(len(item["content"].encode()) <= 400 for item in told["traces"])
    ended = read_termination((out / "termination.json").read_bytes(), "x")
    signed = [
        item for item in (*ended.traces, ended.diagnosis, ended.repair) if item and item.by == "reflectgit"
    ]
    assert signed
    for item in signed:
        assert item.digest == identity.digest(item_without_digest(item))
    story = out / "reflection.yaml"
    text = story.read_text().replace(
        'failed_assumption: ""', 'failed_assumption: "`KeyError` [exec-1] shows it."'
    )
    text = text.replace("evidence_ids: []", "evidence_ids: [exec-1]").replace(
        'candidate_lesson: ""', 'candidate_lesson: "Read an optional key with get."'
    )
    story.write_text(text)
    strict.run("admit", out / "termination.json", story)
    assert "test_net" not in strict.states(), "decided, it waits no more"
    assert strict.run("check").code == 0


def item_without_digest(item):  # type: ignore[no-untyped-def]
    from msgspec import UNSET
    from msgspec.structs import replace

    return replace(item, digest=UNSET)
