"""Killed at any instant, a store is as before or as after, and the user's own state is exact.

``REFLECTGIT_KILLS=1000 pytest tests/store/test_store_kills.py`` kills more often than the suite does.
"""

import os
import random
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path

import git.cmd  # noqa: F401 - loaded once, so that a forked writer is at work at once
import pytest
from store_support import EVENT, LESSON, write

from reflectgit.store import Store, open_store

Run = Callable[..., str]
KILLS = int(os.environ.get("REFLECTGIT_KILLS", "60"))
MOVED = LESSON.replace("episodic", "procedural")


def _forked(work: Callable[[], object]) -> int:
    """Run `work` in a child with a process group of its own; gives the child's id."""
    child = os.fork()
    if child:
        return child
    try:
        os.setsid()
        work()
    finally:
        os._exit(0)
    return 0


def _user_work(top: Path, git: Run) -> None:
    (top / "half.txt").write_text("".join(f"{n}\n" for n in range(30)))
    (top / "gone.txt").write_text("gone\n")
    git(top, "add", ".")
    git(top, "commit", "-q", "-m", "more work")
    (top / "half.txt").write_text("staged\n" + "".join(f"{n}\n" for n in range(30)))
    git(top, "add", "half.txt")
    with (top / "half.txt").open("a") as half:
        half.write("not staged\n")
    git(top, "rm", "-q", "--cached", "gone.txt")
    (top / "soon.txt").write_text("soon\n")
    git(top, "add", "-N", "soon.txt")
    (top / "loose.txt").write_text("loose\n")
    (top / ".git/info/exclude").write_text("*.log\n")
    (top / "a.log").write_text("log\n")


def _operations(top: Path, told: int, tag: str) -> None:
    """Add, change, move and delete, saying the commit of each as soon as it is acknowledged."""
    store = open_store(top, tell=lambda line: None)
    for n in range(20):
        here, there = (LESSON, MOVED) if store.snapshot().read(LESSON) is not None else (MOVED, LESSON)
        name = f"ledger/outcomes/{n % 3}/{tag}-{n}.yaml"
        for files in (
            {name: b"event\n" * 500, here: f"{tag}{n}\n".encode() * 500},
            {here: None, there: b"moved\n"},
        ):
            done = write(store, files)
            assert done
            os.write(told, f"{done.commit}\n".encode())


