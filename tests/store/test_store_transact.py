"""One operation, one commit: what it writes, what it says, and what it refuses."""

import ctypes
import fcntl
import os
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from store_support import EVENT, LESSON, change, write

from reflectgit.errors import BadInput, ReflectgitError, StoreError
from reflectgit.store import Change, Entry, Snapshot, Store, init_store, open_store
from reflectgit.store.change import message, trailer_lines
from reflectgit.store.git import Answer, failure
from reflectgit.store.layout import check_path
from reflectgit.store.objects import quoted

Run = Callable[..., str]

# --- paths ----------------------------------------------------------------------------------------------


ESCAPES = [
    "",
    "lessons",
    "lessons/",
    "../escape",
    "lessons/../../escape",
    "lessons/./a",
    "lessons//a",
    "/lessons/a",
    "lessons/a/../../../.git/config",
    "lessons/.git/config",
    "lessons/-rf",
    "lessons/a\nb",
    "lessons/a\0b",
    "lessons/a\\..\\b",
    "lessons/Upper.yaml",
    "lessons/größe.yaml",
    "lessons/" + "x" * 300,
    "work.txt",
    "reflectgit.toml/x",
    "lessons/\ud800",
    "~/.ssh/id_x",
]


def test_only_paths_of_a_store_are_written(store: Store, repo: Path, git: Run) -> None:
    head = store.head()
    for path in ESCAPES:
        for data in (b"x", None):
            with pytest.raises(BadInput) as caught:
                write(store, {EVENT: b"fine", path: data})
            assert "\n" not in caught.value.message
            assert caught.value.message.isascii()
        assert store.snapshot().read(path) is None
    assert store.head() == head
    assert not (repo / "ledger").exists()
    assert not git(repo, "status", "--porcelain")


@given(st.text(max_size=40))
def test_any_text_is_a_path_of_a_store_or_refused(text: str) -> None:
    path = "lessons/" + text
    try:
        check_path(path)
    except BadInput:
        return
    assert path.isascii()
    assert path == path.lower()
    assert not {"", ".", "..", ".git"} & set(path.split("/"))


def test_a_file_cannot_be_a_folder_in_the_same_change(store: Store) -> None:
    with pytest.raises(BadInput, match="its folder is a file"):
        write(store, {"lessons/a": b"x", "lessons/a/b": b"y"})


@pytest.mark.parametrize("blocker", ["ledger", "ledger/outcomes", EVENT + "/x"])
def test_a_committed_file_or_folder_in_the_way_is_refused(
    store: Store, repo: Path, git: Run, blocker: str
) -> None:
    (repo / blocker).parent.mkdir(parents=True, exist_ok=True)
    (repo / blocker).write_text("in the way\n")
    git(repo, "add", ".")
    git(repo, "commit", "-q", "-m", "in the way")
    head = store.head()

    with pytest.raises(StoreError) as caught:
        write(store, {EVENT: b"event\n"})

    assert caught.value.code == "in_the_way"
    assert store.head() == head
    assert not git(repo, "status", "--porcelain")


def test_a_committed_link_is_no_folder(store: Store, repo: Path, git: Run) -> None:
    (repo / "ledger").symlink_to("lessons")
    git(repo, "add", ".")
    git(repo, "commit", "-q", "-m", "link")
    with pytest.raises(StoreError, match="committed as a file or link"):
        write(store, {EVENT: b"event\n"})


