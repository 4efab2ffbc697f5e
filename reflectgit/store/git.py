"""The one door to git: where it works, what it inherits, and what its errors mean.

Nothing is inherited by accident. Inside a hook git exports ``GIT_DIR`` and ``GIT_INDEX_FILE``, and with them an
explicit path still committed into the other repository; so every ``GIT_*`` that could move or bend a command is
removed, and where git works is said by us. Messages are asked for in English (``LC_ALL=C``, ``LANGUAGE``
emptied), nobody is prompted, and no child reads our stdin.

What only reads is a plain child process: importing GitPython costs 88 ms of CPU, more than a whole cold query.
What writes goes through GitPython's runner. Both share the environment and the reading of errors.
"""

import os
import re
import subprocess
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from reflectgit.errors import StoreError
from reflectgit.store import signals

OLDEST_GIT = (2, 36)

#: Variables of git that say who, how to sign in, or which settings: they are the user's and stay.
_KEPT = re.compile(
    r"GIT_(AUTHOR|COMMITTER)_|GIT_CONFIG_|GIT_SSH|GIT_SSL_|GIT_HTTP_|GIT_TEST_|GIT_TRACE"
    r"|GIT_(CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|EXEC_PATH|DEFAULT_HASH|DEFAULT_REF_FORMAT)$"
)
_FIXED = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_EDITOR": "true",
    "GIT_SEQUENCE_EDITOR": "true",
    "GIT_MERGE_AUTOEDIT": "no",
    "GIT_PAGER": "cat",
}
_ENGLISH = {"LC_ALL": "C", "LANGUAGE": ""}
_DAMAGE = re.compile(
    r"bad object|corrupt|object file .* is empty|unable to read (tree|sha1|object)|bad signature|index file"
    r"|could not read [0-9a-f]{40}|missing (blob|tree|commit)|not a tree object|unknown index entry|bad tree"
    r"|unresolved deltas|not a valid object|invalid object|bad ref|reference broken",
    re.IGNORECASE,
)


#: The values of ``PATH`` whose git has said its version.
_new_enough: set[str] = set()


class Answer(NamedTuple):
    """What a git command gave: exit code, exact bytes of stdout, stderr as text, and its process id."""

    code: int
    out: bytes
    err: str
    pid: int = 0


def as_argument(text: str) -> str:
    """Text, as opposed to a path, such that git gets it as UTF-8 whatever the locale says of arguments."""
    return os.fsdecode(text.encode("utf-8"))


def leaked() -> list[str]:
    """Names of the ``GIT_*`` variables around us that must not reach a command."""
    return sorted(name for name in os.environ if name.startswith("GIT_") and not _KEPT.match(name))


def environment(pinned: Mapping[str, str], *, english: bool = True) -> dict[str, str]:
    """The environment of a git command: the user's without what leaks, what is fixed, what is `pinned`."""
    hidden = set(leaked())
    around = {name: text for name, text in os.environ.items() if name not in hidden}
    return {**around, **_FIXED, **(_ENGLISH if english else {}), **pinned}


