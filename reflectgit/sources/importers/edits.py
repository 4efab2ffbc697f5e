"""Changes of files as a unified diff, made from what an editing tool was given.

Line numbers are those of the piece that was replaced, since a transcript seldom tells where it stood.
"""

import re
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from typing import Any

from reflectgit.sources.importers.loose import mapping, sequence, text, whole
from reflectgit.sources.importers.own_output import is_stored, without_own
from reflectgit.sources.paths import is_absolute, unified
from reflectgit.text.template import site_path

#: Lines of one side of a change. What is longer is generated, and says nothing that its first lines do not.
MOST_LINES = 4_000
_REMEMBERED = 100
_REMEMBERED_CHARS = 200_000
_PATH = ("file_path", "path", "filePath", "filename", "file", "notebook_path", "target_file", "absolute_path")
_OLD = ("old_string", "old_str", "oldString", "search", "old")
_NEW = ("new_string", "new_str", "newString", "replace", "new", "new_source", "insert_text")
_WHOLE = ("content", "file_text", "contents", "new_content", "code_edit")
_PATCH = ("patch", "input", "diff", "patchText", "patch_text", "command")
_WRITES = re.compile(r"write|create|edit|replace|insert|save|patch|notebook", re.IGNORECASE)
_READS = frozenset({"view", "undo_edit", "read"})
#: Where benchmarks put the checkout of a project.
_SANDBOX = re.compile(r"^/+(?:testbed|repo|app|[\w.-]+__[\w.-]+)(?=/)")
_ADDED = re.compile(r"--- /dev/null\n\+\+\+ b/(?P<path>[^\n]+)\n@@ [^\n]* @@\n(?P<body>(?:\+[^\n]*\n)*)\Z")
_BEGIN = "*** Begin Patch"
_FILE = re.compile(r"^\*\*\* (?P<what>Add|Update|Delete) File: (?P<path>.+)$")
_HUNKS = re.compile(r"^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@", re.MULTILINE)
_FILE_OF_DIFF = re.compile(r"^(?=diff --git )", re.MULTILINE)


def project_path(path: str, root: str) -> str:
    """The path from the root of the project; of one whose root is not known, as sites of failures have it."""
    plain = unified(path.strip())
    if root and plain.startswith(f"{unified(root).rstrip('/')}/"):
        return plain[len(unified(root).rstrip("/")) + 1 :]
    if not is_absolute(plain):
        return plain
    return _SANDBOX.sub("", site_path(plain) or plain).lstrip("/")


def diff_of(path: str, old: str, new: str, added: bool = True) -> str:
    """The change from `old` to `new`; "" where there is none.

    Args:
        added: whether a change without `old` makes a new file; else its lines are put into one.
    """
    before, after = old.splitlines()[:MOST_LINES], new.splitlines()[:MOST_LINES]
    if before == after:
        return ""
    if not before or not after:
        signed = [*(f"-{line}" for line in before), *(f"+{line}" for line in after)]
        hunk = f"@@ -{_range(len(before))} +{_range(len(after))} @@"
        names = [f"--- a/{path}" if before or not added else "--- /dev/null", f"+++ b/{path}"]
        return "\n".join([*names, hunk, *signed, ""])
    return "\n".join([*unified_diff(before, after, f"a/{path}", f"b/{path}", lineterm=""), ""])


def edit_of(tool: str, arguments: Mapping[str, Any], root: str) -> str | None:
    """The diff of a call of a tool that edits; None where it edits nothing, "" where nothing is kept of it.

    Tools are known by what they are given: names differ from harness to harness.
    """
    for patch in filter(None, map(text, (arguments.get(key) for key in _PATCH))):
        if _BEGIN in patch:
            return applied_patch(patch, root)
    path = project_path(_first(arguments, _PATH), root)
    if not path or text(arguments.get("command")) in _READS:
        return None
    pieces = [mapping(edit) for edit in sequence(arguments.get("edits"))] or [dict(arguments)]
    if any(_has(piece, (*_OLD, *_NEW)) for piece in pieces):
        return _kept(path, "".join(_replaced(path, piece) for piece in pieces))
    if _WRITES.search(tool) or arguments.get("command") == "create":
        for patch in filter(_HUNKS.search, map(text, (arguments.get(key) for key in _PATCH))):
            return _kept(path, patch)
        if _has(arguments, _WHOLE):
            return _kept(path, diff_of(path, "", _first(arguments, _WHOLE)))
    return None


def applied_patch(patch: str, root: str) -> str:
    """The unified diff of a patch in the form ``*** Begin Patch``; hunks without numbers get those of the piece."""
    files = []
    for path, what, lines in _files_of_patch(patch):
        name = project_path(path, root)
        if not is_stored(name):
            files.append(_file_of_patch(name, what, lines))
    return without_own("".join(files))