@given(st.text(min_size=1, max_size=30).filter(lambda text: "\0" not in text))
def test_quoting_is_undone_by_git(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    name = quoted(text)
    assert name.isascii()
    assert "\n" not in name
    if name.startswith('"'):
        octets = name[1:-1].encode("ascii").decode("unicode_escape").encode("latin-1")
        assert octets == text.encode("utf-8", "surrogateescape") if text.isprintable() else True


# --- what is written ------------------------------------------------------------------------------------


def test_the_operation_sees_what_head_holds_under_the_lock(store: Store, repo: Path, git: Run) -> None:
    seen: list[Snapshot] = []

    def operation(snapshot: Snapshot) -> Change | None:
        seen.append(snapshot)
        return None

    assert store.transact(operation) is None
    assert seen[0].commit == git(repo, "rev-parse", "HEAD").strip()


def test_nothing_to_write_makes_no_commit(store: Store) -> None:
    head = store.head()
    assert write(store, {LESSON: b"statement: one\n"}) is None
    assert write(store, {EVENT: None}) is None
    assert write(store, {}) is None
    assert store.head() == head


def test_paths_of_the_answer_are_those_that_differ(store: Store) -> None:
    done = write(store, {LESSON: b"statement: one\n", EVENT: b"event\n"})
    assert done
    assert done.paths == (EVENT,)


def test_any_bytes_come_back_as_they_were(store: Store) -> None:
    files = {
        "ledger/a/empty": b"",
        "ledger/a/nul": b"\0\r\n\xff\xfe",
        "ledger/a/no-end": b"no line end",
        "ledger/a/big": os.urandom(3_000_000),
    }
    write(store, files)
    assert store.snapshot().read_many(files) == files
    assert {
        entry.path: data for entry, data in store.snapshot().read_blobs(store.snapshot().entries("ledger/"))
    } == files


def test_many_files_in_one_commit(store: Store, repo: Path, git: Run) -> None:
    files: dict[str, bytes | None] = {f"ledger/many/{n % 256:02x}/{n}": b"%d" % n for n in range(1500)}
    write(store, files)
    assert store.snapshot().read_many(files) == files
    write(store, dict.fromkeys(files))
    assert list(store.snapshot().entries("ledger/")) == []
    assert not git(repo, "status", "--porcelain")
    assert not (repo / "ledger").exists()


def test_entries_and_changes(store: Store, repo: Path, git: Run) -> None:
    before = store.head() or ""
    write(store, {EVENT: b"event\n", LESSON: None})
    (repo / "lessons").mkdir(exist_ok=True)
    (repo / "lessons/größe.yaml").write_bytes(b"by hand\n")
    (repo / "lessons/link").symlink_to("größe.yaml")
    git(repo, "add", ".")
    git(repo, "commit", "-q", "-m", "by hand")
    snapshot = store.snapshot()

    assert [entry.path for entry in snapshot.entries("le")] == [EVENT, "lessons/größe.yaml"]
    assert list(snapshot.entries("nothing/")) == []
    assert list(snapshot.entries("../")) == []
    assert snapshot.read("lessons/größe.yaml") == b"by hand\n"
    changed = dict(snapshot.changes(before))
    assert changed[LESSON] is None
    assert Entry(EVENT, changed[EVENT] or "") in list(snapshot.entries())
    with pytest.raises(StoreError) as caught:
        list(snapshot.changes("0" * 39 + "1"))
    assert caught.value.code == "no_commit"
    with pytest.raises(StoreError):
        store.snapshot("--all")


# --- the message ----------------------------------------------------------------------------------------


def test_the_message_is_verbatim_and_its_trailers_cannot_be_forged(
    store: Store, repo: Path, git: Run
) -> None:
    git(repo, "config", "commit.cleanup", "strip")
    git(repo, "config", "core.commentChar", ";")
    git(repo, "config", "trailer.separators", ":=")
    (repo / "template").write_text("template\n")
    git(repo, "config", "commit.template", "template")
    subject = "; #42 retry\n\n# heading\nReflectgit-Lesson: fake\n\nReflectgit-Op: fake"
    store.transact(
        lambda _: Change(
            {EVENT: b"e"}, subject, [("Reflectgit-Op", "admit"), ("Reflectgit-Reason", "a\n\nX: y")]
        )
    )
    said = git(repo, "log", "-1", "--format=%B")
    assert said.splitlines()[0].startswith("; #42 retry # heading Reflectgit-Lesson: fake")
    assert git(repo, "log", "-1", "--format=%(trailers:only,unfold)").strip().splitlines() == [
        "Reflectgit-Op: admit",
        "Reflectgit-Reason: a X: y",
    ]


@given(
    st.text(),
    st.lists(st.tuples(st.sampled_from(["Reflectgit-Op", "Reflectgit-Reason"]), st.text()), max_size=4),
)
def test_a_message_is_a_subject_and_nothing_but_our_trailers(
    subject: str, trailers: list[tuple[str, str]]
) -> None:
    text = message(Change({}, subject, trailers))
    first, *rest = text.rstrip("\n").split("\n")
    assert 0 < len(first) <= 72
    assert len(rest) == (len(trailers) + 1 if trailers else 0)
    assert [line.partition(":")[0] for line in trailer_lines(text)] == [key for key, _ in trailers]


def test_the_reflog_says_what_was_done(store: Store, repo: Path, git: Run) -> None:
    write(store, {EVENT: b"e"}, "admit: verify keys")
    assert git(repo, "reflog", "-1", "--format=%gs").strip() == "reflectgit: admit: verify keys"
    assert git(repo, "reflog", "-1", "--format=%gs", "main").strip() == "reflectgit: admit: verify keys"


# --- who commits ----------------------------------------------------------------------------------------


def test_a_missing_identity_names_the_two_settings(
    store: Store, repo: Path, hermetic: Path, tmp_path: Path, git: Run
) -> None:
    (hermetic / ".gitconfig").write_text("")
    head = store.head()
    for act in (lambda: write(store, {EVENT: b"e"}), lambda: init_store(tmp_path / "new", "")):
        with pytest.raises(StoreError) as caught:
            act()
        assert caught.value.code == "no_identity"
        assert "git config user.name" in caught.value.hint
        assert "git config user.email" in caught.value.hint
    assert store.head() == head
    assert not (tmp_path / "new").exists()
    assert not git(repo, "status", "--porcelain")


def test_identities_and_dates_of_the_environment_count(
    store: Store, repo: Path, git: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Größe <x>")
    monkeypatch.setenv("GIT_COMMITTER_EMAIL", "c@example.org")
    monkeypatch.setenv("GIT_AUTHOR_DATE", "2020-02-03T04:05:06+0530")
    write(store, {EVENT: b"e"})
    assert git(repo, "log", "-1", "--format=%an|%ae|%aI|%cn|%ce").strip() == (
        "Größe x|author@example.org|2020-02-03T04:05:06+05:30|Test Author|c@example.org"
    )


# --- other writers --------------------------------------------------------------------------------------


def test_a_busy_store_is_waited_for_and_then_given_up(store: Store, lines: list[str]) -> None:
    with (store.place.private / "lock").open() as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(StoreError, match="the store is busy") as caught:
            store.transact(lambda _: None, wait=1.2)
        assert caught.value.exit_code == 3
        assert lines == ["waiting for another reflectgit process that is writing to this store"]
        threading.Timer(0.2, lambda: fcntl.flock(other, fcntl.LOCK_UN)).start()
        assert write(store, {EVENT: b"e"})
    time.sleep(0.05)
    assert store.transact(lambda _: None, wait=0.1) is None


def test_a_users_index_lock_is_waited_for_and_then_named(
    store: Store, repo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = repo / ".git/index.lock"
    lock.touch()
    threading.Timer(0.2, lock.unlink).start()
    assert write(store, {EVENT: b"e"})
    lock.touch()
    monkeypatch.setattr("reflectgit.store.worktree._INDEX_WAIT", 0.1)
    with pytest.raises(StoreError, match=r"index\.lock exists"):
        write(store, {EVENT: b"f"})
    assert lock.exists()
    assert (repo / EVENT).read_bytes() == b"e"
    lock.unlink()


def test_a_decision_is_taken_again_when_the_user_commits_meanwhile(
    store: Store, repo: Path, git: Run
) -> None:
    calls: list[str | None] = []

    def operation(snapshot: Snapshot) -> Change:
        calls.append(snapshot.commit)
        if len(calls) == 1:
            git(repo, "commit", "-q", "--allow-empty", "-m", "meanwhile")
        return change({EVENT: b"e"})

    done = store.transact(operation)
    assert done
    assert len(calls) == 2
    assert git(repo, "log", "--format=%s", "-2").splitlines() == ["admit: a lesson", "meanwhile"]


def test_a_branch_that_is_moved_again_and_again_is_an_error(store: Store, repo: Path, git: Run) -> None:
    def operation(_: Snapshot) -> Change:
        git(repo, "commit", "-q", "--allow-empty", "-m", "meanwhile")
        return change({EVENT: b"e"})

    with pytest.raises(StoreError, match="moved by somebody else"):
        store.transact(operation)
    assert not (repo / "ledger").exists()


def test_a_switch_of_branch_meanwhile_does_not_misplace_the_commit(
    store: Store, repo: Path, git: Run
) -> None:
    def operation(snapshot: Snapshot) -> Change:
        if git(repo, "branch", "--show-current").strip() == "main":
            git(repo, "switch", "-q", "-c", "side")
        return change({EVENT: b"e"})

    done = store.transact(operation)
    assert done
    assert git(repo, "rev-parse", "side").strip() == done.commit
    assert git(repo, "rev-parse", "main").strip() != done.commit


def test_a_commit_that_the_user_dropped_does_not_come_back(store: Store, repo: Path, git: Run) -> None:
    write(store, {EVENT: b"e"})
    git(repo, "reset", "-q", "--hard", "HEAD~1")
    write(store, {LESSON: b"statement: two\n"})
    assert store.snapshot().read(EVENT) is None


WRITER = """
import sys
from pathlib import Path
from reflectgit.store import Change, open_store
store = open_store(Path(sys.argv[1]), tell=lambda line: None)
for n in range(int(sys.argv[3])):
    name = f"{sys.argv[2]}-{n}"
    store.transact(lambda s: Change({f"ledger/outcomes/{n % 7}/{name}": name.encode(),
        "lessons/count": b"%d" % (int(s.read("lessons/count") or 0) + 1)}, f"record: {name}"), wait=50)
"""


@pytest.mark.parametrize("kind", ["worktree", "bare"])
def test_eight_writers_lose_nothing(
    store: Store, repo: Path, tmp_path: Path, git: Run, no_residue: Callable[[Path], None], kind: str
) -> None:
    where = repo
    if kind == "bare":
        git(tmp_path, "clone", "-q", "--bare", str(repo), "b.git")
        where = tmp_path / "b.git"
    start = int(git(where, "rev-list", "--count", "HEAD"))
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(where), str(n), "4"], stderr=subprocess.PIPE)
        for n in range(8)
    ]
    for writer in writers:
        assert writer.communicate()[1] == b""
        assert writer.returncode == 0
    snapshot = open_store(where).snapshot()
    assert len(list(snapshot.entries("ledger/"))) == 32
    assert snapshot.read("lessons/count") == b"32"
    assert int(git(where, "rev-list", "--count", "HEAD")) == start + 32
    no_residue(where)