class Git:
    """git, working in one folder and, once it is known, pinned to one repository.

    Args:
        folder: the current directory of every command.
        git_dir: the repository's git dir (of the worktree, where it is a linked one); None while searching.
        work_tree: the top of the work tree; None in a bare repository.
    """

    def __init__(self, folder: Path, git_dir: Path | None = None, work_tree: Path | None = None) -> None:
        self.folder = folder
        self._pinned: dict[str, str] = {}
        if git_dir is not None:
            self._pinned["GIT_DIR"] = str(git_dir)
        if work_tree is not None:
            self._pinned["GIT_WORK_TREE"] = str(work_tree)

    def read(self, *args: str, data: bytes | None = None, ok: Collection[int] = (0,)) -> Answer:
        """Run a command that only reads.

        Raises:
            StoreError: git is missing, or ended with an exit code that is not in `ok`.
        """
        with self.open(*args, stdin=subprocess.DEVNULL if data is None else subprocess.PIPE) as child:
            out, err = child.communicate(data)
        return checked(args, Answer(child.returncode, out, err.decode("utf-8", "replace"), child.pid), ok)

    def open(self, *args: str, stdin: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
        """Start a command that only reads, for a conversation over its pipes."""
        env = environment({**self._pinned, "GIT_OPTIONAL_LOCKS": "0"})
        try:
            return subprocess.Popen(
                ["git", *args],
                cwd=self.folder,
                env=env,
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except FileNotFoundError as error:
            raise _not_started(self.folder) from error
        except OSError as error:
            raise StoreError(f"{self.folder}: cannot run git there: {error.strerror}") from error

    def write(
        self,
        *args: str,
        data: bytes | None = None,
        index: Path | None = None,
        work_tree: Path | None = None,
        keep: Sequence[int] = (),
        ok: Collection[int] = (0,),
    ) -> Answer:
        """Run a command that may write, through GitPython's runner.

        Args:
            args: the command, without ``git``.
            data: bytes for its stdin; else it gets none. They lie in a nameless file, not a pipe: a command
                whose parent is killed would see a stream that ends early.
            index: the index to use instead of the repository's own.
            work_tree: the work tree to use instead of the repository's own.
            keep: file descriptors that the command inherits (the lock).
            ok: exit codes that are answers.

        Raises:
            StoreError: the exit code is not in `ok`.
        """
        pinned = dict(self._pinned)
        if index is not None:
            pinned["GIT_INDEX_FILE"] = str(index)
        if work_tree is not None:
            pinned["GIT_WORK_TREE"] = str(work_tree)
        if data is None:
            return checked(args, self._execute(args, pinned, None, keep), ok)
        with _nameless_file() as stream:
            stream.write(data)
            stream.seek(0)
            return checked(args, self._execute(args, pinned, stream, keep), ok)

    def _execute(
        self, args: Sequence[str], pinned: Mapping[str, str], stdin: BinaryIO | None, keep: Sequence[int]
    ) -> Answer:
        # 88 ms, needed by writing commands alone.
        from git.cmd import Git as Runner

        # The runner adds to our environment and cannot take away: `env -u` does, in the rare case.
        without = [word for name in leaked() if name not in pinned for word in ("-u", name)]
        command = [*(["env", *without] if without else []), "git", *args]
        child = None
        try:
            with signals.kept_waiting():
                child = Runner(self.folder).execute(
                    command, istream=stdin, as_process=True, env=environment(pinned), pass_fds=tuple(keep)
                )
            out, err = child.communicate()
        except BaseException:
            _end(cast("subprocess.Popen[bytes] | None", getattr(child, "proc", None)))
            raise
        return Answer(child.returncode, out, err.decode("utf-8", "replace"), child.pid)

    def run_hook(self, name: str, args: Sequence[str], index: Path) -> Answer:
        """Run one of the user's hooks, as ``git commit`` would: its own locale, no stdin, `index` beside it.

        Its words go to a file: a pipe would be held open by whatever the hook leaves running, and so would
        the lock, which hooks therefore do not inherit.
        """
        pinned = {"GIT_INDEX_FILE": str(index)}
        command = ["git", "hook", "run", "--ignore-missing", name, *(["--", *args] if args else [])]
        with _nameless_file() as words:
            child = None
            try:
                with signals.kept_waiting():
                    child = subprocess.Popen(
                        command,
                        cwd=self.folder,
                        env=environment({**pinned, **self._linked()}, english=False),
                        stdin=subprocess.DEVNULL,
                        stdout=words,
                        stderr=words,
                    )
                child.wait()
            except BaseException:
                _end(child)
                raise
            words.seek(0)
            return Answer(child.returncode, b"", words.read().decode("utf-8", "replace"))

    def _linked(self) -> dict[str, str]:
        """git exports GIT_DIR to a hook only where the folder alone would not lead to it; nor do we."""
        found = self.folder / ".git"
        return {} if found.is_dir() and str(found) == self._pinned["GIT_DIR"] else dict(self._pinned)

    def start_aside(self, *args: str, keep: Sequence[int] = ()) -> None:
        """Start a command in the background and forget it: it outlives us and holds none of our files."""
        subprocess.run(
            ["sh", "-c", '"$@" >/dev/null 2>&1 &', "sh", "git", *args],
            cwd=self.folder,
            env=environment(self._pinned),
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=tuple(keep),
            check=False,
        )


def _end(child: subprocess.Popen[bytes] | None) -> None:
    """We are interrupted: git is told so, which lets it drop its locks, and has ended before anything is taken back."""
    if child is not None:
        child.terminate()
        child.wait()


def _nameless_file() -> BinaryIO:
    # Reading commands do not pay for this import.
    import tempfile

    return cast(BinaryIO, tempfile.TemporaryFile())


def require_version(git: Git) -> None:
    """git can do what the store needs (2.36: ``git hook run``, ``core.fsync``); asked once for each ``PATH``.

    Raises:
        StoreError: git is missing or older.
    """
    path = os.environ.get("PATH", "")
    if path in _new_enough:
        return
    said = git.read("version").out.decode("utf-8", "replace").strip()
    found = re.search(r"(\d+)\.(\d+)", said)
    if found and (int(found[1]), int(found[2])) < OLDEST_GIT:
        raise StoreError(f"{said} is too old", "install git 2.36 or newer", code="git_too_old")
    _new_enough.add(path)


def checked(args: Sequence[str], answer: Answer, ok: Collection[int]) -> Answer:
    """The answer, or the error that its exit code and its words stand for."""
    if answer.code in ok:
        return answer
    raise failure(args, answer)


def failure(args: Sequence[str], answer: Answer) -> StoreError:
    """What a failed command means, in one line, with what mends it."""
    said = first_complaint(answer.err) or f"ended with {answer.code}"
    for pattern, code, message, hint in _MEANINGS:
        if re.search(pattern, answer.err, re.IGNORECASE):
            return StoreError(message.format(said=said), hint, code=code)
    if _DAMAGE.search(answer.err):
        return StoreError(f"the git repository looks damaged: {said}", "run: git fsck", code="damaged")
    return StoreError(f"git {_verb(args)}: {said}", code="git")


_MEANINGS = (
    (
        "aborted by hook",
        "hook",
        "the reference-transaction hook refused, and nothing was committed",
        "mend what it objects to, or the hook, and try again",
    ),
    (
        "dubious ownership",
        "dubious_ownership",
        "git does not trust this repository, which belongs to another user: {said}",
        "if you trust it: git config --global --add safe.directory <its folder>",
    ),
    (
        "not a git repository",
        "no_repository",
        "{said}",
        "run: reflectgit init, or name a store with --store DIR",
    ),
    (
        "invalid date format",
        "bad_date",
        "{said}",
        "mend or unset GIT_AUTHOR_DATE and GIT_COMMITTER_DATE, for instance 2026-01-02T03:04:05+00:00",
    ),
    (
        "no space left|out of disk ?space|disk quota",
        "disk_full",
        "the disk is full: {said}",
        "make room and try again",
    ),
    (
        "read-only file system|permission denied|insufficient permission",
        "read_only",
        "the repository is read-only: {said}",
        "reading works; to write, make the git dir and the work tree writable",
    ),
    (
        r"unable to create '.*\.lock': file exists|cannot lock ref .*file exists",
        "busy",
        "another git process is at work: {said}",
        "try again when it has ended; remove the lock file if none runs",
    ),
)


def first_complaint(words: str) -> str:
    """The line of stderr that says what is wrong, without its label and without control characters."""
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    complaints = [line for line in lines if line.startswith(("fatal:", "error:"))]
    line = (complaints or lines or [""])[0]
    return "".join(char for char in re.sub(r"^(fatal|error): ", "", line) if char.isprintable())


def _verb(args: Sequence[str]) -> str:
    words = iter(args)
    for word in words:
        if word == "-c":
            next(words, None)
        elif not word.startswith("-"):
            return word
    return ""


def _not_started(folder: Path) -> StoreError:
    if not folder.is_dir():
        return StoreError(f"{folder}: no such folder", "name a folder that exists", code="no_folder")
    return StoreError("git is not installed, or not on PATH", "install git 2.36 or newer", code="no_git")
