"""The user's index and work tree: our paths are brought up to date, and nothing else is touched.

``git apply --index`` with a patch that names the old and the new blob was, of all commands tried, the only one
that refuses every dirty target and keeps every staged state; restore and checkout-index overwrite edits,
read-tree overwrites ignored files and balks at unmerged entries. It follows a symbolic link in the way, brings
back a file that the user removed, and knows no sparse cone: those three are looked at here before.
"""

import contextlib
import os
import shutil
import stat
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from reflectgit.errors import StoreError
from reflectgit.store.git import Answer, Git, failure, first_complaint
from reflectgit.store.journal import Journal, Stamp, Touched
from reflectgit.store.layout import Place, parents
from reflectgit.store.lock import make_private
from reflectgit.store.objects import Target, quoted
from reflectgit.store.settings import Settings

_INDEX_WAIT = 3.0  # seconds that another git process may keep index.lock before we give up
_ARGUMENTS = 500  # paths that one command is given: a system takes no argument list of any length
_MARK = b"reflectgit\n"  # what our index.lock says; git's own is empty or an index
_MEND = "commit, stash or move it, then try again"


# --- our folder beside the index ------------------------------------------------------------------------


def desk(git_dir: Path) -> Path:
    """The folder of the operation in flight: its copies of the index, and the mark on its lock."""
    return git_dir / "reflectgit" / "tx"


def lock_index(place: Place) -> Path:
    """Take ``index.lock`` as git does, and lay two links to the index on the desk; gives the copy to work on.

    The lock is a hard link to our mark, so that it is made whole, and after a kill can be told from anybody
    else's: by what it says, which is so in a copy of the repository too. git never changes an index in place, it
    renames a new one over it: a link is a copy that costs nothing.

    Raises:
        StoreError: another git process holds the lock (code ``busy``).
    """
    folder = desk(place.git_dir)
    (folder / "mark").write_bytes(_MARK)
    _link_when_free(folder / "mark", place.git_dir / "index.lock")
    with contextlib.suppress(FileNotFoundError):
        link_or_copy(place.git_dir / "index", folder / "before")
        link_or_copy(place.git_dir / "index", folder / "index")
    return folder / "index"


def link_or_copy(source: Path, target: Path) -> None:
    """A second name for an index, or a copy where the system forbids one (the file is another user's).

    The copy keeps the time, by which git tells entries that it has to compare again.
    """
    try:
        os.link(source, target)
    except PermissionError:
        shutil.copy2(source, target)


def lay_desk(git_dir: Path) -> None:
    """An empty desk."""
    folder = desk(git_dir)
    shutil.rmtree(folder, ignore_errors=True)
    make_private(folder.parent, git_dir if (git_dir / "objects").is_dir() else git_dir.parents[1])
    folder.mkdir()


def _link_when_free(mark: Path, lock: Path) -> None:
    until = time.monotonic() + _INDEX_WAIT
    while True:
        try:
            os.link(mark, lock)
        except FileExistsError as error:
            if time.monotonic() > until:
                raise StoreError(
                    f"another git process is at work: {lock} exists",
                    "try again when it has ended; remove the file if none runs",
                    code="busy",
                ) from error
            time.sleep(0.01)
        else:
            return


def unlock_index(git_dir: Path) -> None:
    """Take ``index.lock`` away if it is ours, and clear the desk."""
    lock = git_dir / "index.lock"
    with contextlib.suppress(FileNotFoundError):
        if (desk(git_dir) / "mark").exists() and lock.read_bytes() == _MARK:
            lock.unlink()
    shutil.rmtree(desk(git_dir), ignore_errors=True)


def publish_index(git_dir: Path) -> None:
    """Rename the finished copy into place."""
    with contextlib.suppress(FileNotFoundError):
        (desk(git_dir) / "index").replace(git_dir / "index")


def index_is_as_locked(git_dir: Path) -> bool:
    """Nobody has put another index in place since the lock was taken."""
    index, before = git_dir / "index", desk(git_dir) / "before"
    if not before.exists():
        return not index.exists()
    return index.exists() and (index.samefile(before) or index.read_bytes() == before.read_bytes())


# --- before ---------------------------------------------------------------------------------------------


def look(
    place: Place, git: Git, targets: Sequence[Target], settings: Settings
) -> tuple[list[Touched], list[str]]:
    """The targets as they are on disk, and the folders that will have to be made.

    Raises:
        StoreError: a link or a file is in the way, an untracked file would be overwritten, the user removed a
            target, a rule ignores one, or one is outside the sparse checkout.
    """
    top = place.work_tree
    assert top is not None
    if settings.sparse:
        _refuse_outside_cone(place, git, targets)
    missing = [folder for folder in parents(target.path for target in targets) if not _is_folder(top, folder)]
    touched = [Touched(target, stamp(top / target.path)) for target in targets]
    for target, seen in touched:
        _refuse_occupied(target, seen)
    added = [target.path for target in targets if target.old is None]
    if added and any(map(_has_rules, _ignore_files(place, settings, added))):
        _refuse_ignored(git, added)
    return touched, missing


