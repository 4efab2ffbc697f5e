"""The index answers the same with its file, without it, and whatever became of it."""

import os
import shutil
import sqlite3
import subprocess
import sys
import textwrap
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import ledger_builder as build
import pytest
from ledger_builder import Ledger
from msgspec.structs import replace

from reflectgit import identity
from reflectgit.model import Ruling
from reflectgit.store import index, index_file, index_tables
from reflectgit.store.index import Index, View
from reflectgit.store.repository import open_store
from reflectgit.store.snapshot import Snapshot

SIGNATURES = [build.decide(build.termination(n, key=f"key_{n}")).signature.signature for n in range(1, 6)]


WAITING = "Probe a queue for its depth prior to draining it."


def ledger() -> Ledger:
    made = Ledger(list(build.many(4)))
    first = made.terminations[0]
    made.terminations.append(build.merge(build.termination(5, key="key_1"), first))
    made.terminations.append(build.reject(build.termination(6, key="key_2")))
    made.terminations.append(build.hold(build.termination(7, key="key_3"), WAITING))
    made.outcomes.append(build.outcome(str(first.decision.lesson_id)))
    second = str(made.terminations[1].decision.lesson_id)
    made.rulings.append(
        Ruling(op="contradiction", lesson_id=second, other=first.decision.lesson_id, rule="antonym")
    )
    return made


@pytest.fixture
def store(tmp_path: Path) -> Path:
    folder = tmp_path / "store"
    folder.mkdir()
    build.git(folder, "init", "-q")
    build.commit(folder, build.base_files() | ledger().files())
    return folder


def look(folder: Path, commit: str | None = None) -> View:
    there = open_store(folder)
    return Index.open(there).at(there.snapshot(commit))


def answers(view: View) -> dict[str, Any]:
    """All that a view can be asked, over everything it holds."""
    terminations = view.terminations()
    lessons = view.lessons()
    ids = [row.id for row in lessons]
    return {
        "terminations": terminations,
        "lessons": lessons,
        "one by one": [view.lesson(name) for name in [*ids, "nothing-00000000"]],
        "by failure": [view.terminations(failure_id=row.value.failure_id) for row in terminations],
        "by label": [view.terminations(label=f"label-{n}") for n in range(8)],
        "by signature": [view.terminations(signature=name) for name in SIGNATURES],
        "by task": [view.terminations(task=f"task-{n}") for n in range(8)],
        "lesson ids": [view.lesson_ids(name) for name in SIGNATURES],
        "founding": [view.founding(name) for name in ids],
        "waiting": [view.waiting(text) for text in (WAITING, build.STATEMENT, "", "Probe it.")],
        "joined": [view.joined(name) for name in ids],
        "outcomes": [view.outcomes(name) for name in ids],
        "rulings": [view.rulings(name) for name in ids],
        "beginnings": [view.lessons_beginning(text) for text in ("", "lesson-1", *ids)],
        "failures": [view.failures_beginning(text) for text in ("", "f-", "f-0", "g")],
        "broken": view.broken(),
    }


def test_a_candidate_that_waits_is_found_by_its_rarest_words(store: Path) -> None:
    with look(store) as view:
        [row] = view.waiting("Before a queue is drained, probe how deep it is.")
        assert row.value.decision.unattached_candidate
        assert view.waiting("A queue.") == [], "one word in common tells nothing"
        assert view.waiting(build.STATEMENT) == [], "lessons do not wait"


def cache_of(folder: Path) -> Path:
    (found,) = (folder / ".git" / "reflectgit").glob("index-*.sqlite")
    return found


def test_finds_by_every_key(store: Path) -> None:
    made = ledger()
    first, merged = made.terminations[0], made.terminations[4]
    name = str(first.decision.lesson_id)
    view = look(store)

    row = view.lesson(name)
    assert row is not None
    assert row.value == made.lessons()[name]
    assert row.path == identity.lesson_path("episodic", name)
    assert row.blob == build.git(store, "rev-parse", f"HEAD:{row.path}").strip()
    assert [row.id for row in view.lessons()] == sorted(made.lessons())
    assert [row.value.decision for row in view.founding(name)] == [first.decision]
    assert [row.value.decision for row in view.joined(name)] == [merged.decision]
    assert {row.value.label for row in view.terminations(lesson_id=name)} == {"label-1", "label-5"}
    assert [row.value.task.id for row in view.terminations(label="label-3")] == ["task-3"]
    assert [row.value.label for row in view.terminations(task="task-3")] == ["label-3"]
    assert view.lesson_ids(first.signature.signature) == [name]
    assert [row.value for row in view.outcomes(name)] == made.outcomes
    assert [row.value for row in view.rulings(name)] == made.rulings
    assert view.broken() == []


