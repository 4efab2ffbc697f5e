"""Is the store what its ledger says? Everything at HEAD is judged in one pass over the files.

Nothing is taken from the index, and nothing is changed. A file that cannot be read is one finding and hides
no other. What is found is in the order of paths, lines and codes: the same commit gives the same findings.
"""

from collections.abc import Iterator

from reflectgit.check.changed import changed
from reflectgit.check.content import suspicions
from reflectgit.check.contents import Contents, read
from reflectgit.check.decisions import decisions
from reflectgit.check.findings import CODES, MILD, Finding, from_fault, ok
from reflectgit.check.folded import cited, folded
from reflectgit.check.joins import joins
from reflectgit.errors import BadInput, BadUsage, StoreError
from reflectgit.policy import Policy, read_policy
from reflectgit.store.layout import ATTRIBUTES_FILE, FOLDERS, POLICY_FILE
from reflectgit.store.repository import Store
from reflectgit.store.snapshot import Snapshot
from reflectgit.text.quotes import without_quotes

__all__ = ["CODES", "MILD", "Finding", "check", "ok"]


def check(store: Store, base: str | None = None) -> list[Finding]:
    """Everything that is wrong with HEAD; with `base`, also what it does to the ledger since it left there.

    Findings whose code is in `MILD` only want a look; `ok` leaves them out.

    Raises:
        BadUsage: `base` names no commit.
        StoreError: git could not read the repository, or HEAD and `base` have no common commit here.
    """
    snapshot = store.snapshot()
    if snapshot.commit is None:
        return []
    found = list(_settings(snapshot))
    contents = Contents(snapshot)
    found += read(contents)
    found += [*joins(contents), *cited(contents), *_content(contents)]
    found += _under_policy(contents, found)
    if base is not None:
        found += changed(store.snapshot(_fork(store, base, snapshot.commit)), snapshot)
    return sorted(found, key=Finding.place)


def _under_policy(contents: Contents, found: list[Finding]) -> Iterator[Finding]:
    """What depends on today's policy; nothing where that cannot be read."""
    policy = _policy(contents.snapshot)
    if isinstance(policy, Finding):
        return
    wrong = list(decisions(contents, policy))
    yield from wrong
    faulty = {finding.path for finding in found if finding.is_error}
    yield from folded(contents, policy, faulty)


def _settings(snapshot: Snapshot) -> Iterator[Finding]:
    policy = _policy(snapshot)
    if isinstance(policy, Finding):
        yield policy
    yield from _attributes(snapshot)


def _attributes(snapshot: Snapshot) -> Iterator[Finding]:
    """The rules without which git may convert line ends, so that a file is no longer what its name says."""
    text = (snapshot.read(ATTRIBUTES_FILE) or b"").decode("utf-8", "replace")
    rules = [line.split() for line in text.splitlines()]
    for folder in FOLDERS:
        pattern = f"/{folder}/**"
        if not any(rule[:1] == [pattern] and "-text" in rule for rule in rules):
            yield Finding(
                code="no_gitattributes",
                path=ATTRIBUTES_FILE,
                line=None,
                message=f"no rule keeps {folder}/ byte for byte",
                hint=f"write the line that reflectgit init writes: {pattern} -text -filter -ident",
            )


def _policy(snapshot: Snapshot) -> Policy | Finding:
    data = snapshot.read(POLICY_FILE)
    if data is None:
        message, hint = "the policy file is missing", "restore it from the commit that reflectgit init made"
        return Finding(code="no_policy", path=POLICY_FILE, line=None, message=message, hint=hint)
    try:
        return read_policy(data.decode(), POLICY_FILE)
    except BadInput as fault:
        return from_fault(POLICY_FILE, fault, "bad_policy")
    except UnicodeDecodeError:
        message = "the policy file is not UTF-8"
        return Finding(
            code="bad_policy", path=POLICY_FILE, line=None, message=message, hint="save it as UTF-8"
        )


def _content(contents: Contents) -> Iterator[Finding]:
    """What reads like an order in the texts that are kept for readers: lessons, rulings, stories."""
    for path, lesson in contents.lessons.items():
        yield from _suspicious(contents, path, {"statement": lesson.statement, "scope": lesson.scope})
    for path, ruling in contents.rulings.items():
        yield from _suspicious(contents, path, {"text": ruling.text, "because": ruling.because})
    for path, decided in contents.terminations.items():
        story = decided.decision.reflection
        if story is not None:
            told: dict[str, str | None] = {
                name: without_quotes(said) for name, said in story.claims().items()
            }
            yield from _suspicious(contents, path, told | {"counterfactual": story.counterfactual})


def _suspicious(contents: Contents, path: str, texts: dict[str, str | None]) -> Iterator[Finding]:
    for name, text in texts.items():
        for code, seen in suspicions(text or ""):
            hint = "a lesson is read by a model: look at it, and retire or amend it unless it is meant so"
            yield contents.finding(code, path, [name], f"{name} holds {seen}", hint)


def _fork(store: Store, base: str, head: str) -> str:
    """The commit where HEAD left `base`."""
    named = store.git.read(
        "rev-parse", "-q", "--verify", "--end-of-options", f"{base}^{{commit}}", ok=range(256)
    )
    if named.code != 0:
        raise BadUsage(f"{base!r} names no commit here", "name a branch, a tag or a commit; fetch it first")
    commit = named.out.decode("ascii").strip()
    forked = store.git.read("merge-base", commit, head, ok=range(256))
    if forked.code != 0:
        message = f"HEAD and {base!r} have no common commit here"
        raise StoreError(message, "fetch more history: git fetch --unshallow", code="no_common_commit")
    return forked.out.decode("ascii").split()[0]
