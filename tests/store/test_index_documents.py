"""However the documents of retrieval come to stand for a commit, they are the same."""

from pathlib import Path
from typing import Any

import ledger_builder as build
import pytest
from ledger_builder import Ledger
from msgspec.structs import replace

from reflectgit.model import Ruling
from reflectgit.store import index_documents
from reflectgit.store.index_documents import Documents, ask
from reflectgit.store.repository import open_store


def ledger() -> Ledger:
    """A lesson that is borne out by another failure, one that took another's place, a contested one, a retired one."""
    made = Ledger(list(build.many(5)))
    first, second, third = (str(one.decision.lesson_id) for one in made.terminations[:3])
    made.terminations.append(build.merge(build.termination(6, key="key_1"), made.terminations[0]))
    made.rulings.append(Ruling(op="contradiction", lesson_id=second, other=first, rule="antonym"))
    made.rulings.append(Ruling(op="retire", lesson_id=third, because="the tool is gone"))
    return made


@pytest.fixture
def store(tmp_path: Path) -> Path:
    folder = tmp_path / "store"
    folder.mkdir()
    build.git(folder, "init", "-q")
    build.commit(folder, build.base_files())
    return folder


def told(folder: Path) -> dict[str, Any]:
    """Everything that the documents say, by the names of the lessons."""

    def question(documents: Documents) -> dict[str, Any]:
        stems = documents.beginning("")
        holding = {stem: documents.ids(documents.holding(stem)).values() for stem in stems}
        return {
            "count": documents.count(),
            "frequencies": documents.frequencies(stems),
            "holding": {stem: sorted(names) for stem, names in holding.items()},
            "read": sorted(documents.read(sorted({n for stem in stems for n in documents.holding(stem)}))),
            "broken": documents.broken(),
        }

    there = open_store(folder)
    answer = ask(there, there.snapshot(), question)
    there.close()
    return answer


def without_cache(folder: Path) -> dict[str, Any]:
    for file in (folder / ".git" / "reflectgit").glob("documents-*"):
        file.unlink()
    return told(folder)


@pytest.mark.parametrize("chunk", [1, 3, 500])
def test_built_at_once_or_caught_up_with(store: Path, chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    files = ledger().files()
    for path, data in sorted(files.items()):
        build.commit(store, {path: data})
        told(store)
    caught_up = told(store)
    assert caught_up["count"] == 4
    monkeypatch.setattr(index_documents, "_CHUNK", chunk)
    assert without_cache(store) == caught_up
    build.commit(store, dict.fromkeys(files))
    assert told(store)["count"] == 0
    build.commit(store, files)
    assert told(store) == caught_up


def test_the_place_of_another_is_taken_in_any_order(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What founded a lesson founds its successor too, whichever file is read first."""
    made = Ledger(list(build.many(1)))
    first = made.terminations[0]
    heir = build.decide(build.termination(7, key="key_7"), "Another wording altogether.")
    heir = replace(heir, decision=replace(heir.decision, supersedes=first.decision.lesson_id))
    made.terminations.append(heir)
    build.commit(store, made.files())
    expected = told(store)
    monkeypatch.setattr(index_documents, "_CHUNK", 1)
    assert without_cache(store) == expected