def test_conditions_are_joined(store: Path) -> None:
    first = ledger().terminations[0]
    view = look(store)
    both = view.terminations(signature=first.signature.signature, task="task-5")
    assert [row.value.label for row in both] == ["label-5"]
    assert view.terminations(signature=first.signature.signature, task="task-2") == []


def test_whole_reads_the_evidence_that_the_file_leaves_out(store: Path) -> None:
    first = ledger().terminations[0]
    view = look(store)
    (row,) = view.terminations(failure_id=first.evidence_record.failure_id)
    assert row.value.items == ["plan-1", "exec-1", "diag-1", "repair-1"]
    assert view.whole(row) == first
    view.close()
    assert b"Traceback" not in cache_of(store).read_bytes()


def test_a_beginning_names_all_that_begin_so(store: Path) -> None:
    view = look(store)
    names = [row.id for row in view.lessons()]
    assert view.lessons_beginning("lesson-") == names
    assert view.lessons_beginning(names[2][:10]) == [names[2]]
    assert view.lessons_beginning("nothing") == []
    assert view.lessons_beginning("\udcff") == []
    failure = view.terminations()[0].value.failure_id
    assert view.failures_beginning(failure[:-2]) == [failure]


def test_a_whole_id_is_not_ambiguous(store: Path) -> None:
    row = look(store).lessons()[0]
    longer = f"lessons/episodic/aa/{row.id}-00000000.yaml"
    build.commit(store, {longer: build.to_yaml(row.value)})
    assert look(store).lessons_beginning(row.id) == [row.id]
    assert look(store).lessons_beginning(row.id[:-1]) == [row.id, f"{row.id}-00000000"]


def test_a_view_may_be_shared_by_threads(store: Path) -> None:
    view = look(store)
    expected = answers(view)
    with ThreadPoolExecutor(4) as pool:
        assert all(found == expected for found in pool.map(answers, [view] * 8))


def test_a_closed_view_says_so_and_spares_the_file(store: Path) -> None:
    with look(store) as view:
        pass
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        view.lessons()
    assert cache_of(store).stat().st_size


def test_an_unborn_branch_is_empty(tmp_path: Path) -> None:
    build.git(tmp_path, "init", "-q")
    (tmp_path / "reflectgit.toml").write_text("")
    view = look(tmp_path)
    assert view.commit is None
    assert answers(view)["lessons"] == []