def test_threads_share_a_store(store: Store) -> None:
    def work(n: int) -> None:
        write(store, {f"ledger/t/{n}": b"%d" % n})

    threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(list(store.snapshot().entries("ledger/t/"))) == 6


def test_small_packs_are_rolled_up_in_the_background(
    store: Store, repo: Path, monkeypatch: pytest.MonkeyPatch, no_residue: Callable[[Path], None]
) -> None:
    monkeypatch.setattr("reflectgit.store.maintenance._PACKS", 6)
    for n in range(8):
        write(store, {EVENT: b"%d" % n})
    packs = repo / ".git/objects/pack"
    deadline = time.monotonic() + 10
    while len(list(packs.glob("*.pack"))) > 5 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(list(packs.glob("*.pack"))) <= 5
    assert store.transact(lambda _: None, wait=0.1) is None
    assert store.snapshot().read(EVENT) == b"7"
    no_residue(repo)


# --- unfinished business of the user --------------------------------------------------------------------


def _conflict(repo: Path, git: Run) -> None:
    git(repo, "switch", "-q", "-c", "other")
    (repo / "work.txt").write_text("theirs\n")
    git(repo, "commit", "-q", "-a", "-m", "theirs")
    git(repo, "switch", "-q", "main")
    (repo / "work.txt").write_text("ours\n")
    git(repo, "commit", "-q", "-a", "-m", "ours")


