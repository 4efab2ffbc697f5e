"""Fourteen and more states of a user's index and work tree: an operation of ours leaves each exactly as it was."""

from collections.abc import Callable
from pathlib import Path

import pytest
from store_support import EVENT, LESSON, write

from reflectgit.errors import StoreError
from reflectgit.store import Store

Run = Callable[..., str]
State = Callable[[Path, Run], None]


def _numbered(*changed: int) -> str:
    return "".join(f"line {n}{' changed' if n in changed else ''}\n" for n in range(1, 31))


def staged_file(top: Path, git: Run) -> None:
    (top / "new.py").write_text("wip\n")
    git(top, "add", "new.py")


def half_staged(top: Path, git: Run) -> None:
    (top / "half.txt").write_text(_numbered())
    git(top, "add", "half.txt")
    git(top, "commit", "-q", "-m", "half")
    (top / "half.txt").write_text(_numbered(1))
    git(top, "add", "half.txt")
    (top / "half.txt").write_text(_numbered(1, 30))


def staged_deletion(top: Path, git: Run) -> None:
    git(top, "rm", "-q", "work.txt")


def staged_deletion_kept_on_disk(top: Path, git: Run) -> None:
    git(top, "rm", "-q", "--cached", "work.txt")


def staged_rename(top: Path, git: Run) -> None:
    git(top, "mv", "work.txt", "renamed.txt")


def unstaged_deletion(top: Path, git: Run) -> None:
    (top / "work.txt").unlink()


def intent_to_add(top: Path, git: Run) -> None:
    (top / "soon.txt").write_text("soon\n")
    git(top, "add", "-N", "soon.txt")


def untracked_and_ignored(top: Path, git: Run) -> None:
    (top / ".git/info/exclude").write_text("*.log\n")
    (top / "out.log").write_text("ignored\n")
    (top / "loose.txt").write_text("untracked\n")


def assume_unchanged(top: Path, git: Run) -> None:
    git(top, "update-index", "--assume-unchanged", "work.txt")
    (top / "work.txt").write_text("hidden edit\n")


def skip_worktree(top: Path, git: Run) -> None:
    git(top, "update-index", "--skip-worktree", "work.txt")
    (top / "work.txt").write_text("hidden edit\n")


def split_index(top: Path, git: Run) -> None:
    git(top, "config", "core.splitIndex", "true")
    git(top, "update-index", "--split-index")
    staged_file(top, git)


def index_version_4(top: Path, git: Run) -> None:
    git(top, "update-index", "--index-version", "4")
    half_staged(top, git)


def untracked_cache(top: Path, git: Run) -> None:
    git(top, "update-index", "--force-untracked-cache")
    git(top, "status")
    (top / "loose.txt").write_text("untracked\n")


def crlf_filter(top: Path, git: Run) -> None:
    git(top, "config", "core.autocrlf", "true")
    (top / "dos.txt").write_bytes(b"one\r\ntwo\r\n")
    git(top, "add", "dos.txt")
    git(top, "commit", "-q", "-m", "dos")
    (top / "dos.txt").write_bytes(b"one\r\ntwo\r\nthree\r\n")


def clean_filter(top: Path, git: Run) -> None:
    git(top, "config", "filter.shout.clean", "tr a-z A-Z")
    git(top, "config", "filter.shout.smudge", "tr A-Z a-z")
    (top / ".git/info/attributes").write_text("*.txt filter=shout\n")
    (top / "loud.txt").write_text("quiet\n")
    git(top, "add", "loud.txt")


def unmerged(top: Path, git: Run) -> None:
    _diverge(top, git)
    git(top, "merge", "-q", "other", check=False)
    assert git(top, "ls-files", "-u")


def unmerged_from_stash(top: Path, git: Run) -> None:
    (top / "work.txt").write_text("stashed\n")
    git(top, "stash", "-q")
    (top / "work.txt").write_text("committed\n")
    git(top, "commit", "-q", "-a", "-m", "other edit")
    git(top, "stash", "pop", "-q", check=False)
    assert git(top, "ls-files", "-u")


def conflicting_folder(top: Path, git: Run) -> None:
    (top / "notes").mkdir()
    (top / "notes/a").write_text("a\n")
    git(top, "add", "-N", "notes/a")
    (top / "link").symlink_to("work.txt")
    git(top, "add", "link")


def _diverge(top: Path, git: Run) -> None:
    git(top, "switch", "-q", "-c", "other")
    (top / "work.txt").write_text("theirs\n")
    git(top, "commit", "-q", "-a", "-m", "theirs")
    git(top, "switch", "-q", "main")
    (top / "work.txt").write_text("ours\n")
    git(top, "commit", "-q", "-a", "-m", "ours")