def stamp(path: Path) -> Stamp | None:
    """What tells a file from another version of it: inode, size, and both times; None where nothing is."""
    try:
        seen = path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns


def _is_folder(top: Path, folder: str) -> bool:
    try:
        mode = (top / folder).lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    if stat.S_ISDIR(mode):
        return True
    kind = "a symbolic link" if stat.S_ISLNK(mode) else "a file"
    raise StoreError(f"{folder} is {kind}, not a folder", "move it away", code="in_the_way")


def _refuse_occupied(target: Target, seen: Stamp | None) -> None:
    if target.old is None and seen is not None:
        raise StoreError(
            f"{target.path}: would overwrite a file that is not committed", _MEND, code="would_overwrite"
        )
    if target.old is not None and seen is None:
        raise StoreError(
            f"{target.path}: was removed from the work tree, and that is not committed",
            _MEND,
            code="would_overwrite",
        )


def _ignore_files(place: Place, settings: Settings, added: Sequence[str]) -> Iterator[Path]:
    """Every file that may hold a rule about the paths: with none, git need not be asked (1.8 ms)."""
    top = place.work_tree
    assert top is not None
    yield place.common_dir / "info/exclude"
    configured = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    yield top / os.path.expanduser(settings.excludes_file or f"{configured}/git/ignore")
    for folder in ("", *parents(added)):
        yield top / folder / ".gitignore"


def _has_rules(path: Path) -> bool:
    try:
        return any(line.strip() and not line.startswith(b"#") for line in path.read_bytes().splitlines())
    except (FileNotFoundError, NotADirectoryError):
        return "%(prefix)" in path.parts
    except OSError:
        return True


def _refuse_ignored(git: Git, added: Sequence[str]) -> None:
    listed = os.fsencode("".join(f"{path}\0" for path in added))
    answer = git.read("check-ignore", "-v", "-z", "--no-index", "--stdin", data=listed, ok=(0, 1))
    fields = os.fsdecode(answer.out).split("\0")[:-1]
    for source, line, pattern, path in zip(*[iter(fields)] * 4, strict=True):
        if not pattern.startswith("!"):
            raise StoreError(
                f"{path}: git ignores it ({source}:{line}: {pattern})",
                "take the rule away or add an exception to it",
                code="ignored",
            )


def _refuse_outside_cone(place: Place, git: Git, targets: Sequence[Target]) -> None:
    """git itself says what is in the sparse checkout: it checks the targets out into an empty folder."""
    folder = desk(place.git_dir)
    probe, cone = folder / "sparse", folder / "cone"
    cone.mkdir()
    listed = "".join(f"{t.mode} {t.new or t.old}\t{quoted(t.path)}\n" for t in targets)
    git.write("update-index", "--index-info", index=probe, data=listed.encode())
    tree = git.write("write-tree", index=probe).out.decode("ascii").strip()
    probe.unlink()
    git.write("read-tree", "-m", "-u", tree, index=probe, work_tree=cone)
    for target in targets:
        if not (cone / target.path).exists():
            raise StoreError(
                f"{target.path}: is outside the sparse checkout",
                f"run: git sparse-checkout add {place.root}lessons {place.root}ledger",
                code="sparse",
            )


# --- forward --------------------------------------------------------------------------------------------


def apply(git: Git, index: Path, targets: Sequence[Target], lock: int) -> None:
    """Bring the targets into `index` and the work tree, all or (but for a kill or a full disk) none.

    Raises:
        StoreError: a target has uncommitted changes (code ``would_overwrite``).
    """
    answer = _git_apply(git, index, targets, lock)
    if answer.code != 0 and "does not match index" in answer.err:
        # The index may only not know yet that a file is unchanged (another inode, another time).
        git.write(*QUIET, "update-index", "-q", "--refresh", index=index, keep=(lock,), ok=(0, 1))
        answer = _git_apply(git, index, targets, lock)
    if answer.code == 0:
        return
    said = first_complaint(answer.err)
    dirty = (
        "does not match index",
        "already exists",
        "does not exist in index",
        "does not match the current",
    )
    if any(words in answer.err for words in (*dirty, "patch does not apply", "wrong type")):
        raise StoreError(f"uncommitted changes would be overwritten: {said}", _MEND, code="would_overwrite")
    _refuse_unwritable(git.folder, targets)
    raise failure(("apply",), answer)


def _refuse_unwritable(top: Path, targets: Sequence[Target]) -> None:
    """Of a folder that it may not write into, git says only that a file in it is not there."""
    for target in targets:
        folder = next(above for above in (top / target.path).parents if above.is_dir())
        if not os.access(folder, os.W_OK | os.X_OK):
            raise StoreError(
                f"the repository is read-only: {folder}: Permission denied",
                "reading works; to write, make this folder writable",
                code="read_only",
            )


#: A file system monitor would be started by our command, inherit the lock and keep it for ever.
QUIET = ("-c", "core.fsmonitor=false")


