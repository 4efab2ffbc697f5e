"""Every kind of repository a store may lie in, and how it is found there."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from store_support import EVENT, LESSON, write

from reflectgit.errors import StoreError
from reflectgit.store import Change, init_store, open_store

Run = Callable[..., str]


def top_of_a_repository(tmp: Path, git: Run) -> Path:
    return _with_work(tmp / "top", git)


def folder_of_a_repository(tmp: Path, git: Run) -> Path:
    folder = _with_work(tmp / "top", git) / 'tools/mémoire "x" $y'
    folder.mkdir(parents=True)
    return folder


def linked_worktree(tmp: Path, git: Run) -> Path:
    top = _with_work(tmp / "top", git)
    git(top, "worktree", "add", "-q", str(tmp / "linked"), "-b", "side")
    return tmp / "linked"


def worktree_of_a_bare_repository(tmp: Path, git: Run) -> Path:
    top = _with_work(tmp / "top", git)
    git(tmp, "clone", "-q", "--bare", str(top), "p.git")
    git(tmp / "p.git", "worktree", "add", "-q", str(tmp / "wt"), "-b", "side")
    return tmp / "wt"


def detached_worktree(tmp: Path, git: Run) -> Path:
    top = _with_work(tmp / "top", git)
    git(top, "worktree", "add", "-q", "--detach", str(tmp / "linked"))
    return tmp / "linked"


def submodule(tmp: Path, git: Run) -> Path:
    inner, outer = _with_work(tmp / "inner", git), _with_work(tmp / "outer", git)
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "sub")
    git(outer, "commit", "-q", "-m", "sub")
    return outer / "sub"


def relative_gitdir_file(tmp: Path, git: Run) -> Path:
    top = _with_work(tmp / "top", git)
    (top / ".git").rename(tmp / "elsewhere.git")
    (top / ".git").write_text("gitdir: ../elsewhere.git\n")
    return top


def bare(tmp: Path, git: Run) -> Path:
    git(tmp, "clone", "-q", "--bare", str(_with_work(tmp / "top", git)), "bare.git")
    return tmp / "bare.git"


def unborn_branch(tmp: Path, git: Run) -> Path:
    git(tmp, "init", "-q", "unborn")
    return tmp / "unborn"


def unborn_bare(tmp: Path, git: Run) -> Path:
    git(tmp, "init", "-q", "--bare", "unborn.git")
    return tmp / "unborn.git"


def no_repository(tmp: Path, git: Run) -> Path:
    return tmp / "new/store"


def sha256(tmp: Path, git: Run) -> Path:
    git(tmp, "init", "-q", "--object-format=sha256", "top")
    return _commit_work(tmp / "top", git)


def sha256_bare(tmp: Path, git: Run) -> Path:
    git(tmp, "init", "-q", "--bare", "--object-format=sha256", "b.git")
    return tmp / "b.git"


def shallow_clone(tmp: Path, git: Run) -> Path:
    top = _with_work(tmp / "top", git)
    git(top, "commit", "-q", "--allow-empty", "-m", "two")
    git(tmp, "clone", "-q", "--depth=1", top.as_uri(), "shallow")
    return tmp / "shallow"


def packed(tmp: Path, git: Run) -> Path:
    top = _with_work(tmp / "top", git)
    git(top, "gc", "-q")
    git(top, "pack-refs", "--all")
    return top


def separate_work_tree(tmp: Path, git: Run) -> Path:
    top = _with_work(tmp / "top", git)
    git(top, "config", "core.worktree", str(tmp / "top"))
    return top


def through_a_link(tmp: Path, git: Run) -> Path:
    _with_work(tmp / "top", git)
    (tmp / "link").symlink_to("top")
    return tmp / "link"


def _with_work(top: Path, git: Run) -> Path:
    git(top.parent, "init", "-q", top.name)
    return _commit_work(top, git)


def _commit_work(top: Path, git: Run) -> Path:
    (top / "work.txt").write_text("work\n")
    git(top, "add", ".")
    git(top, "commit", "-q", "-m", "work")
    return top


KINDS = [
    top_of_a_repository,
    folder_of_a_repository,
    linked_worktree,
    worktree_of_a_bare_repository,
    detached_worktree,
    submodule,
    relative_gitdir_file,
    bare,
    unborn_branch,
    unborn_bare,
    no_repository,
    sha256,
    sha256_bare,
    shallow_clone,
    packed,
    separate_work_tree,
    through_a_link,
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_store_works_in_every_kind_of_repository(
    kind: Callable[[Path, Run], Path], tmp_path: Path, git: Run, no_residue: Callable[[Path], None]
) -> None:
    folder = kind(tmp_path, git)

    first = init_store(folder, "# policy\n")
    again = init_store(folder, "# another\n")
    store = open_store(folder)
    done = write(store, {LESSON: b"statement: one\n", EVENT: b"event\n"})
    write(store, {LESSON: b"statement: two\n"})
    moved = write(store, {LESSON: None, LESSON.replace("episodic", "procedural"): b"statement: two\n"})

    assert first.paths == (".gitattributes", "reflectgit.toml")
    assert (again.commit, again.paths) == (first.commit, ())
    assert done is not None
    assert moved is not None
    snapshot = store.snapshot()
    assert snapshot.commit == moved.commit == git(folder, "rev-parse", "HEAD").strip()
    assert [entry.path for entry in snapshot.entries("lessons/")] == [
        LESSON.replace("episodic", "procedural")
    ]
    assert snapshot.read(EVENT) == b"event\n"
    assert snapshot.read("reflectgit.toml") == b"# policy\n"
    assert store.snapshot(done.commit).read(LESSON) == b"statement: one\n"
    if "bare" not in kind.__name__ or "worktree" in kind.__name__:
        assert (folder / EVENT).read_bytes() == b"event\n"
        assert not git(folder, "status", "--porcelain")
    no_residue(folder)
    store.close()


def test_a_linked_worktree_moves_its_own_branch_alone(repo: Path, tmp_path: Path, git: Run) -> None:
    init_store(repo, "")
    git(repo, "worktree", "add", "-q", str(tmp_path / "linked"), "-b", "side")
    main, status = git(repo, "rev-parse", "main"), git(repo, "status", "--porcelain")
    store = open_store(tmp_path / "linked")

    done = write(store, {LESSON: b"one\n"})

    assert done
    assert git(repo, "rev-parse", "side").strip() == done.commit
    assert git(repo, "rev-parse", "main") == main
    assert git(repo, "status", "--porcelain") == status
    assert not (repo / "lessons").exists()


def test_a_submodule_does_not_touch_the_repository_around_it(tmp_path: Path, git: Run) -> None:
    folder = submodule(tmp_path, git)
    head = git(tmp_path / "outer", "rev-parse", "HEAD")
    init_store(folder, "")

    write(open_store(folder), {LESSON: b"one\n"})

    assert git(tmp_path / "outer", "rev-parse", "HEAD") == head
    assert git(tmp_path / "outer", "status", "--porcelain") == " M sub\n"


def test_an_orphan_branch_gets_a_first_commit(repo: Path, git: Run) -> None:
    init_store(repo, "")
    git(repo, "checkout", "-q", "--orphan", "fresh")
    store = open_store(repo)
    assert store.head() is None
    assert list(store.snapshot().entries()) == []
    assert store.snapshot().read("reflectgit.toml") is None

    done = write(store, {LESSON: b"one\n"})

    assert done
    assert git(repo, "rev-list", "--count", "fresh").strip() == "1"
    assert git(repo, "diff", "--cached", "--name-only").split() == [
        ".gitattributes",
        "reflectgit.toml",
        "work.txt",
    ]


# --- discovery ------------------------------------------------------------------------------------------


def test_the_nearest_store_upward_is_found(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    init_store(repo, "outer")
    init_store(repo / "inner", "inner")
    (repo / "inner/a/b").mkdir(parents=True)
    monkeypatch.chdir(repo / "inner/a/b")

    assert open_store().snapshot().read("reflectgit.toml") == b"inner"
    monkeypatch.chdir(repo)
    assert open_store().snapshot().read("reflectgit.toml") == b"outer"


def test_an_explicit_store_wins_over_the_variable_and_that_over_the_folder(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("here", "named", "told"):
        init_store(tmp_path / name, name)
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("REFLECTGIT_STORE", str(tmp_path / "told"))

    assert open_store(tmp_path / "named").snapshot().read("reflectgit.toml") == b"named"
    assert open_store().snapshot().read("reflectgit.toml") == b"told"


def test_a_sparse_checkout_without_the_policy_file_is_still_a_store(
    store: object, repo: Path, git: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repo / "src/deep").mkdir(parents=True)
    (repo / "src/deep/a.py").write_text("a\n")
    git(repo, "add", "src")
    git(repo, "commit", "-q", "-m", "src")
    git(repo, "sparse-checkout", "set", "--no-cone", "/src/")
    assert not (repo / "reflectgit.toml").exists()
    monkeypatch.chdir(repo / "src/deep")

    assert open_store().snapshot().read(LESSON) == b"statement: one\n"


def test_the_search_ends_at_the_top_of_the_repository(
    repo: Path, git: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    init_store(repo, "")
    git(repo, "init", "-q", "nested")
    monkeypatch.chdir(repo / "nested")

    with pytest.raises(StoreError, match="no store"):
        open_store()


@pytest.mark.parametrize("folder", [".", "src", ".git"])
def test_no_store_is_one_clear_line(repo: Path, folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (repo / "src").mkdir()
    monkeypatch.chdir(repo / folder)

    with pytest.raises(StoreError) as caught:
        open_store()

    assert caught.value.code == "no_store"
    assert caught.value.exit_code == 3
    assert "\n" not in caught.value.message


def test_outside_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError, match="not a git repository") as caught:
        open_store()
    assert "reflectgit init" in caught.value.hint
    with pytest.raises(StoreError, match="no such folder"):
        open_store(tmp_path / "nowhere")


def test_a_current_folder_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(StoreError, match="current folder is gone"):
        open_store()


def test_a_broken_configuration_is_git_s_own_words(store: object, repo: Path) -> None:
    (repo / ".git/config").write_text("[core\n")
    with pytest.raises(StoreError, match=r"bad config line 1 in file"):
        open_store(repo)


def test_init_keeps_attributes_that_are_there(repo: Path, git: Run) -> None:
    (repo / ".gitattributes").write_text("*.bin binary")
    git(repo, "add", ".")
    git(repo, "commit", "-q", "-m", "attributes")
    init_store(repo, "")
    assert (repo / ".gitattributes").read_text().startswith("*.bin binary\n# reflectgit")
    assert git(repo, "check-attr", "text", "merge", "--", "lessons/a/b.yaml").splitlines() == [
        "lessons/a/b.yaml: text: unset",
        "lessons/a/b.yaml: merge: reflectgit",
    ]


def test_init_does_not_overwrite_and_takes_back_what_it_made(repo: Path, tmp_path: Path, git: Run) -> None:
    (repo / "reflectgit.toml").write_text("mine\n")
    with pytest.raises(StoreError, match="would overwrite"):
        init_store(repo, "ours\n")
    assert (repo / "reflectgit.toml").read_text() == "mine\n"
    (tmp_path / "full").mkdir()
    (tmp_path / "full/reflectgit.toml").write_text("mine\n")
    with pytest.raises(StoreError, match="would overwrite"):
        init_store(tmp_path / "full/../full", "ours\n")
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["reflectgit.toml"]


def test_lessons_merge_as_text_where_no_driver_is_set_up(store: object, repo: Path, git: Run) -> None:
    for branch, line in (("side", 1), ("main", 9)):
        git(repo, "switch", "-q", *([] if branch == "main" else ["-c"]), branch)
        text = "".join(f"key{n}: {branch if n == line else ''}\n" for n in range(10))
        write(
            open_store(repo), {LESSON: b"".join(b"key%d: \n" % n for n in range(10))}
        ) if branch == "side" else None
        if branch == "main":
            git(repo, "reset", "-q", "--hard", "side~1")
        write(open_store(repo), {LESSON: text.encode()})
    git(repo, "merge", "-q", "-m", "merged", "side")
    merged = (repo / LESSON).read_text()
    assert "key1: side\n" in merged
    assert "key9: main\n" in merged


def test_a_policy_that_is_not_committed_makes_no_store(repo: Path) -> None:
    (repo / "reflectgit.toml").write_text("")
    with pytest.raises(StoreError, match="not committed on this branch"):
        open_store(repo)


def test_dubious_ownership_is_explained_and_nothing_is_configured(
    store: object, repo: Path, hermetic: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = (hermetic / ".gitconfig").read_bytes()
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    for act in (lambda: open_store(repo), lambda: init_store(repo, "")):
        with pytest.raises(StoreError) as caught:
            act()
        assert caught.value.code == "dubious_ownership"
        assert "safe.directory" in caught.value.hint
    assert (hermetic / ".gitconfig").read_bytes() == config


def test_git_is_missing(store: object, repo: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StoreError, match="git is not installed"):
        open_store(repo)


def test_git_is_too_old(store: object, repo: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    old = tmp_path / "bin/git"
    old.parent.mkdir()
    real = subprocess.run(
        ["sh", "-c", "command -v git"], capture_output=True, text=True, check=True
    ).stdout.strip()
    old.write_text(f'#!/bin/sh\n[ "$1" = version ] && echo git version 2.30.2 && exit\nexec {real} "$@"\n')
    old.chmod(0o755)
    monkeypatch.setenv("PATH", f"{old.parent}:{os.environ['PATH']}")
    with pytest.raises(StoreError, match=r"git version 2\.30\.2 is too old"):
        write(open_store(repo), {LESSON: b"x"})


@pytest.mark.parametrize("lost", ["blob", "tree", "commit"])
@pytest.mark.parametrize("how", ["gone", "rubbish"])
def test_a_damaged_repository_is_named_so(
    repo: Path, git: Run, monkeypatch: pytest.MonkeyPatch, lost: str, how: str
) -> None:
    (repo / LESSON).parent.mkdir(parents=True)
    (repo / LESSON).write_text("one\n")
    (repo / "reflectgit.toml").touch()
    git(repo, "add", ".")
    git(repo, "commit", "-q", "-m", "loose objects")
    store = open_store(repo)
    head = store.head()
    name = {"blob": f"HEAD:{LESSON}", "tree": "HEAD:lessons/episodic", "commit": "HEAD"}[lost]
    oid = git(repo, "rev-parse", name).strip()
    loose = repo / ".git/objects" / oid[:2] / oid[2:]
    loose.unlink()
    if how == "rubbish":
        loose.write_bytes(b"rubbish")

    for act in (
        lambda: store.snapshot(head).read(LESSON),
        lambda: store.snapshot().read_many([EVENT, LESSON]),
        lambda: dict(store.snapshot().read_blobs(store.snapshot().entries())),
        lambda: (
            write(store, {LESSON: b"two\n", EVENT: b"event\n"})
            if lost == "commit"
            else store.snapshot().read(LESSON)
        ),
    ):
        with pytest.raises(StoreError) as caught:
            act()
        assert caught.value.exit_code == 3
        assert "\n" not in caught.value.message
    if lost == "commit":
        with pytest.raises(StoreError) as caught:
            open_store(repo)
        assert caught.value.code == "damaged"
    store.close()


def test_a_broken_branch_is_no_unborn_one(store: object, repo: Path) -> None:
    (repo / ".git/refs/heads/main").write_text("rubbish\n")
    with pytest.raises(StoreError) as caught:
        write(open_store(repo), {LESSON: b"x"})
    assert caught.value.exit_code == 3


# --- what is around us does not move us -----------------------------------------------------------------


@pytest.mark.parametrize("locale", ["de_DE.UTF-8", "C", "POSIX"])
def test_the_locale_changes_nothing(
    repo: Path, locale: str, monkeypatch: pytest.MonkeyPatch, git: Run
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    monkeypatch.setenv("LANGUAGE", "de:fr")
    init_store(repo, "")
    store = open_store(repo)
    done = store.transact(
        lambda _: Change(
            {LESSON: "größe\n".encode()}, "admit: größe prüfen", [("Reflectgit-Lesson", "größe")]
        )
    )
    assert done
    assert store.snapshot().read(LESSON) == "größe\n".encode()
    assert git(repo, "log", "-1", "--format=%s").strip() == "admit: größe prüfen"


def test_variables_of_another_repository_do_not_move_a_commit(
    store: object, repo: Path, tmp_path: Path, git: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = _with_work(tmp_path / "other", git)
    before = git(other, "rev-parse", "HEAD"), (other / ".git/index").read_bytes()
    strays = {
        "GIT_DIR": str(other / ".git"),
        "GIT_WORK_TREE": str(other),
        "GIT_INDEX_FILE": str(other / ".git/index"),
        "GIT_OBJECT_DIRECTORY": str(other / ".git/objects"),
        "GIT_COMMON_DIR": str(other / ".git"),
        "GIT_PREFIX": "x/",
        "GIT_NAMESPACE": "ns",
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_EXTERNAL_DIFF": "false",
    }
    with monkeypatch.context() as patch:
        for name, value in strays.items():
            patch.setenv(name, value)
        done = write(open_store(repo), {LESSON: b"statement: two\n"})
        assert open_store(repo).snapshot().read(LESSON) == b"statement: two\n"

    assert done
    assert git(repo, "rev-parse", "HEAD").strip() == done.commit
    assert (git(other, "rev-parse", "HEAD"), (other / ".git/index").read_bytes()) == before
    assert not git(other, "status", "--porcelain")
    assert not git(repo, "status", "--porcelain")


HOOK = """#!/bin/sh
{python} - <<'END' >> "$OLDPWD_FILE" 2>&1
from reflectgit.errors import ReflectgitError
from reflectgit.store import Change, open_store
store = open_store()
print("read", store.snapshot().read("reflectgit.toml"))
try:
    print(store.transact(lambda _: Change({{"lessons/a/b.yaml": b"x"}}, "admit")))
