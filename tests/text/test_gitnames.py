"""Names as git quotes them: unquoted in the heads of real diffs, and nowhere else."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflectgit.text.diff import read_diff
from reflectgit.text.gitnames import plain_name, spelled_out, with_plain_names

NAMES = [
    "src/größe.py",
    'src/we"ird.py',
    'we"ird b/ö.py',
    "x b/y.py",
    "x b/größe b.py",
    "src/back\\slash.py",
    "src/back\\303\\266ö.py",
    "src/\\303ö.py",
    'src/"ü"',
    "日本/カート.py",
    "src/plain.py",
]
IN_QUOTES = [
    "src/tab\tö.py",
    "src/new\nline ö.py",
    "src/\x01.py",
    "src/\u202e.py",
    "src/\u2028.py",
    "src/\u3164.py",
]


@pytest.fixture
def changed(repo: Path, git: Callable[..., str]) -> Callable[[list[str]], tuple[str, str]]:
    """Add a line to each of these files; the diff with the names quoted, and with as little quoted as git can."""

    def make(names: list[str]) -> tuple[str, str]:
        for name in names:
            (repo / name).parent.mkdir(parents=True, exist_ok=True)
            (repo / name).write_text("one\ntwo\n")
        git(repo, "add", "-A")
        git(repo, "commit", "-qm", "Files")
        for name in names:
            with (repo / name).open("a") as file:
                file.write(f"+ {name!r}\n")
        return git(repo, "diff"), git(repo, "-c", "core.quotePath=off", "diff")

    return make


def test_each_file_of_a_diff_has_its_own_hunks_under_its_own_name(
    changed: Callable[[list[str]], tuple[str, str]],
) -> None:
    names = [*NAMES, *IN_QUOTES[:3]]
    quoted, _ = changed(names)
    for text in (quoted, with_plain_names(quoted)):
        hunks = read_diff(text)
        assert sorted(hunk.path for hunk in hunks) == sorted(names)
        assert all(hunk.added == (f"+ {hunk.path!r}",) and not hunk.removed for hunk in hunks)


def test_names_are_plain_and_nothing_else_changes(changed: Callable[[list[str]], tuple[str, str]]) -> None:
    quoted, _ = changed(NAMES)
    plain = with_plain_names(quoted)
    assert plain == with_plain_names(plain)
    for name in NAMES:
        assert f"diff --git a/{name} b/{name}\n" in plain
        assert any(f"+++ b/{name}{end}\n" in plain for end in ("", "\t"))

    def bodies(text: str) -> list[str]:
        return [line for line in text.split("\n") if not line.startswith(("diff --git ", "--- ", "+++ "))]

    assert bodies(plain) == bodies(quoted)


def test_a_name_that_would_break_or_hide_in_its_line_stays_in_quotes(
    changed: Callable[[list[str]], tuple[str, str]],
) -> None:
    quoted, _ = changed(IN_QUOTES)
    plain = with_plain_names(quoted)
    assert plain.count("\n") == quoted.count("\n")
    assert '+++ "b/src/tab\\tö.py"\n' in plain
    heads = [line for line in plain.split("\n") if line.startswith(("diff --git ", "--- ", "+++ "))]
    assert not set("".join(heads)) & set("\x01\u202e\u2028\u3164")
    assert plain == with_plain_names(plain)


def test_renames_and_binary_files(repo: Path, git: Callable[..., str]) -> None:
    (repo / "src").mkdir(exist_ok=True)
    (repo / "src/alt-ä.txt").write_text("".join(f"{n}\n" for n in range(20)))
    (repo / "src/bild-ü.bin").write_bytes(b"\0\1")
    (repo / "only-new.bin").write_bytes(b"\0\1")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "Files")
    git(repo, "mv", "src/alt-ä.txt", 'src/neu "ö".txt')
    with (repo / 'src/neu "ö".txt').open("a") as file:
        file.write("more\n")
    (repo / "src/bild-ü.bin").write_bytes(b"\0\2")
    (repo / "src/neu-ß.bin").write_bytes(b"\0\3")
    git(repo, "rm", "-q", "only-new.bin")
    git(repo, "add", "-A")
    plain = with_plain_names(git(repo, "diff", "--cached", "-M"))
    for line in (
        'diff --git a/src/alt-ä.txt b/src/neu "ö".txt',
        "rename from src/alt-ä.txt",
        'rename to src/neu "ö".txt',
        "Binary files a/src/bild-ü.bin and b/src/bild-ü.bin differ",
        "Binary files /dev/null and b/src/neu-ß.bin differ",
        "Binary files a/only-new.bin and /dev/null differ",
    ):
        assert f"{line}\n" in plain
    assert [(hunk.path, hunk.added) for hunk in read_diff(plain)] == [('src/neu "ö".txt', ("more",))]


@pytest.mark.parametrize(
    "text",
    [
        'print("gr\\303\\266\\303\\237e")\n',
        '--- "gr\\303\\266"\n',
        '@@ -1,2 +1,1 @@\n--- "gr\\303\\266"\n+++ "x"\n one\n',
        '--- "a/plain.py"\n+++ "b/plain.py"\n@@ -1 +1 @@\n',
        '--- "a/\\377.py"\n+++ "b/\\377.py"\n@@ -1 +1 @@\n',
        'note: diff --git "a/\\303\\266" "b/\\303\\266"\n',
        'rename to "\\303\\266',
    ],
)
def test_other_text_stays_as_it_is(text: str) -> None:
    assert with_plain_names(text) == text


@pytest.mark.parametrize(
    ("quoted", "name"),
    [
        ('"b/gr\\303\\266\\303\\237e.py"', "b/größe.py"),
        ('"a\\tb\\"c\\\\d\\001"', 'a\tb"c\\d\x01'),
        ('"\\\\303\\\\266"', "\\303\\266"),
        ('"plain"', '"plain"'),
        ("plain", "plain"),
    ],
)
def test_a_quoted_name_to_the_letter(quoted: str, name: str) -> None:
    assert plain_name(quoted) == name


@pytest.mark.parametrize(
    "unit",
    ['"\\', '--- "\\303', 'diff --git "', 'diff --git a " \\', "\\303", 'Binary files "\\303\\266" and '],
)
def test_the_time_grows_with_the_length(unit: str) -> None:
    def seconds(times: int) -> float:
        start = time.process_time()
        with_plain_names(unit * times)
        spelled_out(unit * times)
        return time.process_time() - start

    assert seconds(40_000) < 20 * max(seconds(4_000), 0.01)


_HEADS = [
    "diff --git ",
    "--- ",
    "\n+++ ",
    "\n@@ ",
    "rename to ",
    "Binary files ",
    " and ",
    " differ",
    " ",
    "\n",
]
_PIECES = [
    '"',
    "\\",
    '\\"',
    "\\\\",
    "\\303\\266",
    "\\342\\200\\256",
    "\\t",
    "\\001",
    "a/",
    "b/",
    "x",
    "ö",
    "\t",
]


@given(st.lists(st.sampled_from(_HEADS + _PIECES), max_size=30).map("".join))
def test_twice_is_once(text: str) -> None:
    once = with_plain_names(text)
    assert with_plain_names(once) == once
    assert once.count("\n") == text.count("\n")
    read_diff(text)