@pytest.mark.parametrize("hooks", [False, True], ids=["plain", "hooks-and-split-index"])
def test_random_kills(
    store: Store,
    repo: Path,
    git: Run,
    user_state: Callable[[Path], object],
    no_residue: Callable[[Path], None],
    hooks: bool,
) -> None:
    _user_work(repo, git)
    if hooks:
        git(repo, "update-index", "--split-index")
        for name in ("pre-commit", "commit-msg"):
            (repo / ".git/hooks" / name).write_text("#!/bin/sh\nsleep 0.01\n")
            (repo / ".git/hooks" / name).chmod(0o755)
    before = user_state(repo)
    chance = random.Random(KILLS + hooks)
    for n in range(KILLS // 4 if hooks else KILLS - KILLS // 4):
        reader, writer = os.pipe()
        child = _forked(lambda: _operations(repo, writer, f"k{n}"))  # noqa: B023 - the child uses it at once
        os.close(writer)
        time.sleep(chance.uniform(0.005, 0.13))
        (os.killpg if chance.random() < 0.5 else os.kill)(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(reader) as told:
            acknowledged = told.read().split()

        assert write(store, {f"ledger/after/{n}": b"after\n"}), "the next operation works"
        assert user_state(repo) == before
        assert not git(repo, "status", "--porcelain", "--", "lessons", "ledger")
        log = set(git(repo, "rev-list", "HEAD").split())
        assert log.issuperset(acknowledged)
        if n % 10 == 0:
            no_residue(repo)
    no_residue(repo)


GIT = """#!/bin/sh
# A git that ends its parent, or itself and its parent, around one command.
for word in "$@"; do
  if [ "$word" = "$KILL_COMMAND" ]; then
    [ "$KILL_WHEN" = before ] && kill -9 $PPID
    [ "$KILL_WHEN" = both ] && kill -9 $PPID $$
    {real} "$@"; code=$?
    kill -9 $PPID
    exit $code
  fi
done
exec {real} "$@"
"""


@pytest.mark.parametrize("kind", ["worktree", "linked", "bare"])
@pytest.mark.parametrize("command", ["fast-import", "apply", "hook", "commit-tree", "update-ref"])
@pytest.mark.parametrize("when", ["before", "after", "both"])
def test_a_kill_around_each_command(
    store: Store,
    repo: Path,
    git: Run,
    tmp_path: Path,
    user_state: Callable[[Path], object],
    no_residue: Callable[[Path], None],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    when: str,
    kind: str,
) -> None:
    if kind == "bare" and command in ("apply", "hook", "commit-tree"):
        pytest.skip("a bare store does not run this")
    where = _place(kind, repo, tmp_path, git)
    hook = repo / ".git/hooks/commit-msg"
    if command in ("hook", "commit-tree"):
        hook.write_text('#!/bin/sh\necho "Signed-off-by: x" >> "$1"\n')
        hook.chmod(0o755)
    if kind != "bare":
        _user_work(where, git) if kind == "worktree" else (where / "loose.txt").write_text("x")
    before = None if kind == "bare" else user_state(where)
    head = git(where, "rev-parse", "HEAD")
    wrapper = tmp_path / "bin/git"
    wrapper.parent.mkdir()
    wrapper.write_text(GIT.format(real=shutil.which("git")))
    wrapper.chmod(0o755)

    with monkeypatch.context() as patch:
        patch.setenv("PATH", f"{wrapper.parent}:{os.environ['PATH']}")
        patch.setenv("KILL_COMMAND", command)
        patch.setenv("KILL_WHEN", when)
        child = _forked(lambda: write(open_store(where), {EVENT: b"event\n", LESSON: b"statement: two\n"}))
        _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)
    hook.unlink(missing_ok=True)

    mended = open_store(where)
    assert write(mended, {"ledger/after": b"after\n"})
    snapshot = mended.snapshot()
    landed = (command, when) == ("update-ref", "after") or ((command, when) == ("update-ref", "before"))
    if not landed:
        assert snapshot.read(EVENT) is None
        assert snapshot.read(LESSON) == b"statement: one\n"
        assert git(where, "rev-parse", "HEAD~1") == head
    else:
        assert snapshot.read(EVENT) == b"event\n"
    if kind != "bare":
        assert user_state(where) == before
        assert not git(where, "status", "--porcelain", "--", "lessons", "ledger")
    no_residue(where)


def _place(kind: str, repo: Path, tmp_path: Path, git: Run) -> Path:
    if kind == "linked":
        git(repo, "worktree", "add", "-q", str(tmp_path / "linked"), "-b", "side")
        return tmp_path / "linked"
    if kind == "bare":
        git(tmp_path, "clone", "-q", "--bare", str(repo), "bare.git")
        return tmp_path / "bare.git"
    return repo


STEPS = [
    ("reflectgit.store.worktree", "lay_desk"),
    ("reflectgit.store.worktree", "look"),
    ("reflectgit.store.journal", "write"),
    ("reflectgit.store.worktree", "lock_index"),
    ("reflectgit.store.worktree", "apply"),
    ("reflectgit.store.worktree", "publish_index"),
    ("reflectgit.store.worktree", "unlock_index"),
    ("reflectgit.store.journal", "remove"),
]


@pytest.mark.parametrize(("module", "step"), STEPS)
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_kill_between_our_own_steps(
    store: Store,
    repo: Path,
    git: Run,
    user_state: Callable[[Path], object],
    no_residue: Callable[[Path], None],
    module: str,
    step: str,
    when: str,
) -> None:
    _user_work(repo, git)
    before = user_state(repo)

    def work() -> None:
        import importlib

        home = importlib.import_module(module)
        real = getattr(home, step)

        def last(*args: object, **options: object) -> object:
            # Every operation also clears the desk at its start; what is meant is the end of one.
            if step == "unlock_index" and not (repo / ".git/reflectgit/journal").exists():
                return real(*args, **options)
            if when == "after":
                real(*args, **options)
            os.kill(os.getpid(), signal.SIGKILL)
            return None

        fresh = open_store(repo)
        fresh.transact(lambda _: None)
        setattr(home, step, last)
        write(fresh, {EVENT: b"event\n", LESSON: None, MOVED: b"moved\n"})

    _, status = os.waitpid(_forked(work), 0)
    assert os.WIFSIGNALED(status)

    assert write(store, {"ledger/after": b"after\n"})
    snapshot = store.snapshot()
    landed = step in ("publish_index", "unlock_index", "remove")
    assert snapshot.read(EVENT) == (b"event\n" if landed else None)
    assert user_state(repo) == before
    assert not git(repo, "status", "--porcelain", "--", "lessons", "ledger")
    no_residue(repo)


# --- what the user does between the kill and the next operation -----------------------------------------


def _killed_after(repo: Path, step: str) -> None:
    """An operation that dies when `step` of the work tree has been done."""

    def work() -> None:
        from reflectgit.store import worktree

        real = getattr(worktree, step)

        def last(*args: object, **options: object) -> None:
            real(*args, **options)
            os.kill(os.getpid(), signal.SIGKILL)

        setattr(worktree, step, last)
        write(open_store(repo), {EVENT: b"event\n", LESSON: b"statement: two\n"})

    os.waitpid(_forked(work), 0)


def test_what_the_user_wrote_after_a_kill_stays(store: Store, repo: Path, git: Run) -> None:
    _killed_after(repo, "apply")
    (repo / LESSON).write_bytes(b"by hand\n")

    write(store, {"ledger/after": b"after\n"})

    assert (repo / LESSON).read_bytes() == b"by hand\n"
    assert not (repo / EVENT).exists()
    assert git(repo, "status", "--porcelain") == f" M {LESSON}\n"


def test_a_half_written_file_is_taken_back(store: Store, repo: Path, git: Run) -> None:
    _killed_after(repo, "apply")
    (repo / EVENT).write_bytes(b"eve")
    (repo / LESSON).write_bytes(b"")

    write(store, {"ledger/after": b"after\n"})

    assert (repo / LESSON).read_bytes() == b"statement: one\n"
    assert not (repo / EVENT).exists()
    assert not git(repo, "status", "--porcelain")


def test_a_user_who_removes_the_lock_by_hand_and_commits_loses_nothing(
    store: Store, repo: Path, git: Run
) -> None:
    _killed_after(repo, "apply")
    (repo / ".git/index.lock").unlink()
    (repo / "work.txt").write_text("edited\n")
    git(repo, "commit", "-q", "-a", "-m", "the user goes on")

    write(store, {"ledger/after": b"after\n"})

    assert git(repo, "show", "HEAD:work.txt") == "edited\n"
    assert not git(repo, "status", "--porcelain", "work.txt", "ledger")


def test_a_worktree_that_is_gone_is_no_obstacle(store: Store, repo: Path, tmp_path: Path, git: Run) -> None:
    git(repo, "worktree", "add", "-q", str(tmp_path / "linked"), "-b", "side")
    _killed_after(tmp_path / "linked", "apply")
    git(repo, "worktree", "remove", "--force", str(tmp_path / "linked"))

    assert write(store, {EVENT: b"event\n"})


@pytest.mark.parametrize("content", [b"", None])
def test_a_lock_that_a_killed_update_left_is_taken_away(
    store: Store, repo: Path, no_residue: Callable[[Path], None], content: bytes | None
) -> None:
    _killed_after(repo, "apply")
    import json

    new = json.loads((repo / ".git/reflectgit/journal").read_bytes())["new"].encode()
    for name in ("HEAD.lock", "refs/heads/main.lock"):
        (repo / ".git" / name).write_bytes(new + b"\n" if content is None else content)

    assert write(store, {EVENT: b"event\n"})
    no_residue(repo)


def test_a_lock_of_somebody_else_is_left_alone(store: Store, repo: Path) -> None:
    _killed_after(repo, "apply")
    lock = repo / ".git/refs/heads/main.lock"
    lock.write_bytes(b"0" * 40 + b"\n")
    from reflectgit.errors import StoreError

    with pytest.raises(StoreError) as caught:
        write(store, {EVENT: b"event\n"})
    assert caught.value.code == "busy"
    assert lock.exists()
    lock.unlink()
    assert write(store, {EVENT: b"event\n"})


def test_an_interrupt_takes_everything_back(
    store: Store, repo: Path, git: Run, monkeypatch: pytest.MonkeyPatch, no_residue: Callable[[Path], None]
) -> None:
    from reflectgit.store import hooks

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(hooks, "find_hooks", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write(store, {EVENT: b"event\n", LESSON: None})
    assert not git(repo, "status", "--porcelain")
    no_residue(repo)


def _by_hand(repo: Path) -> None:
    (repo / ".git/index.lock").unlink()


@pytest.mark.parametrize("committed", [True, False], ids=["committed", "staged"])
def test_what_the_user_took_over_after_a_kill_is_the_users(
    store: Store, repo: Path, git: Run, committed: bool
) -> None:
    _killed_after(repo, "apply")
    _by_hand(repo)
    git(repo, "add", "-A")
    if committed:
        git(repo, "commit", "-q", "-m", "the user takes it all")
    before = git(repo, "status", "--porcelain", "-uall")

    write(store, {"ledger/after": b"after\n"})

    assert (repo / EVENT).read_bytes() == b"event\n"
    assert (repo / LESSON).read_bytes() == b"statement: two\n"
    assert git(repo, "status", "--porcelain", "-uall") == before


def test_a_removal_that_the_user_took_over_stays_one(store: Store, repo: Path, git: Run) -> None:
    def work() -> None:
        from reflectgit.store import worktree

        real = worktree.apply

        def last(*args: object) -> None:
            real(*args)  # type: ignore[arg-type]
            os.kill(os.getpid(), signal.SIGKILL)

        worktree.apply = last  # type: ignore[assignment]
        write(open_store(repo), {LESSON: None})

    os.waitpid(_forked(work), 0)
    _by_hand(repo)
    git(repo, "commit", "-q", "-a", "-m", "the user takes it all")

    write(store, {"ledger/after": b"after\n"})

    assert not (repo / LESSON).exists()
    assert not git(repo, "status", "--porcelain")


def test_a_commit_that_landed_is_not_staged_on_the_branch_the_user_went_to(
    store: Store, repo: Path, git: Run
) -> None:
    git(repo, "branch", "other")
    _killed_after_update_ref(repo)
    _by_hand(repo)
    git(repo, "symbolic-ref", "HEAD", "refs/heads/other")

    write(store, {"ledger/after": b"after\n"})

    assert git(repo, "ls-tree", "-r", "--name-only", "main", EVENT)
    assert not (repo / EVENT).exists()
    assert not git(repo, "status", "--porcelain", "-uall")


def _killed_after_update_ref(repo: Path) -> None:
    def work() -> None:
        from reflectgit.store import worktree

        worktree.publish_index = lambda _: os.kill(os.getpid(), signal.SIGKILL)
        write(open_store(repo), {EVENT: b"event\n"})

    os.waitpid(_forked(work), 0)


@pytest.mark.parametrize("kind", ["worktree", "linked"])
def test_a_copy_mends_itself_and_never_the_original(
    store: Store, repo: Path, git: Run, tmp_path: Path, no_residue: Callable[[Path], None], kind: str
) -> None:
    where = _place(kind, repo, tmp_path, git)
    _killed_after(where, "apply")
    shutil.copytree(repo, tmp_path / "copy", symlinks=True)
    lock = Path(git(where, "rev-parse", "--absolute-git-dir").strip()) / "index.lock"
    left = git(where, "status", "--porcelain", "-uall")

    assert write(open_store(tmp_path / "copy"), {"ledger/after": b"after\n"})

    assert lock.exists()
    assert git(where, "status", "--porcelain", "-uall") == left
    assert (where / EVENT).read_bytes() == b"event\n"
    assert not git(tmp_path / "copy", "status", "--porcelain", "-uall")
    if kind == "worktree":
        no_residue(tmp_path / "copy")
    assert write(open_store(where), {"ledger/after": b"after\n"})
    assert not git(where, "status", "--porcelain", "-uall")


def test_a_repository_that_was_moved_after_a_kill_is_mended(
    store: Store, repo: Path, git: Run, tmp_path: Path, no_residue: Callable[[Path], None]
) -> None:
    _killed_after(repo, "apply")
    moved = repo.rename(tmp_path / "moved")

    assert write(open_store(moved), {"ledger/after": b"after\n"})

    assert not git(moved, "status", "--porcelain", "-uall")
    no_residue(moved)


def test_pruned_objects_are_no_obstacle(
    store: Store, repo: Path, git: Run, no_residue: Callable[[Path], None]
) -> None:
    _killed_after(repo, "apply")
    git(repo, "gc", "-q", "--prune=now")

    assert write(store, {"ledger/after": b"after\n"})

    assert not git(repo, "status", "--porcelain", "-uall")
    no_residue(repo)


@pytest.mark.parametrize("how", ["folder-gone", "moved"])
def test_a_worktree_that_is_elsewhere_blocks_nobody(
    store: Store, repo: Path, git: Run, tmp_path: Path, no_residue: Callable[[Path], None], how: str
) -> None:
    linked = _place("linked", repo, tmp_path, git)
    _killed_after(linked, "apply")
    if how == "moved":
        git(repo, "worktree", "move", str(linked), str(tmp_path / "elsewhere"))
    else:
        shutil.rmtree(linked)

    assert write(store, {EVENT: b"event\n"})
    no_residue(repo)
    if how == "moved":
        assert not git(tmp_path / "elsewhere", "status", "--porcelain", "-uall")


@pytest.mark.parametrize("content", [b"", b"\0\0", b"[]", b'{"ref": 1}', b'{"git_dir": "."}'])
def test_a_damaged_journal_is_named_and_set_aside(
    store: Store, repo: Path, git: Run, lines: list[str], content: bytes
) -> None:
    _killed_after(repo, "lock_index")
    journal = repo / ".git/reflectgit/journal"
    journal.write_bytes(content)

    assert write(store, {EVENT: b"event\n"})

    assert lines == [f"the journal of an earlier operation is damaged; it is set aside as {journal}.damaged"]
    assert (repo / ".git/reflectgit/journal.damaged").read_bytes() == content
    assert not (repo / ".git/index.lock").exists()
    assert not git(repo, "status", "--porcelain", "-uall")


# --- SIGTERM and SIGHUP ----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("where", ["pre-commit", "reference-transaction"])
def test_a_signal_takes_everything_back(
    store: Store, repo: Path, git: Run, no_residue: Callable[[Path], None], number: int, where: str
) -> None:
    hook = repo / ".git/hooks" / where
    hook.write_text("#!/bin/sh\ntouch .git/reached\nsleep 30 >/dev/null 2>&1\n")
    hook.chmod(0o755)
    head = store.head()

    child = os.fork()
    if child == 0:
        signal.signal(number, signal.SIG_DFL)  # under nohup SIGHUP comes ignored, and stays so
        try:
            write(open_store(repo), {EVENT: b"event\n", LESSON: None})
        except SystemExit as left:
            os._exit(int(left.code or 0))
        os._exit(1)
    until = time.monotonic() + 10
    while not (repo / ".git/reached").exists() and time.monotonic() < until:
        time.sleep(0.01)
    os.kill(child, number)
    _, status = os.waitpid(child, 0)

    assert os.waitstatus_to_exitcode(status) == 128 + number
    assert store.head() == head
    assert not git(repo, "status", "--porcelain", "-uall")
    no_residue(repo)


def test_handlers_are_put_back_and_a_program_keeps_its_own(store: Store) -> None:
    def own(number: int, frame: object) -> None:
        return None

    before = signal.signal(signal.SIGHUP, own)
    try:
        seen: list[object] = []
        store.transact(lambda _: seen.append(signal.getsignal(signal.SIGHUP)))
        assert seen == [own]
        assert signal.getsignal(signal.SIGHUP) is own
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_journal_of_another_repository_moves_nothing_there(
    store: Store, repo: Path, git: Run, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    shutil.copytree(repo, other, symlinks=True)
    _killed_after(other, "apply")
    (other / ".git/HEAD.lock").touch()
    left = git(other, "status", "--porcelain", "-uall")
    journal = (other / ".git/reflectgit/journal").read_text()
    (repo / ".git/reflectgit/journal").write_text(
        journal.replace('"git_dir": "."', f'"git_dir": "{other / ".git"}"')
    )

    assert write(store, {"ledger/after": b"after\n"})

    assert (other / ".git/HEAD.lock").exists()
    assert (other / ".git/index.lock").exists()
    assert git(other, "status", "--porcelain", "-uall") == left
    assert not (repo / ".git/reflectgit/journal").exists()


def test_random_signals_take_back_all_or_nothing(
    store: Store,
    repo: Path,
    git: Run,
    user_state: Callable[[Path], object],
    no_residue: Callable[[Path], None],
) -> None:
    _user_work(repo, git)
    before = user_state(repo)
    chance = random.Random(KILLS)
    for n in range(KILLS // 2):
        reader, writer = os.pipe()
        child = _forked(lambda: _operations(repo, writer, f"s{n}"))  # noqa: B023 - the child uses it at once
        os.close(writer)
        time.sleep(chance.uniform(0.005, 0.13))
        number = chance.choice([signal.SIGTERM, signal.SIGHUP])
        (os.killpg if chance.random() < 0.5 else os.kill)(child, number)
        os.waitpid(child, 0)
        with os.fdopen(reader) as told:
            acknowledged = told.read().split()

        assert not git(repo, "status", "--porcelain", "--", "lessons", "ledger"), (
            "no next operation is needed"
        )
        assert user_state(repo) == before
        assert set(git(repo, "rev-list", "HEAD").split()).issuperset(acknowledged)
    no_residue(repo)


def test_a_journal_that_was_not_written_to_its_end_is_taken_away(
    store: Store, repo: Path, no_residue: Callable[[Path], None]
) -> None:
    (store.place.private / "journal.new").write_text('{"ref": "refs/he')
    assert write(store, {"ledger/after/1": b"after\n"})
    no_residue(repo)
