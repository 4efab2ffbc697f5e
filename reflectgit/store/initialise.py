"""Making a store: the repository where there is none, the policy, the attributes, in one commit."""

import shutil
from pathlib import Path

from reflectgit.errors import StoreError
from reflectgit.store import layout
from reflectgit.store.change import Change, Committed
from reflectgit.store.git import Git, require_version
from reflectgit.store.layout import ATTRIBUTES_FILE, POLICY_FILE
from reflectgit.store.repository import Store, Tell
from reflectgit.store.settings import read_settings
from reflectgit.store.snapshot import Snapshot

#: Store files are kept byte for byte, whatever core.autocrlf or a wider rule says: their digests are their names.
#: The policy is edited by hand, so its line ends are mended on the way in. The merge driver is a convenience;
#: git merges as text where it is not set up.
ATTRIBUTES = """\
# reflectgit: lessons and ledger are kept byte for byte, the policy with LF line ends.
/lessons/** -text -filter -ident -working-tree-encoding merge=reflectgit
/ledger/** -text -filter -ident -working-tree-encoding
/reflectgit.toml text eol=lf -filter -ident -working-tree-encoding
"""


def init_store(directory: Path, policy_text: str, *, tell: Tell | None = None) -> Committed:
    """Make `directory` a store, in the repository around it or in a new one.

    Args:
        directory: made if it does not exist.
        policy_text: the ``reflectgit.toml`` to write.
        tell: as for `open_store`.

    Returns:
        The commit and the files in it; where the store exists already, HEAD and no files.

    Raises:
        StoreError: a ``reflectgit.toml`` that is not committed is there, or the commit could not be made. What
            was made here is taken away again.
    """
    made_folders = _make_folder(directory)
    made_repository = False
    try:
        require_version(Git(directory))
        made_repository = _make_repository(directory)
        return _commit(directory.resolve(), policy_text, tell)
    except BaseException:
        if made_repository:
            shutil.rmtree(directory / ".git")
        for folder in made_folders:
            folder.rmdir()
        raise


def _make_folder(directory: Path) -> list[Path]:
    """Make the folder; gives what had to be made, deepest first."""
    missing = [each for each in (directory, *directory.parents) if not each.exists()]
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"{directory}: cannot make this folder: {error.strerror}", code="no_folder"
        ) from error
    return missing


def _make_repository(directory: Path) -> bool:
    if not _is_outside(directory):
        return False
    # Asked before anything is made: without an identity there can be no first commit.
    read_settings(Git(directory))
    Git(directory).write("init", "-q")
    return True


def _is_outside(directory: Path) -> bool:
    try:
        layout.locate(directory)
    except StoreError as error:
        if error.code == "no_repository":
            return True
        raise
    return False


def _commit(directory: Path, policy_text: str, tell: Tell | None) -> Committed:
    place = layout.locate(directory)
    store = Store(place, tell)

    def write(snapshot: Snapshot) -> Change | None:
        if snapshot.read(POLICY_FILE) is not None:
            return None
        attributes = snapshot.read(ATTRIBUTES_FILE) or b""
        if attributes and not attributes.endswith(b"\n"):
            attributes += b"\n"
        files = {
            POLICY_FILE: policy_text.encode("utf-8"),
            ATTRIBUTES_FILE: attributes + ATTRIBUTES.encode("ascii"),
        }
        return Change(files, "init: a store for lessons earned from failures", [("Reflectgit-Op", "init")])

    try:
        done = store.transact(write)
        return done or Committed(store.head() or "", (), ())
    finally:
        store.close()
