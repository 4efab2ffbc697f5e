"""Hooks and signing: as with ``git commit``, and a refusal leaves everything as it was."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from store_support import EVENT, LESSON, write

from reflectgit.errors import StoreError
from reflectgit.store import Change, Store

Run = Callable[..., str]


@pytest.fixture
def hook(repo: Path) -> Callable[..., Path]:
    """Put a shell script into the hooks folder."""

    def put(name: str, script: str, folder: Path | None = None) -> Path:
        path = (folder or repo / ".git/hooks") / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("#!/bin/sh\n" + script)
        path.chmod(0o755)
        return path

    return put


@pytest.fixture
def unchanged(store: Store, repo: Path, git: Run, no_residue: Callable[[Path], None]) -> Callable[[], None]:
    """Whether everything is as it was when the test began."""
    (repo / "staged.py").write_text("wip\n")
    git(repo, "add", "staged.py")

    def look_now() -> tuple[object, ...]:
        return (
            store.head(),
            (repo / ".git/index").read_bytes(),
            git(repo, "status", "--porcelain=v2", "-uall"),
        )

    before = look_now()

    def look() -> None:
        assert look_now() == before
        assert not (repo / "ledger").exists()
        assert (repo / LESSON).read_bytes() == b"statement: one\n"
        no_residue(repo)

    return look


@pytest.mark.parametrize("name", ["pre-commit", "prepare-commit-msg", "commit-msg", "reference-transaction"])
def test_a_refusing_hook_is_heard_and_everything_stays(
    store: Store, hook: Callable[..., Path], unchanged: Callable[[], None], lines: list[str], name: str
) -> None:
    script = hook(name, "echo 'größe: not today' >&2\nexit 1\n")
    with pytest.raises(StoreError) as caught:
        write(store, {EVENT: b"e", LESSON: b"statement: two\n"})
    assert caught.value.exit_code == 3
    assert caught.value.code == "hook"
    assert name in caught.value.message
    if name != "reference-transaction":
        assert lines == ["größe: not today"]
        assert "größe: not today" in caught.value.message
    script.unlink()
    unchanged()
    assert write(store, {EVENT: b"e", LESSON: b"statement: two\n"})


def test_hooks_folder_of_the_users_choice(
    store: Store, repo: Path, git: Run, hook: Callable[..., Path], unchanged: Callable[[], None]
) -> None:
    git(repo, "config", "core.hooksPath", "my hooks")
    hook("pre-commit", "exit 1", repo / "my hooks")
    (repo / ".git/info/exclude").write_text("my hooks/\n")
    with pytest.raises(StoreError, match="pre-commit hook refused"):
        write(store, {EVENT: b"e"})


def test_pre_commit_sees_exactly_what_will_be_committed(
    store: Store,
    repo: Path,
    git: Run,
    hook: Callable[..., Path],
    unchanged: Callable[[], None],
    tmp_path: Path,
) -> None:
    hook(
        "pre-commit",
        f"git diff --cached --name-status HEAD > {tmp_path}/seen\n"
        f"git diff --name-only >> {tmp_path}/seen\ncat ledger/*/*/* >> {tmp_path}/seen\n"
        f"git rev-parse --show-toplevel --absolute-git-dir >> {tmp_path}/seen\npwd >> {tmp_path}/seen\n",
    )
    write(store, {EVENT: b"event\n", LESSON: b"statement: two\n"})
    assert (tmp_path / "seen").read_text().splitlines() == [
        f"A\t{EVENT}",
        f"M\t{LESSON}",
        "event",
        str(repo),
        str(repo / ".git"),
        str(repo),
    ]
    assert git(repo, "diff", "--cached", "--name-only").strip() == "staged.py"


@pytest.mark.parametrize("script", ["echo more >> {0}", "rm {0}", "echo more >> {0}; git add {0}"])
def test_files_that_a_refusing_hook_reformatted_are_taken_back(
    store: Store, hook: Callable[..., Path], unchanged: Callable[[], None], script: str
) -> None:
    path = hook("pre-commit", script.format(EVENT) + "\n" + script.format(LESSON) + "\nexit 1\n")
    with pytest.raises(StoreError):
        write(store, {EVENT: b"e", LESSON: b"statement: two\n"})
    path.unlink()
    unchanged()


def test_a_hook_that_stages_something_else_is_refused(
    store: Store, hook: Callable[..., Path], unchanged: Callable[[], None]
) -> None:
    path = hook("pre-commit", f"echo more >> {EVENT}; git add {EVENT}\n")
    with pytest.raises(StoreError, match="changed what would be committed"):
        write(store, {EVENT: b"e"})
    path.unlink()
    unchanged()


def test_a_commit_msg_hook_may_add_a_trailer_and_not_take_ours(
    store: Store, repo: Path, git: Run, hook: Callable[..., Path], unchanged: Callable[[], None]
) -> None:
    hook("commit-msg", 'git interpret-trailers --in-place --trailer "Change-Id: I1" "$1"\n')
    done = write(store, {EVENT: b"e"})
    assert done
    assert git(repo, "log", "-1", "--format=%(trailers:only)").strip().splitlines() == [
        "Reflectgit-Op: admit",
        "Reflectgit-Lesson: a-lesson",
        "Change-Id: I1",
    ]
    assert git(repo, "show", "--format=", "--name-only").split() == [EVENT]
    hook("commit-msg", 'echo "something else" > "$1"\n')
    with pytest.raises(StoreError, match="took the trailers out"):
        write(store, {EVENT: b"f"})
    assert store.head() == done.commit


def test_prepare_commit_msg_is_called_as_for_a_message_given(
    store: Store, hook: Callable[..., Path], tmp_path: Path
) -> None:
    hook("prepare-commit-msg", f'echo "$#" "$2" > {tmp_path}/args; head -1 "$1" >> {tmp_path}/args\n')
    write(store, {EVENT: b"e"}, "#1 admit")
    assert (tmp_path / "args").read_text().splitlines() == ["2 message", "#1 admit"]


def test_post_commit_comes_last_and_cannot_object(
    store: Store, repo: Path, hook: Callable[..., Path], lines: list[str]
) -> None:
    hook("post-commit", "echo after; git status --porcelain; exit 1\n")
    assert write(store, {EVENT: b"e"})
    assert lines == ["after"]


def test_a_hook_that_calls_us_back_is_refused_at_once(
    store: Store, hook: Callable[..., Path], lines: list[str]
) -> None:
    code = (
        "from reflectgit.store import Change, open_store\n"
        "try: open_store().transact(lambda _: Change({'ledger/a/b': b'x'}, 'x'))\n"
        "except Exception as error: print(error.code)"
    )
    hook("pre-commit", f'"{sys.executable}" -c "{code}"\n')
    assert write(store, {EVENT: b"e"})
    assert lines == ["in_hook"]


def test_hooks_and_helpers_get_no_input_and_what_they_leave_running_holds_nothing(
    store: Store, repo: Path, git: Run, hook: Callable[..., Path]
) -> None:
    git(repo, "config", "core.editor", "vi")
    hook("pre-commit", "cat >/dev/null\nsleep 5 &\n")
    started = time.monotonic()
    script = (
        "import sys\nfrom pathlib import Path\nfrom reflectgit.store import Change, open_store\n"
        "store = open_store(Path(sys.argv[1]))\n"
        "store.transact(lambda _: Change({'ledger/a/b': b'x'}, 'x'))\n"
        "store.transact(lambda _: Change({'ledger/a/c': b'x'}, 'x'), wait=1)\n"
        "print(sys.stdin.read())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(repo)],
        input="protocol bytes",
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    )
    assert done.stdout == "protocol bytes\n"
    assert time.monotonic() - started < 5


def test_a_bare_store_runs_no_hooks_of_git_commit(store: Store, repo: Path, tmp_path: Path, git: Run) -> None:
    from reflectgit.store import open_store

    git(tmp_path, "clone", "-q", "--bare", str(repo), "b.git")
    hook = tmp_path / "b.git/hooks/pre-commit"
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    assert write(open_store(tmp_path / "b.git"), {EVENT: b"e"})


# --- signing --------------------------------------------------------------------------------------------


def test_a_failing_signer_is_said_and_nothing_changes(
    store: Store, repo: Path, git: Run, unchanged: Callable[[], None]
) -> None:
    git(repo, "config", "commit.gpgsign", "true")
    git(repo, "config", "gpg.program", "/bin/false")
    with pytest.raises(StoreError, match="signing failed") as caught:
        write(store, {EVENT: b"e", LESSON: b"statement: two\n"})
    assert caught.value.exit_code == 3
    unchanged()


@pytest.mark.parametrize("value", ["true", "yes", "1", None])
def test_a_working_signer_signs(
    store: Store, repo: Path, git: Run, tmp_path: Path, hook: Callable[..., Path], value: str | None
) -> None:
    signer = tmp_path / "signer"
    signer.write_text(
        "#!/bin/sh\ncat >/dev/null\necho '[GNUPG:] SIG_CREATED D' >&2\n"
        "printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nsigned\\n-----END PGP SIGNATURE-----\\n'\n"
    )
    signer.chmod(0o755)
    git(repo, "config", "gpg.program", str(signer))
    if value is None:
        with (repo / ".git/config").open("a") as config:
            config.write("[commit]\n\tgpgsign\n")
    else:
        git(repo, "config", "commit.gpgsign", value)
    git(repo, "config", "i18n.commitEncoding", "latin1")

    done = store.transact(lambda _: Change({EVENT: b"e"}, "admit: größe", [("Reflectgit-Lesson", "größe")]))

    assert done
    raw = git(repo, "cat-file", "commit", "HEAD")
    assert "gpgsig -----BEGIN PGP SIGNATURE-----" in raw
    assert raw.endswith("\n\nadmit: größe\n\nReflectgit-Lesson: größe\n")
    assert "encoding" not in raw.partition("\n\n")[0]
    assert git(repo, "log", "-1", "--format=%an %ae %aI").strip() == (
        "Test Author author@example.org 2026-01-02T03:04:05+00:00"
    )
    assert not git(repo, "status", "--porcelain")
    assert os.path.exists(repo / EVENT)


@pytest.mark.parametrize("left", ["\\377", "\\000"])
def test_a_message_that_is_no_text_is_refused(
    store: Store, hook: Callable[..., Path], unchanged: Callable[[], None], left: str
) -> None:
    hook("commit-msg", f"printf '{left}' >> \"$1\"\n")
    with pytest.raises(StoreError, match="not UTF-8 or has a NUL") as caught:
        write(store, {EVENT: b"e"})
    assert caught.value.code == "hook"
    assert "commit-msg" in caught.value.hint
    unchanged()
