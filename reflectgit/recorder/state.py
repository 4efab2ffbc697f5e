"""What a work tree holds beside its commit, and what changed between two such states: as text, without secrets.

Neither the index nor the work tree is touched, and no object is written. A state is the commit and the text of every
file that differs from it, untracked ones included, redacted as it is read: so is a file of the commit when it is
compared, and a secret that both hold does not show. Contents are compared, not history: a repair that was committed
meanwhile is found all the same.
"""

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from reflectgit.model import Value
from reflectgit.store.batch import Objects
from reflectgit.store.git import Git
from reflectgit.store.layout import Place

FILE_BYTES = 256 * 1024
STATE_BYTES = 4 * 1024 * 1024
FILES = 400
#: The head of a function stands in a hunk's first line where git knows the language.
_LANGUAGES = "\n".join(
    f"*.{ending} diff={language}"
    for language, endings in (
        ("python", "py pyi"),
        ("golang", "go"),
        ("rust", "rs"),
        ("java", "java"),
        ("kotlin", "kt kts"),
        ("ruby", "rb"),
        ("php", "php"),
        ("csharp", "cs"),
        ("cpp", "c h cc cpp cxx hpp"),
        ("bash", "sh bash"),
        ("elixir", "ex exs"),
    )
    for ending in endings.split()
)
_ONE_SIDED = re.compile(r"^diff --git ([ab])/(.*) \1/\2$(?=\n(?:new|deleted) file mode)", re.MULTILINE)
Safe = Callable[[str], str]


class State(Value, frozen=True, kw_only=True):
    """What a work tree holds.

    Attributes:
        commit: what is checked out; None on a branch without a commit.
        branch: the branch; "" where HEAD is detached.
        files: the text of each file that differs from the commit; None where it is deleted.
        left_out: files that differ and are no text, too large, too many, or named like a secret.
    """

    commit: str | None
    branch: str
    files: dict[str, str | None]
    left_out: list[str]


