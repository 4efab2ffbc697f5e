"""The documents of a store: a cache that changes no answer, whatever happens to it."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ledger_builder as build
import pytest
from msgspec.structs import replace

from reflectgit.errors import StoreError
from reflectgit.model import Ruling
from reflectgit.policy import Policy, Retrieve, render_policy
from reflectgit.retrieval import query_of, retrieve, signature_known
from reflectgit.stages.retrieve import Query, Shelf, rank
from reflectgit.store import index_documents
from reflectgit.store.index_documents import Documents, ask
from reflectgit.store.repository import Store, open_store
from reflectgit.text.fielded import Document, joined, words_of_lesson, words_of_termination

CART = Query("the total of a cart with an optional discount key")
SAYINGS = (
    "Ask whether an optional key is there before a parsed payload is indexed by it.",
    "Give sort a comparator wherever numbers are sorted as text.",
    "Await a cancelled asyncio task before its loop is closed.",
    "Round money by decimals that are made of text.",
)


@pytest.fixture
def ledger() -> build.Ledger:
    decided = [build.decide(build.termination(n, key=f"key{n}"), said) for n, said in enumerate(SAYINGS, 1)]
    return build.Ledger([*decided, build.reject(build.termination(9, key="nothing"))])


@pytest.fixture
def folder(repo: Path, ledger: build.Ledger) -> Path:
    build.commit(repo, {**build.base_files(), **ledger.files()})
    return repo


def answer(folder: Path, query: Query = CART) -> dict[str, Any]:
    return retrieve(open_store(folder), query).members()


def cache(folder: Path) -> Path:
    (file,) = (folder / ".git/reflectgit").glob("documents-*.sqlite")
    return file


def fresh(folder: Path) -> dict[str, Any]:
    """The answer of an index that is made anew."""
    for file in (folder / ".git/reflectgit").glob("documents-*"):
        file.unlink()
    return answer(folder)


def test_an_answer_has_the_lesson_with_its_marks(folder: Path) -> None:
    told = answer(folder)
    assert list(told) == ["lessons", "cap", "retrieved_lesson_ids", "floor"]
    assert (told["cap"], told["floor"]) == (5, 0.2)
    first = told["lessons"][0]
    assert first["statement"] == SAYINGS[0]
    assert list(first)[:6] == ["id", "score", "in_scope", "contested", "red_flag", "grade"]
    assert first["grade"] == "C"
    assert len(first) == 6 + 12


def test_the_store_answers_as_the_stage_does(folder: Path, ledger: build.Ledger) -> None:
    behind = {one.decision.lesson_id: one for one in ledger.terminations if one.decision.lesson_id}
    documents = [
        Document(
            name,
            {"statement": one.statement, "scope": one.scope, "superseded_by": one.superseded_by},
            joined([words_of_lesson(one), words_of_termination(behind[name])]),
            (behind[name].task.repo,),
        )
        for name, one in ledger.lessons().items()
    ]
    for query in (
        CART,
        Query("asyncio loop"),
        Query("sorted numbers", repo="acme/shop", paths=("shop/cart.py",)),
    ):
        by_stage = [(hit.document.id, hit.score) for hit in rank(query, Shelf(documents), Policy().retrieve)]
        assert [(one["id"], one["score"]) for one in answer(folder, query)["lessons"]] == by_stage


def test_deleting_the_cache_changes_no_answer(folder: Path, ledger: build.Ledger) -> None:
    before = answer(folder)
    assert fresh(folder) == before
    more = build.decide(build.termination(5, key="coupon"), "Read the optional coupon of a cart by get.")
    ledger.terminations.append(more)
    build.commit(folder, ledger.files())
    caught_up = answer(folder)
    assert caught_up != before
    assert fresh(folder) == caught_up


def test_what_goes_and_comes_back_leaves_no_trace(
    folder: Path, ledger: build.Ledger, git: Callable[..., str]
) -> None:
    before, start = answer(folder), git(folder, "rev-parse", "HEAD").strip()
    name = str(ledger.terminations[0].decision.lesson_id)
    ledger.rulings.append(Ruling(op="retire", lesson_id=name, because="wrong"))
    build.commit(folder, ledger.files())
    assert name not in answer(folder)["retrieved_lesson_ids"]
    git(folder, "reset", "-q", "--hard", start)
    assert answer(folder) == before
    with sqlite3.connect(cache(folder)) as rows:
        counted = dict(rows.execute("SELECT stem, documents FROM words WHERE documents > 0"))
    rows.close()
    fresh(folder)
    with sqlite3.connect(cache(folder)) as rows:
        assert dict(rows.execute("SELECT stem, documents FROM words WHERE documents > 0")) == counted
    rows.close()


def test_contested_and_red_flag_are_marked(folder: Path, ledger: build.Ledger) -> None:
    one, other = (str(each.decision.lesson_id) for each in ledger.terminations[:2])
    ledger.rulings.append(Ruling(op="contradiction", lesson_id=one, other=other))
    build.commit(folder, ledger.files())
    marks = {each["id"]: each["contested"] for each in answer(folder)["lessons"]}
    assert marks[one]
    assert not any(up for name, up in marks.items() if name not in (one, other))


def test_the_policy_of_the_commit_counts(folder: Path) -> None:
    text = render_policy(Policy()).replace("floor = 0.2", "floor = 0.99").replace("cap = 5", "cap = 2")
    build.commit(folder, {"reflectgit.toml": text.encode()})
    told = answer(folder)
    assert (told["cap"], told["floor"], told["lessons"]) == (2, 0.99, [])


@pytest.mark.parametrize("damage", ["garbage", "cut short", "a page", "other code", "a folder"])
def test_a_damaged_file_costs_time_alone(folder: Path, damage: str) -> None:
    before, file = answer(folder), cache(folder)
    data = file.read_bytes()
    if damage == "garbage":
        file.write_bytes(b"no database at all" * 900)
    elif damage == "cut short":
        file.write_bytes(data[: len(data) // 2])
    elif damage == "a page":
        file.write_bytes(data[:8192] + bytes(len(data) - 8192))
    elif damage == "other code":
        with sqlite3.connect(file) as rows:
            rows.execute("UPDATE stamp SET value = 'older' WHERE name = 'code'")
        rows.close()
    else:
        file.unlink()
        file.mkdir()
    assert answer(folder) == before
    assert answer(folder) == before


def test_where_nothing_can_be_written_the_answer_is_the_same(folder: Path) -> None:
    before = answer(folder)
    for file in (folder / ".git/reflectgit").iterdir():
        file.unlink()
    (folder / ".git/reflectgit").rmdir()
    (folder / ".git/reflectgit").write_text("in the way")
    assert answer(folder) == before


def test_a_pruned_commit_is_built_anew(folder: Path) -> None:
    before = answer(folder)
    with sqlite3.connect(cache(folder)) as rows:
        rows.execute("UPDATE stamp SET value = ? WHERE name = 'commit'", ("0" * 39 + "1",))
    rows.close()
    assert answer(folder) == before


def test_a_store_without_a_commit_has_no_lessons(repo: Path) -> None:
    build.commit(repo, build.base_files())
    assert answer(repo)["lessons"] == []


def test_a_broken_file_takes_no_other_with_it(folder: Path, ledger: build.Ledger) -> None:
    name = str(ledger.terminations[1].decision.lesson_id)
    path = next(path for path in ledger.files() if name in path)
    build.commit(folder, {path: b"<<<<<<< HEAD\n"})
    told = answer(folder, Query("optional key payload; sorted numbers comparator"))
    assert told["retrieved_lesson_ids"][:1] == [str(ledger.terminations[0].decision.lesson_id)]
    assert name not in told["retrieved_lesson_ids"]


def test_a_failure_is_told_what_the_ledger_knows(folder: Path, ledger: build.Ledger) -> None:
    again = build.termination(77, key="key1", repo="acme/blog")
    store = open_store(folder)
    told = retrieve(store, query_of(again), termination=again).members()["signature"]
    assert told["seen"] == 1
    assert told["lesson_ids"] == [ledger.terminations[0].decision.lesson_id]
    assert told["resolutions"][0]["decision"] == "admitted"
    unknown = signature_known(store, store.snapshot(), build.termination(78, key="unseen"))
    assert (unknown["seen"], unknown["resolutions"], unknown["lesson_ids"]) == (0, [], [])


def test_one_answer_is_of_one_commit(folder: Path, ledger: build.Ledger) -> None:
    store: Store = open_store(folder)

    def question(documents: Documents) -> tuple[int, int]:
        before = documents.count()
        ledger.terminations.append(build.decide(build.termination(6, key="late"), "Mind what comes late."))
        build.commit(folder, ledger.files())
        assert retrieve(open_store(folder), Query("what comes late is minded")).cap == 5
        return before, documents.count()

    assert ask(store, store.snapshot(), question) == (4, 4)


def test_two_processes_that_build_at_once_give_one_answer(folder: Path) -> None:
    before = json.dumps(answer(folder), ensure_ascii=False)
    for file in (folder / ".git/reflectgit").glob("documents-*"):
        file.unlink()
    command = [sys.executable, "-m", "reflectgit", "retrieve", CART.text, "--json", "--store", str(folder)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert {child.communicate()[0].rstrip("\n") for child in running} == {before}


def test_a_sqlite_without_fts5_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    schema = index_documents._SCHEMA.replace("fts5", "fts_of_no_build")
    monkeypatch.setattr(index_documents, "_SCHEMA", schema)
    with pytest.raises(StoreError, match="fts_of_no_build"):
        answer(folder)


def test_the_file_of_the_failure_is_where_the_task_is(ledger: build.Ledger) -> None:
    ended = build.termination(1)
    told = query_of(replace(ended, task=replace(ended.task, paths=["shop/till.py"])))
    assert (told.paths, told.site) == (("shop/till.py",), "shop/cart.py")
    (one,) = [one for one in ledger.lessons().values() if one.statement == SAYINGS[0]]
    here = Document(
        "here-1",
        {"statement": one.statement, "scope": "repo:acme/shop path:shop/cart.py", "superseded_by": None},
        words_of_lesson(one),
        ("acme/shop",),
    )
    hits = rank(told, Shelf([here]), Policy(retrieve=Retrieve(floor=0.0)).retrieve)
    assert [hit.in_scope for hit in hits] == [True]
