"""A lesson's life is what the trailers of commits say of its id."""

from pathlib import Path

import ledger_builder as build
import pytest

from reflectgit.store import history
from reflectgit.store.git import Git
from reflectgit.store.repository import open_store

ONE, TWO = "first-lesson-00000001", "second-lesson-00000002"
BODY = "".join(f"field_{number}: same in both\n" for number in range(30))


def message(subject: str, *lessons: str, op: str = "admit", reason: str | None = None) -> str:
    trailers = [f"Reflectgit-Op: {op}", *(f"Reflectgit-Lesson: {lesson}" for lesson in lessons)]
    return "\n".join([subject, "", *trailers, *([f"Reflectgit-Reason: {reason}"] if reason else [])]) + "\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "store"
    made.mkdir()
    build.git(made, "init", "-q", "-b", "main")
    build.commit(made, build.base_files(), "init: a store")
    return made


def told(folder: Path, lesson: str) -> list[tuple[str, str]]:
    return [(event.op, event.summary) for event in history.events(open_store(folder), lesson)]


def test_newest_first_with_all_that_the_commit_says(folder: Path) -> None:
    first = build.commit(folder, {"a.yaml": b"1\n"}, message("admit: look first", ONE))
    second = build.commit(
        folder, {"a.yaml": b"2\n"}, message("retire: look", ONE, op="retire", reason="it hurt")
    )
    newest, oldest = history.events(open_store(folder), ONE)
    assert newest == history.Event(
        commit=second, time="2026-01-02T03:04:05+00:00", op="retire", summary="retire: look", reason="it hurt"
    )
    assert (oldest.commit, oldest.op, oldest.reason) == (first, "admit", "")


def test_another_lesson_of_the_same_shape_lends_no_history(folder: Path) -> None:
    """One is retired and another, alike, admitted in one commit: likeness of files would join them."""
    build.commit(folder, {"lessons/one.yaml": BODY.encode()}, message("admit: one", ONE))
    build.commit(
        folder,
        {"lessons/one.yaml": None, "lessons/two.yaml": BODY.encode() + b"x\n"},
        message("admit: two", TWO),
    )
    assert told(folder, TWO) == [("admit", "admit: two")]
    assert told(folder, ONE) == [("admit", "admit: one")]


def test_a_lesson_that_moved_and_was_rewritten_keeps_its_past(folder: Path) -> None:
    build.commit(folder, {"lessons/episodic/one.yaml": BODY.encode()}, message("admit: one", ONE))
    build.commit(
        folder,
        {"lessons/episodic/one.yaml": None, "lessons/procedural/one.yaml": b"all: new\n"},
        message("promote: one", ONE, op="promote"),
    )
    assert told(folder, ONE) == [("promote", "promote: one"), ("admit", "admit: one")]


def test_a_commit_may_be_about_several_lessons(folder: Path) -> None:
    build.commit(folder, {"a": b"1"}, message("sweep: two lessons", ONE, TWO, op="sweep"))
    assert told(folder, ONE) == told(folder, TWO) == [("sweep", "sweep: two lessons")]


@pytest.mark.parametrize(
    "text",
    [
        f"docs: how we write\n\nReflectgit-Lesson: {ONE}\n\nis what a trailer looks like.\n",
        f"Reflectgit-Lesson: {ONE}\n",
        f"docs: {ONE}\n\nSee {ONE}.\n\nSigned-off-by: A <a@example.org>\n",
        message("admit: a longer id", ONE + "-more"),
        message("admit: a longer id", "more-" + ONE),
        f"admit: x\n\nReflectgit-Lesson-Of: {ONE}\n",
    ],
)
def test_only_the_trailer_block_counts(folder: Path, text: str) -> None:
    build.commit(folder, {"a": b"1"}, text)
    assert told(folder, ONE) == []


def test_settings_of_the_user_change_nothing(folder: Path) -> None:
    build.commit(folder, {"a": b"1"}, message("admit: größer als", ONE, reason="weil es müsste"))
    expected = history.events(open_store(folder), ONE)
    for name, value in {
        "trailer.separators": "=",
        "log.showSignature": "true",
        "log.decorate": "full",
        "log.date": "relative",
        "color.ui": "always",
        "i18n.logOutputEncoding": "latin1",
        "format.pretty": "oneline",
        "log.follow": "true",
        "grep.patternType": "perl",
    }.items():
        build.git(folder, "config", name, value)
    assert history.events(open_store(folder), ONE) == expected
    assert expected[0].summary == "admit: größer als"


def test_both_sides_of_a_merge_are_told(folder: Path) -> None:
    build.commit(folder, {"a": b"1"}, message("admit: one", ONE))
    build.git(folder, "checkout", "-q", "-b", "aside")
    build.commit(folder, {"b": b"1"}, message("record: aside", ONE, op="record"))
    build.git(folder, "checkout", "-q", "main")
    build.commit(folder, {"c": b"1"}, message("record: here", ONE, op="record"))
    build.git(folder, "merge", "-q", "--no-edit", "aside")
    events = told(folder, ONE)
    assert events[-1] == ("admit", "admit: one")
    assert {summary for _, summary in events} == {"admit: one", "record: aside", "record: here"}


def test_an_unborn_branch_has_no_history(tmp_path: Path) -> None:
    build.git(tmp_path, "init", "-q")
    (tmp_path / "reflectgit.toml").write_text("")
    assert told(tmp_path, ONE) == []


def test_a_shallow_clone_says_that_its_history_is_cut(folder: Path, tmp_path: Path) -> None:
    build.commit(folder, {"a": b"1"}, message("admit: one", ONE))
    build.commit(folder, {"a": b"2"}, message("record: one", ONE, op="record"))
    build.commit(folder, {"b": b"2"}, message("admit: two", TWO))
    build.git(tmp_path, "clone", "-q", "--depth", "1", folder.as_uri(), "shallow")
    shallow = tmp_path / "shallow"
    assert not history.is_cut(open_store(folder))
    assert history.is_cut(open_store(shallow))
    assert told(shallow, ONE) == []
    assert told(shallow, TWO) == [("admit", "admit: two")]
    build.git(shallow, "fetch", "-q", "--unshallow")
    assert not history.is_cut(open_store(shallow))
    assert len(told(shallow, ONE)) == 2


def test_a_linked_worktree_of_a_shallow_clone_is_cut_too(folder: Path, tmp_path: Path) -> None:
    build.commit(folder, {"a": b"1"}, message("admit: one", ONE))
    build.git(tmp_path, "clone", "-q", "--depth", "1", folder.as_uri(), "shallow")
    build.git(tmp_path / "shallow", "worktree", "add", "-q", str(tmp_path / "linked"))
    assert history.is_cut(open_store(tmp_path / "linked"))


def test_one_process_reads_a_long_history(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = ["reset refs/heads/main\nfrom refs/heads/main^0\n"]
    for number in range(200):
        said = message(f"record: {number}", ONE if number % 2 else TWO, op="record")
        stream.append(
            f"commit refs/heads/main\ncommitter A <a@example.org> {1_700_000_000 + number} +0000\n"
            f"data {len(said)}\n{said}M 644 inline a\ndata 4\n{number:>4}\n"
        )
    build.git(folder, "fast-import", "--quiet", input="".join(stream))
    store, ran = open_store(folder), []
    read = Git.read
    monkeypatch.setattr(Git, "read", lambda git, *args, **more: ran.append(args) or read(git, *args, **more))
    assert len(history.events(store, ONE)) == 100
    assert sum("log" in args for args in ran) == 1
    assert len(ran) <= 2