STATES = [
    staged_file,
    half_staged,
    staged_deletion,
    staged_deletion_kept_on_disk,
    staged_rename,
    unstaged_deletion,
    intent_to_add,
    untracked_and_ignored,
    assume_unchanged,
    skip_worktree,
    split_index,
    index_version_4,
    untracked_cache,
    crlf_filter,
    clean_filter,
    unmerged,
    unmerged_from_stash,
    conflicting_folder,
]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_an_operation_leaves_the_users_state_as_it_was(
    state: State,
    store: Store,
    repo: Path,
    git: Run,
    user_state: Callable[[Path], object],
    no_residue: Callable[[Path], None],
) -> None:
    state(repo, git)
    before = user_state(repo)

    done = write(store, {LESSON: b"statement: two\n", EVENT: b"event\n"})
    write(store, {LESSON: None})

    assert done is not None
    assert git(repo, "show", "--name-only", "--format=", done.commit).split() == sorted([LESSON, EVENT])
    assert user_state(repo) == before
    assert not git(repo, "status", "--porcelain", "--", "lessons", "ledger")
    assert (repo / EVENT).read_bytes() == b"event\n"
    assert not (repo / LESSON).exists()
    no_residue(repo)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_a_refusal_leaves_the_users_state_as_it_was(
    state: State,
    store: Store,
    repo: Path,
    git: Run,
    user_state: Callable[[Path], object],
    no_residue: Callable[[Path], None],
) -> None:
    state(repo, git)
    hook = repo / ".git/hooks/pre-commit"
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    before, head = user_state(repo), store.head()
    index = (repo / ".git/index").read_bytes()

    with pytest.raises(StoreError):
        write(store, {LESSON: None, EVENT: b"event\n"})

    assert store.head() == head
    assert (repo / ".git/index").read_bytes() == index
    assert user_state(repo) == before
    assert (repo / LESSON).read_bytes() == b"statement: one\n"
    assert not (repo / "ledger").exists()
    no_residue(repo)


# --- targets of ours that are not as they were committed ------------------------------------------------


def edited(top: Path, git: Run) -> None:
    (top / LESSON).write_bytes(b"by hand\n")


def edited_to_what_we_write(top: Path, git: Run) -> None:
    (top / LESSON).write_bytes(b"statement: two\n")


def edited_and_staged(top: Path, git: Run) -> None:
    edited(top, git)
    git(top, "add", LESSON)


def staged_then_put_back(top: Path, git: Run) -> None:
    edited_and_staged(top, git)
    (top / LESSON).write_bytes(b"statement: one\n")


def removed(top: Path, git: Run) -> None:
    (top / LESSON).unlink()


def removed_and_staged(top: Path, git: Run) -> None:
    git(top, "rm", "-q", LESSON)


def emptied(top: Path, git: Run) -> None:
    (top / LESSON).write_bytes(b"")


def edited_but_assumed_unchanged(top: Path, git: Run) -> None:
    git(top, "update-index", "--assume-unchanged", LESSON)
    edited(top, git)


def replaced_by_a_link(top: Path, git: Run) -> None:
    (top / LESSON).unlink()
    (top / LESSON).symlink_to(top / "work.txt")


def replaced_by_a_folder(top: Path, git: Run) -> None:
    (top / LESSON).unlink()
    (top / LESSON).mkdir()


def untracked_in_the_way(top: Path, git: Run) -> None:
    (top / EVENT).parent.mkdir(parents=True)
    (top / EVENT).write_bytes(b"mine\n")


def untracked_with_our_very_bytes(top: Path, git: Run) -> None:
    (top / EVENT).parent.mkdir(parents=True)
    (top / EVENT).write_bytes(b"event\n")


def ignored_in_the_way(top: Path, git: Run) -> None:
    untracked_in_the_way(top, git)
    (top / ".git/info/exclude").write_text("ledger/\n")


def announced_in_the_way(top: Path, git: Run) -> None:
    untracked_in_the_way(top, git)
    git(top, "add", "-N", EVENT)


def staged_in_the_way(top: Path, git: Run) -> None:
    untracked_in_the_way(top, git)
    git(top, "add", EVENT)
    (top / EVENT).unlink()


def a_file_where_a_folder_goes(top: Path, git: Run) -> None:
    (top / "ledger").write_text("a file\n")


def a_link_where_a_folder_goes(top: Path, git: Run) -> None:
    outside = top.parent / "outside"
    outside.mkdir()
    (top / "ledger").symlink_to(outside)


def a_staged_file_where_a_folder_goes(top: Path, git: Run) -> None:
    a_file_where_a_folder_goes(top, git)
    git(top, "add", "ledger")


IN_THE_WAY = [
    edited,
    edited_to_what_we_write,
    edited_and_staged,
    staged_then_put_back,
    removed,
    removed_and_staged,
    emptied,
    edited_but_assumed_unchanged,
    replaced_by_a_link,
    replaced_by_a_folder,
    untracked_in_the_way,
    untracked_with_our_very_bytes,
    ignored_in_the_way,
    announced_in_the_way,
    staged_in_the_way,
    a_file_where_a_folder_goes,
    a_link_where_a_folder_goes,
    a_staged_file_where_a_folder_goes,
]