class Tree:
    """One work tree, to be looked at.

    Args:
        place: its repository.
        safe: takes secrets and control characters out of a text.
        hidden: folders and files that are not looked at, from the top: the store's own.
    """

    def __init__(self, place: Place, safe: Safe, hidden: tuple[str, ...] = ()) -> None:
        assert place.work_tree is not None
        self._top = place.work_tree
        self._git = place.git()
        self._safe = safe
        self._hidden = hidden
        self._objects = Objects(self._git)

    def close(self) -> None:
        """End the child process that reads objects."""
        self._objects.close()

    def state(self) -> State:
        """What the work tree holds now.

        Raises:
            StoreError: git cannot tell.
        """
        commit, branch = self._head()
        files: dict[str, str | None] = {}
        left_out: list[str] = []
        room = STATE_BYTES
        for path in self._differing(commit):
            name = path.decode("utf-8", "replace")
            wanted = len(files) < FILES and room > 0 and self._is_shown(name)
            text = self._read(path) if wanted else b""
            if isinstance(text, bytes):
                left_out.append(self._safe(name))
                continue
            files[name] = text
            room -= len(text or "")
        return State(commit=commit, branch=branch, files=files, left_out=left_out)

    def changes(self, before: State, after: State) -> str:
        """A unified diff from one state to another; "" where they hold the same. Files left out of one are in none.

        Raises:
            StoreError: git cannot tell, as when the commit of the earlier one is gone.
        """
        unseen = {*before.left_out, *after.left_out}
        names = {*before.files, *after.files, *self._between(before.commit, after.commit)} - unseen
        shown = sorted(names)[:FILES]
        old, new = self._texts(before, shown), self._texts(after, shown)
        pairs = {name: (old[name], new[name]) for name in shown if old[name] != new[name]}
        return _diff({name: pair for name, pair in pairs.items() if b"" not in pair})

    def follows(self, before: State, after: State) -> bool:
        """Whether the later state continues the work of the earlier one: its branch, or a branch off it."""
        if before.branch == after.branch and (after.branch or before.commit == after.commit):
            return True
        if before.commit is None or after.commit is None:
            return False
        asked = ("merge-base", "--is-ancestor", before.commit, after.commit)
        return self._git.read(*asked, ok=range(256)).code == 0

    def _head(self) -> tuple[str | None, str]:
        branch = self._git.read("symbolic-ref", "-q", "--short", "HEAD", ok=(0, 1))
        commit = self._git.read("rev-parse", "--verify", "-q", "HEAD", ok=(0, 1))
        name = self._safe(branch.out.decode("utf-8", "replace").strip())
        return commit.out.decode("ascii").strip() or None, name

    def _differing(self, commit: str | None) -> list[bytes]:
        """Tracked files that differ from the commit, then untracked ones that are not ignored, from the top."""
        base = commit or self._git.read("hash-object", "-t", "tree", "--stdin", data=b"").out.decode().strip()
        same = ("--no-renames", "--ignore-submodules=all", "--no-ext-diff")
        tracked = self._git.read("diff-index", "-z", "--name-only", *same, base).out.split(b"\0")
        untracked = self._git.read(
            "ls-files", "-z", "--others", "--exclude-standard", "--full-name", "--", ":/"
        )
        listed = dict.fromkeys([*tracked, *untracked.out.split(b"\0")])
        return [path for path in listed if path and not self._is_hidden(path.decode("utf-8", "replace"))]

    def _between(self, old: str | None, new: str | None) -> Iterator[str]:
        if old == new or old is None or new is None:
            return
        told = self._git.read("diff-tree", "-r", "-z", "--name-only", "--no-renames", old, new)
        for path in told.out.split(b"\0"):
            name = path.decode("utf-8", "replace")
            if name and not self._is_hidden(name) and self._is_shown(name):
                yield name

    def _is_hidden(self, name: str) -> bool:
        return name.startswith(self._hidden) if self._hidden else False

    def _is_shown(self, name: str) -> bool:
        """Whether its name holds no secret: under another name its file would be another one."""
        return self._safe(name) == name

    def _read(self, path: bytes) -> str | bytes | None:
        """The text of a file; None where it is gone, ``b""`` where it is not looked at."""
        file = os.path.join(os.fsencode(self._top), path)
        try:
            told = os.lstat(file)
            if not stat.S_ISREG(told.st_mode) or told.st_size > FILE_BYTES:
                return b""
            with open(file, "rb") as stream:
                return self._text(stream.read(FILE_BYTES + 1))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError:
            return b""

    def _texts(self, state: State, names: Iterable[str]) -> dict[str, str | bytes | None]:
        texts: dict[str, str | bytes | None] = {name: state.files.get(name) for name in names}
        asked = [name for name in texts if name not in state.files and state.commit and "\n" not in name]
        found = self._objects.blobs(f"{state.commit}:{name}" for name in asked)
        texts |= {
            name: None if data is None else self._text(data) for name, data in zip(asked, found, strict=True)
        }
        return texts

    def _text(self, data: bytes) -> str | bytes:
        return b"" if len(data) > FILE_BYTES or b"\0" in data else self._safe(data.decode("utf-8", "replace"))


def _diff(pairs: dict[str, tuple[str | bytes | None, str | bytes | None]]) -> str:
    """A unified diff of texts, made by git outside any repository, whose settings do not reach it."""
    if not pairs:
        return ""
    with TemporaryDirectory(prefix="reflectgit-") as folder:
        desk = Path(folder)
        (desk / "languages").write_text(_LANGUAGES + "\n")
        for side, number in (("a", 0), ("b", 1)):
            (desk / side).mkdir()
            for name, pair in pairs.items():
                if isinstance(text := pair[number], str):
                    _lay(desk / side / name, text)
        settings = ("-c", f"core.attributesFile={desk / 'languages'}", "-c", "core.quotePath=false")
        shown = ("--no-index", "--no-prefix", "--no-color", "--no-ext-diff", "--no-textconv", "--unified=3")
        kinds = ("--diff-algorithm=histogram", "--find-renames", "--src-prefix=", "--dst-prefix=")
        told = Git(desk).read(*settings, "diff", *shown, *kinds, "a", "b", ok=(0, 1))
    return _ONE_SIDED.sub(r"diff --git a/\2 b/\2", told.out.decode("utf-8", "replace"))


def _lay(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode("utf-8", "replace"))