def recorded_hunks(path: str, hunks: object, root: str) -> str:
    """The diff of hunks as Claude Code records them (`structuredPatch`), with their own line numbers."""
    name = project_path(path, root)
    told = []
    for hunk in map(mapping, sequence(hunks)):
        lines = [line for line in map(text, sequence(hunk.get("lines"))) if line[:1] in ("+", "-", " ", "\\")]
        numbers = [whole(hunk.get(key)) or 0 for key in ("oldStart", "oldLines", "newStart", "newLines")]
        if lines:
            told.append("@@ -{},{} +{},{} @@\n".format(*numbers) + "\n".join(lines) + "\n")
    return _kept(name, f"--- a/{name}\n+++ b/{name}\n{''.join(told)}") if told and name else ""


class Written:
    """Files that were written whole: one that is written again was changed, not added."""

    def __init__(self) -> None:
        self._files: dict[str, str] = {}

    def again(self, diff: str) -> str:
        """The diff against what was written before, where that is known."""
        found = _ADDED.match(diff)
        if found is None:
            for path in [path for path in self._files if path in diff]:
                del self._files[path]
            return diff
        new = "\n".join(line[1:] for line in found["body"].splitlines())
        old = self._files.pop(found["path"], "")
        if len(self._files) < _REMEMBERED and len(new) < _REMEMBERED_CHARS:
            self._files[found["path"]] = new
        return diff_of(found["path"], old, new) if old else diff


class ToldLines:
    """Which changed lines were told already: a diff of the whole work tree repeats what single edits said."""

    def __init__(self) -> None:
        self._lines: set[str] = set()

    def note(self, diff: str) -> None:
        """Takes the changed lines of a diff for told."""
        if len(self._lines) < 200_000:
            self._lines.update(_changed_lines(diff))

    def fresh(self, diff: str) -> str:
        """The files of a diff that hold a change which was not told; they are now."""
        files = [
            part
            for part in _FILE_OF_DIFF.split(diff)
            if any(line not in self._lines for line in _changed_lines(part)) and not _is_of_store(part)
        ]
        found = "".join(files)
        self.note(found)
        return found


def _changed_lines(diff: str) -> Iterator[str]:
    for line in diff.splitlines():
        if line[:1] in ("+", "-") and not line.startswith(("+++ ", "--- ")) and line[1:].strip():
            yield f"{line[0]}{line[1:].strip()}"


def _is_of_store(part: str) -> bool:
    name = re.search(r"^\+\+\+ b/(?P<path>\S+)", part, re.MULTILINE)
    return name is not None and is_stored(name["path"])


def _kept(path: str, diff: str) -> str:
    """Nothing of what is written into a store, nor of a reflection that is written to be admitted."""
    return "" if is_stored(path) else without_own(diff)


def _replaced(path: str, piece: Mapping[str, Any]) -> str:
    """An insertion is told from a new file by its line."""
    added = "insert_line" not in piece and piece.get("command") != "insert"
    return diff_of(path, _first(piece, _OLD), _first(piece, _NEW), added)


def _first(arguments: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    return next((text(arguments[key]) for key in keys if isinstance(arguments.get(key), str)), "")


def _has(arguments: Mapping[str, Any], keys: tuple[str, ...]) -> bool:
    return any(isinstance(arguments.get(key), str) for key in keys)


def _range(count: int) -> str:
    return f"1,{count}" if count else "0,0"


def _files_of_patch(patch: str) -> Iterator[tuple[str, str, list[str]]]:
    path, what, lines = "", "", list[str]()
    for line in patch.splitlines():
        if found := _FILE.match(line):
            if path:
                yield path, what, lines
            path, what, lines = found["path"].strip(), found["what"], []
        elif line.startswith(("*** Move to: ", "*** Begin", "*** End of File")):
            continue
        elif line.startswith("*** End Patch"):
            break
        else:
            lines.append(line)
    if path:
        yield path, what, lines


def _file_of_patch(path: str, what: str, lines: list[str]) -> str:
    if what == "Add":
        return diff_of(path, "", "\n".join(line.removeprefix("+") for line in lines))
    if what == "Delete":
        return f"diff --git a/{path} b/{path}\ndeleted file\n"
    hunks: list[list[str]] = []
    for line in lines:
        if line.startswith("@@"):
            hunks.append([])
        else:
            hunks = hunks or [[]]
            hunks[-1].append(line if line[:1] in ("+", "-", " ") else f" {line}")
    told = [_numbered(hunk) for hunk in hunks if any(line[:1] in "+-" for line in hunk)]
    return "\n".join([f"--- a/{path}", f"+++ b/{path}", *told, ""])


def _numbered(hunk: list[str]) -> str:
    old = sum(line[:1] != "+" for line in hunk)
    new = sum(line[:1] != "-" for line in hunk)
    return "\n".join([f"@@ -{_range(old)} +{_range(new)} @@", *hunk])
