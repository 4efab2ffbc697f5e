"""Changes of files that a command line makes: here-documents, ``sed -i``, patches, and what can only be named.

Of a script that writes files nothing but its text is known: it stands for the change, as what comes nearest to it.
"""

import re
from collections.abc import Iterator

from reflectgit.sources.importers.edits import applied_patch, diff_of, project_path
from reflectgit.sources.importers.own_output import is_stored, without_own
from reflectgit.sources.importers.shell import Stage, here_documents, stages

_BEGIN = re.compile(r"\*\*\* Begin Patch\n.*?(?:^\*\*\* End Patch|\Z)", re.DOTALL | re.MULTILINE)
_HUNK = re.compile(r"^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@", re.MULTILINE)
_INTO = re.compile(r"(?:^|[^<>&\d])>{1,2}\s*(?P<path>[^\s<>|&;]+)|\btee\s+(?:-a\s+)?(?P<tee>[^\s<>|&;-]\S*)")
_SUBSTITUTED = re.compile(r"(?:\d+(?:,\d+)?)?s(?P<by>[^\w\s\\])(?P<old>(?:\\.|(?!(?P=by)).)+)(?P=by)"
                          r"(?P<new>(?:\\.|(?!(?P=by)).)*)(?P=by)[gIiMmp0-9]*$")  # fmt: skip
_SCRIPT_WRITES = re.compile(
    r"\.write(?:_text|_bytes|lines)?\(|writeFile(?:Sync)?\(|fileinput\.\w+\(.*inplace|\.replace\(.*\bopen\("
)
_FILE = re.compile(r"^(?!.*\.\.[^/]).*(?:/|\.[A-Za-z]\w*)$")
_SCRIPTED = re.compile(r"^(?:python[\d.]*|node|ruby|perl|deno|bun)$")
_GIT_CHANGES = frozenset({"apply", "checkout", "restore", "revert", "stash", "reset", "cherry-pick", "am"})
_SCRATCH = ("/tmp/", "/var/tmp/", "/dev/")
_MOST = 16_384  # characters of a command that stands for a change


def shell_edits(command: str, root: str) -> str:
    """The diff of what a command changes, else the command; "" where it changes nothing that counts."""
    patches = "".join(applied_patch(found[0], root) for found in _BEGIN.finditer(command))
    if patches or "*** Begin Patch" in command:
        return patches
    known = "".join([*_from_documents(command, root), *_from_sed(command, root)])
    return without_own(known or _named(command))


def shows_changes(command: str) -> bool:
    """Whether it prints the changes of the work tree: ``git diff``, not a comparison of commits."""
    found = stages(command) or ()
    return any(
        stage.program == "git"
        and "diff" in stage.bare[1:4]
        and all(_is_plain(word) for word in stage.bare[stage.bare.index("diff") + 1 :])
        for stage in found
    )


def _is_plain(word: str) -> bool:
    """Whether a word behind ``git diff`` names no other commit."""
    return word in ("HEAD", "--", ".") or word.startswith("-") or _FILE.search(word) is not None


def _from_documents(command: str, root: str) -> Iterator[str]:
    for asked, body in here_documents(command):
        if _HUNK.search(body):
            yield body
        elif found := _INTO.search(asked):
            path = (found["path"] or found["tee"]).strip("'\"")
            if not path.startswith(_SCRATCH) and not is_stored(path):
                yield diff_of(project_path(path, root), "", body, added=">>" not in asked.replace("<<", ""))


def _from_sed(command: str, root: str) -> Iterator[str]:
    for stage in stages(command) or ():
        if not _in_place(stage):
            continue
        words = [word for word in stage.bare[1:] if not word.startswith("-") and word]
        found = [match for word in words if (match := _SUBSTITUTED.match(word))]
        files = [word for word in words if not _SUBSTITUTED.match(word)]
        if found and files and len(found) + len(files) == len(words):
            name = project_path(files[0], root)
            yield "".join(diff_of(name, _plain(one, "old"), _plain(one, "new")) for one in found)


def _in_place(stage: Stage) -> bool:
    options = [word for word in stage.bare[1:] if word.startswith("-")]
    if stage.program == "sed":
        return any(re.match(r"-[nErsu]*i|--in-place", word) for word in options)
    return stage.program == "perl" and any(re.match(r"-\w*i", word) for word in options)


def _plain(found: re.Match[str], side: str) -> str:
    """The text of an expression, as far as it is one."""
    return re.sub(r"\\(?=[^\w\s])", "", found[side]).replace("\\n", "\n").replace("\\t", "\t")


def _named(command: str) -> str:
    """The command itself, where it changes files in a way that only running it would tell."""
    found = stages(command) or ()
    if any(_in_place(stage) or _changes(stage) for stage in found):
        return f"$ {command[:_MOST]}"
    scripted = any(_SCRIPTED.match(stage.program) for stage in found)
    return f"$ {command[:_MOST]}" if scripted and _SCRIPT_WRITES.search(command) else ""


def _changes(stage: Stage) -> bool:
    if stage.program == "git":
        return len(stage.bare) > 1 and stage.bare[1] in _GIT_CHANGES and "-b" not in stage.bare
    if stage.program in ("mv", "cp"):
        return len(stage.bare) > 2 and not stage.bare[-1].startswith(_SCRATCH)
    return stage.program == "patch"