def test_a_second_look_reads_no_file(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = answers(look(store))
    monkeypatch.setattr("reflectgit.store.index.fact_of", None)
    assert answers(look(store)) == expected


# --- the file may be anything ----------------------------------------------------------------------------


def _delete(file: Path) -> None:
    file.unlink()


def _garbage(file: Path) -> None:
    file.write_bytes(b"no database at all" * 999)


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _cut(file: Path) -> None:
    with file.open("r+b") as stream:
        stream.truncate(file.stat().st_size // 2)


def _cut_in_a_page(file: Path) -> None:
    with file.open("r+b") as stream:
        stream.truncate(file.stat().st_size - 100)


def _zeroed(file: Path) -> None:
    size = file.stat().st_size
    with file.open("r+b") as stream:
        stream.seek(4096)
        stream.write(b"\0" * (size - 4096))


def _scrambled(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[4096:] = bytes(byte ^ 0x5A for byte in data[4096:])
    file.write_bytes(data)


def _words_changed(file: Path) -> None:
    with sqlite3.connect(file) as db:
        for row, packed in db.execute("SELECT id, json FROM facts").fetchall():
            said = zlib.decompress(packed).replace(b"optional key", b"OPTIONAL KEY")
            db.execute("UPDATE facts SET json = ? WHERE id = ?", (zlib.compress(said), row))
    db.close()


def _other_code(file: Path) -> None:
    with sqlite3.connect(file) as db:
        db.execute("UPDATE stamp SET value = 'older' WHERE name = 'code'")
        db.execute("UPDATE facts SET json = x'00', seal = 0")
    db.close()


def _other_schema(file: Path) -> None:
    file.unlink()
    with sqlite3.connect(file) as db:
        db.execute("CREATE TABLE stamp (commit_id TEXT)")
        db.execute("CREATE TABLE lessons (id TEXT)")
    db.close()


def _unknown_commit(file: Path) -> None:
    with sqlite3.connect(file) as db:
        db.execute("UPDATE stamp SET value = ? WHERE name = 'commit'", ("1" * 40,))
        db.execute("DELETE FROM paths WHERE kind = 'lesson'")
    db.close()


def _folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def _no_folder(file: Path) -> None:
    shutil.rmtree(file.parent)
    file.parent.write_text("in the way")


FATES = [
    _delete,
    _garbage,
    _empty,
    _cut,
    _cut_in_a_page,
    _zeroed,
    _scrambled,
    _words_changed,
    _other_code,
    _other_schema,
    _unknown_commit,
    _folder,
    _no_folder,
]


@pytest.fixture(params=[True, False], ids=["connection kept", "new process"])
def let_go(request: pytest.FixtureRequest) -> Callable[[View], None]:
    """A process that looked before keeps its connection; the first look of another one finds the file alone."""

    def close(view: View) -> None:
        view.close()
        if not request.param:
            index_file._close_idle()

    return close


@pytest.mark.parametrize("fate", FATES)
def test_no_fate_of_the_file_changes_an_answer(
    store: Path, fate: Any, let_go: Callable[[View], None]
) -> None:
    view = look(store)
    expected = answers(view)
    let_go(view)
    fate(cache_of(store))
    assert answers(look(store)) == expected
    assert answers(look(store)) == expected


@pytest.mark.parametrize("fate", [_garbage, _cut, _zeroed, _scrambled])
def test_damage_while_a_view_is_open(store: Path, fate: Any) -> None:
    first = look(store)
    expected = answers(first)
    first.close()
    view = look(store)
    fate(cache_of(store))
    assert answers(view) == expected


def test_a_damaged_file_is_made_anew(store: Path) -> None:
    look(store).close()
    _garbage(cache_of(store))
    look(store).close()
    with sqlite3.connect(cache_of(store)) as db:
        assert db.execute("SELECT count(*) FROM paths").fetchone()[0] == len(ledger().files())
    db.close()


def test_a_connection_is_kept_for_the_next_look_of_the_same_file(store: Path) -> None:
    look(store).close()
    kept = index_file._idle[cache_of(store)].db
    with look(store), look(store) as second:
        assert cache_of(store) not in index_file._idle, "two views read at two commits: each has its own"
        assert len(second.lessons()) == 4
    assert index_file._idle[cache_of(store)].db is kept
    shutil.rmtree(cache_of(store).parent)
    look(store).close()
    assert index_file._idle[cache_of(store)].db is not kept


def test_few_connections_are_kept(store: Path, tmp_path: Path) -> None:
    for number in range(index_file._MOST_IDLE + 2):
        shutil.copytree(store, tmp_path / f"copy-{number}")
        look(tmp_path / f"copy-{number}").close()
    assert len(index_file._idle) == index_file._MOST_IDLE


def test_a_child_of_ours_opens_its_own(store: Path) -> None:
    """SQLite's connections do not survive a fork: a child that used or closed ours could damage the file."""
    view = look(store)
    expected = answers(view)
    view.close()
    child = os.fork()
    if child == 0:
        fault = 1
        try:
            fault = int(bool(index_file._idle) or answers(look(store)) != expected)
        finally:
            os._exit(fault)
    assert os.waitpid(child, 0)[1] == 0
    assert answers(look(store)) == expected


def test_a_full_disk_does_not_matter(store: Path) -> None:
    expected = repr(answers(look(store)))
    shutil.rmtree(store / ".git" / "reflectgit")
    script = f"""
        import resource, signal, sys
        sys.path[:0] = [{str(Path(__file__).parent)!r}, {str(Path(__file__).parents[1])!r}]
        import test_index
        from pathlib import Path
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
        print(repr(test_index.answers(test_index.look(Path({str(store)!r})))))
    """
    assert _python(script).strip() == expected


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_read_only_repository_is_read(store: Path) -> None:
    _read_only(store)


def test_a_git_dir_that_cannot_be_written_is_read(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on read-only media, also for the superuser: SQLite may not open the file for writing."""
    expected = answers(look(store))
    opened = sqlite3.connect

    def refuse(name: str, **options: Any) -> sqlite3.Connection:
        if name != ":memory:":
            raise sqlite3.OperationalError("attempt to write a readonly database")
        return opened(name, **options)

    monkeypatch.setattr(sqlite3, "connect", refuse)
    assert answers(look(store)) == expected


def _read_only(store: Path) -> None:
    expected = answers(look(store))
    shutil.rmtree(store / ".git" / "reflectgit")
    folders = [store, *(path for path in store.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    try:
        assert answers(look(store)) == expected
    finally:
        for folder in folders:
            folder.chmod(0o755)


# --- other commits and other processes -------------------------------------------------------------------


def _python(script: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def fresh(folder: Path, commit: str | None = None) -> dict[str, Any]:
    """The answers without any file."""
    shutil.rmtree(folder / ".git" / "reflectgit", ignore_errors=True)
    return answers(look(folder, commit))


def test_catching_up_gives_what_building_gives(store: Path) -> None:
    look(store).close()
    made = ledger()
    grown = replace_first(made)
    changes: dict[str, bytes | None] = {path: None for path in made.files() if path not in grown.files()}
    build.commit(store, changes | grown.files())
    caught_up = answers(look(store))
    assert caught_up == fresh(store)
    assert len(caught_up["lessons"]) == 4


def replace_first(made: Ledger) -> Ledger:
    """The ledger with one lesson gone, one new, and the counters of another moved."""
    grown = Ledger(made.terminations[1:4] + list(build.many(1, start=7)))
    grown.outcomes = [
        build.outcome(str(made.terminations[1].decision.lesson_id), f"later-{n}") for n in range(2)
    ]
    return grown


def test_a_move_to_another_folder_is_followed(store: Path) -> None:
    view = look(store)
    row = view.lessons()[0]
    moved = replace(row.value, type="procedural")
    path = identity.lesson_path("procedural", row.id)
    build.commit(store, {row.path: None, path: build.to_yaml(moved)})
    after = look(store).lesson(row.id)
    assert after is not None
    assert (after.path, after.value.type) == (path, "procedural")
    assert answers(look(store)) == fresh(store)


def test_branches_do_not_give_each_other_s_answers(store: Path) -> None:
    here = build.git(store, "rev-parse", "HEAD").strip()
    aside = store.parent / "aside"
    build.git(store, "worktree", "add", "-q", "-b", "aside", str(aside))
    grown = replace_first(ledger())
    gone: dict[str, bytes | None] = {path: None for path in ledger().files() if path not in grown.files()}
    there = build.commit(aside, gone | grown.files())
    build.commit(store, {"lessons/notes.yaml": b"notes\n"})
    expected = {commit: fresh(store, commit) for commit in (here, there)}
    for _ in range(2):
        assert answers(look(aside)) == expected[there]
        assert answers(look(store, here)) == expected[here]
        assert len(look(store).broken()) == 1


def test_a_view_stays_where_it_is(store: Path) -> None:
    view = look(store)
    before = answers(view)
    build.commit(store, {row.path: None for row in view.lessons()})
    after = answers(look(store))
    assert after["lessons"] == []
    assert answers(view) == before


def test_worktrees_share_one_file(store: Path) -> None:
    look(store).close()
    aside = store.parent / "aside"
    build.git(store, "worktree", "add", "-q", "-b", "aside", str(aside))
    file = cache_of(store).stat().st_ino
    assert answers(look(aside)) == answers(look(store))
    assert cache_of(store).stat().st_ino == file


def test_two_stores_of_a_repository_are_apart(tmp_path: Path) -> None:
    build.git(tmp_path, "init", "-q")
    one, two = Ledger(list(build.many(1))), Ledger(list(build.many(2, start=3)))
    files = {f"one/{path}": data for path, data in (build.base_files() | one.files()).items()}
    files |= {f"two/{path}": data for path, data in (build.base_files() | two.files()).items()}
    build.commit(tmp_path, files)
    for _ in range(2):
        assert [row.id for row in look(tmp_path / "one").lessons()] == sorted(one.lessons())
        assert [row.id for row in look(tmp_path / "two").lessons()] == sorted(two.lessons())


def test_bare_and_sha256_repositories(store: Path, tmp_path: Path) -> None:
    expected = [row.id for row in look(store).lessons()]
    build.git(tmp_path, "clone", "-q", "--bare", str(store), "bare.git")
    assert [row.id for row in look(tmp_path / "bare.git").lessons()] == expected
    long = tmp_path / "long"
    build.git(tmp_path, "init", "-q", "--object-format=sha256", "long")
    build.commit(long, build.base_files() | ledger().files())
    assert [row.id for row in look(long).lessons()] == expected
    build.commit(long, {row.path: None for row in look(long).lessons()[:1]})
    assert [row.id for row in look(long).lessons()] == expected[1:]


def test_a_busy_file_is_done_without(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look(store).close()
    monkeypatch.setattr(index_file, "_BUSY_SECONDS", 0.05)
    build.commit(store, {row.path: None for row in look(store).lessons()[:1]})
    other = sqlite3.connect(cache_of(store), isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    busy = answers(look(store))
    other.execute("ROLLBACK")
    other.close()
    assert busy == fresh(store)
    assert len(busy["lessons"]) == 3


def test_others_who_move_the_file_all_the_time(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever the rows are at our commit, another process takes them to its own."""
    older = build.git(store, "rev-parse", "HEAD").strip()
    build.commit(store, {row.path: None for row in look(store).lessons()[:1]})
    catch_up, calls = index._catch_up, 0

    def overtaken(tables: index_tables.Tables, snapshot: Snapshot) -> None:
        nonlocal calls
        catch_up(tables, snapshot)
        if snapshot.commit != older and calls < index._TRIES:
            calls += 1
            look(store, older).close()

    monkeypatch.setattr(index, "_catch_up", overtaken)
    moved = answers(look(store))
    monkeypatch.undo()
    assert calls == index._TRIES
    assert moved == fresh(store)


def test_eight_processes_build_at_once(store: Path) -> None:
    script = f"""
        import sys
        sys.path[:0] = [{str(Path(__file__).parent)!r}, {str(Path(__file__).parents[1])!r}]
        import test_index
        from pathlib import Path
        print(repr(test_index.answers(test_index.look(Path({str(store)!r})))))
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    children = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(8)]
    printed = {child.communicate()[0].strip() for child in children}
    assert printed == {repr(fresh(store))}


def test_facts_that_nothing_names_are_swept(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_tables, "_FULL_SWEEP", 3)
    look(store).close()
    lessons = look(store).lessons()
    build.commit(store, {row.path: None for row in lessons})
    look(store).close()
    with sqlite3.connect(cache_of(store)) as db:
        assert db.execute("SELECT count(*) FROM facts WHERE kind = 'lesson'").fetchone()[0] == 0
        orphans = "SELECT count(*) FROM keys WHERE fact NOT IN (SELECT id FROM facts)"
        assert db.execute(orphans).fetchone()[0] == 0
    db.close()
    build.commit(store, {row.path: build.to_yaml(row.value) for row in lessons})
    assert answers(look(store)) == fresh(store)


# --- files that cannot be read ---------------------------------------------------------------------------

MERGED = b"""<<<<<<< HEAD
statement: "one"
=======
statement: "two"
>>>>>>> theirs
"""


def test_a_file_with_conflict_markers_hides_no_other(store: Path) -> None:
    row, *others = look(store).lessons()
    build.commit(store, {row.path: b"# kept by hand\n" + MERGED})
    view = look(store)
    assert view.lessons() == others
    assert view.lesson(row.id) is None
    (broken,) = view.broken()
    assert broken.path == row.path
    assert broken.error.startswith(f"{row.path}:2: ")
    assert "conflict marker" in broken.error
    assert answers(look(store)) == fresh(store)


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe", b"- 1\n", b"statement: 3\n", b"a: &b 1\nc: *b\n", b"\0" * 40]
)
def test_rubbish_hides_no_file(store: Path, data: bytes) -> None:
    rows = look(store).terminations()
    build.commit(store, {rows[0].path: data})
    view = look(store)
    assert view.terminations() == rows[1:]
    (broken,) = view.broken()
    assert broken.error.startswith(f"{rows[0].path}:")
    assert "\n" not in broken.error


def test_one_broken_blob_at_two_paths_is_told_of_both(store: Path) -> None:
    build.commit(store, {"lessons/episodic/aa/x.yaml": b"1\n", "lessons/episodic/bb/y.yaml": b"1\n"})
    assert [fault.error.partition(":")[0] for fault in look(store).broken()] == [
        "lessons/episodic/aa/x.yaml",
        "lessons/episodic/bb/y.yaml",
    ]


def test_what_is_no_file_of_a_store_is_left_out(store: Path) -> None:
    before = answers(look(store))
    (store / "lessons" / "link.yaml").symlink_to("/etc/passwd")
    build.commit(
        store, {"lessons/README.md": b"hello\n", "ledger/ab/one.yaml": b"a: 1\n", "other.yaml": b"b: 1\n"}
    )
    assert answers(look(store)) == before