@pytest.mark.parametrize(
    ("command", "word"),
    [
        (["rebase", "other"], "rebase"),
        (["cherry-pick", "other"], "cherry-pick"),
        (["revert", "HEAD~1"], "revert"),
        (["bisect", "start"], "bisect"),
    ],
)
def test_in_the_middle_of_what_takes_head_back_writing_is_refused(
    store: Store, repo: Path, git: Run, command: list[str], word: str
) -> None:
    _conflict(repo, git)
    if word == "revert":
        (repo / "work.txt").write_text("ours again\n")
        git(repo, "commit", "-q", "-a", "-m", "again")
    git(repo, *command, check=False)
    with pytest.raises(StoreError, match=f"a {word}.* is in progress here"):
        write(store, {EVENT: b"e"})
    assert store.snapshot().read(LESSON) == b"statement: one\n"


@pytest.mark.parametrize("end", ["conclude", "abort"])
def test_in_the_middle_of_a_merge_nothing_is_lost_on_either_side(
    store: Store, repo: Path, git: Run, end: str
) -> None:
    _conflict(repo, git)
    git(repo, "merge", "other", check=False)
    done = write(store, {EVENT: b"e", LESSON: b"statement: two\n"})
    assert done
    if end == "conclude":
        (repo / "work.txt").write_text("both\n")
        git(repo, "add", "work.txt")
        git(repo, "commit", "-q", "-m", "merged")
        assert git(repo, "rev-list", "--parents", "-1", "HEAD").split()[1:] == [
            done.commit,
            git(repo, "rev-parse", "other").strip(),
        ]
    else:
        git(repo, "merge", "--abort")
        assert store.head() == done.commit
    assert store.snapshot().read(EVENT) == b"e"
    assert (repo / LESSON).read_bytes() == b"statement: two\n"
    assert not git(repo, "status", "--porcelain")