def _git_apply(git: Git, index: Path, targets: Sequence[Target], lock: int, where: str = "--index") -> Answer:
    return git.write(
        *QUIET,
        "apply",
        where,
        "--whitespace=nowarn",
        "--allow-empty",
        "-",
        index=index,
        data=b"".join(map(_patch, targets)),
        keep=(lock,),
        ok=range(-64, 256),
    )


def _patch(target: Target) -> bytes:
    """A binary patch without contents: git takes the blobs from its objects, by the ids on the index line."""
    path, mode, old, new = target
    zero = "0" * len(new or old or "")
    lines = [f"diff --git {quoted('a/' + path)} {quoted('b/' + path)}"]
    if old is None:
        lines.append("new file mode 100644")
    elif new is None:
        lines.append(f"deleted file mode {mode}")
    elif mode != "100644":
        lines += [f"old mode {mode}", "new mode 100644"]
    lines.append(
        f"index {old or zero}..{new or zero}" + (" 100644" if old and new and mode == "100644" else "")
    )
    before = quoted("a/" + path) if old else "/dev/null"
    after = quoted("b/" + path) if new else "/dev/null"
    lines.append(f"Binary files {before} and {after} differ")
    return ("\n".join(lines) + "\n").encode()


def index_only(git: Git, index: Path, targets: Sequence[Target], lock: int) -> bool:
    """Bring the targets into `index` alone; False, and nothing done, where it does not fit."""
    return _git_apply(git, index, targets, lock, "--cached").code == 0


# --- back -----------------------------------------------------------------------------------------------


def take_back(git: Git, journal: Journal, *, after_hooks: bool = False) -> None:
    """Put the work tree back to what the journal saw, as far as we changed it; the index was never touched.

    What we wrote is told by its bytes: the whole new file, or the beginning of one. What the user wrote since
    stays, and so does what the user staged or committed since, though it is what we wrote. After hooks ran, which
    may have reformatted our files, whatever changed since is ours.
    """
    if journal.work_tree is None:
        return
    changed = [target for target, seen in journal.files if stamp(journal.work_tree / target.path) != seen]
    taken_over = _taken_over(git, changed) if changed else set()
    for target in changed:
        if target.path not in taken_over:
            _take_back_file(git, journal.work_tree / target.path, target, after_hooks)
    for folder in reversed(journal.folders):
        with contextlib.suppress(OSError):
            (journal.work_tree / folder).rmdir()


def _taken_over(git: Git, targets: Sequence[Target]) -> set[str]:
    """Those that the user's index or HEAD holds as we wrote them; a removal, where the index has none either."""
    staged: dict[str, set[str]] = {}
    committed: dict[str, set[str]] = {}
    for first in range(0, len(targets), _ARGUMENTS):
        paths = [target.path for target in targets[first : first + _ARGUMENTS]]
        staged |= _blobs(git.read("--literal-pathspecs", "ls-files", "-s", "-z", "--", *paths).out)
        committed |= _blobs(git.read("ls-tree", "-z", "--full-tree", "HEAD", *paths, ok=range(256)).out)
    return {
        path
        for path, _, _, new in targets
        if (new in staged.get(path, ()) or new in committed.get(path, ()))
        or (new is None and path not in staged)
    }


def _blobs(listed: bytes) -> dict[str, set[str]]:
    """The ids at each path, of every stage, in what ``ls-files -s`` or ``ls-tree`` printed."""
    found: dict[str, set[str]] = {}
    for line in os.fsdecode(listed).split("\0")[:-1]:
        entry, _, path = line.partition("\t")
        found.setdefault(path, set()).update(entry.split(" ")[1:])
    return found


def _take_back_file(git: Git, path: Path, target: Target, surely_ours: bool) -> None:
    if path.is_symlink() or path.is_dir():
        return
    there = path.read_bytes() if path.exists() else None
    old = _as_checked_out(git, target.path, target.old)
    if target.old is not None and old is None:
        return  # what was there is pruned: better our file than none
    if there == old or not (surely_ours or _ours(git, target, there, old)):
        return
    path.unlink(missing_ok=True)
    if old is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(old)
        if target.mode == "100755":
            path.chmod(path.stat().st_mode | 0o111)


def _ours(git: Git, target: Target, there: bytes | None, old: bytes | None) -> bool:
    if there is None or (old is not None and old.startswith(there)):
        return True
    new = _as_checked_out(git, target.path, target.new)
    if new is not None:
        return new.startswith(there)
    # `git gc --prune=now` took our blob, which nothing pointed to; its id still tells the whole file.
    asked = ("hash-object", "--stdin", f"--path={target.path}")
    return target.new is not None and git.read(*asked, data=there).out.decode("ascii").strip() == target.new


def _as_checked_out(git: Git, path: str, blob: str | None) -> bytes | None:
    """The bytes that git puts into the work tree for a blob (line ends, filters); None where it is pruned."""
    if blob is None:
        return None
    answer = git.read("cat-file", "--filters", f"--path={path}", blob, ok=range(256))
    return answer.out if answer.code == 0 else None