@pytest.mark.parametrize("state", IN_THE_WAY, ids=lambda state: state.__name__)
def test_what_would_be_overwritten_is_refused(
    state: State, store: Store, repo: Path, git: Run, no_residue: Callable[[Path], None]
) -> None:
    state(repo, git)
    head, status = store.head(), git(repo, "status", "--porcelain=v2", "--untracked-files=all", "--ignored")
    index, files = (repo / ".git/index").read_bytes(), _tree(repo)

    with pytest.raises(StoreError) as caught:
        write(store, {LESSON: b"statement: two\n", EVENT: b"event\n"})

    assert "\n" not in caught.value.message
    assert caught.value.hint
    assert store.head() == head
    assert (repo / ".git/index").read_bytes() == index
    assert git(repo, "status", "--porcelain=v2", "--untracked-files=all", "--ignored") == status
    assert _tree(repo) == files
    no_residue(repo)


def _tree(top: Path) -> dict[str, object]:
    return {
        str(path.relative_to(top)): path.readlink()
        if path.is_symlink()
        else path.is_file() and path.read_bytes()
        for path in top.parent.rglob("*")
        if ".git" not in path.parts and path.is_relative_to(top)
    }


def test_a_file_that_only_looks_changed_is_no_obstacle(store: Store, repo: Path) -> None:
    data = (repo / LESSON).read_bytes()
    (repo / LESSON).unlink()
    (repo / LESSON).write_bytes(data)

    assert write(store, {LESSON: b"statement: two\n"})


def test_an_ignored_path_is_refused_and_the_rule_named(store: Store, repo: Path) -> None:
    (repo / ".git/info/exclude").write_text("# mine\nledger/\n")

    with pytest.raises(StoreError, match=r"info/exclude:2: ledger/"):
        write(store, {EVENT: b"event\n"})

    assert not (repo / "ledger").exists()


def test_an_exception_to_an_ignore_rule_is_heeded(store: Store, repo: Path) -> None:
    (repo / ".git/info/exclude").write_text("*.yaml\n!ledger/**\n")

    assert write(store, {EVENT: b"event\n"})


@pytest.mark.parametrize("mode", ["--cone", "--no-cone"])
@pytest.mark.parametrize("sparse_index", ["--sparse-index", "--no-sparse-index"])
def test_a_path_outside_the_sparse_checkout_is_refused(
    store: Store, repo: Path, git: Run, mode: str, sparse_index: str, no_residue: Callable[[Path], None]
) -> None:
    if mode == "--no-cone" and sparse_index == "--sparse-index":
        pytest.skip("git has a sparse index in cone mode alone")
    (repo / "src").mkdir()
    (repo / "src/a.py").write_text("a\n")
    git(repo, "add", "src")
    git(repo, "commit", "-q", "-m", "src")
    git(repo, "sparse-checkout", "set", mode, sparse_index, "src")
    head, index = store.head(), git(repo, "ls-files", "-t", "-s")

    for files in ({LESSON: b"two\n"}, {EVENT: b"event\n"}):
        with pytest.raises(StoreError, match="outside the sparse checkout"):
            write(store, files)

    assert store.head() == head
    assert git(repo, "ls-files", "-t", "-s") == index
    assert not (repo / "ledger").exists()
    git(repo, "sparse-checkout", "add", "lessons", "ledger")
    before = git(repo, "ls-files", "-t", "src", "work.txt")
    assert write(store, {LESSON: b"two\n", EVENT: b"event\n"})
    assert git(repo, "ls-files", "-t", "src", "work.txt") == before
    assert not git(repo, "status", "--porcelain")
    no_residue(repo)


def test_the_executable_bit_of_a_lesson_does_not_stand_in_the_way(store: Store, repo: Path, git: Run) -> None:
    (repo / LESSON).chmod(0o755)
    git(repo, "commit", "-q", "-a", "-m", "executable")

    assert write(store, {LESSON: b"two\n"})
    assert not git(repo, "status", "--porcelain")


@pytest.mark.parametrize("setting", ["true", "input", "false"])
def test_line_ends_are_never_converted(
    store: Store, repo: Path, git: Run, tmp_path: Path, setting: str
) -> None:
    git(repo, "config", "core.autocrlf", setting)
    mixed = b"one\ntwo\r\nthree\n"
    write(store, {EVENT: mixed, LESSON: b"statement: two\n"})

    assert (repo / EVENT).read_bytes() == mixed
    assert not git(repo, "status", "--porcelain")
    git(tmp_path, "clone", "-q", "-c", f"core.autocrlf={setting}", str(repo), "clone")
    assert (tmp_path / "clone" / EVENT).read_bytes() == mixed
    assert b"\r" not in (tmp_path / "clone/reflectgit.toml").read_bytes()
    assert not git(tmp_path / "clone", "status", "--porcelain")