except ReflectgitError as error:
    print(error.code, error.message)
END
"""


@pytest.mark.parametrize("kind", [top_of_a_repository, folder_of_a_repository, linked_worktree])
@pytest.mark.parametrize("args", [["-a"], [], ["--only", "work.txt"]], ids=["all", "as-is", "only"])
def test_inside_a_hook_of_the_same_repository_reading_works_and_writing_refuses(
    kind: Callable[[Path, Run], Path],
    args: list[str],
    tmp_path: Path,
    git: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = kind(tmp_path, git)
    init_store(folder, "policy")
    top = Path(git(folder, "rev-parse", "--show-toplevel").strip())
    if top != folder:
        init_store(top, "policy")
    hooks = Path(git(top, "rev-parse", "--path-format=absolute", "--git-path", "hooks").strip())
    hook = hooks / "pre-commit"
    hook.write_text(HOOK.format(python=sys.executable))
    hook.chmod(0o755)
    monkeypatch.setenv("OLDPWD_FILE", str(tmp_path / "said"))
    (top / "work.txt").write_text("edited\n")
    if not args:
        git(top, "add", "work.txt")

    git(top, "commit", "-q", "-m", "the user's", *args)

    said = (tmp_path / "said").read_text().splitlines()
    assert said[0] == "read b'policy'"
    assert said[1].startswith("in_hook reflectgit does not write inside a git hook")
    assert git(top, "show", "--name-only", "--format=%s").split("\n") == ["the user's", "", "work.txt", ""]