# --- disks ----------------------------------------------------------------------------------------------


@pytest.fixture
def read_only(store: Store, repo: Path) -> Iterator[None]:
    """The repository cannot be written by anybody who minds permissions: here, by root without capabilities."""
    folders = [repo, *(path for path in repo.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    yield
    for folder in folders:
        folder.chmod(0o755)


READER = """
import sys
from pathlib import Path
from reflectgit.errors import ReflectgitError
from reflectgit.store import Change, open_store
import git.cmd
store = open_store(Path(sys.argv[1]))
print(store.snapshot().read(sys.argv[2]), len(list(store.snapshot().entries())))
try:
    store.transact(lambda _: Change({"ledger/a/b": b"x"}, "record"))
except ReflectgitError as error:
    print(error.exit_code, error.code, error.message)
"""


def _without_capabilities() -> None:
    if os.geteuid() == 0:
        # PR_CAPBSET_DROP of CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: exec then minds permissions, also root's.
        libc = ctypes.CDLL(None)
        for capability in (1, 2):
            libc.prctl(24, capability, 0, 0, 0)


def test_a_read_only_store_is_read_and_not_written(read_only: None, repo: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", READER, str(repo), LESSON],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=_without_capabilities,
    )
    said = done.stdout.splitlines()
    assert said[0] == "b'statement: one\\n' 3", done.stderr
    assert said[1].startswith("3 read_only the repository is read-only"), done.stdout


def test_a_disk_that_fills_up_changes_nothing(store: Store, repo: Path, git: Run, tmp_path: Path) -> None:
    script = (
        "import resource, sys\nfrom pathlib import Path\nfrom reflectgit.errors import ReflectgitError\n"
        "from reflectgit.store import Change, open_store\nimport git.cmd\nstore = open_store(Path(sys.argv[1]))\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))\n"
        "import os\n"
        "try:\n    store.transact(lambda _: Change({'ledger/a/b': os.urandom(90000)}, 'record'))\n"
        "except ReflectgitError as error:\n    print(error.exit_code)\n"
    )
    head = store.head()
    done = subprocess.run(
        [sys.executable, "-c", script, str(repo)], capture_output=True, text=True, check=False
    )
    assert done.stdout == "3\n", done.stderr
    assert store.head() == head
    assert not git(repo, "status", "--porcelain")


def test_every_error_has_an_exit_code(store: Store) -> None:
    with pytest.raises(ReflectgitError) as caught:
        store.transact(lambda _: Change({EVENT: b"e"}, "admit", [("not a key", "x")]))
    assert caught.value.exit_code == 2


def test_our_folder_in_the_git_dir_is_as_open_as_gits_own(repo: Path, git: Run) -> None:
    git(repo, "config", "core.sharedRepository", "group")
    (repo / ".git/objects").chmod(0o2775)
    init_store(repo, "")
    assert stat.S_IMODE((repo / ".git/reflectgit").stat().st_mode) & 0o070 == 0o070


# --- HEAD moves while index.lock is held: `git switch` and `git reset --hard` let go of it first ---------


def _once(repo: Path, hook: str, when: str, script: str) -> None:
    """A hook that does something in the first operation alone."""
    path = repo / ".git/hooks" / hook
    path.write_text(f"#!/bin/sh\n[ {when} ] || exit 0\n[ -e .git/done ] && exit 0\n: > .git/done\n{script}\n")
    path.chmod(0o755)


def test_a_switch_before_the_branch_moves_is_followed(store: Store, repo: Path, git: Run) -> None:
    git(repo, "branch", "other")
    _once(repo, "pre-commit", "1", "echo ref: refs/heads/other > .git/HEAD")
    main = git(repo, "rev-parse", "main")

    done = write(store, {EVENT: b"e"})

    assert done
    assert git(repo, "rev-parse", "other").strip() == done.commit
    assert git(repo, "rev-parse", "main") == main
    assert not git(repo, "status", "--porcelain", "-uall")


def test_a_switch_after_the_branch_moved_shows_nothing_on_the_other(
    store: Store, repo: Path, git: Run, lines: list[str]
) -> None:
    git(repo, "branch", "other")
    _once(
        repo,
        "reference-transaction",
        "$1 = committed ] && grep -q refs/heads/main && [ 1",
        "echo ref: refs/heads/other > .git/HEAD",
    )

    done = write(store, {EVENT: b"e", LESSON: b"statement: two\n"})

    assert done
    assert git(repo, "rev-parse", "main").strip() == done.commit
    assert lines == [f"HEAD has moved meanwhile: the commit {done.commit[:12]} is on refs/heads/main"]
    assert not git(repo, "status", "--porcelain", "-uall")
    assert (repo / LESSON).read_bytes() == b"statement: one\n"


def test_a_reset_after_the_branch_moved_is_decided_on_again(
    store: Store, repo: Path, git: Run, no_residue: Callable[[Path], None]
) -> None:
    old = git(repo, "rev-parse", "main~1").strip()
    _once(
        repo,
        "reference-transaction",
        "$1 = committed ] && grep -q refs/heads/main && [ 1",
        f"git update-ref refs/heads/main {old}",
    )
    calls: list[str | None] = []

    def operation(snapshot: Snapshot) -> Change:
        calls.append(snapshot.commit)
        return change({EVENT: b"e"})

    done = store.transact(operation)

    assert done
    assert calls[1:] == [old]
    assert git(repo, "rev-parse", "main").strip() == done.commit
    no_residue(repo)


# --- what the machine, the user and the locale may be ---------------------------------------------------


@pytest.mark.parametrize("role", ["AUTHOR", "COMMITTER"])
@pytest.mark.parametrize("part", ["NAME", "EMAIL"])
@pytest.mark.parametrize("told", ["", " ", "<>.,"])
def test_an_identity_that_says_nothing_is_none(
    store: Store, repo: Path, git: Run, monkeypatch: pytest.MonkeyPatch, role: str, part: str, told: str
) -> None:
    monkeypatch.setenv(f"GIT_{role}_{part}", told)
    with pytest.raises(StoreError, match=f"{role.lower()} {part.lower()} is ") as caught:
        write(store, {EVENT: b"e"})
    assert caught.value.code == "no_identity"
    assert not git(repo, "status", "--porcelain", "-uall")


def test_a_configured_name_that_says_nothing_is_none(store: Store, repo: Path, git: Run) -> None:
    git(repo, "config", "user.name", " , ")
    with pytest.raises(StoreError, match="which says nothing") as caught:
        write(store, {EVENT: b"e"})
    assert caught.value.code == "no_identity"


def test_a_date_that_is_none_is_named(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_AUTHOR_DATE", "some day")
    with pytest.raises(StoreError, match="invalid date format: some day") as caught:
        write(store, {EVENT: b"e"})
    assert caught.value.code == "bad_date"
    assert "GIT_AUTHOR_DATE" in caught.value.hint


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("error: unable to write file: No space left on device", "disk_full"),
        ("fatal: Out of diskspace", "disk_full"),
        ("error: unable to create file lessons/x: Permission denied", "read_only"),
    ],
)
def test_gits_words_have_a_code_and_a_remedy(said: str, code: str) -> None:
    error = failure(("apply",), Answer(1, b"", said))
    assert error.code == code
    assert error.hint


def _as_another(work: Callable[[], object], report: Path) -> None:
    """Do `work` as the user nobody, in a child; what the store refused is in `report`."""
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            work()
        except ReflectgitError as error:
            report.write_text(error.message)
        finally:
            os._exit(0)
    os.waitpid(child, 0)


@pytest.fixture
def nobodys(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A store of the user nobody, in a folder that everybody may enter."""
    if os.geteuid() != 0:
        pytest.skip("only root can give files away")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    for name, text in (("COUNT", "1"), ("KEY_0", "safe.directory"), ("VALUE_0", "*")):
        monkeypatch.setenv(f"GIT_CONFIG_{name}", text)
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "A")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "a@example.org")
    with tempfile.TemporaryDirectory() as made:
        top = Path(made) / "repo"
        init_store(top, "")
        (Path(made) / "report").touch()
        for path in (Path(made), *Path(made).rglob("*")):
            os.chown(path, 65534, 65534)
        monkeypatch.chdir(made)
        yield top


def test_an_index_that_another_user_wrote_is_no_obstacle(
    nobodys: Path, git: Run, no_residue: Callable[[Path], None]
) -> None:
    os.chown(nobodys / ".git/index", 0, 0)
    (nobodys / ".git/index").chmod(0o644)
    report = nobodys.with_name("report")

    _as_another(lambda: write(open_store(nobodys), {EVENT: b"e"}), report)

    assert report.read_text() == ""
    assert git(nobodys, "show", f"HEAD:{EVENT}") == "e"
    assert not git(nobodys, "status", "--porcelain", "-uall")
    no_residue(nobodys)


def test_a_folder_that_may_not_be_written_is_named(
    nobodys: Path, git: Run, no_residue: Callable[[Path], None]
) -> None:
    (nobodys / "ledger").mkdir(mode=0o555)
    report = nobodys.with_name("report")

    _as_another(lambda: write(open_store(nobodys), {EVENT: b"e", LESSON: b"e"}), report)

    assert report.read_text() == f"the repository is read-only: {nobodys / 'ledger'}: Permission denied"
    assert not git(nobodys, "status", "--porcelain", "-uall")
    no_residue(nobodys)


def test_what_stands_where_our_folder_goes_is_named(repo: Path) -> None:
    (repo / ".git/reflectgit").write_text("x")
    with pytest.raises(StoreError, match=r"\.git/reflectgit: File exists") as caught:
        init_store(repo, "")
    assert caught.value.hint == "move it away and try again"


SPEAKER = """
import os, sys
from pathlib import Path
from reflectgit.store import Change, init_store, open_store
import git.cmd
top = Path(sys.argv[1])
init_store(top, "")
open_store(top).transact(lambda _: Change({"ledger/a/b": b"x"}, "admit: gr\\u00f6\\u00dfe \\u2192 pr\\u00fcfen"))
"""


def test_a_locale_without_unicode_changes_nothing(repo: Path, git: Run) -> None:
    top = repo / "b\u00fccher"
    top.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", SPEAKER, str(top)],
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    subject = "admit: größe → prüfen"
    assert git(repo, "log", "-1", "--format=%s").strip() == subject
    assert git(repo, "reflog", "-1", "--format=%gs", "main").strip() == f"reflectgit: {subject}"
    assert git(repo, "ls-tree", "-r", "-z", "--name-only", "HEAD", "--", "b\u00fccher/ledger").startswith(
        "b\u00fccher/ledger"
    )
    assert not git(repo, "status", "--porcelain", "-uall")
