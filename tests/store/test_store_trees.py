"""What differs between two commits is what ``git diff-tree`` says of them."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reflectgit.errors import StoreError
from reflectgit.store import init_store, open_store

Files = dict[str, tuple[str, int]]

_NAMES = st.sampled_from(["a", "b", "a.b", "a-b", "é", "x y", '"q"'])
_PATHS = st.builds("/".join, st.lists(_NAMES, min_size=1, max_size=3))
_TOPS = st.sampled_from(["lessons/", "ledger/", "elsewhere/"])
_SAID = st.tuples(st.sampled_from(["644", "644", "755", "120000"]), st.integers(0, 3))
_FILES = st.dictionaries(st.builds("{}{}".format, _TOPS, _PATHS), _SAID, max_size=8)


def _possible(files: Files) -> Files:
    """Without the files that stand where others need a folder."""
    return {
        path: said for path, said in files.items() if not any(one.startswith(path + "/") for one in files)
    }


def _commit(folder: Path, files: Files, root: str = "") -> str:
    """A commit that holds these files and nothing else of ours."""
    stream = (
        "commit refs/heads/main\ncommitter A <a@example.org> 1 +0000\ndata 1\nx\nfrom refs/heads/main^0\n"
    )
    stream += "".join(f"D {root}{top}\n" for top in ("lessons", "ledger", "elsewhere"))
    for path, (mode, said) in files.items():
        quoted = (root + path).replace('"', '\\"')
        stream += f'M {mode} inline "{quoted}"\ndata 1\n{said}\n'
    subprocess.run(["git", "-C", str(folder), "fast-import", "--quiet"], input=stream.encode(), check=True)
    return _git(folder, "rev-parse", "main").decode().strip()


def _git(folder: Path, *args: str) -> bytes:
    return subprocess.run(["git", "-C", str(folder), *args], capture_output=True, check=True).stdout


def _told_by_git(folder: Path, before: str, after: str) -> list[tuple[str, str | None]]:
    options = ("-r", "-z", "--raw", "--no-renames", "--no-abbrev")
    tops = ("lessons", "ledger", "reflectgit.toml", ".gitattributes")
    fields = _git(folder, "diff-tree", *options, before, after, "--", *tops).split(b"\0")[:-1]
    heads = [head.split() for head in fields[::2]]
    blobs = [head[3].decode() if head[1].startswith(b"100") else None for head in heads]
    return list(zip(map(os.fsdecode, fields[1::2]), blobs, strict=True))


@pytest.fixture(params=["sha1", "sha256"])
def bare(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    folder = tmp_path / "store.git"
    _git(tmp_path, "init", "-q", "--bare", f"--object-format={request.param}", str(folder))
    init_store(folder, "# the defaults\n")
    return folder


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_FILES, _FILES)
def test_any_two_commits(bare: Path, one: Files, other: Files) -> None:
    before, after = _commit(bare, _possible(one)), _commit(bare, _possible(one | other))
    store = open_store(bare)
    for old, new in ((before, after), (after, before), (after, after)):
        assert list(store.snapshot(new).changes(old).items()) == _told_by_git(bare, old, new)
    store.close()


def test_a_store_in_a_folder_sees_its_own(repo: Path, git: Callable[..., str]) -> None:
    (repo / "part").mkdir()
    init_store(repo / "part", "# the defaults\n")
    first = git(repo, "rev-parse", "HEAD").strip()
    last = _commit(repo, {"lessons/a.yaml": ("644", 1)}, "part/")
    _commit(repo, {"lessons/outside.yaml": ("644", 1)})
    store = open_store(repo / "part")
    assert list(store.snapshot().changes(first)) == ["lessons/a.yaml"]
    assert list(store.snapshot().changes(last)) == []
    assert set(store.snapshot(first).changes(last)) == {"lessons/a.yaml"}
    store.close()


def test_a_folder_that_is_lost_is_no_difference_of_nothing(bare: Path) -> None:
    before = _commit(bare, {"lessons/a.yaml": ("644", 1)})
    after = _commit(bare, {"lessons/a.yaml": ("644", 1), "lessons/b.yaml": ("644", 1)})
    lost = _git(bare, "rev-parse", f"{after}:lessons").decode().strip()
    store = open_store(bare)
    snapshot = store.snapshot()
    (bare / "objects" / lost[:2] / lost[2:]).unlink()
    with pytest.raises(StoreError) as caught:
        snapshot.changes(before)
    assert caught.value.code == "no_commit"
    store.close()
